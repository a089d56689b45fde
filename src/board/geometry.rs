//! Boards: which squares there are, how a step leads from one to the next, and where men may stand.

use std::fmt::Debug;

use super::bits::Bits;

/// The diagonal directions, as the side that plays up the board sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the last row and the left edge.
    UpLeft,
    /// Towards the last row and the right edge.
    UpRight,
    /// Towards the first row and the left edge.
    DownLeft,
    /// Towards the first row and the right edge.
    DownRight,
}

impl Direction {
    /// The four diagonals, the two forward ones first.
    pub const DIAGONAL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];
    /// The two diagonals that lead up the board.
    pub const FORWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];

    /// The direction straight back.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }
}

/// The shape of a board as plain numbers, for code that reads and draws positions of any game.
///
/// Squares are numbered from 0, row by row from the bottom, left to right, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Columns of the board, playing squares and others.
    pub files: u32,
    /// Rows of the board.
    pub rows: u32,
}

impl Geometry {
    /// Playing squares in a row.
    pub const fn squares_per_row(self) -> u32 {
        self.files / 2
    }

    /// Playing squares on the board.
    pub const fn squares(self) -> u32 {
        self.squares_per_row() * self.rows
    }

    /// Row (from 0 at the bottom) and file (from 0 at the left) of a square.
    pub const fn row_and_file(self, square: u32) -> (u32, u32) {
        let row = square / self.squares_per_row();
        (row, 2 * (square % self.squares_per_row()) + row % 2)
    }

    /// The square on this row and file, or `None` where no piece can stand.
    pub const fn square(self, row: u32, file: u32) -> Option<u32> {
        if row >= self.rows || file >= self.files || !(row + file).is_multiple_of(2) {
            return None;
        }
        Some(row * self.squares_per_row() + file / 2)
    }
}

/// A board whose squares are bits of a machine word.
///
/// Between the rows unused bits are left out, so that a step in one direction is the same shift from every square and
/// a step over the edge lands on an unused bit. On 8x8 bits 4, 13, 22 and 31 are unused:
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

    /// The set one step further; members that leave the board are lost or stand on unused bits.
    #[inline(always)]
    fn step(set: Self::Bits, direction: Direction) -> Self::Bits {
        Self::leap(set, direction, 1)
    }

    /// The set `steps` steps further, in one shift. Only the squares between may catch what leaves the board.
    #[inline(always)]
    fn leap(set: Self::Bits, direction: Direction, steps: u32) -> Self::Bits {
        let width = Self::GEOMETRY.squares_per_row();
        match direction {
            Direction::UpLeft => set << (width * steps),
            Direction::UpRight => set << ((width + 1) * steps),
            Direction::DownLeft => set >> ((width + 1) * steps),
            Direction::DownRight => set >> (width * steps),
        }
    }

    /// The set as the other side sees it: the board turned by half a turn.
    #[inline(always)]
    fn rotate(set: Self::Bits) -> Self::Bits {
        set.reversed() >> (Self::Bits::WIDTH - Self::BITS)
    }

    /// The bit of a square number.
    #[inline(always)]
    fn bit_of(square: u32) -> u32 {
        square + (square / Self::GEOMETRY.squares_per_row()).div_ceil(2)
    }

    /// The square number of a bit that is a playing square.
    #[inline(always)]
    fn square_of(bit: u32) -> u32 {
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

/// The playing squares of the rows `from..to` in the layout of [`Board`].
const fn rows(geometry: Geometry, from: u32, to: u32) -> u128 {
    let width = geometry.squares_per_row();
    let mut set = 0;
    let mut row = from;
    while row < to {
        set |= ((1 << width) - 1) << (row * width + row.div_ceil(2));
        row += 1;
    }
    set
}

macro_rules! diagonal_board {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $files:literal, $rows:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Board for $name {
            type Bits = $bits;
            const GEOMETRY: Geometry = Geometry { files: $files, rows: $rows };
            const BITS: u32 = $files / 2 * $rows + $rows / 2;
            const PLAYING: $bits = rows(Self::GEOMETRY, 0, $rows) as $bits;
            const FIRST_ROW: $bits = rows(Self::GEOMETRY, 0, 1) as $bits;
            const LAST_ROW: $bits = rows(Self::GEOMETRY, $rows - 1, $rows) as $bits;
            const MEN_UP: $bits = rows(Self::GEOMETRY, 0, $rows - 1) as $bits;
            const MEN_DOWN: $bits = rows(Self::GEOMETRY, 1, $rows) as $bits;
        }
    };
}

diagonal_board!(
    /// The 32 dark squares of 8x8.
    Board8x8, u64, 8, 8
);
diagonal_board!(
    /// The 40 dark squares of ten files and eight rows.
    Board10x8, u64, 10, 8
);
diagonal_board!(
    /// The 50 dark squares of 10x10.
    Board10x10, u64, 10, 10
);
diagonal_board!(
    /// The 72 dark squares of 12x12.
    Board12x12, u128, 12, 12
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
            for (direction, up, right) in [
                (Direction::UpLeft, 1, -1),
                (Direction::UpRight, 1, 1),
                (Direction::DownLeft, -1, -1),
                (Direction::DownRight, -1, 1),
            ] {
                let (row, file) = (row as i32 + up, file as i32 + right);
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
    }
}
