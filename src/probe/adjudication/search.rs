//! Whether a position is won under clocks, several together or one whose tables do not tell.
//!
//! Where one plan is known that meets all clocks, the position is won: that of the default set's table, whose plies start all
//! clocks anew, or the way to the end. Where one clock alone cannot be met, it is not. What lies between is solved, up to
//! four pieces, in *rooms*: positions that quiet moves of kings lead from one to another.
//!
//! With lower counts the winner wins what he wins with higher ones. So for a position and the counts of all clocks but one,
//! the longest, one number says all: the highest count of that one with which the position is won. It is the highest that
//! a move leaves to the winner, or the lowest that one leaves to the other side.

use std::convert::Infallible;

use rustc_hash::FxHashMap;

use super::facts::{Facts, Number};
use super::rest::{Counted, Rest, RestNumber, Rests};
use super::room::{Room, RoomKey};
use super::ruling::{ClockState, Counts, Ruling};
use crate::board::View;
use crate::probe::error::ProbeError;
use crate::probe::lookup::events::allowed_for;
use crate::probe::lookup::tables::Tables;
use crate::probe::outcome::Value;
use crate::rules::{Allowed, BitsOf, Clock, ClockSet, DEFAULT_SET, Movement, Road, Until};

/// Positions with more pieces than this are not searched.
const MOST_SEARCHED: u32 = 4;
/// One search solves so many positions with counts before it gives up.
const MOST_CELLS: usize = 8_000_000;
/// What is remembered from one search to the next: so many positions, and so many bytes of rooms.
const MOST_FACTS: usize = 300_000;
const MOST_BYTES: usize = 200 << 20;

/// So many plies are looked up where many positions are asked for, not searched.
pub(crate) const FEW_PLIES: u16 = 128;

/// The highest count of the longest clock with which a position is won; `None` where it is with none.
pub(crate) type Highest = Option<u32>;

/// What is known of a [`Highest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) at_least: Highest,
    pub(crate) at_most: Highest,
}

impl Bounds {
    /// Both are this.
    fn known(highest: Highest) -> Bounds {
        Bounds { at_least: highest, at_most: highest }
    }

    pub(crate) fn are_one(&self) -> bool {
        self.at_least == self.at_most
    }
}

/// What counts leave to the winner.
pub(crate) struct Limits {
    longest: Option<usize>,
    /// The clocks that have something to say, whether they run, and within how many plies their events must come: within
    /// none where they have run out.
    clocks: Vec<(usize, bool, Option<u32>)>,
    /// The fewest plies that one of them leaves, but for the longest.
    least: u32,
    /// The fewest that one of them leaves that stands still and starts at once.
    least_of_idle: u32,
    /// The highest count of the longest clock that leaves so many plies, for few.
    highest: Vec<Highest>,
}

/// A position with counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Number,
    pub(crate) rest: RestNumber,
}

/// Searches, and remembers what was found.
pub(crate) struct Search<'a, M: Movement> {
    pub(crate) facts: Facts<'a, M>,
    pub(crate) rests: Rests,
    pub(crate) clocks: Vec<&'static Clock>,
    /// The default set, where all clocks are of it.
    pub(crate) together: Option<ClockSet>,
    /// Whether its table is exact, as all its clocks wait for the same.
    together_is_exact: bool,
    pub(crate) rooms: FxHashMap<RoomKey<M>, Room<M>>,
    /// About how much memory they take.
    pub(crate) bytes: usize,
    /// How many positions with counts this search may still solve.
    pub(crate) cells: usize,
    /// Those that are being solved.
    pub(crate) entered: Vec<RoomKey<M>>,
    /// Whether the last answer need not be exact.
    pub(crate) doubtful: bool,
}

