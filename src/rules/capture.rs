//! Captures: every way to take pieces in one move that the rules allow to be chosen.

use super::game::{Choice, Crowning, Game, Landing, Removal, Variant};
use super::movement::{BitsOf, Movement, is_movement_of};
use super::quiet::{Prey, free_squares, has_capture, landings, slide, takers};
use crate::board::cpu::{Cpu, Task, dispatch};
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

/// Longest path of a capture: a landing for each piece that a side can have.
const LONGEST_PATH: usize = 72;

/// The captures of a position.
///
/// Captures that take the same pieces from and to the same square along different paths are found once for each path;
/// of landings in one straight line the nearest come first.
#[derive(Clone, Debug, Default)]
pub struct Captures<B> {
    /// The captures.
    pub list: Vec<Capture<B>>,
    /// For each capture the bits of the squares where it lands, the last one included; only if asked for.
    pub paths: Vec<Vec<u8>>,
    with_paths: bool,
    /// Those of the list before this one stay in any case.
    start: usize,
    /// How far the captures of the list go before others, where not all may be chosen.
    rank: u32,
}

impl<B: Bits> Captures<B> {
    /// A list that also keeps the paths.
    pub fn with_paths() -> Captures<B> {
        Captures { with_paths: true, ..Captures::default() }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.list.clear();
        self.paths.clear();
        (self.start, self.rank) = (0, 0);
    }

    /// Keeps what is in the list, whatever comes.
    #[inline(always)]
    fn begin(&mut self) {
        self.start = self.list.len();
        self.rank = 0;
    }

    /// How far these captures go before others, where not all may be chosen: those of the highest rank alone.
    #[inline(always)]
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// Makes the list ready for a capture of this rank; whether it goes into the list at all.
    #[inline(always)]
    fn accepts(&mut self, rank: u32) -> bool {
        if rank > self.rank {
            self.list.truncate(self.start);
            self.paths.clear();
            self.rank = rank;
        }
        rank == self.rank
    }

    #[inline(always)]
    fn add(&mut self, capture: Capture<B>, path: &[u8]) {
        self.list.push(capture);
        if self.with_paths {
            self.keep_path(path);
        }
    }

    #[cold]
    fn keep_path(&mut self, path: &[u8]) {
        self.paths.push(path.to_vec());
    }
}

/// The captures of a game, for code that is compiled for its movement and so serves other games too.
pub trait CaptureRules<B>: std::fmt::Debug + Send + Sync {
    /// Finds every complete capture of the mover that the rules allow to be chosen.
    fn captures(&self, view: &View<B>, found: &mut Captures<B>);

    /// Whether any capture may be chosen.
    fn choice_is_free(&self) -> bool;

    /// Finds the captures of men alone, and what of them the rules would allow if there were no others.
    fn captures_of_men(&self, view: &View<B>, found: &mut Captures<B>);

    /// Finds the captures of one king that may stand anywhere, beside the pieces of `view`: wherever it stands before the
    /// piece that it takes first, the rest of the capture is the same. They are all that the rules would allow if there
    /// were no others.
    fn captures_of_any_king(&self, view: &View<B>, found: &mut Captures<B>, all: &mut Vec<FromAnywhere<B>>);
}

/// The captures of a game whose movement is known.
pub type CapturesOf<M> = &'static dyn CaptureRules<BitsOf<M>>;

/// The captures of a game. That it moves as its movement says is checked when this is compiled.
pub fn capture_rules<V: Variant>() -> CapturesOf<V> {
    const { assert!(is_movement_of::<V>(), "a game steps like its movement") };
    const { &RulesOf::<V>(std::marker::PhantomData) }
}

/// A game with its captures, for code that is compiled for its movement.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook<'g, M: Movement> {
    /// The game.
    pub game: &'g Game,
    /// Its captures.
    pub captures: CapturesOf<M>,
}

/// A game with the captures of a type. The game must have the rules of the type.
pub fn rulebook<V: Variant>(game: &Game) -> Rulebook<'_, V::Movement> {
    Rulebook { game, captures: capture_rules::<V>() }
}

