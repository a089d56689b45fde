//! Walking over the entries of a half in order, faster than asking for each position by its number.

use std::ops::Range;

use super::binomial::subsets;
use super::layout::Layout;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, Board, View};

/// The sets of squares that rows and columns of a block stand for: which of the free squares, not where they are.
#[derive(Clone, Debug)]
pub struct Sets<B> {
    /// By row: the other side's kings among the squares without men.
    pub rows: Vec<B>,
    /// By column: the mover's kings among the squares that are still free.
    pub columns: Vec<B>,
}

impl<B: Bits> Sets<B> {
    /// The sets of the blocks of a half.
    pub fn new<Bd: Board<Bits = B>>(layout: &Layout<Bd>) -> Sets<B> {
        let (mover, other, open) = (layout.mover(), layout.other(), layout.open_squares());
        Sets { rows: subsets(open + other.kings, other.kings).collect(), columns: subsets(open, mover.kings).collect() }
    }
}

impl<B: Bits> Sets<B> {
    /// The same sets, of squares counted from the other end.
    pub fn turned<Bd: Board<Bits = B>>(&self, layout: &Layout<Bd>) -> Sets<B> {
        let open = layout.open_squares();
        let turn = |sets: &[B], squares: u32| sets.iter().map(|set| set.reversed() >> (B::WIDTH - squares)).collect();
        Sets { rows: turn(&self.rows, open + layout.other().kings), columns: turn(&self.columns, open) }
    }
}

/// Calls a function with every entry of a range, in order, and its position.
///
/// The walk is compiled once for each board, as it hands out positions by the dozen. Where even that costs too much,
/// [`walk`] is compiled with what it does.
#[inline(always)]
pub fn each_view<Bd: Board>(
    layout: &Layout<Bd>,
    sets: &Sets<Bd::Bits>,
    range: Range<u64>,
    mut each: impl FnMut(u64, &View<Bd::Bits>),
) {
    each_batch(layout, sets, range, &mut |first, views| {
        (first..).zip(views).for_each(|(entry, view)| each(entry, view))
    });
}

/// Does something with positions that follow each other: the entry of the first one, and all of them.
type EachBatch<'a, B> = &'a mut dyn FnMut(u64, &[View<B>]);

#[inline(never)]
fn each_batch<Bd: Board>(layout: &Layout<Bd>, sets: &Sets<Bd::Bits>, range: Range<u64>, each: EachBatch<'_, Bd::Bits>) {
    let mut batch = Batch { first: range.start, views: [View::default(); BATCH], length: 0, each };
    walk(layout, sets, range, &mut batch);
    batch.hand_out();
}

/// Positions on their way to a function.
struct Batch<'a, B> {
    first: u64,
    views: [View<B>; BATCH],
    length: usize,
    each: EachBatch<'a, B>,
}

/// Few enough to stay in the nearest cache.
const BATCH: usize = 64;

impl<B: Bits> Batch<'_, B> {
    fn hand_out(&mut self) {
        (self.each)(self.first, &self.views[..self.length]);
        self.first += self.length as u64;
        self.length = 0;
    }
}

impl<B: Bits> Visitor<B> for Batch<'_, B> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, _: C, _: u64, view: &View<B>) {
        if self.length == BATCH {
            self.hand_out();
        }
        self.views[self.length] = *view;
        self.length += 1;
    }
}

/// What to do at each entry of a walk.
pub trait Visitor<B> {
    /// Called for every entry of the range in order. Mark the implementation `#[inline(always)]` where speed matters.
    fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<B>);
}

/// Visits the entries of a range in order.
pub fn walk<Bd: Board, T: Visitor<Bd::Bits>>(
    layout: &Layout<Bd>,
    sets: &Sets<Bd::Bits>,
    range: Range<u64>,
    visitor: &mut T,
) {
    dispatch(Walk { layout, sets, range, visitor });
}

struct Walk<'a, Bd: Board, T> {
    layout: &'a Layout<Bd>,
    sets: &'a Sets<Bd::Bits>,
    range: Range<u64>,
    visitor: &'a mut T,
}

impl<Bd: Board, T: Visitor<Bd::Bits>> Task for Walk<'_, Bd, T> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Walk { layout, sets, range, visitor } = self;
        let (size, columns) = (layout.kings_per_block(), layout.columns());
        let mut entry = range.start;
        while entry < range.end {
            let (mover_men, other_men) = layout.men(cpu, entry / size);
            let without_men = Layout::<Bd>::without_men(mover_men, other_men);
            let block_end = range.end.min((entry / size + 1) * size);
            while entry < block_end {
                let row = (entry % size) / columns;
                let other_kings = sets.rows[row as usize].deposit(cpu, without_men);
                let open = without_men & !other_kings;
                let from = (entry % columns) as usize;
                let to = from + (block_end - entry).min(columns - from as u64) as usize;
                for column_set in &sets.columns[from..to] {
                    let mover_kings = column_set.deposit(cpu, open);
                    visitor.visit(cpu, entry, &View { mover_men, mover_kings, other_men, other_kings });
                    entry += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board8x8;
    use crate::board::cpu::Portable;
    use crate::index::Side;

    struct Check<'a>(&'a Layout<Board8x8>, u64);

    impl Visitor<u64> for Check<'_> {
        fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<u64>) {
            assert_eq!(entry, self.1);
            assert_eq!(self.0.entry(cpu, view), entry);
            assert_eq!(self.0.view(Portable, entry), *view);
            self.1 += 1;
        }
    }

    #[test]
    fn a_walk_meets_every_entry_in_order() {
        let side = |kings, men| Side { kings, men };
        for (mover, other) in [(side(1, 1), side(1, 0)), (side(2, 0), side(1, 0)), (side(0, 1), side(0, 2))] {
            let layout = Layout::<Board8x8>::new(mover, other).unwrap();
            let sets = Sets::new(&layout);
            for range in [0..layout.entries(), 5..6, 3..3, 777..1801, layout.entries() - 29..layout.entries()] {
                let mut check = Check(&layout, range.start);
                walk(&layout, &sets, range.clone(), &mut check);
                assert_eq!(check.1, range.end);
                let mut again = Check(&layout, range.start);
                each_view(&layout, &sets, range.clone(), |entry, view| again.visit(Portable, entry, view));
                assert_eq!(again.1, range.end);
            }
        }
    }
}
