//! Boards: sets of squares in machine words, how a step leads from one to the next, and where men may stand.

use std::fmt::Debug;

use super::bits::Bits;
use super::direction::Direction;
use super::geometry::Geometry;

/// A board whose squares are bits of a machine word.
///
/// Where pieces stand on one colour, unused bits are left out between the rows, so that a step in one direction is the
/// same shift from every square and a diagonal step over the edge lands on an unused bit. On 8x8 bits 4, 13, 22 and 31
/// are unused:
///
/// ```text
///      32  33  34  35      row 8
///    27  28  29  30        row 7
///      23  24  25  26      row 6
///    18  19  20  21        row 5
///      14  15  16  17      row 4
///     9  10  11  12        row 3
///       5   6   7   8      row 2
///     0   1   2   3        row 1
/// ```
///
/// Where they stand on all squares there are no unused bits, and a mask keeps steps from coming back at the other edge.
///
/// ```
/// use petrov::board::{Board, Board8x8, Board8x8Full};
///
/// assert_eq!((Board8x8::GEOMETRY.squares(), Board8x8Full::GEOMETRY.squares()), (32, 64));
/// ```
pub trait Board: Copy + Debug + Default + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Bits: Bits;
    /// The shape as plain numbers.
    const GEOMETRY: Geometry;
    /// The bits in use, unused ones between the rows included.
    const BITS: u32;
    /// The playing squares.
    const PLAYING: Self::Bits;
    /// The first row, where men of the side playing down are crowned.
    const FIRST_ROW: Self::Bits;
    /// The last row, where men of the side playing up are crowned.
    const LAST_ROW: Self::Bits;
    /// Squares where men of the side playing up can stand.
    const MEN_UP: Self::Bits;
    /// Squares where men of the side playing down can stand.
    const MEN_DOWN: Self::Bits;
    /// By direction: the bits that a step over the edge would come back to.
    const WRAPPED: [Self::Bits; 8];

    /// The set one step further; members that leave the board are lost or stand on unused bits.
    #[inline(always)]
    fn step(set: Self::Bits, direction: Direction) -> Self::Bits {
        Self::leap(set, direction, 1) & Self::entered(direction)
    }

    /// The bits on which a step in this direction can end.
    #[inline(always)]
    fn entered(direction: Direction) -> Self::Bits {
        !Self::WRAPPED[direction as usize]
    }

    /// The set `steps` steps further, in one shift. Only the squares between may catch what leaves the board.
    #[inline(always)]
    fn leap(set: Self::Bits, direction: Direction, steps: u32) -> Self::Bits {
        let bits = Self::GEOMETRY.bits_up(direction);
        if bits > 0 { set << (bits.unsigned_abs() * steps) } else { set >> (bits.unsigned_abs() * steps) }
    }

    /// The most steps in this direction from any square.
    #[inline(always)]
    fn span(direction: Direction) -> u32 {
        Self::GEOMETRY.span(direction)
    }

    /// The set as the other side sees it: the board turned by half a turn.
    #[inline(always)]
    fn rotate(set: Self::Bits) -> Self::Bits {
        set.reversed() >> (Self::Bits::WIDTH - Self::BITS)
    }

    /// The bit of a square number.
    #[inline(always)]
    fn bit_of(square: u32) -> u32 {
        Self::GEOMETRY.bit_of(square)
    }

    /// The square number of a bit that is a playing square.
    #[inline(always)]
    fn square_of(bit: u32) -> u32 {
        if Self::GEOMETRY.full {
            return bit;
        }
        // Two rows and their unused bit make one period.
        let width = Self::GEOMETRY.squares_per_row();
        let (pair, rest) = (bit / (2 * width + 1), bit % (2 * width + 1));
        pair * 2 * width + if rest < width { rest } else { rest - 1 }
    }

    /// The row of a bit that is a playing square, from 0 at the bottom.
    #[inline(always)]
    fn row_of(bit: u32) -> u32 {
        Self::square_of(bit) / Self::GEOMETRY.squares_per_row()
    }
}

