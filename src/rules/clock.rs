//! Draw rules that count moves. A *clock* starts to count where its scope begins, and when it has run out before what it
//! waits for has happened, the game is a draw.
//!
//! # How a clock counts
//! In a position of its *scope* a clock runs, in others it stands still; a position that is looked at without a history has
//! a fresh count, 0. A clock that stands still runs from 0 as soon as a move leads into its scope. After each move while
//! it runs:
//!
//! 1. The count goes up by one if the side that made the move is *counted*.
//! 2. If the move is an *event* or ends the game, the clock starts anew: it runs from 0 if the new position is of its
//!    scope, otherwise it stands still, and all that the rule could object to is forgotten. An event is what the clock waits for
//!    ([`Until`]). Where the scope depends on where the weaker side's king stands ([`Road::Weaker`]), leaving the scope is
//!    one too, but for a clock that waits for the end of the game.
//! 3. Otherwise, if the count has come to the limit, the game is a draw; if not, the clock runs on, even where its scope has
//!    ended ([`Clock::runs_on`]): there the stronger side stays the one that it was, the one that wants to win.
//!
//! Where the weaker side is counted, its move that reaches the limit makes the draw whatever it is. The move that brings
//! about the scope is not counted itself. [`Counted::AtOnce`] counts the moves of the side that is losing, and its second one makes
//! the draw.
//!
//! So a position is *won under the rule* if the winner can force an event, whose position is again won under the rule, within
//! so many plies as [`Clock::allowed`] says. Repetition needs no clock: a side that comes nearer with every move never
//! repeats a position.
//!
//! Sources of the rules are with the constants in `games/clocks.rs`.

use std::fmt;

use super::main_road::main_road;
use super::movement::{BitsOf, Movement};
use super::moves::Step;
use crate::board::{Bits, Board, Side, View};

/// How many there may be: from the first to the second, both included.
///
/// ```
/// use petrov::rules::Count;
///
/// assert_eq!((Count::of(3), Count::NONE), (Count(3, 3), Count(0, 0)));
/// assert_eq!([Count::of(3), Count(2, 3), Count::at_least(1), Count::ANY].map(|count| count.to_string()), ["3", "2-3", "1+", "0+"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u32, pub u32);

impl Count {
    /// Any number.
    pub const ANY: Count = Count(0, u32::MAX);
    /// None.
    pub const NONE: Count = Count(0, 0);

    /// Exactly so many.
    pub const fn of(number: u32) -> Count {
        Count(number, number)
    }

    /// So many or more.
    pub const fn at_least(number: u32) -> Count {
        Count(number, u32::MAX)
    }

    fn has(self, number: u32) -> bool {
        (self.0..=self.1).contains(&number)
    }
}

/// Which pieces a side may have.
///
/// ```
/// use petrov::rules::{Count, Pieces};
///
/// let three = Pieces::kings(Count::at_least(3));
/// assert_eq!((three.kings, three.men), (Count(3, u32::MAX), Count::NONE));
/// assert_eq!(Pieces::LONE_KING, Pieces::kings(Count::of(1)));
/// assert_eq!(Pieces::WITH_KING, Pieces { kings: Count::at_least(1), ..Pieces::ANY });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Kings.
    pub kings: Count,
    /// Men.
    pub men: Count,
    /// Both together.
    pub all: Count,
}

impl Pieces {
    /// Any.
    pub const ANY: Pieces = Pieces { kings: Count::ANY, men: Count::ANY, all: Count::ANY };
    /// One king and nothing else.
    pub const LONE_KING: Pieces = Pieces::kings(Count::of(1));
    /// A king or more, and any men.
    pub const WITH_KING: Pieces = Pieces { kings: Count::at_least(1), ..Pieces::ANY };

    /// Kings alone.
    pub const fn kings(kings: Count) -> Pieces {
        Pieces { kings, men: Count::NONE, all: Count::ANY }
    }

    fn has(self, side: Side) -> bool {
        self.kings.has(side.kings) && self.men.has(side.men) && self.all.has(side.pieces())
    }

