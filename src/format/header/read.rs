//! Reading a header, and checking it.

use std::io;

use xxhash_rust::xxh3::xxh3_64;

use super::super::VERSION;
use super::super::error::TableErrorKind;
use super::super::metric::{ClockName, Metric};
use super::super::source::{Held, Source};
use super::super::statistics::Statistics;
use super::fields::{
    BLOCKS_AT, CLOCK_BYTES, DATA_AT, DICTIONARY_AT, FIXED_BYTES, Fields, MAGIC, STATISTICS_AT, VERSION_AT, at_least,
    ensure, field,
};
use super::{Header, KIND_COMPRESSED, KIND_CONSTANT, KIND_PLAIN, LENGTH_BITS, has_data};
use crate::allocation::reserve;

impl Header {
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
        version if version > VERSION => Err(TableErrorKind::Newer { version }),
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
