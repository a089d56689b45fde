//! The forward look: what one position is worth by the moves that leave its block.

use super::cell::{Measure, Merit};
use super::half::Half;
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, Direction, View};
use crate::rules::{
    BitsOf, Capture, Step, Variant, can_capture, captures, count_king_moves, free_squares, man_targets,
};

/// What the forward look found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// The moves that leave the block decide alone: a capture is compulsory, or no king can move.
    Final(u16),
    /// So many moves of kings stay in the block; the best of the others has this merit.
    Open { king_moves: u32, outside: Merit },
}

/// Looks at one position.
#[inline(always)]
pub(super) fn look<V: Variant, M: Measure, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    view: &View<BitsOf<V>>,
    buffer: &mut Vec<Capture<BitsOf<V>>>,
) -> Look {
    if can_capture::<V>(view) {
        return Look::Final(best_capture(cpu, half, view, buffer).cell::<M>());
    }
    let free = free_squares::<V>(view);
    let outside = best_man_move(cpu, half, view, free);
    match count_king_moves::<V>(view.mover_kings, free) {
        0 => Look::Final(outside.cell::<M>()),
        king_moves => Look::Open { king_moves, outside },
    }
}

/// The merit of the best capture of the mover, who has one.
#[inline(always)]
pub(super) fn best_capture<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    view: &View<BitsOf<V>>,
    buffer: &mut Vec<Capture<BitsOf<V>>>,
) -> Merit {
    // Collected first and looked up here, as the recursion that finds them is not compiled for this processor.
    buffer.clear();
    captures::<V>(view, &mut |capture, _| buffer.push(capture));
    let turned = view.turned::<V::Board>();
    let mut best = Merit::NONE;
    for &Capture { from, to, captured, king } in buffer.iter() {
        best = best.max(half.merit(cpu, &turned, Step { from, to, captured, king }));
    }
    best
}

#[inline(always)]
fn best_man_move<V: Variant, C: Cpu>(cpu: C, half: &Half<'_, V>, view: &View<BitsOf<V>>, free: BitsOf<V>) -> Merit {
    let mut best = Merit::NONE;
    if view.mover_men.is_empty() {
        return best;
    }
    let turned = view.turned::<V::Board>();
    for direction in Direction::FORWARD {
        for to in man_targets::<V>(view.mover_men, free, direction).iter() {
            let width = V::Board::GEOMETRY.squares_per_row();
            let from = if direction == Direction::UpLeft { to - width } else { to - width - 1 };
            let king = (BitsOf::<V>::bit(to) & V::Board::LAST_ROW).any();
            best = best.max(half.merit(cpu, &turned, Step { from, to, captured: BitsOf::<V>::EMPTY, king }));
        }
    }
    best
}
