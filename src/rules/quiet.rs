//! Moves without capture, and the test whether there is a capture, for all pieces at once.

use super::game::{BitsOf, Variant};
use crate::board::{Bits, Board, Direction, Keep, View};

/// Runs a block for each direction of a constant list, with the direction as a constant too: the loops where most of the
/// time goes, which the compiler does not unroll by itself.
macro_rules! each_direction {
    ($variant:ident, $list:ident . $kind:ident, $direction:ident => $body:block) => {
        $crate::rules::each_direction!(@each $variant, $list.$kind, $direction => $body,
            UpLeft, UpRight, DownLeft, DownRight, Up, Left, Right, Down)
    };
    (@each $variant:ident, $list:ident . $kind:ident, $direction:ident => $body:block, $($name:ident),+) => {
        $(if const { $crate::board::Direction::$name.is_in($variant::GAME.rules.$list.$kind) } {
            let $direction = $crate::board::Direction::$name;
            $body
        })+
    };
}
pub(crate) use each_direction;

/// The free squares that kings on `kings` reach in one direction.
///
/// Two kings never reach the same square in the same direction, as one would stand in the other's way.
#[inline(always)]
pub fn slide<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>, direction: Direction) -> BitsOf<V> {
    if !V::GAME.rules.kings_fly {
        return V::Board::step(kings, direction) & free;
    }
    // Doubling steps: after the step of length n, `reached` holds all within 2n squares and `open` the squares whose
    // last 2n squares are all free. Unused bits are never free, and squares that a step over the edge would come back to
    // are left out, so nothing slides over the edge.
    let mut reached = kings;
    let mut open = free & V::Board::entered(direction);
    let mut length = 1;
    while length <= V::Board::span(direction) {
        reached |= V::Board::leap(reached, direction, length) & open;
        open &= V::Board::leap(open, direction, length);
        length *= 2;
    }
    reached ^ kings
}

/// The free squares that kings reach in any direction.
#[inline(always)]
pub fn king_targets<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>) -> BitsOf<V> {
    let mut targets = BitsOf::<V>::EMPTY;
    each_direction!(V, kings.quiet, direction => {
        targets |= slide::<V>(kings, free, direction);
    });
    targets
}

/// The number of moves of kings without capture.
#[inline(always)]
pub fn count_king_moves<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>) -> u32 {
    let mut moves = 0;
    each_direction!(V, kings.quiet, direction => {
        moves += slide::<V>(kings, free, direction).count();
    });
    moves
}

/// The free squares that men reach in one direction.
#[inline(always)]
pub fn man_targets<V: Variant>(men: BitsOf<V>, free: BitsOf<V>, direction: Direction) -> BitsOf<V> {
    V::Board::step(men, direction) & free
}

/// The free squares of the board.
#[inline(always)]
pub fn free_squares<V: Variant>(view: &View<BitsOf<V>>) -> BitsOf<V> {
    V::Board::PLAYING & !view.occupied()
}

/// What can be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prey<B> {
    pub(super) men: B,
    pub(super) kings: B,
}

impl<B: Bits> Prey<B> {
    /// The pieces that a man or a king can take.
    #[inline(always)]
    pub(super) fn of<V: Variant>(self, king: bool) -> B {
        if king || V::GAME.rules.men_take_kings { self.men | self.kings } else { self.men }
    }

    #[inline(always)]
    pub(super) fn without(self, taken: B) -> Prey<B> {
        Prey { men: self.men & !taken, kings: self.kings & !taken }
    }
}

/// The squares from which kings take what stands next in one direction: their own, and those that they reach.
#[inline(always)]
pub(super) fn takers<V: Variant>(kings: BitsOf<V>, free: BitsOf<V>, direction: Direction) -> BitsOf<V> {
    if V::GAME.rules.kings_fly { kings | slide::<V>(kings, free, direction) } else { kings }
}

/// The squares directly behind what takers on these squares can take.
#[inline(always)]
pub(super) fn landings<V: Variant>(
    takers: BitsOf<V>,
    free: BitsOf<V>,
    prey: BitsOf<V>,
    direction: Direction,
) -> BitsOf<V> {
    V::Board::step(V::Board::step(takers, direction) & prey, direction) & free
}

