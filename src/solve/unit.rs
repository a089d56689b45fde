//! The unit of work: the two blocks, one for each side to move, between which the kings' moves lead to and fro.
//!
//! First a forward look at every entry, then breadth first by distance over un-moves of kings. The order of cells is
//! the order of distances, so one loop over cells meets a value only when nothing shorter can come any more:
//!
//! * From an entry that is lost every predecessor that is not final is won, one ply further.
//! * From an entry that is won every predecessor has one king move less that could save it. When none is left, and
//!   nothing outside the block saves it either, it is lost, one ply further or as far as the longest way outside.
//!
//! Work inside a unit can be shared by several *lanes*. A lane owns rows of both blocks, and only its owner writes to a
//! row. All predecessors of an entry are in one row, so the entry is handed to the lane that owns it: no entry is
//! written by two lanes, and what is found does not depend on their number.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::Instant;

use super::backward::{kings_of, predecessors, row_of_predecessors};
use super::cell::{DRAW, Measure, Merit, Place, is_loss};
use super::forward::{Look, look};
use super::half::Half;
use super::lane::{FINAL, Input, Lane, SAFE, Scratch, clear, exchange, has_any, has_any_from, reset};
use super::slice::Phases;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, View};
use crate::index::Layout;
use crate::rules::{BitsOf, Variant};

/// One block of a half.
#[derive(Debug)]
pub(super) struct Block<'a, V: Variant, P> {
    half: &'a Half<'a, V>,
    /// The cells of the block alone.
    cells: &'a [P],
    men: (BitsOf<V>, BitsOf<V>),
    without_men: BitsOf<V>,
}

impl<'a, V: Variant, P: Place> Block<'a, V, P> {
    /// The block of a configuration; `cells` are those of the whole half.
    #[inline(always)]
    pub(super) fn new(half: &'a Half<'a, V>, cells: &'a [P], configuration: u64, men: (BitsOf<V>, BitsOf<V>)) -> Self {
        let size = half.layout.kings_per_block();
        let start = (configuration * size) as usize;
        let without_men = Layout::<V::Board>::without_men(men.0, men.1);
        Block { half, cells: &cells[start..start + size as usize], men, without_men }
    }
}

/// A unit: two blocks, or one that is its own counterpart.
#[derive(Debug)]
pub(super) struct Unit<'a, V: Variant, P> {
    pub(super) blocks: [Block<'a, V, P>; 2],
    /// Whether both blocks are the same one, in the first place.
    pub(super) own_counterpart: bool,
}

impl<V: Variant, P> Unit<'_, V, P> {
    fn count(&self) -> usize {
        if self.own_counterpart { 1 } else { 2 }
    }

    /// The block whose entries are one move before those of `block`.
    fn before(&self, block: usize) -> usize {
        if self.own_counterpart { 0 } else { 1 - block }
    }
}

/// Distances do not fit in the places; the slice must be solved in wider ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooFar;

