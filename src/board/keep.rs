//! Choosing among many positions that have most of their pieces in common.

use super::view::View;

/// The pieces in which the positions of a row differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Men of the mover.
    MoverMen,
    /// Men of the other side.
    OtherMen,
    /// Kings of the other side.
    OtherKings,
    /// Kings of the mover.
    MoverKings,
}

/// Which of many positions are kept that lie in rows: in a row all pieces are the same but those of one kind of one side.
pub trait Keep<B> {
    /// What is found out for a whole row.
    type Row;

    /// Looks at the pieces that all positions of a row have. Those along it, in which they differ, are missing.
    fn row(&self, view: &View<B>, along: Along) -> Self::Row;

    /// Whether a position of the row is kept. What is found out on the way may stay in the row.
    fn keeps(row: &mut Self::Row, view: &View<B>) -> bool;
}
