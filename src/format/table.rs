//! Reading a table file.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::block::Packing;
use super::codec::Decoder;
use super::error::{TableError, TableErrorKind};
use super::header::{Header, KIND_COMPRESSED, KIND_CONSTANT, LENGTH_BITS};
use super::metric::Metric;
use super::source::Source;
use crate::index::Material;

/// What a file must be to be used under its name.
#[derive(Clone, Copy, Debug)]
pub struct Identity<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The material.
    pub material: Material,
    /// The metric.
    pub metric: Metric,
    /// The definition of the clock; empty where it is no table of one.
    pub clock: &'a str,
    /// Entries of each half.
    pub entries: u64,
}

/// Where the value of an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Nowhere: all values around it are this one.
    Value(u16),
    /// In a block of the file.
    Block {
        /// The number of the block.
        block: u64,
        /// The entry, counted within the block.
        entry: usize,
    },
}

/// An open table file.
#[derive(Debug)]
pub struct Table {
    path: String,
    source: Source,
    header: Header,
    /// For each block where its data begins in the file.
    offsets: Vec<u64>,
    /// For each half the number of its first block.
    first_blocks: Vec<u64>,
    decoder: Decoder,
}

impl Table {
    /// Opens a table: reads and checks header and index, not the blocks. `path` is what errors call it.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, is of a newer version, or is not the table that is wanted.
    pub fn open(source: Source, path: &str, wanted: &Identity<'_>) -> Result<Table, TableError> {
        let named = |kind| TableError { path: path.to_owned(), kind };
        let header = Header::read(&source).map_err(named)?;
        check_identity(&header, wanted).map_err(named)?;
        let mut offset = header.bytes;
        let mut offsets = Vec::with_capacity(header.words.len());
        for &word in &header.words {
            offsets.push(offset);
            offset += data_length(word);
        }
        let mut blocks = 0;
        let mut first_blocks = Vec::new();
        for constant in &header.constants {
            first_blocks.push(blocks);
            blocks += if constant.is_none() { header.blocks_of_half() } else { 0 };
        }
        let decoder = Decoder::new(&header.dictionary);
        Ok(Table { path: path.to_owned(), source, header, offsets, first_blocks, decoder })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What errors call the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The number of blocks of the file.
    pub fn blocks(&self) -> u64 {
        self.header.words.len() as u64
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.header.bytes + self.header.data
    }

    /// Where the value of an entry of a half stands. Both must be within the table.
    #[inline]
    pub fn slot(&self, half: usize, entry: u64) -> Slot {
        debug_assert!(entry < self.header.entries);
        if let Some(value) = self.header.constants[half] {
            return Slot::Value(value);
        }
        let size = u64::from(self.header.block_entries);
        let block = self.first_blocks[half] + entry / size;
        let word = self.header.words[block as usize];
        if word >> LENGTH_BITS == KIND_CONSTANT {
            return Slot::Value(word as u16);
        }
        Slot::Block { block, entry: (entry % size) as usize }
    }

    /// Reads, checks and decodes a block. Its values are read with the header's [`Packing`].
    ///
    /// # Errors
    /// If the file cannot be read, or the block does not match its checksum or cannot be decoded.
    pub fn read_block(&self, block: u64) -> Result<Vec<u8>, TableError> {
        self.decode_block(block).map_err(|kind| TableError { path: self.path.clone(), kind })
    }

    fn decode_block(&self, block: u64) -> Result<Vec<u8>, TableErrorKind> {
        let word = self.header.words[block as usize];
        let entries = self.header.block_length(block);
        if word >> LENGTH_BITS == KIND_CONSTANT {
            return Ok(self.header.packing.pack(&vec![word as u16; entries as usize]));
        }
        let mut data = vec![0; data_length(word) as usize];
        self.source.read_at(self.offsets[block as usize], &mut data)?;
        let (found, expected) = (block_checksum(block, &data), self.header.checksums[block as usize]);
        if found != expected {
            return Err(TableErrorKind::BlockChecksum { block, found, expected });
        }
        let decoded = if word >> LENGTH_BITS == KIND_COMPRESSED {
            let mut decoded = vec![0; self.header.packing.bytes(entries) as usize];
            self.decoder.decode(&data, &mut decoded).map_err(|_| TableErrorKind::BlockData { block })?;
            decoded
        } else {
            data
        };
        if self.header.packing.has_nonsense(&decoded) {
            return Err(TableErrorKind::BlockData { block });
        }
        Ok(decoded)
    }

    /// Checks that this table of distances and that table of values can be of the same build: their counts are equal.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_belongs_to(&self, values: &Table) -> Result<(), TableError> {
        let counts = |table: &Table| -> Vec<[u64; 3]> {
            table.header.statistics.iter().map(|half| [half.win, half.draw, half.loss]).collect()
        };
        if counts(self) == counts(values) {
            return Ok(());
        }
        Err(TableError { path: self.path.clone(), kind: TableErrorKind::OtherBuild { values: values.path.clone() } })
    }

    /// The error of a distance that the statistics do not have.
    pub(crate) fn longer_than_it_says(&self, plies: u64) -> TableError {
        let expected = "no distance longer than the longest that it names".to_owned();
        let kind = TableErrorKind::Field { name: "statistics", found: plies, expected };
        TableError { path: self.path.clone(), kind }
    }

    /// The packing of the values in a block.
    #[inline]
    pub fn packing(&self) -> Packing {
        self.header.packing
    }
}

/// The checksum of the data of a block. The number of the block goes in, so that blocks that changed places are noticed.
pub(super) fn block_checksum(block: u64, data: &[u8]) -> u64 {
    xxh3_64_with_seed(data, block)
}

fn data_length(word: u32) -> u64 {
    if word >> LENGTH_BITS == KIND_CONSTANT { 0 } else { u64::from(word & ((1 << LENGTH_BITS) - 1)) }
}

fn check_identity(header: &Header, wanted: &Identity<'_>) -> Result<(), TableErrorKind> {
    if header.game != wanted.game {
        let (found, expected) = (header.game.clone(), wanted.game.to_owned());
        return Err(TableErrorKind::OtherGame { found, expected });
    }
    if header.material != wanted.material {
        return Err(TableErrorKind::OtherMaterial { found: header.material, expected: wanted.material });
    }
    if header.metric != wanted.metric {
        let (found, expected) = (header.metric, wanted.metric);
        return Err(TableErrorKind::OtherMetric { found, expected });
    }
    if header.clock != wanted.clock {
        let (found, expected) = (header.clock.clone(), wanted.clock.to_owned());
        return Err(TableErrorKind::OtherClock { found, expected });
    }
    if header.entries != wanted.entries {
        let expected = wanted.entries.to_string();
        return Err(TableErrorKind::Field { name: "entries of a half", found: header.entries, expected });
    }
    Ok(())
}
