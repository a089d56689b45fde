//! The entries of a half as a grid, in which a position and its neighbours, those that differ by a step of one piece, have fixed
//! distances. Files are compressed in this shape, as such neighbours tell most about a value.
//!
//! The axes are all placements of the mover's men, of the other side's men, of its kings and of the mover's kings, each
//! numbered by itself, on all squares where the pieces can stand. The order of the entries in a
//! [`Layout`] is the order of the grid, read row by row; the points where two pieces stand on one square are left out. So a
//! range of entries is a stretch of the grid with gaps, and no entry is numbered twice.
//!
//! A *row* is a line along the last axis with more than one placement; its points are *columns*.

use std::ops::Range;

use super::axis::{AXES, Axes, Axis, Neighbours};
use super::binomial::rank;
use super::layout::Layout;
use super::rows::{Point, Row, Rows};
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Along, Bits, Board, Direction, Keep, View};

/// An axis has no more placements than this, so that a grid fits in some MiB.
const MOST_PLACEMENTS: u64 = 1 << 18;
/// Between two entries there are no more points than this, as who decodes a part needs memory for them.
const MOST_GAP: u64 = 1 << 27;

/// The grid of a half.
#[derive(Clone, Debug)]
pub struct Grid<B: Board> {
    layout: Layout<B>,
    axes: [Axis<B::Bits>; AXES],
    /// The axis along which rows go.
    along: usize,
}

impl<B: Board> Grid<B> {
    /// The grid of the half with this numbering, in which steps in these directions lead to neighbours; `None` if an axis
    /// would be too long, or too many points next to each other none of an entry.
    pub fn new(layout: &Layout<B>, directions: &[Direction]) -> Option<Grid<B>> {
        let (mover, other) = (layout.mover(), layout.other());
        let kinds =
            [(B::MEN_UP, mover.men), (B::MEN_DOWN, other.men), (B::PLAYING, other.kings), (B::PLAYING, mover.kings)];
        if kinds.iter().any(|&(squares, pieces)| super::choose(squares.count(), pieces) > MOST_PLACEMENTS) {
            return None;
        }
        if longest_gap(kinds.map(|(squares, pieces)| (super::choose(squares.count(), pieces), pieces))) > MOST_GAP {
            return None;
        }
        let axes = dispatch(Axes { layout, kinds, directions });
        let along = (0..AXES).rev().find(|&axis| axes[axis].sets.len() > 1).unwrap_or(AXES - 1);
        Some(Grid { layout: layout.clone(), axes, along })
    }

    /// The neighbours of columns.
    pub fn neighbours(&self) -> &Neighbours {
        &self.axes[self.along].neighbours
    }

    /// Finds the rows that a range of entries goes through, and in them the columns of the entries that are kept.
    pub fn rows(&self, range: Range<u64>, keep: &impl Keep<B::Bits>, rows: &mut Rows) {
        rows.clear(self.axes[self.along].sets.len());
        if !range.is_empty() {
            dispatch(FindRows { grid: self, range, keep, rows });
        }
    }

    #[inline(always)]
    fn find_rows<C: Cpu>(&self, cpu: C, range: Range<u64>, keep: &impl Keep<B::Bits>, rows: &mut Rows) {
        let first = self.layout.view(cpu, range.start);
        let mut at = self.place(cpu, &first);
        let mut stretch = Stretch { column: at[self.along], entry: 0, entries: (range.end - range.start) as u32 };
        let start = self.row_number(&at);
        while stretch.entry < stretch.entries {
            let Err(clash) = self.occupied(&at) else {
                let position = (self.row_number(&at) - start) as u32 * rows.columns;
                self.add_row(&at, position, rows);
                let view = self.view(&at);
                // Each with the pieces along the row as a constant part of the view.
                match self.along {
                    0 => self.points(&mut stretch, &view, keep, rows, |set| View { mover_men: set, ..view }),
                    1 => self.points(&mut stretch, &view, keep, rows, |set| View { other_men: set, ..view }),
                    2 => self.points(&mut stretch, &view, keep, rows, |set| View { other_kings: set, ..view }),
                    _ => self.points(&mut stretch, &view, keep, rows, |set| View { mover_kings: set, ..view }),
                }
                self.advance(&mut at, self.along.saturating_sub(1));
                continue;
            };
            self.advance(&mut at, clash);
        }
    }

