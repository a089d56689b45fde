//! The statistics of a half, as they stand in the header of a file.

use super::header::Metric;

/// There is no win, or no loss.
const NO_PLIES: u16 = u16::MAX;

/// The longest win or loss of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u16,
    /// The lowest entry of this distance.
    pub entry: u64,
}

/// Counts of all entries of a half, captures included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Entries that the mover wins.
    pub win: u64,
    /// Entries that are drawn.
    pub draw: u64,
    /// Entries that the mover loses.
    pub loss: u64,
    /// In a distance file: the longest win and how many wins there are by plies.
    pub longest_win: Option<Longest>,
    /// The longest loss.
    pub longest_loss: Option<Longest>,
    /// How many wins there are at 0, 1, 2, ... plies; empty in a file of values.
    pub wins: Vec<u64>,
    /// How many losses.
    pub losses: Vec<u64>,
}

impl Statistics {
    #[cfg(feature = "parallel")]
    pub(super) fn encode(&self, metric: Metric, bytes: &mut Vec<u8>) {
        [self.win, self.draw, self.loss].iter().for_each(|count| bytes.extend(count.to_le_bytes()));
        if metric == Metric::Wdl {
            return;
        }
        for longest in [self.longest_win, self.longest_loss] {
            let Longest { plies, entry } = longest.unwrap_or(Longest { plies: NO_PLIES, entry: u64::MAX });
            bytes.extend(plies.to_le_bytes());
            bytes.extend(entry.to_le_bytes());
        }
        self.wins.iter().chain(&self.losses).for_each(|count| bytes.extend(count.to_le_bytes()));
    }

    /// Takes the statistics of a half from the front of `bytes`; `None` if they do not add up.
    pub(super) fn decode(metric: Metric, entries: u64, bytes: &mut &[u8]) -> Option<Statistics> {
        let mut statistics =
            Statistics { win: take_u64(bytes)?, draw: take_u64(bytes)?, loss: take_u64(bytes)?, ..Default::default() };
        let sum = statistics.win.checked_add(statistics.draw)?.checked_add(statistics.loss)?;
        if sum != entries {
            return None;
        }
        if metric == Metric::Wdl {
            return Some(statistics);
        }
        statistics.longest_win = take_longest(entries, bytes)?;
        statistics.longest_loss = take_longest(entries, bytes)?;
        statistics.wins = take_histogram(statistics.longest_win, statistics.win, bytes)?;
        statistics.losses = take_histogram(statistics.longest_loss, statistics.loss, bytes)?;
        Some(statistics)
    }
}

fn take_u64(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

/// The outer `None` stands for nonsense, the inner one for "there is none".
fn take_longest(entries: u64, bytes: &mut &[u8]) -> Option<Option<Longest>> {
    let (plies, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    let (plies, entry) = (u16::from_le_bytes(*plies), take_u64(bytes)?);
    match (plies, entry) {
        (NO_PLIES, u64::MAX) => Some(None),
        (NO_PLIES, _) => None,
        _ => (entry < entries).then_some(Some(Longest { plies, entry })),
    }
}

fn take_histogram(longest: Option<Longest>, count: u64, bytes: &mut &[u8]) -> Option<Vec<u64>> {
    let length = longest.map_or(0, |longest| usize::from(longest.plies) + 1);
    let histogram: Vec<u64> = (0..length).map(|_| take_u64(bytes)).collect::<Option<_>>()?;
    let sum = histogram.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count))?;
    (sum == count && histogram.last() != Some(&0)).then_some(histogram)
}
