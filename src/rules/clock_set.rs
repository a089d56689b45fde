//! Clocks that run together: one alone, or the default set of a game.
//!
//! For several clocks a table has the plies within which the winner can force a move that starts *all* of them anew, before
//! any of them runs out. Where the clocks wait for different events this is more than he needs, so what such a table
//! calls won is won, and what it does not call so may still be. Clocks whose scope depends on the squares are taken to run
//! wherever the pieces are those of the scope, which is also the hard way for the winner.

use super::clock::{Clock, Until};
use super::clock_count::{Allowed, GoesBy};
use super::game::Game;
use crate::board::Side;

/// Clocks that run together.
///
/// ```
/// use petrov::board::Side;
/// use petrov::rules::{ClockSet, DEFAULT_SET, game};
///
/// let russian = game("russian").unwrap();
/// let set = russian.clock_set(DEFAULT_SET).unwrap();
/// assert_eq!((set.id, set.clocks.len(), set.single()), ("default", 5, None));
/// let king = Side { kings: 1, men: 0 };
/// assert!(set.covers(king, king) && set.concerns(king, Side { kings: 0, men: 1 }));
///
/// let one = ClockSet::one(russian.clock("ru.3k1").unwrap());
/// assert_eq!(one.single().unwrap().id, one.id);
/// assert_ne!(one.definition(), set.definition());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockSet {
    /// The name of the one clock, or of the set.
    pub id: &'static str,
    /// The clocks that can take a win away.
    pub clocks: Vec<&'static Clock>,
}

/// The name of the default set of every game.
///
/// ```
/// use petrov::rules::{DEFAULT_SET, game};
///
/// assert!(game("russian").unwrap().clock_set(DEFAULT_SET).is_some());
/// ```
pub const DEFAULT_SET: &str = "default";

/// A move that changes the pieces of a side or moves a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// Kings taken.
    pub kings: u32,
    /// Men taken.
    pub men: u32,
}

impl Leaving {
    /// Whether the move is a capture or a promotion.
    pub fn converts(self) -> bool {
        self.promotes || self.kings + self.men > 0
    }
}

impl ClockSet {
    /// A clock alone.
    pub fn one(clock: &'static Clock) -> ClockSet {
        ClockSet { id: clock.id, clocks: vec![clock] }
    }

    /// The one clock of the set, if it is one.
    pub fn single(&self) -> Option<&'static Clock> {
        match self.clocks[..] {
            [clock] => Some(clock),
            _ => None,
        }
    }

    /// All that its counts depend on in one line: tables with another definition are not its tables.
    pub fn definition(&self) -> String {
        if let Some(clock) = self.single() {
            return clock.definition();
        }
        let definitions: Vec<String> = self.clocks.iter().map(|clock| clock.definition()).collect();
        let ids: Vec<&str> = self.clocks.iter().map(|clock| clock.id).collect();
        format!("{} {} {:016x}", self.id, ids.join("+"), fingerprint(definitions.join("\n").as_bytes()))
    }

    /// Whether pieces as these are in the scope of a clock of the set.
    pub fn covers(&self, one: Side, other: Side) -> bool {
        self.covering(one, other).next().is_some()
    }

    fn covering(&self, one: Side, other: Side) -> impl Iterator<Item = &'static Clock> {
        self.clocks.iter().copied().filter(move |clock| clock.covers(one, other))
    }

    /// Whether a clock of the set has anything to say of the values of positions with these pieces.
    pub fn concerns(&self, one: Side, other: Side) -> bool {
        self.clocks.iter().any(|clock| clock.concerns(one, other))
    }

    /// Whether a move from a position with pieces as `mover` against `other` to one with pieces as `next` starts all
    /// clocks anew that run.
    pub fn is_event(&self, (mover, other): (Side, Side), leaving: Leaving, next: (Side, Side)) -> bool {
        let mut running = self.covering(mover, other).peekable();
        if running.peek().is_none() {
            // Nothing runs: plies are counted to the next conversion, or as the distance counts that the clocks go by.
            return leaving.converts() || self.goes_by(false) == GoesBy::Zeroings;
        }
        running.all(|clock| match clock.until {
            Until::Zeroing => true,
            Until::Conversion => leaving.converts(),
            Until::Scope => !clock.covers(next.0, next.1),
            // Where it runs nothing but the end will do, and that is known from the distances; so this is asked of squares
            // where it stands still.
            Until::End => leaving.converts() && self.asks_for_squares().is_some(),
            Until::WonPosition => false,
        })
    }

    /// Within how many plies a position with these pieces must be won with fresh counts.
    pub fn allowed(&self, mover: Side, other: Side) -> Allowed {
        self.covering(mover, other).fold(Allowed::ALL, |least, clock| {
            let allowed = clock.allowed(mover, other, 0).expect("a clock has a limit");
            Allowed { win: least.win.min(allowed.win), loss: least.loss.min(allowed.loss) }
        })
    }

    /// The one clock whose scope depends on the squares, if it stands alone.
    pub fn asks_for_squares(&self) -> Option<&'static Clock> {
        self.single().filter(|clock| clock.asks_for_squares())
    }

    /// The distance that the set goes by in positions where its one clock runs (`running`) or in all others.
    pub fn goes_by(&self, running: bool) -> GoesBy {
        let mut all = self.clocks.iter().map(|clock| clock.goes_by(running));
        let first = all.next().unwrap_or(GoesBy::Conversions);
        if all.all(|other| other == first) { first } else { GoesBy::Conversions }
    }
}

impl Game {
    /// The clock of a name, or the default set.
    ///
    /// ```
    /// use petrov::rules::game;
    ///
    /// let russian = game("russian").unwrap();
    /// assert_eq!(russian.clock_set("ru.3k1").unwrap().clocks.len(), 1);
    /// assert_eq!(russian.clock_set("default").unwrap().clocks.len(), 5);
    /// assert_eq!(russian.clock_set("no such clock"), None);
    /// ```
    pub fn clock_set(&self, id: &str) -> Option<ClockSet> {
        let takes_wins = |clock: &&'static Clock| clock.until != Until::WonPosition;
        if id == DEFAULT_SET {
            let clocks: Vec<&'static Clock> =
                self.clocks.iter().filter(|clock| clock.default).filter(takes_wins).collect();
            return (clocks.len() > 1).then_some(ClockSet { id: DEFAULT_SET, clocks });
        }
        self.clock(id).filter(takes_wins).map(ClockSet::one)
    }
}

/// A short number for a text (FNV-1a of 64 bits): another text has another one, barring a rare accident.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::super::{Counted, GAMES, Road};
    use super::*;

    #[test]
    fn clocks_can_be_told_apart_and_counted() {
        for game in GAMES {
            let sides: Vec<Side> = (1..=8).flat_map(Side::all).collect();
            for clock in game.clocks {
                assert!(game.clocks.iter().filter(|other| other.id == clock.id).count() == 1, "{}", clock.id);
                let both_fit = |one: &Side, other: &Side| clock.fits(*one, *other) && clock.fits(*other, *one);
                let clear = !sides.iter().any(|one| sides.iter().any(|other| both_fit(one, other)));
                let one_sided = matches!(clock.counted, Counted::Stronger | Counted::Weaker);
                assert!(
                    clear || !one_sided && clock.scope.road == Road::Anywhere,
                    "{}: who is the stronger?",
                    clock.id
                );
            }
            let Some(set) = game.clock_set(DEFAULT_SET) else { continue };
            assert!(set.definition().len() <= 128, "{}", set.definition());
            assert!(set.clocks.iter().all(|clock| clock.until != Until::End), "{}: a set has events", game.id);
        }
    }
}