macro_rules! board {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $geometry:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Board for $name {
            type Bits = $bits;
            const GEOMETRY: Geometry = $geometry;
            const BITS: u32 = Self::GEOMETRY.bit_of(Self::GEOMETRY.squares() - 1) + 1;
            const PLAYING: $bits = $name::rows(0, Self::GEOMETRY.rows);
            const FIRST_ROW: $bits = $name::rows(0, 1);
            const LAST_ROW: $bits = $name::rows(Self::GEOMETRY.rows - 1, Self::GEOMETRY.rows);
            const MEN_UP: $bits = $name::rows(0, Self::GEOMETRY.rows - 1);
            const MEN_DOWN: $bits = $name::rows(1, Self::GEOMETRY.rows);
            const WRAPPED: [$bits; 8] = {
                let mut all = [0; 8];
                let mut number = 0;
                while number < all.len() {
                    all[number] = Self::GEOMETRY.wrapped(Direction::ALL[number]) as $bits;
                    number += 1;
                }
                all
            };
        }

        impl $name {
            const fn rows(from: u32, to: u32) -> $bits {
                Self::GEOMETRY.set(from, to, 0..Self::GEOMETRY.squares_per_row()) as $bits
            }
        }
    };
}

board!(
    /// The 32 dark squares of 8x8.
    ///
    /// ```
    /// use petrov::board::{Board, Board8x8};
    ///
    /// let geometry = Board8x8::GEOMETRY;
    /// assert_eq!((geometry.files, geometry.squares()), (8, 32));
    /// ```
    Board8x8, u64, Geometry { files: 8, rows: 8, full: false }
);
board!(
    /// The 40 dark squares of ten files and eight rows.
    ///
    /// ```
    /// use petrov::board::{Board, Board10x8};
    ///
    /// let geometry = Board10x8::GEOMETRY;
    /// assert_eq!((geometry.files, geometry.squares()), (10, 40));
    /// ```
    Board10x8, u64, Geometry { files: 10, rows: 8, full: false }
);
board!(
    /// The 50 dark squares of 10x10.
    ///
    /// ```
    /// use petrov::board::{Board, Board10x10};
    ///
    /// let geometry = Board10x10::GEOMETRY;
    /// assert_eq!((geometry.files, geometry.squares()), (10, 50));
    /// ```
    Board10x10, u64, Geometry { files: 10, rows: 10, full: false }
);
board!(
    /// The 72 dark squares of 12x12.
    ///
    /// ```
    /// use petrov::board::{Board, Board12x12};
    ///
    /// let geometry = Board12x12::GEOMETRY;
    /// assert_eq!((geometry.files, geometry.squares()), (12, 72));
    /// ```
    Board12x12, u128, Geometry { files: 12, rows: 12, full: false }
);
board!(
    /// All 64 squares of 8x8.
    ///
    /// ```
    /// use petrov::board::{Board, Board8x8Full};
    ///
    /// let geometry = Board8x8Full::GEOMETRY;
    /// assert_eq!((geometry.files, geometry.squares()), (8, 64));
    /// ```
    Board8x8Full, u64, Geometry { files: 8, rows: 8, full: true }
);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Board>() {
        let geometry = B::GEOMETRY;
        assert_eq!(B::PLAYING.count(), geometry.squares());
        let mut last = None;
        for square in 0..geometry.squares() {
            let bit = B::bit_of(square);
            assert!((B::PLAYING & B::Bits::bit(bit)).any());
            assert_eq!(B::square_of(bit), square);
            assert!(last < Some(bit), "bits are in the order of the squares");
            last = Some(bit);
            let (row, file) = geometry.row_and_file(square);
            assert_eq!(geometry.square(row, file), Some(square));
            assert_eq!(B::row_of(bit), row);
            let rotated = B::rotate(B::Bits::bit(bit));
            assert_eq!(rotated, B::Bits::bit(B::bit_of(geometry.squares() - 1 - square)));
            for (number, &direction) in Direction::ALL.iter().enumerate() {
                assert_eq!(number, direction as usize, "masks are found by the number of a direction");
                let (up, right) = direction.rows_and_files();
                let far = if geometry.full || up * right != 0 { 1 } else { 2 };
                let (row, file) = (row as i32 + far * up, file as i32 + far * right);
                let expected = (row >= 0 && file >= 0)
                    .then(|| geometry.square(row as u32, file as u32))
                    .flatten()
                    .map_or(B::Bits::EMPTY, |square| B::Bits::bit(B::bit_of(square)));
                assert_eq!(B::step(B::Bits::bit(bit), direction) & B::PLAYING, expected);
            }
        }
        assert_eq!(B::rotate(B::MEN_UP), B::MEN_DOWN);
        assert_eq!(B::rotate(B::FIRST_ROW), B::LAST_ROW);
    }

    #[test]
    fn layout_of_every_board() {
        check::<Board8x8>();
        check::<Board10x8>();
        check::<Board10x10>();
        check::<Board12x12>();
        check::<Board8x8Full>();
    }
}
