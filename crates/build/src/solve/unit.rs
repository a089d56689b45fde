//! The unit of work: the two blocks, one for each side to move, between which quiet moves lead to and fro that leave
//! every man in its row: those of kings, and steps of men to the side where there are any.
//!
//! First a forward look at every entry, then breadth first by distance over un-moves. The order of cells is
//! the order of distances, so one loop over cells meets a value only when nothing shorter can come any more:
//!
//! * From an entry that is lost every predecessor that is not final is won, one ply further.
//! * From an entry that is won every predecessor has one move less that could save it. When none is left, and nothing
//!   outside the unit saves it either, it is lost, one ply further or as far as the longest way outside.
//!
//! Work inside a unit can be shared by several *lanes*. A lane owns rows of both blocks, and only its owner writes to a
//! row. All predecessors of an entry by moves of kings are in one row, so the entry is handed to the lane that owns it: no
//! entry is written by two lanes, and what is found does not depend on their number. (In a group of several configurations predecessors lie anywhere: there lanes share the forward look alone, by
//! configurations, and the first one does the rest.)

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::Instant;

use super::backward::{kings_of, predecessors, row_of_predecessors};
use super::cell::{DRAW, Measure, Merit, Part, Scale};
use super::forward::{Forward, Look};
use super::half::Half;
use super::lane::{FINAL, Input, Lane, SAFE, clear, exchange, has_any, has_any_at, has_any_from, reset};
use super::slice::Phases;
use super::sources::RUN;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, Board};
use crate::index::Layout;
use crate::rules::{BitsOf, Movement};
use crate::threads;

/// Where the entries of one configuration of a block lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<B> {
    /// The number of the first in the half.
    pub(super) start: u64,
    /// The men of the mover and of the other side.
    pub(super) men: (B, B),
    /// The squares without men.
    pub(super) without_men: B,
    /// The place, in the block before, of the same men as the other side sees them.
    pub(super) twin: u32,
}

impl<B: Bits> Place<B> {
    /// The place of a configuration with these men in a half.
    #[inline(always)]
    pub(super) fn new<Bd: Board<Bits = B>>(layout: &Layout<Bd>, configuration: u64, men: (B, B), twin: u32) -> Self {
        let start = configuration * layout.kings_per_block();
        Place { start, men, without_men: Layout::<Bd>::without_men(men.0, men.1), twin }
    }
}

/// A group of configurations of a half: one where men never step sideways.
#[derive(Debug)]
pub(super) struct Block<'a, M: Movement> {
    pub(super) half: &'a Half<'a, M>,
    /// The cells of the first place.
    cells: Part<'a>,
    /// The first place, which is the only one where men never step sideways.
    first: Place<BitsOf<M>>,
    pub(super) places: &'a [Place<BitsOf<M>>],
}

impl<'a, M: Movement> Block<'a, M> {
    pub(super) fn new(half: &'a Half<'a, M>, places: &'a [Place<BitsOf<M>>]) -> Self {
        let cells = half.cells.part(places[0].start, half.layout.kings_per_block());
        Block { half, cells, first: places[0], places }
    }

    /// Entries of a configuration.
    #[inline(always)]
    pub(super) fn size(&self) -> u32 {
        self.half.layout.kings_per_block() as u32
    }

    /// The configuration of an entry of the block, and its king number there.
    #[inline(always)]
    pub(super) fn split(&self, entry: u32) -> (&Place<BitsOf<M>>, u32) {
        if const { M::MEN_STEP_SIDEWAYS } {
            (&self.places[(entry / self.size()) as usize], entry % self.size())
        } else {
            (&self.first, entry)
        }
    }

    /// The configuration at a place.
    #[inline(always)]
    pub(super) fn place(&self, number: u32) -> &Place<BitsOf<M>> {
        if const { M::MEN_STEP_SIDEWAYS } { &self.places[number as usize] } else { &self.first }
    }

    /// The first entry of the configuration at a place.
    #[inline(always)]
    pub(super) fn offset(&self, place: u32) -> u32 {
        if const { M::MEN_STEP_SIDEWAYS } { place * self.size() } else { 0 }
    }

