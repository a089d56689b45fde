//! Solving a slice: its units by decreasing advancement of the men, those of one level side by side.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::cell::{Cells, Distances, Measure, Place, Values};
use super::half::Half;
use super::lane::Scratch;
use super::unit::{self, Block, TooFar, Unit};
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, Board};
use crate::index::{Layout, Material, Side};
use crate::rules::{BitsOf, Variant};

/// The solved halves of a slice, in the order of [`Material::halves`].
#[derive(Debug)]
pub struct Solved {
    /// The cells of each half.
    pub halves: Vec<Cells>,
}

impl Solved {
    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.halves.iter().map(Cells::bytes).sum()
    }
}

/// How to solve.
#[derive(Debug)]
pub struct Effort<'a> {
    /// Measure distances, not values alone.
    pub distances: bool,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// Counts the entries that are done.
    pub done: &'a AtomicU64,
    /// The largest cell that one byte is used for; more only in tests of wider places.
    pub narrow_limit: u16,
    /// Where the time of each phase is added up, if anybody wants to know.
    pub phases: Option<&'a Phases>,
}

/// Nanoseconds that all threads together spent in the phases of solving.
#[derive(Debug, Default)]
pub struct Phases {
    /// Forward looks.
    pub forward: AtomicU64,
    /// Un-moves.
    pub backward: AtomicU64,
}

/// Stopped from outside before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Solves a slice on the threads of the current rayon pool. `cells_of` finds the cells of the halves of all materials
/// that one move can lead to.
///
/// # Errors
/// [`Stopped`] if `effort.stop` was set before the end.
pub fn solve<'a, V: Variant>(
    material: Material,
    cells_of: impl Fn(Material, Side) -> Option<&'a Cells>,
    effort: &Effort<'_>,
) -> Result<Solved, Stopped> {
    let before = effort.done.load(Relaxed);
    let narrow = if effort.distances {
        solve_in::<V, Distances, AtomicU8>(material, &cells_of, effort)?
    } else {
        solve_in::<V, Values, AtomicU8>(material, &cells_of, effort)?
    };
    if let Ok(solved) = narrow {
        return Ok(solved);
    }
    effort.done.store(before, Relaxed);
    let wide = solve_in::<V, Distances, AtomicU16>(material, &cells_of, effort)?;
    Ok(wide.unwrap_or_else(|TooFar| panic!("{material}: an ending of more than {} plies", AtomicU16::MAX)))
}

/// Places of a type that the half's cells are known to have.
fn places<P: Place>(cells: &Cells) -> &[P] {
    P::of(cells).expect("the cells were made of this type")
}

fn solve_in<'a, V: Variant, M: Measure, P: Place>(
    material: Material,
    cells_of: &impl Fn(Material, Side) -> Option<&'a Cells>,
    effort: &Effort<'_>,
) -> Result<Result<Solved, TooFar>, Stopped> {
    let layouts: Vec<_> = material
        .halves()
        .map(|(mover, other)| Layout::<V::Board>::new(mover, other).expect("the plan has counted the entries"))
        .collect();
    let cells: Vec<Cells> =
        layouts.iter().map(|layout| P::wrap((0..layout.entries()).map(|_| P::zero()).collect())).collect();
    let halves: Vec<Half<'_, V>> = material
        .halves()
        .map(|(mover, other)| {
            Half::new(mover, other, |next, mover| {
                if next == material { Some(&cells[material.half_of(mover)]) } else { cells_of(next, mover) }
            })
        })
        .collect();
    let limit = if P::MAX == AtomicU8::MAX { effort.narrow_limit.min(P::MAX) } else { P::MAX };
    let slice = Slice::<V, P> { halves: &halves, limit, effort, places: Default::default() };
    let result = slice.solve_levels::<M>()?;
    drop(halves);
    Ok(result.map(|()| Solved { halves: cells }))
}

/// A slice in progress.
struct Slice<'s, 'a, V: Variant, P> {
    halves: &'s [Half<'a, V>],
    limit: u16,
    effort: &'s Effort<'s>,
    places: std::marker::PhantomData<P>,
}

/// Fewer units than this for each thread, and the threads share the work inside the units.
const UNITS_PER_THREAD: usize = 8;
/// Units smaller than this are not worth sharing.
const SHARED_UNIT: u64 = 1 << 13;
/// Entries that a worker takes at a time.
const ENTRIES_PER_TASK: u64 = 1 << 13;

