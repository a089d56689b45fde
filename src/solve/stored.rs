//! The numbers of a finished table in memory, as they stand in its file, to be encoded anew.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::build::Progress;
use super::cell::{Cells, MOST};
use super::kept::{Known, SliceKept};
use super::load::Reader;
use crate::board::View;
use crate::board::cpu::Cpu;
use crate::format::{Content, Kept, Metric, Packing, Points, Table, TableError, Values};
use crate::index::{Layout, Material, Neighbours, Point, Rows, Sets, Visitor, walk};
use crate::rules::{BitsOf, Variant, can_capture};
use crate::threads;

/// What the file of the values stores for a draw, of which the other files of a slice store nothing.
const DRAW: u16 = 1;

/// Reads all numbers of a table, those of slots that are not stored too, which may hold anything. They are not to be used
/// if it was stopped meanwhile.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub(super) fn numbers(table: &Table, kept: &dyn Kept, progress: &Progress) -> Result<Vec<Cells>, TableError> {
    let header = table.header();
    let (entries, block) = (header.entries, u64::from(header.block_entries));
    let of_half = |half| {
        let cells = Cells::new(entries, header.packing == Packing::Words);
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
pub(super) fn check(values: &dyn Values, content: &Content, table: &Table) -> Result<(), TableError> {
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
pub(super) fn kept<V: Variant>(material: Material, values: &[Cells]) -> SliceKept<'_, V> {
    SliceKept::new(material, Known::Stored(values))
}

/// A half: its numbering, the sets of its rows and columns.
type Half<V> = (Layout<<V as Variant>::Board>, Sets<BitsOf<V>>);

/// The numbers of a table.
pub(super) struct Stored<'a, V: Variant> {
    metric: Metric,
    halves: Vec<Half<V>>,
    /// The numbers of the file of the values, by half.
    values: &'a [Cells],
    /// Those of the table itself.
    numbers: &'a [Cells],
    kept: SliceKept<'a, V>,
    progress: &'a Progress,
}

impl<'a, V: Variant> Stored<'a, V> {
    pub(super) fn new(
        material: Material,
        metric: Metric,
        values: &'a [Cells],
        numbers: &'a [Cells],
        progress: &'a Progress,
    ) -> Stored<'a, V> {
        let half = |(mover, other)| {
            let layout = Layout::<V::Board>::new(mover, other).expect("a half of a table has a numbering");
            let sets = Sets::new(&layout);
            (layout, sets)
        };
        let halves = material.halves().map(half).collect();
        Stored { metric, halves, values, numbers, kept: kept(material, values), progress }
    }

    /// The number of an entry without a capture.
    #[inline(always)]
    fn number(&self, half: usize, entry: u64) -> Option<u16> {
        let is_stored = self.metric == Metric::Wdl || self.values[half].get(entry) != DRAW;
        is_stored.then(|| self.numbers[half].get(entry))
    }
}

impl<V: Variant> Values for Stored<'_, V> {
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>> {
        let (layout, sets) = &self.halves[half];
        let numbers = Vec::with_capacity((range.end - range.start) as usize);
        let mut collect = Collect { stored: self, half, numbers };
        walk(layout, sets, range, &mut collect);
        collect.numbers
    }

    fn points(&self) -> Option<&dyn Points> {
        self.kept.has_grids().then_some(self)
    }

    fn stopped(&self) -> bool {
        self.progress.stop.load(Relaxed)
    }

    fn encoded(&self, entries: u64) {
        self.progress.written.fetch_add(entries, Relaxed);
    }
}

impl<V: Variant> Kept for Stored<'_, V> {
    fn rows(&self, half: usize, range: Range<u64>, rows: &mut Rows) {
        self.kept.rows(half, range, rows);
    }

    fn neighbours(&self, half: usize) -> Option<&Neighbours> {
        self.kept.neighbours(half)
    }

    fn values(&self, half: usize, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        self.kept.values(half, range)
    }
}

impl<V: Variant> Points for Stored<'_, V> {
    fn points(&self, half: usize, start: u64, rows: &Rows) -> Vec<u16> {
        let number = |point: &Point| self.number(half, start + u64::from(point.entry)).unwrap_or(u16::MAX);
        rows.points().iter().map(number).collect()
    }
}

struct Collect<'a, 's, V: Variant> {
    stored: &'s Stored<'a, V>,
    half: usize,
    numbers: Vec<Option<u16>>,
}

impl<V: Variant> Visitor<BitsOf<V>> for Collect<'_, '_, V> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, _: C, entry: u64, view: &View<BitsOf<V>>) {
        let number = if can_capture::<V>(view) { None } else { self.stored.number(self.half, entry) };
        self.numbers.push(number);
    }
}
