//! One value of a table in memory: what the mover gets and how far it is, in one small number.
//!
//! `0` is a draw, and an entry not yet known. `n + 1` is an end of the game in `n` plies. As the side that has no move
//! has lost, a loss is an even number of plies away and a win an odd one: the parity of the cell tells which it is.
//! Where only win, draw and loss are wanted, every win is 2 and every loss 1.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// The cell of a draw.
pub const DRAW: u16 = 0;
/// The cell of a side that has just lost.
pub const LOST: u16 = 1;

/// Whether a cell is a loss of the mover.
#[inline(always)]
pub fn is_loss(cell: u16) -> bool {
    cell & 1 == 1
}

/// What a move is worth to the side that makes it: the more the better. Made of the cell of the position that it leads
/// to; [`Merit::NONE`] is what a side has before it has looked at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit(u16);

impl Merit {
    /// No move at all.
    pub const NONE: Merit = Merit(0);
    /// A move that leads to a draw.
    pub const DRAW: Merit = Merit(1 << 15);

    /// The merit of a move to a position with this cell: the fastest win first, the longest loss before a short one.
    #[inline(always)]
    pub fn of(successor: u16) -> Merit {
        if is_loss(successor) {
            Merit(!successor)
        } else if successor == DRAW {
            Merit::DRAW
        } else {
            Merit(successor)
        }
    }

    /// The cell of the mover whose best move has this merit; without a move the mover has lost.
    #[inline(always)]
    pub fn cell<M: Measure>(self) -> u16 {
        if self > Merit::DRAW {
            M::beyond(!self.0)
        } else if self == Merit::DRAW {
            DRAW
        } else {
            M::beyond(self.0)
        }
    }
}

/// What is measured: distances, or nothing beside win, draw and loss.
pub trait Measure: Copy + Send + Sync + 'static {
    /// The cell one ply before a decided cell, or before nothing (0: the mover has no move).
    fn beyond(successor: u16) -> u16;
    /// Whether all cells of one kind are equal.
    const ONLY_VALUES: bool;
}

/// Win, draw, loss and the distance to the end.
#[derive(Clone, Copy, Debug)]
pub struct Distances;

impl Measure for Distances {
    #[inline(always)]
    fn beyond(successor: u16) -> u16 {
        successor + 1
    }
    const ONLY_VALUES: bool = false;
}

/// Win, draw and loss.
#[derive(Clone, Copy, Debug)]
pub struct Values;

impl Measure for Values {
    #[inline(always)]
    fn beyond(successor: u16) -> u16 {
        // After a loss of the other side (1) comes a win (2); after its win (2), or without a move (0), a loss (1).
        1 + (successor & 1)
    }
    const ONLY_VALUES: bool = true;
}

/// A place in memory for one cell. Cells are written by the one thread that owns their block and read by others only
/// after that block is finished, so the accesses need no order of their own: they cost what plain ones cost.
pub trait Place: Send + Sync + Sized + 'static {
    /// The largest cell that fits.
    const MAX: u16;
    /// A place that holds 0.
    fn zero() -> Self;
    /// Reads the cell.
    fn load(&self) -> u16;
    /// Writes the cell, which must not be above [`Place::MAX`].
    fn store(&self, cell: u16);
    /// Wraps an array of places.
    fn wrap(places: Vec<Self>) -> Cells;
    /// The array that [`wrap`](Self::wrap) was given; `None` for cells of another width.
    fn of(cells: &Cells) -> Option<&[Self]>;
}

impl Place for AtomicU8 {
    const MAX: u16 = u8::MAX as u16;
    #[inline(always)]
    fn zero() -> Self {
        AtomicU8::new(0)
    }
    #[inline(always)]
    fn load(&self) -> u16 {
        self.load(Relaxed).into()
    }
    #[inline(always)]
    fn store(&self, cell: u16) {
        debug_assert!(cell <= Self::MAX);
        self.store(cell as u8, Relaxed);
    }
    fn wrap(places: Vec<Self>) -> Cells {
        Cells::Narrow(places)
    }
    fn of(cells: &Cells) -> Option<&[Self]> {
        match cells {
            Cells::Narrow(places) => Some(places),
            _ => None,
        }
    }
}

impl Place for AtomicU16 {
    // Half of the range: above it lie the merits of wins.
    const MAX: u16 = (1 << 15) - 2;
    #[inline(always)]
    fn zero() -> Self {
        AtomicU16::new(0)
    }
    #[inline(always)]
    fn load(&self) -> u16 {
        self.load(Relaxed)
    }
    #[inline(always)]
    fn store(&self, cell: u16) {
        debug_assert!(cell <= Self::MAX);
        self.store(cell, Relaxed);
    }
    fn wrap(places: Vec<Self>) -> Cells {
        Cells::Wide(places)
    }
    fn of(cells: &Cells) -> Option<&[Self]> {
        match cells {
            Cells::Wide(places) => Some(places),
            _ => None,
        }
    }
}

/// The cells of one half of a slice.
#[derive(Debug)]
pub enum Cells {
    /// One byte each: distances up to 254 plies.
    Narrow(Vec<AtomicU8>),
    /// Two bytes each.
    Wide(Vec<AtomicU16>),
}

impl Cells {
    /// The cell of an entry.
    #[inline(always)]
    pub fn get(&self, entry: u64) -> u16 {
        match self {
            Cells::Narrow(cells) => Place::load(&cells[entry as usize]),
            Cells::Wide(cells) => Place::load(&cells[entry as usize]),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_decides() {
        let best = |cells: &[u16]| cells.iter().fold(Merit::NONE, |best, &cell| best.max(Merit::of(cell)));
        assert_eq!(best(&[]).cell::<Distances>(), LOST);
        // The other side has lost in 4 or in 2: win in 3. A draw and wins of the other side do not matter.
        assert_eq!(best(&[5, 3, 0, 8]).cell::<Distances>(), 4);
        assert_eq!(best(&[4, 0, 8]).cell::<Distances>(), DRAW);
        // Every move loses: the longest way.
        assert_eq!(best(&[4, 8, 2]).cell::<Distances>(), 9);
        assert_eq!(best(&[1, 2, 0]).cell::<Values>(), 2);
        assert_eq!(best(&[2, 2]).cell::<Values>(), 1);
        assert_eq!(best(&[2, 0]).cell::<Values>(), DRAW);
        assert_eq!(best(&[]).cell::<Values>(), LOST);
    }
}
