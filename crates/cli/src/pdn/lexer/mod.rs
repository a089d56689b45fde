//! The words of a PDN text.

mod assessment;
mod tag;
mod token;
mod word;

use std::io::Read;

use super::error::{MOST_LETTERS, PdnError, PdnErrorKind};
use super::letters::{Letters, Place};
use super::skip::{Skip, begins_tag};

pub(super) use token::{Placed, RESULTS, Token};

/// Reads words.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    pub(super) letters: Letters<R>,
    /// Letters that may be read until the game is too long.
    limit: u64,
    /// Whether the word before was a tag, or something that was to be one.
    pub(super) in_tags: bool,
    /// A word that was found together with the one before it.
    pub(super) held: Option<Placed>,
    /// The game that is being passed over.
    pub(super) skip: Option<Skip>,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { letters: Letters::new(input), limit: MOST_LETTERS, in_tags: false, held: None, skip: None }
    }

    pub(super) fn is_utf_8(&self) -> bool {
        !self.letters.latin_1
    }

    pub(super) fn has_replacements(&self) -> bool {
        self.letters.replaced
    }

    /// From here on is another game.
    pub(super) fn begin_game(&mut self) {
        self.limit = self.letters.read + MOST_LETTERS;
    }

    fn peek(&mut self) -> Option<char> {
        if self.letters.read < self.limit { self.letters.peek() } else { None }
    }

    fn take(&mut self) -> Option<char> {
        self.peek()?;
        self.letters.take()
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|&letter| fits(letter)) {
            text.push(letter);
            self.take();
        }
        text
    }

    /// The next word; `None` at the end of the text.
    ///
    /// # Errors
    /// Where there is none. [`skip_game`](Self::skip_game) finds the way on.
    pub(super) fn next(&mut self) -> Result<Option<Placed>, PdnError> {
        if let Some(held) = self.held.take() {
            return Ok(Some(held));
        }
        // A mark of the encoding is no letter of the text, and dots that stand alone only say that a move is missing.
        self.take_while(|letter| letter.is_whitespace() || "\u{feff}\u{200b}.…".contains(letter));
        let place = self.letters.place();
        let found = match self.peek() {
            None => Ok(None),
            Some(letter) => self.token(letter).map(Some),
        };
        let kind = match (found, &self.letters.failed) {
            (Ok(None) | Err(_), Some(error)) => PdnErrorKind::Unreadable(error.clone()),
            (Ok(None) | Err(_), None) if self.letters.read >= self.limit => PdnErrorKind::TooLong,
            (Err(kind), None) => kind,
            (Ok(token), _) => {
                self.in_tags = matches!(token, Some(Token::Tag(..)));
                return Ok(token.map(|token| (token, place)));
            }
        };
        Err(PdnError { line: place.line, column: place.column, kind })
    }

    /// Passes over white space.
    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The place of the next letter.
    pub(super) fn place(&self) -> Place {
        self.letters.place()
    }

    /// Ends a piece of the text, and returns its bytes.
    pub(super) fn end_piece(&mut self, place: Place) -> Vec<u8> {
        self.letters.end_piece(place)
    }

    /// A comment that stands on the same line, if it comes next.
    pub(super) fn comment_on_line(&mut self) -> Result<Option<Placed>, PdnError> {
        self.take_while(|letter| letter != '\n' && letter.is_whitespace());
        match self.peek() {
            Some('{' | ';' | '%') => self.next(),
            _ => Ok(None),
        }
    }

    /// The word that begins with this letter.
    fn token(&mut self, letter: char) -> Result<Token, PdnErrorKind> {
        match letter {
            '[' => self.tag(),
            '{' => self.comment(),
            '%' | ';' => {
                self.take();
                Ok(Token::LineComment(self.take_while(|letter| letter != '\n').trim_end().to_owned()))
            }
            '/' => self.setup(),
            '(' => Ok(self.open()),
            ')' => {
                self.take();
                Ok(Token::Close)
            }
            '$' => {
                self.take();
                let digits = self.take_while(|letter| letter.is_ascii_digit());
                digits.parse().map(Token::Nag).map_err(|_| PdnErrorKind::Nag(shown(&digits)))
            }
            '!' | '?' => Ok(Token::Strength(self.strength())),
            _ => self.word(),
        }
    }

    fn strength(&mut self) -> String {
        self.take_while(|letter| letter == '!' || letter == '?')
    }

    /// A variation begins, or a strength in parentheses.
    fn open(&mut self) -> Token {
        self.take();
        let place = self.letters.place();
        let text = self.strength();
        if !text.is_empty() {
            if self.peek() == Some(')') {
                self.take();
                return Token::Strength(format!("({text})"));
            }
            self.letters.return_to(place);
        }
        Token::Open
    }

    fn comment(&mut self) -> Result<Token, PdnErrorKind> {
        let unfinished = PdnErrorKind::Unfinished { what: "the comment", end: "}" };
        self.take();
        let mut text = String::new();
        // Where a line of the comment begins, in the text and in the input, and the first that is a tag.
        let mut line: Option<(usize, Place)> = None;
        let mut tag: Option<Place> = None;
        let begun = |text: &str, line: Option<(usize, Place)>| {
            line.filter(|&(from, _)| begins_tag(&text[from..])).map(|(_, place)| place)
        };
        while let Some(letter) = self.take() {
            if letter == '}' {
                return Ok(Token::Comment(text));
            }
            if letter == '\n' || letter == '{' {
                tag = tag.or_else(|| begun(&text, line));
            }
            text.push(letter);
            if letter == '\n' {
                line = Some((text.len(), self.letters.place()));
            } else if letter == '{' && tag.is_some() {
                // Its end was forgotten: here are a tag and another comment, so another game.
                break;
            }
        }
        if let Some(place) = tag.or_else(|| begun(&text, line)) {
            self.letters.return_to(place);
        }
        Err(unfinished)
    }

    /// `/FEN "text"/`.
    fn setup(&mut self) -> Result<Token, PdnErrorKind> {
        let unfinished = PdnErrorKind::Unfinished { what: "the position", end: "\"/" };
        self.take();
        self.take_while(|letter| !matches!(letter, '"' | '/' | '\n'));
        if self.take() != Some('"') {
            return Err(unfinished);
        }
        let text = self.take_while(|letter| letter != '"' && letter != '\n');
        if self.take() != Some('"') {
            return Err(unfinished);
        }
        self.take_while(|letter| letter == ' ' || letter == '\t');
        if self.take() == Some('/') { Ok(Token::Setup(text)) } else { Err(unfinished) }
    }
}

