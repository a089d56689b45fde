//! Tables of text in columns.

use std::io::{self, Write};

/// Rows of cells. The first column and those named so are aligned to the left, the others to the right.
#[derive(Debug)]
pub(super) struct Columns {
    rows: Vec<Vec<String>>,
    left: &'static [usize],
}

impl Columns {
    /// A table with this first row; `left` are the columns aligned to the left.
    pub(super) fn new<const N: usize>(titles: [&str; N], left: &'static [usize]) -> Columns {
        Columns { rows: vec![titles.map(str::to_owned).to_vec()], left }
    }

    /// Adds a row.
    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// Writes the table, each line with this in front.
    ///
    /// # Errors
    /// Those of the writer.
    pub(super) fn write(&self, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if self.left.contains(&column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            writeln!(out, "{}", format!("{indent}{line}").trim_end())?;
        }
        Ok(())
    }
}
