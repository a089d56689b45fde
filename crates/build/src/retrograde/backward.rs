//! Un-moves: the positions of a unit from which a move inside the unit leads to a given one.

use super::block::{Place, Unit};
use super::half::Half;
use super::sources::Sources;
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::index::{each_rank_with, rank};
use crate::rules::{BitsOf, Movement, king_targets, man_targets};

/// Where the kings of an entry stand, as the side sees the board that has made the move to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kings<B> {
    /// Those of the side that has moved.
    pub(crate) moved: B,
    /// Those of the side that is to move.
    pub(crate) standing: B,
}

/// The kings of an entry, given by the squares without men of its configuration as the other side sees them.
#[inline(always)]
pub(crate) fn kings_of<M: Movement, C: Cpu>(
    cpu: C,
    half: &Half<'_, M>,
    without_men_before: BitsOf<M>,
    number: u32,
) -> Kings<BitsOf<M>> {
    let columns = half.layout.columns() as u32;
    let moved = half.turned_sets.rows[(number / columns) as usize].deposit(cpu, without_men_before);
    let open = without_men_before & !moved;
    let standing = half.turned_sets.columns[(number % columns) as usize].deposit(cpu, open);
    Kings { moved, standing }
}

/// The row, in the block that a position is reached from, of all its predecessors by moves of the other side's kings.
#[inline(always)]
pub(crate) fn row_of_predecessors<M: Movement, C: Cpu>(
    cpu: C,
    kings: &Kings<BitsOf<M>>,
    without_men_before: BitsOf<M>,
) -> u64 {
    rank(kings.standing.extract(cpu, without_men_before))
}

/// Calls `found` with every entry of the block before `block` from which a move inside the unit leads to an entry of
/// `block`, as far as these sources of un-moves of kings know them; whether that settles them
/// all. Others that are settled may be among them.
#[inline(always)]
pub(crate) fn predecessors<M: Movement, C: Cpu>(
    cpu: C,
    unit: &Unit<'_, M>,
    block: usize,
    entry: u32,
    sources: &mut Sources<BitsOf<M>>,
    settles: bool,
    mut found: impl FnMut(u32),
) {
    let (of, before) = (&unit.blocks[block], unit.before(block));
    let (place, number) = of.split(entry);
    let target = &unit.blocks[before];
    let twin = target.place(place.twin);
    let kings = kings_of(cpu, of.half, twin.without_men, number);
    let offset = target.offset(place.twin);
    kings_back(cpu, target.half, twin, &kings, sources, settles, |number| found(offset + number));
    if const { M::MEN_STEP_SIDEWAYS } {
        men_back(cpu, unit, before, twin, &kings, found);
    }
}

/// Un-moves of kings: the king numbers of the predecessors within the configuration at `before`.
#[inline(always)]
fn kings_back<M: Movement, C: Cpu>(
    cpu: C,
    half: &Half<'_, M>,
    before: &Place<BitsOf<M>>,
    kings: &Kings<BitsOf<M>>,
    sources: &mut Sources<BitsOf<M>>,
    settles: bool,
    mut found: impl FnMut(u32),
) {
    let row = row_of_predecessors::<M, C>(cpu, kings, before.without_men) as u32;
    let base = row * half.layout.columns() as u32;
    let moved = kings.moved;
    let open = before.without_men & !kings.standing;
    let free = open & !moved;
    // All columns are numbers of sets among the `open` squares.
    let places = moved.extract(cpu, open);
    let mut left = places;
    for king in moved.iter() {
        let place = BitsOf::<M>::bit(left.lowest());
        left = left.without_lowest();
        let staying = places & !place;
        let mut open_sources = !BitsOf::<M>::EMPTY;
        if const { !M::MEN_STEP_SIDEWAYS } {
            open_sources = sources.open(row as usize, staying);
            if open_sources.is_empty() {
                continue;
            }
        }
        let targets = king_targets::<M>(BitsOf::<M>::bit(king), free).extract(cpu, open) & open_sources;
        if settles && const { !M::MEN_STEP_SIDEWAYS } {
            sources.close(row as usize, staying, targets);
        }
        each_rank_with(staying, targets, |column| found(base + column as u32));
    }
}

/// Un-moves of men to the side: the entries of the predecessors in the block `before`.
fn men_back<M: Movement, C: Cpu>(
    cpu: C,
    unit: &Unit<'_, M>,
    before: usize,
    place: &Place<BitsOf<M>>,
    kings: &Kings<BitsOf<M>>,
    mut found: impl FnMut(u32),
) {
    let (mover_kings, other_kings) = (kings.moved, kings.standing);
    let free = place.without_men & !(mover_kings | other_kings);
    let (men, other_men) = place.men;
    for &direction in M::MEN.quiet.iter().filter(|direction| !direction.changes_row()) {
        for from in man_targets::<M>(men, free, direction.opposite()).iter() {
            let from = BitsOf::<M>::bit(from);
            let mover_men = men & !M::Board::step(from, direction) | from;
            let view = View { mover_men, mover_kings, other_men, other_kings };
            let target = &unit.blocks[before];
            let offset = target.offset(unit.place_of(cpu, before, mover_men, other_men));
            found(offset + target.half.layout.kings(cpu, &view) as u32);
        }
    }
}