    /// The number in the half of an entry of the block.
    #[inline(always)]
    fn number(&self, entry: u32) -> u64 {
        let (place, number) = self.split(entry);
        place.start + u64::from(number)
    }

    #[inline(always)]
    fn get(&self, entry: u32) -> u16 {
        if const { M::MEN_STEP_SIDEWAYS } {
            return self.half.cells.get(self.number(entry));
        }
        self.cells.get(entry)
    }

    #[inline(always)]
    fn set(&self, entry: u32, cell: u16) {
        if const { M::MEN_STEP_SIDEWAYS } {
            return self.half.cells.set(self.number(entry), cell);
        }
        self.cells.set(entry, cell);
    }
}

/// A unit: two blocks, or one that is its own counterpart.
#[derive(Debug)]
pub(super) struct Unit<'a, M: Movement> {
    pub(super) blocks: [Block<'a, M>; 2],
    /// Whether both blocks are the same one, in the first place.
    pub(super) own_counterpart: bool,
}

impl<M: Movement> Unit<'_, M> {
    pub(super) fn count(&self) -> usize {
        if self.own_counterpart { 1 } else { 2 }
    }

    /// The block whose entries are one move before those of `block`.
    #[inline(always)]
    pub(super) fn before(&self, block: usize) -> usize {
        if self.own_counterpart { 0 } else { 1 - block }
    }

    /// The place of the configuration with these men, who are in the rows of the unit, in a block.
    pub(super) fn place_of<C: Cpu>(&self, cpu: C, block: usize, mover_men: BitsOf<M>, other_men: BitsOf<M>) -> u32 {
        // The places of the first block are in ascending order, and those of the second are their counterparts.
        let Block { half, places, .. } = &self.blocks[0];
        let (mover_men, other_men) = match block {
            0 => (mover_men, other_men),
            _ => (M::Board::rotate(other_men), M::Board::rotate(mover_men)),
        };
        let start = half.layout.configuration(cpu, mover_men, other_men) * half.layout.kings_per_block();
        places.partition_point(|place| place.start < start) as u32
    }
}

/// Blocks with so many entries do not stay in the cache: entries are taken back to their predecessors row by row.
const LARGE: u32 = 1 << 18;

/// Distances do not fit in the places; the slice must be solved in wider ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooFar;

/// Solves a unit: writes the cell of every entry of its blocks. All blocks to which other moves lead are finished.
pub(super) fn solve<M: Movement>(
    unit: &Unit<'_, M>,
    lanes: &mut [Lane<BitsOf<M>>],
    left: &[Vec<AtomicU8>; 2],
    limit: u16,
    phases: Option<&Phases>,
) -> Result<(), TooFar> {
    let begin = phases.map(|_| Instant::now());
    let too_far = AtomicBool::new(false);
    let scale = unit.blocks[0].half.scale;
    let work = Work::<M> { unit, left, limit, too_far: &too_far, lanes: lanes.len(), scale };
    work.each(lanes, |work, number, lane| dispatch(Forward::new(work, number, lane)));
    let middle = phases.map(|_| Instant::now());
    let mut cell = 1;
    while work.has_more(lanes, cell) {
        // Small units have entries at few of the cells.
        if has_any_at(lanes, cell) {
            work.settle_cell(lanes, cell);
        }
        cell = if scale.measure == Measure::Values { 3 - cell } else { cell + 1 };
    }
    if too_far.load(Relaxed) {
        clear(lanes);
        return Err(TooFar);
    }
    work.forget_bounds();
    if let (Some(phases), Some(begin), Some(middle)) = (phases, begin, middle) {
        let threads = work.lanes as u64;
        phases.forward.fetch_add(threads * (middle - begin).as_nanos() as u64, Relaxed);
        phases.backward.fetch_add(threads * middle.elapsed().as_nanos() as u64, Relaxed);
    }
    reset(lanes);
    Ok(())
}

/// What all lanes of a unit share.
pub(super) struct Work<'a, M: Movement> {
    pub(super) unit: &'a Unit<'a, M>,
    left: &'a [Vec<AtomicU8>; 2],
    limit: u16,
    too_far: &'a AtomicBool,
    pub(super) lanes: usize,
    scale: Scale,
}

