//! Making the bytes of a table file.

use std::io;
use std::ops::Range;
use std::slice;

use super::codec::{Encoder, shorten, train};
use super::coder::{Coder, Part, join};
use super::header::{Header, KIND_COMPRESSED, KIND_CONSTANT, KIND_PLAIN, LENGTH_BITS};
use super::kept::Points;
use super::level::{Level, Parts, Way};
use super::parts::Kind;
use super::{Metric, Packing, Statistics, TableError, block_checksum};
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

/// Makes the files of one slice at the default level, the values first: the same bytes as [`encode`] makes of each, in less time,
/// as what they have in common is found once.
///
/// # Errors
/// As [`encode`].
pub fn encode_together(files: &[(Content, &dyn Values)]) -> io::Result<Vec<Vec<u8>>> {
    let ways = files.iter().map(|(content, values)| Level::Default.ways(content, values.points().is_some()));
    let ways: Vec<Vec<Way>> = ways.collect();
    match ways.first().map(Vec::as_slice) {
        Some(&[Way::Parts(parts)]) if ways.iter().all(|of_file| *of_file == ways[0]) => {
            let files: Vec<File<'_>> =
                files.iter().map(|(content, values)| File::new(ways[0][0], content, *values)).collect();
            let encoded = encode_parts(&files, &parts)?;
            Ok(files.iter().zip(encoded).map(|(file, (models, blocks))| file.finish(models, blocks)).collect())
        }
        _ => files.iter().map(|(content, values)| encode(content, *values, Level::Default)).collect(),
    }
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
    let file = File::new(way, content, values);
    let (dictionary, blocks) = match way {
        Way::Parts(parts) => encode_parts(slice::from_ref(&file), &parts)?.remove(0),
        Way::Whole { level, dictionary, .. } => {
            let dictionary = file.dictionary(dictionary)?;
            let blocks = file.encode_blocks(&dictionary, level)?;
            (dictionary, blocks)
        }
    };
    Ok(file.finish(dictionary, blocks))
}

/// Word and data of a block.
type Encoded = (u32, Vec<u8>);

