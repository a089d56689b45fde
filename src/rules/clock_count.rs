//! How a clock counts, by the rules that [`clock`](super::clock) gives: what a move does to the count, and how many plies are
//! left of it.

use super::clock::{Clock, Counted, Until};
use super::clock_scope::Road;
use super::movement::{BitsOf, Movement};
use super::moves::Step;
use crate::board::{Bits, Board, Side, View};

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
    use super::super::clock::tests::{clock, side};
    use super::*;
    use crate::rules::GAMES;

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