    /// Adds the points of a row.
    #[inline(always)]
    fn points<K: Keep<B::Bits>>(
        &self,
        stretch: &mut Stretch,
        row: &View<B::Bits>,
        keep: &K,
        rows: &mut Rows,
        view: impl Fn(B::Bits) -> View<B::Bits>,
    ) {
        let occupied = row.occupied();
        let mut of_row =
            keep.row(row, [Along::MoverMen, Along::OtherMen, Along::OtherKings, Along::MoverKings][self.along]);
        let Stretch { mut column, mut entry, entries } = *stretch;
        for &set in &self.axes[self.along].sets[column..] {
            if (set & occupied).is_empty() {
                if K::keeps(&mut of_row, &view(set)) {
                    rows.points.push(Point { column: column as u32, entry });
                }
                entry += 1;
                if entry == entries {
                    break;
                }
            }
            column += 1;
        }
        *stretch = Stretch { column: 0, entry, entries };
    }

    /// The place of a position on every axis.
    fn place<C: Cpu>(&self, cpu: C, view: &View<B::Bits>) -> [usize; AXES] {
        let number = |set: B::Bits, squares| rank(set.extract(cpu, squares)) as usize;
        [
            self.layout.mover_men(cpu, view.mover_men) as usize,
            number(view.other_men, B::MEN_DOWN),
            number(view.other_kings, B::PLAYING),
            number(view.mover_kings, B::PLAYING),
        ]
    }

    /// The number of a row among all.
    fn row_number(&self, at: &[usize; AXES]) -> u64 {
        (0..self.along).fold(0, |number, axis| number * self.axes[axis].sets.len() as u64 + at[axis] as u64)
    }

    /// The squares that the placements of a row take, or the axis whose placement stands on one that is taken.
    #[inline(always)]
    fn occupied(&self, at: &[usize; AXES]) -> Result<B::Bits, usize> {
        let mut occupied = B::Bits::EMPTY;
        for (number, (axis, &placement)) in self.axes[..self.along].iter().zip(at).enumerate() {
            let set = axis.sets[placement];
            if (set & occupied).any() {
                return Err(number);
            }
            occupied |= set;
        }
        Ok(occupied)
    }

    /// Goes to the next placement of an axis, and to the first ones of those after it.
    #[inline(always)]
    fn advance(&self, at: &mut [usize; AXES], axis: usize) {
        at[axis + 1..self.along].fill(0);
        for axis in (0..=axis).rev() {
            at[axis] += 1;
            if at[axis] < self.axes[axis].sets.len() || axis == 0 {
                return;
            }
            at[axis] = 0;
        }
    }

    /// The pieces of a row; those that stand along it are still missing.
    fn view(&self, at: &[usize; AXES]) -> View<B::Bits> {
        let set = |axis: usize| if axis < self.along { self.axes[axis].sets[at[axis]] } else { B::Bits::EMPTY };
        View { mover_men: set(0), other_men: set(1), other_kings: set(2), mover_kings: set(3) }
    }

    /// Adds a row and how far back its neighbours lie, by axis.
    fn add_row(&self, at: &[usize; AXES], position: u32, rows: &mut Rows) {
        rows.close_row();
        let mut offsets = [rows.offsets.len() as u32; AXES];
        let mut stride = u64::from(rows.columns);
        for axis in (0..self.along).rev() {
            let distances = self.axes[axis].neighbours.of(at[axis]);
            let far = distances.iter().map(|&distance| u64::from(distance) * stride);
            let within = far.filter(|&offset| offset > 0 && offset <= u64::from(position));
            rows.offsets.extend(within.map(|offset| offset as u32));
            offsets[self.along - axis] = rows.offsets.len() as u32;
            stride *= self.axes[axis].sets.len() as u64;
        }
        let used = offsets[self.along];
        offsets[self.along..].fill(used);
        let points = rows.points.len() as u32;
        rows.rows.push(Row { position, points: points..points, offsets });
    }
}