/// The models of each file, and word and data of each of its blocks. All files are of the same slice.
fn encode_parts(files: &[File<'_>], way: &Parts) -> io::Result<Vec<(Vec<u8>, Vec<Encoded>)>> {
    let coders = files.iter().map(|file| file.coder(way)).collect::<io::Result<Vec<Coder<'_>>>>()?;
    let Some(file) = files.first() else { return Ok(Vec::new()) };
    let halves = 0..file.constants.len();
    let needed = |half: &usize| coders.iter().any(|coder| coder.has(*half));
    let blocks: Vec<(usize, Range<u64>)> = halves.filter(needed).flat_map(|half| file.blocks_of(half)).collect();
    let work = Reserve::new();
    let encoded = threads::try_map(blocks.len() as u64, &|number| {
        if file.values.stopped() {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
        let (half, range) = &blocks[number as usize];
        let blocks = work.with(Part::default, |part| encode_block(&coders, file.points(), part, *half, way.of(range)));
        files.iter().for_each(|file| file.values.encoded(range.end - range.start));
        Ok(blocks)
    })?;
    let mut of_files: Vec<Vec<Encoded>> = files.iter().map(|_| Vec::new()).collect();
    for block in encoded {
        of_files.iter_mut().zip(block).for_each(|(of_file, block)| of_file.extend(block));
    }
    let models = coders.iter().map(|coder| shorten(&coder.bytes, MODELS_LEVEL));
    models.zip(of_files).map(|(models, blocks)| Ok((models?, blocks))).collect()
}

/// Word and data of a block in each file that has it.
fn encode_block(
    coders: &[Coder<'_>],
    points: &dyn Points,
    part: &mut Part,
    half: usize,
    ranges: Vec<Range<u64>>,
) -> Vec<Option<Encoded>> {
    let mut parts: Vec<Vec<Vec<u8>>> = vec![Vec::new(); coders.len()];
    for range in &ranges {
        part.find(points, half, range);
        for (coder, parts) in coders.iter().zip(&mut parts).filter(|(coder, _)| coder.has(half)) {
            parts.push(coder.encode(part));
        }
    }
    let block = |(coder, parts): (&Coder<'_>, Vec<Vec<u8>>)| {
        coder.has(half).then(|| {
            let data = join(&parts);
            (KIND_COMPRESSED << LENGTH_BITS | data.len() as u32, data)
        })
    };
    coders.iter().zip(parts).map(block).collect()
}

/// A file in the making.
struct File<'a> {
    content: &'a Content,
    values: &'a dyn Values,
    packing: Packing,
    block_entries: u64,
    /// Parts of a block.
    parts: u64,
    /// The value of all entries of a half, where it is the same.
    constants: Vec<Option<u16>>,
}

impl<'a> File<'a> {
    fn new(way: Way, content: &'a Content, values: &'a dyn Values) -> File<'a> {
        let packing = match content.metric {
            Metric::Wdl => Packing::FiveInAByte,
            _ if content.most <= u8::MAX.into() => Packing::Bytes,
            _ => Packing::Words,
        };
        let (block_entries, parts) = match way {
            Way::Parts(Parts { entries, parts, .. }) => (entries * parts, parts),
            Way::Whole { bytes, .. } => (packing.entries(bytes), 1),
        };
        let mut file = File { content, values, packing, block_entries, parts, constants: Vec::new() };
        file.constants = (0..content.statistics.len()).map(|half| file.constant(half)).collect();
        file
    }

    /// The bytes of the file with these blocks.
    fn finish(&self, dictionary: Vec<u8>, blocks: Vec<Encoded>) -> Vec<u8> {
        let content = self.content;
        let mut header = Header {
            metric: content.metric,
            packing: self.packing,
            game: content.game.clone(),
            material: content.material,
            clock: content.clock.clone(),
            entries: content.entries,
            block_entries: self.block_entries as u32,
            parts: self.parts as u8,
            constants: self.constants.clone(),
            statistics: content.statistics.clone(),
            dictionary,
            words: Vec::new(),
            checksums: Vec::new(),
            data: 0,
            bytes: 0,
        };
        let (seed, mut data) = (header.seed(), Vec::new());
        for (block, (word, of_block)) in (0..).zip(blocks) {
            header.words.push(word);
            header.checksums.push(block_checksum(seed, block, &of_block));
            data.extend(of_block);
        }
        header.data = data.len() as u64;
        let mut bytes = header.encode();
        bytes.extend(data);
        bytes
    }

    fn points(&self) -> &'a dyn Points {
        self.values.points().expect("only halves with grids are in parts")
    }

    fn blocks_of(&self, half: usize) -> impl Iterator<Item = (usize, Range<u64>)> {
        let (size, entries) = (self.block_entries, self.content.entries);
        (0..entries.div_ceil(size)).map(move |block| (half, block * size..((block + 1) * size).min(entries)))
    }

    /// The blocks that stand in the file.
    fn blocks(&self) -> Vec<(usize, Range<u64>)> {
        let halves = (0..self.constants.len()).filter(|&half| self.constants[half].is_none());
        halves.flat_map(|half| self.blocks_of(half)).collect()
    }

    /// The models of the file.
    fn coder(&self, way: &Parts) -> io::Result<Coder<'a>> {
        let parts = |same: &Option<u16>| match same {
            Some(_) => Vec::new(),
            None => way.of(&(0..self.content.entries)),
        };
        let halves: Vec<Vec<Range<u64>>> = self.constants.iter().map(parts).collect();
        let every = halves.iter().map(Vec::len).sum::<usize>().div_ceil(way.samples).max(1);
        Coder::new(Kind::of(self.content.metric), self.values, self.points(), &halves, every)
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
        for (_, range) in self.blocks_of(half) {
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
    fn dictionary(&self, most: usize) -> io::Result<Vec<u8>> {
        let blocks = self.blocks();
        let bytes = self.packing.bytes(self.block_entries) * blocks.len() as u64;
        if most == 0 || bytes < DICTIONARY_SHARE * most as u64 {
            return Ok(Vec::new());
        }
        let step = (blocks.len() as u64).div_ceil(SAMPLES) as usize;
        let sample = |number| Ok::<_, io::Error>(self.decoded(&blocks[number as usize * step]).ok());
        let samples = threads::try_map(blocks.len().div_ceil(step) as u64, &sample)?;
        train(&samples.into_iter().flatten().collect::<Vec<_>>(), most)
    }

    /// Word and data of each block.
    fn encode_blocks(&self, dictionary: &[u8], level: i32) -> io::Result<Vec<Encoded>> {
        let blocks = self.blocks();
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
