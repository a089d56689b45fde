//! Plies to an event: which moves are events, and what the positions after them are worth.
//!
//! A metric such as DTC takes every event that keeps the value. A clock takes those alone whose position is won under the
//! rule with a fresh count; the others are as good as a draw. So a cell of a clock is the fewest plies within which the winner
//! can force an event that counts. Whether they are few enough is for the one who reads the cell.

use super::cell::Cells;
use super::half::{CellsOf, Event};
use crate::index::{Material, Side};
use crate::rules::{Allowed, ClockSet, Leaving};

/// Which moves are events.
#[derive(Clone, Copy, Debug)]
pub enum Until<'g> {
    /// Captures and promotions, whatever comes of them.
    Conversion,
    /// Captures, promotions and moves of men to another row, whatever comes of them.
    Zeroing,
    /// What clocks wait for, if the position after it is won in time.
    Clocks(&'g ClockSet),
}

/// Which moves are events, and what the positions after them are worth.
#[derive(Clone, Copy)]
pub struct Events<'g, 'a> {
    /// Which moves are events.
    pub until: Until<'g>,
    /// The cells of values or ends, of this slice too.
    pub values: CellsOf<'g, 'a>,
    /// The cells of the clocks in the slices that they concern.
    pub of_clocks: CellsOf<'g, 'a>,
}

impl std::fmt::Debug for Events<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Events").field("until", &self.until).finish_non_exhaustive()
    }
}

impl<'a> Events<'_, 'a> {
    /// Where a move from a half with these sides leads: the cells, and what the move is. `same` are the cells for the same
    /// goal of the half that it leads to, if there are any.
    pub(crate) fn lead<'c>(
        &self,
        sides: (Side, Side),
        leaving: Leaving,
        (next, mover): (Material, Side),
        same: Option<&'c Cells>,
    ) -> Option<(&'c Cells, Option<Event>)>
    where
        'a: 'c,
    {
        let other = if mover == next.first() { next.second() } else { next.first() };
        let is_event = match self.until {
            Until::Zeroing => true,
            Until::Conversion => leaving.converts(),
            Until::Clocks(clocks) => clocks.is_event(sides, leaving, (mover, other)),
        };
        match self.until {
            Until::Clocks(clocks) if !clocks.concerns(mover, other) => {
                Some(((self.values)(next, mover)?, Some(Event::ANY)))
            }
            _ if !is_event => Some((same?, None)),
            Until::Clocks(clocks) => Some((same?, Some(in_time(clocks, mover, other)))),
            _ => Some(((self.values)(next, mover)?, Some(Event::ANY))),
        }
    }
}

/// The event of a move to a position with these pieces, in which the clocks have fresh counts.
fn in_time(clocks: &ClockSet, mover: Side, other: Side) -> Event {
    // Where the scope depends on the squares, what is not won in time has no cell.
    if clocks.asks_for_squares().is_some() { Event::ANY } else { Event { most: most_in_time(clocks, mover, other) } }
}

/// By parity, the highest cell of a position with these pieces that is won under the rule with fresh counts, if a clock
/// runs there.
pub(crate) fn most_in_time(clocks: &ClockSet, mover: Side, other: Side) -> [u16; 2] {
    let Allowed { win, loss } = clocks.allowed(mover, other);
    let cell = |plies: u32, odd: u32| u16::try_from(2 * u64::from(plies) + 2 - u64::from(odd)).unwrap_or(u16::MAX);
    [cell(win, 0), cell(loss, 1)]
}