impl<'a, M: Movement> Search<'a, M> {
    /// Among tables, under clocks that are each a set of its own.
    pub(crate) fn new(tables: &'a Tables<M>, sets: Vec<ClockSet>) -> Search<'a, M> {
        let clocks: Vec<&'static Clock> = sets.iter().map(|set| set.clocks[0]).collect();
        // One that waits for a won position never takes a win away, and is in no set.
        let matters = || clocks.iter().filter(|clock| clock.until != Until::WonPosition);
        let of_default = |set: &ClockSet| matters().all(|clock| set.clocks.contains(clock));
        let together = tables.shelf.game.clock_set(DEFAULT_SET).filter(of_default);
        let conversions = |clock: &&'static Clock| clock.until == Until::Conversion && !clock.asks_for_squares();
        let same = |set: &ClockSet| set.clocks.len() == matters().count() && matters().all(conversions);
        let together_is_exact = together.as_ref().is_some_and(same);
        Search {
            facts: Facts::new(tables, sets),
            rests: Rests::new(clocks.clone()),
            clocks,
            together_is_exact,
            together,
            rooms: FxHashMap::default(),
            bytes: 0,
            cells: 0,
            entered: Vec::new(),
            doubtful: false,
        }
    }

    /// Begins anew with a position; numbers from before are no longer valid.
    pub(crate) fn begin(&mut self, view: &View<BitsOf<M>>) -> Result<Number, ProbeError> {
        if self.facts.len() > MOST_FACTS {
            self.facts.clear();
        }
        if self.bytes > MOST_BYTES {
            self.rooms.clear();
            self.rests.clear();
            self.bytes = 0;
        }
        self.cells = MOST_CELLS;
        self.entered.clear();
        self.doubtful = false;
        self.facts.number(view)
    }

    /// What a clock with this count says of a position; `None` where it has nothing to say.
    pub(crate) fn ruling(
        &mut self,
        position: Number,
        clock: usize,
        count: Option<u32>,
    ) -> Result<Option<Ruling>, ProbeError> {
        let Some(left) = self.left(position, clock, count) else { return Ok(None) };
        let plies = self.facts.plies(position, clock, count.is_some())?;
        let in_time = left.zip(plies).is_some_and(|(left, plies)| u32::from(plies) <= left);
        let left = count.map(|_| left.unwrap_or(0));
        Ok(Some(Ruling { state: ClockState { clock: self.clocks[clock], count }, plies, left, in_time }))
    }

    /// Within how many plies the event of a clock with this count must come; `None` where it has nothing to say, and none at
    /// all where it has run out: that has made the draw, whatever could be forced in no plies.
    fn left(&self, position: Number, clock: usize, count: Option<u32>) -> Option<Option<u32>> {
        let (view, value, clock) = (self.facts.view(position), self.facts.value(position), self.clocks[clock]);
        let (mover, other) = (view.mover_side(), view.other_side());
        let nothing_to_say = count.is_none() && !clock.concerns(mover, other);
        if value == Value::Draw || mover.pieces() == 0 || other.pieces() == 0 || nothing_to_say {
            return None;
        }
        let left = count.map_or(Some(Allowed::ALL), |count| clock.left::<M>(view, count));
        Some(left.map(|left| allowed_for(left, value)))
    }

    /// Whether the plies to the event of a clock that runs may be more than the tables say: of one that runs on off the road
    /// they are those to a capture or a promotion, whatever it says of what comes after.
    fn may_take_longer(&self, position: Number, clock: usize) -> bool {
        let (view, clock) = (self.facts.view(position), self.clocks[clock]);
        clock.scope.road == Road::Stronger
            && clock.until != Until::End
            && clock.concerns_later(view.mover_side(), view.other_side())
            && !clock.runs_in::<M>(view)
    }

    /// Whether the winner of a position wins under all clocks together.
    pub(crate) fn is_won(&mut self, position: Number, counts: Counts) -> Result<bool, ProbeError> {
        let (rest, count) = self.rests.split(counts);
        Ok(self.highest(Node { position, rest })? >= Some(count))
    }

    /// The highest count of the last clock, which runs and is the longest, with which a position is won.
    pub(crate) fn highest_of_last(&mut self, position: Number, counts: Counts) -> Result<Highest, ProbeError> {
        let (rest, _) = self.rests.split(counts);
        assert_eq!(self.rests.get(rest).longest, Some(self.clocks.len() - 1), "it runs and is the longest");
        self.highest(Node { position, rest })
    }

    /// What the tables say.
    fn bounds(&mut self, node: Node) -> Result<Bounds, ProbeError> {
        let limits = self.limits(node, 0);
        self.bounds_within(node.position, &limits)
    }

    /// What the counts leave, the same for all positions of the same pieces with the same side to move and to win; the
    /// highest counts are looked up for plies below `few`.
    pub(crate) fn limits(&self, node: Node, few: u16) -> Limits {
        let rest = self.rests.get(node.rest);
        let mut limits = Limits {
            longest: rest.longest,
            clocks: Vec::new(),
            least: u32::MAX,
            least_of_idle: u32::MAX,
            highest: Vec::new(),
        };
        for (clock, &count) in rest.counts.iter().enumerate() {
            let running = count.is_some();
            let Some(left) = self.left(node.position, clock, count) else { continue };
            if rest.longest != Some(clock) {
                limits.least = limits.least.min(left.unwrap_or(0));
            }
            if !running {
                // It may start with any move, but not have counted further than if it had started now.
                let fresh = self.clocks[clock].allowed_outside(0);
                limits.least_of_idle = limits.least_of_idle.min(fresh.map_or(0, |fresh| fresh.win.min(fresh.loss)));
            }
            limits.clocks.push((clock, running, left));
        }
        if let Some(longest) = rest.longest {
            limits.highest = (0..few).map(|plies| self.highest_with(node.position, longest, plies)).collect();
        }
        limits
    }

    /// What the tables say of one of the positions that limits are of.
    pub(crate) fn bounds_within(&mut self, position: Number, limits: &Limits) -> Result<Bounds, ProbeError> {
        let mut at_most = match limits.longest {
            Some(longest) => self.clocks[longest].full().checked_sub(1),
            None => Some(0),
        };
        let mut may_take_longer = false;
        for &(clock, running, left) in &limits.clocks {
            let plies = self.facts.plies(position, clock, running)?;
            may_take_longer |= running && self.may_take_longer(position, clock);
            match (plies, left) {
                (Some(plies), _) if limits.longest == Some(clock) => {
                    at_most = self.highest_within(position, limits, plies)
                }
                (Some(plies), Some(left)) if u32::from(plies) <= left => {}
                _ => return Ok(Bounds::known(None)),
            }
        }
        if at_most.is_none() || limits.clocks.len() <= 1 && !may_take_longer {
            return Ok(Bounds::known(at_most));
        }
        let Some(together) = &self.together else {
            // Who comes to the end before any clock can run out wins, whatever they wait for.
            let to_end = self.facts.plies_to_end(position)?;
            let at_least = self.highest_in(position, limits, to_end, limits.least.min(limits.least_of_idle));
            return Ok(Bounds { at_least, at_most });
        };
        let together = self.facts.plies_together(position, together)?;
        let at_least = self.highest_in(position, limits, together, limits.least);
        Ok(if self.together_is_exact { Bounds::known(at_least) } else { Bounds { at_least, at_most } })
    }

    /// The highest count of the longest clock with which a plan of so many plies is in time, and those left by the others.
    fn highest_in(&self, position: Number, limits: &Limits, plies: Option<u16>, least: u32) -> Highest {
        let plies = plies.filter(|&plies| u32::from(plies) <= least)?;
        if limits.longest.is_none() { Some(0) } else { self.highest_within(position, limits, plies) }
    }

    /// The highest count of the longest clock that leaves so many plies.
    fn highest_within(&self, position: Number, limits: &Limits, plies: u16) -> Highest {
        let known = limits.highest.get(usize::from(plies)).copied();
        known.unwrap_or_else(|| limits.longest.and_then(|longest| self.highest_with(position, longest, plies)))
    }

    fn highest_with(&self, position: Number, clock: usize, plies: u16) -> Highest {
        let (view, value) = (self.facts.view(position), self.facts.value(position));
        let leaves = |count| {
            let left = self.clocks[clock].left::<M>(view, count);
            left.is_some_and(|left| allowed_for(left, value) >= u32::from(plies))
        };
        let Ok(highest) = last_true(self.clocks[clock].full(), |count| Ok::<_, Infallible>(leaves(count)));
        highest
    }

    /// The highest count of the longest clock with which a position is won.
    pub(crate) fn highest(&mut self, node: Node) -> Result<Highest, ProbeError> {
        let bounds = self.bounds(node)?;
        if bounds.are_one() {
            return Ok(bounds.at_least);
        }
        let found = match self.facts.pieces(node.position) {
            ..=MOST_SEARCHED => self.in_room(node)?,
            _ => None,
        };
        match found {
            Some(found) => Ok(found),
            None => self.by_one_move(node, bounds),
        }
    }

    /// The same where no room is solved: at least what the tables say of the positions after each move.
    fn by_one_move(&mut self, node: Node, bounds: Bounds) -> Result<Highest, ProbeError> {
        let (rest, wins) = (self.rests.get(node.rest), self.facts.value(node.position) == Value::Win);
        let mut best = None;
        for way in &*self.facts.ways(node.position)? {
            let by = self.rests.play::<M>(node.rest, &self.facts.played(node.position, way));
            let highest = match by {
                Some(by) if by.added.is_none() || self.rests.get(by.rest).longest == rest.longest => {
                    let after = self.bounds(Node { position: way.next, rest: by.rest })?.at_least;
                    by.highest_before(after)
                }
                _ => None,
            };
            best = Some(better(wins, best, highest));
        }
        let highest = best.unwrap_or(bounds.at_most).clamp(bounds.at_least, bounds.at_most);
        self.doubtful |= highest != bounds.at_most;
        Ok(highest)
    }

    /// The highest count of the longest clock of `rest` with which a move that leads out of a room still wins.
    pub(crate) fn highest_before(&mut self, to: Number, by: Counted, rest: &Rest) -> Result<Highest, ProbeError> {
        if by.added.is_none() || self.rests.get(by.rest).longest == rest.longest {
            return Ok(by.highest_before(self.highest(Node { position: to, rest: by.rest })?));
        }
        let mut counts = self.rests.with(by.rest, by.count);
        last_true(by.highest + 1, |count| {
            rest.longest.inspect(|&longest| counts[longest] = Some(count + by.added.unwrap_or(0)));
            self.is_won(to, counts.clone())
        })
    }
}

/// What the side to move prefers of what it has and what a move gives.
pub(crate) fn better(wins: bool, best: Option<Highest>, highest: Highest) -> Highest {
    match best {
        None => highest,
        Some(best) if wins => best.max(highest),
        Some(best) => best.min(highest),
    }
}

/// The last of the numbers below `end` for which a condition holds that holds up to some number and from there on not.
fn last_true<E>(end: u32, mut holds: impl FnMut(u32) -> Result<bool, E>) -> Result<Option<u32>, E> {
    let (mut from, mut to) = (0, end);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle)? { from = middle + 1 } else { to = middle }
    }
    Ok(from.checked_sub(1))
}