impl<V: Variant, P: Place> Slice<'_, '_, V, P> {
    fn solve_levels<M: Measure>(&self) -> Result<Result<(), TooFar>, Stopped> {
        let levels = levels::<V>(&self.halves[0].layout);
        let threads = rayon::current_num_threads();
        let size = self.halves[0].layout.kings_per_block();
        for level in levels {
            let few = level.len() < UNITS_PER_THREAD * threads && threads > 1 && size >= SHARED_UNIT;
            let result = if few { self.solve_shared::<M>(&level, threads) } else { self.solve_beside::<M>(&level) };
            if result.is_err() {
                return Ok(result);
            }
            if self.effort.stop.load(Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(Ok(()))
    }

    /// One unit after the other, all threads in each.
    fn solve_shared<M: Measure>(&self, level: &[u64], threads: usize) -> Result<(), TooFar> {
        let mut scratch = Scratch::new(self.halves[0].layout.kings_per_block(), threads);
        level
            .iter()
            .filter(|_| !self.effort.stop.load(Relaxed))
            .try_for_each(|&configuration| self.solve_unit::<M>(configuration, &mut scratch))
    }

    /// Many units side by side, each thread with its own.
    fn solve_beside<M: Measure>(&self, level: &[u64]) -> Result<(), TooFar> {
        let size = self.halves[0].layout.kings_per_block();
        let units = (ENTRIES_PER_TASK / size).max(1) as usize;
        level.par_chunks(units).try_for_each_init(
            || Scratch::new(size, 1),
            |scratch, units| {
                units
                    .iter()
                    .filter(|_| !self.effort.stop.load(Relaxed))
                    .try_for_each(|&configuration| self.solve_unit::<M>(configuration, scratch))
            },
        )
    }

    /// Solves the unit with this configuration in the first half.
    fn solve_unit<M: Measure>(&self, configuration: u64, scratch: &mut Scratch<BitsOf<V>>) -> Result<(), TooFar> {
        let (first, last) = (&self.halves[0], &self.halves[self.halves.len() - 1]);
        let (men, turned) = dispatch(Counterpart { layout: &first.layout, of: &last.layout, configuration });
        let (counterpart, turned_men) = turned;
        let own_counterpart = self.halves.len() == 1 && counterpart == configuration;
        if self.halves.len() == 1 && counterpart < configuration {
            // Solved together with its counterpart.
            return Ok(());
        }
        let blocks = [
            Block::new(first, places::<P>(first.cells), configuration, men),
            Block::new(last, places::<P>(last.cells), counterpart, turned_men),
        ];
        let entries = first.layout.kings_per_block() * if own_counterpart { 1 } else { 2 };
        unit::solve::<V, M, P>(&Unit { blocks, own_counterpart }, scratch, self.limit, self.effort.phases)?;
        self.effort.done.fetch_add(entries, Relaxed);
        Ok(())
    }
}

/// The configurations of a half by the sum of the rows that the men of both sides have advanced, the most advanced first.
fn levels<V: Variant>(layout: &Layout<V::Board>) -> Vec<Vec<u64>> {
    let highest = V::Board::GEOMETRY.rows * (layout.mover().men + layout.other().men);
    let mut levels = vec![Vec::new(); highest as usize + 1];
    for configuration in 0..layout.configurations() {
        let (mover, other) = dispatch(Men { layout, configuration });
        let up: u32 = mover.iter().map(V::Board::row_of).sum();
        let down: u32 = other.iter().map(|bit| V::Board::GEOMETRY.rows - 1 - V::Board::row_of(bit)).sum();
        levels[(up + down) as usize].push(configuration);
    }
    levels.into_iter().rev().filter(|level| !level.is_empty()).collect()
}

/// The men of a configuration, and the number and men of the same configuration as the other side sees it.
struct Counterpart<'a, B: Board> {
    layout: &'a Layout<B>,
    of: &'a Layout<B>,
    configuration: u64,
}

/// The men of the mover and of the other side.
type MenOf<B> = (<B as Board>::Bits, <B as Board>::Bits);

impl<B: Board> Task for Counterpart<'_, B> {
    type Output = (MenOf<B>, (u64, MenOf<B>));

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let men = self.layout.men(cpu, self.configuration);
        let turned = (B::rotate(men.1), B::rotate(men.0));
        (men, (self.of.configuration(cpu, turned.0, turned.1), turned))
    }
}

/// The men of a configuration.
struct Men<'a, B: Board> {
    layout: &'a Layout<B>,
    configuration: u64,
}

impl<B: Board> Task for Men<'_, B> {
    type Output = MenOf<B>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        self.layout.men(cpu, self.configuration)
    }
}
