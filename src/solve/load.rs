//! From a finished file back to cells, captures included.

use std::sync::atomic::{AtomicU8, AtomicU16};

use rayon::prelude::*;

use super::cell::{Cells, DRAW, Distances, Measure, Place, Values};
use super::forward::best_capture;
use super::half::Half;
use super::output::statistics;
use super::slice::Solved;
use crate::board::View;
use crate::board::cpu::Cpu;
use crate::format::{Slot, Table, TableError, TableErrorKind};
use crate::index::{Material, Side, Visitor, walk};
use crate::rules::{BitsOf, Capture, Variant, can_capture};

/// The finished files of a slice.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) wdl: Table,
    /// Left out where only values are wanted.
    pub(super) dtw: Option<Table>,
}

impl Files {
    /// Bytes of memory for a cell.
    pub(super) fn cell_bytes(&self) -> u64 {
        let longest = self.dtw.iter().flat_map(|table| &table.header().statistics);
        let longest = longest.flat_map(|half| [half.longest_win, half.longest_loss]).flatten();
        if longest.map(|longest| longest.plies + 1).max().unwrap_or(0) > <AtomicU8 as Place>::MAX { 2 } else { 1 }
    }
}

/// Reads the files of a slice. Entries with a capture, which no file stores, are solved again from the slices to which
/// a capture leads: `cells_of` finds their cells.
///
/// # Errors
/// If a file cannot be read or is damaged.
pub(super) fn load<'a, V: Variant>(
    material: Material,
    files: &Files,
    cells_of: impl Fn(Material, Side) -> Option<&'a Cells>,
) -> Result<Solved, TableError> {
    match (&files.dtw, files.cell_bytes()) {
        (None, _) => load_in::<V, Values, AtomicU8>(material, files, cells_of),
        (Some(_), 1) => load_in::<V, Distances, AtomicU8>(material, files, cells_of),
        (Some(_), _) => load_in::<V, Distances, AtomicU16>(material, files, cells_of),
    }
}

fn load_in<'a, V: Variant, M: Measure, P: Place>(
    material: Material,
    files: &Files,
    cells_of: impl Fn(Material, Side) -> Option<&'a Cells>,
) -> Result<Solved, TableError> {
    let halves: Result<Vec<Cells>, TableError> =
        (0..material.halves().count()).map(|half| Ok(P::wrap(stored_cells::<P>(files, half)?))).collect();
    let cells = halves?;
    for (number, (mover, other)) in material.halves().enumerate() {
        // Captures lead to fewer pieces: of the rest only the slice itself is asked for, and never looked at.
        #[expect(clippy::redundant_closure, reason = "the closure shortens the lifetime of the cells")]
        let half = Half::<V>::for_captures(mover, other, &cells[number], |next, mover| cells_of(next, mover));
        let places = P::of(&cells[number]).expect("the cells were made of this type");
        const CHUNK: u64 = 1 << 16;
        let chunks: Vec<u64> = (0..half.layout.entries()).step_by(CHUNK as usize).collect();
        chunks.into_par_iter().for_each(|start| {
            let range = start..(start + CHUNK).min(half.layout.entries());
            let mut fill = Fill::<V, M, P> { half: &half, places, buffer: Vec::new(), measure: Default::default() };
            walk(&half.layout, &half.sets, range, &mut fill);
        });
    }
    let solved = Solved { halves: cells };
    check_statistics(files, &solved)?;
    Ok(solved)
}

/// Checks that the cells have the counts that the headers of their files name. That is no proof, but most files that are
/// wrong in spite of right checksums, and all pairs of different builds, end here and not in other tables.
fn check_statistics(files: &Files, solved: &Solved) -> Result<(), TableError> {
    let table = files.dtw.as_ref().unwrap_or(&files.wdl);
    for (cells, expected) in solved.halves.iter().zip(&table.header().statistics) {
        if statistics(cells, files.dtw.is_some()) != *expected {
            return Err(TableError { path: table.path().to_owned(), kind: TableErrorKind::Statistics });
        }
    }
    match &files.dtw {
        Some(dtw) => dtw.check_belongs_to(&files.wdl),
        None => Ok(()),
    }
}

/// The cells of the entries that the files store; others are whatever fills their slots.
fn stored_cells<P: Place>(files: &Files, half: usize) -> Result<Vec<P>, TableError> {
    const CHUNK: usize = 1 << 16;
    let cells: Vec<P> = (0..files.wdl.header().entries).map(|_| P::zero()).collect();
    cells.par_chunks(CHUNK).enumerate().try_for_each(|(chunk, places)| {
        let mut wdl = Reader::new(&files.wdl, half);
        let mut dtw = files.dtw.as_ref().map(|table| Reader::new(table, half));
        for (entry, place) in ((chunk * CHUNK) as u64..).zip(places) {
            let value = wdl.get(entry)?;
            let halved = match (&mut dtw, value) {
                (Some(dtw), 0 | 2) => dtw.get(entry)?,
                _ => 0,
            };
            let cell = match value {
                0 => halved.saturating_mul(2).saturating_add(1),
                2 => halved.saturating_mul(2).saturating_add(2),
                _ => DRAW,
            };
            // The fill of a slot that is not stored may go with a value that it does not belong to, and be one too large
            // for the width that the longest distance asks for. Anything larger was not written by this program.
            if cell > P::MAX.saturating_add(1) {
                let table = dtw.as_ref().map_or(&files.wdl, |dtw| dtw.table);
                return Err(table.longer_than_it_says(u64::from(cell) - 1));
            }
            place.store(cell.min(P::MAX));
        }
        Ok(())
    })?;
    Ok(cells)
}

/// Reads the values of a table in order, a block at a time.
pub(super) struct Reader<'a> {
    table: &'a Table,
    half: usize,
    block: Option<(u64, Vec<u8>)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(table: &'a Table, half: usize) -> Reader<'a> {
        Reader { table, half, block: None }
    }

    /// The value of an entry.
    pub(super) fn get(&mut self, entry: u64) -> Result<u16, TableError> {
        let (number, within) = match self.table.slot(self.half, entry) {
            Slot::Value(value) => return Ok(value),
            Slot::Block { block, entry } => (block, entry),
        };
        match &self.block {
            Some((known, bytes)) if *known == number => Ok(self.table.packing().get(bytes, within)),
            _ => {
                let bytes = self.table.read_block(number)?;
                let value = self.table.packing().get(&bytes, within);
                self.block = Some((number, bytes));
                Ok(value)
            }
        }
    }
}

/// Solves the entries with a capture.
struct Fill<'a, V: Variant, M, P> {
    half: &'a Half<'a, V>,
    places: &'a [P],
    buffer: Vec<Capture<BitsOf<V>>>,
    measure: std::marker::PhantomData<M>,
}

impl<V: Variant, M: Measure, P: Place> Visitor<BitsOf<V>> for Fill<'_, V, M, P> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<V>>) {
        if can_capture::<V>(view) {
            let cell = best_capture(cpu, self.half, view, &mut self.buffer).cell::<M>();
            self.places[entry as usize].store(cell.min(P::MAX));
        }
    }
}
