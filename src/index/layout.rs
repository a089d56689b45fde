//! Numbers and positions: the dense numbering of all positions of one half of a table.
//!
//! A half is a table with one side to move, seen by the mover, who plays up the board. Its positions are numbered
//! `configuration * kings_per_block + king number`:
//!
//! * The *configuration* of the men. First by how many of the mover's men stand on squares where men of the other side
//!   can stand too (that number fixes how many squares are left for the other side's men), then by the mover's men on
//!   squares of their own, then by those on shared squares, then by the other side's men on what is left to them.
//! * The *king number*: row by row. The row is the other side's kings among the squares without men; the place in the row
//!   is the mover's kings among those that are still free. So all that the mover's kings can reach lies in one row of
//!   the half from which they came.
//!
//! Every set is numbered by its rank among the subsets of its size. Nothing is left out and nothing counted twice.

use super::binomial::{MAX_MEMBERS, choose, rank, unrank};
use crate::board::Side;
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};

/// The numbering of one half.
///
/// ```
/// use petrov::board::{Board8x8, Side};
/// use petrov::index::Layout;
///
/// // Two kings, which are to move, against a man.
/// let (mover, other) = (Side { kings: 2, men: 0 }, Side { kings: 0, men: 1 });
/// let layout = Layout::<Board8x8>::new(mover, other).ok_or("too many")?;
/// assert_eq!((layout.mover(), layout.other()), (mover, other));
/// // A man on 28 squares, and two kings on what is left.
/// assert_eq!((layout.configurations(), layout.kings_per_block()), (28, 31 * 30 / 2));
/// assert_eq!(layout.entries(), layout.configurations() * layout.kings_per_block());
/// assert_eq!((layout.rows(), layout.columns()), (1, 465));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layout<B: Board> {
    mover: Side,
    other: Side,
    /// For each number of the mover's men on shared squares: the configurations, by that number.
    groups: [Group; MAX_MEMBERS + 1],
    configurations: u64,
    rows: u64,
    columns: u64,
    board: std::marker::PhantomData<B>,
}

/// The configurations with the same number of the mover's men on shared squares.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The number of the first.
    start: u64,
    /// Placements of those men.
    shared: u64,
    /// Placements of the other side's men beside them.
    other: u64,
    /// How many configurations.
    count: u64,
}

impl<B: Board> Layout<B> {
    /// The numbering of the positions where the mover has `mover` and the other side `other`.
    ///
    /// `None` if there are more than can be numbered in 64 bits, or more pieces than a material can have.
    pub fn new(mover: Side, other: Side) -> Option<Layout<B>> {
        super::Material::new(mover, other).ok()?;
        let own_squares = (B::MEN_UP & !B::MEN_DOWN).count();
        let shared_squares = (B::MEN_UP & B::MEN_DOWN).count();
        let other_squares = B::MEN_DOWN.count();
        let mut groups = [Group::default(); MAX_MEMBERS + 1];
        let mut configurations = 0_u64;
        for on_shared in 0..=mover.men {
            let shared = choose(shared_squares, on_shared);
            let other = choose(other_squares - on_shared, other.men);
            let count = choose(own_squares, mover.men - on_shared).checked_mul(shared)?.checked_mul(other)?;
            groups[on_shared as usize] = Group { start: configurations, shared, other, count };
            configurations = configurations.checked_add(count)?;
        }
        let free = B::PLAYING.count() - mover.men - other.men;
        let rows = choose(free, other.kings);
        let columns = choose(free - other.kings, mover.kings);
        rows.checked_mul(columns)?.checked_mul(configurations)?;
        Some(Layout { mover, other, groups, configurations, rows, columns, board: std::marker::PhantomData })
    }

    /// The mover's pieces.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// The other side's pieces.
    pub fn other(&self) -> Side {
        self.other
    }

    /// The number of positions.
    pub fn entries(&self) -> u64 {
        self.configurations * self.kings_per_block()
    }

    /// The number of configurations of the men.
    pub fn configurations(&self) -> u64 {
        self.configurations
    }

    /// The positions of one configuration.
    pub fn kings_per_block(&self) -> u64 {
        self.rows * self.columns
    }

    /// Placements of the other side's kings in one configuration.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Placements of the mover's kings beside the other side's.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    /// The squares that the columns of a row are taken from.
    pub fn open_squares(&self) -> u32 {
        B::PLAYING.count() - self.mover.men - self.other.men - self.other.kings
    }

    /// The squares without men.
    #[inline(always)]
    pub fn without_men(mover_men: B::Bits, other_men: B::Bits) -> B::Bits {
        B::PLAYING & !(mover_men | other_men)
    }