    /// Whether a side can have come of one that is in these by losing pieces and promoting men.
    fn can_become(self, side: Side) -> bool {
        let most = self.kings.1.saturating_add(self.men.1).min(self.all.1);
        side.men <= self.men.1 && side.pieces() <= most
    }

    /// How many pieces a side can have that is in these and can come of another, which loses pieces and promotes men: every
    /// number between two.
    fn totals(self, side: Side) -> Option<Count> {
        let fewest = self.kings.0.saturating_add(self.men.0).max(self.all.0).max(1);
        let most = self.kings.1.saturating_add(self.men.1.min(side.men)).min(self.all.1).min(side.pieces());
        (self.men.0 <= side.men && fewest <= most).then_some(Count(fewest, most))
    }
}

/// Who has to stand on the main road, the diagonal from corner to corner, for a clock to run.
///
/// ```
/// use petrov::rules::{Road, game};
///
/// let clocks = game("russian").unwrap().clocks;
/// assert!(clocks.iter().any(|clock| clock.scope.road == Road::Weaker));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// Nobody.
    Anywhere,
    /// A king of the weaker side; when it leaves the road the clock stops.
    Weaker,
    /// A king of the stronger side, once: from then on the clock runs on wherever it goes.
    Stronger,
}

/// Where a clock runs. `stronger` and `weaker` are the two sides, whichever fits; the stronger one is who wants to win.
///
/// ```
/// use petrov::rules::{Count, Pieces, Scope};
///
/// // Three kings or more against a lone king, wherever they stand.
/// let scope = Scope::of(Pieces::kings(Count::at_least(3)), Pieces::LONE_KING);
/// assert_eq!(scope, Scope { stronger: scope.stronger, weaker: scope.weaker, ..Scope::ANY });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The pieces of one side.
    pub stronger: Pieces,
    /// The pieces of the other.
    pub weaker: Pieces,
    /// The pieces of both sides together.
    pub all: Count,
    /// Where they stand.
    pub road: Road,
}

impl Scope {
    /// Any position.
    pub const ANY: Scope = Scope { stronger: Pieces::ANY, weaker: Pieces::ANY, all: Count::ANY, road: Road::Anywhere };

    /// These pieces against those.
    pub const fn of(stronger: Pieces, weaker: Pieces) -> Scope {
        Scope { stronger, weaker, ..Scope::ANY }
    }
}

/// What a clock waits for: the event that starts it anew. The end of the game is one too.
///
/// ```
/// use petrov::rules::{Until, game};
///
/// let russian = game("russian").unwrap();
/// assert_eq!(russian.clock("ru.3k1").unwrap().until, Until::Conversion);
/// assert_eq!(russian.clock("ru.kings15").unwrap().until, Until::Zeroing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A capture or a promotion.
    Conversion,
    /// A capture or a forward move of a man.
    Zeroing,
    /// A move that leads to pieces outside the scope, or from pieces outside into it.
    Scope,
    /// Nothing but the end of the game: once started the clock runs on, outside its scope too.
    End,
    /// A position that is won, whatever it takes. Where there is one to win, it is there at once, so this clock never
    /// takes a win away.
    WonPosition,
}

/// Whose moves are counted.
///
/// ```
/// use petrov::rules::{Counted, game};
///
/// let clock = game("russian").unwrap().clock("ru.3k1").unwrap();
/// assert_eq!((clock.counted, clock.limit, clock.full()), (Counted::Stronger, 15, 15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Those of both: the limit is one of each, and the game is a draw when both have made so many.
    Each,
    /// Those of the stronger side.
    Stronger,
    /// Those of the weaker side, and its last one makes the draw even if it is the event.
    Weaker,
    /// None: the win must come at once, by a capture that can be made now or that the next move forces, whatever the
    /// other side does.
    AtOnce,
}

