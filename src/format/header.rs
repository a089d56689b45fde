//! Header, statistics and index of a table file.

use std::io;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::block::{Packing, VALUES_PER_BYTE};
use super::error::TableErrorKind;
use super::metric::{ClockName, Metric};
use super::source::{Held, Source};
use super::statistics::Statistics;
use crate::allocation::reserve;
use crate::index::{Material, Side};

/// The first bytes of every table file.
pub const MAGIC: [u8; 8] = [0x89, b'P', b'T', b'B', 0x0D, 0x0A, 0x1A, 0x0A];

// Each field begins where the one before ends.
const VERSION_AT: usize = MAGIC.len();
const METRIC_AT: usize = VERSION_AT + 2;
const CODEC_AT: usize = METRIC_AT + 1;
const WIDTH_AT: usize = CODEC_AT + 1;
const ORDER_AT: usize = WIDTH_AT + 1;
const HALVES_AT: usize = ORDER_AT + 1;
const CONSTANTS_AT: usize = HALVES_AT + 1;
const PARTS_AT: usize = CONSTANTS_AT + 2 * 2;
const GAME_AT: usize = PARTS_AT + 1;
const GAME_BYTES: usize = 48;
const MATERIAL_AT: usize = GAME_AT + GAME_BYTES;
const ENTRIES_AT: usize = MATERIAL_AT + 4;
const BLOCK_ENTRIES_AT: usize = ENTRIES_AT + 8;
const BLOCKS_AT: usize = BLOCK_ENTRIES_AT + 4;
const DICTIONARY_AT: usize = BLOCKS_AT + 4;
const STATISTICS_AT: usize = DICTIONARY_AT + 4;
const DATA_AT: usize = STATISTICS_AT + 4;
const FIXED_BYTES: usize = DATA_AT + 8;
/// Before the statistics of a clock: its definition.
const CLOCK_BYTES: usize = 128;

const CODEC_ZSTD: u8 = 1;
const CODEC_PARTS: u8 = 2;
const ORDER_ROWS: u8 = 0;
/// In the header: the half has blocks.
const NO_CONSTANT: u16 = u16::MAX;
/// A block has no more entries than this: one decoded block fits in a cache of any sensible size.
pub const MOST_BLOCK_ENTRIES: u32 = 1 << 20;
/// With codec 2 a part has no more entries than this: so its length always fits in two bytes, as a distance takes at most 31 bits,
/// and no file makes a probe decode more for one value.
pub const MOST_PART_ENTRIES: u64 = 1 << 14;
/// Dictionaries are not longer than this.
const MOST_DICTIONARY: u32 = 1 << 20;

/// Kind of a block: all its values are the one in the index.
pub const KIND_CONSTANT: u32 = 0;
/// Kind of a block: compressed.
pub const KIND_COMPRESSED: u32 = 1;
/// Kind of a block: as it is.
pub const KIND_PLAIN: u32 = 2;
/// Bits of the length of a block in the index; its kind stands above.
pub const LENGTH_BITS: u32 = 24;

/// All that a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the table holds.
    pub metric: Metric,
    /// The packing of values in a decoded block.
    pub packing: Packing,
    /// The id of the game.
    pub game: String,
    /// The material.
    pub material: Material,
    /// In the table of a clock: its definition. Otherwise empty.
    pub clock: String,
    /// Entries of each half.
    pub entries: u64,
    /// Entries of a block.
    pub block_entries: u32,
    /// Parts of a block, each of which is decoded by itself with the models of codec 2; with codec 1 a block is one.
    pub parts: u8,
    /// The value of all stored entries of a half, where it is the same. One for each half.
    pub constants: Vec<Option<u16>>,
    /// The statistics, one for each half.
    pub statistics: Vec<Statistics>,
    /// The dictionary of the compressed blocks, which may be empty; with codec 2 the compressed models.
    pub dictionary: Vec<u8>,
    /// For each block its kind and length or value.
    pub words: Vec<u32>,
    /// For each block the checksum of its data; 0 where it has none.
    pub checksums: Vec<u64>,
    /// Bytes of the data.
    pub data: u64,
    /// Bytes before the data.
    pub bytes: u64,
}

