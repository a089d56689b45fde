//! Captures: every way to take pieces in one move.

use super::game::{BitsOf, Crowning, Landing, Variant};
use super::quiet::{free_squares, has_capture, slide, takers};
use crate::board::{Bits, Board, Direction, View};

/// One complete capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture<B> {
    /// Bit of the square that the piece leaves.
    pub from: u32,
    /// Bit of the square where it ends.
    pub to: u32,
    /// The pieces taken.
    pub captured: B,
    /// Whether the piece is a king afterwards.
    pub king: bool,
}

/// Longest path of a capture: every playing square of the largest board.
const LONGEST_PATH: usize = 72;

/// Calls `found` with every complete capture of the mover and the bits of the squares where it lands, the last one
/// included.
///
/// Captures that take the same pieces from and to the same square along different paths are found once for each path;
/// of landings in one straight line the nearest come first.
///
/// Most captures take one piece. So the first pieces taken are found for all takers at once, and one test for all
/// landings behind such a piece tells whether the capture can go on from any of them; only then are paths walked.
#[inline(always)]
pub fn captures<V: Variant>(view: &View<BitsOf<V>>, found: &mut impl FnMut(Capture<BitsOf<V>>, &[u8])) {
    let free = free_squares::<V>(view);
    let other = view.other();
    let mut walk = Walk::<V, _> { found, free, other, from: 0, path: [0; LONGEST_PATH], length: 0 };
    for direction in Direction::DIAGONAL {
        let back = direction.opposite();
        if V::GAME.rules.men_capture_backwards || Direction::FORWARD.contains(&direction) {
            let landings = V::Board::step(V::Board::step(view.mover_men, direction) & other, direction) & free;
            for to in landings.iter() {
                let nearest = BitsOf::<V>::bit(to);
                let victim = V::Board::step(nearest, back);
                walk.first(V::Board::step(victim, back), victim, nearest, direction, false);
            }
        }
        let takers = takers::<V>(view.mover_kings, free, direction);
        let landings = V::Board::step(V::Board::step(takers, direction) & other, direction) & free;
        for to in landings.iter() {
            let nearest = BitsOf::<V>::bit(to);
            let victim = V::Board::step(nearest, back);
            let mut from = V::Board::step(victim, back);
            if V::GAME.rules.kings_fly {
                from = V::Board::step(victim | slide::<V>(victim, free, back), back) & view.mover_kings;
            }
            walk.first(from, victim, nearest, direction, true);
        }
    }
}

/// A capture in progress.
struct Walk<'a, V: Variant, F> {
    found: &'a mut F,
    free: BitsOf<V>,
    other: BitsOf<V>,
    from: u32,
    path: [u8; LONGEST_PATH],
    length: usize,
}

impl<V: Variant, F: FnMut(Capture<BitsOf<V>>, &[u8])> Walk<'_, V, F> {
    /// Reports all captures from square `from` that take `victim` first.
    #[inline(always)]
    fn first(&mut self, from: BitsOf<V>, victim: BitsOf<V>, nearest: BitsOf<V>, direction: Direction, king: bool) {
        let before = self.free;
        self.from = from.lowest();
        // The square that the piece leaves is free while it captures.
        self.free |= from;
        let mut landings = nearest;
        if king && V::GAME.rules.kings_fly {
            landings |= slide::<V>(nearest, self.free, direction);
        }
        if self.may_go_on(landings, king, victim) {
            self.land(nearest, direction, king, victim);
        } else {
            let mut landing = nearest;
            while (landing & landings).any() {
                self.report(landing.lowest(), king, victim);
                landing = V::Board::step(landing, direction);
            }
        }
        self.free = before;
    }

    /// Whether a capture that has taken `victim` can go on from any of the landings.
    #[inline(always)]
    fn may_go_on(&self, landings: BitsOf<V>, king: bool, victim: BitsOf<V>) -> bool {
        let crowned = match V::GAME.rules.crowning {
            _ if king => landings,
            Crowning::GoesOnAsKing => landings & V::Board::LAST_ROW,
            Crowning::GoesOnAsMan => BitsOf::<V>::EMPTY,
            Crowning::Ends if (landings & V::Board::LAST_ROW).any() => return false,
            Crowning::Ends => BitsOf::<V>::EMPTY,
        };
        has_capture::<V>(landings & !crowned, crowned, self.free, self.other & !victim)
    }

    /// Reports all ways to go on from square `at`; returns whether there is one.
    fn extend(&mut self, at: u32, king: bool, captured: BitsOf<V>) -> bool {
        let mut goes_on = false;
        for direction in Direction::DIAGONAL {
            if !king && !V::GAME.rules.men_capture_backwards && !Direction::FORWARD.contains(&direction) {
                continue;
            }
            let mut victim = V::Board::step(BitsOf::<V>::bit(at), direction);
            if king && V::GAME.rules.kings_fly {
                while (victim & self.free).any() {
                    victim = V::Board::step(victim, direction);
                }
            }
            // A captured piece still stands in the way until the move ends, but cannot be taken again.
            if (victim & self.other & !captured).is_empty() {
                continue;
            }
            let landing = V::Board::step(victim, direction) & self.free;
            if landing.any() {
                goes_on = true;
                self.land(landing, direction, king, captured | victim);
            }
        }
        goes_on
    }

    /// Reports all captures that land on the square `nearest` or beyond it.
    #[inline]
    fn land(&mut self, nearest: BitsOf<V>, direction: Direction, king: bool, captured: BitsOf<V>) {
        let far = king && V::GAME.rules.kings_fly;
        let mut landing = nearest;
        let mut ends = BitsOf::<V>::EMPTY;
        let mut goes_on = false;
        while landing.any() {
            if self.go_on(landing.lowest(), king, captured) {
                goes_on = true;
            } else {
                ends |= landing;
            }
            landing = if far { V::Board::step(landing, direction) & self.free } else { BitsOf::<V>::EMPTY };
        }
        if goes_on && V::GAME.rules.landing == Landing::MustContinue {
            return;
        }
        // Walked again and not iterated, so that the nearest comes first in every direction.
        landing = nearest;
        while landing.any() {
            if (landing & ends).any() {
                self.report(landing.lowest(), king, captured);
            }
            landing = if far { V::Board::step(landing, direction) & self.free } else { BitsOf::<V>::EMPTY };
        }
    }

    /// Goes on from a landing square; returns whether that was possible.
    fn go_on(&mut self, to: u32, king: bool, captured: BitsOf<V>) -> bool {
        let on_last_row = (BitsOf::<V>::bit(to) & V::Board::LAST_ROW).any();
        let king = match V::GAME.rules.crowning {
            _ if king || !on_last_row => king,
            Crowning::GoesOnAsKing => true,
            Crowning::GoesOnAsMan => false,
            Crowning::Ends => return false,
        };
        self.path[self.length] = to as u8;
        self.length += 1;
        let goes_on = self.extend(to, king, captured);
        self.length -= 1;
        goes_on
    }

    /// Reports a capture that ends on square `to`.
    fn report(&mut self, to: u32, king: bool, captured: BitsOf<V>) {
        self.path[self.length] = to as u8;
        let king = king || (BitsOf::<V>::bit(to) & V::Board::LAST_ROW).any();
        let capture = Capture { from: self.from, to, captured, king };
        (self.found)(capture, &self.path[..=self.length]);
    }
}