/// Solves a unit: writes the cell of every entry of its blocks. All blocks to which other moves lead are finished.
pub(super) fn solve<V: Variant, M: Measure, P: Place>(
    unit: &Unit<'_, V, P>,
    scratch: &mut Scratch<BitsOf<V>>,
    limit: u16,
    phases: Option<&Phases>,
) -> Result<(), TooFar> {
    let begin = phases.map(|_| Instant::now());
    let too_far = AtomicBool::new(false);
    let Scratch { lanes, left } = scratch;
    let work =
        Work::<V, M, P> { unit, left, limit, too_far: &too_far, lanes: lanes.len(), measure: Default::default() };
    work.each(lanes, |work, number, lane| dispatch(Forward { work, number, lane }));
    let middle = phases.map(|_| Instant::now());
    let mut cell = 1;
    while work.has_more(lanes, cell) {
        work.each(lanes, |work, _, lane| dispatch(Waiting { work, lane, cell }));
        let inputs = exchange(lanes, cell);
        work.each_with(lanes, inputs, |work, lane, mut input| {
            dispatch(Backward { work, lane, input: &input, cell });
            // The lists go back to keep their memory.
            for (block, lists) in input.iter_mut().enumerate() {
                if let Some(list) = lists.pop() {
                    lane.give_back(block, cell, list);
                }
            }
        });
        cell = if M::ONLY_VALUES { 3 - cell } else { cell + 1 };
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
struct Work<'a, V: Variant, M, P> {
    unit: &'a Unit<'a, V, P>,
    left: &'a [Vec<AtomicU8>; 2],
    limit: u16,
    too_far: &'a AtomicBool,
    lanes: usize,
    measure: std::marker::PhantomData<M>,
}

impl<V: Variant, M: Measure, P: Place> Work<'_, V, M, P> {
    fn each(&self, lanes: &mut [Lane<BitsOf<V>>], work: impl Fn(&Self, usize, &mut Lane<BitsOf<V>>) + Sync) {
        if let [lane] = lanes {
            return work(self, 0, lane);
        }
        rayon::scope(|scope| {
            for (number, lane) in lanes.iter_mut().enumerate() {
                let work = &work;
                scope.spawn(move |_| work(self, number, lane));
            }
        });
    }

    fn each_with(
        &self,
        lanes: &mut [Lane<BitsOf<V>>],
        inputs: Vec<Input>,
        work: impl Fn(&Self, &mut Lane<BitsOf<V>>, Input) + Sync,
    ) {
        let inputs: Vec<_> = inputs.into_iter().map(|input| std::sync::Mutex::new(Some(input))).collect();
        self.each(lanes, |this, number, lane| {
            if let Some(input) = inputs[number].lock().ok().and_then(|mut input| input.take()) {
                work(this, lane, input);
            }
        });
    }

    /// Whether any list has an entry at this cell or above.
    fn has_more(&self, lanes: &[Lane<BitsOf<V>>], cell: u16) -> bool {
        if self.too_far.load(Relaxed) {
            return false;
        }
        if M::ONLY_VALUES { has_any(lanes) } else { has_any_from(lanes, cell) }
    }

    /// Writes the cell of an entry and hands it to the lane that owns its predecessors.
    #[inline(always)]
    fn settle<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<V>>, block: usize, entry: u32, cell: u16) {
        self.left[block][entry as usize].store(FINAL, Relaxed);
        if cell == DRAW {
            self.unit.blocks[block].cells[entry as usize].store(DRAW);
            return;
        }
        if cell > self.limit {
            self.too_far.store(true, Relaxed);
            return;
        }
        let of = &self.unit.blocks[block];
        of.cells[entry as usize].store(cell);
        if of.half.layout.other().kings == 0 {
            return;
        }
        let mut to = 0;
        if self.lanes > 1 {
            let before = &self.unit.blocks[self.unit.before(block)];
            let kings = kings_of(cpu, of.half, of.without_men, entry);
            to = self.owner(row_of_predecessors::<V, C>(cpu, &kings, before.without_men));
        }
        lane.hand_to(to, block, cell, entry);
    }

    /// The lane that owns a row.
    #[inline(always)]
    fn owner(&self, row: u64) -> usize {
        // Runs of rows, so that two lanes seldom write to the same line of the cache.
        (row / 8) as usize % self.lanes
    }

    /// Puts back to "draw" what was only noted for entries that nothing has settled.
    fn forget_bounds(&self) {
        for (block, left) in self.unit.blocks.iter().zip(self.left).take(self.unit.count()) {
            if block.half.layout.mover().men == 0 {
                continue;
            }
            for (cell, left) in block.cells.iter().zip(left) {
                if left.load(Relaxed) != FINAL {
                    cell.store(DRAW);
                }
            }
        }
    }
}

/// The forward look at all rows of a lane.
struct Forward<'w, 'a, V: Variant, M, P> {
    work: &'w Work<'a, V, M, P>,
    number: usize,
    lane: &'w mut Lane<BitsOf<V>>,
}

