//! FEN, the text of a position: every dialect is read, one is written.
//!
//! A text is taken apart without asking what its squares are called ([`reader`]). Then all of it together says which
//! of its parts have one reading only ([`readings`]): a text names its squares with letters or with numbers, never
//! both, and that settles most of what could be read in two ways. The rest is refused, with both readings in the
//! message.

mod error;
mod reader;
mod readings;

pub use error::{FenError, FenErrorKind};

use super::corner::Corner;
use super::geometry::Geometry;
use super::notation::Notation;
use super::position::{Color, Position};
use reader::Reader;
use readings::Readings;

/// Reads a position. The squares have letters or numbers; `1-5` and `K1-5` are ranges of numbers. The sides may come in
/// any order and more than once, a side that is not named has no pieces. Spaces, small letters, quotes, `[FEN "..."]`
/// and a dot at the end are accepted; move counters (`:H0:F1`) are read and dropped.
///
/// A text that can be read in two ways is refused with both readings:
///
/// * Letters and numbers do not mix: `W:Wc3,22:Bd4` is an error.
/// * `b6` behind a colon is Black on square number 6 where other squares have numbers; elsewhere the colour of the
///   square b6 may have been forgotten.
/// * `h4` and `f6` behind a colon are counters where squares have numbers; elsewhere they may be squares without a
///   colour. Capitals (`H4`) are counters, unless squares have capitals too.
/// * On a board of more than ten files `k5` is a square and `K5` a king on square number 5; a king on k5 is `Kk5`.
///   Where the colour is a small letter too, as in `w:wk5`, only the other squares tell a king from a square.
///
/// The position is [valid](Position::validate).
///
/// # Errors
/// The first thing that is wrong.
///
/// ```
/// use petrov::board::{Board, Board10x10, Corner, Notation, parse_fen};
///
/// let notation = Notation::numbers(Corner::TopLeft, false, 'x');
/// let position = parse_fen("[FEN \"B:W31-33,K50:BK5.\"]", Board10x10::GEOMETRY, &notation)?;
/// assert_eq!((position.white_men.count_ones(), position.pieces()), (3, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_fen(text: &str, geometry: Geometry, notation: &Notation) -> Result<Position, FenError> {
    let mut reader = Reader::new(text, geometry, notation);
    let (closing, turn) = (reader.opening(), reader.turn()?);
    let (parts, end) = reader.parts(closing);
    // What is wrong with a part comes before what is wrong behind it.
    let position = Readings::of(&parts, geometry, notation).position(turn)?;
    end.map(|()| position)
}

/// Writes a position in the style of the game: no spaces, no dot, White first, the squares of each side in ascending
/// order. [`parse_fen`] reads it back.
///
/// ```
/// use petrov::board::{Board, Board8x8, Corner, Notation, parse_fen, write_fen};
///
/// // Letters are read where numbers are written, and the other way round.
/// let letters = Notation::letters(':');
/// let numbers = Notation::numbers(Corner::TopLeft, false, 'x');
/// let position = parse_fen("W:Wc3,Ka1:Bb8", Board8x8::GEOMETRY, &letters)?;
/// assert_eq!(write_fen(&position, Board8x8::GEOMETRY, &letters), "W:WKa1,c3:Bb8");
/// assert_eq!(write_fen(&position, Board8x8::GEOMETRY, &numbers), "W:W22,K29:B1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_fen(position: &Position, geometry: Geometry, notation: &Notation) -> String {
    let notation = writing(notation, geometry);
    // Names with letters are listed from the bottom left, whatever corner the numbers start from.
    let order = if notation.algebraic { Notation { first: Corner::BottomLeft, ..notation } } else { notation };
    let side = |color: Color| -> String {
        let name = |square: u32| {
            let piece = position.piece(square).filter(|piece| piece.color == color)?;
            Some(format!("{}{}", if piece.king { "K" } else { "" }, notation.name(square, geometry)))
        };
        let squares = (1..=geometry.squares()).filter_map(|number| order.square_by_number(number, geometry));
        squares.filter_map(name).collect::<Vec<_>>().join(",")
    };
    format!("{}:W{}:B{}", letter(position.turn), side(Color::White), side(Color::Black))
}

fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

/// The notation for writing a FEN. Where the board has a file k, a man on k5 looks like a king on square 5 to older
/// readers, so numbers are written there.
fn writing(notation: &Notation, geometry: Geometry) -> Notation {
    Notation { algebraic: notation.algebraic && geometry.files <= 10, ..*notation }
}

#[cfg(test)]
mod tests;