/// A draw rule that counts moves.
///
/// ```
/// use petrov::board::Side;
/// use petrov::rules::game;
///
/// let clock = game("russian").unwrap().clock("ru.bal5").unwrap();
/// assert_eq!((clock.limit, clock.full()), (5, 10)); // five moves of each side are ten plies
/// let (king, two_kings, men) = (Side { kings: 1, men: 0 }, Side { kings: 2, men: 0 }, Side { kings: 0, men: 2 });
/// assert!(clock.covers(two_kings, king) && !clock.covers(two_kings, men));
/// assert!(clock.concerns(king, men)); // when a man is crowned
/// assert!(clock.definition().starts_with("ru.bal5 "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Its name in commands and files.
    pub id: &'static str,
    /// The rule in one sentence.
    pub text: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Whether it is in the default set of its game.
    pub default: bool,
    /// Where it runs.
    pub scope: Scope,
    /// What it waits for.
    pub until: Until,
    /// Whose moves it counts.
    pub counted: Counted,
    /// How many.
    pub limit: u32,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            most if most == self.0 => write!(f, "{most}"),
            u32::MAX => write!(f, "{}+", self.0),
            most => write!(f, "{}-{most}", self.0),
        }
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{},M{},{}", self.kings, self.men, self.all)
    }
}

/// The distance that a clock goes by: where the rule changes nothing, the plies to its event are these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesBy {
    /// Plies to the end of the game.
    Ends,
    /// Plies to the next capture or promotion.
    Conversions,
    /// Plies to the next capture or forward move of a man.
    Zeroings,
}

/// A move that was played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, M: Movement> {
    /// The position before it.
    pub view: &'a View<BitsOf<M>>,
    /// The move.
    pub step: Step<BitsOf<M>>,
    /// The position after it.
    pub next: &'a View<BitsOf<M>>,
    /// Whether the game is over after it.
    pub over: bool,
    /// Whether the side that made it is the one that wins where no rule stops it: where a clock runs on outside its scope,
    /// that is the stronger side.
    pub mover_wins: bool,
}

/// Within how many plies the event must come, itself included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Where the mover is the one who wants to win.
    pub win: u32,
    /// Where it is the other side.
    pub loss: u32,
}

impl Allowed {
    /// As many as one likes.
    pub const ALL: Allowed = Allowed { win: u32::MAX, loss: u32::MAX };
}

impl Clock {
    /// All that its count depends on in one line: tables with another definition are not its tables.
    pub fn definition(&self) -> String {
        let Clock { id, scope: Scope { stronger, weaker, all, road }, until, counted, limit, .. } = self;
        format!("{id} {stronger} v {weaker} of {all} {road:?} {until:?} {counted:?} {limit}")
    }

    /// Whether pieces as these are in the scope, if they stand on the squares that it asks for.
    pub fn covers(&self, one: Side, other: Side) -> bool {
        self.until != Until::WonPosition && (self.fits(one, other) || self.fits(other, one))
    }

    pub(super) fn fits(&self, stronger: Side, weaker: Side) -> bool {
        let Scope { stronger: of_stronger, weaker: of_weaker, all, .. } = self.scope;
        of_stronger.has(stronger) && of_weaker.has(weaker) && all.has(stronger.pieces() + weaker.pieces())
    }

    /// Whether a position with these pieces can be in the scope, or one that any number of moves leads to: only then has
    /// the clock anything to say about their values.
    pub fn concerns(&self, one: Side, other: Side) -> bool {
        self.until != Until::WonPosition && (self.can_fit(one, other) || self.can_fit(other, one))
    }

    /// Whether captures and promotions can make of these sides some that fit.
    fn can_fit(&self, stronger: Side, weaker: Side) -> bool {
        let Scope { stronger: of_stronger, weaker: of_weaker, all, .. } = self.scope;
        match (of_stronger.totals(stronger), of_weaker.totals(weaker)) {
            (Some(one), Some(other)) => one.0 + other.0 <= all.1 && all.0 <= one.1 + other.1,
            _ => false,
        }
    }

    /// Whether the scope depends on the squares of the pieces.
    pub fn asks_for_squares(&self) -> bool {
        self.scope.road != Road::Anywhere
    }

    /// Whether quiet moves can start the clock anew again and again, and it can take a win away.
    pub fn comes_back(&self) -> bool {
        self.scope.road == Road::Weaker && !matches!(self.until, Until::End | Until::WonPosition)
    }

