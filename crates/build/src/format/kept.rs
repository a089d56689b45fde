//! What the writer asks of the entries that a file keeps.

use std::ops::Range;

use petrov::format::TableError;
use petrov::internals::format::Kept;
use petrov::internals::index::{Neighbours, Rows};

/// Halves without grids, whose files are not in parts.
#[derive(Clone, Copy, Debug)]
pub struct NoGrids;

impl Kept for NoGrids {
    fn rows(&self, _: usize, _: Range<u64>, _: &mut Rows) {}

    fn neighbours(&self, _: usize) -> Option<&Neighbours> {
        None
    }

    fn values(&self, _: usize, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        Ok(vec![1; (range.end - range.start) as usize])
    }
}

/// The values that a file is to keep.
pub trait Points: Kept {
    /// Finds what the file stores of the entries in the rows of a half, in order; `u16::MAX` where it stores nothing. The
    /// range of the rows begins with this entry.
    fn numbers(&self, half: usize, start: u64, rows: &Rows, numbers: &mut Vec<u16>);
}