impl<V: Variant, M: Measure, P: Place> Task for Forward<'_, '_, V, M, P> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Forward { work, number, lane } = self;
        let mut buffer = std::mem::take(&mut lane.buffer);
        for block in 0..work.unit.count() {
            let of = &work.unit.blocks[block];
            let columns = of.half.sets.columns.len();
            for (row, row_set) in of.half.sets.rows.iter().enumerate() {
                if work.lanes > 1 && work.owner(row as u64) != number {
                    continue;
                }
                let other_kings = row_set.deposit(cpu, of.without_men);
                let open = of.without_men & !other_kings;
                let first = row * columns;
                for (column, column_set) in of.half.sets.columns.iter().enumerate() {
                    let mover_kings = column_set.deposit(cpu, open);
                    let view = View { mover_men: of.men.0, mover_kings, other_men: of.men.1, other_kings };
                    let found = look::<V, M, C>(cpu, of.half, &view, &mut buffer);
                    work.note(cpu, lane, block, (first + column) as u32, found);
                }
            }
        }
        lane.buffer = buffer;
    }
}

impl<V: Variant, M: Measure, P: Place> Work<'_, V, M, P> {
    /// Notes what the forward look has found for an entry.
    #[inline(always)]
    fn note<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<V>>, block: usize, entry: u32, found: Look) {
        let (king_moves, outside) = match found {
            Look::Final(cell) => return self.settle(cpu, lane, block, entry, cell),
            Look::Open { king_moves, outside } => (king_moves, outside),
        };
        debug_assert!(king_moves < u32::from(SAFE));
        let mut left = king_moves as u8;
        let mut bound = DRAW;
        if outside > Merit::DRAW {
            left = SAFE;
            lane.wait(block, outside.cell::<M>(), entry);
        } else if outside == Merit::DRAW {
            left = SAFE;
        } else if outside > Merit::NONE {
            // The longest of the lost ways outside is kept in the place of the cell until the entry is settled.
            bound = outside.cell::<M>();
            if bound > self.limit {
                self.too_far.store(true, Relaxed);
                bound = DRAW;
            }
        }
        self.left[block][entry as usize].store(left, Relaxed);
        self.unit.blocks[block].cells[entry as usize].store(bound);
    }
}

/// The un-moves from all entries that a lane was given.
struct Backward<'w, 'a, V: Variant, M, P> {
    work: &'w Work<'a, V, M, P>,
    lane: &'w mut Lane<BitsOf<V>>,
    input: &'w Input,
    cell: u16,
}

impl<V: Variant, M: Measure, P: Place> Task for Backward<'_, '_, V, M, P> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Backward { work, lane, input, cell } = self;
        let beyond = M::beyond(cell);
        for (block, lists) in input.iter().enumerate().take(work.unit.count()) {
            let of = &work.unit.blocks[block];
            let before = work.unit.before(block);
            let (target, left) = (&work.unit.blocks[before], &work.left[before]);
            for &entry in lists.iter().flatten() {
                let kings = kings_of(cpu, of.half, of.without_men, entry);
                predecessors(cpu, target.half, target.without_men, &kings, |found| {
                    let state = left[found as usize].load(Relaxed);
                    if is_loss(cell) {
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
    }
}

impl<V: Variant, M: Measure, P: Place> Work<'_, V, M, P> {
    /// Settles an entry whose last king move has turned out to lose, or lets it wait for a longer way outside.
    #[inline(always)]
    fn lose<C: Cpu>(&self, cpu: C, lane: &mut Lane<BitsOf<V>>, block: usize, entry: u32, cell: u16) {
        let bound = self.unit.blocks[block].cells[entry as usize].load();
        if bound > cell {
            lane.wait(block, bound, entry);
        } else {
            self.settle(cpu, lane, block, entry, cell);
        }
    }
}

/// Settles the entries of a lane whose way outside is as short as any inside can still be.
struct Waiting<'w, 'a, V: Variant, M, P> {
    work: &'w Work<'a, V, M, P>,
    lane: &'w mut Lane<BitsOf<V>>,
    cell: u16,
}

impl<V: Variant, M: Measure, P: Place> Task for Waiting<'_, '_, V, M, P> {
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
