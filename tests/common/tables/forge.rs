//! Table files taken apart and put together again with valid checksums, by the prose of `src/format/mod.rs` alone: a
//! second writer, so that a file can say anything.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Bytes of the fixed part of a header.
pub const FIXED_BYTES: usize = 104;
/// Where the fields of the fixed part lie whose bytes are values of entries: the constant value of each half.
pub const CONSTANTS: std::ops::Range<usize> = 15..19;

/// Bytes of the definition of a clock, with which the statistics of its file begin.
pub const CLOCK_BYTES: usize = 128;

const MAGIC: [u8; 8] = [0x89, b'P', b'T', b'B', 0x0D, 0x0A, 0x1A, 0x0A];
const LENGTH_BITS: u32 = 24;
pub const KIND_CONSTANT: u32 = 0;
pub const KIND_COMPRESSED: u32 = 1;
pub const KIND_PLAIN: u32 = 2;

/// A table file in its parts. The counts and lengths that it declares need not be those that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Forged {
    pub version: u16,
    /// Metric, codec, width, order and number of halves.
    pub kinds: [u8; 5],
    pub constants: [u16; 2],
    pub parts: u8,
    pub game: [u8; 48],
    pub material: [u8; 4],
    pub entries: u64,
    pub block_entries: u32,
    pub declared: Declared,
    pub statistics: Vec<u8>,
    pub dictionary: Vec<u8>,
    pub words: Vec<u32>,
    pub checksums: Vec<u64>,
    pub data: Vec<u8>,
}

/// The lengths that the fixed part states.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    pub blocks: u32,
    pub dictionary: u32,
    pub statistics: u32,
    pub data: u64,
}

fn has_data(word: &&u32) -> bool {
    **word >> LENGTH_BITS != KIND_CONSTANT
}

impl Forged {
    /// The parts of a right file.
    pub fn read(bytes: &[u8]) -> Forged {
        let mut rest = bytes;
        assert_eq!(take(&mut rest), MAGIC);
        let version = u16::from_le_bytes(take(&mut rest));
        let kinds = take(&mut rest);
        let constants = [(); 2].map(|()| u16::from_le_bytes(take(&mut rest)));
        let [parts] = take(&mut rest);
        let (game, material) = (take(&mut rest), take(&mut rest));
        let entries = u64::from_le_bytes(take(&mut rest));
        let [block_entries, blocks, dictionary, statistics] = [(); 4].map(|()| u32::from_le_bytes(take(&mut rest)));
        let declared = Declared { blocks, dictionary, statistics, data: u64::from_le_bytes(take(&mut rest)) };
        assert_eq!(bytes.len() - rest.len(), FIXED_BYTES);
        let statistics = take_bytes(&mut rest, declared.statistics as usize);
        let dictionary = take_bytes(&mut rest, declared.dictionary as usize);
        let words: Vec<u32> = (0..blocks).map(|_| u32::from_le_bytes(take(&mut rest))).collect();
        let checksums = words.iter().filter(has_data).map(|_| u64::from_le_bytes(take(&mut rest))).collect();
        assert_eq!(xxh3_64(&bytes[..bytes.len() - rest.len()]), u64::from_le_bytes(take(&mut rest)));
        let data = take_bytes(&mut rest, declared.data as usize);
        assert!(rest.is_empty());
        Forged {
            version,
            kinds,
            constants,
            parts,
            game,
            material,
            entries,
            block_entries,
            declared,
            statistics,
            dictionary,
            words,
            checksums,
            data,
        }
    }

    /// The bytes of the file, with a valid checksum of the header.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.kinds);
        bytes.extend(self.constants.iter().flat_map(|constant| constant.to_le_bytes()));
        bytes.push(self.parts);
        bytes.extend(self.game);
        bytes.extend(self.material);
        bytes.extend(self.entries.to_le_bytes());
        bytes.extend(self.block_entries.to_le_bytes());
        let Declared { blocks, dictionary, statistics, data } = self.declared;
        bytes.extend([blocks, dictionary, statistics].iter().flat_map(|length| length.to_le_bytes()));
        bytes.extend(data.to_le_bytes());
        bytes.extend(&self.statistics);
        bytes.extend(&self.dictionary);
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes.extend(&self.data);
        bytes
    }

    /// Declares the lengths that the parts have.
    pub fn declare(&mut self) {
        let length = |length: usize| u32::try_from(length).unwrap();
        self.declared = Declared {
            blocks: length(self.words.len()),
            dictionary: length(self.dictionary.len()),
            statistics: length(self.statistics.len()),
            data: self.data.len() as u64,
        };
    }

    /// The data of every block.
    pub fn blocks(&self) -> Vec<Vec<u8>> {
        let mut rest = &self.data[..];
        let length = |word: &u32| if has_data(&word) { (word & ((1 << LENGTH_BITS) - 1)) as usize } else { 0 };
        self.words.iter().map(|word| take_bytes(&mut rest, length(word))).collect()
    }

    /// Gives a block other data, with all that belongs to it right: word, checksum, declared length.
    pub fn replace(&mut self, block: usize, kind: u32, data: &[u8]) {
        let mut blocks = self.blocks();
        blocks[block] = data.to_vec();
        self.words[block] = kind << LENGTH_BITS | u32::try_from(data.len()).unwrap();
        let with_data = (0..).zip(&blocks).zip(&self.words).filter(|(_, word)| has_data(word));
        let seed = match self.parts {
            0 => 0,
            parts => xxh3_64_with_seed(&self.dictionary, u64::from(self.block_entries / u32::from(parts))),
        };
        let checksum = |number: u64, data: &[u8]| xxh3_64_with_seed(data, seed.wrapping_add(number));
        self.checksums = with_data.map(|((number, data), _)| checksum(number, data)).collect();
        self.data = blocks.concat();
        self.declare();
    }

    /// Gives the file the table of another game, with the statistics unchanged.
    pub fn set_game(&mut self, id: &str) {
        self.game = [0; 48];
        self.game[..id.len()].copy_from_slice(id.as_bytes());
    }

    /// Gives the file of a clock another definition.
    pub fn set_clock(&mut self, definition: &str) {
        self.statistics[..CLOCK_BYTES].fill(0);
        self.statistics[..definition.len()].copy_from_slice(definition.as_bytes());
    }

    /// Bytes of the header with its checksum.
    pub fn header_bytes(&self) -> usize {
        FIXED_BYTES
            + self.statistics.len()
            + self.dictionary.len()
            + 4 * self.words.len()
            + 8 * self.checksums.len()
            + 8
    }
}

/// Makes the checksum valid again that stands at the end of these bytes of a header.
pub fn seal(header: &mut [u8]) {
    let (body, checksum) = header.split_last_chunk_mut::<8>().unwrap();
    *checksum = xxh3_64(body).to_le_bytes();
}

fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (part, rest) = bytes.split_first_chunk().unwrap();
    *bytes = rest;
    *part
}

fn take_bytes(bytes: &mut &[u8], length: usize) -> Vec<u8> {
    let (part, rest) = bytes.split_at(length);
    *bytes = rest;
    part.to_vec()
}
