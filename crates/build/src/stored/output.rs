//! From cells to what stands in a file: the values that are stored, and the statistics.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::kept::{Known, SliceKept};
use crate::board::View;
use crate::format::{ClockCell, Content, Kept, Metric, Points, Statistics, TableError, Values};
use crate::index::{Layout, Material, Neighbours, Point, Rows, Sets, each_view};
use crate::progress::Progress;
use crate::retrograde::{DRAW, Measure, Scale, Solved};
use crate::rules::{BitsOf, Game, Movement, can_capture};

/// A half: its numbering, the sets of its rows and columns.
pub(crate) type Half<M> = (Layout<<M as Movement>::Board>, Sets<BitsOf<M>>);

/// The halves of a material that was solved.
pub(crate) fn halves<M: Movement>(material: Material) -> Vec<Half<M>> {
    let half = |(mover, other)| {
        let layout = Layout::<M::Board>::new(mover, other).expect("a solved half has a numbering");
        let sets = Sets::new(&layout);
        (layout, sets)
    };
    material.halves().map(half).collect()
}

/// What a file stores of a slice, which a function of half and entry tells of entries without a capture.
#[derive(Debug)]
pub(crate) struct Output<'a, M: Movement, N> {
    halves: Vec<Half<M>>,
    kept: SliceKept<'a, M>,
    number: N,
    progress: &'a Progress,
}

/// A function that says what a file stores of an entry; `None` if nothing.
pub(crate) trait Number: Fn(usize, u64) -> Option<u16> + Sync {}
impl<N: Fn(usize, u64) -> Option<u16> + Sync> Number for N {}

impl<'a, M: Movement, N: Number> Output<'a, M, N> {
    pub(crate) fn new(material: Material, values: Known<'a>, progress: &'a Progress, number: N) -> Output<'a, M, N> {
        Output { halves: halves::<M>(material), kept: SliceKept::new(material, values), number, progress }
    }
}

/// The values of a solved slice as one metric stores them.
pub(crate) fn values<'a, M: Movement>(
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
pub(crate) fn measure_of(metric: Metric) -> Measure {
    match metric {
        Metric::Wdl => Measure::Values,
        Metric::Dtw => Measure::Ends,
        Metric::Dtc | Metric::Dtz | Metric::Clock(_) => Measure::Events,
    }
}

/// What a file with a metric of a solved slice says of itself.
pub(crate) fn content(
    game: &str,
    clock: String,
    material: Material,
    metric: Metric,
    solved: &Solved,
    statistics: Vec<Statistics>,
) -> Content {
    let most = most_stored(metric, &statistics);
    let statistics = match metric {
        Metric::Wdl => statistics.into_iter().map(super::statistics::without_distances).collect(),
        _ => statistics,
    };
    let entries = solved.halves[0].entries();
    Content { metric, game: game.to_owned(), material, clock, entries, statistics, most }
}

/// The largest number that a file with these statistics stores.
pub(crate) fn most_stored(metric: Metric, statistics: &[Statistics]) -> u16 {
    let longest = statistics.iter().flat_map(|half| [half.longest_win, half.longest_loss]).flatten();
    let longest = longest.map(|longest| longest.plies).max().unwrap_or(0);
    match metric {
        Metric::Wdl => 2,
        Metric::Dtw => longest / 2,
        Metric::Dtc | Metric::Dtz => longest,
        Metric::Clock(_) => ClockCell::most(longest),
    }
}
