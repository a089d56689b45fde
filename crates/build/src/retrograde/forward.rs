//! The forward look: what positions are worth by the moves that leave their unit.

use super::block::{Block, Place};
use super::captures::{Ranked, best_captures};
use super::cell::{DRAW, ENDED, Merit, Scale};
use super::half::{Exit, Half};
use super::lane::{Lane, LookBuffers};
use super::work::{Look, Work};
use crate::board::cpu::{Cpu, Task};
use crate::board::{Bits, Board, View};
use crate::rules::{BitsOf, Movement, count_king_moves, free_squares, man_targets};

/// The forward look at all rows of a lane.
pub(crate) struct Forward<'w, 'a, M: Movement> {
    work: &'w Work<'a, M>,
    number: usize,
    lane: &'w mut Lane<BitsOf<M>>,
}

impl<'w, 'a, M: Movement> Forward<'w, 'a, M> {
    pub(crate) fn new(work: &'w Work<'a, M>, number: usize, lane: &'w mut Lane<BitsOf<M>>) -> Self {
        Forward { work, number, lane }
    }
}

impl<M: Movement> Task for Forward<'_, '_, M> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Forward { work, number: lane_number, lane } = self;
        let mut buffers = std::mem::take(&mut lane.look);
        let mut sources = std::mem::take(&mut lane.sources);
        for block in 0..work.unit.count() {
            let of = &work.unit.blocks[block];
            let sources = &mut sources[block];
            if const { !M::MEN_STEP_SIDEWAYS } {
                let layout = &of.half.layout;
                let rows = of.half.sets.rows.len();
                sources.reset(rows, layout.open_squares(), layout.mover().kings, work.lanes);
            }
            for (place, number) in of.places.iter().zip(0..) {
                if work.is_group() && number as usize % work.lanes != lane_number {
                    continue;
                }
                exits(cpu, of.half, place.men, &mut buffers.exits);
                let offset = of.offset(number) as usize;
                for row in 0..of.half.sets.rows.len() {
                    if work.lanes > 1 && !work.is_group() && work.owner(row as u64) != lane_number {
                        continue;
                    }
                    let first = (offset + row * of.half.sets.columns.len()) as u32;
                    look_at_row(cpu, of, place, row, &mut buffers, |column, found| {
                        if const { !M::MEN_STEP_SIDEWAYS } && matches!(found, Look::Open { .. }) {
                            sources.add(row, of.half.sets.columns[column as usize]);
                        }
                        work.note(cpu, lane, block, first + column, found);
                    });
                }
            }
        }
        lane.look = buffers;
        lane.sources = sources;
    }
}

/// The quiet moves of men to other rows, in all positions of a configuration.
#[inline(always)]
fn exits<M: Movement, C: Cpu>(
    cpu: C,
    half: &Half<'_, M>,
    men: (BitsOf<M>, BitsOf<M>),
    exits: &mut Vec<Exit<BitsOf<M>>>,
) {
    exits.clear();
    if half.lost || men.0.is_empty() {
        return;
    }
    let free = M::Board::PLAYING & !(men.0 | men.1);
    petrov::each_direction!(M, MEN.quiet, direction => {
        if direction.changes_row() {
            for to in man_targets::<M>(men.0, free, direction).iter() {
                let to = BitsOf::<M>::bit(to);
                exits.push(half.exit(cpu, men, M::Board::step(to, direction.opposite()), to));
            }
        }
    });
}

/// Looks at all positions of a row.
#[inline(always)]
fn look_at_row<M: Movement, C: Cpu>(
    cpu: C,
    block: &Block<'_, M>,
    place: &Place<BitsOf<M>>,
    row: usize,
    buffers: &mut LookBuffers<BitsOf<M>>,
    mut found: impl FnMut(u32, Look),
) {
    let half = block.half;
    let other_kings = half.sets.rows[row].deposit(cpu, place.without_men);
    let view = View { mover_men: place.men.0, other_men: place.men.1, other_kings, ..View::default() };
    let open = place.without_men & !other_kings;
    if !half.lost {
        best_captures(cpu, half, &view, &mut buffers.captures);
    }
    let first = place.start + (row * half.sets.columns.len()) as u64;
    for (column, column_set) in (0..).zip(&half.sets.columns) {
        let value = half.values.map(|values| values.get(first + u64::from(column)));
        let best = buffers.captures.best.get(column as usize).copied().unwrap_or(Ranked::NONE);
        let look = if value == Some(DRAW) {
            Look::Final(DRAW)
        } else if half.lost {
            Look::Final(ENDED)
        } else if best == Ranked::NONE {
            look_at_quiet(cpu, half, &View { mover_kings: column_set.deposit(cpu, open), ..view }, &buffers.exits)
        } else if half.captures_are_events {
            // One ply to the event, and the value of the position is known.
            Look::Final(Scale::event(value.unwrap_or(DRAW)) + 2)
        } else {
            Look::Final(half.scale.cell(best.merit()))
        };
        found(column, look);
    }
}

/// Looks at a position without capture.
#[inline(always)]
fn look_at_quiet<M: Movement, C: Cpu>(
    cpu: C,
    half: &Half<'_, M>,
    view: &View<BitsOf<M>>,
    exits: &[Exit<BitsOf<M>>],
) -> Look {
    let kings = (M::Board::rotate(view.mover_kings), M::Board::rotate(view.other_kings));
    let in_the_way = view.mover_kings | view.other_kings;
    let mut outside = Merit::NONE;
    for exit in exits.iter().filter(|exit| (exit.to & in_the_way).is_empty()) {
        outside = outside.max(half.exit_merit(cpu, exit, kings));
    }
    if outside == half.highest {
        return Look::Final(half.scale.cell(outside));
    }
    let free = free_squares::<M>(view);
    let mut inside = count_king_moves::<M>(view.mover_kings, free);
    petrov::each_direction!(M, MEN.quiet, direction => {
        if !direction.changes_row() {
            inside += man_targets::<M>(view.mover_men, free, direction).count();
        }
    });
    match inside {
        0 => Look::Final(half.scale.cell(outside)),
        inside => Look::Open { inside, outside },
    }
}
