//! How many pieces a side has.

use std::fmt;

/// The pieces of one side. The order is that of strength: more pieces first, then more kings.
///
/// ```
/// use petrov::board::Side;
///
/// let side = Side { kings: 1, men: 2 };
/// assert_eq!((side.pieces(), side.to_string()), (3, "KMM".into()));
/// let all: Vec<String> = Side::all(2).map(|side| side.to_string()).collect();
/// assert_eq!(all, ["KK", "KM", "MM"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Kings.
    pub kings: u32,
    /// Men.
    pub men: u32,
}

impl Side {
    /// Pieces in all.
    pub fn pieces(self) -> u32 {
        self.kings + self.men
    }

    /// All sides of this many pieces, the one with most kings first.
    pub fn all(pieces: u32) -> impl Iterator<Item = Side> {
        (0..=pieces).map(move |men| Side { kings: pieces - men, men })
    }

    /// By what sides are ordered.
    pub(crate) fn strength(self) -> (u32, u32) {
        (self.pieces(), self.kings)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.kings).try_for_each(|_| f.write_str("K"))?;
        (0..self.men).try_for_each(|_| f.write_str("M"))
    }
}
