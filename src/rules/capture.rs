//! Captures: every way to take pieces in one move.

use super::game::{BitsOf, Crowning, Landing, Variant};
use super::quiet::free_squares;
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
#[inline(always)]
pub fn captures<V: Variant>(view: &View<BitsOf<V>>, found: &mut impl FnMut(Capture<BitsOf<V>>, &[u8])) {
    let mut walk = Walk::<V, _> {
        found,
        // The square that the capturing piece left is free: set for each piece below.
        free: BitsOf::<V>::EMPTY,
        other: view.other(),
        from: 0,
        path: [0; LONGEST_PATH],
        length: 0,
    };
    let free = free_squares::<V>(view);
    for from in view.mover().iter() {
        let bit = BitsOf::<V>::bit(from);
        walk.from = from;
        walk.free = free | bit;
        walk.extend(from, (view.mover_kings & bit).any(), BitsOf::<V>::EMPTY);
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