/// The beginning of a word, so that a message stays short whatever was read.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes());
        std::iter::from_fn(|| lexer.next().unwrap_or_else(|error| panic!("{text}: {error}")))
            .map(|(token, _)| token)
            .collect()
    }

    fn mv(text: &str) -> Token {
        Token::Move(text.to_owned())
    }

    fn result(text: &str) -> Token {
        Token::Result(text.to_owned())
    }

    #[test]
    fn results_and_moves_that_look_alike() {
        for text in RESULTS {
            assert_eq!(lex(text), [result(text)]);
            assert_eq!(lex(&format!("{{{text}}}")), [Token::Comment(text.to_owned())]);
        }
        for text in
            ["1-10", "2-7", "0-12", "1-01", "10-0", "1x1", "1:10", "23x1", "a1-b2", "c3d4", "3228", "1-1x1", "01-1"]
        {
            assert_eq!(lex(text), [mv(text)], "{text}");
        }
        assert_eq!(lex("12-1 1-1"), [mv("12-1"), result("1-1")]);
        // No square has the number in front of the sign, but it is one word all the same.
        assert_eq!(lex("x23"), [mv("x23")]);
        assert_eq!(lex("32-28* 19-23"), [mv("32-28"), Token::Nag(7), mv("19-23")]);
        assert_eq!(lex("32-28** 19-23")[..2], [mv("32-28"), Token::Nag(7)]);
        assert_eq!(lex("32-28*\n"), [mv("32-28"), result("*")]);
        assert_eq!(lex("32*28*\n\n[A \"\"]")[..2], [mv("32*28"), result("*")]);
    }

    #[test]
    fn numbers_of_moves() {
        let number = Token::Number;
        assert_eq!(lex("1. 32-28"), [number(1, false), mv("32-28")]);
        assert_eq!(lex("12.32-28 12...19-23"), [number(12, false), mv("32-28"), number(12, true), mv("19-23")]);
        assert_eq!(lex("1. ... 19-23"), [number(1, true), mv("19-23")]);
        assert_eq!(lex("1 . 32-28 2 19-23"), [number(1, false), mv("32-28"), number(2, false), mv("19-23")]);
        assert_eq!(lex("1..19-23"), [number(1, true), mv("19-23")]);
        assert_eq!(lex("... -- … -"), [mv("--"), mv("-")]);
    }

    #[test]
    fn marks_and_comments() {
        let strength = |text: &str| Token::Strength(text.to_owned());
        assert_eq!(lex("32-28! 19-23??$12"), [mv("32-28"), strength("!"), mv("19-23"), strength("??"), Token::Nag(12)]);
        assert_eq!(lex("32-28 (!) (!? 1-2)")[1..4], [strength("(!)"), Token::Open, strength("!?")]);
        assert_eq!(lex("$0$255"), [Token::Nag(0), Token::Nag(255)]);
        assert_eq!(
            lex("{[%clk 0:01] a ; b % c}32-28;x {\r\n%y\n19-23"),
            [
                Token::Comment("[%clk 0:01] a ; b % c".to_owned()),
                mv("32-28"),
                Token::LineComment("x {".to_owned()),
                Token::LineComment("y".to_owned()),
                mv("19-23"),
            ]
        );
        assert_eq!(lex("/FEN \"W:W1:B5\"/"), [Token::Setup("W:W1:B5".to_owned())]);
    }

    #[test]
    fn what_books_say_of_a_position() {
        let mv = |text: &str| Token::Move(text.to_owned());
        let signs =
            "1-2 = 3-4 +- 5-6 -/+ 7-8 ± 9-10 -+ 1-3 ∞ 1-4 +/= 1-5 =/+ 1-6 += 1-7 =+ 1-8 ∓ 1-9 ⩲ 1-1 ⩱ 2-1 +− 2-2 +/–";
        let nags = [10, 18, 17, 16, 19, 13, 14, 15, 14, 15, 17, 14, 15, 18, 16];
        let found = lex(signs);
        assert_eq!(found.iter().skip(1).step_by(2).cloned().collect::<Vec<_>>(), nags.map(Token::Nag));
        assert_eq!(
            found.iter().step_by(2).filter(|token| matches!(token, Token::Move(_) | Token::Result(_))).count(),
            15
        );
        assert_eq!(lex("c3-d4= d6-c5±"), [mv("c3-d4"), Token::Nag(10), mv("d6-c5"), Token::Nag(16)]);
    }

    #[test]
    fn tags() {
        let tag = |name: &str, text: &str| Token::Tag(name.to_owned(), text.to_owned());
        assert_eq!(lex("[A \"C:\\games\\\"] \n[B \"\\\"b\\\"]\"]"), [tag("A", "C:\\games\\"), tag("B", "\"b\"]")]);
        assert_eq!(lex("[A \"C:\\\"] [B \"b\"]"), [tag("A", "C:\\"), tag("B", "b")]);
        assert_eq!(lex("[A \"say \\\"] [hello there\"]"), [tag("A", "say \"] [hello there")]);
        assert_eq!(lex("\u{feff}[Event \"A \\\"cup\\\" \\\\ C:\\x\"]\r\n"), [tag("Event", "A \"cup\" \\ C:\\x")]);
        assert_eq!(lex("[ A \"x\" ][B\"\"][C y]"), [tag("A", "x"), tag("B", ""), tag("C", "y")]);
        // Quotes without backslashes, and brackets.
        assert_eq!(lex("[A \"the \"old\" [one]\"]"), [tag("A", "the \"old\" [one]")]);
    }
}
