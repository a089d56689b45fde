//! The shape of a board: which squares there are, which bits stand for them, and how far a step leads.

use super::direction::Direction;

/// The shape of a board as plain numbers, for code that reads and draws positions of any game.
///
/// Squares are numbered from 0, row by row from the bottom, left to right, as White sees the board.
///
/// ```
/// use petrov::board::{Board, Board8x8, Geometry};
///
/// let geometry: Geometry = Board8x8::GEOMETRY;
/// assert_eq!((geometry.files, geometry.rows, geometry.full), (8, 8, false));
/// assert_eq!((geometry.squares_per_row(), geometry.squares()), (4, 32));
/// // c3: the third row and the third file, counted from 0.
/// assert_eq!(geometry.square(2, 2), Some(9));
/// assert_eq!(geometry.row_and_file(9), (2, 2));
/// assert_eq!(geometry.square(2, 3), None); // d3 is light
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Columns of the board, playing squares and others.
    pub files: u32,
    /// Rows of the board.
    pub rows: u32,
    /// Whether pieces stand on all squares, and not on those of one colour alone.
    pub full: bool,
}

impl Geometry {
    /// Playing squares in a row.
    pub const fn squares_per_row(self) -> u32 {
        if self.full { self.files } else { self.files / 2 }
    }

    /// Playing squares on the board.
    pub const fn squares(self) -> u32 {
        self.squares_per_row() * self.rows
    }

    /// Row (from 0 at the bottom) and file (from 0 at the left) of a square.
    pub const fn row_and_file(self, square: u32) -> (u32, u32) {
        let (row, place) = (square / self.squares_per_row(), square % self.squares_per_row());
        (row, if self.full { place } else { 2 * place + row % 2 })
    }

    /// The square on this row and file, or `None` where no piece can stand.
    pub const fn square(self, row: u32, file: u32) -> Option<u32> {
        if row >= self.rows || file >= self.files {
            return None;
        }
        if self.full {
            return Some(row * self.files + file);
        }
        if !(row + file).is_multiple_of(2) {
            return None;
        }
        Some(row * self.squares_per_row() + file / 2)
    }

    /// How many bits a step leads up in the layout of [`Board`](super::Board).
    pub(super) const fn bits_up(self, direction: Direction) -> i32 {
        let width = self.squares_per_row() as i32;
        let (rows, files) = direction.rows_and_files();
        match direction {
            _ if self.full => rows * width + files,
            // Half the files are squares, and two rows have one unused bit between them.
            Direction::UpLeft => width,
            Direction::UpRight => width + 1,
            Direction::DownLeft => -(width + 1),
            Direction::DownRight => -width,
            _ => rows * (2 * width + 1) + files,
        }
    }

    /// The most steps in this direction from any square.
    pub(super) const fn span(self, direction: Direction) -> u32 {
        match direction {
            Direction::Up | Direction::Down if !self.full => self.rows / 2,
            Direction::Left | Direction::Right => self.squares_per_row() - 1,
            _ => self.rows - 1,
        }
    }

    /// The bit of a square number.
    pub(super) const fn bit_of(self, square: u32) -> u32 {
        if self.full { square } else { square + (square / self.squares_per_row()).div_ceil(2) }
    }

    /// The squares of the rows `from..to` whose place in the row is in `places`.
    pub(super) const fn set(self, from: u32, to: u32, places: std::ops::Range<u32>) -> u128 {
        let width = self.squares_per_row();
        let mut set = 0;
        let mut square = from * width;
        while square < to * width {
            if places.start <= square % width && square % width < places.end {
                set |= 1 << self.bit_of(square);
            }
            square += 1;
        }
        set
    }

    /// The bits on which a step in this direction does not end but by leaving the board at one side and coming back at
    /// the other.
    pub(super) const fn wrapped(self, direction: Direction) -> u128 {
        let width = self.squares_per_row();
        let (_, files) = direction.rows_and_files();
        // The unused bits catch what goes over the edge diagonally.
        if !self.full && !matches!(direction, Direction::Left | Direction::Right) {
            return 0;
        }
        match files {
            -1 => self.set(0, self.rows, width - 1..width),
            1 => self.set(0, self.rows, 0..1),
            _ => 0,
        }
    }
}

/// The letter of a file, which is counted from 0.
pub(super) fn letter(file: u32) -> char {
    char::from(b'a' + file as u8)
}
