//! Reading games.

mod step;

use std::collections::HashSet;
use std::io::Read;

use super::error::PdnError;
use super::letters::Place;
use super::lexer::Lexer;
use super::piece::{Content, Piece};
use super::record::{Item, Record};

/// Reads games one after the other: no more of the text than one game is held.
///
/// After an error, the next game is looked for: one wrong game does not hide those behind it.
///
/// ```
/// use petrov_cli::pdn::Reader;
///
/// let text = "[White \"A\"]\n\n1. 32-28 {not closed *\n\n[White \"B\"]\n\n1. 33-29 19-23 2. 28x19 1-1 {a draw}\n";
/// let games: Vec<_> = Reader::new(text.as_bytes()).collect();
/// let error = games[0].as_ref().unwrap_err().to_string();
/// assert_eq!(error, "line 3, column 10: the comment that begins here does not end; write } behind it");
/// assert_eq!(games[1].as_ref().unwrap().result, "1-1");
/// assert_eq!(games.len(), 2);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    game: Record,
    /// The variations that are open, and where they begin.
    open: Vec<(Vec<Item>, usize, usize)>,
    /// The names of its tags, in small letters.
    names: HashSet<String>,
    /// How many items at its beginning are known to be remarks.
    remarks: usize,
    /// The line of the last tag.
    last_tag: usize,
    /// Where the piece ends that was found last, if the text was read beyond it.
    end: Option<Place>,
    /// Whether a game with something wrong in it is being passed over.
    skipping: bool,
    ended: bool,
}

/// Reads all games of a text.
///
/// # Errors
/// The first thing that is wrong, with line and column.
///
/// ```
/// let games = petrov_cli::pdn::read("[GameType \"25\"]\n1. c3-d4 {the old way} d6-c5 (1... d6:e5 2. d4xf6) *")?;
/// assert_eq!(games[0].moves().collect::<Vec<_>>(), ["c3-d4", "d6-c5"]);
/// # Ok::<(), petrov_cli::pdn::PdnError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    Reader::new(text.as_bytes()).collect()
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, PdnError>;

    fn next(&mut self) -> Option<Result<Record, PdnError>> {
        loop {
            match self.next_piece()?.content {
                Content::Game(game) => return Some(Ok(game)),
                Content::Wrong(error) => return Some(Err(error)),
                Content::Rest => {}
            }
        }
    }
}

impl<R: Read> Reader<R> {
    /// Reads games from an input. It is read in large pieces.
    pub fn new(input: R) -> Reader<R> {
        let (lexer, game, open) = (Lexer::new(input), Record::default(), Vec::new());
        Reader {
            lexer,
            game,
            open,
            names: HashSet::new(),
            remarks: 0,
            last_tag: 0,
            end: None,
            skipping: false,
            ended: false,
        }
    }

    /// The next piece of the text with its bytes; `None` at the end.
    ///
    /// Together the pieces are the text, byte for byte, so a program that changes some games can leave all else as it
    /// is.
    ///
    /// ```
    /// use petrov_cli::pdn::{Content, Reader};
    ///
    /// let text = "[White \"A\"]\r\n1. 32-28 {not closed *\r\n\r\n[White \"B\"]\r\n1. 33-29 ... 1-1";
    /// let mut reader = Reader::new(text.as_bytes());
    /// let pieces: Vec<_> = std::iter::from_fn(|| reader.next_piece()).collect();
    /// assert!(matches!(pieces[0].content, Content::Wrong(_)));
    /// assert_eq!(pieces[1].source, b"[White \"B\"]\r\n1. 33-29 ... 1-1");
    /// let together: Vec<u8> = pieces.into_iter().flat_map(|piece| piece.source).collect();
    /// assert_eq!(together, text.as_bytes());
    /// ```
    pub fn next_piece(&mut self) -> Option<Piece> {
        if self.skipping {
            self.skipping = self.lexer.skip();
            let source = self.source();
            if !source.is_empty() {
                return Some(Piece { source, content: Content::Rest });
            }
        }
        while !self.ended {
            let content = match self.step() {
                Ok(None) => continue,
                Ok(Some(game)) => Content::Game(game),
                Err(error) => Content::Wrong(error),
            };
            return Some(Piece { source: self.source(), content });
        }
        let source = self.source();
        (!source.is_empty()).then_some(Piece { source, content: Content::Rest })
    }

