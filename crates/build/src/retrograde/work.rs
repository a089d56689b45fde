//! What all lanes of a unit share, and what they do with it: entries are settled, and taken back to their predecessors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use super::backward::{kings_of, predecessors, row_of_predecessors};
use super::block::Unit;
use super::cell::{DRAW, Measure, Merit, Scale};
use super::lane::{FINAL, Input, Lane, SAFE, exchange, has_any, has_any_from};
use super::sources::RUN;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::rules::{BitsOf, Movement};
use crate::threads;

/// Blocks with so many entries do not stay in the cache: entries are taken back to their predecessors row by row.
const LARGE: u32 = 1 << 18;

/// What the forward look found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// The moves that leave the unit decide alone: a capture is compulsory, or there are no others.
    Final(u16),
    /// So many moves stay in the unit; the best of the others has this merit.
    Open { inside: u32, outside: Merit },
}

/// What all lanes of a unit share.
pub(crate) struct Work<'a, M: Movement> {
    pub(crate) unit: &'a Unit<'a, M>,
    pub(crate) left: &'a [Vec<AtomicU8>; 2],
    pub(crate) limit: u16,
    pub(crate) too_far: &'a AtomicBool,
    pub(crate) lanes: usize,
    pub(crate) scale: Scale,
}

impl<M: Movement> Work<'_, M> {
    pub(crate) fn each(&self, lanes: &mut [Lane<BitsOf<M>>], work: impl Fn(&Self, usize, &mut Lane<BitsOf<M>>) + Sync) {
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

    pub(crate) fn each_with(
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
    pub(crate) fn settle_cell(&self, lanes: &mut [Lane<BitsOf<M>>], cell: u16) {
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
    pub(crate) fn has_more(&self, lanes: &[Lane<BitsOf<M>>], cell: u16) -> bool {
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
    pub(crate) fn is_group(&self) -> bool {
        self.unit.blocks[0].places.len() > 1 && const { M::MEN_STEP_SIDEWAYS }
    }

    /// The lane that owns a row.
    #[inline(always)]
    pub(crate) fn owner(&self, row: u64) -> usize {
        row as usize / RUN % self.lanes
    }

    /// Puts back to "draw" what was only noted for entries that nothing has settled.
    pub(crate) fn forget_bounds(&self) {
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
    pub(crate) fn note<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<M>>, block: usize, entry: u32, found: Look) {
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
