//! From cells to what stands in a file: the values that are stored, and the statistics.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::build::Progress;
use super::cell::{Cells, DRAW, Measure, Scale};
use super::kept::{Known, SliceKept};
use super::load::Reader;
use super::plan::Plan;
use super::slice::Solved;
use crate::board::View;
use crate::format::{Content, Kept, Longest, Metric, NoGrids, Points, Statistics, Table, TableError, Values};
use crate::index::{Layout, Material, Neighbours, Point, Rows, Sets, each_view};
use crate::rules::{BitsOf, Game, Movement, can_capture};
use crate::threads;

/// A half: its numbering, the sets of its rows and columns.
pub(super) type Half<M> = (Layout<<M as Movement>::Board>, Sets<BitsOf<M>>);

/// The halves of a material that was solved.
pub(super) fn halves<M: Movement>(material: Material) -> Vec<Half<M>> {
    let half = |(mover, other)| {
        let layout = Layout::<M::Board>::new(mover, other).expect("a solved half has a numbering");
        let sets = Sets::new(&layout);
        (layout, sets)
    };
    material.halves().map(half).collect()
}

/// What a file stores of a slice, which a function of half and entry tells of entries without a capture.
#[derive(Debug)]
pub(super) struct Output<'a, M: Movement, N> {
    halves: Vec<Half<M>>,
    kept: SliceKept<'a, M>,
    number: N,
    progress: &'a Progress,
}

/// A function that says what a file stores of an entry; `None` if nothing.
pub(super) trait Number: Fn(usize, u64) -> Option<u16> + Sync {}
impl<N: Fn(usize, u64) -> Option<u16> + Sync> Number for N {}

impl<'a, M: Movement, N: Number> Output<'a, M, N> {
    pub(super) fn new(material: Material, values: Known<'a>, progress: &'a Progress, number: N) -> Output<'a, M, N> {
        Output { halves: halves::<M>(material), kept: SliceKept::new(material, values), number, progress }
    }
}

/// The values of a solved slice as one metric stores them.
pub(super) fn values<'a, M: Movement>(
    game: &Game,
    material: Material,
    metric: Metric,
    solved: &'a Solved,
    progress: &'a Progress,
) -> Box<dyn Values + 'a> {
    let scale = Scale { giveaway: game.ending.giveaway, measure: measure_of(metric) };
    let cells = &solved.halves;
    let known = Known::Cells(scale, cells);
    match metric {
        Metric::Wdl => {
            let value = move |half: usize, entry| Some(scale.value(cells[half].get(entry)).into());
            Box::new(Output::<M, _>::new(material, known, progress, value))
        }
        _ => {
            // Half the plies to the end, or all of those to an event.
            let distance = |half: usize, entry| match cells[half].get(entry) {
                DRAW => None,
                cell => Some((cell - 1) / 2),
            };
            Box::new(Output::<M, _>::new(material, known, progress, distance))
        }
    }
}

impl<M: Movement, N: Number> Values for Output<'_, M, N> {
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>> {
        let (layout, sets) = &self.halves[half];
        let numbers = Vec::with_capacity((range.end - range.start) as usize);
        let mut collect = Collect::<M, _> { number: |entry| (self.number)(half, entry), numbers, variant: PhantomData };
        each_view(layout, sets, range, |entry, view| collect.visit(entry, view));
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

impl<M: Movement, N: Number> Kept for Output<'_, M, N> {
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

impl<M: Movement, N: Number> Points for Output<'_, M, N> {
    fn numbers(&self, half: usize, start: u64, rows: &Rows, numbers: &mut Vec<u16>) {
        let number = |point: &Point| (self.number)(half, start + u64::from(point.entry)).unwrap_or(u16::MAX);
        numbers.clear();
        numbers.extend(rows.points().iter().map(number));
    }
}

struct Collect<M, N> {
    number: N,
    numbers: Vec<Option<u16>>,
    variant: PhantomData<M>,
}

impl<M: Movement, N: Fn(u64) -> Option<u16>> Collect<M, N> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        self.numbers.push(if can_capture::<M>(view) { None } else { (self.number)(entry) });
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
    let mut counts = Statistics::default();
    (counts.win, counts.draw, counts.loss) = (half.win, half.draw, half.loss);
    counts
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