/// No more points than this lie between two entries, on axes with so many placements of so many pieces: where placements of
/// men stand on each other, all points with them are left out, and where kings stand on men, all with both.
fn longest_gap([(_, mover_men), (other_men, others), (other_kings, _), (mover_kings, _)]: [(u64, u32); AXES]) -> u64 {
    let on_men = if mover_men > 0 && others > 0 { other_men } else { 0 };
    let kings = other_kings.saturating_mul(mover_kings);
    let on_kings = if mover_men + others > 0 { kings } else { 0 };
    on_men.saturating_mul(kings).max(on_kings)
}

/// Finds the rows of a range.
struct FindRows<'a, B: Board, K> {
    grid: &'a Grid<B>,
    range: Range<u64>,
    keep: &'a K,
    rows: &'a mut Rows,
}

impl<B: Board, K: Keep<B::Bits>> Task for FindRows<'_, B, K> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        self.grid.find_rows(cpu, self.range, self.keep, self.rows);
    }
}

/// How far a walk along rows has come.
#[derive(Clone, Copy)]
struct Stretch {
    /// The column where it goes on.
    column: usize,
    /// Entries so far, and all of them.
    entry: u32,
    entries: u32,
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::board::cpu::Portable;
    use crate::board::{Board8x8, Board8x8Full, Board10x10, Side};
    use crate::index::{Material, choose};

    /// Keeps two of three entries, and notes all of them.
    #[derive(Default)]
    struct TwoOfThree<B>(Rc<RefCell<Vec<View<B>>>>);

    impl<B: Bits> Keep<B> for TwoOfThree<B> {
        type Row = Rc<RefCell<Vec<View<B>>>>;

        fn row(&self, view: &View<B>, along: Along) -> Self::Row {
            assert!(along != Along::MoverKings || view.mover_kings.is_empty());
            self.0.clone()
        }

        fn keeps(row: &mut Self::Row, view: &View<B>) -> bool {
            row.borrow_mut().push(*view);
            row.borrow().len() % 3 > 0
        }
    }

    /// The points of a range are its entries in order, and what lies back by an offset differs by one step of one piece.
    fn check<B: Board>(mover: Side, other: Side, range: Range<u64>, directions: &[Direction]) {
        let layout = Layout::<B>::new(mover, other).unwrap();
        let directions = if B::GEOMETRY.full { Direction::ORTHOGONAL } else { directions };
        let grid = Grid::new(&layout, directions).unwrap();
        let (keep, mut rows) = (TwoOfThree::default(), Rows::default());
        grid.rows(range.clone(), &keep, &mut rows);
        let expected: Vec<_> = range.clone().map(|entry| layout.view(Portable, entry)).collect();
        let views = keep.0.take();
        assert_eq!(views, expected);
        let mut kept = (0..views.len() as u32).filter(|entry| (entry + 1) % 3 > 0);
        let mut at = std::collections::BTreeMap::new();
        let mut seen = 0;
        for row in rows.iter() {
            for point in row.points {
                assert_eq!(Some(point.entry), kept.next());
                let position = row.position + point.column as usize;
                assert!(position < rows.span());
                let view = views[point.entry as usize];
                at.insert(position, view);
                let along = grid.neighbours().of(point.column as usize);
                for &offset in row.neighbours.into_iter().flatten().chain(along).filter(|&&offset| offset > 0) {
                    let Some(other) = at.get(&(position - offset as usize)) else { continue };
                    seen += 1;
                    let moved = [
                        view.mover_men ^ other.mover_men,
                        view.mover_kings ^ other.mover_kings,
                        view.other_men ^ other.other_men,
                        view.other_kings ^ other.other_kings,
                    ];
                    assert_eq!(moved.iter().map(|set| set.count()).sum::<u32>(), 2);
                }
            }
        }
        assert_eq!(kept.next(), None);
        assert!(range.end - range.start < 100 || seen > 20, "{mover:?} {other:?}: {seen}");
    }