/// Whether any of these men and kings can take something.
#[inline(always)]
pub(super) fn has_capture<V: Variant>(
    men: BitsOf<V>,
    kings: BitsOf<V>,
    free: BitsOf<V>,
    prey: Prey<BitsOf<V>>,
) -> bool {
    let rules = &V::GAME.rules;
    let mut found = BitsOf::<V>::EMPTY;
    each_direction!(V, kings.capture, direction => {
        let mut takers = takers::<V>(kings, free, direction);
        if direction.is_in(rules.men.capture) {
            if rules.men_take_kings {
                takers |= men;
            } else {
                found |= landings::<V>(men, free, prey.men, direction);
            }
        }
        found |= landings::<V>(takers, free, prey.of::<V>(true), direction);
    });
    found.any()
}

/// Whether a man of the mover has a capture.
#[inline(always)]
pub(crate) fn men_can_capture<V: Variant>(view: &View<BitsOf<V>>) -> bool {
    let prey = Prey { men: view.other_men, kings: view.other_kings };
    has_capture::<V>(view.mover_men, BitsOf::<V>::EMPTY, free_squares::<V>(view), prey)
}

/// Whether the mover has a capture, found sooner for many positions that differ in the mover's kings alone.
#[derive(Clone, Copy, Debug)]
pub struct CaptureTest<V: Variant> {
    /// Squares from which a king would have a capture, were it alone; `None` if other pieces differ too.
    kings: Option<BitsOf<V>>,
    /// Whether a man would have a capture, were there no kings.
    men: bool,
}

impl<V: Variant> CaptureTest<V> {
    /// For positions with these pieces and any kings of the mover, who is to have none here.
    #[inline(always)]
    pub fn for_kings(view: &View<BitsOf<V>>) -> CaptureTest<V> {
        let free = free_squares::<V>(view);
        let prey = Prey { men: view.other_men, kings: view.other_kings };
        let mut kings = BitsOf::<V>::EMPTY;
        each_direction!(V, kings.capture, direction => {
            let back = direction.opposite();
            // Whoever can be taken in this direction, and then the squares before it.
            let victims = V::Board::step(free, back) & prey.of::<V>(true);
            let before = V::Board::step(victims, back) & free;
            kings |= takers::<V>(before, free, back);
        });
        CaptureTest { kings: Some(kings), men: men_can_capture::<V>(view) }
    }

    /// For any positions.
    pub fn for_any() -> CaptureTest<V> {
        CaptureTest { kings: None, men: true }
    }

    /// Whether the mover has a capture.
    #[inline(always)]
    pub fn can_capture(&self, view: &View<BitsOf<V>>) -> bool {
        if let Some(kings) = self.kings
            && !self.men
        {
            // Own kings can only stand in the way.
            let taking = view.mover_kings & kings;
            if taking.is_empty() || view.mover_kings.without_lowest().is_empty() {
                return taking.any();
            }
        }
        can_capture::<V>(view)
    }
}

/// Keeps the positions where the mover has no capture.
#[derive(Clone, Copy, Debug)]
pub struct Quiet<V>(std::marker::PhantomData<V>);

impl<V> Default for Quiet<V> {
    fn default() -> Self {
        Quiet(std::marker::PhantomData)
    }
}

impl<V: Variant> Keep<BitsOf<V>> for Quiet<V> {
    type Row = CaptureTest<V>;

    #[inline(always)]
    fn row(&self, view: &View<BitsOf<V>>, kings: bool) -> CaptureTest<V> {
        if kings { CaptureTest::for_kings(view) } else { CaptureTest::for_any() }
    }

    #[inline(always)]
    fn keeps(row: &CaptureTest<V>, view: &View<BitsOf<V>>) -> bool {
        !row.can_capture(view)
    }
}

/// Whether the mover has a capture.
#[inline(always)]
pub fn can_capture<V: Variant>(view: &View<BitsOf<V>>) -> bool {
    let prey = Prey { men: view.other_men, kings: view.other_kings };
    has_capture::<V>(view.mover_men, view.mover_kings, free_squares::<V>(view), prey)
}
