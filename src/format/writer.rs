//! Making the bytes of a table file.

use std::io;
use std::ops::Range;

use super::block::Packing;
use super::codec::{Encoder, train};
use super::error::TableError;
use super::header::{Header, KIND_COMPRESSED, KIND_CONSTANT, KIND_PLAIN, LENGTH_BITS};
use super::metric::Metric;
use super::statistics::Statistics;
use super::table::block_checksum;
use crate::index::Material;
use crate::threads::{self, Reserve};

/// The values of the entries of a slice.
pub trait Values: Sync {
    /// The values of a range of entries of a half, `None` where none is stored. They are what stands in the file: see
    /// the [format](crate::format).
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>>;

    /// Whether the work is to end early; asked before every block.
    fn stopped(&self) -> bool {
        false
    }

    /// Told of every block that is encoded: how many entries it has.
    fn encoded(&self, _entries: u64) {}

    /// Why the values could not be found out, if they could not: then what was encoded is not to be used.
    fn failure(&self) -> Option<TableError> {
        None
    }
}

/// What a file is made of beside its values.
#[derive(Clone, Debug)]
pub struct Content {
    /// The metric.
    pub metric: Metric,
    /// The id of the game.
    pub game: String,
    /// The material.
    pub material: Material,
    /// The definition of the clock; empty where it is no table of one.
    pub clock: String,
    /// Entries of each half.
    pub entries: u64,
    /// The statistics of each half.
    pub statistics: Vec<Statistics>,
    /// The largest value.
    pub most: u16,
}

// Measured over all tables of Russian draughts up to 5 pieces (`petrov build --pieces 5`), each against what stands here.

/// Decoded bytes of a block of values. Half as many make the files 3 % larger, twice as many 3 % smaller, and a cold probe
/// costs in proportion.
const WDL_BLOCK_BYTES: u64 = 1 << 14;
/// Decoded bytes of a block of distances. The same in 3 % either way.
const DTW_BLOCK_BYTES: u64 = 1 << 14;
/// The level of compression. Level 22 makes the files 0.3 % smaller and the build 40 % longer, level 16 makes them 2 %
/// larger and it a fifth shorter.
const LEVEL: i32 = 19;
/// Bytes of a dictionary. It is there for speed: without one zstd looks at every block twice at this level, which makes
/// the files 2.5 % smaller and the build 40 % longer.
const DICTIONARY_BYTES: usize = 1 << 12;
/// The data must be this many times as long as a dictionary for one to be made, so that it is a small part of the file.
const DICTIONARY_SHARE: u64 = 1 << 8;
/// Blocks from which the dictionary is made.
const SAMPLES: u64 = 1 << 7;

/// Makes the bytes of a table file, on the threads of the rayon pool that this is called in. The same values give the same bytes.
///
/// # Errors
/// If the compression fails, for want of memory; [`io::ErrorKind::Interrupted`] if the values say that it is to stop.
pub fn encode(content: Content, values: &dyn Values) -> io::Result<Vec<u8>> {
    let packing = match content.metric {
        Metric::Wdl => Packing::FiveInAByte,
        _ if content.most <= u8::MAX.into() => Packing::Bytes,
        _ => Packing::Words,
    };
    let block_entries = match packing {
        Packing::FiveInAByte => 5 * WDL_BLOCK_BYTES,
        Packing::Bytes => DTW_BLOCK_BYTES,
        Packing::Words => DTW_BLOCK_BYTES / 2,
    };
    let file = File { packing, block_entries, entries: content.entries, values };
    let halves = content.statistics.len();
    let constants: Vec<Option<u16>> = (0..halves).map(|half| file.constant(half)).collect();
    let blocks: Vec<(usize, Range<u64>)> =
        (0..halves).filter(|&half| constants[half].is_none()).flat_map(|half| file.blocks(half)).collect();
    let dictionary = file.dictionary(&blocks)?;
    let encoded = file.encode_blocks(&blocks, &dictionary)?;
    let mut data = Vec::new();
    let (mut words, mut checksums) = (Vec::new(), Vec::new());
    for (word, block, checksum) in encoded {
        words.push(word);
        checksums.push(checksum);
        data.extend(block);
    }
    let header = Header {
        metric: content.metric,
        packing,
        game: content.game,
        material: content.material,
        clock: content.clock,
        entries: content.entries,
        block_entries: block_entries as u32,
        constants,
        statistics: content.statistics,
        dictionary,
        words,
        checksums,
        data: data.len() as u64,
        bytes: 0,
    };
    let mut bytes = header.encode();
    bytes.extend(data);
    Ok(bytes)
}

