//! A capture that is walked step by step, with all ways to go on.

use super::capture::{Capture, Captures};
use super::game::{Choice, Crowning, Landing, Removal, Variant};
use super::movement::BitsOf;
use super::quiet::{Prey, free_squares, has_capture, landings, slide};
use crate::board::{Bits, Board, Direction, View};

/// Longest path of a capture: a landing for each piece that a side can have.
const LONGEST_PATH: usize = 72;

/// A capture in progress.
pub(super) struct Walk<'a, V: Variant> {
    pub(super) found: &'a mut Captures<BitsOf<V>>,
    pub(super) free: BitsOf<V>,
    /// The other side's pieces before the capture.
    pub(super) prey: Prey<BitsOf<V>>,
    from: u32,
    was_king: bool,
    /// For [`Choice::Italian`]: the pieces taken so far, first to last, a bit each that says whether it was a king.
    sequence: u32,
    path: [u8; LONGEST_PATH],
    length: usize,
}

impl<'a, V: Variant> Walk<'a, V> {
    #[inline(always)]
    pub(super) fn new(view: &View<BitsOf<V>>, found: &'a mut Captures<BitsOf<V>>) -> Walk<'a, V> {
        let prey = Prey { men: view.other_men, kings: view.other_kings };
        let free = free_squares::<V>(view);
        Walk { found, free, prey, from: 0, was_king: false, sequence: 0, path: [0; LONGEST_PATH], length: 0 }
    }

    /// Reports all captures of men in one direction.
    #[inline(always)]
    pub(super) fn men(&mut self, men: BitsOf<V>, direction: Direction) {
        let back = direction.opposite();
        for to in landings::<V>(men, self.free, self.prey.of::<V>(false), direction).iter() {
            let nearest = BitsOf::<V>::bit(to);
            let victim = V::Board::step(nearest, back);
            self.first(V::Board::step(victim, back), victim, nearest, direction, false);
        }
    }

    /// Reports all captures from square `from` that take `victim` first.
    #[inline(always)]
    pub(super) fn first(
        &mut self,
        from: BitsOf<V>,
        victim: BitsOf<V>,
        nearest: BitsOf<V>,
        direction: Direction,
        king: bool,
    ) {
        let before = self.free;
        self.from = from.lowest();
        self.was_king = king;
        // The square that the piece leaves is free while it captures.
        self.free |= from;
        let landings = self.all_landings(nearest, direction, king);
        if self.may_go_on(landings, king, victim) {
            self.land(nearest, direction, king, BitsOf::<V>::EMPTY, victim);
        } else {
            self.end(landings, nearest, direction, king, victim, victim);
        }
        self.free = before;
    }

    /// The squares where a piece may land behind one that it takes, given the nearest.
    #[inline(always)]
    fn all_landings(&self, nearest: BitsOf<V>, direction: Direction, king: bool) -> BitsOf<V> {
        let far = king && V::GAME.rules.kings_fly && V::GAME.rules.landing != Landing::Behind;
        if far { nearest | slide::<V>(nearest, self.free, direction) } else { nearest }
    }

    /// Whether a capture that has taken `victim` alone might go on from any of the landings. Where it may not turn back,
    /// this may say yes though it cannot.
    #[inline(always)]
    fn may_go_on(&self, landings: BitsOf<V>, king: bool, victim: BitsOf<V>) -> bool {
        let crowned = match V::GAME.rules.crowning {
            _ if king => landings,
            Crowning::GoesOnAsKing => landings & V::Board::LAST_ROW,
            Crowning::GoesOnAsMan => BitsOf::<V>::EMPTY,
            Crowning::Ends if (landings & V::Board::LAST_ROW).any() => return false,
            Crowning::Ends => BitsOf::<V>::EMPTY,
        };
        has_capture::<V>(landings & !crowned, crowned, self.free_after(victim), self.prey.without(victim))
    }

    /// The free squares for the rest of the move, after this piece was taken.
    #[inline(always)]
    fn free_after(&self, victim: BitsOf<V>) -> BitsOf<V> {
        match V::GAME.rules.removal {
            Removal::AfterTheMove => self.free,
            Removal::AtOnce => self.free | victim,
        }
    }

    /// Reports all ways to go on from square `at`, which was reached in direction `last`; returns whether there is one.
    fn extend(&mut self, at: u32, king: bool, captured: BitsOf<V>, last: Direction) -> bool {
        let rules = &V::GAME.rules;
        let at = BitsOf::<V>::bit(at);
        // A captured piece may still stand in the way, but cannot be taken again.
        let prey = self.prey.of::<V>(king) & !captured;
        let mut goes_on = false;
        crate::each_direction!(V, KINGS.capture, direction => {
            let may = (king || direction.is_in(rules.men.capture)) && (rules.may_turn_back || direction != last.opposite());
            if may {
                let mut victim = V::Board::step(at, direction);
                if king && rules.kings_fly {
                    while (victim & self.free).any() {
                        victim = V::Board::step(victim, direction);
                    }
                }
                let victim = victim & prey;
                let landing = V::Board::step(victim, direction) & self.free;
                if landing.any() {
                    goes_on = true;
                    self.land(landing, direction, king, captured, victim);
                }
            }
        });
        goes_on
    }

    /// Reports all captures that have taken `captured` before, take `victim` now and land on `nearest` or beyond it.
    #[inline]
    fn land(&mut self, nearest: BitsOf<V>, direction: Direction, king: bool, captured: BitsOf<V>, victim: BitsOf<V>) {
        let rules = &V::GAME.rules;
        let (free, sequence) = (self.free, self.sequence);
        // Before the piece is removed, where that is done at once: it is not passed again in this direction.
        let landings = self.all_landings(nearest, direction, king);
        let captured = captured | victim;
        if rules.removal == Removal::AtOnce {
            self.free = self.free_after(victim);
        }
        if rules.choice == Choice::Italian {
            self.sequence = sequence << 1 | u32::from((victim & self.prey.kings).any());
        }
        let mut ends = BitsOf::<V>::EMPTY;
        // Stepped and not iterated, so that the nearest comes first in every direction.
        let mut landing = nearest;
        while (landing & landings).any() {
            if !self.go_on(landing.lowest(), king, captured, direction) {
                ends |= landing;
            }
            landing = V::Board::step(landing, direction);
        }
        if ends == landings {
            self.end(ends, nearest, direction, king, captured, victim);
        }
        if rules.removal == Removal::AtOnce {
            self.free = free;
        }
        if rules.choice == Choice::Italian {
            self.sequence = sequence;
        }
    }

    /// Goes on from a landing square; returns whether that was possible.
    fn go_on(&mut self, to: u32, king: bool, captured: BitsOf<V>, direction: Direction) -> bool {
        let on_last_row = (BitsOf::<V>::bit(to) & V::Board::LAST_ROW).any();
        let king = match V::GAME.rules.crowning {
            _ if king || !on_last_row => king,
            Crowning::GoesOnAsKing => true,
            Crowning::GoesOnAsMan => false,
            Crowning::Ends => return false,
        };
        self.path[self.length] = to as u8;
        self.length += 1;
        let goes_on = self.extend(to, king, captured, direction);
        self.length -= 1;
        goes_on
    }

    /// Reports the captures that end on these squares, the nearest first in every direction.
    #[inline(always)]
    fn end(
        &mut self,
        landings: BitsOf<V>,
        nearest: BitsOf<V>,
        direction: Direction,
        king: bool,
        captured: BitsOf<V>,
        victim: BitsOf<V>,
    ) {
        let behind = V::GAME.rules.landing == Landing::BehindLastKing && (victim & self.prey.kings).any();
        let mut landing = nearest;
        while (landing & landings).any() {
            self.report(landing.lowest(), king, captured);
            if behind {
                return;
            }
            landing = V::Board::step(landing, direction);
        }
    }

    /// Reports a capture that ends on square `to`.
    #[inline(always)]
    fn report(&mut self, to: u32, king: bool, captured: BitsOf<V>) {
        self.path[self.length] = to as u8;
        let king = king || (BitsOf::<V>::bit(to) & V::Board::LAST_ROW).any();
        if V::GAME.rules.choice == Choice::Free || self.found.accepts(self.rank(captured)) {
            self.found.add(Capture { from: self.from, to, captured, king }, &self.path[..=self.length]);
        }
    }

    /// How far a capture goes before others.
    #[inline(always)]
    fn rank(&self, captured: BitsOf<V>) -> u32 {
        // No side has more than 2^5 pieces, nor more than 2^4 where the sequence counts.
        let pieces = captured.count();
        let kings = (captured & self.prey.kings).count();
        let with_king = u32::from(self.was_king);
        match V::GAME.rules.choice {
            Choice::Free => 0,
            Choice::WithKing => with_king,
            Choice::Most => pieces,
            Choice::MostThenKings => pieces << 5 | kings,
            // The first piece is not noted before the capture goes on.
            Choice::Italian if pieces == 1 => ((1 << 1 | with_king) << 4 | kings) << 16,
            Choice::Italian => ((pieces << 1 | with_king) << 4 | kings) << 16 | self.sequence,
            // Men count 64 and kings 127: the same order as by the exact values, as long as there are fewer kings.
            Choice::MostValue => (64 * (pieces + kings) - kings) << 1 | with_king,
        }
    }
}
