//! The best captures of all positions of a row at once.
//!
//! The positions of a row differ in the mover's kings alone. Take one of these away: wherever it stands before a piece that
//! it can take, what it can do from there on is the same, so that one look at where it ends serves all of these positions.

use super::cell::Merit;
use super::half::Half;
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::index::each_rank_with;
use crate::rules::{BitsOf, Captures, FromAnywhere, Movement, men_can_capture};

/// The merit of a capture, and above it how far the capture goes before others where not all may be chosen: of two the
/// higher one counts. 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked(u64);

impl Ranked {
    /// No capture at all.
    pub(crate) const NONE: Ranked = Ranked(0);

    #[inline(always)]
    fn new(rank: u32, merit: Merit) -> Ranked {
        Ranked(u64::from(rank) << 16 | u64::from(merit.number()))
    }

    #[inline(always)]
    pub(crate) fn merit(self) -> Merit {
        Merit::from_number(self.0 as u16)
    }
}

/// Memory for the captures of a row.
#[derive(Debug, Default)]
pub(crate) struct Buffers<B> {
    captures: Captures<B>,
    of_any_king: Vec<FromAnywhere<B>>,
    /// By column: the best capture.
    pub(crate) best: Vec<Ranked>,
}

/// Finds the best captures of all positions of a row, by column. `row` has no kings of the mover.
#[inline(always)]
pub(crate) fn best_captures<M: Movement, C: Cpu>(
    cpu: C,
    half: &Half<'_, M>,
    row: &View<BitsOf<M>>,
    buffers: &mut Buffers<BitsOf<M>>,
) {
    let Buffers { captures, of_any_king, best } = buffers;
    best.clear();
    best.resize(half.sets.columns.len(), Ranked::NONE);
    let open = M::Board::PLAYING & !row.occupied();
    for &staying in &half.staying {
        let view = View { mover_kings: staying.deposit(cpu, open), ..*row };
        half.captures.captures_of_any_king(&view, captures, of_any_king);
        for FromAnywhere { takers, captures: range, rank } in of_any_king.iter() {
            let mut merit = Merit::DRAW;
            if !half.captures_are_events {
                let captures = &captures.list[range.clone()];
                let from = BitsOf::<M>::bit(captures[0].from);
                let view = View { mover_kings: view.mover_kings | from, ..view };
                merit = half.best_capture(cpu, &view, captures);
            }
            let ranked = Ranked::new(*rank, merit);
            each_rank_with(staying, takers.extract(cpu, open), |column| {
                let best = &mut best[column as usize];
                *best = ranked.max(*best);
            });
        }
    }
    if men_can_capture::<M>(row) {
        best_of_men(cpu, half, row, captures, best);
    }
}

/// The same for the captures of men.
#[inline(always)]
fn best_of_men<M: Movement, C: Cpu>(
    cpu: C,
    half: &Half<'_, M>,
    row: &View<BitsOf<M>>,
    buffer: &mut Captures<BitsOf<M>>,
    best: &mut [Ranked],
) {
    let open = M::Board::PLAYING & !row.occupied();
    let choice_is_free = half.captures.choice_is_free();
    for (best, column_set) in best.iter_mut().zip(&half.sets.columns) {
        if choice_is_free && best.merit() == half.highest {
            continue;
        }
        let view = View { mover_kings: column_set.deposit(cpu, open), ..*row };
        half.captures.captures_of_men(&view, buffer);
        if buffer.list.is_empty() {
            continue;
        }
        let merit = if half.captures_are_events { Merit::DRAW } else { half.best_capture(cpu, &view, &buffer.list) };
        *best = Ranked::new(buffer.rank(), merit).max(*best);
    }
}