    /// Whether the clock, once started, runs on where its scope has ended.
    pub fn runs_on(&self) -> bool {
        self.until == Until::End || self.scope.road == Road::Stronger
    }

    /// Whether the clock may have been started before a position with these pieces and still run, though no longer in its
    /// scope by the squares or by the pieces.
    pub fn can_run_on(&self, one: Side, other: Side) -> bool {
        let Scope { stronger, weaker, all, .. } = self.scope;
        let became = |one, other| stronger.can_become(one) && weaker.can_become(other);
        let became = (became(one, other) || became(other, one)) && one.pieces() + other.pieces() <= all.1;
        self.runs_on() && if self.until == Until::End { became } else { self.covers(one, other) }
    }

    /// Whether the clock has anything to say of the pieces that a capture or a promotion makes of these.
    pub fn concerns_later(&self, one: Side, other: Side) -> bool {
        let less = |side: Side| {
            let Side { kings, men } = side;
            let no_king = kings.checked_sub(1).map(|kings| Side { kings, men });
            let no_man = men.checked_sub(1).map(|men| Side { kings, men });
            let promoted = men.checked_sub(1).map(|men| Side { kings: kings + 1, men });
            [no_king, no_man, promoted].into_iter().flatten().filter(|side| side.pieces() > 0)
        };
        less(one).any(|one| self.concerns(one, other)) || less(other).any(|other| self.concerns(one, other))
    }

    /// Whether a position is in the scope, so that the clock runs.
    pub fn runs_in<M: Movement>(&self, view: &View<BitsOf<M>>) -> bool {
        let (mover, other) = (view.mover_side(), view.other_side());
        if !self.covers(mover, other) {
            return false;
        }
        let on_road = |kings: BitsOf<M>| (kings & main_road::<M::Board>()).any();
        let (stronger, weaker) = if self.fits(mover, other) {
            (view.mover_kings, view.other_kings)
        } else {
            (view.other_kings, view.mover_kings)
        };
        match self.scope.road {
            Road::Anywhere => true,
            Road::Weaker => on_road(weaker),
            Road::Stronger => on_road(stronger),
        }
    }

    /// The distance that it goes by in positions where it runs (`running`) or in all others.
    pub fn goes_by(&self, running: bool) -> GoesBy {
        match self.until {
            Until::Zeroing => GoesBy::Zeroings,
            Until::End if running => GoesBy::Ends,
            _ => GoesBy::Conversions,
        }
    }

    /// Whether a move of the side with pieces as `mover` against `other` is counted.
    pub fn counts(&self, mover: Side, other: Side) -> bool {
        match self.counted {
            Counted::Each => true,
            Counted::Stronger => self.fits(mover, other),
            Counted::Weaker => self.fits(other, mover),
            Counted::AtOnce => false,
        }
    }

    /// The count at which the game is a draw: plies where both sides are counted, otherwise moves of the one that is.
    pub fn full(&self) -> u32 {
        match self.counted {
            Counted::Each => 2 * self.limit,
            Counted::Stronger | Counted::Weaker => self.limit,
            Counted::AtOnce => 2,
        }
    }

    /// The count after a move, if it was this before (`None`: the clock stands still). `None` if the move makes the draw.
    pub fn after<M: Movement>(&self, count: Option<u32>, played: &Played<'_, M>) -> Option<Option<u32>> {
        let fresh = self.runs_in::<M>(played.next).then_some(0);
        let Some(count) = count else { return Some(fresh) };
        let (mover, other) = (played.view.mover_side(), played.view.other_side());
        let counted = match self.counted {
            Counted::Stronger if !self.covers(mover, other) => played.mover_wins,
            Counted::Weaker if !self.covers(mover, other) => !played.mover_wins,
            Counted::AtOnce => !played.mover_wins,
            _ => self.counts(mover, other),
        };
        let (count, full) = (count + u32::from(counted), self.full());
        let last_is_too_late = matches!(self.counted, Counted::Weaker | Counted::AtOnce);
        match played.over || self.is_event(played) {
            true if !(last_is_too_late && count == full) => Some(fresh),
            _ if count >= full => None,
            _ => Some(Some(count)),
        }
    }

