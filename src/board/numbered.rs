//! Positions by the numbers of squares, as programs outside hold them.

use std::fmt;

use super::geometry::Geometry;
use super::notation::Notation;
use super::position::{Color, Position};

/// A position by the numbers that a game gives to its squares: bit n-1 of each set is the square with number n.
///
/// ```
/// use petrov::board::{Color, Numbered};
/// use petrov::rules::game;
///
/// let international = game("international").ok_or("no such game")?;
/// let position = international.read_fen("W:WK46:B5")?;
/// let numbered = Numbered::of(&position, international.geometry, &international.notation);
/// assert_eq!(numbered, Numbered { turn: Color::White, white: 1 << 45, black: 1 << 4, kings: 1 << 45 });
/// assert_eq!(numbered.position(international.geometry, &international.notation)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbered {
    /// The side to move.
    pub turn: Color,
    /// White's pieces.
    pub white: u128,
    /// Black's pieces.
    pub black: u128,
    /// Those of them that are kings.
    pub kings: u128,
}

/// What is wrong with a position by numbers.
///
/// ```
/// use petrov::board::{Color, Numbered, NumberedError};
/// use petrov::rules::game;
///
/// let game = game("russian").ok_or("no such game")?;
/// let twice = Numbered { turn: Color::White, white: 1, black: 1, kings: 0 };
/// let error = twice.position(game.geometry, &game.notation).unwrap_err();
/// assert_eq!(error, NumberedError::Overlap(1));
/// assert_eq!(error.to_string(), "two pieces stand on square 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberedError {
    /// A piece stands on a square with a number that the board does not have.
    OffBoard(u32),
    /// Two pieces stand on the square with this number.
    Overlap(u32),
    /// On the square with this number there is to be a king, but no piece.
    NoPiece(u32),
}

impl fmt::Display for NumberedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberedError::OffBoard(number) => {
                write!(f, "a piece stands on square {number}, which the board does not have")
            }
            NumberedError::Overlap(number) => write!(f, "two pieces stand on square {number}"),
            NumberedError::NoPiece(number) => write!(f, "square {number} is to be a king, but no piece stands there"),
        }
    }
}

impl std::error::Error for NumberedError {}

/// The number of the lowest square of a set of numbers.
fn lowest(numbers: u128) -> u32 {
    numbers.trailing_zeros() + 1
}

impl Numbered {
    /// The numbers of a position.
    pub fn of(position: &Position, geometry: Geometry, notation: &Notation) -> Numbered {
        let numbers = |squares| notation.numbers_of(squares, geometry);
        let &Position { turn, white_men, white_kings, black_men, black_kings } = position;
        let [white, black, kings] =
            [white_men | white_kings, black_men | black_kings, white_kings | black_kings].map(numbers);
        Numbered { turn, white, black, kings }
    }

    /// The position. It may have men on their last row: see [`Position::validate`].
    ///
    /// # Errors
    /// If there is a piece off the board, two on one square, or a king where no piece is.
    pub fn position(&self, geometry: Geometry, notation: &Notation) -> Result<Position, NumberedError> {
        let &Numbered { turn, white, black, kings } = self;
        if white & black != 0 {
            return Err(NumberedError::Overlap(lowest(white & black)));
        }
        if kings & !(white | black) != 0 {
            return Err(NumberedError::NoPiece(lowest(kings & !(white | black))));
        }
        let squares = |mut numbers: u128| {
            let mut squares = 0;
            while numbers != 0 {
                let number = lowest(numbers);
                let square = notation.square_by_number(number, geometry).ok_or(NumberedError::OffBoard(number))?;
                squares |= 1_u128 << square;
                numbers &= numbers - 1;
            }
            Ok(squares)
        };
        Ok(Position {
            turn,
            white_men: squares(white & !kings)?,
            white_kings: squares(white & kings)?,
            black_men: squares(black & !kings)?,
            black_kings: squares(black & kings)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Corner, Geometry};
    use super::*;

    #[test]
    fn what_is_wrong_has_a_number() {
        let geometry = Geometry { files: 10, rows: 10, full: false };
        let notation = Notation::numbers(Corner::TopLeft, false, 'x');
        let none = Numbered { turn: Color::White, white: 0, black: 0, kings: 0 };
        for (numbered, error) in [
            (Numbered { white: 1 << 50, ..none }, NumberedError::OffBoard(51)),
            (Numbered { black: 1 << 127, ..none }, NumberedError::OffBoard(128)),
            (Numbered { white: 6, black: 4, ..none }, NumberedError::Overlap(3)),
            (Numbered { white: 1, kings: 2, ..none }, NumberedError::NoPiece(2)),
        ] {
            assert_eq!(numbered.position(geometry, &notation), Err(error));
        }
    }

    #[test]
    fn there_and_back() {
        for (files, rows, full) in [(8, 8, false), (8, 8, true), (10, 8, false), (10, 10, false), (12, 12, false)] {
            let geometry = Geometry { files, rows, full };
            for (corner, mirrored) in Corner::ALL.into_iter().flat_map(|corner| [(corner, false), (corner, true)]) {
                let notation = Notation::numbers(corner, mirrored, 'x');
                let set = |seed: u128| {
                    (0..geometry.squares()).filter(|n| seed >> (n % 7) & 1 == 1).map(|n| 1_u128 << n).sum()
                };
                let [white_men, others, black_men, black_kings]: [u128; 4] = [0b1, 0b110, 0b1000, 0b10_0000].map(set);
                let position = Position { turn: Color::Black, white_men, white_kings: others, black_men, black_kings };
                let numbered = Numbered::of(&position, geometry, &notation);
                assert_eq!(
                    numbered.white & 1 == 1,
                    position
                        .piece(notation.square_by_number(1, geometry).unwrap())
                        .is_some_and(|piece| piece.color == Color::White)
                );
                assert_eq!(numbered.position(geometry, &notation), Ok(position), "{geometry:?} {corner:?}");
            }
        }
    }
}
