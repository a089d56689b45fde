//! What a word of a text can be.

use crate::pdn::letters::Place;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::pdn) enum Token {
    /// `[Name "text"]`.
    Tag(String, String),
    /// `12.` or `12...`: the number, and whether it is said to be that of the side that moves second.
    Number(u32, bool),
    /// A move, without what stands behind it.
    Move(String),
    /// `!`, `?`, `!?`, `(!)` and the like.
    Strength(String),
    /// `$12`.
    Nag(u8),
    /// `{text}`.
    Comment(String),
    /// `%text` or `;text`, to the end of the line.
    LineComment(String),
    /// `/FEN "text"/`.
    Setup(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `1-0`, `*` and the like.
    Result(String),
}

/// A word and where it begins.
pub(in crate::pdn) type Placed = (Token, Place);

/// What a game ends with.
pub(in crate::pdn) const RESULTS: [&str; 9] = ["1/2-1/2", "1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "*", "1/2"];
