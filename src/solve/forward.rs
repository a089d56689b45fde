//! The forward look: what one position is worth by the moves that leave its unit.

use super::cell::{ENDED, Merit, Scale};
use super::half::Half;
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::rules::{
    BitsOf, Capture, CaptureTest, Captures, Step, Variant, captures_inline, count_king_moves, each_direction,
    free_squares, man_targets,
};

/// What the forward look found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// The moves that leave the unit decide alone: a capture is compulsory, or there are no others.
    Final(u16),
    /// So many moves stay in the unit; the best of the others has this merit.
    Open { inside: u32, outside: Merit },
}

/// Looks at one position of a row that `test` is for, whose cell among the values is known where events are measured.
#[inline(always)]
pub(super) fn look<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    view: &View<BitsOf<V>>,
    test: &CaptureTest<V>,
    value: u16,
    buffer: &mut Captures<BitsOf<V>>,
) -> Look {
    if half.lost {
        return Look::Final(ENDED);
    }
    if test.can_capture(view) {
        if half.captures_are_events {
            // One ply to the event, and the value of the position is known.
            return Look::Final(Scale::event(value) + 2);
        }
        // Collected first and looked up then, as the recursion that finds them is not compiled for this processor.
        captures_inline::<V>(view, buffer);
        return Look::Final(half.scale.cell(best_capture(cpu, half, view, buffer)));
    }
    let free = free_squares::<V>(view);
    let (sideways, outside) = best_man_move(cpu, half, view, free);
    match sideways + count_king_moves::<V>(view.mover_kings, free) {
        0 => Look::Final(half.scale.cell(outside)),
        inside => Look::Open { inside, outside },
    }
}

/// The merit of the best of the captures of a position.
#[inline(always)]
pub(super) fn best_capture<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    view: &View<BitsOf<V>>,
    captures: &Captures<BitsOf<V>>,
) -> Merit {
    let turned = view.turned::<V::Board>();
    let mut best = Merit::NONE;
    for &Capture { from, to, captured, king } in &captures.list {
        best = best.max(half.merit(cpu, &turned, Step { from, to, captured, king }));
    }
    best
}

/// How many moves of men stay in their row, and so in the unit, and the merit of the best of the others.
#[inline(always)]
fn best_man_move<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    view: &View<BitsOf<V>>,
    free: BitsOf<V>,
) -> (u32, Merit) {
    let (mut sideways, mut best) = (0, Merit::NONE);
    if view.mover_men.is_empty() {
        return (0, best);
    }
    let turned = view.turned::<V::Board>();
    each_direction!(V, men.quiet, direction => {
        let targets = man_targets::<V>(view.mover_men, free, direction);
        if direction.changes_row() {
            for to in targets.iter() {
                let bit = BitsOf::<V>::bit(to);
                let from = V::Board::step(bit, direction.opposite()).lowest();
                let king = (bit & V::Board::LAST_ROW).any();
                best = best.max(half.merit(cpu, &turned, Step { from, to, captured: BitsOf::<V>::EMPTY, king }));
            }
        } else {
            sideways += targets.count();
        }
    });
    (sideways, best)
}