    /// Whether a move is what the clock waits for while it runs.
    pub fn is_event<M: Movement>(&self, played: &Played<'_, M>) -> bool {
        let Played { view, step, next, .. } = *played;
        let was_king = (view.mover_kings & BitsOf::<M>::bit(step.from)).any();
        let converts = step.captured.any() || step.king && !was_king;
        let moves_man = !was_king && M::Board::row_of(step.from) != M::Board::row_of(step.to);
        let waited_for = match self.until {
            Until::Conversion => converts,
            Until::Zeroing => converts || moves_man,
            Until::Scope => !self.covers(next.mover_side(), next.other_side()),
            Until::End | Until::WonPosition => false,
        };
        let leaves = self.scope.road == Road::Weaker && self.until != Until::End && !self.runs_in::<M>(next);
        waited_for || leaves
    }

    /// Whether a move is what plies are counted to while the clock stands still: one that converts, one that moves a man
    /// where the clock waits for that, or one that leads into the scope.
    pub fn starts_something<M: Movement>(&self, played: &Played<'_, M>) -> bool {
        let Played { view, step, next, .. } = *played;
        let was_king = (view.mover_kings & BitsOf::<M>::bit(step.from)).any();
        let converts = step.captured.any() || step.king && !was_king;
        let moves_man = !was_king && M::Board::row_of(step.from) != M::Board::row_of(step.to);
        converts || self.until == Until::Zeroing && moves_man || self.runs_in::<M>(next)
    }

    /// Within how many plies the event must come with this count in a position where the clock runs.
    pub fn left<M: Movement>(&self, view: &View<BitsOf<M>>, count: u32) -> Option<Allowed> {
        let (mover, other) = (view.mover_side(), view.other_side());
        if self.covers(mover, other) { self.allowed(mover, other, count) } else { self.allowed_outside(count) }
    }

    /// Within how many plies the event must come in a position of the scope with this count, for the side to move with
    /// pieces as `mover` against `other`. `None` if the game is a draw already.
    pub fn allowed(&self, mover: Side, other: Side, count: u32) -> Option<Allowed> {
        let left = self.full().checked_sub(count).filter(|&left| left > 0)?;
        let both = |plies| Some(Allowed { win: plies, loss: plies });
        let moves = self.counts(mover, other);
        match self.counted {
            Counted::Each => both(left),
            Counted::Stronger => both(if moves { 2 * left - 1 } else { 2 * left }),
            Counted::Weaker => both(if moves { 2 * left - 2 } else { 2 * left - 1 }),
            // The side that is losing makes two moves.
            Counted::AtOnce => Some(Allowed { win: 2 * left - 1, loss: 2 * left - 2 }),
        }
    }