/// Whether a block with this word has data.
pub fn has_data(word: u32) -> bool {
    word >> LENGTH_BITS != KIND_CONSTANT
}

impl Header {
    /// The number of blocks of the file.
    pub fn blocks(&self) -> u64 {
        self.words.len() as u64
    }

    /// Bytes of the blocks in the file.
    pub fn data_bytes(&self) -> u64 {
        self.data
    }

    /// Entries of a part of a block.
    pub fn part_entries(&self) -> u64 {
        u64::from(self.block_entries / u32::from(self.parts))
    }

    /// The version of the format that the file needs.
    pub fn version(&self) -> u16 {
        if self.parts == 1 { 1 } else { 2 }
    }

    /// What goes into the checksum of every block: with codec 2 what it is decoded with, models and size of its parts.
    pub fn seed(&self) -> u64 {
        if self.parts == 1 { 0 } else { xxh3_64_with_seed(&self.dictionary, self.part_entries()) }
    }

    /// Blocks of a half that has any.
    pub fn blocks_of_half(&self) -> u64 {
        self.entries.div_ceil(u64::from(self.block_entries))
    }

    /// The header, statistics, dictionary and index as they stand in the file.
    pub fn encode(&self) -> Vec<u8> {
        let mut statistics = Vec::new();
        if let Metric::Clock(_) = self.metric {
            assert!(self.clock.len() <= CLOCK_BYTES, "the definition of a clock fits in its field");
            statistics.extend(self.clock.as_bytes());
            statistics.resize(CLOCK_BYTES, 0);
        }
        self.statistics.iter().for_each(|half| half.encode(self.metric, &mut statistics));
        let mut bytes = MAGIC.to_vec();
        let (codec, parts) = if self.parts == 1 { (CODEC_ZSTD, 0) } else { (CODEC_PARTS, self.parts) };
        bytes.extend(self.version().to_le_bytes());
        let width = match self.packing {
            Packing::FiveInAByte => 0,
            Packing::Bytes => 1,
            Packing::Words => 2,
        };
        bytes.extend([self.metric.code(), codec, width, ORDER_ROWS, self.constants.len() as u8]);
        for half in 0..2 {
            bytes.extend(self.constants.get(half).copied().flatten().unwrap_or(NO_CONSTANT).to_le_bytes());
        }
        bytes.push(parts);
        let mut game = self.game.clone().into_bytes();
        assert!(game.len() <= GAME_BYTES, "the id of a game fits in its field");
        game.resize(GAME_BYTES, 0);
        bytes.extend(game);
        let (first, second) = (self.material.first(), self.material.second());
        bytes.extend([first.kings, first.men, second.kings, second.men].map(|count| count as u8));
        bytes.extend(self.entries.to_le_bytes());
        bytes.extend(self.block_entries.to_le_bytes());
        for length in [self.words.len(), self.dictionary.len(), statistics.len()] {
            bytes.extend(u32::try_from(length).expect("a part of a header is below 4 GiB").to_le_bytes());
        }
        bytes.extend(self.data.to_le_bytes());
        debug_assert_eq!(bytes.len(), FIXED_BYTES);
        bytes.extend(statistics);
        bytes.extend(&self.dictionary);
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        let with_data = self.words.iter().zip(&self.checksums).filter(|(word, _)| has_data(**word));
        bytes.extend(with_data.flat_map(|(_, checksum)| checksum.to_le_bytes()));
        let checksum = xxh3_64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads and checks all that a file says of itself.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(source: &Source) -> Result<Header, TableErrorKind> {
        Header::read_held(&source.hold()?)
    }

    /// The same of one file, which is no other before the end.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read_held(source: &Held<'_>) -> Result<Header, TableErrorKind> {
        let length = source.length()?;
        let fixed = read_fixed(source, length)?;
        let u32_at = |at: usize| Fields(&fixed).u32(at);
        let (blocks, dictionary, statistics) = (u32_at(BLOCKS_AT), u32_at(DICTIONARY_AT), u32_at(STATISTICS_AT));
        let data = Fields(&fixed).u64(DATA_AT);
        // Up to the end of the words; all sums stay far below 2^64 as each term is below 2^35.
        let words_end = FIXED_BYTES as u64 + u64::from(statistics) + u64::from(dictionary) + 4 * u64::from(blocks);
        at_least(length, words_end + 8)?;
        let mut bytes = fixed;
        extend_to(source, &mut bytes, words_end)?;
        let words_at = (words_end - 4 * u64::from(blocks)) as usize;
        let words: Vec<u32> = bytes[words_at..].chunks_exact(4).map(|word| Fields(word).u32(0)).collect();
        let with_data = words.iter().filter(|word| has_data(**word)).count() as u64;
        let header_bytes = words_end + 8 * with_data + 8;
        let expected = header_bytes.saturating_add(data);
        if length != expected {
            return Err(TableErrorKind::Length { found: length, expected });
        }
        extend_to(source, &mut bytes, header_bytes)?;
        let body = bytes.len() - 8;
        let (found, expected) = (xxh3_64(&bytes[..body]), Fields(&bytes).u64(body));
        if found != expected {
            return Err(TableErrorKind::HeaderChecksum { found, expected });
        }
        let mut stored = bytes[words_end as usize..body].chunks_exact(8).map(|sum| Fields(sum).u64(0));
        let checksums = words.iter().map(|&word| if has_data(word) { stored.next().unwrap_or(0) } else { 0 }).collect();
        let statistics_end = FIXED_BYTES + statistics as usize;
        let mut header = Header::from_fixed(&bytes)?;
        header.read_statistics(&bytes[FIXED_BYTES..statistics_end])?;
        header.dictionary = bytes[statistics_end..words_at].to_vec();
        (header.words, header.checksums, header.data, header.bytes) = (words, checksums, data, header_bytes);
        header.check_blocks()?;
        Ok(header)
    }

