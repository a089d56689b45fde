//! Captures: every way to take pieces in one move that the rules allow to be chosen.

use super::capture::{Captures, FromAnywhere};
use super::capture_walk::Walk;
use super::game::Variant;
use super::movement::BitsOf;
use super::quiet::{landings, slide, takers};
use crate::board::{Bits, Board, View};

/// Finds every complete capture of the mover that the rules allow to be chosen.
#[inline(never)]
pub fn captures<V: Variant>(view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
    // Most positions have fewer, so that the list grows once at most.
    found.list.reserve(8);
    captures_inline::<V>(view, found);
}

/// The same for the loops where it matters that it is compiled in place.
///
/// Most captures take one piece. So the first pieces taken are found for all takers at once, and one test for all
/// landings behind such a piece tells whether the capture can go on from any of them; only then are paths walked.
#[inline(always)]
fn captures_inline<V: Variant>(view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
    found.clear();
    let mut walk = Walk::<V>::new(view, found);
    let (free, prey) = (walk.free, walk.prey);
    crate::each_direction!(V, KINGS.capture, direction => {
        let back = direction.opposite();
        if direction.is_in(V::GAME.rules.men.capture) {
            walk.men(view.mover_men, direction);
        }
        let landings = landings::<V>(takers::<V>(view.mover_kings, free, direction), free, prey.of::<V>(true), direction);
        for to in landings.iter() {
            let nearest = BitsOf::<V>::bit(to);
            let victim = V::Board::step(nearest, back);
            let mut from = V::Board::step(victim, back);
            if V::GAME.rules.kings_fly {
                from = V::Board::step(victim | slide::<V>(victim, free, back), back) & view.mover_kings;
            }
            walk.first(from, victim, nearest, direction, true);
        }
    });
}

/// See [`CaptureRules::captures_of_men`](super::CaptureRules::captures_of_men).
#[inline(always)]
pub(super) fn captures_of_men<V: Variant>(view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
    found.clear();
    let mut walk = Walk::<V>::new(view, found);
    crate::each_direction!(V, MEN.capture, direction => {
        walk.men(view.mover_men, direction);
    });
}

/// See [`CaptureRules::captures_of_any_king`](super::CaptureRules::captures_of_any_king).
#[inline(always)]
pub(super) fn captures_of_any_king<V: Variant>(
    view: &View<BitsOf<V>>,
    found: &mut Captures<BitsOf<V>>,
    all: &mut Vec<FromAnywhere<BitsOf<V>>>,
) {
    found.clear();
    all.clear();
    let mut walk = Walk::<V>::new(view, found);
    let (free, prey) = (walk.free, walk.prey.of::<V>(true));
    crate::each_direction!(V, KINGS.capture, direction => {
        let back = direction.opposite();
        let victims = prey & V::Board::step(free, direction) & V::Board::step(free, back);
        for victim in victims.iter() {
            let victim = BitsOf::<V>::bit(victim);
            let before = V::Board::step(victim, back);
            walk.found.begin();
            // All squares where the king may stand are free while it captures.
            walk.first(before, victim, V::Board::step(victim, direction), direction, true);
            let captures = walk.found.start..walk.found.list.len();
            all.push(FromAnywhere { takers: takers::<V>(before, free, back), captures, rank: walk.found.rank() });
        }
    });
}
