//! What can be wrong with a FEN.

use std::fmt;

use super::super::cursor::{write_mixed, write_unexpected};
use super::super::unknown::UnknownSquare;

/// What is wrong with a FEN, and where.
///
/// ```
/// use petrov::rules;
///
/// let error = rules::game("russian").unwrap().read_fen("W:Wc3,a9:Bd4").unwrap_err();
/// assert_eq!(error.column, 7);
/// assert!(error.to_string().starts_with("column 7: there is no square a9"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The column, counted from 1 in characters of the text.
    pub column: usize,
    /// What is wrong there.
    pub kind: FenErrorKind,
}

/// What is wrong with a FEN. Squares are named as the text names them.
///
/// ```
/// use petrov::{board::FenErrorKind, rules};
///
/// let error = rules::game("russian").unwrap().read_fen("W:Wc3:Bc3").unwrap_err();
/// assert_eq!(error.kind, FenErrorKind::TwoPieces { square: "c3".into() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text does not begin with the side to move.
    TurnMissing {
        /// A FEN of this board.
        example: String,
    },
    /// The side to move is given as `?`.
    TurnUnknown,
    /// No colon follows the side to move.
    ColonMissing {
        /// A FEN of this board.
        example: String,
    },
    /// Neither side's pieces are given.
    PiecesMissing {
        /// A FEN of this board.
        example: String,
    },
    /// No colour follows a colon.
    ColorMissing,
    /// There is no such square.
    UnknownSquare(UnknownSquare),
    /// Some squares have letters and others numbers.
    MixedStyles {
        /// The first square with a letter.
        letters: String,
        /// The first square with a number.
        numbers: String,
    },
    /// A part of the text that can be read in two ways.
    TwoReadings {
        /// The part.
        text: String,
        /// What it can mean.
        meanings: [String; 2],
        /// How to write each.
        remedy: String,
    },
    /// A range of squares that are not given by numbers.
    RangeOfNames,
    /// A range that runs from a higher number to a lower one.
    DescendingRange {
        /// The number in front of the hyphen.
        first: u32,
        /// The number behind the hyphen.
        last: u32,
    },
    /// A second piece on one square.
    TwoPieces {
        /// The square.
        square: String,
    },
    /// A man where it would be a king.
    ManOnPromotionRow {
        /// The square.
        square: String,
    },
    /// Something stands in the wrong place.
    Unexpected {
        /// What was read; `None` at the end of the text.
        found: Option<char>,
        /// What belongs there.
        expected: &'static str,
    },
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenErrorKind::TurnMissing { example } => {
                write!(f, "the side to move is missing; write W or B first, as in {example}")
            }
            FenErrorKind::TurnUnknown => write!(f, "the side to move is unknown; write W or B in place of ?"),
            FenErrorKind::ColonMissing { example } => {
                write!(f, "a colon belongs between the side to move and the pieces, as in {example}")
            }
            FenErrorKind::PiecesMissing { example } => write!(f, "the pieces are missing; write them as in {example}"),
            FenErrorKind::ColorMissing => {
                write!(f, "the colour of the pieces is missing; write W or B behind the colon")
            }
            FenErrorKind::UnknownSquare(error) => error.fmt(f),
            FenErrorKind::MixedStyles { letters, numbers } => write_mixed(f, letters, numbers),
            FenErrorKind::TwoReadings { text, meanings: [one, other], remedy } => {
                write!(f, "{text} can mean {one} or {other}; {remedy}")
            }
            FenErrorKind::RangeOfNames => {
                write!(f, "a range needs numbers; name each square, with commas between them")
            }
            FenErrorKind::DescendingRange { first, last } => {
                write!(f, "the range {first}-{last} runs downwards; write {last}-{first}")
            }
            FenErrorKind::TwoPieces { square } => write!(f, "two pieces on {square}; name each square once"),
            FenErrorKind::ManOnPromotionRow { square } => {
                write!(f, "a man on {square} would stand on its promotion row; write K{square} for a king")
            }
            FenErrorKind::Unexpected { found, expected } => write_unexpected(f, *found, expected),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}

impl std::error::Error for FenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            FenErrorKind::UnknownSquare(error) => Some(error),
            _ => None,
        }
    }
}