impl<M: Movement> Work<'_, M> {
    fn each(&self, lanes: &mut [Lane<BitsOf<M>>], work: impl Fn(&Self, usize, &mut Lane<BitsOf<M>>) + Sync) {
        if let [lane] = lanes {
            return work(self, 0, lane);
        }
        let lanes: Vec<_> = lanes.iter_mut().map(Mutex::new).collect();
        threads::each(lanes.len(), &|number| {
            if let Ok(mut lane) = lanes[number].lock() {
                work(self, number, &mut lane);
            }
        });
    }

    fn each_with(
        &self,
        lanes: &mut [Lane<BitsOf<M>>],
        inputs: Vec<Input>,
        work: impl Fn(&Self, &mut Lane<BitsOf<M>>, Input) + Sync,
    ) {
        let inputs: Vec<_> = inputs.into_iter().map(|input| Mutex::new(Some(input))).collect();
        self.each(lanes, |this, number, lane| {
            if let Some(input) = inputs[number].lock().ok().and_then(|mut input| input.take()) {
                work(this, lane, input);
            }
        });
    }

    /// Takes all entries that are settled at a cell back to their predecessors.
    fn settle_cell(&self, lanes: &mut [Lane<BitsOf<M>>], cell: u16) {
        self.each(lanes, |work, _, lane| dispatch(Waiting { work, lane, cell }));
        if self.scale.measure == Measure::Events && self.scale.is_loss(cell) {
            // Un-moves from here find wins one ply longer than those of the next cell, which may be the same entries.
            self.each(lanes, |work, _, lane| dispatch(Waiting { work, lane, cell: cell + 1 }));
        }
        let inputs = exchange(lanes, cell);
        self.each_with(lanes, inputs, |work, lane, mut input| {
            let sort = |(block, lists): (usize, &mut Vec<Vec<u32>>)| {
                let columns = work.unit.blocks[block].half.layout.columns();
                lists.iter_mut().for_each(|list| lane.order.by_column(list, columns as u32));
            };
            if work.unit.blocks[0].size() >= LARGE {
                input.iter_mut().enumerate().for_each(sort);
            }
            dispatch(Backward { work, lane, input: &input, cell });
            // The lists go back to keep their memory.
            for (block, lists) in input.iter_mut().enumerate() {
                if let Some(list) = lists.pop() {
                    lane.give_back(block, cell, list);
                }
            }
        });
    }

    /// Whether any list has an entry at this cell or above.
    fn has_more(&self, lanes: &[Lane<BitsOf<M>>], cell: u16) -> bool {
        if self.too_far.load(Relaxed) {
            return false;
        }
        if self.scale.measure == Measure::Values { has_any(lanes) } else { has_any_from(lanes, cell) }
    }

    /// Writes the cell of an entry and hands it to the lane that owns its predecessors.
    #[inline(always)]
    fn settle<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<M>>, block: usize, entry: u32, cell: u16) {
        self.left[block][entry as usize].store(FINAL, Relaxed);
        let of = &self.unit.blocks[block];
        if cell == DRAW {
            of.set(entry, DRAW);
            return;
        }
        if cell > self.limit {
            self.too_far.store(true, Relaxed);
            return;
        }
        of.set(entry, cell);
        let other = of.half.layout.other();
        if other.kings == 0 && !(const { M::MEN_STEP_SIDEWAYS } && other.men > 0) {
            return;
        }
        let mut to = 0;
        if self.lanes > 1 && !self.is_group() {
            let (place, number) = of.split(entry);
            let before = self.unit.blocks[self.unit.before(block)].place(place.twin).without_men;
            let kings = kings_of(cpu, of.half, before, number);
            to = self.owner(row_of_predecessors::<M, C>(cpu, &kings, before));
        }
        lane.hand_to(to, block, cell, entry);
    }

    /// Whether the unit has several configurations, between which un-moves of men lead.
    #[inline(always)]
    pub(super) fn is_group(&self) -> bool {
        self.unit.blocks[0].places.len() > 1 && const { M::MEN_STEP_SIDEWAYS }
    }

    /// The lane that owns a row.
    #[inline(always)]
    pub(super) fn owner(&self, row: u64) -> usize {
        row as usize / RUN % self.lanes
    }

    /// Puts back to "draw" what was only noted for entries that nothing has settled.
    fn forget_bounds(&self) {
        for (block, left) in self.unit.blocks.iter().zip(self.left).take(self.unit.count()) {
            if block.half.layout.mover().men == 0 {
                continue;
            }
            let entries = block.places.len() as u32 * block.size();
            for (entry, left) in (0..entries).zip(left) {
                if left.load(Relaxed) != FINAL {
                    block.set(entry, DRAW);
                }
            }
        }
    }
}

