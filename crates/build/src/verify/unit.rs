//! The values of one unit, solved again: the blocks between which quiet moves lead to and fro that leave the men in their
//! rows.
//!
//! All entries begin as open, but for those that the moves out of the unit decide, which are asked of the prober. Then,
//! sweep after sweep, an open entry is won if a move leads to a lost one and lost if all moves lead to won ones, until
//! nothing changes; what is still open is a draw.
//!
//! An entry only ever goes from open to decided, and what decides it stays true. So the end is the same in whatever order
//! the entries are looked at: threads may share the states without waiting for each other, as one that reads an old state
//! only decides an entry a sweep later, and the last sweep, in which nothing changes, sees all of them as they are.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use super::Progress;
use super::proof::wrong_value;
use super::report::{MOST_FINDINGS, VerifyError};
use super::values::Tally;
use crate::board::cpu::{Cpu, Portable};
use crate::board::{Bits, Board, View};
use crate::index::{Layout, Sets, Side, Visitor, each_view, walk};
use crate::probe::{Outcome, ProbeError, Prober, Value};
use crate::rules::{BitsOf, Movement, Step, after, can_capture, each_step, free_squares, king_targets, man_targets};
use crate::threads;

/// Entries that a thread takes at a time; so often it looks whether to stop.
const CHUNK: u64 = 1 << 12;

/// Nothing is known, but that no move out of the unit is better than a loss.
const OPEN: u8 = 0;
/// A move out of the unit draws: never a loss, perhaps a win.
const SAFE: u8 = 1;
const LOST: u8 = 2;
const DRAWN: u8 = 3;
const WON: u8 = 4;

/// The numbering of a half, and what it takes to walk over it.
pub(super) struct Numbering<M: Movement> {
    pub(super) layout: Layout<M::Board>,
    sets: Sets<BitsOf<M>>,
}

impl<M: Movement> Numbering<M> {
    pub(super) fn new(mover: Side, other: Side) -> Numbering<M> {
        let layout = Layout::new(mover, other).expect("a table that is there has a numbering");
        let sets = Sets::new(&layout);
        Numbering { layout, sets }
    }
}

/// The entries of one half with the same men.
struct Block<'a, M: Movement> {
    half: usize,
    numbering: &'a Numbering<M>,
    /// The number of its first entry.
    start: u64,
}

/// The blocks that are solved together.
pub(super) struct Unit<'a, M: Movement> {
    prober: Prober<'a, M>,
    blocks: Vec<Block<'a, M>>,
    /// For each block the one with the same men as the other side sees them.
    twins: Vec<usize>,
    /// The blocks by half and first entry.
    by_start: FxHashMap<(usize, u64), usize>,
    /// Entries of a block.
    size: u64,
    /// What is known of the entries, block by block.
    states: Vec<AtomicU8>,
}

