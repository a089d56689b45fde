//! What is known of a table of a clock beside its cells.
//!
//! A cell of a clock is the plies to its event, 0 where the winner cannot force it. Its file holds only what differs from
//! the metric that the clock goes by, so the file of that metric is read beside it both ways.

use std::collections::BTreeMap;

use crate::board::View;
use crate::format::{Kept, Metric, Table, TableError};
use crate::index::Material;
use crate::probe::metric_of_distance;
use crate::retrograde::{Cells, DRAW, Measure, Scale, Solved, Unsolved};
use crate::rules::{BitsOf, ClockSet, Game, Movement, Until};
use crate::stored::{Known, Reader, SliceKept};

/// The base metrics of clocks: their files hold what differs from these.
pub(crate) fn goes_by(clocks: &ClockSet) -> Vec<Metric> {
    [false, true].map(|running| metric_of_distance(clocks.goes_by(running))).into()
}

/// A slice for a clock: what is known of it beside the cells of the clock.
pub(crate) struct ClockSlice<'a> {
    pub(crate) game: &'static Game,
    pub(crate) clocks: &'a ClockSet,
    pub(crate) material: Material,
    /// The cells of values, or of distances to the end where the clock goes by those.
    pub(crate) values: &'a Solved,
    /// The tables of the distances that the clock goes by, but for those to the end.
    pub(crate) metrics: &'a BTreeMap<Metric, Table>,
}

impl ClockSlice<'_> {
    pub(super) fn scale(&self) -> Scale {
        Scale { giveaway: self.game.ending.giveaway, measure: Measure::Events }
    }

    /// What the files of the slice keep.
    pub(super) fn kept<M: Movement>(&self) -> SliceKept<'_, M> {
        SliceKept::new(self.material, Known::Cells(self.scale(), &self.values.halves))
    }

    /// Whether nothing but the end of the game will do in a position.
    #[inline]
    pub(super) fn waits_for_the_end<M: Movement>(&self, view: &View<BitsOf<M>>) -> bool {
        self.clocks.single().is_some_and(|clock| clock.until == Until::End && clock.runs_in::<M>(view))
    }
}

/// The plies of the metric that a clock goes by, entry after entry of a half.
pub(super) struct Expected<'a, 's, M> {
    pub(super) slice: &'s ClockSlice<'a>,
    pub(super) values: &'s Cells,
    /// Few, and one mostly.
    readers: Vec<(Metric, Reader<'s>)>,
    variant: std::marker::PhantomData<M>,
}

impl<'a, 's, M: Movement> Expected<'a, 's, M> {
    pub(super) fn new(slice: &'s ClockSlice<'a>, half: usize, kept: &'s dyn Kept) -> Self {
        let readers = slice.metrics.iter().map(|(&metric, table)| (metric, Reader::new(table, half, kept))).collect();
        Expected { slice, values: &slice.values.halves[half], readers, variant: Default::default() }
    }

    /// The cell of a decided entry without a capture, if the rule changed nothing.
    #[inline]
    pub(super) fn cell(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<u16, TableError> {
        let value = self.values.get(entry);
        let running = self.slice.waits_for_the_end::<M>(view);
        let metric = metric_of_distance(self.slice.clocks.goes_by(running));
        let plies = match self.readers.iter_mut().find(|(of, _)| *of == metric) {
            Some((_, reader)) => reader.get(entry)?,
            None => Scale { measure: Measure::Ends, ..self.slice.scale() }.plies(value),
        };
        Ok(Scale::event(value).saturating_add(plies.saturating_mul(2)))
    }
}

/// The cells of a half of a slice in which the clock runs to the end of the game: nothing has to be solved.
///
/// # Errors
/// If there is no memory for the cells.
pub(crate) fn ends(slice: &ClockSlice<'_>) -> Result<Solved, Unsolved> {
    let ends = Scale { measure: Measure::Ends, ..slice.scale() };
    let halves = slice.values.halves.iter().map(|values| {
        let wide = values.most() > u8::MAX.into() || widest(values) > u8::MAX.into();
        let cells = Cells::new(values.entries(), wide).map_err(|_| Unsolved::NoMemory)?;
        for entry in 0..values.entries() {
            let value = values.get(entry);
            if value != DRAW {
                cells.set(entry, Scale::event(value) + 2 * ends.plies(value));
            }
        }
        Ok(cells)
    });
    Ok(Solved { halves: halves.collect::<Result<_, _>>()? })
}

/// The largest cell that distances to the end become as distances to an event.
fn widest(values: &Cells) -> u16 {
    let most = (0..values.entries()).map(|entry| values.get(entry)).max().unwrap_or(0);
    most.saturating_mul(2)
}
