//! Solving a slice: its units by decreasing advancement of the men, those of one level side by side.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::block::{Block, Place, Unit};
use super::cell::{Cells, MOST, Measure, Scale};
use super::checkpoint::{Checkpoint, LevelCells};
use super::events::{Events, Until};
use super::half::{CellsOf, Half};
use super::lane::{Lane, Scratch};
use super::unit::{self, Phases, TooFar};
use crate::board::Board;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::index::{Layout, Material, Side};
use crate::levels::{Level, Levels};
use crate::rules::{BitsOf, Movement, Rulebook};
use crate::threads::{self, Reserve};

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

/// What to solve a slice for.
#[derive(Clone, Copy)]
pub enum Goal<'g, 'a> {
    /// Win, draw and loss. The cells that are found are those of this goal in other slices.
    Values(CellsOf<'g, 'a>),
    /// Plies to the end of the game. The cells that are found are those of this goal in other slices.
    Ends(CellsOf<'g, 'a>),
    /// Plies to an event.
    Events(Events<'g, 'a>),
}

impl std::fmt::Debug for Goal<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Goal::Values(_) => f.write_str("Values"),
            Goal::Ends(_) => f.write_str("Ends"),
            Goal::Events(events) => events.fmt(f),
        }
    }
}

/// How to solve.
#[derive(Debug)]
pub struct Effort<'a> {
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// Counts the entries that are done.
    pub done: &'a AtomicU64,
    /// The largest cell that one byte is used for; more only in tests of wider places.
    pub narrow_limit: u16,
    /// Whether there is memory for two bytes an entry, should one not do for the distances.
    pub wide: bool,
    /// Where the levels that are solved are kept, if they are.
    pub checkpoint: Option<&'a Checkpoint<'a>>,
    /// Where the time of each phase is added up, if anybody wants to know.
    pub phases: Option<&'a Phases>,
}

/// Why a slice was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Stopped from outside before the end.
    Stopped,
    /// Distances do not fit in one byte, and [`Effort::wide`] says that there is no memory for two.
    TooFar,
    /// The system has no memory for the cells, whatever limit there is.
    NoMemory,
}

/// Solves a slice of a game with the rules of the type, on the threads of the pool that this is called in. The goal finds
/// the cells of the halves of all materials that one move can lead to.
///
/// # Errors
/// See [`Unsolved`].
///
/// # Panics
/// If `cells_of` does not find cells, or if the material is too large for the solver: a
/// [`Plan`](super::Plan) has no such material.
pub(crate) fn solve<M: Movement>(
    rules: Rulebook<'_, M>,
    material: Material,
    goal: Goal<'_, '_>,
    effort: &Effort<'_>,
) -> Result<Solved, Unsolved> {
    assert!(scratch_bytes::<M>(material, 1).is_some(), "{material} is too large");
    let before = effort.done.load(Relaxed);
    // What was begun in two bytes goes on so.
    if !effort.checkpoint.is_some_and(Checkpoint::is_wide)
        && let Ok(solved) = solve_in::<M>(rules, material, goal, effort, false)?
    {
        return Ok(solved);
    }
    effort.done.store(before, Relaxed);
    if !effort.wide {
        return Err(Unsolved::TooFar);
    }
    let wide = solve_in::<M>(rules, material, goal, effort, true)?;
    Ok(wide.unwrap_or_else(|TooFar| panic!("{material}: an ending of more than {MOST} plies")))
}

fn solve_in<M: Movement>(
    rules: Rulebook<'_, M>,
    material: Material,
    goal: Goal<'_, '_>,
    effort: &Effort<'_>,
    wide: bool,
) -> Result<Result<Solved, TooFar>, Unsolved> {
    let layouts = material
        .halves()
        .map(|(mover, other)| Layout::<M::Board>::new(mover, other).expect("the plan has counted the entries"));
    let cells: Result<Vec<Cells>, _> = layouts.map(|layout| Cells::new(layout.entries(), wide)).collect();
    let cells = cells.map_err(|_| Unsolved::NoMemory)?;
    let halves: Vec<Half<'_, M>> = material.halves().map(|sides| half(rules, material, goal, sides, &cells)).collect();
    let limit = if wide { MOST } else { effort.narrow_limit.min(cells[0].most()) };
    let result = Slice::<M> { halves: &halves, limit, effort }.solve_levels()?;
    drop(halves);
    Ok(result.map(|()| Solved { halves: cells }))
}

