//! The counts of solved halves.

use crate::format::{Longest, Statistics};
use crate::retrograde::{Cells, DRAW, Measure, Scale};
use crate::threads;

/// The statistics of a solved half; distances are left out where only values were solved.
pub(crate) fn statistics(cells: &Cells, scale: Scale) -> Statistics {
    const CHUNK: u64 = 1 << 20;
    let count = |chunk: u64| {
        let mut counts = Counts::default();
        (chunk * CHUNK..((chunk + 1) * CHUNK).min(cells.entries()))
            .for_each(|entry| counts.add(cells.get(entry), entry));
        counts
    };
    threads::reduce(cells.entries().div_ceil(CHUNK), &count, Counts::default, Counts::merge).statistics(scale)
}

/// How many entries have each cell, and the lowest of them.
#[derive(Default)]
struct Counts(Vec<(u64, u64)>);

impl Counts {
    #[inline]
    fn add(&mut self, cell: u16, entry: u64) {
        let cell = usize::from(cell);
        if cell >= self.0.len() {
            self.0.resize(cell + 1, (0, u64::MAX));
        }
        let (count, lowest) = &mut self.0[cell];
        *count += 1;
        *lowest = entry.min(*lowest);
    }

    fn merge(mut self, other: Counts) -> Counts {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), (0, u64::MAX));
        }
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = (mine.0 + theirs.0, mine.1.min(theirs.1));
        }
        self
    }

    fn statistics(&self, scale: Scale) -> Statistics {
        let mut statistics = Statistics::default();
        for (cell, &(count, lowest)) in self.0.iter().enumerate() {
            if cell == usize::from(DRAW) {
                statistics.draw = count;
                continue;
            }
            let plies = scale.plies(cell as u16);
            let (sum, longest, histogram) = if scale.is_loss(cell as u16) {
                (&mut statistics.loss, &mut statistics.longest_loss, &mut statistics.losses)
            } else {
                (&mut statistics.win, &mut statistics.longest_win, &mut statistics.wins)
            };
            *sum += count;
            if scale.measure != Measure::Values && count > 0 {
                *longest = Some(Longest { plies, entry: lowest });
                histogram.resize(usize::from(plies) + 1, 0);
                histogram[usize::from(plies)] = count;
            }
        }
        statistics
    }
}

/// The counts alone.
pub(crate) fn without_distances(half: Statistics) -> Statistics {
    let mut counts = Statistics::default();
    (counts.win, counts.draw, counts.loss) = (half.win, half.draw, half.loss);
    counts
}
