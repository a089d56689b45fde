//! Comparing a finished table with what it ought to hold.

use super::reader::Reader;
use crate::format::{Kept, NoGrids, Table, TableError, Values};
use crate::threads;

/// Whether a finished table of the same metric has the values of a slice. What it says is of no use if they say that it is to
/// stop.
pub(crate) fn agree(values: &dyn Values, table: &Table) -> Result<bool, TableError> {
    let kept: &dyn Kept = values.points().map_or(&NoGrids, |points| points);
    // Block after block, so that no part is decoded twice.
    let (entries, block) = (table.header().entries, u64::from(table.header().block_entries));
    for half in 0..table.header().statistics.len() {
        let agree = threads::try_map(entries.div_ceil(block), &|number| {
            let range = number * block..((number + 1) * block).min(entries);
            let mut reader = Reader::new(table, half, kept);
            let mut same = true;
            if values.stopped() {
                return Ok(same);
            }
            for (entry, value) in range.clone().zip(values.range(half, range)) {
                // Slots that are not stored may hold anything.
                if let Some(value) = value {
                    same &= reader.get(entry)? == value;
                }
            }
            Ok(same)
        });
        if agree?.contains(&false) {
            return Ok(false);
        }
    }
    Ok(true)
}
