//! Moves without capture, and the test whether there is a capture, for all pieces at once.

use super::movement::{BitsOf, Movement};
use crate::board::{Along, Bits, Board, Direction, Keep, View};

/// Runs a block for each direction of a constant list, with the direction as a constant too: the loops where most of the
/// time goes, which the compiler does not unroll by itself.
#[doc(hidden)]
#[macro_export]
macro_rules! each_direction {
    ($movement:ty, $pieces:ident . $kind:ident, $direction:ident => $body:block) => {
        $crate::each_direction!(@each $movement, $pieces.$kind, $direction => $body,
            UpLeft, UpRight, DownLeft, DownRight, Up, Left, Right, Down)
    };
    (@each $movement:ty, $pieces:ident . $kind:ident, $direction:ident => $body:block, $($name:ident),+) => {
        $(if const {
            $crate::board::Direction::$name.is_in(<$movement as $crate::rules::Movement>::$pieces.$kind)
        } {
            let $direction = $crate::board::Direction::$name;
            $body
        })+
    };
}
/// The free squares that kings on `kings` reach in one direction.
///
/// Two kings never reach the same square in the same direction, as one would stand in the other's way.
#[inline(always)]
pub fn slide<M: Movement>(kings: BitsOf<M>, free: BitsOf<M>, direction: Direction) -> BitsOf<M> {
    if !M::KINGS_FLY {
        return M::Board::step(kings, direction) & free;
    }
    // Doubling steps: after the step of length n, `reached` holds all within 2n squares and `open` the squares whose
    // last 2n squares are all free. Unused bits are never free, and squares that a step over the edge would come back to
    // are left out, so nothing slides over the edge.
    let mut reached = kings;
    let mut open = free & M::Board::entered(direction);
    let mut length = 1;
    while length <= M::Board::span(direction) {
        reached |= M::Board::leap(reached, direction, length) & open;
        open &= M::Board::leap(open, direction, length);
        length *= 2;
    }
    reached ^ kings
}

/// The free squares that kings reach in any direction.
#[inline(always)]
pub fn king_targets<M: Movement>(kings: BitsOf<M>, free: BitsOf<M>) -> BitsOf<M> {
    let mut targets = BitsOf::<M>::EMPTY;
    crate::each_direction!(M, KINGS.quiet, direction => {
        targets |= slide::<M>(kings, free, direction);
    });
    targets
}

/// The number of moves of kings without capture.
#[inline(always)]
pub fn count_king_moves<M: Movement>(kings: BitsOf<M>, free: BitsOf<M>) -> u32 {
    let mut moves = 0;
    crate::each_direction!(M, KINGS.quiet, direction => {
        moves += slide::<M>(kings, free, direction).count();
    });
    moves
}

/// The free squares that men reach in one direction.
#[inline(always)]
pub fn man_targets<M: Movement>(men: BitsOf<M>, free: BitsOf<M>, direction: Direction) -> BitsOf<M> {
    M::Board::step(men, direction) & free
}

/// The free squares of the board.
#[inline(always)]
pub fn free_squares<M: Movement>(view: &View<BitsOf<M>>) -> BitsOf<M> {
    M::Board::PLAYING & !view.occupied()
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
    pub(super) fn of<M: Movement>(self, king: bool) -> B {
        if king || M::MEN_TAKE_KINGS { self.men | self.kings } else { self.men }
    }

    #[inline(always)]
    pub(super) fn without(self, taken: B) -> Prey<B> {
        Prey { men: self.men & !taken, kings: self.kings & !taken }
    }
}

/// The squares from which kings take what stands next in one direction: their own, and those that they reach.
#[inline(always)]
pub(super) fn takers<M: Movement>(kings: BitsOf<M>, free: BitsOf<M>, direction: Direction) -> BitsOf<M> {
    if M::KINGS_FLY { kings | slide::<M>(kings, free, direction) } else { kings }
}

/// The squares directly behind what takers on these squares can take.
#[inline(always)]
pub(super) fn landings<M: Movement>(
    takers: BitsOf<M>,
    free: BitsOf<M>,
    prey: BitsOf<M>,
    direction: Direction,
) -> BitsOf<M> {
    M::Board::step(M::Board::step(takers, direction) & prey, direction) & free
}

/// Whether any of these men and kings can take something.
#[inline(always)]
pub(super) fn has_capture<M: Movement>(
    men: BitsOf<M>,
    kings: BitsOf<M>,
    free: BitsOf<M>,
    prey: Prey<BitsOf<M>>,
) -> bool {
    let mut found = BitsOf::<M>::EMPTY;
    crate::each_direction!(M, KINGS.capture, direction => {
        let mut takers = takers::<M>(kings, free, direction);
        if direction.is_in(M::MEN.capture) {
            if M::MEN_TAKE_KINGS {
                takers |= men;
            } else {
                found |= landings::<M>(men, free, prey.men, direction);
            }
        }
        found |= landings::<M>(takers, free, prey.of::<M>(true), direction);
    });
    found.any()
}