/// A half of the slice at hand, for a goal.
fn half<'a, 'b: 'a, M: Movement>(
    rules: Rulebook<'_, M>,
    material: Material,
    goal: Goal<'_, 'b>,
    sides: (Side, Side),
    own: &'a [Cells],
) -> Half<'a, M> {
    let giveaway = rules.game.ending.giveaway;
    let cells = &own[material.half_of(sides.0)];
    let own_or = |next: Material, mover, others: CellsOf<'_, 'b>| -> Option<&'a Cells> {
        if next == material { Some(&own[material.half_of(mover)]) } else { others(next, mover) }
    };
    let (Goal::Values(others) | Goal::Ends(others)) = goal else {
        let Goal::Events(events) = goal else { unreachable!("the two others are above") };
        let scale = Scale { giveaway, measure: Measure::Events };
        let leads = |leaving, next: Material, mover| {
            events.lead(sides, leaving, (next, mover), own_or(next, mover, events.of_clocks))
        };
        let mut half = Half::new(rules, scale, sides, cells, &leads);
        half.values = Some((events.values)(material, sides.0).expect("values are solved before events"));
        half.captures_are_events = !matches!(events.until, Until::Clocks(_));
        return half;
    };
    let measure = if matches!(goal, Goal::Values(_)) { Measure::Values } else { Measure::Ends };
    let scale = Scale { giveaway, measure };
    Half::new(rules, scale, sides, cells, &|_, next, mover| Some((own_or(next, mover, others)?, None)))
}

/// A slice in progress.
struct Slice<'s, 'a, M: Movement> {
    halves: &'s [Half<'a, M>],
    limit: u16,
    effort: &'s Effort<'s>,
}

/// Fewer units than this for each thread, and the threads share the work inside the units.
const UNITS_PER_THREAD: u64 = 8;
/// Units smaller than this are not worth sharing.
const SHARED_UNIT: u64 = 1 << 13;
/// Entries that a worker takes at a time.
const ENTRIES_PER_TASK: u64 = 1 << 13;

impl<M: Movement> Slice<'_, '_, M> {
    fn solve_levels(&self) -> Result<Result<(), TooFar>, Unsolved> {
        let layout = &self.halves[0].layout;
        let levels = Levels::new(layout, M::MEN_STEP_SIDEWAYS);
        let threads = threads::count();
        let size = layout.kings_per_block() * levels.largest_group() as u64;
        let all: Vec<Level<'_>> = levels.iter().collect();
        let restored = self.restore(&all);
        for level in &all[restored..] {
            let level = *level;
            let result = if is_shared(size, level.groups() as u64, threads) {
                self.solve_shared(level, size, threads)
            } else {
                self.solve_beside(level, size)
            };
            if result.is_err() {
                return Ok(result);
            }
            if self.effort.stop.load(Relaxed) {
                return Err(Unsolved::Stopped);
            }
            if let Some(checkpoint) = self.effort.checkpoint {
                self.with_cells(level, |cells| checkpoint.save(self.is_wide(), cells));
            }
        }
        Ok(Ok(()))
    }

