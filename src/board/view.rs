//! A position as the side to move sees it.

use super::bits::Bits;
use super::boards::Board;
use super::side::Side;

/// A position from the mover's side: the mover plays up the board, whatever its colour.
///
/// The four sets are disjoint and hold playing squares only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct View<B> {
    /// Men of the mover.
    pub mover_men: B,
    /// Kings of the mover.
    pub mover_kings: B,
    /// Men of the other side.
    pub other_men: B,
    /// Kings of the other side.
    pub other_kings: B,
}

impl<B: Bits> View<B> {
    /// All pieces of the mover.
    #[inline(always)]
    pub fn mover(&self) -> B {
        self.mover_men | self.mover_kings
    }

    /// All pieces of the other side.
    #[inline(always)]
    pub fn other(&self) -> B {
        self.other_men | self.other_kings
    }

    /// How many pieces the mover has.
    #[inline(always)]
    pub fn mover_side(&self) -> Side {
        Side { kings: self.mover_kings.count(), men: self.mover_men.count() }
    }

    /// How many pieces the other side has.
    #[inline(always)]
    pub fn other_side(&self) -> Side {
        Side { kings: self.other_kings.count(), men: self.other_men.count() }
    }

    /// All men.
    #[inline(always)]
    pub fn men(&self) -> B {
        self.mover_men | self.other_men
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.mover() | self.other()
    }

    /// The same pieces with the other side to move, as that side sees them.
    #[inline(always)]
    pub fn turned<Bd: Board<Bits = B>>(&self) -> View<B> {
        View {
            mover_men: Bd::rotate(self.other_men),
            mover_kings: Bd::rotate(self.other_kings),
            other_men: Bd::rotate(self.mover_men),
            other_kings: Bd::rotate(self.mover_kings),
        }
    }
}
