//! The statistics of a half, as they stand in the header of a file.

use super::metric::Metric;

/// There is no win, or no loss.
const NO_PLIES: u16 = u16::MAX;

/// The longest win or loss of a half.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// // The slowest win of two kings against a man, the kings to move.
/// let halves = tablebase.statistics("KKvM".parse()?)?.ok_or("no table")?;
/// let longest = halves[0].longest_win.ok_or("no win")?;
/// let position = tablebase.position("KKvM".parse()?, 0, longest.entry).ok_or("no such entry")?;
/// assert_eq!(tablebase.probe_dtw(&position)?, Some(longest.plies));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u16,
    /// The lowest entry of this distance.
    pub entry: u64,
}

/// What a draw rule takes away from a half, counted anew in each position.
///
/// ```
/// use petrov::format::Taken;
///
/// let taken = Taken::default();
/// assert_eq!((taken.count, taken.entry), (0, None));
/// assert_eq!(taken, Taken::NONE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many entries are wins (or losses) that the rule makes draws.
    pub count: u64,
    /// The lowest of them.
    pub entry: Option<u64>,
}

impl Taken {
    /// Nothing.
    pub const NONE: Taken = Taken { count: 0, entry: None };

    /// Adds an entry.
    pub fn add(&mut self, entry: u64) {
        self.count += 1;
        self.entry = Some(self.entry.map_or(entry, |lowest| lowest.min(entry)));
    }

    /// Both together.
    pub fn and(self, other: Taken) -> Taken {
        let entry = [self.entry, other.entry].into_iter().flatten().min();
        Taken { count: self.count + other.count, entry }
    }
}

impl Default for Taken {
    fn default() -> Taken {
        Taken::NONE
    }
}

/// Counts of all entries of a half, captures included.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// // One half for each side to move; with the same pieces on both sides there is one.
/// let halves = tablebase.statistics("KKvK".parse()?)?.ok_or("no table")?;
/// assert_eq!(halves.len(), 2);
/// assert_eq!(halves[0].win + halves[0].draw + halves[0].loss, 14_880);
/// assert_eq!(halves[0].wins.iter().sum::<u64>(), halves[0].win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
    /// In a file of a clock: the wins that its rule makes draws.
    pub cursed: Taken,
    /// The losses that its rule makes draws.
    pub blessed: Taken,
}

impl Statistics {
    /// Those of a half without entries.
    ///
    /// ```
    /// use petrov::format::Statistics;
    ///
    /// assert_eq!(Statistics::NONE, Statistics::default());
    /// ```
    pub const NONE: Statistics = Statistics {
        win: 0,
        draw: 0,
        loss: 0,
        longest_win: None,
        longest_loss: None,
        wins: Vec::new(),
        losses: Vec::new(),
        cursed: Taken::NONE,
        blessed: Taken::NONE,
    };

    /// Those of two parts of a half, this one with the lower entries.
    pub fn merge(mut self, other: Statistics) -> Statistics {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
        self.longest_win = longer(self.longest_win, other.longest_win);
        self.longest_loss = longer(self.longest_loss, other.longest_loss);
        for (mine, theirs) in [(&mut self.wins, other.wins), (&mut self.losses, other.losses)] {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(count, more)| *count += more);
        }
        self.cursed = self.cursed.and(other.cursed);
        self.blessed = self.blessed.and(other.blessed);
        self
    }

    /// Appends the bytes that a file of a metric has.
    pub fn encode(&self, metric: Metric, bytes: &mut Vec<u8>) {
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
        if let Metric::Clock(_) = metric {
            for Taken { count, entry } in [self.cursed, self.blessed] {
                bytes.extend(count.to_le_bytes());
                bytes.extend(entry.unwrap_or(u64::MAX).to_le_bytes());
            }
        }
    }

    /// Takes the statistics of a half from the front of `bytes`; `None` if they do not add up.
    pub fn decode(metric: Metric, entries: u64, bytes: &mut &[u8]) -> Option<Statistics> {
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
        // What cannot be forced under the rule of a clock is in no place of its histograms.
        let all = !matches!(metric, Metric::Clock(_));
        statistics.wins = take_histogram(statistics.longest_win, statistics.win, all, bytes)?;
        statistics.losses = take_histogram(statistics.longest_loss, statistics.loss, all, bytes)?;
        if !all {
            statistics.cursed = take_taken(statistics.win, entries, bytes)?;
            statistics.blessed = take_taken(statistics.loss, entries, bytes)?;
        }
        Some(statistics)
    }
}

fn longer(one: Option<Longest>, other: Option<Longest>) -> Option<Longest> {
    match (one, other) {
        (Some(one), Some(other)) if other.plies > one.plies => Some(other),
        (one, other) => one.or(other),
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

fn take_taken(most: u64, entries: u64, bytes: &mut &[u8]) -> Option<Taken> {
    let (count, entry) = (take_u64(bytes)?, take_u64(bytes)?);
    match (count, entry) {
        (0, u64::MAX) => Some(Taken::NONE),
        (0, _) => None,
        _ => (count <= most && entry < entries).then_some(Taken { count, entry: Some(entry) }),
    }
}

fn take_histogram(longest: Option<Longest>, count: u64, all: bool, bytes: &mut &[u8]) -> Option<Vec<u64>> {
    let length = longest.map_or(0, |longest| usize::from(longest.plies) + 1);
    let histogram: Vec<u64> = (0..length).map(|_| take_u64(bytes)).collect::<Option<_>>()?;
    let sum = histogram.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count))?;
    (sum <= count && (sum == count || !all) && histogram.last() != Some(&0)).then_some(histogram)
}
