//! The slices of a clock: what its tables store, and reading them back.
//!
//! A cell of a clock is the plies to its event, 0 where the winner cannot force it. Its file holds only what differs from
//! the metric that the clock goes by, so the file of that metric is read beside it both ways.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::build::Progress;
use super::cell::{Cells, DRAW, ENDED, Measure, Scale};
use super::events::{self, Events, most_in_time};
use super::half::{CellsOf, Half};
use super::kept::{Known, SliceKept};
use super::load::Reader;
use super::output;
use super::slice::{Solved, Unsolved};
use crate::board::View;
use crate::board::cpu::Cpu;
use crate::format::{Kept, Longest, Metric, Statistics, Table, TableError, Values};
use crate::index::{Layout, Material, Sets, Side, Visitor, each_view, walk};
use crate::rules::{BitsOf, Captures, Clock, ClockSet, Game, GoesBy, Movement, Rulebook, Until, can_capture};
use crate::threads;

/// The metric of a distance.
pub(super) fn metric_of(goes_by: GoesBy) -> Metric {
    match goes_by {
        GoesBy::Ends => Metric::Dtw,
        GoesBy::Conversions => Metric::Dtc,
        GoesBy::Zeroings => Metric::Dtz,
    }
}

/// The metrics of the distances that clocks go by.
pub(super) fn goes_by(clocks: &ClockSet) -> Vec<Metric> {
    [false, true].map(|running| metric_of(clocks.goes_by(running))).into()
}

/// Stored: the plies of the metric that the clock goes by.
const SAME: u16 = 0;
/// Stored: the winner cannot force the event.
const NEVER: u16 = 1;
/// Stored: this many plies more than are meant.
const FIRST: u16 = 2;

/// A slice for a clock: what is known of it beside the cells of the clock.
pub(super) struct ClockSlice<'a> {
    pub(super) game: &'static Game,
    pub(super) clocks: &'a ClockSet,
    pub(super) material: Material,
    /// The cells of values, or of distances to the end where the clock goes by those.
    pub(super) values: &'a Solved,
    /// The tables of the distances that the clock goes by, but for those to the end.
    pub(super) metrics: &'a BTreeMap<Metric, Table>,
}

impl ClockSlice<'_> {
    fn scale(&self) -> Scale {
        Scale { giveaway: self.game.ending.giveaway, measure: Measure::Events }
    }

    /// What the files of the slice keep.
    fn kept<M: Movement>(&self) -> SliceKept<'_, M> {
        SliceKept::new(self.material, Known::Cells(self.scale(), &self.values.halves))
    }

    /// Whether nothing but the end of the game will do in a position.
    #[inline]
    fn waits_for_the_end<M: Movement>(&self, view: &View<BitsOf<M>>) -> bool {
        self.clocks.single().is_some_and(|clock| clock.until == Until::End && clock.runs_in::<M>(view))
    }
}

/// The plies of the metric that a clock goes by, entry after entry of a half.
struct Expected<'a, 's, M> {
    slice: &'s ClockSlice<'a>,
    values: &'s Cells,
    /// Few, and one mostly.
    readers: Vec<(Metric, Reader<'s>)>,
    variant: std::marker::PhantomData<M>,
}

impl<'a, 's, M: Movement> Expected<'a, 's, M> {
    fn new(slice: &'s ClockSlice<'a>, half: usize, kept: &'s dyn Kept) -> Self {
        let readers = slice.metrics.iter().map(|(&metric, table)| (metric, Reader::new(table, half, kept))).collect();
        Expected { slice, values: &slice.values.halves[half], readers, variant: Default::default() }
    }

