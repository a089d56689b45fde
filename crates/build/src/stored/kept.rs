//! Which entries of a slice its files keep, for reading and writing them.

use std::ops::Range;

use super::reader::Reader;
use crate::format::{Kept, Table, TableError};
use crate::index::{Grid, Layout, Material, Neighbours, Rows};
use crate::retrograde::{Cells, Scale};
use crate::rules::{Movement, Quiet};

/// The grids of the halves of a slice, and where the values of its entries are found.
#[derive(Debug)]
pub(crate) struct SliceKept<'a, M: Movement> {
    grids: Vec<Option<Grid<M::Board>>>,
    values: Known<'a>,
}

/// Where the values of entries are found.
#[derive(Debug)]
pub(crate) enum Known<'a> {
    /// In the cells of the halves.
    Cells(Scale, &'a [Cells]),
    /// In the file of the values.
    Table(&'a Table),
    /// In memory, as they stand in that file.
    Stored(&'a [Cells]),
}

impl<'a, M: Movement> SliceKept<'a, M> {
    pub(crate) fn new(material: Material, values: Known<'a>) -> SliceKept<'a, M> {
        let grid = |(mover, other)| Grid::new(&Layout::<M::Board>::new(mover, other)?, M::ALIKE);
        SliceKept { grids: material.halves().map(grid).collect(), values }
    }

    /// Whether the halves can be encoded point by point.
    pub(crate) fn has_grids(&self) -> bool {
        self.grids.iter().all(Option::is_some)
    }
}

impl<M: Movement> Kept for SliceKept<'_, M> {
    fn rows(&self, half: usize, range: Range<u64>, rows: &mut Rows) {
        if let Some(grid) = &self.grids[half] {
            grid.rows(range, &Quiet::<M>::default(), rows);
        }
    }

    fn neighbours(&self, half: usize) -> Option<&Neighbours> {
        self.grids[half].as_ref().map(Grid::neighbours)
    }

    fn values(&self, half: usize, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        match &self.values {
            Known::Cells(scale, halves) => Ok(range.map(|entry| scale.value(halves[half].get(entry))).collect()),
            Known::Table(table) => {
                let mut reader = Reader::new(table, half, self);
                range.map(|entry| Ok(reader.get(entry)? as u8)).collect()
            }
            Known::Stored(halves) => Ok(range.map(|entry| halves[half].get(entry) as u8).collect()),
        }
    }
}
