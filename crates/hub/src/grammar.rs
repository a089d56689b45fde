//! A line of the protocol: a command and its arguments, `name` or `name=value`, a value in quotes where it is empty or has a blank
//! or an equals sign.

use std::fmt;

/// A line that was read.
///
/// ```
/// use petrov_hub::Command;
///
/// let command = Command::parse("level moves=30 time=60.5 ponder")?;
/// assert_eq!((command.name.as_str(), command.arguments.len()), ("level", 3));
/// assert_eq!((command.value("time"), command.value("ponder")), (Some("60.5"), None));
/// assert!(command.has("ponder") && !command.has("infinite"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The command; empty for an empty line.
    pub name: String,
    /// Its arguments, with their values if they have any.
    pub arguments: Vec<(String, Option<String>)>,
}

/// Why a line is none of the protocol.
///
/// ```
/// use petrov_hub::Command;
///
/// let error = Command::parse("pos pos=\"W").unwrap_err();
/// assert!(error.to_string().starts_with(&format!("column {}: ", error.column)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarError {
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong there.
    pub what: &'static str,
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.what)
    }
}

impl std::error::Error for GrammarError {}

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is none of the protocol.
    pub fn parse(line: &str) -> Result<Command, GrammarError> {
        let mut reader = Reader { rest: line.trim_end_matches(['\r', '\n']).chars().collect(), at: 0 };
        let mut command = Command::default();
        reader.skip_blanks();
        command.name = reader.bare()?;
        loop {
            reader.skip_blanks();
            let Some(_) = reader.peek() else { return Ok(command) };
            let name = reader.bare()?;
            let value = match reader.peek() {
                Some('=') => {
                    reader.at += 1;
                    Some(reader.value()?)
                }
                _ => None,
            };
            command.arguments.push((name, value));
        }
    }

    /// The value of an argument; the last one if it was given more than once.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().rev().find(|(known, _)| known == name).and_then(|(_, value)| value.as_deref())
    }

    /// Whether an argument was given, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|(known, _)| known == name)
    }
}

struct Reader {
    rest: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn error<T>(&self, what: &'static str) -> Result<T, GrammarError> {
        Err(GrammarError { column: self.at + 1, what })
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|letter| letter == ' ' || letter == '\t') {
            self.at += 1;
        }
    }

    /// A word without quotes; empty at the end of the line.
    fn bare(&mut self) -> Result<String, GrammarError> {
        let start = self.at;
        while let Some(letter) = self.peek() {
            match letter {
                ' ' | '\t' | '=' => break,
                '"' => return self.error("a quote within a word"),
                letter if letter.is_control() => return self.error("a control character"),
                _ => self.at += 1,
            }
        }
        if start == self.at && self.peek() == Some('=') {
            return self.error("a value without a name");
        }
        Ok(self.rest[start..self.at].iter().collect())
    }

    fn value(&mut self) -> Result<String, GrammarError> {
        if self.peek() != Some('"') {
            let start = self.at;
            let word = self.bare()?;
            return if self.at == start { self.error("no value behind the equals sign") } else { Ok(word) };
        }
        self.at += 1;
        let start = self.at;
        while let Some(letter) = self.peek() {
            self.at += 1;
            if letter == '"' {
                return Ok(self.rest[start..self.at - 1].iter().collect());
            }
        }
        self.error("the quote does not end")
    }
}

/// A line that is written, word by word.
///
/// ```
/// use petrov_hub::Words;
///
/// let line = Words::new("info").with("depth", 7).with("pv", "31-26 20-25");
/// assert_eq!(line.to_string(), "info depth=7 pv=\"31-26 20-25\"");
/// ```
#[derive(Clone, Debug)]
pub struct Words(String);

impl Words {
    /// A line with this command.
    pub fn new(command: &str) -> Words {
        Words(command.to_owned())
    }

    /// With a value, in quotes where it must.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Words {
        // What cannot stand in a value is left out.
        let value: String =
            value.to_string().chars().map(|c| if c == '"' || c.is_control() { '\'' } else { c }).collect();
        let bare = !value.is_empty() && !value.contains([' ', '=']);
        self.0 += &if bare { format!(" {name}={value}") } else { format!(" {name}=\"{value}\"") };
        self
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let read = |line| Command::parse(line).unwrap();
        let command = read("pos pos=Wwwb moves=\"32-28 19-23\" infinite\r\n");
        assert_eq!(command.name, "pos");
        assert_eq!(command.value("moves"), Some("32-28 19-23"));
        assert!(command.has("infinite") && command.value("infinite").is_none() && !command.has("depth"));
        assert_eq!(read("  level   depth=7 ").value("depth"), Some("7"));
        assert_eq!(read("set-param name=x value=\"\"").value("value"), Some(""));
        assert_eq!(read(""), Command::default());
        assert_eq!(read("a x=1 x=2").value("x"), Some("2"));
    }

    #[test]
    fn what_is_wrong_has_a_column() {
        for (line, column) in
            [("pos pos=\"W", 11), ("level =3", 7), ("go a\"b", 5), ("go \u{7}", 4), ("go depth= x", 10)]
        {
            assert_eq!(Command::parse(line).unwrap_err().column, column, "{line:?}");
        }
    }

    #[test]
    fn words_come_back() {
        let line =
            Words::new("info").with("depth", 3).with("pv", "32-28 19-23").with("x", "").with("y", "a\"b=c").to_string();
        assert_eq!(line, "info depth=3 pv=\"32-28 19-23\" x=\"\" y=\"a'b=c\"");
        let read = Command::parse(&line).unwrap();
        assert_eq!(read.value("y"), Some("a'b=c"));
    }
}
