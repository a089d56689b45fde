//! From cells to what stands in a file: the values that are stored, and the statistics.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::build::Progress;
use super::cell::{Cells, DRAW, Measure, Scale};
use super::kept::{Known, SliceKept};
use super::load::Reader;
use super::plan::Plan;
use super::slice::Solved;
use crate::board::View;
use crate::board::cpu::Cpu;
use crate::format::{Content, Kept, Longest, Metric, NoGrids, Points, Statistics, Table, TableError, Values};
use crate::index::{Layout, Material, Neighbours, Point, Rows, Sets, Visitor, walk};
use crate::rules::{BitsOf, Game, Variant, can_capture};
use crate::threads;

/// A half: its numbering, the sets of its rows and columns, its cells.
pub(super) type Half<'a, V> = (Layout<<V as Variant>::Board>, Sets<BitsOf<V>>, &'a Cells);

/// The values of a solved slice as one metric stores them.
#[derive(Debug)]
pub(super) struct Output<'a, V: Variant> {
    scale: Scale,
    metric: Metric,
    halves: Vec<Half<'a, V>>,
    kept: SliceKept<'a, V>,
    progress: &'a Progress,
}

impl<'a, V: Variant> Output<'a, V> {
    pub(super) fn new(
        game: &Game,
        material: Material,
        metric: Metric,
        solved: &'a Solved,
        progress: &'a Progress,
    ) -> Output<'a, V> {
        let halves = material.halves().zip(&solved.halves).map(|((mover, other), cells)| {
            let layout = Layout::<V::Board>::new(mover, other).expect("a solved half has a numbering");
            let sets = Sets::new(&layout);
            (layout, sets, cells)
        });
        let scale = Scale { giveaway: game.ending.giveaway, measure: measure_of(metric) };
        let kept = SliceKept::new(material, Known::Cells(scale, &solved.halves));
        Output { scale, metric, halves: halves.collect(), kept, progress }
    }
}

impl<V: Variant> Values for Output<'_, V> {
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>> {
        let (layout, sets, cells) = &self.halves[half];
        let values = Vec::with_capacity((range.end - range.start) as usize);
        let (scale, metric) = (self.scale, self.metric);
        let mut collect = Collect::<V> { cells, scale, metric, values, variant: Default::default() };
        walk(layout, sets, range, &mut collect);
        collect.values
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

impl<V: Variant> Kept for Output<'_, V> {
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

impl<V: Variant> Points for Output<'_, V> {
    fn points(&self, half: usize, start: u64, rows: &Rows) -> Vec<u16> {
        let (_, _, cells) = &self.halves[half];
        let value = |point: &Point| stored(self.scale, self.metric, cells.get(start + u64::from(point.entry)));
        rows.points().iter().map(|point| value(point).unwrap_or(u16::MAX)).collect()
    }
}

/// What is measured for a metric.
pub(super) fn measure_of(metric: Metric) -> Measure {
    match metric {
        Metric::Wdl => Measure::Values,
        Metric::Dtw => Measure::Ends,
        Metric::Dtc | Metric::Dtz | Metric::Clock(_) => Measure::Events,
    }
}

/// What a file with a metric of a solved slice says of itself.
pub(super) fn content(
    plan: &Plan,
    material: Material,
    metric: Metric,
    solved: &Solved,
    statistics: Vec<Statistics>,
) -> Content {
    let most = most_stored(metric, &statistics);
    let statistics = match metric {
        Metric::Wdl => statistics.into_iter().map(without_distances).collect(),
        _ => statistics,
    };
    let entries = solved.halves[0].entries();
    let (game, clock) = (plan.game.tables.to_owned(), plan.definition(metric));
    Content { metric, game, material, clock, entries, statistics, most }
}

