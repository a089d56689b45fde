//! The numbers of a finished table in memory, as they stand in its file, to be encoded anew.

use std::sync::atomic::Ordering::Relaxed;

use super::kept::{Known, SliceKept};
use super::output::Output;
use super::reader::Reader;
use crate::format::{Content, Kept, Metric, Packing, Table, TableError, Values};
use crate::index::Material;
use crate::progress::Progress;
use crate::retrograde::{Cells, MOST};
use crate::rules::Movement;
use crate::threads;

/// What the file of the values stores for a draw, of which the other files of a slice store nothing.
const DRAW: u16 = 1;

/// Reads all numbers of a table, those of slots that are not stored too, which may hold anything. They are not to be used
/// if it was stopped meanwhile.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub(crate) fn numbers(table: &Table, kept: &dyn Kept, progress: &Progress) -> Result<Vec<Cells>, TableError> {
    let header = table.header();
    let (entries, block) = (header.entries, u64::from(header.block_entries));
    let of_half = |half| {
        let cells = Cells::new(entries, header.packing == Packing::Words);
        let cells = cells.map_err(|_| TableError::no_memory(table.path()))?;
        let most = cells.most();
        threads::try_map(entries.div_ceil(block), &|number| {
            if progress.stop.load(Relaxed) {
                return Ok(());
            }
            let mut reader = Reader::new(table, half, kept);
            let range = number * block..((number + 1) * block).min(entries);
            for entry in range.clone() {
                // What is larger was not written by this program, and no statistics allow it: see `check`.
                cells.set(entry, reader.get(entry)?.min(most));
            }
            progress.written.fetch_add(range.end - range.start, Relaxed);
            Ok(())
        })?;
        Ok(cells)
    };
    (0..header.statistics.len()).map(of_half).collect()
}

/// Checks that no number of a table is larger than its statistics allow, so that all fit where they are written.
///
/// # Errors
/// If one is.
pub(crate) fn check(values: &dyn Values, content: &Content, table: &Table) -> Result<(), TableError> {
    const CHUNK: u64 = 1 << 16;
    if content.most >= MOST {
        return Err(table.longer_than_it_says(content.most.into()));
    }
    for half in 0..content.statistics.len() {
        threads::try_map(content.entries.div_ceil(CHUNK), &|chunk| {
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(content.entries);
            match values.range(half, range).into_iter().flatten().find(|&number| number > content.most) {
                Some(number) => Err(table.longer_than_it_says(number.into())),
                None => Ok(()),
            }
        })?;
    }
    Ok(())
}

/// What the files of a slice keep, told from the numbers of the file of its values; while that is read they are not needed.
pub(crate) fn kept<M: Movement>(material: Material, values: &[Cells]) -> SliceKept<'_, M> {
    SliceKept::new(material, Known::Stored(values))
}

/// The numbers of a table, to be encoded anew; `values` are those of the file of the values.
pub(crate) fn output<'a, M: Movement>(
    material: Material,
    metric: Metric,
    values: &'a [Cells],
    numbers: &'a [Cells],
    progress: &'a Progress,
) -> Box<dyn Values + 'a> {
    let number = move |half: usize, entry| {
        let is_stored = metric == Metric::Wdl || values[half].get(entry) != DRAW;
        is_stored.then(|| numbers[half].get(entry))
    };
    Box::new(Output::<M, _>::new(material, Known::Stored(values), progress, number))
}
