//! Positions, there and back.

use petrov_core::board::{Color, Position};
use petrov_core::rules::Game;

use super::code::{Failure, PETROV_INVALID_POSITION};

/// A position. Bit n-1 of each set is square n, as the game counts the squares: bits 0 to 63 in the first word. `kings` says
/// which of the pieces are kings.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct petrov_position {
    /// White's pieces.
    pub white: [u64; 2],
    /// Black's pieces.
    pub black: [u64; 2],
    /// Which of all pieces are kings.
    pub kings: [u64; 2],
    /// 1 if Black is to move, else 0.
    pub black_to_move: u8,
}

/// From bits by number to bits by square.
fn squares(game: &Game, words: [u64; 2], name: &str) -> Result<u128, Failure> {
    let mut numbers = u128::from(words[0]) | u128::from(words[1]) << 64;
    let mut squares = 0;
    while numbers != 0 {
        let number = numbers.trailing_zeros() + 1;
        numbers &= numbers - 1;
        let square = game.notation.square_by_number(number, game.geometry).ok_or_else(|| {
            let message = format!("{name}: the board of this game has no square {number}");
            Failure::new(PETROV_INVALID_POSITION, message)
        })?;
        squares |= 1_u128 << square;
    }
    Ok(squares)
}

/// From bits by square to bits by number.
pub(crate) fn words(game: &Game, mut squares: u128) -> [u64; 2] {
    let mut numbers = 0_u128;
    while squares != 0 {
        numbers |= 1_u128 << (game.notation.number(squares.trailing_zeros(), game.geometry) - 1);
        squares &= squares - 1;
    }
    [numbers as u64, (numbers >> 64) as u64]
}

impl petrov_position {
    /// The position that is meant; it may still have men on their last row.
    pub(crate) fn read(&self, game: &Game) -> Result<Position, Failure> {
        let white = squares(game, self.white, "white")?;
        let black = squares(game, self.black, "black")?;
        let kings = squares(game, self.kings, "kings")?;
        if kings & !(white | black) != 0 {
            return Err(Failure::new(PETROV_INVALID_POSITION, "kings: a king stands where no piece is"));
        }
        let turn = match self.black_to_move {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(Failure::argument(format!("black_to_move is {other}, neither 0 nor 1"))),
        };
        let (white_men, white_kings) = (white & !kings, white & kings);
        Ok(Position { turn, white_men, white_kings, black_men: black & !kings, black_kings: black & kings })
    }

    pub(crate) fn write(game: &Game, position: &Position) -> petrov_position {
        petrov_position {
            white: words(game, position.white_men | position.white_kings),
            black: words(game, position.black_men | position.black_kings),
            kings: words(game, position.white_kings | position.black_kings),
            black_to_move: u8::from(position.turn == Color::Black),
        }
    }
}
