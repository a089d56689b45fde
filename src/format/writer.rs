//! Making the bytes of a table file.

use std::io;
use std::ops::Range;

use super::block::Packing;
use super::codec::{Encoder, shorten, train};
use super::error::TableError;
use super::header::{Header, KIND_COMPRESSED, KIND_CONSTANT, KIND_PLAIN, LENGTH_BITS};
use super::kept::Points;
use super::level::{Level, Way};
use super::metric::Metric;
use super::parts::{Coder, Kind, join};
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

    /// The same values point by point, where the halves have grids.
    fn points(&self) -> Option<&dyn Points> {
        None
    }

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

/// The data must be this many times as long as a dictionary for one to be made, so that it is a small part of the file.
const DICTIONARY_SHARE: u64 = 1 << 8;
/// Blocks from which the dictionary is made.
const SAMPLES: u64 = 1 << 7;
/// The level at which models are compressed.
const MODELS_LEVEL: i32 = 19;

/// Makes the bytes of a table file, on the threads of the rayon pool that this is called in. The same values give the same bytes.
///
/// # Errors
/// If the compression fails, for want of memory; [`io::ErrorKind::Interrupted`] if the values say that it is to stop.
pub fn encode(content: &Content, values: &dyn Values, level: Level) -> io::Result<Vec<u8>> {
    let ways = level.ways(content, values.points().is_some());
    let first = smallest(None, &ways, content, values)?;
    let further = level.further_ways(&ways, first.as_ref().map_or(0, Vec::len));
    let all = smallest(first, &further, content, values)?;
    Ok(all.expect("there is a way for every file"))
}

/// The smallest of a file and those that come of some ways; of equal ones the first.
fn smallest(
    mut smallest: Option<Vec<u8>>,
    ways: &[Way],
    content: &Content,
    values: &dyn Values,
) -> io::Result<Option<Vec<u8>>> {
    for &way in ways {
        let bytes = encode_in(way, content, values)?;
        if smallest.as_ref().is_none_or(|smallest| bytes.len() < smallest.len()) {
            smallest = Some(bytes);
        }
    }
    Ok(smallest)
}

/// The same in one of the ways.
fn encode_in(way: Way, content: &Content, values: &dyn Values) -> io::Result<Vec<u8>> {
    let packing = match content.metric {
        Metric::Wdl => Packing::FiveInAByte,
        _ if content.most <= u8::MAX.into() => Packing::Bytes,
        _ => Packing::Words,
    };
    let (block_entries, parts) = match way {
        Way::Parts { entries, parts, .. } => (entries * parts, parts),
        Way::Whole { bytes, .. } => (packing.entries(bytes), 1),
    };
    let file = File { packing, block_entries, entries: content.entries, values };
    let halves = content.statistics.len();
    let constants: Vec<Option<u16>> = (0..halves).map(|half| file.constant(half)).collect();
    let blocks: Vec<(usize, Range<u64>)> =
        (0..halves).filter(|&half| constants[half].is_none()).flat_map(|half| file.blocks(half)).collect();
    let (dictionary, encoded) = match way {
        Way::Parts { entries, samples, .. } => {
            let points = values.points().expect("only halves with grids are in parts");
            let parts = Parts { kind: Kind::of(content.metric), entries, samples, points };
            file.encode_parts(&parts, &constants, &blocks)?
        }
        Way::Whole { level, dictionary, .. } => {
            let dictionary = file.dictionary(&blocks, dictionary)?;
            let encoded = file.encode_blocks(&blocks, &dictionary, level)?;
            (dictionary, encoded)
        }
    };
    let mut header = Header {
        metric: content.metric,
        packing,
        game: content.game.clone(),
        material: content.material,
        clock: content.clock.clone(),
        entries: content.entries,
        block_entries: block_entries as u32,
        parts: parts as u8,
        constants,
        statistics: content.statistics.clone(),
        dictionary,
        words: Vec::new(),
        checksums: Vec::new(),
        data: 0,
        bytes: 0,
    };
    let (seed, mut data) = (header.seed(), Vec::new());
    for (block, (word, of_block)) in (0..).zip(encoded) {
        header.words.push(word);
        header.checksums.push(block_checksum(seed, block, &of_block));
        data.extend(of_block);
    }
    header.data = data.len() as u64;
    let mut bytes = header.encode();
    bytes.extend(data);
    Ok(bytes)
}

