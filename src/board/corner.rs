//! The corners of a board.

/// A corner of the board as White sees it.
///
/// ```
/// use petrov::board::Corner;
///
/// assert_eq!(Corner::ALL[0], Corner::TopLeft);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// The first row on the left: a1 on most boards.
    BottomLeft,
    /// The first row on the right: g1 on most boards of 8x8.
    BottomRight,
    /// The last row on the left: b8 on most boards of 8x8.
    TopLeft,
    /// The last row on the right: h8 on most boards of 8x8.
    TopRight,
}

impl Corner {
    /// The four corners, the commonest numbering first.
    pub const ALL: [Corner; 4] = [Corner::TopLeft, Corner::BottomLeft, Corner::BottomRight, Corner::TopRight];

    pub(super) const fn is_top(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::TopRight)
    }

    pub(super) const fn is_right(self) -> bool {
        matches!(self, Corner::BottomRight | Corner::TopRight)
    }
}