    /// The cell of a decided entry without a capture, if the rule changed nothing.
    #[inline]
    fn cell(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<u16, TableError> {
        let value = self.values.get(entry);
        let running = self.slice.waits_for_the_end::<M>(view);
        let metric = metric_of(self.slice.clocks.goes_by(running));
        let plies = match self.readers.iter_mut().find(|(of, _)| *of == metric) {
            Some((_, reader)) => reader.get(entry)?,
            None => Scale { measure: Measure::Ends, ..self.slice.scale() }.plies(value),
        };
        Ok(Scale::event(value).saturating_add(plies.saturating_mul(2)))
    }
}

/// The cells of a half of a slice in which the clock runs to the end of the game: nothing has to be solved.
///
/// # Errors
/// If there is no memory for the cells.
pub(super) fn ends(slice: &ClockSlice<'_>) -> Result<Solved, Unsolved> {
    let ends = Scale { measure: Measure::Ends, ..slice.scale() };
    let halves = slice.values.halves.iter().map(|values| {
        let wide = values.most() > u8::MAX.into() || widest(values) > u8::MAX.into();
        let cells = Cells::new(values.entries(), wide).map_err(|_| Unsolved::NoMemory)?;
        for entry in 0..values.entries() {
            let value = values.get(entry);
            if value != DRAW {
                cells.set(entry, Scale::event(value) + 2 * ends.plies(value));
            }
        }
        Ok(cells)
    });
    Ok(Solved { halves: halves.collect::<Result<_, _>>()? })
}

/// The largest cell that distances to the end become as distances to an event.
fn widest(values: &Cells) -> u16 {
    let most = (0..values.entries()).map(|entry| values.get(entry)).max().unwrap_or(0);
    most.saturating_mul(2)
}

/// What a table of a clock stores.
pub(super) struct ClockOutput<'a, M: Movement> {
    slice: &'a ClockSlice<'a>,
    halves: Vec<output::Half<M>>,
    solved: &'a Solved,
    kept: SliceKept<'a, M>,
    progress: &'a Progress,
    failure: Mutex<Option<TableError>>,
}

impl<'a, M: Movement> ClockOutput<'a, M> {
    pub(super) fn new(slice: &'a ClockSlice<'a>, solved: &'a Solved, progress: &'a Progress) -> Self {
        let halves = output::halves::<M>(slice.material);
        ClockOutput { slice, halves, solved, kept: slice.kept(), progress, failure: Mutex::new(None) }
    }
}

impl<M: Movement> Values for ClockOutput<'_, M> {
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>> {
        let ((layout, sets), cells) = (&self.halves[half], &self.solved.halves[half]);
        let values = Vec::with_capacity((range.end - range.start) as usize);
        let expected = Expected::new(self.slice, half, &self.kept);
        let mut collect = Collect::<M> { expected, cells, values, failure: None };
        each_view(layout, sets, range, |entry, view| collect.visit(entry, view));
        if let Some(error) = collect.failure {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        collect.values
    }

    fn stopped(&self) -> bool {
        self.progress.stop.load(Relaxed) || self.failure.lock().is_ok_and(|failure| failure.is_some())
    }

    fn encoded(&self, entries: u64) {
        self.progress.written.fetch_add(entries, Relaxed);
    }

    fn failure(&self) -> Option<TableError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct Collect<'a, 's, M> {
    expected: Expected<'a, 's, M>,
    cells: &'s Cells,
    values: Vec<Option<u16>>,
    failure: Option<TableError>,
}

impl<M: Movement> Collect<'_, '_, M> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        if self.expected.values.get(entry) == DRAW || can_capture::<M>(view) {
            return self.values.push(None);
        }
        let cell = self.cells.get(entry);
        let value = match self.expected.cell(entry, view) {
            Ok(expected) if cell == expected => SAME,
            Ok(_) if cell == DRAW => NEVER,
            Ok(_) => (cell - 1) / 2 + FIRST,
            Err(error) => {
                self.failure.get_or_insert(error);
                SAME
            }
        };
        self.values.push(Some(value));
    }
}

/// Whether a cell of a table of a clock takes two bytes.
pub(super) fn wide(table: &Table) -> bool {
    let longest = table.header().statistics.iter().flat_map(|half| [half.longest_win, half.longest_loss]).flatten();
    longest.map(|longest| longest.plies.saturating_mul(2).saturating_add(2)).max() > Some(u8::MAX.into())
}

