//! Which entries un-moves of kings can still settle: those that the forward look has left open.
//!
//! More than half of all entries have a capture, which settles them at once. Un-moves find the entries of one row that
//! differ in one king, so for each set of kings that stay the squares of the other one are kept as one set.

use crate::board::Bits;
use crate::index::{choose, rank};

/// Rows that follow each other and belong to the same lane, so that two lanes seldom write to the same line of the cache.
pub(crate) const RUN: usize = 8;

/// The open entries of the rows of one lane in one block.
#[derive(Debug, Default)]
pub(crate) struct Sources<B> {
    /// By row of the lane and rank of the kings that stay: the squares of the king that moves, among those that columns
    /// stand for.
    sets: Vec<B>,
    staying: usize,
    lanes: usize,
}

impl<B: Bits> Sources<B> {
    /// Bytes for each entry, estimated from above: with `n` squares and `k` kings there are `k / (n - k + 1)` sets for
    /// each entry, and beside 8 kings and 4 other pieces 28 of 32 squares are open.
    pub(crate) const BYTES_PER_ENTRY: u64 = size_of::<B>() as u64 / 2;

    /// Makes ready for blocks of so many rows, whose columns are sets of `kings` of `open_squares`, in one of so many lanes.
    pub(crate) fn reset(&mut self, rows: usize, open_squares: u32, kings: u32, lanes: usize) {
        self.staying = if kings == 0 { 0 } else { choose(open_squares, kings - 1) as usize };
        self.lanes = lanes;
        self.sets.clear();
        let rows = rows.min(rows.div_ceil(RUN * lanes) * RUN);
        self.sets.resize(rows * self.staying, B::EMPTY);
    }

    /// The place of a set of staying kings of a row.
    #[inline(always)]
    fn place(&self, row: usize, staying: B) -> usize {
        let row = row / (RUN * self.lanes) * RUN + row % RUN;
        row * self.staying + rank(staying) as usize
    }

    /// Notes that an entry with these kings is open.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: usize, kings: B) {
        let mut left = kings;
        while left.any() {
            let king = left & !left.without_lowest();
            let place = self.place(row, kings & !king);
            self.sets[place] |= king;
            left = left.without_lowest();
        }
    }

    /// Where the king that moves may stand beside those that stay, so that the entry is open.
    #[inline(always)]
    pub(crate) fn open(&self, row: usize, staying: B) -> B {
        self.sets[self.place(row, staying)]
    }

    /// Notes that the entries where the king that moves stands on these squares are not open any more. They may still be
    /// found by way of another king.
    #[inline(always)]
    pub(crate) fn close(&mut self, row: usize, staying: B, moving: B) {
        let place = self.place(row, staying);
        self.sets[place] &= !moving;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_king_of_an_open_entry_may_have_moved() {
        for lanes in 1..=3 {
            let mut sources = Sources::<u64>::default();
            sources.reset(40, 10, 2, lanes);
            // The rows of one lane do not get in each other's way.
            let rows = (0..40).filter(|row| (row / RUN).is_multiple_of(lanes));
            for row in rows.clone() {
                sources.add(row, 1 << (row % 10) | 1 << ((row + 3) % 10));
            }
            for row in rows {
                let (first, second) = (1 << (row % 10), 1 << ((row + 3) % 10));
                assert_eq!((sources.open(row, first), sources.open(row, second)), (second, first));
                assert_eq!(sources.open(row, 1 << ((row + 1) % 10)), 0);
                sources.close(row, first, second);
                assert_eq!((sources.open(row, first), sources.open(row, second)), (0, first));
            }
        }
    }
}
