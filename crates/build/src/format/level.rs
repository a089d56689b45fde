//! How small a file is made, and the ways of encoding that are tried for it.

use std::ops::Range;

use super::Metric;
use super::contexts::MOST_DISTANCE;
use super::writer::Content;

/// How much time writing and probing a file may take for it to be small.
///
/// ```
/// use petrov_build::format::Level;
///
/// assert_eq!(Level::default(), Level::Default);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// What a build writes.
    #[default]
    Default,
    /// The smallest of several encodings. A probe that has to decode takes several times as long.
    Smallest,
}

/// One way to encode a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Codec 2.
    Parts(Parts),
    /// Codec 1.
    Whole {
        /// Decoded bytes of a block.
        bytes: u64,
        /// The level of compression.
        level: i32,
        /// Bytes of a dictionary.
        dictionary: usize,
    },
}

/// How a file is cut in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// Entries of a part.
    pub(super) entries: u64,
    /// Parts of a block.
    pub(super) parts: u64,
    /// The entries of about so many parts make a model.
    pub(super) samples: usize,
}

impl Parts {
    /// The parts of a block, or of all blocks of a half.
    pub(super) fn of(&self, range: &Range<u64>) -> Vec<Range<u64>> {
        let starts = range.clone().step_by(self.entries as usize);
        starts.map(|start| start..(start + self.entries).min(range.end)).collect()
    }
}

// Measured over all tables of Russian draughts up to 5 pieces (`petrov build --pieces 5`), each against what stands here.

/// What a build writes.
///
/// A part is what a probe decodes: half as many entries make the files 3 % larger, and a cold probe costs in proportion.
const PARTS: Way = Way::Parts(Parts { entries: 1280, parts: 32, samples: 1 << 11 });
/// What it writes of small tables and those of clocks.
///
/// Half as many bytes to a block make files of values 3 % larger, twice as many 3 % smaller, and a cold probe costs in
/// proportion; with distances it is the same in 3 % either way. Level 22 makes the files 0.3 % smaller and the build 40 %
/// longer, level 16 makes them 2 % larger and it a fifth shorter. The dictionary is there for speed: without one zstd looks at
/// every block twice at this level, which makes the files 2.5 % smaller and the build 40 % longer.
const WHOLE: Way = Way::Whole { bytes: 1 << 14, level: 19, dictionary: 1 << 12 };

/// The largest parts that there may be: values 17 %, distances 9 % smaller, with 5 pieces. Of the latter 2 % come of a model that
/// is made of everything, up to 268 million entries.
const LARGE_PARTS: Way = Way::Parts(Parts { entries: 16_380, parts: 32, samples: 1 << 14 });
/// In between, the smallest for some small tables.
const MIDDLE_PARTS: [Way; 2] = [
    Way::Parts(Parts { entries: 4_095, parts: 32, samples: 1 << 11 }),
    Way::Parts(Parts { entries: 8_190, parts: 32, samples: 1 << 11 }),
];
/// Where there are no parts.
const LARGE_WHOLE: Way = Way::Whole { bytes: 1 << 17, level: 22, dictionary: 0 };

/// Of smaller slices all are tried.
const SMALL: u64 = 1 << 17;
/// In smaller files header and index are so much that another way may be better by some bytes.
const FEW_BYTES: usize = 1 << 12;

impl Level {
    /// The ways that are tried for a file, of which the smallest result is taken, the first of those that are equal.
    /// `grids` says whether the halves have grids, without which there is no codec 2.
    pub(super) fn ways(self, content: &Content, grids: bool) -> Vec<Way> {
        let small = content.entries.saturating_mul(content.statistics.len() as u64) < SMALL;
        let in_parts = grids && content.most <= MOST_DISTANCE;
        let clock = matches!(content.metric, Metric::Clock(_));
        let [middle, larger] = MIDDLE_PARTS;
        match self {
            Level::Default if !in_parts || clock => vec![WHOLE],
            Level::Default if small => vec![WHOLE, PARTS],
            Level::Default => vec![PARTS],
            Level::Smallest if !in_parts => vec![WHOLE, LARGE_WHOLE],
            Level::Smallest if small => vec![WHOLE, LARGE_WHOLE, PARTS, middle, larger, LARGE_PARTS],
            // Hardly anything of them is left, whatever the way.
            Level::Smallest if clock => vec![WHOLE, LARGE_PARTS],
            Level::Smallest => vec![LARGE_PARTS],
        }
    }

    /// The ways that are tried as well where the smallest result of the others has so few bytes.
    pub(super) fn further_ways(self, ways: &[Way], bytes: usize) -> Vec<Way> {
        let further = self == Level::Smallest && bytes < FEW_BYTES && ways.contains(&LARGE_PARTS);
        let all = if further { vec![WHOLE, PARTS] } else { Vec::new() };
        all.into_iter().filter(|way| !ways.contains(way)).collect()
    }

    /// Whether a file of this content that is cut in blocks like this is what comes of this level, as far as that can be told
    /// without encoding it: only where there is no choice of ways.
    pub(crate) fn made(self, content: &Content, grids: bool, block_entries: u32, parts: u8) -> bool {
        let ways = self.ways(content, grids);
        let alike = |way: &Parts| u64::from(block_entries) == way.entries * way.parts && u64::from(parts) == way.parts;
        self == Level::Smallest && matches!(&ways[..], [Way::Parts(way)] if alike(way))
    }

    /// In how many ways a file is encoded that is not small, at most.
    pub(crate) fn most_ways(self) -> u64 {
        match self {
            Level::Default => 1,
            Level::Smallest => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{MOST_BLOCK_ENTRIES, MOST_PART_ENTRIES, Packing, VALUES_PER_BYTE};

    #[test]
    fn all_ways_are_within_what_is_read() {
        let [middle, larger] = MIDDLE_PARTS;
        for way in [PARTS, WHOLE, middle, larger, LARGE_PARTS, LARGE_WHOLE] {
            let most = match way {
                Way::Parts(Parts { entries, parts, .. }) => {
                    assert!(entries <= MOST_PART_ENTRIES && entries.is_multiple_of(VALUES_PER_BYTE), "{way:?}");
                    assert!((2..=u64::from(u8::MAX)).contains(&parts), "{way:?}");
                    entries * parts
                }
                Way::Whole { bytes, .. } => Packing::FiveInAByte.entries(bytes),
            };
            assert!(most <= MOST_BLOCK_ENTRIES.into(), "{way:?}");
        }
    }
}