impl<'a, M: Movement> Unit<'a, M> {
    /// The unit that has these configurations, a group, in the first half; `None` if another group stands for it.
    pub(super) fn new(prober: Prober<'a, M>, halves: &'a [Numbering<M>], group: &[u32]) -> Option<Unit<'a, M>> {
        let last = halves.len() - 1;
        let size = halves[0].layout.kings_per_block();
        let counterpart = |configuration| {
            let (mover_men, other_men) = halves[0].layout.men(Portable, configuration);
            let (mover_men, other_men) = (M::Board::rotate(other_men), M::Board::rotate(mover_men));
            halves[last].layout.configuration(Portable, mover_men, other_men)
        };
        let block = |half: usize, configuration| Block { half, numbering: &halves[half], start: configuration * size };
        let firsts: Vec<u64> = group.iter().map(|&configuration| configuration.into()).collect();
        let counterparts: Vec<u64> = firsts.iter().map(|&configuration| counterpart(configuration)).collect();
        let symmetric = last == 0;
        let least = counterparts.iter().min();
        if symmetric && least < firsts.iter().min() {
            return None;
        }
        let mut blocks: Vec<Block<'a, M>> = firsts.iter().map(|&configuration| block(0, configuration)).collect();
        if !symmetric || least != firsts.iter().min() {
            blocks.extend(counterparts.iter().map(|&configuration| block(last, configuration)));
        }
        let numbers = blocks.iter().enumerate().map(|(number, block)| ((block.half, block.start), number));
        let by_start: FxHashMap<(usize, u64), usize> = numbers.collect();
        let twins = (0..blocks.len())
            .map(|number| match number.checked_sub(firsts.len()) {
                Some(first) => first,
                None => by_start[&(last, counterparts[number] * size)],
            })
            .collect();
        let states = (0..size * blocks.len() as u64).map(|_| AtomicU8::new(OPEN)).collect();
        Some(Unit { prober, blocks, twins, by_start, size, states })
    }

    /// Solves the unit and compares its values with the stored ones.
    pub(super) fn prove(&self, progress: &Progress) -> Result<Tally, VerifyError> {
        let mut open = self.states.len() as u64;
        let decided = |count: u64| {
            progress.proved.fetch_add(count, Relaxed);
            count
        };
        for pass in self.pass(progress, &|block, range| self.look_at(block, range))? {
            open -= decided(pass.decided);
        }
        let mut changes = true;
        while changes && open > 0 {
            let sweeps = self.pass(progress, &|block, range| Ok(self.sweep(block, range)))?;
            let count = decided(sweeps.iter().map(|sweep| sweep.decided).sum());
            changes = count > 0;
            open -= count;
        }
        let compared = self.pass(progress, &|block, range| self.compare_all(block, range))?;
        decided(open);
        Ok(compared.into_iter().map(|pass| pass.tally).fold(Tally::default(), Tally::merge))
    }

    /// Does something with the entries of all blocks on all threads, chunk by chunk; returns in order what was found.
    fn pass(
        &self,
        progress: &Progress,
        work: &(dyn Fn(usize, Range<u64>) -> Result<Pass, VerifyError> + Sync),
    ) -> Result<Vec<Pass>, VerifyError> {
        let chunks = self.size.div_ceil(CHUNK) as usize;
        threads::try_map((chunks * self.blocks.len()) as u64, &|chunk| {
            progress.check()?;
            let (block, from) = (chunk as usize / chunks, (chunk as usize % chunks) as u64 * CHUNK);
            let start = self.blocks[block].start;
            work(block, start + from..start + (from + CHUNK).min(self.size))
        })
    }

    /// The first pass: what the moves out of the unit say.
    fn look_at(&self, block: usize, range: Range<u64>) -> Result<Pass, VerifyError> {
        let (mut pass, mut error) = (Pass::default(), None);
        self.each_view(block, range, |entry, view| {
            if error.is_some() {
                return;
            }
            match self.look(view) {
                Ok(state) => {
                    self.state(block, entry).store(state, Relaxed);
                    pass.decided += u64::from(state >= LOST);
                }
                Err(failure) => error = Some(failure),
            }
        });
        error.map_or(Ok(pass), |error| Err(error.into()))
    }

    /// A pass over what is still open.
    fn sweep(&self, block: usize, range: Range<u64>) -> Pass {
        let mut sweep = Sweep { unit: self, block, decided: 0 };
        let numbering = self.blocks[block].numbering;
        walk(&numbering.layout, &numbering.sets, range, &mut sweep);
        Pass { decided: sweep.decided, ..Pass::default() }
    }

    /// The last pass: the values are compared with the stored ones.
    fn compare_all(&self, block: usize, range: Range<u64>) -> Result<Pass, VerifyError> {
        let (mut pass, mut error) = (Pass::default(), None);
        self.each_view(block, range, |entry, view| {
            if error.is_none() {
                error = self.compare(block, entry, view, &mut pass.tally).err();
            }
        });
        error.map_or(Ok(pass), |error| Err(error.into()))
    }

    fn each_view(&self, block: usize, range: Range<u64>, each: impl FnMut(u64, &View<BitsOf<M>>)) {
        let numbering = self.blocks[block].numbering;
        each_view(&numbering.layout, &numbering.sets, range, each);
    }

    /// The state of an entry of a block.
    #[inline(always)]
    fn state(&self, block: usize, entry: u64) -> &AtomicU8 {
        &self.states[block * self.size as usize + (entry - self.blocks[block].start) as usize]
    }

    /// What the moves out of the unit say of a position. Only quiet moves of kings, and of men along their row, stay in it.
    fn look(&self, view: &View<BitsOf<M>>) -> Result<u8, ProbeError> {
        let ending = &self.prober.game().ending;
        if ending.decided(view.mover_side(), view.other_side()).is_some() {
            return Ok(LOST);
        }
        let capture = can_capture::<M>(view);
        let (mut best, mut stays, mut error) = (None, false, None);
        each_step::<M>(self.prober.captures(), view, &mut |step| {
            let is_king = (view.mover_kings & BitsOf::<M>::bit(step.from)).any();
            if !capture && (is_king || M::Board::row_of(step.from) == M::Board::row_of(step.to)) {
                stays = true;
                return;
            }
            match self.prober.outcome(&after::<M>(view, step), false) {
                Ok(outcome) => best = best.max(Some(outcome.value.opposite())),
                Err(failure) => error = Some(failure),
            }
        });
        match (error, best) {
            (Some(error), _) => Err(error),
            (None, Some(Value::Win)) => Ok(WON),
            (None, Some(Value::Draw)) => Ok(if stays { SAFE } else { DRAWN }),
            (None, Some(Value::Loss) | None) if stays => Ok(OPEN),
            (None, Some(Value::Loss)) => Ok(LOST),
            (None, None) => Ok(if ending.giveaway { WON } else { LOST }),
        }
    }

    /// What the moves inside the unit say of a position that is open.
    #[inline(always)]
    fn decide<C: Cpu>(&self, cpu: C, from_block: usize, state: u8, view: &View<BitsOf<M>>) -> u8 {
        let twin = self.twins[from_block];
        let layout = &self.blocks[twin].numbering.layout;
        let states = &self.states[twin * self.size as usize..];
        let free = free_squares::<M>(view);
        let mut all_won = state == OPEN;
        let quiet = |from, to, king| after::<M>(view, Step { from, to, captured: BitsOf::<M>::EMPTY, king });
        for from in view.mover_kings.iter() {
            for to in king_targets::<M>(BitsOf::<M>::bit(from), free).iter() {
                match states[layout.kings(cpu, &quiet(from, to, true)) as usize].load(Relaxed) {
                    LOST => return WON,
                    WON => {}
                    _ => all_won = false,
                }
            }
        }
        for &direction in M::MEN.quiet.iter().filter(|direction| !direction.changes_row()) {
            for to in man_targets::<M>(view.mover_men, free, direction).iter() {
                let from = M::Board::step(BitsOf::<M>::bit(to), direction.opposite()).lowest();
                match self.state_of(cpu, twin, &quiet(from, to, false)).load(Relaxed) {
                    LOST => return WON,
                    WON => {}
                    _ => all_won = false,
                }
            }
        }
        if all_won { LOST } else { state }
    }

    /// The state of a position in any block of the same half as `block`.
    fn state_of<C: Cpu>(&self, cpu: C, block: usize, view: &View<BitsOf<M>>) -> &AtomicU8 {
        let Block { half, numbering, .. } = &self.blocks[block];
        let start = numbering.layout.configuration(cpu, view.mover_men, view.other_men) * self.size;
        &self.states[self.by_start[&(*half, start)] * self.size as usize + numbering.layout.kings(cpu, view) as usize]
    }
}

