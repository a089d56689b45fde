//! What the table of a clock stores.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::known::{ClockSlice, Expected};
use crate::board::View;
use crate::format::{ClockCell, TableError, Values};
use crate::index::each_view;
use crate::progress::Progress;
use crate::retrograde::{Cells, DRAW, Solved};
use crate::rules::{BitsOf, Movement, can_capture};
use crate::stored::{self, SliceKept, halves};

/// What a table of a clock stores.
pub(crate) struct ClockOutput<'a, M: Movement> {
    slice: &'a ClockSlice<'a>,
    halves: Vec<stored::Half<M>>,
    solved: &'a Solved,
    kept: SliceKept<'a, M>,
    progress: &'a Progress,
    failure: Mutex<Option<TableError>>,
}

impl<'a, M: Movement> ClockOutput<'a, M> {
    pub(crate) fn new(slice: &'a ClockSlice<'a>, solved: &'a Solved, progress: &'a Progress) -> Self {
        let halves = halves::<M>(slice.material);
        ClockOutput { slice, halves, solved, kept: slice.kept(), progress, failure: Mutex::new(None) }
    }
}

impl<M: Movement> Values for ClockOutput<'_, M> {
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>> {
        let ((layout, sets), cells) = (&self.halves[half], &self.solved.halves[half]);
        let values = Vec::with_capacity((range.end - range.start) as usize);
        let expected = Expected::new(self.slice, half, &self.kept);
        let mut collect = Collect::<M> { expected, cells, values, failure: None };
        each_view(layout, sets, range, |entry, view| collect.visit(entry, view));
        if let Some(error) = collect.failure {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        collect.values
    }

    fn stopped(&self) -> bool {
        self.progress.stop.load(Relaxed) || self.failure.lock().is_ok_and(|failure| failure.is_some())
    }

    fn encoded(&self, entries: u64) {
        self.progress.written.fetch_add(entries, Relaxed);
    }

    fn failure(&self) -> Option<TableError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct Collect<'a, 's, M> {
    expected: Expected<'a, 's, M>,
    cells: &'s Cells,
    values: Vec<Option<u16>>,
    failure: Option<TableError>,
}

impl<M: Movement> Collect<'_, '_, M> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        if self.expected.values.get(entry) == DRAW || can_capture::<M>(view) {
            return self.values.push(None);
        }
        let cell = self.cells.get(entry);
        let value = match self.expected.cell(entry, view) {
            Ok(expected) if cell == expected => ClockCell::Same,
            Ok(_) if cell == DRAW => ClockCell::Never,
            Ok(_) => ClockCell::Plies((cell - 1) / 2),
            Err(error) => {
                self.failure.get_or_insert(error);
                ClockCell::Same
            }
        };
        self.values.push(Some(value.number()));
    }
}
