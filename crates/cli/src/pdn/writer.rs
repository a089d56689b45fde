//! Writing games.

use super::lexer::RESULTS;
use super::record::{Item, Record};

/// Lines are no longer than this, where words allow it.
const WIDTH: usize = 80;

/// The text of a game, with an empty line at its end: tags, moves and all that is said of them, and the result.
///
/// Where no result stands behind the moves, that of the tag is written, so that the game has its end. A record of comments
/// alone is no game and gets none. In a comment a closing brace becomes a parenthesis, as PDN has no way to write it.
///
/// ```
/// use petrov_cli::pdn::{read, write};
///
/// let old = "[Result \"1-1\"]\n1.32-28 19-23?!; a line\n2.28:19 (2. 37-32)";
/// let written: String = read(old)?.iter().map(write).collect();
/// assert_eq!(written, "[Result \"1-1\"]\n\n1. 32-28 19-23?!\n% a line\n2. 28:19 (2. 37-32) 1-1\n\n");
/// # Ok::<(), petrov_cli::pdn::PdnError>(())
/// ```
pub fn write(game: &Record) -> String {
    let mut text = String::new();
    for tag in &game.tags {
        let escaped = tag.text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text += &format!("[{} \"{escaped}\"]\n", tag.name);
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut body = Body::default();
    body.items(&game.items);
    if game.is_game() {
        body.word(result(game));
    }
    if body.length > 0 {
        body.line();
    }
    text += &body.text;
    text.push('\n');
    text
}

fn result(game: &Record) -> &str {
    match game.result.as_str() {
        "" => game.tag("Result").filter(|text| RESULTS.contains(text)).unwrap_or("*"),
        result => result,
    }
}

/// Words in lines.
#[derive(Default)]
struct Body {
    text: String,
    /// Letters of the last line.
    length: usize,
    /// Whether the next word stands right behind what is there.
    joined: bool,
}

impl Body {
    fn items(&mut self, items: &[Item]) {
        // Stands on one line with the move behind it.
        let mut number = String::new();
        for item in items {
            if let Item::Move { text, .. } = item {
                self.word(&(std::mem::take(&mut number) + text));
                continue;
            }
            self.number(&mut number);
            match item {
                Item::Number(next, second) => number = format!("{next}{} ", if *second { "..." } else { "." }),
                Item::Move { .. } => unreachable!("it has been written"),
                Item::Strength(text) => {
                    // Marks that stood apart would be another one together.
                    self.joined = self.length > 0 && !self.text.ends_with(['}', '!', '?', '(']);
                    self.word(text);
                }
                Item::Nag(number) => self.word(&format!("${number}")),
                // Words of a comment may go to the next line as well; what was one comment stays one.
                Item::Comment(text) => self.word(&format!("{{{}}}", text.replace('}', ")"))),
                Item::LineComment(text) => {
                    self.line();
                    self.text += &format!("%{}", text.replace(['\n', '\r'], " "));
                    self.line();
                }
                Item::Setup { fen, .. } => self.word(&format!("/FEN \"{fen}\"/")),
                Item::Variation(items) => {
                    self.word("(");
                    self.joined = true;
                    self.items(items);
                    self.joined = true;
                    self.word(")");
                }
            }
        }
        self.number(&mut number);
    }

    /// Writes a number that no move stands behind.
    fn number(&mut self, number: &mut String) {
        if !number.is_empty() {
            self.word(std::mem::take(number).trim_end());
        }
    }

    fn word(&mut self, word: &str) {
        let letters = word.chars().count();
        if !self.joined && self.length > 0 {
            if self.length + 1 + letters > WIDTH {
                self.line();
            } else {
                self.text.push(' ');
                self.length += 1;
            }
        }
        self.joined = false;
        self.text += word;
        self.length = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.length + letters,
        };
    }

    fn line(&mut self) {
        if self.length > 0 || self.text.ends_with(|letter| letter != '\n') {
            self.text.push('\n');
        }
        self.length = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Item, Record, Tag, read, write};

    /// A text is read, written, and read again as the same.
    fn there_and_back(text: &str) -> Vec<Record> {
        let games = read(text).unwrap();
        let written: String = games.iter().map(write).collect();
        let again = read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again.len(), games.len(), "{written}");
        for (one, other) in games.iter().zip(&again) {
            assert_eq!(one.tags, other.tags);
            assert_eq!(one.moves().collect::<Vec<_>>(), other.moves().collect::<Vec<_>>());
            assert_eq!(one.items.len(), other.items.len(), "{written}");
        }
        games
    }

    #[test]
    fn games_of_all_kinds() {
        let text = "[Event \"A \\\"cup\\\"\"]\n[Result \"2-0\"]\n1. 32-28! 19-23 $1 2.28x19 {takes} (2. 37-32 14-20 (2... 13-18) 3. 41-37) \
                    14x23?! 2-0\n\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 c5:e3 3. d2:f4 *\n";
        let games = there_and_back(text);
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tag("event"), Some("A \"cup\""));
        assert_eq!(games[0].result, "2-0");
        assert_eq!(games[0].moves().collect::<Vec<_>>(), ["32-28", "19-23", "28x19", "14x23"]);
        let Some(Item::Variation(items)) = games[0].items.iter().find(|item| matches!(item, Item::Variation(_))) else {
            panic!("{:?}", games[0].items)
        };
        assert!(items.iter().any(|item| matches!(item, Item::Variation(_))));
        assert_eq!(games[1].moves().last(), Some("d2:f4"));
    }

    #[test]
    fn games_without_much() {
        let games = there_and_back("1. 11-15 23-19\n% a line\n2. 8-11 1/2-1/2 1. 9-14 * {the end}");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].result, "1/2-1/2");
        assert_eq!(there_and_back("[A \"1\"] 1. 1-2 [A \"2\"] 1. 3-4").len(), 2);
        there_and_back("{no game}");
        there_and_back("1. 1-2 ! ? 2-3 ( ! ) (!? 3-4) *");
        there_and_back("% no game");
        there_and_back("{a} ! {b} 1-2 {c} !? (? 2-3 (!)) (!) *");
    }

    #[test]
    fn what_pdn_cannot_say_does_no_harm() {
        let items = vec![Item::Comment("a}b".to_owned()), Item::LineComment("c\n1-2".to_owned())];
        let tags = vec![Tag { name: "A".to_owned(), text: "x\ny\\".to_owned() }];
        let text = write(&Record { tags, items, ..Record::default() });
        assert_eq!(text, "[A \"x y\\\\\"]\n\n{a)b}\n%c 1-2\n*\n\n");
    }

    #[test]
    fn lines_are_short() {
        let text = "[A \"1\"]\n".to_owned() + &"12. 32-28! {one two} $1 19-23 ".repeat(40);
        let written: String = read(&text).unwrap().iter().map(write).collect();
        assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
        assert!(written.lines().count() > 10);
        assert!(written.lines().all(|line| !line.ends_with("12.")), "{written}");
        assert_eq!(read(&written).unwrap()[0].moves().count(), 80);
    }
}