    /// The number of a configuration of the men.
    #[inline(always)]
    pub fn configuration<C: Cpu>(&self, cpu: C, mover_men: B::Bits, other_men: B::Bits) -> u64 {
        if self.mover.men + self.other.men == 0 {
            return 0;
        }
        let shared_squares = B::MEN_UP & B::MEN_DOWN;
        let own = rank((mover_men & !shared_squares).extract(cpu, B::MEN_UP & !B::MEN_DOWN));
        let shared_men = mover_men & shared_squares;
        let shared = rank(shared_men.extract(cpu, shared_squares));
        let other = rank(other_men.extract(cpu, B::MEN_DOWN & !mover_men));
        let group = &self.groups[shared_men.count() as usize];
        group.start + (own * group.shared + shared) * group.other + other
    }

    /// The place of the mover's men among all placements of them, in the order of the configurations.
    pub fn mover_men<C: Cpu>(&self, cpu: C, men: B::Bits) -> u64 {
        let shared_squares = B::MEN_UP & B::MEN_DOWN;
        let own = rank((men & !shared_squares).extract(cpu, B::MEN_UP & !B::MEN_DOWN));
        let shared_men = men & shared_squares;
        let shared = rank(shared_men.extract(cpu, shared_squares));
        let on_shared = shared_men.count() as usize;
        let before = self.groups[..on_shared].iter().map(|group| group.count / group.other.max(1)).sum::<u64>();
        before + own * self.groups[on_shared].shared + shared
    }

    /// The men of a configuration: the mover's and the other side's.
    pub fn men<C: Cpu>(&self, cpu: C, configuration: u64) -> (B::Bits, B::Bits) {
        debug_assert!(configuration < self.configurations);
        let mut on_shared = 0;
        while configuration - self.groups[on_shared].start >= self.groups[on_shared].count {
            on_shared += 1;
        }
        let group = self.groups[on_shared];
        let on_shared = on_shared as u32;
        let (own_squares, shared_squares) = (B::MEN_UP & !B::MEN_DOWN, B::MEN_UP & B::MEN_DOWN);
        let number = configuration - group.start;
        let (men, other) = (number / group.other, number % group.other);
        let (own, shared) = (men / group.shared, men % group.shared);
        let own: B::Bits = unrank(own, own_squares.count(), self.mover.men - on_shared);
        let shared: B::Bits = unrank(shared, shared_squares.count(), on_shared);
        let mover_men = own.deposit(cpu, own_squares) | shared.deposit(cpu, shared_squares);
        let left = B::MEN_DOWN & !mover_men;
        let other: B::Bits = unrank(other, left.count(), self.other.men);
        (mover_men, other.deposit(cpu, left))
    }

    /// The number of a placement of kings within its configuration.
    #[inline(always)]
    pub fn kings<C: Cpu>(&self, cpu: C, view: &View<B::Bits>) -> u64 {
        let free = Self::without_men(view.mover_men, view.other_men);
        let row = rank(view.other_kings.extract(cpu, free));
        let column = rank(view.mover_kings.extract(cpu, free & !view.other_kings));
        row * self.columns + column
    }

    /// The number of a position, whose material must be that of the half.
    #[inline(always)]
    pub fn entry<C: Cpu>(&self, cpu: C, view: &View<B::Bits>) -> u64 {
        debug_assert_eq!((view.mover_men.count(), view.mover_kings.count()), (self.mover.men, self.mover.kings));
        debug_assert_eq!((view.other_men.count(), view.other_kings.count()), (self.other.men, self.other.kings));
        self.configuration(cpu, view.mover_men, view.other_men) * self.kings_per_block() + self.kings(cpu, view)
    }

    /// The position with this number, which must be below [`entries`](Self::entries).
    pub fn view<C: Cpu>(&self, cpu: C, entry: u64) -> View<B::Bits> {
        let (configuration, kings) = (entry / self.kings_per_block(), entry % self.kings_per_block());
        let (mover_men, other_men) = self.men(cpu, configuration);
        let free = Self::without_men(mover_men, other_men);
        let (row, column) = (kings / self.columns, kings % self.columns);
        let other: B::Bits = unrank(row, free.count(), self.other.kings);
        let other_kings = other.deposit(cpu, free);
        let mover: B::Bits = unrank(column, free.count() - self.other.kings, self.mover.kings);
        let mover_kings = mover.deposit(cpu, free & !other_kings);
        View { mover_men, mover_kings, other_men, other_kings }
    }
}
