//! Choosing among many positions that have most of their pieces in common.

use super::view::View;

/// Which of many positions are kept that lie in rows: in a row all pieces are the same but those of one kind of one side.
pub trait Keep<B> {
    /// What is found out for a whole row.
    type Row;

    /// Looks at the pieces that all positions of a row have. Those that differ are missing: the mover's kings, or others.
    fn row(&self, view: &View<B>, kings: bool) -> Self::Row;

    /// Whether a position of the row is kept.
    fn keeps(row: &Self::Row, view: &View<B>) -> bool;
}