    /// The fields of the fixed part, whose checksum has been found right; the rest is still empty.
    fn from_fixed(bytes: &[u8]) -> Result<Header, TableErrorKind> {
        let fields = Fields(bytes);
        // Which clock stands before the statistics.
        let metric = Metric::PLAIN.into_iter().chain([Metric::Clock(ClockName::default())]);
        let metric = metric.into_iter().find(|metric| metric.code() == bytes[METRIC_AT]);
        let metric = metric.ok_or_else(|| field("metric", bytes[METRIC_AT], "0 to 4"))?;
        let codec = bytes[CODEC_AT];
        let most_codec = fields.u16(VERSION_AT) as u8;
        ensure((1..=most_codec).contains(&codec), || field("codec", codec, "1, or 2 from version 2 on"))?;
        let packing = Packing::of(metric, bytes[WIDTH_AT]);
        let packing = packing.ok_or_else(|| field("width", bytes[WIDTH_AT], "0 for values, 1 or 2 for distances"))?;
        ensure(bytes[ORDER_AT] == ORDER_ROWS, || field("order", bytes[ORDER_AT], "0"))?;
        let parts = bytes[PARTS_AT];
        ensure((codec == CODEC_ZSTD) == (parts == 0) && parts != 1, || {
            field("parts", parts, "0, with codec 2 above 1")
        })?;
        let parts = parts.max(1);
        let game = bytes[GAME_AT..MATERIAL_AT].split(|&byte| byte == 0).next().unwrap_or_default();
        let padding = &bytes[GAME_AT + game.len()..MATERIAL_AT];
        let is_name =
            !game.is_empty() && game.iter().all(u8::is_ascii_graphic) && padding.iter().all(|&byte| byte == 0);
        ensure(is_name, || field("game", bytes[GAME_AT], "letters padded with zeros"))?;
        let count = |number: usize| u32::from(bytes[MATERIAL_AT + number]);
        let first = Side { kings: count(0), men: count(1) };
        let second = Side { kings: count(2), men: count(3) };
        let material = Material::new(first, second).ok().filter(|material| material.first() == first);
        let material = material.ok_or_else(|| field("material", fields.u32(MATERIAL_AT), "the stronger side first"))?;
        let halves = material.halves().count();
        ensure(usize::from(bytes[HALVES_AT]) == halves, || field("halves", bytes[HALVES_AT], &halves.to_string()))?;
        let constants =
            [0, 1].map(|half| Some(fields.u16(CONSTANTS_AT + 2 * half)).filter(|&value| value != NO_CONSTANT));
        let most = packing.most();
        for (half, value) in constants.iter().enumerate() {
            let possible = value.is_none_or(|value| half < halves && value <= most);
            ensure(possible, || field("constant", value.unwrap_or(0), "a value of the metric, or none"))?;
        }
        let block_entries = fields.u32(BLOCK_ENTRIES_AT);
        let whole_bytes = packing != Packing::FiveInAByte || u64::from(block_entries).is_multiple_of(VALUES_PER_BYTE);
        ensure(whole_bytes && (1..=MOST_BLOCK_ENTRIES).contains(&block_entries), || {
            field("entries of a block", block_entries, "1 to 1048576, for values a multiple of 5")
        })?;
        let unit = u32::from(parts) * if packing == Packing::FiveInAByte { VALUES_PER_BYTE as u32 } else { 1 };
        ensure(block_entries.is_multiple_of(unit), || {
            field("entries of a block", block_entries, "parts of the same size")
        })?;
        let part = u64::from(block_entries / u32::from(parts));
        ensure(codec == CODEC_ZSTD || part <= MOST_PART_ENTRIES, || {
            field("entries of a block", block_entries, "parts of at most 16384 entries")
        })?;
        let dictionary = fields.u32(DICTIONARY_AT);
        ensure(dictionary <= MOST_DICTIONARY, || field("bytes of the dictionary", dictionary, "at most 1048576"))?;
        Ok(Header {
            metric,
            packing,
            game: String::from_utf8_lossy(game).into_owned(),
            material,
            clock: String::new(),
            entries: fields.u64(ENTRIES_AT),
            block_entries,
            parts,
            constants: constants[..halves].to_vec(),
            statistics: Vec::new(),
            dictionary: Vec::new(),
            words: Vec::new(),
            checksums: Vec::new(),
            data: 0,
            bytes: 0,
        })
    }