/// A file in the making.
struct File<'a> {
    packing: Packing,
    block_entries: u64,
    entries: u64,
    values: &'a dyn Values,
}

impl File<'_> {
    fn blocks(&self, half: usize) -> impl Iterator<Item = (usize, Range<u64>)> {
        let (size, entries) = (self.block_entries, self.entries);
        (0..entries.div_ceil(size)).map(move |block| (half, block * size..((block + 1) * size).min(entries)))
    }

    /// The value of all stored entries of a half, if it is the same; 0 where none is stored.
    fn constant(&self, half: usize) -> Option<u16> {
        // The first block nearly always tells; only where it does not is the rest looked at.
        let of_block = |range: Range<u64>| {
            let values = self.values.range(half, range);
            let first = values.iter().flatten().next().copied();
            let same = values.iter().flatten().all(|&value| Some(value) == first);
            same.then_some(first)
        };
        let mut value = None;
        for (_, range) in self.blocks(half) {
            let first = of_block(range)?;
            value = value.or(first);
            if first.is_some() && first != value {
                return None;
            }
        }
        Some(value.unwrap_or(0))
    }

    /// The decoded bytes of a block, or the one value that it has.
    fn decoded(&self, (half, range): &(usize, Range<u64>)) -> Result<Vec<u8>, u16> {
        let values = self.values.range(*half, range.clone());
        let first = values.iter().flatten().next().copied().unwrap_or(0);
        let mut last = first;
        let filled: Vec<u16> = values
            .iter()
            .map(|value| {
                last = value.unwrap_or(last);
                last
            })
            .collect();
        if filled.iter().all(|&value| value == first) {
            return Err(first);
        }
        Ok(self.packing.pack(&filled))
    }

    fn dictionary(&self, blocks: &[(usize, Range<u64>)]) -> io::Result<Vec<u8>> {
        let bytes = self.packing.bytes(self.block_entries) * blocks.len() as u64;
        if bytes < DICTIONARY_SHARE * DICTIONARY_BYTES as u64 {
            return Ok(Vec::new());
        }
        let step = (blocks.len() as u64).div_ceil(SAMPLES) as usize;
        let sample = |number| Ok::<_, io::Error>(self.decoded(&blocks[number as usize * step]).ok());
        let samples = threads::try_map(blocks.len().div_ceil(step) as u64, &sample)?;
        train(&samples.into_iter().flatten().collect::<Vec<_>>(), DICTIONARY_BYTES)
    }

    /// Word, data and checksum of each block.
    fn encode_blocks(&self, blocks: &[(usize, Range<u64>)], dictionary: &[u8]) -> io::Result<Vec<(u32, Vec<u8>, u64)>> {
        let encoders = Reserve::new();
        threads::try_map(blocks.len() as u64, &|number| {
            if self.values.stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let block = &blocks[number as usize];
            self.values.encoded(block.1.end - block.1.start);
            let decoded = match self.decoded(block) {
                Ok(decoded) => decoded,
                Err(value) => return Ok((KIND_CONSTANT << LENGTH_BITS | u32::from(value), Vec::new(), 0)),
            };
            let compressed = encoders.with(
                || Encoder::new(dictionary, LEVEL),
                |encoder| match encoder {
                    Ok(encoder) => encoder.encode(&decoded),
                    Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                },
            )?;
            let (kind, data) =
                if compressed.len() < decoded.len() { (KIND_COMPRESSED, compressed) } else { (KIND_PLAIN, decoded) };
            let checksum = block_checksum(number, &data);
            Ok((kind << LENGTH_BITS | data.len() as u32, data, checksum))
        })
    }
}
