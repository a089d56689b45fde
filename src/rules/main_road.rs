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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board8x8, Board10x10};

    #[test]
    fn the_main_road_goes_from_corner_to_corner() {
        let squares = |road: u64, square_of: fn(u32) -> u32| road.iter().map(square_of).collect::<Vec<_>>();
        assert_eq!(squares(main_road::<Board8x8>(), Board8x8::square_of), [0, 4, 9, 13, 18, 22, 27, 31]);
        assert_eq!(main_road::<Board10x10>().count(), 10);
        assert_eq!(Board8x8::rotate(main_road::<Board8x8>()), main_road::<Board8x8>());
    }
}