    /// Restores the levels that were solved before; returns how many.
    fn restore(&self, levels: &[Level<'_>]) -> usize {
        let Some(checkpoint) = self.effort.checkpoint else { return 0 };
        let level = |number: usize, work: &mut dyn FnMut(&LevelCells<'_>) -> bool| {
            levels.get(number).is_some_and(|&level| self.with_cells(level, |cells| work(cells)))
        };
        let restored = checkpoint.restore(self.is_wide(), &level);
        let configurations: u64 = levels[..restored].iter().map(|level| level.configurations().len() as u64).sum();
        let entries = configurations * self.halves[0].layout.kings_per_block() * self.halves.len() as u64;
        self.effort.done.fetch_add(entries, Relaxed);
        restored
    }

    fn is_wide(&self) -> bool {
        self.halves[0].cells.most() > u8::MAX.into()
    }

    /// Does something with the cells of a level.
    fn with_cells<T>(&self, level: Level<'_>, work: impl FnOnce(&LevelCells<'_>) -> T) -> T {
        let size = self.halves[0].layout.kings_per_block();
        let blocks = |number: u64| {
            let (place, counterpart) = self.place(level.configurations()[number as usize], 0);
            // In a single half the counterpart is a configuration of the same level.
            [Some((0, place.start)), (self.halves.len() > 1).then_some((1, counterpart.start))]
        };
        let halves: Vec<&Cells> = self.halves.iter().map(|half| half.cells).collect();
        let configurations = level.configurations().len() as u64;
        work(&LevelCells { halves: &halves, configurations, size, blocks: &blocks })
    }

    /// One unit after the other, all threads in each.
    fn solve_shared(&self, level: Level<'_>, size: u64, threads: usize) -> Result<(), TooFar> {
        let mut scratch = Scratch::new(size, threads);
        (0..level.groups()).try_for_each(|number| self.solve_unit(level.group(number), &mut scratch))
    }

    /// Many units side by side, each thread with its own.
    fn solve_beside(&self, level: Level<'_>, size: u64) -> Result<(), TooFar> {
        let units = (ENTRIES_PER_TASK / size).max(1) as usize;
        let scratches = Reserve::new();
        let solved = threads::try_map(level.groups().div_ceil(units) as u64, &|task| {
            let first = task as usize * units;
            let units = first..(first + units).min(level.groups());
            scratches.with(
                || Scratch::new(size, 1),
                |scratch| units.into_iter().try_for_each(|number| self.solve_unit(level.group(number), scratch)),
            )
        });
        solved.map(drop)
    }

    /// Solves the unit with these configurations in the first half.
    fn solve_unit(&self, group: &[u32], scratch: &mut Scratch<BitsOf<M>>) -> Result<(), TooFar> {
        if self.effort.stop.load(Relaxed) {
            return Ok(());
        }
        if const { M::MEN_STEP_SIDEWAYS } {
            return self.solve_group(group, scratch);
        }
        // One configuration alone: there are too many such units for lists of their places.
        let (place, counterpart) = self.place(group[0], 0);
        let symmetric = self.halves.len() == 1;
        if symmetric && counterpart.start < place.start {
            // Solved together with its counterpart.
            return Ok(());
        }
        let own_counterpart = symmetric && counterpart.start == place.start;
        self.solve_places(&[place], &[counterpart], own_counterpart, &mut scratch.lanes, &scratch.left)
    }

    /// The same for any number of configurations.
    fn solve_group(&self, group: &[u32], scratch: &mut Scratch<BitsOf<M>>) -> Result<(), TooFar> {
        let Scratch { lanes, left, places: [places, counterparts] } = scratch;
        places.clear();
        counterparts.clear();
        for (&configuration, number) in group.iter().zip(0..) {
            let (place, counterpart) = self.place(configuration, number);
            places.push(place);
            counterparts.push(counterpart);
        }
        let mut own_counterpart = false;
        if self.halves.len() == 1 {
            let least = counterparts.iter().map(|place| place.start).min();
            if least < Some(places[0].start) {
                return Ok(());
            }
            own_counterpart = least == Some(places[0].start);
            if own_counterpart {
                for number in 0..places.len() {
                    let twin = places.binary_search_by_key(&counterparts[number].start, |place| place.start);
                    places[number].twin = twin.expect("the counterpart is in the same group") as u32;
                }
            }
        }
        self.solve_places(places, counterparts, own_counterpart, lanes, left)
    }

