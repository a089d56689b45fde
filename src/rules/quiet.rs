//! Moves without capture, and the test whether there is a capture, for all pieces at once.

use super::game::{BitsOf, Variant};
use crate::board::{Bits, Board, Direction, View};

/// The free squares that kings on `kings` reach in one direction.
///
/// Two kings never reach the same square in the same direction, as one would stand in the other's way.
#[inline(always)]
pub fn slide<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>, direction: Direction) -> BitsOf<V> {
    if !V::GAME.rules.kings_fly {
        return V::Board::step(kings, direction) & free;
    }
    // Doubling steps: after the step of length n, `reached` holds all within 2n squares and `open` the squares whose
    // last 2n squares are all free. Unused bits are never free, so nothing slides over the edge.
    let mut reached = kings;
    let mut open = free;
    let mut length = 1;
    while length < V::Board::GEOMETRY.rows {
        reached |= V::Board::leap(reached, direction, length) & open;
        open &= V::Board::leap(open, direction, length);
        length *= 2;
    }
    reached ^ kings
}

/// The free squares that kings reach in any direction.
#[inline(always)]
pub fn king_targets<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>) -> BitsOf<V> {
    let mut targets = BitsOf::<V>::EMPTY;
    for direction in Direction::DIAGONAL {
        targets |= slide::<V>(kings, free, direction);
    }
    targets
}

/// The number of moves of kings without capture.
#[inline(always)]
pub fn count_king_moves<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>) -> u32 {
    Direction::DIAGONAL.iter().map(|&direction| slide::<V>(kings, free, direction).count()).sum()
}

/// The free squares that men reach in one forward direction.
#[inline(always)]
pub fn man_targets<V: Variant>(men: BitsOf<V>, free: BitsOf<V>, direction: Direction) -> BitsOf<V> {
    V::Board::step(men, direction) & free
}

/// The free squares of the board.
#[inline(always)]
pub fn free_squares<V: Variant>(view: &View<BitsOf<V>>) -> BitsOf<V> {
    V::Board::PLAYING & !view.occupied()
}

/// The squares from which kings take what stands next in one direction: their own, and those that they reach.
#[inline(always)]
pub(super) fn takers<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>, direction: Direction) -> BitsOf<V> {
    if V::GAME.rules.kings_fly { kings | slide::<V>(kings, free, direction) } else { kings }
}

/// Whether any of these men and kings can take one of the `other` pieces.
#[inline(always)]
pub(super) fn has_capture<V: Variant>(men: BitsOf<V>, kings: BitsOf<V>, free: BitsOf<V>, other: BitsOf<V>) -> bool {
    let mut landings = BitsOf::<V>::EMPTY;
    for direction in Direction::DIAGONAL {
        let mut takers = takers::<V>(kings, free, direction);
        if V::GAME.rules.men_capture_backwards || Direction::FORWARD.contains(&direction) {
            takers |= men;
        }
        let taken = V::Board::step(takers, direction) & other;
        landings |= V::Board::step(taken, direction) & free;
    }
    landings.any()
}

/// Whether the mover has a capture.
#[inline(always)]
pub fn can_capture<V: Variant>(view: &View<BitsOf<V>>) -> bool {
    has_capture::<V>(view.mover_men, view.mover_kings, free_squares::<V>(view), view.other())
}