/// Reads a table of a clock back; entries with a capture are solved again.
///
/// # Errors
/// If a file cannot be read or is damaged, or the table does not have the statistics that its header names.
pub(super) fn load_clock<'a, M: Movement>(
    rules: Rulebook<'_, M>,
    slice: &ClockSlice<'_>,
    table: &Table,
    values_of: CellsOf<'_, 'a>,
    of_clock: CellsOf<'_, 'a>,
) -> Result<Solved, TableError> {
    let header = table.header();
    let wide = wide(table);
    let count = slice.material.halves().count();
    let cells: Result<Vec<Cells>, _> = (0..count).map(|_| Cells::new(header.entries, wide)).collect();
    let cells = cells.map_err(|_| TableError::no_memory(table.path()))?;
    let events = Events { until: events::Until::Clocks(slice.clocks), values: values_of, of_clocks: of_clock };
    let kept = slice.kept::<M>();
    for (number, sides) in slice.material.halves().enumerate() {
        // Captures lead to other slices alone.
        let leads = |leaving, next: Material, mover| events.lead(sides, leaving, (next, mover), of_clock(next, mover));
        let half = Half::<M>::for_captures(rules, slice.scale(), sides, &cells[number], &leads);
        const CHUNK: u64 = 1 << 16;
        let filled = threads::try_map(half.layout.entries().div_ceil(CHUNK), &|chunk| {
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(half.layout.entries());
            let mut fill = Fill::<M> {
                expected: Expected::new(slice, number, &kept),
                stored: Reader::new(table, number, &kept),
                half: &half,
                buffer: Captures::default(),
                failure: None,
            };
            walk(&half.layout, &half.sets, range, &mut fill);
            fill.failure.map_or(Ok(()), Err)
        });
        filled?;
    }
    let solved = Solved { halves: cells };
    for (half, expected) in header.statistics.iter().enumerate() {
        if clock_statistics::<M>(slice, &solved, half) != *expected {
            let kind = crate::format::TableErrorKind::Statistics;
            return Err(TableError { path: table.path().to_owned(), kind });
        }
    }
    Ok(solved)
}

struct Fill<'a, 's, M: Movement> {
    expected: Expected<'a, 's, M>,
    stored: Reader<'s>,
    half: &'s Half<'s, M>,
    buffer: Captures<BitsOf<M>>,
    failure: Option<TableError>,
}

impl<M: Movement> Fill<'_, '_, M> {
    #[inline(always)]
    fn cell<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<M>>) -> Result<u16, TableError> {
        if self.expected.values.get(entry) == DRAW {
            return Ok(DRAW);
        }
        if can_capture::<M>(view) {
            // No file stores an entry with a capture: its cell follows from the distance to the end, or from where the
            // captures lead.
            if self.half.lost {
                return Ok(ENDED);
            }
            if self.expected.slice.waits_for_the_end::<M>(view) {
                return self.expected.cell(entry, view);
            }
            self.half.captures.captures(view, &mut self.buffer);
            return Ok(self.half.scale.cell(self.half.best_capture(cpu, view, &self.buffer.list)));
        }
        match self.stored.get(entry)? {
            SAME => self.expected.cell(entry, view),
            NEVER => Ok(DRAW),
            plies => {
                let value = self.expected.values.get(entry);
                Ok(Scale::event(value).saturating_add((plies - FIRST).saturating_mul(2)))
            }
        }
    }
}

impl<M: Movement> Visitor<BitsOf<M>> for Fill<'_, '_, M> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<M>>) {
        match self.cell(cpu, entry, view) {
            // A cell that is too large for what the statistics say is found when they are compared.
            Ok(cell) => self.half.cells.set(entry, cell.min(self.half.cells.most())),
            Err(error) => {
                self.failure.get_or_insert(error);
            }
        }
    }
}

