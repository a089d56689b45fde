//! Header, statistics and index of a table file.

mod fields;
mod fixed;
mod read;
mod write;

pub use fields::MAGIC;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::block::Packing;
use super::metric::Metric;
use super::statistics::Statistics;
use crate::index::Material;

/// A block has no more entries than this: one decoded block fits in a cache of any sensible size.
pub const MOST_BLOCK_ENTRIES: u32 = 1 << 20;
/// With codec 2 a part has no more entries than this: so its length always fits in two bytes, as a distance takes at most 31 bits,
/// and no file makes a probe decode more for one value.
pub const MOST_PART_ENTRIES: u64 = 1 << 14;

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

    /// The entries of a block of the file: all blocks of a half have the same number but the last.
    pub fn block_length(&self, block: u64) -> u64 {
        let start = block % self.blocks_of_half() * u64::from(self.block_entries);
        (self.entries - start).min(self.block_entries.into())
    }
}
