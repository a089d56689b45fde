//! Positions, there and back.

use petrov_core::board::{Color, Numbered, Position};
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

/// The two words of a set of squares by number.
pub(crate) fn words(numbers: u128) -> [u64; 2] {
    [numbers as u64, (numbers >> 64) as u64]
}

fn numbers(words: [u64; 2]) -> u128 {
    u128::from(words[0]) | u128::from(words[1]) << 64
}

impl petrov_position {
    /// The position that is meant; it may still have men on their last row.
    pub(crate) fn read(&self, game: &Game) -> Result<Position, Failure> {
        let turn = match self.black_to_move {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(Failure::argument(format!("black_to_move is {other}, neither 0 nor 1"))),
        };
        let [white, black, kings] = [self.white, self.black, self.kings].map(numbers);
        let position = Numbered { turn, white, black, kings }.position(game.geometry, &game.notation);
        position.map_err(|error| Failure::new(PETROV_INVALID_POSITION, error.to_string()))
    }

    pub(crate) fn write(game: &Game, position: &Position) -> petrov_position {
        let Numbered { turn, white, black, kings } = Numbered::of(position, game.geometry, &game.notation);
        let black_to_move = u8::from(turn == Color::Black);
        petrov_position { white: words(white), black: words(black), kings: words(kings), black_to_move }
    }
}
