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
    /// Whether there is memory for two bytes an entry, should one not do for the distances.
    pub wide: bool,
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

/// Why a slice was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Stopped from outside before the end.
    Stopped,
    /// Distances do not fit in one byte, and [`Effort::wide`] says that there is no memory for two.
    TooFar,
}

/// Solves a slice on the threads of the current rayon pool. `cells_of` finds the cells of the halves of all materials
/// that one move can lead to.
///
/// # Errors
/// See [`Unsolved`].
///
/// # Panics
/// If `cells_of` does not find cells, or if the material is too large for the solver: a
/// [`Plan`](super::Plan) has no such material.
pub fn solve<'a, V: Variant>(
    material: Material,
    cells_of: impl Fn(Material, Side) -> Option<&'a Cells>,
    effort: &Effort<'_>,
) -> Result<Solved, Unsolved> {
    assert!(scratch_bytes::<V>(material, 1).is_some(), "{material} is too large");
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
    if !effort.wide {
        return Err(Unsolved::TooFar);
    }
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
) -> Result<Result<Solved, TooFar>, Unsolved> {
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
const UNITS_PER_THREAD: u64 = 8;
/// Units smaller than this are not worth sharing.
const SHARED_UNIT: u64 = 1 << 13;
/// Entries that a worker takes at a time.
const ENTRIES_PER_TASK: u64 = 1 << 13;

impl<V: Variant, P: Place> Slice<'_, '_, V, P> {
    fn solve_levels<M: Measure>(&self) -> Result<Result<(), TooFar>, Unsolved> {
        let levels = Levels::new::<V>(&self.halves[0].layout);
        let threads = rayon::current_num_threads();
        let size = self.halves[0].layout.kings_per_block();
        for level in levels.iter() {
            let result = if is_shared(level.len() as u64, size, threads) {
                self.solve_shared::<M>(level, threads)
            } else {
                self.solve_beside::<M>(level)
            };
            if result.is_err() {
                return Ok(result);
            }
            if self.effort.stop.load(Relaxed) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(Ok(()))
    }

    /// One unit after the other, all threads in each.
    fn solve_shared<M: Measure>(&self, level: &[u32], threads: usize) -> Result<(), TooFar> {
        let mut scratch = Scratch::new(self.halves[0].layout.kings_per_block(), threads);
        level
            .iter()
            .filter(|_| !self.effort.stop.load(Relaxed))
            .try_for_each(|&configuration| self.solve_unit::<M>(configuration.into(), &mut scratch))
    }

    /// Many units side by side, each thread with its own.
    fn solve_beside<M: Measure>(&self, level: &[u32]) -> Result<(), TooFar> {
        let size = self.halves[0].layout.kings_per_block();
        let units = (ENTRIES_PER_TASK / size).max(1) as usize;
        level.par_chunks(units).try_for_each_init(
            || Scratch::new(size, 1),
            |scratch, units| {
                units
                    .iter()
                    .filter(|_| !self.effort.stop.load(Relaxed))
                    .try_for_each(|&configuration| self.solve_unit::<M>(configuration.into(), scratch))
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

/// Whether all threads work in each unit of a level of so many units with blocks of `size` entries, and not each in its
/// own.
fn is_shared(units: u64, size: u64, threads: usize) -> bool {
    threads > 1 && units < UNITS_PER_THREAD * threads as u64 && size >= SHARED_UNIT
}

/// The memory that solving a material takes beside its cells, in bytes: lists and counters of units, the order of the
/// configurations, the sets of rows and columns. `None` if it has more configurations, or more entries in a block, than
/// the solver counts in 32 bits.
pub(super) fn scratch_bytes<V: Variant>(material: Material, threads: usize) -> Option<u64> {
    let (mover, other) = material.halves().next()?;
    let layout = Layout::<V::Board>::new(mover, other)?;
    let (size, configurations) = (layout.kings_per_block(), layout.configurations());
    u32::try_from(size).ok()?;
    u32::try_from(configurations).ok()?;
    // No level has more units than there are configurations.
    let units = if is_shared(configurations, size, threads) { 1 } else { configurations.min(threads as u64) };
    let of_units = units * size * Scratch::<BitsOf<V>>::BYTES_PER_ENTRY;
    let of_sets = 2 * (layout.rows() + layout.columns()) * size_of::<BitsOf<V>>() as u64;
    Some(of_units + of_sets + configurations * size_of::<u32>() as u64)
}

/// The configurations of a half by the sum of the rows that the men of both sides have advanced.
struct Levels {
    /// All configurations, level by level.
    order: Vec<u32>,
    /// Where each level begins, the least advanced first, and the end of the last one.
    starts: Vec<usize>,
}

impl Levels {
    fn new<V: Variant>(layout: &Layout<V::Board>) -> Levels {
        let configurations = 0..layout.configurations() as u32;
        let highest = V::Board::GEOMETRY.rows * (layout.mover().men + layout.other().men);
        let mut starts = vec![0; highest as usize + 2];
        for configuration in configurations.clone() {
            starts[advancement::<V>(layout, configuration) + 1] += 1;
        }
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let mut order = vec![0; layout.configurations() as usize];
        let mut next = starts.clone();
        for configuration in configurations {
            let place = &mut next[advancement::<V>(layout, configuration)];
            order[*place] = configuration;
            *place += 1;
        }
        Levels { order, starts }
    }

    /// The levels, the most advanced first.
    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).rev().map(|level| &self.order[level[0]..level[1]]).filter(|level| !level.is_empty())
    }
}

/// The sum of the rows that the men of both sides have advanced.
fn advancement<V: Variant>(layout: &Layout<V::Board>, configuration: u32) -> usize {
    let (mover, other) = dispatch(Men { layout, configuration: configuration.into() });
    let up: u32 = mover.iter().map(V::Board::row_of).sum();
    let down: u32 = other.iter().map(|bit| V::Board::GEOMETRY.rows - 1 - V::Board::row_of(bit)).sum();
    (up + down) as usize
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
