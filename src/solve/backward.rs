//! Un-moves: the positions of a unit from which a move inside the unit leads to a given one.

use super::half::Half;
use super::sources::Sources;
use super::unit::{Place, Unit};
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::index::{each_rank_with, rank};
use crate::rules::{BitsOf, Variant, king_targets, man_targets};

/// Where the kings of an entry stand, as the side sees the board that has made the move to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kings<B> {
    /// Those of the side that has moved.
    pub(super) moved: B,
    /// Those of the side that is to move.
    pub(super) standing: B,
}

/// The kings of an entry, given by the squares without men of its configuration as the other side sees them.
#[inline(always)]
pub(super) fn kings_of<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    without_men_before: BitsOf<V>,
    number: u32,
) -> Kings<BitsOf<V>> {
    let columns = half.layout.columns() as u32;
    let moved = half.turned_sets.rows[(number / columns) as usize].deposit(cpu, without_men_before);
    let open = without_men_before & !moved;
    let standing = half.turned_sets.columns[(number % columns) as usize].deposit(cpu, open);
    Kings { moved, standing }
}

/// The row, in the block that a position is reached from, of all its predecessors by moves of the other side's kings.
#[inline(always)]
pub(super) fn row_of_predecessors<V: Variant, C: Cpu>(
    cpu: C,
    kings: &Kings<BitsOf<V>>,
    without_men_before: BitsOf<V>,
) -> u64 {
    rank(kings.standing.extract(cpu, without_men_before))
}

/// Calls `found` with every entry of the block before `block` from which a move inside the unit leads to an entry of
/// `block`, as far as these sources of un-moves of kings know them; whether that settles them
/// all. Others that are settled may be among them.
#[inline(always)]
pub(super) fn predecessors<V: Variant, C: Cpu>(
    cpu: C,
    unit: &Unit<'_, V>,
    block: usize,
    entry: u32,
    sources: &mut Sources<BitsOf<V>>,
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
    if const { V::GAME.rules.men_step_sideways() } {
        men_back(cpu, unit, before, twin, &kings, found);
    }
}

/// Un-moves of kings: the king numbers of the predecessors within the configuration at `before`.
#[inline(always)]
fn kings_back<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    before: &Place<BitsOf<V>>,
    kings: &Kings<BitsOf<V>>,
    sources: &mut Sources<BitsOf<V>>,
    settles: bool,
    mut found: impl FnMut(u32),
) {
    let row = row_of_predecessors::<V, C>(cpu, kings, before.without_men) as u32;
    let base = row * half.layout.columns() as u32;
    let moved = kings.moved;
    let open = before.without_men & !kings.standing;
    let free = open & !moved;
    // All columns are numbers of sets among the `open` squares.
    let places = moved.extract(cpu, open);
    let mut left = places;
    for king in moved.iter() {
        let place = BitsOf::<V>::bit(left.lowest());
        left = left.without_lowest();
        let staying = places & !place;
        let mut open_sources = !BitsOf::<V>::EMPTY;
        if const { !V::GAME.rules.men_step_sideways() } {
            open_sources = sources.open(row as usize, staying);
            if open_sources.is_empty() {
                continue;
            }
        }
        let targets = king_targets::<V>(BitsOf::<V>::bit(king), free).extract(cpu, open) & open_sources;
        if settles && const { !V::GAME.rules.men_step_sideways() } {
            sources.close(row as usize, staying, targets);
        }
        each_rank_with(staying, targets, |column| found(base + column as u32));
    }
}

/// Un-moves of men to the side: the entries of the predecessors in the block `before`.
fn men_back<V: Variant, C: Cpu>(
    cpu: C,
    unit: &Unit<'_, V>,
    before: usize,
    place: &Place<BitsOf<V>>,
    kings: &Kings<BitsOf<V>>,
    mut found: impl FnMut(u32),
) {
    let (mover_kings, other_kings) = (kings.moved, kings.standing);
    let free = place.without_men & !(mover_kings | other_kings);
    let (men, other_men) = place.men;
    for &direction in V::GAME.rules.men.quiet.iter().filter(|direction| !direction.changes_row()) {
        for from in man_targets::<V>(men, free, direction.opposite()).iter() {
            let from = BitsOf::<V>::bit(from);
            let mover_men = men & !V::Board::step(from, direction) | from;
            let view = View { mover_men, mover_kings, other_men, other_kings };
            let target = &unit.blocks[before];
            let offset = target.offset(unit.place_of(cpu, before, mover_men, other_men));
            found(offset + target.half.layout.kings(cpu, &view) as u32);
        }
    }
}
