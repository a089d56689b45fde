//! Reading a table file.

use std::io;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::block::Packing;
use super::codec::{Decoder, lengthen};
use super::divisor::Divisor;
use super::error::{TableError, TableErrorKind};
use super::header::{Header, KIND_COMPRESSED, KIND_CONSTANT, LENGTH_BITS};
use super::identity::{Identity, check_identity};
use super::kept::Kept;
use super::parts::{Kind, Models, part_of};
use super::source::{Held, Source};
use crate::allocation::reserve;

/// Where the value of an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Nowhere: all values around it are this one.
    Value(u16),
    /// In a part of a block of the file.
    Part {
        /// The number of the part, counted through all blocks.
        part: u64,
        /// The entry, counted within the part.
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
    decoder: Blocks,
    /// What goes into the checksums of blocks.
    seed: u64,
    /// Entries of a part, and parts of a block.
    part_entries: Divisor,
    parts: Divisor,
}

/// What has the name of a file now.
#[derive(Debug)]
pub enum Found {
    /// The file that was opened, or one with the same bytes.
    Same(Held<'static>),
    /// Another file of the same table.
    Another(Box<Table>, Held<'static>),
}

/// What decodes the blocks.
#[derive(Debug)]
enum Blocks {
    Whole(Decoder),
    Parts(Models),
}

/// The models of a file are not longer than this.
const MOST_MODELS: usize = 1 << 20;

impl Table {
    /// Opens a table: reads and checks header and index, not the blocks. `path` is what errors call it.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, is of a newer version, or is not the table that is wanted.
    pub fn open(source: Source, path: &str, wanted: &Identity<'_>) -> Result<Table, TableError> {
        let read = source.hold().map_err(TableErrorKind::from).and_then(|held| Header::read_held(&held));
        let header = read.map_err(|kind| TableError { path: path.to_owned(), kind })?;
        Table::with_header(source, header, path, wanted)
    }

    fn with_header(source: Source, header: Header, path: &str, wanted: &Identity<'_>) -> Result<Table, TableError> {
        let named = |kind| TableError { path: path.to_owned(), kind };
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
        let decoder = if header.parts == 1 {
            Blocks::Whole(Decoder::new(&header.dictionary))
        } else {
            Blocks::Parts(models(&header).map_err(named)?)
        };
        let (seed, path) = (header.seed(), path.to_owned());
        let (part_entries, parts) = (Divisor::new(header.part_entries()), Divisor::new(header.parts.into()));
        Ok(Table { path, source, header, offsets, first_blocks, decoder, seed, part_entries, parts })
    }

    /// Looks at what has the name of the file now, after a block could not be read: with many files in use, a file is closed and
    /// opened again, and another one may have taken its place. `None` where the bytes are in memory.
    ///
    /// # Errors
    /// If there is no file, or it is damaged, or not the same table: it says other things of itself than how it is encoded.
    pub fn look_again(&self, wanted: &Identity<'_>) -> Option<Result<Found, TableError>> {
        let held = self.source.hold_anew()?;
        let named = |kind| TableError { path: self.path.clone(), kind };
        let read = held.map_err(TableErrorKind::from).and_then(|held| Ok((Header::read_held(&held)?, held)));
        Some(read.map_err(named).and_then(|(header, held)| {
            if header == self.header {
                self.source.keep(&held);
                return Ok(Found::Same(held));
            }
            let table = Table::with_header(self.source.another(&held), header, &self.path, wanted)?;
            match table.header.statistics == self.header.statistics {
                true => Ok(Found::Another(Box::new(table), held)),
                false => Err(named(TableErrorKind::Replaced)),
            }
        }))
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

    /// Entries of a part, but for the last one of a half.
    pub fn part_entries(&self) -> u64 {
        self.header.part_entries()
    }

    /// Where the value of an entry of a half stands. Both must be within the table.
    #[inline]
    pub fn slot(&self, half: usize, entry: u64) -> Slot {
        debug_assert!(entry < self.header.entries);
        if let Some(value) = self.header.constants[half] {
            return Slot::Value(value);
        }
        let (part, entry) = self.part_entries.divide(entry);
        let block = self.first_blocks[half] + self.parts.divide(part).0;
        let word = self.header.words[block as usize];
        if word >> LENGTH_BITS == KIND_CONSTANT {
            return Slot::Value(word as u16);
        }
        let part = self.first_blocks[half] * u64::from(self.header.parts) + part;
        Slot::Part { part, entry: entry as usize }
    }

    /// Reads, checks and decodes a part of a block that [`slot`](Table::slot) has named. Its values are read with the header's [`Packing`].
    ///
    /// # Errors
    /// If the file cannot be read, or the block does not match its checksum or cannot be decoded; those of `kept`.
    pub fn read_part(&self, part: u64, kept: &dyn Kept) -> Result<Vec<u8>, TableError> {
        self.read_part_of(None, part, kept)
    }

    /// The same from a file that is held, which must be that of the header.
    ///
    /// # Errors
    /// As [`read_part`](Table::read_part).
    pub fn read_part_of(&self, held: Option<&Held<'_>>, part: u64, kept: &dyn Kept) -> Result<Vec<u8>, TableError> {
        let parts = u64::from(self.header.parts);
        let block = part / parts;
        let named = |kind| TableError { path: self.path.clone(), kind };
        let word = self.header.words[block as usize];
        let entries = self.header.block_length(block);
        if word >> LENGTH_BITS == KIND_CONSTANT {
            let size = self.header.part_entries();
            let length = entries.saturating_sub(part % parts * size).min(size);
            return Ok(self.header.packing.pack(&vec![word as u16; length as usize]));
        }
        let data = self.read_data(held, block).map_err(named)?;
        match &self.decoder {
            Blocks::Whole(decoder) => self.decode_whole(decoder, block, data).map_err(named),
            Blocks::Parts(models) => self.decode_part(models, part, &data, kept),
        }
    }

    /// Reads and checks a block, as far as that is possible without knowing which entries are kept.
    ///
    /// # Errors
    /// If the file cannot be read, or the block does not match its checksum or cannot be decoded.
    pub fn check_block(&self, block: u64) -> Result<(), TableError> {
        let named = |kind| TableError { path: self.path.clone(), kind };
        if self.header.words[block as usize] >> LENGTH_BITS == KIND_CONSTANT {
            return Ok(());
        }
        let data = self.read_data(None, block).map_err(named)?;
        match &self.decoder {
            Blocks::Whole(decoder) => self.decode_whole(decoder, block, data).map(drop).map_err(named),
            Blocks::Parts(_) => {
                let parts = self.header.block_length(block).div_ceil(self.header.part_entries()) as usize;
                match part_of(&data, parts, parts - 1) {
                    Some(_) => Ok(()),
                    None => Err(named(TableErrorKind::BlockData { block })),
                }
            }
        }
    }

    /// The data of a block, checked.
    fn read_data(&self, held: Option<&Held<'_>>, block: u64) -> Result<Vec<u8>, TableErrorKind> {
        let word = self.header.words[block as usize];
        let mut data = zeros(data_length(word))?;
        let offset = self.offsets[block as usize];
        match held {
            Some(held) => held.read_at(offset, &mut data)?,
            None => self.source.hold()?.read_at(offset, &mut data)?,
        }
        let (found, expected) = (block_checksum(self.seed, block, &data), self.header.checksums[block as usize]);
        if found != expected {
            return Err(TableErrorKind::BlockChecksum { block, found, expected });
        }
        Ok(data)
    }

    fn decode_whole(&self, decoder: &Decoder, block: u64, data: Vec<u8>) -> Result<Vec<u8>, TableErrorKind> {
        let decoded = if self.header.words[block as usize] >> LENGTH_BITS == KIND_COMPRESSED {
            let mut decoded = zeros(self.header.packing.bytes(self.header.block_length(block)))?;
            decoder.decode(&data, &mut decoded).map_err(|_| TableErrorKind::BlockData { block })?;
            decoded
        } else {
            data
        };
        if self.header.packing.has_nonsense(&decoded) {
            return Err(TableErrorKind::BlockData { block });
        }
        Ok(decoded)
    }

    fn decode_part(&self, models: &Models, part: u64, data: &[u8], kept: &dyn Kept) -> Result<Vec<u8>, TableError> {
        let parts = u64::from(self.header.parts);
        let (block, size) = (part / parts, self.header.part_entries());
        // The last block of a half may have fewer parts.
        let half = self.first_blocks.partition_point(|&first| first <= block) - 1;
        let start = (part - self.first_blocks[half] * parts) * size;
        let range = start.min(self.header.entries)..(start + size).min(self.header.entries);
        let in_block = self.header.block_length(block).div_ceil(size);
        let bytes = part_of(data, in_block as usize, (part % parts) as usize);
        let Some((bytes, along)) = bytes.zip(kept.neighbours(half)) else {
            let kind = TableErrorKind::BlockData { block };
            return Err(TableError { path: self.path.clone(), kind });
        };
        Ok(self.header.packing.pack(&models.decode(half, range, bytes, (kept, along))?))
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
    pub fn longer_than_it_says(&self, plies: u64) -> TableError {
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

/// So many zeros, as many as a file asks for.
fn zeros(length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, length)?;
    bytes.resize(length as usize, 0);
    Ok(bytes)
}

/// The XXH3-64 of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// The models of a file in parts.
fn models(header: &Header) -> Result<Models, TableErrorKind> {
    let has_blocks: Vec<bool> = header.constants.iter().map(Option::is_none).collect();
    // What cannot be read is no model; a file without blocks has none.
    let bytes = lengthen(&header.dictionary, MOST_MODELS).unwrap_or_default();
    Models::read(Kind::of(header.metric), &bytes, &has_blocks).ok_or_else(|| TableErrorKind::Field {
        name: "models",
        found: header.dictionary.len() as u64,
        expected: "trees with frequencies".to_owned(),
    })
}

/// The checksum of the data of a block. The number of the block goes in, so that blocks that changed places are noticed, and
/// with codec 2 what it is decoded with: [`Header::seed`].
pub fn block_checksum(seed: u64, block: u64, data: &[u8]) -> u64 {
    xxh3_64_with_seed(data, seed.wrapping_add(block))
}

fn data_length(word: u32) -> u64 {
    if word >> LENGTH_BITS == KIND_CONSTANT { 0 } else { u64::from(word & ((1 << LENGTH_BITS) - 1)) }
}
