//! What is won in time under a clock, with a fresh count.

use super::known::ClockSlice;
use crate::board::View;
use crate::format::{Longest, Statistics};
use crate::index::{Layout, Material, Sets, Side, each_view};
use crate::retrograde::{Cells, DRAW, Scale, Solved, most_in_time};
use crate::rules::{BitsOf, Clock, ClockSet, Movement};
use crate::threads;

/// The statistics of a half of a clock.
pub(crate) fn clock_statistics<M: Movement>(slice: &ClockSlice<'_>, solved: &Solved, half: usize) -> Statistics {
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
pub(crate) struct InTime<M> {
    most: [u16; 2],
    /// The clock that runs on some squares only. Where it does not run any number of plies will do.
    on_squares: Option<&'static Clock>,
    variant: std::marker::PhantomData<M>,
}

impl<M: Movement> InTime<M> {
    pub(crate) fn new(clocks: &ClockSet, (mover, other): (Side, Side)) -> Self {
        let most = most_in_time(clocks, mover, other);
        InTime { most, on_squares: clocks.asks_for_squares(), variant: Default::default() }
    }

    /// By parity of the cell: the most plies where the clock runs.
    pub(crate) fn plies(&self) -> [u16; 2] {
        self.most.map(|cell| (cell - 1) / 2)
    }

    #[inline(always)]
    pub(crate) fn has(&self, cell: u16, view: &View<BitsOf<M>>) -> bool {
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
pub(crate) fn keep_what_is_in_time<M: Movement>(clocks: &ClockSet, material: Material, solved: &Solved) {
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
