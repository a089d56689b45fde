//! What a position is worth that no table has: pieces, and how far the men have come.

use petrov::board::{Color, Position};
use petrov::rules::Game;

/// A man, in hundredths.
const MAN: i32 = 100;
/// A king that goes any distance, and one that goes a step.
const FLYING_KING: i32 = 300;
const KING: i32 = 140;
/// What a man gains with each row.
const ROW: i32 = 3;

/// The value for the side to move, in hundredths of a man. In giveaway pieces are what one wants to be rid of.
pub(super) fn evaluate(game: &Game, position: &Position) -> i32 {
    let king = if game.rules.kings_fly { FLYING_KING } else { KING };
    let width = game.geometry.squares_per_row();
    let last = game.geometry.rows - 1;
    let side = |men: u128, kings: u128, up: bool| {
        let mut sum = king * kings.count_ones() as i32 + MAN * men.count_ones() as i32;
        let mut rest = men;
        while rest != 0 {
            let row = rest.trailing_zeros() / width;
            sum += ROW * if up { row } else { last - row } as i32;
            rest &= rest - 1;
        }
        sum
    };
    let white = side(position.white_men, position.white_kings, true);
    let black = side(position.black_men, position.black_kings, false);
    let value = if position.turn == Color::White { white - black } else { black - white };
    if game.ending.giveaway { -value } else { value }
}