/// Word and data of a block.
type Encoded = (u32, Vec<u8>);

/// A file in the making.
struct File<'a> {
    packing: Packing,
    block_entries: u64,
    entries: u64,
    values: &'a dyn Values,
}

/// How a file in the making gets its parts.
struct Parts<'a> {
    kind: Kind,
    /// Entries of a part.
    entries: u64,
    /// The entries of about so many parts make a model.
    samples: usize,
    points: &'a dyn Points,
}

impl Parts<'_> {
    /// The parts of a block, or of all blocks of a half.
    fn of(&self, range: Range<u64>) -> Vec<Range<u64>> {
        let starts = range.clone().step_by(self.entries as usize);
        starts.map(|start| start..(start + self.entries).min(range.end)).collect()
    }
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

    /// A dictionary of at most so many bytes.
    fn dictionary(&self, blocks: &[(usize, Range<u64>)], most: usize) -> io::Result<Vec<u8>> {
        let bytes = self.packing.bytes(self.block_entries) * blocks.len() as u64;
        if most == 0 || bytes < DICTIONARY_SHARE * most as u64 {
            return Ok(Vec::new());
        }
        let step = (blocks.len() as u64).div_ceil(SAMPLES) as usize;
        let sample = |number| Ok::<_, io::Error>(self.decoded(&blocks[number as usize * step]).ok());
        let samples = threads::try_map(blocks.len().div_ceil(step) as u64, &sample)?;
        train(&samples.into_iter().flatten().collect::<Vec<_>>(), most)
    }

    /// The models, and word and data of each block in parts.
    fn encode_parts(
        &self,
        way: &Parts<'_>,
        constants: &[Option<u16>],
        blocks: &[(usize, Range<u64>)],
    ) -> io::Result<(Vec<u8>, Vec<Encoded>)> {
        let halves: Vec<Vec<Range<u64>>> =
            constants.iter().map(|same| if same.is_some() { Vec::new() } else { way.of(0..self.entries) }).collect();
        let every = halves.iter().map(Vec::len).sum::<usize>().div_ceil(way.samples).max(1);
        let coder = Coder::new(way.kind, self.values, way.points, &halves, every)?;
        let encoded = threads::try_map(blocks.len() as u64, &|number| {
            if self.values.stopped() {
                return Err(io::Error::from(io::ErrorKind::Interrupted));
            }
            let (half, range) = &blocks[number as usize];
            let parts: Vec<Vec<u8>> = way.of(range.clone()).iter().map(|part| coder.encode(*half, part)).collect();
            self.values.encoded(range.end - range.start);
            let data = join(&parts);
            Ok((KIND_COMPRESSED << LENGTH_BITS | data.len() as u32, data))
        })?;
        Ok((shorten(&coder.bytes, MODELS_LEVEL)?, encoded))
    }

    /// Word and data of each block.
    fn encode_blocks(&self, blocks: &[(usize, Range<u64>)], dictionary: &[u8], level: i32) -> io::Result<Vec<Encoded>> {
        let encoders = Reserve::new();
        threads::try_map(blocks.len() as u64, &|number| {
            if self.values.stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let block = &blocks[number as usize];
            self.values.encoded(block.1.end - block.1.start);
            let decoded = match self.decoded(block) {
                Ok(decoded) => decoded,
                Err(value) => return Ok((KIND_CONSTANT << LENGTH_BITS | u32::from(value), Vec::new())),
            };
            let compressed = encoders.with(
                || Encoder::new(dictionary, level),
                |encoder| match encoder {
                    Ok(encoder) => encoder.encode(&decoded),
                    Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                },
            )?;
            let (kind, data) =
                if compressed.len() < decoded.len() { (KIND_COMPRESSED, compressed) } else { (KIND_PLAIN, decoded) };
            Ok((kind << LENGTH_BITS | data.len() as u32, data))
        })
    }
}