/// The squares directly behind what men can take.
#[inline(always)]
fn landings_of_men<M: Movement>(men: BitsOf<M>, free: BitsOf<M>, prey: Prey<BitsOf<M>>) -> BitsOf<M> {
    let mut found = BitsOf::<M>::EMPTY;
    crate::each_direction!(M, MEN.capture, direction => {
        found |= landings::<M>(men, free, prey.of::<M>(false), direction);
    });
    found
}

/// The squares where men would take a piece.
#[inline(always)]
fn taken_by_men<M: Movement>(men: BitsOf<M>, free: BitsOf<M>) -> BitsOf<M> {
    let mut found = BitsOf::<M>::EMPTY;
    crate::each_direction!(M, MEN.capture, direction => {
        found |= M::Board::step(men, direction) & free & M::Board::step(free, direction.opposite());
    });
    found
}

/// Whether a man of the mover has a capture.
#[inline(always)]
pub fn men_can_capture<M: Movement>(view: &View<BitsOf<M>>) -> bool {
    let prey = Prey { men: view.other_men, kings: view.other_kings };
    landings_of_men::<M>(view.mover_men, free_squares::<M>(view), prey).any()
}

/// Whether the mover has a capture, found sooner for the positions of a row, which differ in one kind of pieces alone.
#[derive(Clone, Copy, Debug)]
pub struct CaptureTest<M: Movement> {
    along: Along,
    /// Squares where one of these pieces, were it alone, would take something, or be taken.
    fateful: BitsOf<M>,
    /// Where men would land first, were these pieces not there: they can only stand there.
    of_men: BitsOf<M>,
    /// What was found for the positions before this one, which mostly have the same kings but the lowest.
    run: Run<BitsOf<M>>,
}

/// Positions that differ in the lowest king of the mover alone.
#[derive(Clone, Copy, Debug, Default)]
struct Run<B> {
    /// The other kings.
    staying: B,
    /// Squares from which the lowest king has a capture.
    takers: B,
    /// Whether another king would have one without the lowest, and where the lowest may be in its way.
    of_staying: bool,
    in_the_way: B,
}

impl<B: Bits> Run<B> {
    /// For positions with this view, which lacks the lowest king.
    #[inline(always)]
    fn new<M: Movement<Board: Board<Bits = B>>>(view: &View<B>) -> Run<B> {
        let free = free_squares::<M>(view);
        let prey = Prey { men: view.other_men, kings: view.other_kings }.of::<M>(true);
        let (mut landings, mut in_the_way) = (B::EMPTY, B::EMPTY);
        crate::each_direction!(M, KINGS.capture, direction => {
            let takers = takers::<M>(view.mover_kings, free, direction);
            let behind = self::landings::<M>(takers, free, prey, direction);
            landings |= behind;
            in_the_way |= takers | behind;
        });
        Run {
            staying: view.mover_kings,
            takers: takers_of_any::<M>(free, prey),
            of_staying: landings.any(),
            in_the_way,
        }
    }
}

/// The squares from which a king has a capture.
#[inline(always)]
fn takers_of_any<M: Movement>(free: BitsOf<M>, prey: BitsOf<M>) -> BitsOf<M> {
    let mut kings = BitsOf::<M>::EMPTY;
    crate::each_direction!(M, KINGS.capture, direction => {
        let back = direction.opposite();
        // Whoever can be taken in this direction, and then the squares before it.
        let victims = M::Board::step(free, back) & prey;
        let before = M::Board::step(victims, back) & free;
        kings |= takers::<M>(before, free, back);
    });
    kings
}

impl<M: Movement> CaptureTest<M> {
    /// For the positions of a row, whose differing pieces are to be missing here.
    #[inline(always)]
    pub fn new(view: &View<BitsOf<M>>, along: Along) -> CaptureTest<M> {
        let free = free_squares::<M>(view);
        let prey = Prey { men: view.other_men, kings: view.other_kings };
        let fateful = match along {
            Along::MoverMen => BitsOf::<M>::EMPTY,
            Along::MoverKings => takers_of_any::<M>(free, prey.of::<M>(true)),
            // Rows go along them where the mover has no kings.
            Along::OtherKings if !M::MEN_TAKE_KINGS => BitsOf::<M>::EMPTY,
            Along::OtherMen | Along::OtherKings => taken_by_men::<M>(view.mover_men, free),
        };
        CaptureTest { along, fateful, of_men: landings_of_men::<M>(view.mover_men, free, prey), run: Run::default() }
    }

    /// Whether the mover has a capture.
    #[inline(always)]
    pub fn can_capture(&mut self, view: &View<BitsOf<M>>) -> bool {
        let differing = match self.along {
            Along::MoverMen => return can_capture::<M>(view),
            Along::MoverKings => view.mover_kings,
            Along::OtherMen => view.other_men,
            Along::OtherKings => view.other_kings,
        };
        if (self.of_men & !differing).any() {
            return true;
        }
        // Others of the same kind can only stand in the way.
        let fateful = differing & self.fateful;
        if fateful.is_empty() || differing.without_lowest().is_empty() {
            return fateful.any();
        }
        if self.along == Along::MoverKings { self.can_kings_capture(view) } else { can_capture::<M>(view) }
    }

