//! Reading the numbers of a table in order.

use crate::format::{Kept, Slot, Table, TableError};

/// Reads the values of a table in order, a part at a time.
pub(crate) struct Reader<'a> {
    pub(super) table: &'a Table,
    half: usize,
    kept: &'a dyn Kept,
    part: Option<(u64, Vec<u8>)>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(table: &'a Table, half: usize, kept: &'a dyn Kept) -> Reader<'a> {
        Reader { table, half, kept, part: None }
    }

    /// The value of an entry.
    pub(crate) fn get(&mut self, entry: u64) -> Result<u16, TableError> {
        let (number, within) = match self.table.slot(self.half, entry) {
            Slot::Value(value) => return Ok(value),
            Slot::Part { part, entry } => (part, entry),
        };
        match &self.part {
            Some((known, bytes)) if *known == number => Ok(self.table.packing().get(bytes, within)),
            _ => {
                let bytes = self.table.read_part(number, self.kept)?;
                let value = self.table.packing().get(&bytes, within);
                self.part = Some((number, bytes));
                Ok(value)
            }
        }
    }
}