impl<M: Movement> Work<'_, M> {
    /// Notes what the forward look has found for an entry.
    #[inline(always)]
    pub(super) fn note<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<M>>, block: usize, entry: u32, found: Look) {
        let (inside, outside) = match found {
            Look::Final(cell) => return self.settle(cpu, lane, block, entry, cell),
            Look::Open { inside, outside } => (inside, outside),
        };
        debug_assert!(inside < u32::from(SAFE));
        let mut left = inside as u8;
        let mut bound = DRAW;
        if outside > Merit::DRAW {
            left = SAFE;
            lane.wait(block, self.scale.cell(outside), entry);
        } else if outside == Merit::DRAW {
            left = SAFE;
        } else if outside > Merit::NONE {
            // The longest of the lost ways outside is kept in the place of the cell until the entry is settled.
            bound = self.scale.cell(outside);
            if bound > self.limit {
                self.too_far.store(true, Relaxed);
                bound = DRAW;
            }
        }
        self.left[block][entry as usize].store(left, Relaxed);
        self.unit.blocks[block].set(entry, bound);
    }
}

/// The un-moves from all entries that a lane was given.
struct Backward<'w, 'a, M: Movement> {
    work: &'w Work<'a, M>,
    lane: &'w mut Lane<BitsOf<M>>,
    input: &'w Input,
    cell: u16,
}

impl<M: Movement> Task for Backward<'_, '_, M> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Backward { work, lane, input, cell } = self;
        let (beyond, is_loss) = (work.scale.beyond(cell), work.scale.is_loss(cell));
        let mut sources = std::mem::take(&mut lane.sources);
        for (block, lists) in input.iter().enumerate().take(work.unit.count()) {
            let before = work.unit.before(block);
            let left = &work.left[before];
            for &entry in lists.iter().flatten() {
                predecessors(cpu, work.unit, block, entry, &mut sources[before], is_loss, |found| {
                    let state = left[found as usize].load(Relaxed);
                    if is_loss {
                        if state != FINAL {
                            work.settle(cpu, lane, before, found, beyond);
                        }
                    } else if state < SAFE {
                        left[found as usize].store(state - 1, Relaxed);
                        if state == 1 {
                            work.lose(cpu, lane, before, found, beyond);
                        }
                    }
                });
            }
        }
        lane.sources = sources;
    }
}

impl<M: Movement> Work<'_, M> {
    /// Settles an entry whose last move inside has turned out to lose, or lets it wait for a longer way outside.
    #[inline(always)]
    fn lose<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<M>>, block: usize, entry: u32, cell: u16) {
        let bound = self.unit.blocks[block].get(entry);
        if bound > cell {
            lane.wait(block, bound, entry);
        } else {
            self.settle(cpu, lane, block, entry, cell);
        }
    }
}

/// Settles the entries of a lane whose way outside is as short as any inside can still be.
struct Waiting<'w, 'a, M: Movement> {
    work: &'w Work<'a, M>,
    lane: &'w mut Lane<BitsOf<M>>,
    cell: u16,
}

impl<M: Movement> Task for Waiting<'_, '_, M> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Waiting { work, lane, cell } = self;
        for block in 0..work.unit.count() {
            for entry in lane.take_waiting(block, cell) {
                if work.left[block][entry as usize].load(Relaxed) != FINAL {
                    work.settle(cpu, lane, block, entry, cell);
                }
            }
        }
    }
}
