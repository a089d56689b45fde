//! The tables of one game, asked for positions.

use std::ops::Range;
use std::sync::OnceLock;

use super::functions::Functions;
use super::options::Options;
use super::shelf::{Access, HalfTables, ReadError, Shelf};
use crate::board::View;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::format::{Kept, Metric, TableError};
use crate::index::{Grid, Layout, MAX_MEMBERS, Material, Neighbours, Rows, Side};
use crate::probe::outcome::Outcome;
use crate::rules::{BitsOf, CapturesOf, Game, Movement, Quiet};

/// The tables of a game.
#[derive(Debug)]
pub struct Tables<M: Movement> {
    pub(crate) shelf: Shelf,
    pub(crate) captures: CapturesOf<M>,
    pub(crate) functions: Functions<M>,
    /// By the pieces of mover and other: what a probe needs of that half, found once.
    halves: Vec<OnceLock<Option<Box<Half<M>>>>>,
}

/// What a probe needs of a half.
#[derive(Debug)]
pub(crate) struct Half<M: Movement> {
    pub(crate) tables: HalfTables,
    pub(crate) layout: Layout<M::Board>,
    /// What files in parts take, made when the first one is read.
    grid: OnceLock<Option<Grid<M::Board>>>,
}

const COUNTS: usize = MAX_MEMBERS + 1;

impl<M: Movement> Tables<M> {
    /// The tables of a game with the rules of the type.
    pub(crate) fn new(
        game: &'static Game,
        captures: CapturesOf<M>,
        functions: Functions<M>,
        options: Options,
    ) -> Tables<M> {
        let entries = |material: Material| {
            Layout::<M::Board>::new(material.first(), material.second()).map_or(0, |layout| layout.entries())
        };
        let halves = (0..COUNTS.pow(4)).map(|_| OnceLock::new()).collect();
        Tables { shelf: Shelf::new(game, options, entries), captures, functions, halves }
    }

    /// The outcome that is stored for a position in which the mover has no capture and both sides have pieces.
    #[inline]
    pub(crate) fn stored(&self, view: &View<BitsOf<M>>, distance: bool, access: Access) -> Result<Outcome, ReadError> {
        if let Some(outcome) = self.quick(view, distance) {
            return Ok(outcome);
        }
        let half = self.half(view)?;
        let entry = dispatch(Entry::<M> { layout: &half.layout, view });
        self.shelf.outcome(&half.tables, &HalfKept { shelf: &self.shelf, half }, entry, distance, access)
    }

    /// What stands in the table of a metric, but for values, for such a position, which is no draw.
    #[inline]
    pub(crate) fn stored_number(&self, view: &View<BitsOf<M>>, metric: Metric) -> Result<u16, ReadError> {
        let half = self.half(view)?;
        let entry = dispatch(Entry::<M> { layout: &half.layout, view });
        self.shelf.read(&half.tables, &HalfKept { shelf: &self.shelf, half }, metric, entry, Access::Any)
    }

    /// The half of the position, whose number of pieces the caller has checked.
    #[inline]
    fn half(&self, view: &View<BitsOf<M>>) -> Result<&Half<M>, ReadError> {
        let (mover, other) = (view.mover_side(), view.other_side());
        let half = self.halves[number_of(mover, other)].get_or_init(|| {
            let material = Material::new(mover, other).ok()?;
            let layout = Layout::new(mover, other)?;
            let tables = HalfTables::new(material, material.half_of(mover), self.shelf.game);
            Some(Box::new(Half { tables, layout, grid: OnceLock::new() }))
        });
        half.as_deref().ok_or_else(|| {
            let material = Material::new(mover, other).expect("checked before the probe");
            ReadError::Missing((material, Metric::Wdl))
        })
    }

    /// The half with these pieces, if it was asked for before.
    #[inline(always)]
    pub(crate) fn known_half(&self, mover: Side, other: Side) -> Option<&Half<M>> {
        if [mover.kings, mover.men, other.kings, other.men].iter().any(|&count| count as usize >= COUNTS) {
            return None;
        }
        self.halves.get(number_of(mover, other))?.get()?.as_deref()
    }
}

/// What the files of a half keep.
struct HalfKept<'a, M: Movement> {
    shelf: &'a Shelf,
    half: &'a Half<M>,
}

impl<M: Movement> Kept for HalfKept<'_, M> {
    fn rows(&self, _: usize, range: Range<u64>, rows: &mut Rows) {
        if let Some(grid) = self.half.grid() {
            grid.rows(range, &Quiet::<M>::default(), rows);
        }
    }

    fn neighbours(&self, _: usize) -> Option<&Neighbours> {
        self.half.grid().map(Grid::neighbours)
    }

    fn values(&self, _: usize, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        self.shelf.stored_values(&self.half.tables, self, range)
    }
}

impl<M: Movement> Half<M> {
    fn grid(&self) -> Option<&Grid<M::Board>> {
        self.grid.get_or_init(|| Grid::new(&self.layout, M::ALIKE)).as_ref()
    }
}

/// The place of a half among all, if no kind of pieces has more than a material can have.
#[inline(always)]
fn number_of(mover: Side, other: Side) -> usize {
    let counts = [mover.kings, mover.men, other.kings, other.men];
    counts.into_iter().fold(0, |number, count| number * COUNTS + count as usize)
}

/// The number of a position.
struct Entry<'a, M: Movement> {
    layout: &'a Layout<M::Board>,
    view: &'a View<BitsOf<M>>,
}

impl<M: Movement> Task for Entry<'_, M> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        self.layout.entry(cpu, self.view)
    }
}