    /// The same for several kings of the mover.
    #[inline(always)]
    fn can_kings_capture(&mut self, view: &View<BitsOf<M>>) -> bool {
        let staying = view.mover_kings.without_lowest();
        let lowest = view.mover_kings & !staying;
        if staying != self.run.staying {
            self.run = Run::new::<M>(&View { mover_kings: staying, ..*view });
        }
        let Run { takers, of_staying, in_the_way, .. } = self.run;
        let takes = (lowest & takers).any();
        if takes || !of_staying || (lowest & in_the_way).is_empty() {
            return takes || of_staying;
        }
        let prey = Prey { men: view.other_men, kings: view.other_kings };
        has_capture::<M>(BitsOf::<M>::EMPTY, view.mover_kings, free_squares::<M>(view), prey)
    }
}

/// Keeps the positions where the mover has no capture.
#[derive(Clone, Copy, Debug)]
pub struct Quiet<M>(std::marker::PhantomData<M>);

impl<M> Default for Quiet<M> {
    fn default() -> Self {
        Quiet(std::marker::PhantomData)
    }
}

impl<M: Movement> Keep<BitsOf<M>> for Quiet<M> {
    type Row = CaptureTest<M>;

    #[inline(always)]
    fn row(&self, view: &View<BitsOf<M>>, along: Along) -> CaptureTest<M> {
        CaptureTest::new(view, along)
    }

    #[inline(always)]
    fn keeps(row: &mut CaptureTest<M>, view: &View<BitsOf<M>>) -> bool {
        !row.can_capture(view)
    }
}

/// Whether the mover has a capture.
#[inline(always)]
pub fn can_capture<M: Movement>(view: &View<BitsOf<M>>) -> bool {
    let prey = Prey { men: view.other_men, kings: view.other_kings };
    has_capture::<M>(view.mover_men, view.mover_kings, free_squares::<M>(view), prey)
}

#[cfg(test)]
mod tests {
    use super::super::{English, Frisian, International, Russian, Turkish};
    use super::*;

    /// All placements of one to three pieces beside some others, in the order of their numbers.
    fn check<M: Movement>(seed: u64) {
        let mut state = seed;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        for along in [Along::MoverMen, Along::OtherMen, Along::OtherKings, Along::MoverKings] {
            let (mut captures, mut quiet) = (0, 0);
            for _ in 0..60 {
                let mut row = View::default();
                let mut free: Vec<u32> = M::Board::PLAYING.iter().collect();
                for piece in 0..3 + random(3) {
                    let at = BitsOf::<M>::bit(free.swap_remove(random(free.len())));
                    match piece {
                        0 | 2 if along != Along::MoverMen => row.mover_men |= at,
                        1 if along != Along::OtherKings => row.other_kings |= at,
                        _ if along != Along::OtherMen => row.other_men |= at,
                        _ => {}
                    }
                }
                free.sort_unstable();
                for pieces in 1..=3 {
                    let mut test = CaptureTest::<M>::new(&row, along);
                    for set in sets(if pieces == 3 { 14 } else { free.len() }, pieces) {
                        let set = set.iter().flatten().map(|&at| BitsOf::<M>::bit(free[at]));
                        let set = set.fold(BitsOf::<M>::EMPTY, |all, piece| all | piece);
                        let view = match along {
                            Along::MoverMen => View { mover_men: set, ..row },
                            Along::OtherMen => View { other_men: set, ..row },
                            Along::OtherKings => View { other_kings: set, ..row },
                            Along::MoverKings => View { mover_kings: set, ..row },
                        };
                        let expected = can_capture::<M>(&view);
                        assert_eq!(test.can_capture(&view), expected, "{along:?} {view:?}");
                        *(if expected { &mut captures } else { &mut quiet }) += 1;
                    }
                }
            }
            assert!(captures > 1000 && quiet > 1000, "{along:?}: {captures} {quiet}");
        }
    }

    /// The sets of one to three of so many squares; the lowest member changes fastest.
    fn sets(squares: usize, members: usize) -> impl Iterator<Item = [Option<usize>; 3]> {
        let below = move |above: Option<usize>, wanted: bool| 0..if wanted { above.unwrap_or(squares) } else { 1 };
        below(None, members > 2).flat_map(move |third| {
            let third = (members > 2).then_some(third);
            below(third, members > 1).flat_map(move |second| {
                let second = (members > 1).then_some(second);
                below(second.or(third), true).map(move |first| [Some(first), second, third])
            })
        })
    }

    #[test]
    fn captures_are_found_for_a_row_as_for_each_of_its_positions() {
        check::<Russian>(0x2545_f491_4f6c_dd1d);
        check::<English>(0x9e37_79b9_7f4a_7c15);
        check::<International>(0x1234_5678_9abc_def1);
        check::<Frisian>(0x0f1e_2d3c_4b5a_6978);
        check::<Turkish>(0x8877_6655_4433_2211);
    }
}