/// What a pass has found in some entries.
#[derive(Debug, Default)]
struct Pass {
    decided: u64,
    tally: Tally,
}

/// A pass over what is still open.
struct Sweep<'a, M: Movement> {
    unit: &'a Unit<'a, M>,
    block: usize,
    decided: u64,
}

impl<M: Movement> Visitor<BitsOf<M>> for Sweep<'_, M> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<M>>) {
        let known = self.unit.state(self.block, entry);
        let state = known.load(Relaxed);
        if state >= LOST {
            return;
        }
        let decided = self.unit.decide(cpu, self.block, state, view);
        if decided != state {
            known.store(decided, Relaxed);
            self.decided += 1;
        }
    }
}

impl<M: Movement> Unit<'_, M> {
    /// Compares what was found for an entry with what is stored.
    fn compare(&self, block: usize, entry: u64, view: &View<BitsOf<M>>, tally: &mut Tally) -> Result<(), ProbeError> {
        let half = self.blocks[block].half;
        let expected = match self.state(block, entry).load(Relaxed) {
            LOST => Value::Loss,
            WON => Value::Win,
            _ => Value::Draw,
        };
        tally.counts[half][expected as usize] += 1;
        // Where a capture is compulsory nothing is stored to compare with.
        if can_capture::<M>(view) || tally.wrong.len() >= MOST_FINDINGS {
            return Ok(());
        }
        let stored = self.prober.outcome(view, false)?;
        if stored.value != expected {
            let expected = Outcome { value: expected, distance: None };
            let finding = wrong_value::<M>(self.prober.game(), view, half, stored, expected);
            tally.wrong.insert((half, entry), finding);
        }
        Ok(())
    }
}
