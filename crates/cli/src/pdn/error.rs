//! What is wrong with a text of games.

use std::fmt;

/// What is wrong with a PDN text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong there.
    pub kind: PdnErrorKind,
}

/// What is wrong with a PDN text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PdnErrorKind {
    /// A comment, a tag, a position or a variation does not end.
    Unfinished {
        /// What it is.
        what: &'static str,
        /// What would end it.
        end: &'static str,
    },
    /// Something that stands nowhere in a game.
    Unexpected(String),
    /// A number that is no NAG.
    Nag(String),
    /// Variations within variations, more of them than anybody writes.
    TooDeep,
    /// A game with more letters than anybody writes.
    TooLong,
    /// The text could not be read on.
    Unreadable(String),
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            PdnErrorKind::Unfinished { what, end } => {
                write!(f, "{what} that begins here does not end; write {end} behind it")
            }
            PdnErrorKind::Unexpected(what) => {
                write!(f, "{what:?} stands nowhere in a game; take it out, or put braces around it if it is a comment")
            }
            PdnErrorKind::Nag(text) => write!(f, "${text} is no annotation; they are $0 to $255"),
            PdnErrorKind::TooDeep => {
                write!(f, "more than {MOST_LEVELS} variations within each other; take the innermost out")
            }
            PdnErrorKind::TooLong => {
                write!(f, "a game of more than {MOST_LETTERS} characters; write each game with tags or a result")
            }
            PdnErrorKind::Unreadable(error) => write!(f, "the text cannot be read on: {error}"),
        }
    }
}

impl std::error::Error for PdnError {}

/// Variations within variations, at most.
pub(super) const MOST_LEVELS: usize = 64;
/// Letters of a game, at most: no input takes more memory, whatever it is.
pub(super) const MOST_LETTERS: u64 = 16 << 20;
