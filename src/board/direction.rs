//! Directions of steps.

/// A direction in which pieces move or capture, as the side that plays up the board sees it.
///
/// On a board whose pieces stand on one colour a step straight ahead or to the side leads to the next square of that
/// colour, two rows or two files away.
///
/// ```
/// use petrov::board::Direction;
///
/// assert_eq!(Direction::UpLeft.opposite(), Direction::DownRight);
/// assert!(Direction::Up.changes_row() && !Direction::Left.changes_row());
/// assert!(Direction::UpLeft.is_in(Direction::DIAGONAL_UP) && !Direction::Up.is_in(Direction::DIAGONAL));
/// assert_eq!(Direction::ALL.len(), Direction::DIAGONAL.len() + Direction::ORTHOGONAL.len());
/// assert!(Direction::Left.is_in(Direction::ORTHOGONAL_UP) && !Direction::Down.is_in(Direction::ORTHOGONAL_UP));
/// ```
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
    /// Towards the last row.
    Up,
    /// Towards the left edge.
    Left,
    /// Towards the right edge.
    Right,
    /// Towards the first row.
    Down,
}

impl Direction {
    /// All directions, the diagonal ones first.
    pub const ALL: &'static [Direction] = &[
        Direction::UpLeft,
        Direction::UpRight,
        Direction::DownLeft,
        Direction::DownRight,
        Direction::Up,
        Direction::Left,
        Direction::Right,
        Direction::Down,
    ];
    /// The four diagonals, the two that lead up the board first.
    pub const DIAGONAL: &'static [Direction] = Self::ALL.split_at(4).0;
    /// The two diagonals that lead up the board.
    pub const DIAGONAL_UP: &'static [Direction] = Self::ALL.split_at(2).0;
    /// Straight ahead, to both sides and back.
    pub const ORTHOGONAL: &'static [Direction] = Self::ALL.split_at(4).1;
    /// Straight ahead and to both sides.
    pub const ORTHOGONAL_UP: &'static [Direction] = Self::ORTHOGONAL.split_at(3).0;

    /// Whether this direction is among others.
    pub const fn is_in(self, others: &[Direction]) -> bool {
        let mut number = 0;
        while number < others.len() {
            if others[number] as usize == self as usize {
                return true;
            }
            number += 1;
        }
        false
    }

    /// The direction straight back.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }

    /// Whether a step changes the row.
    #[inline(always)]
    pub const fn changes_row(self) -> bool {
        !matches!(self, Direction::Left | Direction::Right)
    }

    /// Rows up and files to the right of one step between neighbouring squares of a board with squares of both colours.
    pub(super) const fn rows_and_files(self) -> (i32, i32) {
        match self {
            Direction::UpLeft => (1, -1),
            Direction::UpRight => (1, 1),
            Direction::DownLeft => (-1, -1),
            Direction::DownRight => (-1, 1),
            Direction::Up => (1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Down => (-1, 0),
        }
    }
}