    #[test]
    fn a_range_of_entries_is_a_stretch_of_the_grid() {
        let side = |kings, men| Side { kings, men };
        let pairs = [
            (side(1, 0), side(1, 0)),
            (side(2, 1), side(1, 1)),
            (side(0, 3), side(0, 2)),
            (side(0, 1), side(2, 1)),
            (side(3, 0), side(0, 1)),
            (side(0, 2), side(1, 0)),
            (side(1, 2), side(1, 2)),
        ];
        for (mover, other) in pairs {
            for (mover, other) in [(mover, other), (other, mover)] {
                let entries = Layout::<Board8x8>::new(mover, other).unwrap().entries();
                check::<Board8x8>(mover, other, 0..entries.min(3000), Direction::DIAGONAL);
                check::<Board8x8>(mover, other, entries / 3..(entries / 3 + 2560).min(entries), Direction::DIAGONAL);
                check::<Board8x8>(mover, other, entries.saturating_sub(1500)..entries, Direction::DIAGONAL);
                check::<Board8x8>(mover, other, 7..8, Direction::DIAGONAL);
                check::<Board8x8Full>(mover, other, 500..2000, Direction::ORTHOGONAL);
                check::<Board10x10>(mover, other, 1000..2450, Direction::ORTHOGONAL);
            }
        }
    }

    #[test]
    fn no_grid_with_very_long_gaps() {
        let side = |kings, men| Side { kings, men };
        let has =
            |mover, other| Grid::<Board8x8>::new(&Layout::new(mover, other).unwrap(), Direction::DIAGONAL).is_some();
        // 23 of 378 placements of two men contain a square of the other's man one after the other, each with 496 times 496 of kings.
        let (mover, other) = (side(2, 1), side(2, 2));
        let layout = Layout::<Board8x8>::new(mover, other).unwrap();
        let grid = Grid::new(&layout, Direction::DIAGONAL).unwrap();
        let block = layout.kings_per_block();
        let mut longest = 0;
        for configuration in 0..layout.entries() / block {
            let mut rows = Rows::default();
            let start = (configuration * block).saturating_sub(1);
            grid.rows(start..start + 2, &TwoOfThree::default(), &mut rows);
            longest = longest.max(rows.span());
        }
        assert!((5_000_000..MOST_GAP as usize).contains(&longest), "{longest}");
        assert!(!has(side(2, 1), side(2, 3)));
        assert!(!has(side(3, 1), side(3, 3)));
        for (mover, other) in Material::all(7).iter().flat_map(|material| material.halves()) {
            let placements = |squares, pieces| (choose(squares, pieces), pieces);
            let (men, kings) = ([placements(28, mover.men), placements(28, other.men)], [other.kings, mover.kings]);
            let [other_kings, mover_kings] = kings.map(|kings| placements(32, kings));
            assert!(longest_gap([men[0], men[1], other_kings, mover_kings]) <= MOST_GAP, "{mover:?} {other:?}");
        }
    }

    #[test]
    fn no_grid_of_very_long_axes() {
        let side = |kings, men| Side { kings, men };
        let has =
            |mover, other| Grid::<Board10x10>::new(&Layout::new(mover, other).unwrap(), Direction::DIAGONAL).is_some();
        assert!(!has(side(1, 0), side(6, 0)));
        assert!(!has(side(1, 5), side(1, 0)));
        assert!(has(side(1, 3), side(2, 0)));
    }
}