/// The rules of a type as a value.
#[derive(Debug)]
struct RulesOf<V>(std::marker::PhantomData<V>);

impl<V: Variant> CaptureRules<BitsOf<V>> for RulesOf<V> {
    fn captures(&self, view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
        captures::<V>(view, found);
    }

    fn choice_is_free(&self) -> bool {
        V::GAME.rules.choice == Choice::Free
    }

    fn captures_of_men(&self, view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
        dispatch(OfMen::<V> { view, found });
    }

    fn captures_of_any_king(
        &self,
        view: &View<BitsOf<V>>,
        found: &mut Captures<BitsOf<V>>,
        all: &mut Vec<FromAnywhere<BitsOf<V>>>,
    ) {
        dispatch(OfAnyKing::<V> { view, found, all });
    }
}

struct OfMen<'a, V: Variant> {
    view: &'a View<BitsOf<V>>,
    found: &'a mut Captures<BitsOf<V>>,
}

impl<V: Variant> Task for OfMen<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        captures_of_men::<V>(self.view, self.found);
    }
}

struct OfAnyKing<'a, V: Variant> {
    view: &'a View<BitsOf<V>>,
    found: &'a mut Captures<BitsOf<V>>,
    all: &'a mut Vec<FromAnywhere<BitsOf<V>>>,
}

impl<V: Variant> Task for OfAnyKing<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        captures_of_any_king::<V>(self.view, self.found, self.all);
    }
}

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

/// See [`CaptureRules::captures_of_men`].
#[inline(always)]
fn captures_of_men<V: Variant>(view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
    found.clear();
    let mut walk = Walk::<V>::new(view, found);
    crate::each_direction!(V, MEN.capture, direction => {
        walk.men(view.mover_men, direction);
    });
}

/// The captures of one king that takes a certain piece first, wherever it stands before.
#[derive(Clone, Debug)]
pub struct FromAnywhere<B> {
    /// The squares where it may stand.
    pub takers: B,
    /// The captures in the list, which begin at one of these squares.
    pub captures: std::ops::Range<usize>,
    /// How far they go before others, where not all may be chosen.
    pub rank: u32,
}

/// See [`CaptureRules::captures_of_any_king`].
#[inline(always)]
fn captures_of_any_king<V: Variant>(
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
            all.push(FromAnywhere { takers: takers::<V>(before, free, back), captures, rank: walk.found.rank });
        }
    });
}

/// A capture in progress.
struct Walk<'a, V: Variant> {
    found: &'a mut Captures<BitsOf<V>>,
    free: BitsOf<V>,
    /// The other side's pieces before the capture.
    prey: Prey<BitsOf<V>>,
    from: u32,
    was_king: bool,
    /// For [`Choice::Italian`]: the pieces taken so far, first to last, a bit each that says whether it was a king.
    sequence: u32,
    path: [u8; LONGEST_PATH],
    length: usize,
}

impl<'a, V: Variant> Walk<'a, V> {
    #[inline(always)]
    fn new(view: &View<BitsOf<V>>, found: &'a mut Captures<BitsOf<V>>) -> Walk<'a, V> {
        let prey = Prey { men: view.other_men, kings: view.other_kings };
        let free = free_squares::<V>(view);
        Walk { found, free, prey, from: 0, was_king: false, sequence: 0, path: [0; LONGEST_PATH], length: 0 }
    }

    /// Reports all captures of men in one direction.
    #[inline(always)]
    fn men(&mut self, men: BitsOf<V>, direction: Direction) {
        let back = direction.opposite();
        for to in landings::<V>(men, self.free, self.prey.of::<V>(false), direction).iter() {
            let nearest = BitsOf::<V>::bit(to);
            let victim = V::Board::step(nearest, back);
            self.first(V::Board::step(victim, back), victim, nearest, direction, false);
        }
    }

    /// Reports all captures from square `from` that take `victim` first.
    #[inline(always)]
    fn first(&mut self, from: BitsOf<V>, victim: BitsOf<V>, nearest: BitsOf<V>, direction: Direction, king: bool) {
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
