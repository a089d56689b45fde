//! The main road, on which draw rules look.

use crate::board::{Bits, Board, Direction};

/// The main road of a board: the diagonal of playing squares from corner to corner.
pub fn main_road<B: Board>() -> B::Bits {
    let mut road = B::Bits::bit(B::bit_of(0));
    let mut last = road;
    while last.any() {
        last = B::step(last, Direction::UpRight) & B::PLAYING;
        road |= last;
    }
    road
}
