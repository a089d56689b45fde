//! Writing games.

use super::reader::{Item, Record};

/// Lines are no longer than this, where words allow it.
const WIDTH: usize = 80;

/// The text of a game, with an empty line at its end: tags, moves and all that is said of them, and the result.
pub fn write(game: &Record) -> String {
    let mut text = String::new();
    for tag in &game.tags {
        let escaped = tag.text.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{} \"{escaped}\"]\n", tag.name);
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut body = Body::default();
    body.items(&game.items);
    body.word(if game.result.is_empty() { "*" } else { &game.result });
    text += body.text.trim_start();
    text += "\n\n";
    text
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
        for item in items {
            match item {
                Item::Number(number, black) => self.word(&format!("{number}{}", if *black { "..." } else { "." })),
                Item::Move { text, .. } => self.word(text),
                Item::Strength(text) => {
                    self.joined = true;
                    self.word(text);
                }
                Item::Nag(number) => self.word(&format!("${number}")),
                // Words of a comment may go to the next line as well; what was one comment stays one.
                Item::Comment(text) => self.word(&format!("{{{text}}}")),
                Item::LineComment(text) => {
                    self.line();
                    self.text += &format!("%{text}");
                    self.line();
                }
                Item::Setup(fen) => self.word(&format!("/FEN \"{fen}\"/")),
                Item::Variation(items) => {
                    self.word("(");
                    self.joined = true;
                    self.items(items);
                    self.joined = true;
                    self.word(")");
                }
            }
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
    use super::super::{Item, read, write};

    /// A text is read, written, and read again as the same.
    fn there_and_back(text: &str) -> Vec<super::Record> {
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
        assert!(read("").unwrap().is_empty());
        let games = there_and_back("1. 11-15 23-19\n% a line\n2. 8-11 1/2-1/2 1. 9-14 *");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].result, "1/2-1/2");
        // Tags begin a game even if the one before had no result.
        assert_eq!(there_and_back("[A \"1\"] 1. 1-2 [A \"2\"] 1. 3-4").len(), 2);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, line, column) in [
            ("1. 32-28 {open", 1, 10),
            ("\n  [Tag \"x", 2, 3),
            ("1. 1-2 (2. 3-4", 1, 8),
            ("1. 1-2 )", 1, 8),
            ("1. $999", 1, 4),
            ("1. <>", 1, 4),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        }
    }
}
