//! From a finished file back to cells, captures included.

use super::kept::{Known, SliceKept};
use super::reader::Reader;
use super::statistics::statistics;
use crate::board::View;
use crate::board::cpu::Cpu;
use crate::format::{Kept, Table, TableError, TableErrorKind};
use crate::index::{Material, Visitor, walk};
use crate::retrograde::{Cells, CellsOf, DRAW, ENDED, Half, Measure, Scale, Solved};
use crate::rules::{BitsOf, Captures, Movement, Rulebook, can_capture};
use crate::threads;

/// The finished files of the values of a slice.
#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) wdl: Table,
    /// Left out where only values are wanted.
    pub(crate) dtw: Option<Table>,
}

impl Files {
    /// Whether a cell takes two bytes.
    pub(crate) fn wide(&self) -> bool {
        let longest = self.dtw.iter().flat_map(|table| &table.header().statistics);
        let longest = longest.flat_map(|half| [half.longest_win, half.longest_loss]).flatten();
        longest.map(|longest| longest.plies + 1).max().unwrap_or(0) > u8::MAX.into()
    }
}

/// Reads the files of a slice. Entries with a capture, which no file stores, are solved again from the slices to which
/// a capture leads: `cells_of` finds their cells.
///
/// # Errors
/// If a file cannot be read or is damaged.
pub(crate) fn load<'a, M: Movement>(
    rules: Rulebook<'_, M>,
    material: Material,
    files: &Files,
    cells_of: CellsOf<'_, 'a>,
) -> Result<Solved, TableError> {
    let measure = if files.dtw.is_some() { Measure::Ends } else { Measure::Values };
    let scale = Scale { giveaway: rules.game.ending.giveaway, measure };
    let kept = SliceKept::<M>::new(material, Known::Table(&files.wdl));
    let halves: Result<Vec<Cells>, TableError> =
        (0..material.halves().count()).map(|half| stored_cells(scale, files, half, &kept)).collect();
    let cells = halves?;
    for (number, sides) in material.halves().enumerate() {
        // Captures lead to fewer pieces: of the rest only the slice itself is asked for, and never looked at.
        let leads = |_, next, mover| Some((cells_of(next, mover)?, None));
        let half = Half::<M>::for_captures(rules, scale, sides, &cells[number], &leads);
        const CHUNK: u64 = 1 << 16;
        threads::each(half.layout.entries().div_ceil(CHUNK) as usize, &|chunk| {
            let start = chunk as u64 * CHUNK;
            let range = start..(start + CHUNK).min(half.layout.entries());
            let mut fill = Fill::<M> { half: &half, buffer: Captures::default() };
            walk(&half.layout, &half.sets, range, &mut fill);
        });
    }
    let solved = Solved { halves: cells };
    check_statistics(scale, files, &solved)?;
    Ok(solved)
}

/// Checks that the cells have the counts that the headers of their files name. That is no proof, but most files that are
/// wrong in spite of right checksums, and all pairs of different builds, end here and not in other tables.
fn check_statistics(scale: Scale, files: &Files, solved: &Solved) -> Result<(), TableError> {
    let table = files.dtw.as_ref().unwrap_or(&files.wdl);
    for (cells, expected) in solved.halves.iter().zip(&table.header().statistics) {
        if statistics(cells, scale) != *expected {
            return Err(TableError { path: table.path().to_owned(), kind: TableErrorKind::Statistics });
        }
    }
    match &files.dtw {
        Some(dtw) => dtw.check_belongs_to(&files.wdl),
        None => Ok(()),
    }
}

/// The cells of the entries that the files store; others are whatever fills their slots.
fn stored_cells(scale: Scale, files: &Files, half: usize, kept: &dyn Kept) -> Result<Cells, TableError> {
    const CHUNK: u64 = 1 << 16;
    let cells = Cells::new(files.wdl.header().entries, files.wide());
    let cells = cells.map_err(|_| TableError::no_memory(files.wdl.path()))?;
    let most = cells.most();
    threads::try_map(cells.entries().div_ceil(CHUNK), &|chunk| {
        let mut wdl = Reader::new(&files.wdl, half, kept);
        let mut dtw = files.dtw.as_ref().map(|table| Reader::new(table, half, kept));
        for entry in chunk * CHUNK..((chunk + 1) * CHUNK).min(cells.entries()) {
            let value = wdl.get(entry)?;
            let halved = match (&mut dtw, value) {
                (Some(dtw), 0 | 2) => dtw.get(entry)?,
                _ => 0,
            };
            let cell = match value {
                1 => DRAW,
                _ => scale.stored(value == 0, halved),
            };
            // The fill of a slot that is not stored may go with a value that it does not belong to, and be one too large
            // for the width that the longest distance asks for. Anything larger was not written by this program.
            if cell > most.saturating_add(1) {
                let table = dtw.as_ref().map_or(&files.wdl, |dtw| dtw.table);
                return Err(table.longer_than_it_says(u64::from(cell) - 1));
            }
            cells.set(entry, cell.min(most));
        }
        Ok(())
    })?;
    Ok(cells)
}

/// Solves the entries with a capture.
struct Fill<'a, M: Movement> {
    half: &'a Half<'a, M>,
    buffer: Captures<BitsOf<M>>,
}

impl<M: Movement> Visitor<BitsOf<M>> for Fill<'_, M> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<M>>) {
        if can_capture::<M>(view) && !self.half.lost {
            self.half.captures.captures(view, &mut self.buffer);
            let cell = self.half.scale.cell(self.half.best_capture(cpu, view, &self.buffer.list));
            self.half.cells.set(entry, cell.min(self.half.cells.most()));
        } else if self.half.lost {
            self.half.cells.set(entry, ENDED);
        }
    }
}
