//! One value of a table in memory: what the mover gets and how far it is, in one small number.
//!
//! `0` is a draw, and an entry not yet known. `n + 1` is an end of the game in `n` plies. The side that is to move at the
//! end has lost there (in giveaway: won), and so wins and losses take turns with the plies: the parity of a cell tells
//! which it is. Where only win, draw and loss are wanted, the cells are 2 and 1.
//!
//! Plies to an event (a capture, a promotion, a move of a man) do not take turns in this way: there a cell is `2n + 1` for
//! the side that has the value of the end of the game, and `2n + 2` for the other. So the parity tells a win from a
//! loss in every measure, cells of all measures agree on what is at hand, and a cell is above those that it comes from.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use crate::allocation::reserve;

/// The cell of a draw.
pub const DRAW: u16 = 0;
/// The cell of a side for which the game has ended.
pub const ENDED: u16 = 1;

/// What a move is worth to the side that makes it: the more the better. Made of the cell of the position that it leads
/// to; [`Merit::NONE`] is what a side has before it has looked at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit(u16);

impl Merit {
    /// No move at all.
    pub const NONE: Merit = Merit(0);
    /// A move that leads to a draw.
    pub const DRAW: Merit = Merit(1 << 15);

    /// The merit as a number: the better, the larger.
    #[inline(always)]
    pub(crate) fn number(self) -> u16 {
        self.0
    }

    /// The merit with this number.
    #[inline(always)]
    pub(crate) fn from_number(number: u16) -> Merit {
        Merit(number)
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Win, draw and loss alone.
    Values,
    /// Plies to the end of the game.
    Ends,
    /// Plies to an event.
    Events,
}

/// What cells mean: in which game, and what is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The side for which the game has ended has won.
    pub giveaway: bool,
    /// What is measured.
    pub measure: Measure,
}

impl Scale {
    /// Whether a cell that is no draw is a loss of the mover.
    #[inline(always)]
    pub fn is_loss(self, cell: u16) -> bool {
        (cell & 1 == 1) != self.giveaway
    }

    /// What the cell says as files of values do: 0 for a loss, 1 for a draw, 2 for a win.
    #[inline(always)]
    pub(crate) fn value(self, cell: u16) -> u8 {
        if cell == DRAW { 1 } else { 2 * u8::from(!self.is_loss(cell)) }
    }

    /// The merit of a move that ends the game, or to an event, with a win: none is above.
    pub fn highest(self) -> Merit {
        self.merit(if self.giveaway { ENDED + 1 } else { ENDED })
    }

    /// The merit of a move to a position with this cell: the fastest win first, the longest loss before a short one.
    #[inline(always)]
    pub fn merit(self, successor: u16) -> Merit {
        if successor == DRAW {
            Merit::DRAW
        } else if self.is_loss(successor) {
            Merit(!successor)
        } else {
            Merit(successor)
        }
    }

    /// The cell of the mover whose best move has this merit; without a move the game has ended.
    #[inline(always)]
    pub fn cell(self, best: Merit) -> u16 {
        if best > Merit::DRAW {
            self.beyond(!best.0)
        } else if best == Merit::DRAW {
            DRAW
        } else {
            self.beyond(best.0)
        }
    }

    /// The cell of a loss or win with half the plies, rounded down, as files store it.
    #[inline(always)]
    pub fn stored(self, loss: bool, halved: u16) -> u16 {
        halved.saturating_mul(2).saturating_add(if loss == self.giveaway { 2 } else { 1 })
    }

    /// The cell one ply before a decided cell, or before nothing (0: the mover has no move).
    #[inline(always)]
    pub fn beyond(self, successor: u16) -> u16 {
        match self.measure {
            Measure::Ends => successor + 1,
            // 2 comes after 1, and 1 after 2 and after nothing.
            Measure::Values => 1 + (successor & 1),
            Measure::Events => successor + 1 + 2 * (successor & 1),
        }
    }

    /// The cell of an event that leads to a decided cell of any measure: the same value, 0 plies away.
    #[inline(always)]
    pub fn event(cell: u16) -> u16 {
        2 - (cell & 1)
    }

    /// The plies of a decided cell.
    #[inline(always)]
    pub fn plies(self, cell: u16) -> u16 {
        match self.measure {
            Measure::Events => (cell - 1) / 2,
            Measure::Ends | Measure::Values => cell - 1,
        }
    }
}

/// The largest cell of two bytes: above half of the range lie the merits of wins.
pub const MOST: u16 = (1 << 15) - 2;

/// The cells of one half of a slice.
///
/// Cells are written by the one thread that owns their block and read by others only after that block is finished, so
/// the accesses need no order of their own: they cost what plain ones cost.
#[derive(Debug)]
pub enum Cells {
    /// One byte each: distances up to 254 plies.
    Narrow(Vec<AtomicU8>),
    /// Two bytes each.
    Wide(Vec<AtomicU16>),
}

impl Cells {
    /// Cells that are all 0, each of one byte or of two.
    ///
    /// # Errors
    /// If there is no memory for them: nothing else takes so much of it at once.
    pub fn new(entries: u64, wide: bool) -> Result<Cells, TryReserveError> {
        Ok(if wide { Cells::Wide(zeros(entries)?) } else { Cells::Narrow(zeros(entries)?) })
    }