    /// Checks the words of the index against the rest of the header.
    fn check_blocks(&self) -> Result<(), TableErrorKind> {
        let halves = self.constants.iter().filter(|constant| constant.is_none()).count() as u64;
        let blocks = halves.saturating_mul(self.blocks_of_half());
        ensure(self.words.len() as u64 == blocks, || field("blocks", self.words.len() as u64, &blocks.to_string()))?;
        let mut data = 0;
        for (block, &word) in (0..).zip(&self.words) {
            let (kind, length) = (word >> LENGTH_BITS, u64::from(word & ((1 << LENGTH_BITS) - 1)));
            let possible = match kind {
                KIND_CONSTANT => length <= u64::from(self.packing.most()),
                KIND_COMPRESSED => length > 0,
                KIND_PLAIN => self.parts == 1 && length == self.packing.bytes(self.block_length(block)),
                _ => false,
            };
            ensure(possible, || field("word of a block", word, "a kind and a length that fit"))?;
            data += if kind == KIND_CONSTANT { 0 } else { length };
        }
        ensure(data == self.data, || field("bytes of the data", self.data, &data.to_string()))
    }

    /// The entries of a block of the file: all blocks of a half have the same number but the last.
    pub fn block_length(&self, block: u64) -> u64 {
        let start = block % self.blocks_of_half() * u64::from(self.block_entries);
        (self.entries - start).min(self.block_entries.into())
    }

