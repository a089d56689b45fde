//! A place in a text that is being read, and what all messages about texts have in common.

use std::fmt;

/// A place in a text that is being read, and its column for messages.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text, column: 1 }
    }

    /// The column of the next character, counted in characters from 1.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The next character, if it is wanted; otherwise nothing is read.
    pub(super) fn take(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.peek().filter(|&next| wanted(next))?;
        self.rest = &self.rest[next.len_utf8()..];
        self.column += 1;
        Some(next)
    }

    /// The longest run of wanted characters, perhaps empty.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let before = self.clone();
        while self.take(&wanted).is_some() {}
        self.since(&before)
    }

    /// What was read since the cursor stood there.
    pub(super) fn since(&self, before: &Cursor<'a>) -> &'a str {
        &before.rest[..before.rest.len() - self.rest.len()]
    }

    pub(super) fn skip_spaces(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The name of a square, a number or a letter with digits, whether the board has it or not.
    pub(super) fn take_square(&mut self) -> Option<&'a str> {
        let before = self.clone();
        self.take(|next| next.is_ascii_alphabetic());
        self.take_while(|next| next.is_ascii_digit());
        let name = self.since(&before);
        (!name.is_empty()).then_some(name)
    }
}

/// Whether the character is a hyphen or one of the dashes that editors put in its place.
pub(super) fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// Writes that one text names squares in both styles.
pub(super) fn write_mixed(f: &mut fmt::Formatter<'_>, letters: &str, numbers: &str) -> fmt::Result {
    write!(f, "{letters} has a letter and {numbers} is a number; write all squares with letters or all as numbers")
}

/// Writes that something else than `expected` was read; nothing is found at the end of the text.
pub(super) fn write_unexpected(f: &mut fmt::Formatter<'_>, found: Option<char>, expected: &str) -> fmt::Result {
    match found {
        None => write!(f, "the text ends where {expected} belongs"),
        // Cyrillic letters look like Latin ones, so the character alone would not explain the complaint.
        Some(found) if found.is_alphabetic() && !found.is_ascii() => {
            write!(f, "{found:?} stands where {expected} belongs and is not a Latin letter")
        }
        Some(found) => write!(f, "{found:?} stands where {expected} belongs"),
    }
}

/// The beginning of a word, so that a message stays short whatever was read.
pub(super) fn shortened(word: &str) -> String {
    const CHARACTERS_MAX: usize = 12;
    match word.char_indices().nth(CHARACTERS_MAX) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_string(),
    }
}
