//! The rows of a [`Grid`](super::Grid) that a range of entries goes through.

use std::ops::Range;

use super::axis::AXES;

/// The rows that a range of entries goes through.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub(super) columns: u32,
    pub(super) rows: Vec<Row>,
    pub(super) points: Vec<Point>,
    pub(super) offsets: Vec<u32>,
}

/// An entry that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its column.
    pub column: u32,
    /// Its number, counted from the beginning of the range.
    pub entry: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) position: u32,
    pub(super) points: Range<u32>,
    /// Where the offsets of each further axis end, the nearest axis first; at first where they begin.
    pub(super) offsets: [u32; AXES],
}

/// One of the rows.
#[derive(Clone, Copy, Debug)]
pub struct RowPoints<'a> {
    /// Points of the grid from the beginning of the first row to that of this one.
    pub position: usize,
    /// The entries of the row that are kept, in order.
    pub points: &'a [Point],
    /// By axis, that of the quickest change first: how many points back the neighbours of the row lie.
    pub neighbours: [&'a [u32]; AXES - 1],
}

impl Rows {
    pub(super) fn clear(&mut self, columns: usize) {
        self.columns = columns as u32;
        self.rows.clear();
        self.points.clear();
        self.offsets.clear();
    }

    /// The last row ends with the points so far.
    pub(super) fn close_row(&mut self) {
        let end = self.points.len() as u32;
        if let Some(last) = self.rows.last_mut() {
            last.points.end = end;
        }
    }

    /// The rows in order.
    pub fn iter(&self) -> impl Iterator<Item = RowPoints<'_>> {
        let last = self.rows.len().wrapping_sub(1);
        self.rows.iter().enumerate().map(move |(number, row)| {
            let end = if number == last { self.points.len() } else { row.points.end as usize };
            let offsets = |axis: usize| &self.offsets[row.offsets[axis] as usize..row.offsets[axis + 1] as usize];
            RowPoints {
                position: row.position as usize,
                points: &self.points[row.points.start as usize..end],
                neighbours: std::array::from_fn(offsets),
            }
        })
    }

    /// The entries that are kept, in order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Columns of a row.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Points of the grid that all rows together span.
    pub fn span(&self) -> usize {
        self.rows.last().map_or(0, |row| row.position as usize + self.columns())
    }
}
