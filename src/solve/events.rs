//! Plies to an event: which moves are events, and what the positions after them are worth.
//!
//! A metric such as DTC takes every event that keeps the value. A clock takes those alone whose position is won under the
//! rule with a fresh count; the others are as good as a draw. So a cell of a clock is `A` of rules.md D.4: the fewest plies
//! within which the winner can force an event that counts. Whether they are few enough is for the one who reads the cell.

use super::cell::Cells;
use super::half::{CellsOf, Event, Leaving};
use crate::index::{Material, Side};
use crate::rules::{Allowed, Clock, Until};

/// Which moves are events, and what the positions after them are worth.
#[derive(Clone, Copy)]
pub struct Events<'g, 'a> {
    /// Which moves are events: all conversions, all that take something or move a man, or those that leave a scope.
    pub until: Until,
    /// The clock that says what comes in time; without one every event keeps its value.
    pub clock: Option<&'g Clock>,
    /// The cells of values or ends, of this slice too.
    pub values: CellsOf<'g, 'a>,
    /// The cells of the clock in the slices that it concerns.
    pub of_clock: CellsOf<'g, 'a>,
}

impl std::fmt::Debug for Events<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Events").field("until", &self.until).field("clock", &self.clock).finish_non_exhaustive()
    }
}

impl<'a> Events<'_, 'a> {
    /// Where a move from a half with these sides leads: the cells, and what the move is. `same` are the cells for the same
    /// goal of the half that it leads to, if there are any.
    pub(super) fn lead<'c>(
        &self,
        sides: (Side, Side),
        leaving: Leaving,
        (next, mover): (Material, Side),
        same: Option<&'c Cells>,
    ) -> Option<(&'c Cells, Option<Event>)>
    where
        'a: 'c,
    {
        if !self.is_event(sides, leaving, next) {
            return Some((same?, None));
        }
        let other = if mover == next.first() { next.second() } else { next.first() };
        match self.clock {
            Some(clock) if clock.concerns(mover, other) => Some((same?, Some(in_time(clock, mover, other)))),
            _ => Some(((self.values)(next, mover)?, Some(Event::ANY))),
        }
    }

    fn is_event(&self, (mover, other): (Side, Side), leaving: Leaving, next: Material) -> bool {
        match (self.until, self.clock) {
            (Until::Zeroing, _) => true,
            // Within the scope nothing but leaving it is one.
            (Until::Scope, Some(clock)) if clock.covers(mover, other) => !clock.covers(next.first(), next.second()),
            _ => leaving.converts(),
        }
    }
}

/// The event of a move to a position with these pieces, in which the clock has a fresh count.
fn in_time(clock: &Clock, mover: Side, other: Side) -> Event {
    // Where the scope depends on the squares, what is not won in time has no cell.
    if clock.asks_for_squares() { Event::ANY } else { Event { most: most_in_time(clock, mover, other) } }
}

/// By parity, the highest cell of a position with these pieces that is won under the rule with a fresh count, if the clock
/// runs there.
pub(super) fn most_in_time(clock: &Clock, mover: Side, other: Side) -> [u16; 2] {
    if !clock.covers(mover, other) {
        return [u16::MAX; 2];
    }
    let Allowed { win, loss } = clock.allowed(mover, other, 0).expect("a clock has a limit");
    let cell = |plies: u32, odd: u32| u16::try_from(2 * u64::from(plies) + 2 - u64::from(odd)).unwrap_or(u16::MAX);
    [cell(win, 0), cell(loss, 1)]
}
