//! Names of squares and corners that a board does not have.

use std::fmt;

use super::geometry::{Geometry, letter};

/// A name that no playing square has.
///
/// ```
/// use petrov::board::{Board, Board8x8, Notation};
///
/// let error = Notation::letters(':').square_by_name("c4", Board8x8::GEOMETRY).unwrap_err();
/// assert_eq!(error.to_string(), "there is no square c4 on this board (squares are a1 to h8, dark squares only)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSquare {
    pub(super) name: String,
    pub(super) geometry: Geometry,
    pub(super) light_a1: bool,
}

impl fmt::Display for UnknownSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (files, rows) = (self.geometry.files, self.geometry.rows);
        write!(f, "there is no square {} on this board (squares are ", self.name)?;
        if self.name.starts_with(|first: char| first.is_ascii_digit()) {
            return write!(f, "1 to {})", self.geometry.squares());
        }
        write!(f, "a1 to {}{rows}", letter(files - 1))?;
        if self.geometry.squares() < files * rows {
            write!(f, ", dark squares only")?;
        }
        if self.light_a1 {
            write!(f, "; in this game a1 is light")?;
        }
        write!(f, ")")
    }
}

impl std::error::Error for UnknownSquare {}

/// A name that no corner of the board has.
///
/// ```
/// use petrov::board::{Board, Board8x8, Notation};
///
/// let error = Notation::letters(':').corner_by_name("c3", Board8x8::GEOMETRY).unwrap_err();
/// assert_eq!(error.to_string(), "square number 1 cannot be \"c3\"; it is b8, a1, g1 or h8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCorner {
    pub(super) name: String,
    pub(super) accepted: [String; 4],
}

impl fmt::Display for UnknownCorner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = &self.accepted;
        write!(f, "square number 1 cannot be {:?}; it is {first}, {second}, {third} or {fourth}", self.name)
    }
}

impl std::error::Error for UnknownCorner {}
