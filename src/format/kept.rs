//! What a file keeps: the entries that have a value in it. It follows from the rules of the game, which this room does not
//! know; who reads or writes a file tells it.

use std::ops::Range;

use super::error::TableError;
use crate::index::{Neighbours, Rows};

/// Tells of the halves of a slice which entries have a value in its files.
pub trait Kept: Sync {
    /// Finds the rows of the grid that a range of entries of a half goes through, and in them the entries where the mover has
    /// no capture.
    fn rows(&self, half: usize, range: Range<u64>, rows: &mut Rows);

    /// The neighbours of the columns of a half; `None` if it has no grid.
    fn neighbours(&self, half: usize) -> Option<&Neighbours>;

    /// 0 for a loss, 1 for a draw, 2 for a win, for each entry of a range of a half; any where the mover has a capture.
    ///
    /// # Errors
    /// If the file of the values cannot be read.
    fn values(&self, half: usize, range: Range<u64>) -> Result<Vec<u8>, TableError>;
}
