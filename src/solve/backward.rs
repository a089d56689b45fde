//! Un-moves: the positions of a unit from which a move inside the unit leads to a given one.

use super::half::Half;
use super::unit::{Place, Unit};
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::index::{CHOOSE, MAX_MEMBERS, rank};
use crate::rules::{BitsOf, Variant, king_targets, man_targets};

/// Where the kings of an entry stand, as its mover sees the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kings<B> {
    pub(super) mover: B,
    pub(super) other: B,
}

/// The kings of an entry of a configuration, which is given by its squares without men.
#[inline(always)]
pub(super) fn kings_of<V: Variant, C: Cpu>(
    cpu: C,
    half: &Half<'_, V>,
    without_men: BitsOf<V>,
    number: u32,
) -> Kings<BitsOf<V>> {
    let columns = half.layout.columns() as u32;
    let other = half.sets.rows[(number / columns) as usize].deposit(cpu, without_men);
    let mover = half.sets.columns[(number % columns) as usize].deposit(cpu, without_men & !other);
    Kings { mover, other }
}

/// The row, in the block that a position is reached from, of all its predecessors by moves of the other side's kings.
#[inline(always)]
pub(super) fn row_of_predecessors<V: Variant, C: Cpu>(
    cpu: C,
    kings: &Kings<BitsOf<V>>,
    without_men_before: BitsOf<V>,
) -> u64 {
    rank(V::Board::rotate(kings.mover).extract(cpu, without_men_before))
}

/// Calls `found` with every entry of the block before `block` from which a move inside the unit leads to an entry of
/// `block`. Entries with a capture are among them.
#[inline(always)]
pub(super) fn predecessors<V: Variant, C: Cpu>(
    cpu: C,
    unit: &Unit<'_, V>,
    block: usize,
    entry: u32,
    mut found: impl FnMut(u32),
) {
    let (of, before) = (&unit.blocks[block], unit.before(block));
    let (place, number) = of.split(entry);
    let kings = kings_of(cpu, of.half, place.without_men, number);
    let target = &unit.blocks[before];
    let twin = target.place(place.twin);
    let offset = target.offset(place.twin);
    kings_back(cpu, target.half, twin, &kings, |number| found(offset + number));
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
    mut found: impl FnMut(u32),
) {
    let row = row_of_predecessors::<V, C>(cpu, kings, before.without_men) as u32;
    let base = row * half.layout.columns() as u32;
    let moved = V::Board::rotate(kings.other);
    let open = before.without_men & !V::Board::rotate(kings.mover);
    let free = open & !moved;
    // All columns are numbers of sets among the `open` squares.
    let places = moved.extract(cpu, open);
    let mut left = places;
    for king in moved.iter() {
        let place = BitsOf::<V>::bit(left.lowest());
        left = left.without_lowest();
        let targets = king_targets::<V>(BitsOf::<V>::bit(king), free).extract(cpu, open);
        columns_with::<V>(places & !place, targets, |column| found(base + column));
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
    let (mover_kings, other_kings) = (V::Board::rotate(kings.other), V::Board::rotate(kings.mover));
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

/// Calls `found` with the number of the set `staying` and one of `targets`, for each of the targets.
#[inline(always)]
fn columns_with<V: Variant>(staying: BitsOf<V>, targets: BitsOf<V>, mut found: impl FnMut(u32)) {
    // With the target between two kings, those below keep their part of the rank and those above move up by one.
    let mut base = 0;
    for (place, member) in staying.iter().zip(2..) {
        base += CHOOSE[member][place as usize];
    }
    let mut above = staying;
    let mut rest = targets;
    for position in 1.. {
        // The targets below the next king; all that are left behind the last one.
        let below = if above.any() { below::<V>(above.lowest()) } else { !BitsOf::<V>::EMPTY };
        for place in (rest & below).iter() {
            found((base + CHOOSE[position][place as usize]) as u32);
        }
        if above.is_empty() {
            return;
        }
        let place = above.lowest() as usize;
        base = base + CHOOSE[position][place] - CHOOSE[position + 1][place];
        rest &= !below;
        above = above.without_lowest();
    }
}

/// All bits below one.
#[inline(always)]
fn below<V: Variant>(bit: u32) -> BitsOf<V> {
    !(!BitsOf::<V>::EMPTY << bit)
}

const _: () = assert!(MAX_MEMBERS < CHOOSE.len(), "a set with one more member than the staying kings has a row");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;

    #[test]
    fn a_target_among_the_staying_kings_has_the_rank_of_the_whole_set() {
        for (staying, targets) in
            [(0_u64, 0b1101), (0b10100, 0b1101011), (0b1001001000, 0xf_ff00_0937), (0b111, 0b11000)]
        {
            let targets: u64 = targets & !staying;
            let mut found = Vec::new();
            columns_with::<Russian>(staying, targets, |column| found.push(u64::from(column)));
            let expected: Vec<u64> = targets.iter().map(|place| rank(staying | 1 << place)).collect();
            assert_eq!(found, expected);
        }
    }
}