/// The largest number that a file with these statistics stores.
pub(super) fn most_stored(metric: Metric, statistics: &[Statistics]) -> u16 {
    let longest = statistics.iter().flat_map(|half| [half.longest_win, half.longest_loss]).flatten();
    let longest = longest.map(|longest| longest.plies).max().unwrap_or(0);
    match metric {
        Metric::Wdl => 2,
        Metric::Dtw => longest / 2,
        Metric::Dtc | Metric::Dtz => longest,
        Metric::Clock(_) => longest.saturating_add(2),
    }
}

/// Whether a finished table of the same metric has the values of a slice. What it says is of no use if they say that it is to
/// stop.
pub(super) fn agree(values: &dyn Values, table: &Table) -> Result<bool, TableError> {
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

fn without_distances(half: Statistics) -> Statistics {
    Statistics { win: half.win, draw: half.draw, loss: half.loss, ..Default::default() }
}

struct Collect<'a, V> {
    cells: &'a Cells,
    scale: Scale,
    metric: Metric,
    values: Vec<Option<u16>>,
    variant: std::marker::PhantomData<V>,
}

impl<V: Variant> Visitor<BitsOf<V>> for Collect<'_, V> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, _: C, entry: u64, view: &View<BitsOf<V>>) {
        let cell = self.cells.get(entry);
        self.values.push(if can_capture::<V>(view) { None } else { stored(self.scale, self.metric, cell) });
    }
}

/// The value that a metric stores for the cell of an entry without a capture.
fn stored(scale: Scale, metric: Metric, cell: u16) -> Option<u16> {
    match (metric, cell) {
        (Metric::Wdl, DRAW) => Some(1),
        (Metric::Wdl, cell) => Some(if scale.is_loss(cell) { 0 } else { 2 }),
        (_, DRAW) => None,
        // Half the plies to the end, or all of those to an event.
        (_, cell) => Some((cell - 1) / 2),
    }
}

/// The statistics of a solved half; distances are left out where only values were solved.
pub(super) fn statistics(cells: &Cells, scale: Scale) -> Statistics {
    const CHUNK: u64 = 1 << 20;
    let count = |chunk: u64| {
        let mut counts = Counts::default();
        (chunk * CHUNK..((chunk + 1) * CHUNK).min(cells.entries()))
            .for_each(|entry| counts.add(cells.get(entry), entry));
        counts
    };
    threads::reduce(cells.entries().div_ceil(CHUNK), &count, Counts::default, Counts::merge).statistics(scale)
}

/// How many entries have each cell, and the lowest of them.
#[derive(Default)]
struct Counts(Vec<(u64, u64)>);

impl Counts {
    #[inline]
    fn add(&mut self, cell: u16, entry: u64) {
        let cell = usize::from(cell);
        if cell >= self.0.len() {
            self.0.resize(cell + 1, (0, u64::MAX));
        }
        let (count, lowest) = &mut self.0[cell];
        *count += 1;
        *lowest = entry.min(*lowest);
    }

    fn merge(mut self, other: Counts) -> Counts {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), (0, u64::MAX));
        }
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = (mine.0 + theirs.0, mine.1.min(theirs.1));
        }
        self
    }

    fn statistics(&self, scale: Scale) -> Statistics {
        let mut statistics = Statistics::default();
        for (cell, &(count, lowest)) in self.0.iter().enumerate() {
            if cell == usize::from(DRAW) {
                statistics.draw = count;
                continue;
            }
            let plies = scale.plies(cell as u16);
            let (sum, longest, histogram) = if scale.is_loss(cell as u16) {
                (&mut statistics.loss, &mut statistics.longest_loss, &mut statistics.losses)
            } else {
                (&mut statistics.win, &mut statistics.longest_win, &mut statistics.wins)
            };
            *sum += count;
            if scale.measure != Measure::Values && count > 0 {
                *longest = Some(Longest { plies, entry: lowest });
                histogram.resize(usize::from(plies) + 1, 0);
                histogram[usize::from(plies)] = count;
            }
        }
        statistics
    }
}