    /// The same where the clock runs on and the pieces are no longer those of the scope: the stronger side is the winner.
    pub fn allowed_outside(&self, count: u32) -> Option<Allowed> {
        let left = self.full().checked_sub(count).filter(|&left| left > 0)?;
        Some(match self.counted {
            Counted::Each => Allowed { win: left, loss: left },
            Counted::Stronger => Allowed { win: 2 * left - 1, loss: 2 * left },
            Counted::Weaker | Counted::AtOnce => Allowed { win: 2 * left - 1, loss: 2 * left - 2 },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board8x8, Board10x10};
    use crate::rules::GAMES;

    fn side(kings: u32, men: u32) -> Side {
        Side { kings, men }
    }

    fn clock(game: &str, id: &str) -> &'static Clock {
        let game = crate::rules::game(game).unwrap();
        game.clocks.iter().find(|clock| clock.id == id).unwrap()
    }

    #[test]
    fn the_main_road_goes_from_corner_to_corner() {
        let squares = |road: u64, square_of: fn(u32) -> u32| road.iter().map(square_of).collect::<Vec<_>>();
        assert_eq!(squares(main_road::<Board8x8>(), Board8x8::square_of), [0, 4, 9, 13, 18, 22, 27, 31]);
        assert_eq!(main_road::<Board10x10>().count(), 10);
        assert_eq!(Board8x8::rotate(main_road::<Board8x8>()), main_road::<Board8x8>());
    }

    #[test]
    fn scopes() {
        let covers = |id, one: (u32, u32), other: (u32, u32)| {
            let clock = clock("russian", id);
            let (one, other) = (side(one.0, one.1), side(other.0, other.1));
            assert_eq!(clock.covers(one, other), clock.covers(other, one));
            clock.covers(one, other)
        };
        assert!(covers("ru.3k1", (3, 0), (1, 0)) && covers("ru.3k1", (5, 0), (1, 0)));
        assert!(!covers("ru.3k1", (2, 1), (1, 0)) && !covers("ru.3k1", (3, 0), (1, 1)));
        assert!(covers("ru.3p1", (0, 3), (1, 0)) && !covers("ru.3p1", (3, 0), (0, 1)));
        assert!(covers("ru.bal5", (1, 1), (1, 0)) && !covers("ru.bal5", (2, 0), (0, 1)));
        assert!(covers("ru.bal30", (2, 0), (2, 0)) && !covers("ru.bal30", (5, 0), (1, 0)));
        assert!(covers("ru.old30", (3, 0), (1, 2)) && !covers("ru.old30", (3, 1), (1, 1)));
        assert!(!covers("ru.road5.won", (3, 0), (1, 0)), "it never takes a win away");
        assert!(covers("ru.kings15", (0, 1), (0, 1)));
        let concerns = |id, one: (u32, u32), other: (u32, u32)| {
            clock("russian", id).concerns(side(one.0, one.1), side(other.0, other.1))
        };
        assert!(concerns("ru.3k1", (1, 2), (0, 2)) && !concerns("ru.3k1", (1, 1), (2, 0)));
        assert!(concerns("ru.bal5", (0, 1), (0, 1)) && !concerns("ru.bal60", (3, 0), (2, 0)));
    }

    #[test]
    fn a_clock_concerns_what_can_become_of_its_scope() {
        let all: Vec<Side> = (1..=5).flat_map(Side::all).collect();
        let becomes = |from: Side, to: Side| to.men <= from.men && to.pieces() <= from.pieces();
        for clock in GAMES.iter().flat_map(|game| game.clocks) {
            for &one in &all {
                for &other in &all {
                    let covered =
                        |&to: &Side| all.iter().any(|&against| becomes(other, against) && clock.covers(to, against));
                    let expected = all.iter().filter(|&&to| becomes(one, to)).any(covered);
                    assert_eq!(clock.concerns(one, other), expected, "{} {one}v{other}", clock.id);
                }
            }
        }
    }

    #[test]
    fn what_is_allowed_is_what_counting_move_by_move_allows() {
        for game in GAMES {
            for clock in game.clocks.iter().filter(|clock| clock.until != Until::WonPosition) {
                assert!(clock.definition().len() <= 128, "{}", clock.definition());
                assert!(clock.id.len() <= 16 && !clock.text.is_empty() && !clock.source.is_empty(), "{}", clock.id);
            }
        }
        let (three, one) = (side(3, 0), side(1, 0));
        // Plies until the clock has run out, by whether the stronger side is to move.
        let plies_to_full = |clock: &Clock, mut mover: Side, mut count: u32| {
            let mut plies = 0;
            while count < clock.full() {
                count += u32::from(clock.counts(mover, if mover == three { one } else { three }));
                mover = if mover == three { one } else { three };
                plies += 1;
            }
            plies
        };
        for (game, id) in [("russian", "ru.3k1"), ("russian", "ru.kings15"), ("pool", "pool.13")] {
            let clock = clock(game, id);
            for (mover, other) in [(three, one), (one, three)] {
                for count in 0..clock.full() {
                    let mut plies = plies_to_full(clock, mover, count);
                    if clock.counted == Counted::Weaker {
                        plies -= 1;
                    }
                    assert_eq!(clock.allowed(mover, other, count), Some(Allowed { win: plies, loss: plies }), "{id}");
                }
                assert_eq!(clock.allowed(mover, other, clock.full()), None);
            }
        }
        let at_once = clock("frisian", "fr.1v1");
        assert_eq!(at_once.allowed(one, one, 0), Some(Allowed { win: 3, loss: 2 }));
    }
}
