//! The parts of a text, each with its bytes.

use super::error::PdnError;
use super::record::Record;

/// A part of a text with all of its bytes. The pieces of a text, put together, are the text.
///
/// White space belongs to the piece that it stands behind. [`Reader::next_piece`](super::Reader::next_piece) yields
/// pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The bytes, exactly as they were read.
    pub source: Vec<u8>,
    /// What they are.
    pub content: Content,
}

/// What a piece of a text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A game.
    Game(Record),
    /// A stretch in which something is wrong, up to the next game.
    Wrong(PdnError),
    /// More of the stretch before, where it is long, or white space that no game stands in front of.
    Rest,
}
