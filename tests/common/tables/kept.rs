//! What the files of a slice keep, told by the tests: with the values of its own table.

use std::ops::Range;

use petrov::format::TableError;
use petrov::index::{Layout, Material};
use petrov::internals::board::{Along, Keep, View};
use petrov::internals::format::{Kept, Table};
use petrov::internals::index::{Grid, Neighbours, Rows};
use petrov::internals::rules::{BitsOf, can_capture};
use petrov::rules::{Movement, Variant};

use super::values;

/// The grids of a slice, and the value of every entry of its halves; none while the table of the values itself is read.
pub struct SliceKept<V: Variant> {
    grids: Vec<Option<Grid<V::Board>>>,
    values: Vec<Vec<u16>>,
}

impl<V: Variant> SliceKept<V> {
    /// For the table of the values.
    pub fn of_values(material: Material) -> SliceKept<V> {
        let grid = |(mover, other)| Grid::new(&Layout::<V::Board>::new(mover, other).unwrap(), V::ALIKE);
        SliceKept { grids: material.halves().map(grid).collect(), values: Vec::new() }
    }

    /// For the other tables of the slice.
    pub fn beside(wdl: &Table) -> SliceKept<V> {
        let mut kept = SliceKept::of_values(wdl.header().material);
        kept.values = values(wdl, &kept).unwrap();
        kept
    }
}

impl<V: Variant> Kept for SliceKept<V> {
    fn rows(&self, half: usize, range: Range<u64>, rows: &mut Rows) {
        if let Some(grid) = &self.grids[half] {
            grid.rows(range, &WithoutCapture::<V>(Default::default()), rows);
        }
    }

    fn neighbours(&self, half: usize) -> Option<&Neighbours> {
        self.grids[half].as_ref().map(Grid::neighbours)
    }

    fn values(&self, half: usize, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        Ok(self.values[half][range.start as usize..range.end as usize].iter().map(|&value| value as u8).collect())
    }
}

struct WithoutCapture<V>(std::marker::PhantomData<V>);

impl<V: Variant> Keep<BitsOf<V>> for WithoutCapture<V> {
    type Row = ();

    fn row(&self, _: &View<BitsOf<V>>, _: Along) {}

    fn keeps(_: &mut (), view: &View<BitsOf<V>>) -> bool {
        !can_capture::<V>(view)
    }
}