    /// The cell of an entry.
    #[inline(always)]
    pub fn get(&self, entry: u64) -> u16 {
        match self {
            Cells::Narrow(cells) => cells[entry as usize].load(Relaxed).into(),
            Cells::Wide(cells) => cells[entry as usize].load(Relaxed),
        }
    }

    /// Writes the cell of an entry, which must not be above [`Cells::most`].
    #[inline(always)]
    pub fn set(&self, entry: u64, cell: u16) {
        debug_assert!(cell <= self.most());
        match self {
            Cells::Narrow(cells) => cells[entry as usize].store(cell as u8, Relaxed),
            Cells::Wide(cells) => cells[entry as usize].store(cell, Relaxed),
        }
    }

    /// So many cells from one on.
    pub(crate) fn part(&self, start: u64, count: u64) -> Part<'_> {
        let range = start as usize..(start + count) as usize;
        match self {
            Cells::Narrow(cells) => Part::Narrow(&cells[range]),
            Cells::Wide(cells) => Part::Wide(&cells[range]),
        }
    }

    /// The largest cell that fits.
    pub fn most(&self) -> u16 {
        match self {
            Cells::Narrow(_) => u8::MAX.into(),
            Cells::Wide(_) => MOST,
        }
    }

    /// The number of cells.
    pub fn entries(&self) -> u64 {
        match self {
            Cells::Narrow(cells) => cells.len() as u64,
            Cells::Wide(cells) => cells.len() as u64,
        }
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        match self {
            Cells::Narrow(_) => self.entries(),
            Cells::Wide(_) => 2 * self.entries(),
        }
    }
}

fn zeros<T: Default>(entries: u64) -> Result<Vec<T>, TryReserveError> {
    let mut cells = Vec::new();
    reserve(&mut cells, entries)?;
    cells.extend((0..entries).map(|_| T::default()));
    Ok(cells)
}

/// Some cells of a half, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    Narrow(&'a [AtomicU8]),
    Wide(&'a [AtomicU16]),
}

impl Part<'_> {
    /// As [`Cells::get`].
    #[inline(always)]
    pub(crate) fn get(&self, entry: u32) -> u16 {
        match self {
            Part::Narrow(cells) => cells[entry as usize].load(Relaxed).into(),
            Part::Wide(cells) => cells[entry as usize].load(Relaxed),
        }
    }

    /// As [`Cells::set`].
    #[inline(always)]
    pub(crate) fn set(&self, entry: u32, cell: u16) {
        match self {
            Part::Narrow(cells) => cells[entry as usize].store(cell as u8, Relaxed),
            Part::Wide(cells) => cells[entry as usize].store(cell, Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_decides() {
        let best = |scale: Scale, cells: &[u16]| {
            scale.cell(cells.iter().fold(Merit::NONE, |best, &cell| best.max(scale.merit(cell))))
        };
        let game = Scale { giveaway: false, measure: Measure::Ends };
        assert_eq!(best(game, &[]), ENDED);
        // The other side has lost in 4 or in 2: win in 3. A draw and wins of the other side do not matter.
        assert_eq!(best(game, &[5, 3, 0, 8]), 4);
        assert_eq!(best(game, &[4, 0, 8]), DRAW);
        // Every move loses: the longest way.
        assert_eq!(best(game, &[4, 8, 2]), 9);
        let values = Scale { measure: Measure::Values, ..game };
        assert_eq!(best(values, &[1, 2, 0]), 2);
        assert_eq!(best(values, &[2, 2]), 1);
        assert_eq!(best(values, &[2, 0]), DRAW);
        assert_eq!(best(values, &[]), ENDED);
        let giveaway = Scale { giveaway: true, ..game };
        // Now an even cell is a loss: the other side has lost in 3 or in 5, so it is a win in 4.
        assert_eq!(best(giveaway, &[4, 6, 0, 1]), 5);
        assert_eq!(best(giveaway, &[3, 0]), DRAW);
        assert_eq!(best(giveaway, &[3, 7]), 8);
        assert_eq!(best(giveaway, &[]), ENDED);
        let values = Scale { giveaway: true, measure: Measure::Values };
        assert_eq!(best(values, &[1, 2]), 1);
        assert_eq!(best(values, &[1, 1]), 2);
    }

    #[test]
    fn plies_to_an_event_do_not_take_turns() {
        for giveaway in [false, true] {
            let scale = Scale { giveaway, measure: Measure::Events };
            // What one ply before a position so many plies from the event has.
            for cell in 1..100 {
                let before = scale.beyond(cell);
                assert_eq!(scale.plies(before), scale.plies(cell) + 1);
                assert_ne!(scale.is_loss(before), scale.is_loss(cell));
                assert!(before > cell);
                assert_eq!(scale.is_loss(Scale::event(cell)), scale.is_loss(cell));
                assert_eq!(scale.plies(Scale::event(cell)), 0);
            }
            assert_eq!((scale.beyond(0), scale.plies(ENDED)), (ENDED, 0));
        }
    }
}
