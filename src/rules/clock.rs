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

use super::clock_scope::{Road, Scope};
use super::main_road::main_road;
use super::movement::{BitsOf, Movement};
use crate::board::{Bits, Side, View};

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
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::rules::GAMES;

    pub(crate) fn side(kings: u32, men: u32) -> Side {
        Side { kings, men }
    }

    pub(crate) fn clock(game: &str, id: &str) -> &'static Clock {
        let game = crate::rules::game(game).unwrap();
        game.clocks.iter().find(|clock| clock.id == id).unwrap()
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
}