    fn read_statistics(&mut self, bytes: &[u8]) -> Result<(), TableErrorKind> {
        let mut rest = bytes;
        if let Metric::Clock(_) = self.metric {
            let (clock, after) = rest
                .split_at_checked(CLOCK_BYTES)
                .ok_or_else(|| field("bytes of the statistics", bytes.len() as u64, "more"))?;
            self.read_clock(clock)?;
            rest = after;
        }
        for half in 0..self.constants.len() as u64 {
            let statistics = Statistics::decode(self.metric, self.entries, &mut rest);
            self.statistics.push(statistics.ok_or_else(|| field("statistics", half, "counts that add up"))?);
        }
        ensure(rest.is_empty(), || field("bytes of the statistics", bytes.len() as u64, "fewer"))
    }

    /// Reads the definition of the clock, whose name is its first word.
    fn read_clock(&mut self, bytes: &[u8]) -> Result<(), TableErrorKind> {
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
        let is_text = text.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
        let padded = bytes[text.len()..].iter().all(|&byte| byte == 0);
        self.clock = String::from_utf8_lossy(text).into_owned();
        let name = self.clock.split(' ').next().and_then(ClockName::new).filter(|_| is_text && padded);
        let name = name.ok_or_else(|| field("clock", bytes[0], "the definition of a clock, padded with zeros"))?;
        self.metric = Metric::Clock(name);
        Ok(())
    }
}

impl Packing {
    /// The largest value.
    pub fn most(self) -> u16 {
        match self {
            Packing::FiveInAByte => 2,
            Packing::Bytes => u8::MAX.into(),
            Packing::Words => NO_CONSTANT - 1,
        }
    }
}

/// Reads the fixed part: enough to know that the file is a table of a version that can be read.
fn read_fixed(source: &Held<'_>, length: u64) -> Result<Vec<u8>, TableErrorKind> {
    let mut bytes = vec![0; FIXED_BYTES.min(usize::try_from(length).unwrap_or(FIXED_BYTES))];
    source.read_at(0, &mut bytes)?;
    if !bytes.starts_with(&MAGIC) {
        return Err(TableErrorKind::NotATable);
    }
    at_least(length, FIXED_BYTES as u64)?;
    match Fields(&bytes).u16(VERSION_AT) {
        0 => Err(field("version", 0_u64, "1")),
        version if version > super::VERSION => Err(TableErrorKind::Newer { version }),
        _ => Ok(bytes),
    }
}

fn extend_to(source: &Held<'_>, bytes: &mut Vec<u8>, end: u64) -> Result<(), TableErrorKind> {
    // The caller has checked `end` against the length of the file, so a wrong length cannot ask for much memory.
    let start = bytes.len();
    // It may be a long file all the same.
    reserve(bytes, end - start as u64).map_err(io::Error::from)?;
    bytes.resize(end as usize, 0);
    Ok(source.read_at(start as u64, &mut bytes[start..])?)
}

fn at_least(length: u64, expected: u64) -> Result<(), TableErrorKind> {
    ensure(length >= expected, || TableErrorKind::Length { found: length, expected })
}

fn ensure(fact: bool, error: impl FnOnce() -> TableErrorKind) -> Result<(), TableErrorKind> {
    if fact { Ok(()) } else { Err(error()) }
}

fn field(name: &'static str, found: impl Into<u64>, expected: &str) -> TableErrorKind {
    TableErrorKind::Field { name, found: found.into(), expected: expected.to_owned() }
}

/// Little-endian numbers at places that are known to be there.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn bytes<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|byte| self.0[at + byte])
    }
    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.bytes(at))
    }
    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(at))
    }
    fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.bytes(at))
    }
}