    /// The bytes of the piece that has ended.
    fn source(&mut self) -> Vec<u8> {
        let end = self.end.take().unwrap_or_else(|| self.lexer.place());
        self.lexer.end_piece(end)
    }

    /// Whether all that was read so far is UTF-8. Bytes that are not were taken for Latin-1.
    pub fn is_utf_8(&self) -> bool {
        self.lexer.is_utf_8()
    }

    /// Whether there was the letter U+FFFD so far, which stands for what could not be decoded.
    pub fn has_replacements(&self) -> bool {
        self.lexer.has_replacements()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::error::{MOST_LEVELS, PdnErrorKind};

    /// For each game how many moves it has, or the place of what is wrong in it.
    fn games(text: &str) -> Vec<Result<usize, (usize, usize)>> {
        let place = |error: PdnError| (error.line, error.column);
        Reader::new(text.as_bytes()).map(|game| game.map(|game| game.moves().count()).map_err(place)).collect()
    }

    #[test]
    fn where_games_begin() {
        assert!(games("").is_empty());
        assert_eq!(games("1. 11-15 23-19\n% a line\n2. 8-11 1/2-1/2 1. 9-14 *"), [Ok(3), Ok(1)]);
        assert_eq!(games("[A \"1\"] 1. 1-2 [A \"2\"] 1. 3-4"), [Ok(1), Ok(1)]);
        // Problems without moves, and comments in front of tags.
        assert_eq!(games("{one}\n[A \"1\"]\n\n{two}\n\n[A \"2\"]\n[B \"3\"]\n"), [Ok(0), Ok(0)]);
        let read = read("% file\n[A \"1\"]\n1. 1-2 * {end} ;x\n{next}\n[A \"2\"]\n*\n{last}").unwrap();
        assert_eq!(read.iter().map(|game| game.items.len()).collect::<Vec<_>>(), [5, 1, 1]);
        assert_eq!(read.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 4, 7]);
    }

    #[test]
    fn what_is_wrong_has_a_place_and_hides_no_other_game() {
        let next = "\n\n[A \"x\"]\n[B \"y\"]\n\n1. 1-2 {z} *\n";
        for (text, line, column) in [
            ("1. 32-28 {open", 1, 10),
            ("[B \"a\"]\n\n1. 32-28 {open\n[%clk 1]", 3, 10),
            ("\n  [Tag \"x\n[Tag \"y\"]\n\n1. 3-4", 2, 3),
            ("[A \"x\"]\n1. 1-2 (2. 3-4", 2, 8),
            ("1. 1-2 )", 1, 8),
            ("1. $999", 1, 4),
            ("1. $", 1, 4),
            ("1. <>", 1, 4),
            ("1. 1-2 }", 1, 8),
            ("1. 1-2 resigns", 1, 8),
            ("1. 1-2 [%clk 1] 2-3", 1, 8),
            ("1. 1-2 /FEN \"W", 1, 8),
            ("1. 1-2 /FEN W/", 1, 8),
            ("99999999999. 1-2", 1, 1),
            ("1* 1-2", 1, 1),
            ("1. 1-2 \u{0}", 1, 8),
        ] {
            assert_eq!(games(text), [Err((line, column))], "{text:?}");
            assert_eq!(games(&format!("{text}{next}")), [Err((line, column)), Ok(1)], "{text:?}");
        }
        // Tags are of the game of the tag that is wrong until moves come: they would be read without it.
        for text in [
            "\n  [Tag \"x",
            "[Tag \"x\ny\"]\n[Tag \"z\"]",
            "a [Tag \"x\"]",
            "1. 1-2 <> [Tag \"x\"]",
            "[Tag \"x\"]\na\n",
        ] {
            let found = games(&format!("{text}\n\n[A \"x\"]\n\n1. 1-2 *\n{next}"));
            assert!(matches!(found[..], [Err(_), Ok(1)]), "{text:?}: {found:?}");
        }
        let untagged = "1. 1-2 <>\n2. 3-4 *\n\n1. 5-6 7-8 *\n";
        assert_eq!(games(untagged), [Err((1, 8)), Ok(2)]);
    }