/// The statistics of a half of a clock.
pub(super) fn clock_statistics<M: Movement>(slice: &ClockSlice<'_>, solved: &Solved, half: usize) -> Statistics {
    let (mover, other) = slice.material.halves().nth(half).expect("a half of the slice");
    let layout = Layout::<M::Board>::new(mover, other).expect("a solved half has a numbering");
    let sets = Sets::new(&layout);
    const CHUNK: u64 = 1 << 16;
    let count = |chunk: u64| {
        let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(layout.entries());
        let (values, cells) = (&slice.values.halves[half], &solved.halves[half]);
        let mut count = Counting::<M> {
            in_time: InTime::new(slice.clocks, (mover, other)),
            scale: slice.scale(),
            values,
            cells,
            statistics: Statistics::default(),
        };
        each_view(&layout, &sets, range, |entry, view| count.visit(entry, view));
        count.statistics
    };
    threads::reduce(layout.entries().div_ceil(CHUNK), &count, Statistics::default, Statistics::merge)
}

/// Whether a cell of a clock is won under its rule with a fresh count.
pub(super) struct InTime<M> {
    most: [u16; 2],
    /// The clock that runs on some squares only. Where it does not run any number of plies will do.
    on_squares: Option<&'static Clock>,
    variant: std::marker::PhantomData<M>,
}

impl<M: Movement> InTime<M> {
    pub(super) fn new(clocks: &ClockSet, (mover, other): (Side, Side)) -> Self {
        let most = most_in_time(clocks, mover, other);
        InTime { most, on_squares: clocks.asks_for_squares(), variant: Default::default() }
    }

    /// By parity of the cell: the most plies where the clock runs.
    pub(super) fn plies(&self) -> [u16; 2] {
        self.most.map(|cell| (cell - 1) / 2)
    }

    #[inline(always)]
    pub(super) fn has(&self, cell: u16, view: &View<BitsOf<M>>) -> bool {
        let runs = self.on_squares.is_none_or(|clock| clock.runs_in::<M>(view));
        cell != DRAW && (!runs || cell <= self.most[usize::from(cell & 1)])
    }
}

struct Counting<'a, M> {
    in_time: InTime<M>,
    scale: Scale,
    values: &'a Cells,
    cells: &'a Cells,
    statistics: Statistics,
}

impl<M: Movement> Counting<'_, M> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        let (value, cell) = (self.values.get(entry), self.cells.get(entry));
        let statistics = &mut self.statistics;
        if value == DRAW {
            statistics.draw += 1;
            return;
        }
        let (count, longest, histogram, taken) = if self.scale.is_loss(value) {
            (&mut statistics.loss, &mut statistics.longest_loss, &mut statistics.losses, &mut statistics.blessed)
        } else {
            (&mut statistics.win, &mut statistics.longest_win, &mut statistics.wins, &mut statistics.cursed)
        };
        *count += 1;
        if !self.in_time.has(cell, view) {
            taken.add(entry);
        }
        if cell == DRAW {
            return;
        }
        let plies = self.scale.plies(cell);
        let at = usize::from(plies);
        if at >= histogram.len() {
            histogram.resize(at + 1, 0);
            *longest = Some(Longest { plies, entry });
        }
        histogram[at] += 1;
    }
}

/// Takes out of the cells of a clock what is not won in time with a fresh count, where that depends on the squares: the
/// moves that lead there from other slices do not see the squares any more.
pub(super) fn keep_what_is_in_time<M: Movement>(clocks: &ClockSet, material: Material, solved: &Solved) {
    if clocks.asks_for_squares().is_none() {
        return;
    }
    for (cells, (mover, other)) in solved.halves.iter().zip(material.halves()) {
        let layout = Layout::<M::Board>::new(mover, other).expect("a solved half has a numbering");
        let sets = Sets::new(&layout);
        let mut keep = Keep::<M> { in_time: InTime::new(clocks, (mover, other)), cells };
        each_view(&layout, &sets, 0..layout.entries(), |entry, view| keep.visit(entry, view));
    }
}

struct Keep<'a, M> {
    in_time: InTime<M>,
    cells: &'a Cells,
}

impl<M: Movement> Keep<'_, M> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        if !self.in_time.has(self.cells.get(entry), view) {
            self.cells.set(entry, DRAW);
        }
    }
}
