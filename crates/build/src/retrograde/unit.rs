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

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::block::Unit;
use super::cell::Measure;
use super::forward::Forward;
use super::lane::{Lane, clear, has_any_at, reset};
use super::work::Work;
use crate::board::cpu::dispatch;
use crate::rules::{BitsOf, Movement};

/// Nanoseconds that all threads together spent in the phases of solving.
#[derive(Debug, Default)]
pub struct Phases {
    /// Forward looks.
    pub forward: AtomicU64,
    /// Un-moves.
    pub backward: AtomicU64,
}

/// Distances do not fit in the places; the slice must be solved in wider ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooFar;

/// Solves a unit: writes the cell of every entry of its blocks. All blocks to which other moves lead are finished.
pub(crate) fn solve<M: Movement>(
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