    /// The pieces of a text, which together are the text.
    fn pieces(text: &[u8]) -> Vec<Piece> {
        let mut reader = Reader::new(text);
        let pieces: Vec<Piece> = std::iter::from_fn(|| reader.next_piece()).collect();
        assert!(pieces.iter().flat_map(|piece| &piece.source).eq(text), "{:?}", String::from_utf8_lossy(text));
        pieces
    }

    #[test]
    fn every_byte_belongs_to_a_piece() {
        let parts: [&[u8]; 6] = [
            b"\xef\xbb\xbf\r\n[A \"\xe9\"]\r\n1. 1-2 ... *{x}\r\n \n",
            b"[B \"\"]\n2. 1-2 (3-4\n\n",
            b"[C \"\"]\r1. 1-2 White wins\r\n...\r",
            b"[D \"\"]\n1. 1-2 {open\r\n",
            b"[E \"\"]\n1. 1-2 * ;end\n\n\t",
            b"1. 1-2 {last} ...",
        ];
        let sources: Vec<Vec<u8>> = pieces(&parts.concat()).into_iter().map(|piece| piece.source).collect();
        assert_eq!(sources, parts);
        for text in ["", "\r\n", "\u{feff}", " ... ", "<>", "{x}\n", "[A"] {
            assert_eq!(pieces(text.as_bytes()).len(), usize::from(!text.is_empty()), "{text:?}");
        }
        // The star of an only move is looked at together with what stands behind it.
        assert_eq!(pieces(b"1. 1-2* \n[A \"\"]\n1. 1-2* \n3-4").len(), 2);
    }

    #[test]
    fn what_is_passed_over_comes_in_small_pieces() {
        let text = "1. <> ".to_owned() + &"x\n".repeat(2 << 20) + "[A \"\"]\n1. 1-2 *\n";
        let pieces = pieces(text.as_bytes());
        assert!(pieces.iter().all(|piece| piece.source.len() <= 2 << 20));
        let (last, others) = pieces.split_last().unwrap();
        assert_eq!(last.source, b"[A \"\"]\n1. 1-2 *\n");
        assert!(matches!(others[0].content, Content::Wrong(_)) && others.len() > 3);
        assert!(others[1..].iter().all(|piece| piece.content == Content::Rest));
    }

    #[test]
    fn tags_within_a_comment_are_no_game() {
        assert_eq!(games("1. 1-2 {was\n[A \"x\"]\n1. 3-4 *\n} 5-6 *"), [Ok(2)]);
    }

    #[test]
    fn variations_within_variations() {
        let nested = |levels: usize| format!("1-2 {}3-4{} *", "(".repeat(levels), ")".repeat(levels));
        assert_eq!(games(&nested(MOST_LEVELS)), [Ok(1)]);
        assert_eq!(games(&nested(MOST_LEVELS + 1)), [Err((1, 5 + MOST_LEVELS))]);
    }

    #[test]
    fn an_input_without_end_is_given_up() {
        for text in ["{", "1-2 ", "[A \"", "\n", "a", ";"] {
            let endless = text.as_bytes().chain(std::io::repeat(text.as_bytes()[0]).take(17 << 20));
            let mut reader = Reader::new(endless);
            let found = reader.next();
            assert!(found.is_none_or(|found| found.is_err()), "{text:?}");
            assert!(reader.count() < 10);
        }
    }

    #[test]
    fn messages_stay_short() {
        let long = "1-1".repeat(10_000);
        for text in
            [long.clone(), long.replace('-', "x"), long.replace('-', ""), "$1".to_owned() + &long, format!("[{long}")]
        {
            let error = read(&text).unwrap_err();
            assert!(error.to_string().len() < 300, "{error}");
        }
    }

    #[test]
    fn an_input_that_fails_is_told() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("no more"))
            }
        }
        let found: Vec<_> = Reader::new("1. 1-2".as_bytes().chain(Broken)).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].as_ref().unwrap_err().kind, PdnErrorKind::Unreadable("no more".to_owned()));
    }
}
