//! Reading the table of a clock back.

use super::in_time::clock_statistics;
use super::known::{ClockSlice, Expected};
use crate::board::View;
use crate::board::cpu::Cpu;
use crate::format::{ClockCell, Table, TableError, TableErrorKind};
use crate::index::{Material, Visitor, walk};
use crate::retrograde::{Cells, CellsOf, DRAW, ENDED, Events, Half, Scale, Solved, Until};
use crate::rules::{BitsOf, Captures, Movement, Rulebook, can_capture};
use crate::stored::Reader;
use crate::threads;

/// Whether a cell of a table of a clock takes two bytes.
pub(crate) fn wide(table: &Table) -> bool {
    let longest = table.header().statistics.iter().flat_map(|half| [half.longest_win, half.longest_loss]).flatten();
    longest.map(|longest| longest.plies.saturating_mul(2).saturating_add(2)).max() > Some(u8::MAX.into())
}

/// Reads a table of a clock back; entries with a capture are solved again.
///
/// # Errors
/// If a file cannot be read or is damaged, or the table does not have the statistics that its header names.
pub(crate) fn load_clock<'a, M: Movement>(
    rules: Rulebook<'_, M>,
    slice: &ClockSlice<'_>,
    table: &Table,
    values_of: CellsOf<'_, 'a>,
    of_clock: CellsOf<'_, 'a>,
) -> Result<Solved, TableError> {
    let header = table.header();
    let wide = wide(table);
    let count = slice.material.halves().count();
    let cells: Result<Vec<Cells>, _> = (0..count).map(|_| Cells::new(header.entries, wide)).collect();
    let cells = cells.map_err(|_| TableError::no_memory(table.path()))?;
    let events = Events { until: Until::Clocks(slice.clocks), values: values_of, of_clocks: of_clock };
    let kept = slice.kept::<M>();
    for (number, sides) in slice.material.halves().enumerate() {
        // Captures lead to other slices alone.
        let leads = |leaving, next: Material, mover| events.lead(sides, leaving, (next, mover), of_clock(next, mover));
        let half = Half::<M>::for_captures(rules, slice.scale(), sides, &cells[number], &leads);
        const CHUNK: u64 = 1 << 16;
        let filled = threads::try_map(half.layout.entries().div_ceil(CHUNK), &|chunk| {
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(half.layout.entries());
            let mut fill = Fill::<M> {
                expected: Expected::new(slice, number, &kept),
                stored: Reader::new(table, number, &kept),
                half: &half,
                buffer: Captures::default(),
                failure: None,
            };
            walk(&half.layout, &half.sets, range, &mut fill);
            fill.failure.map_or(Ok(()), Err)
        });
        filled?;
    }
    let solved = Solved { halves: cells };
    for (half, expected) in header.statistics.iter().enumerate() {
        if clock_statistics::<M>(slice, &solved, half) != *expected {
            let kind = TableErrorKind::Statistics;
            return Err(TableError { path: table.path().to_owned(), kind });
        }
    }
    Ok(solved)
}

struct Fill<'a, 's, M: Movement> {
    expected: Expected<'a, 's, M>,
    stored: Reader<'s>,
    half: &'s Half<'s, M>,
    buffer: Captures<BitsOf<M>>,
    failure: Option<TableError>,
}

impl<M: Movement> Fill<'_, '_, M> {
    #[inline(always)]
    fn cell<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<M>>) -> Result<u16, TableError> {
        if self.expected.values.get(entry) == DRAW {
            return Ok(DRAW);
        }
        if can_capture::<M>(view) {
            // No file stores an entry with a capture: its cell follows from the distance to the end, or from where the
            // captures lead.
            if self.half.lost {
                return Ok(ENDED);
            }
            if self.expected.slice.waits_for_the_end::<M>(view) {
                return self.expected.cell(entry, view);
            }
            self.half.captures.captures(view, &mut self.buffer);
            return Ok(self.half.scale.cell(self.half.best_capture(cpu, view, &self.buffer.list)));
        }
        match ClockCell::of(self.stored.get(entry)?) {
            ClockCell::Same => self.expected.cell(entry, view),
            ClockCell::Never => Ok(DRAW),
            ClockCell::Plies(plies) => {
                let value = self.expected.values.get(entry);
                Ok(Scale::event(value).saturating_add(plies.saturating_mul(2)))
            }
        }
    }
}

impl<M: Movement> Visitor<BitsOf<M>> for Fill<'_, '_, M> {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, cpu: C, entry: u64, view: &View<BitsOf<M>>) {
        match self.cell(cpu, entry, view) {
            // A cell that is too large for what the statistics say is found when they are compared.
            Ok(cell) => self.half.cells.set(entry, cell.min(self.half.cells.most())),
            Err(error) => {
                self.failure.get_or_insert(error);
            }
        }
    }
}