    /// The place of a configuration of the first half in a unit, and that of its counterpart, both with this number.
    #[inline(always)]
    fn place(&self, configuration: u32, number: u32) -> (Place<BitsOf<M>>, Place<BitsOf<M>>) {
        let (first, last) = (&self.halves[0].layout, &self.halves[self.halves.len() - 1].layout);
        let configuration = u64::from(configuration);
        let (men, (counterpart, turned)) = dispatch(Counterpart { layout: first, of: last, configuration });
        (Place::new(first, configuration, men, number), Place::new(last, counterpart, turned, number))
    }

    #[inline(always)]
    fn solve_places(
        &self,
        places: &[Place<BitsOf<M>>],
        counterparts: &[Place<BitsOf<M>>],
        own_counterpart: bool,
        lanes: &mut [Lane<BitsOf<M>>],
        left: &[Vec<AtomicU8>; 2],
    ) -> Result<(), TooFar> {
        let (first, last) = (&self.halves[0], &self.halves[self.halves.len() - 1]);
        let unit = Unit { blocks: [Block::new(first, places), Block::new(last, counterparts)], own_counterpart };
        unit::solve(&unit, lanes, left, self.limit, self.effort.phases)?;
        let blocks = if own_counterpart { 1 } else { 2 };
        self.effort.done.fetch_add(first.layout.kings_per_block() * places.len() as u64 * blocks, Relaxed);
        Ok(())
    }
}

/// Whether all threads work in each unit of a level of so many units with blocks of `size` entries, and not each in its
/// own.
fn is_shared(size: u64, units: u64, threads: usize) -> bool {
    threads > 1 && units < UNITS_PER_THREAD * threads as u64 && size >= SHARED_UNIT
}

/// The memory that solving a material takes beside its cells, in bytes: lists and counters of units, the order of the
/// configurations, the sets of rows and columns. `None` if it has more configurations, or more entries in a block, than
/// the solver counts in 32 bits.
pub(crate) fn scratch_bytes<M: Movement>(material: Material, threads: usize) -> Option<u64> {
    let (mover, other) = material.halves().next()?;
    let layout = Layout::<M::Board>::new(mover, other)?;
    let configurations = layout.configurations();
    u32::try_from(configurations).ok()?;
    let (mut group, mut of_order) = (1, size_of::<u32>() as u64);
    if M::MEN_STEP_SIDEWAYS {
        // Every man anywhere in its row, at most; and the order also holds where each group begins, and sorts.
        let width = u64::from(M::Board::GEOMETRY.squares_per_row());
        group = (0..mover.men + other.men).try_fold(1_u64, |group, _| group.checked_mul(width))?.min(configurations);
        of_order += (size_of::<usize>() + size_of::<(u64, u32)>()) as u64;
    }
    let size = layout.kings_per_block().checked_mul(group)?;
    u32::try_from(size).ok()?;
    // No level has more units than there are configurations.
    let units = if is_shared(size, configurations, threads) { 1 } else { configurations.min(threads as u64) };
    let of_units =
        units * (size * Scratch::<BitsOf<M>>::BYTES_PER_ENTRY + 2 * group * size_of::<Place<BitsOf<M>>>() as u64);
    let of_sets = 6 * (layout.rows() + layout.columns()) * size_of::<BitsOf<M>>() as u64;
    Some(of_units + of_sets + configurations * of_order)
}

/// The men of the mover and of the other side.
type MenOf<B> = (<B as Board>::Bits, <B as Board>::Bits);

/// The men of a configuration, and the number and men of the same configuration as the other side sees it.
struct Counterpart<'a, B: Board> {
    layout: &'a Layout<B>,
    of: &'a Layout<B>,
    configuration: u64,
}

impl<B: Board> Task for Counterpart<'_, B> {
    type Output = (MenOf<B>, (u64, MenOf<B>));

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let men = self.layout.men(cpu, self.configuration);
        let turned = (B::rotate(men.1), B::rotate(men.0));
        (men, (self.of.configuration(cpu, turned.0, turned.1), turned))
    }
}
