//! Reading the fixed part of a header.

use super::super::block::{Packing, VALUES_PER_BYTE};
use super::super::error::TableErrorKind;
use super::super::metric::{ClockName, Metric};
use super::fields::{
    BLOCK_ENTRIES_AT, CODEC_AT, CODEC_ZSTD, CONSTANTS_AT, DICTIONARY_AT, ENTRIES_AT, Fields, GAME_AT, HALVES_AT,
    MATERIAL_AT, METRIC_AT, NO_CONSTANT, ORDER_AT, ORDER_ROWS, PARTS_AT, VERSION_AT, WIDTH_AT, ensure, field,
};
use super::{Header, MOST_BLOCK_ENTRIES, MOST_PART_ENTRIES};
use crate::index::{Material, Side};

/// Dictionaries are not longer than this.
const MOST_DICTIONARY: u32 = 1 << 20;

impl Header {
    /// The fields of the fixed part, whose checksum has been found right; the rest is still empty.
    pub(super) fn from_fixed(bytes: &[u8]) -> Result<Header, TableErrorKind> {
        let fields = Fields(bytes);
        let coding = Coding::read(bytes)?;
        let game = read_game(bytes)?;
        let material = read_material(bytes)?;
        let constants = read_constants(bytes, material, coding.packing)?;
        let block_entries = read_block_entries(bytes, &coding)?;
        let dictionary = fields.u32(DICTIONARY_AT);
        ensure(dictionary <= MOST_DICTIONARY, || field("bytes of the dictionary", dictionary, "at most 1048576"))?;
        Ok(Header {
            metric: coding.metric,
            packing: coding.packing,
            game,
            material,
            clock: String::new(),
            entries: fields.u64(ENTRIES_AT),
            block_entries,
            parts: coding.parts,
            constants,
            statistics: Vec::new(),
            dictionary: Vec::new(),
            words: Vec::new(),
            checksums: Vec::new(),
            data: 0,
            bytes: 0,
        })
    }
}

/// What the values are, and how they stand in the blocks.
struct Coding {
    metric: Metric,
    codec: u8,
    packing: Packing,
    parts: u8,
}

impl Coding {
    fn read(bytes: &[u8]) -> Result<Coding, TableErrorKind> {
        // Which clock stands before the statistics.
        let metric = Metric::PLAIN.into_iter().chain([Metric::Clock(ClockName::default())]);
        let metric = metric.into_iter().find(|metric| metric.code() == bytes[METRIC_AT]);
        let metric = metric.ok_or_else(|| field("metric", bytes[METRIC_AT], "0 to 4"))?;
        let codec = bytes[CODEC_AT];
        let most_codec = Fields(bytes).u16(VERSION_AT) as u8;
        ensure((1..=most_codec).contains(&codec), || field("codec", codec, "1, or 2 from version 2 on"))?;
        let packing = Packing::of(metric, bytes[WIDTH_AT]);
        let packing = packing.ok_or_else(|| field("width", bytes[WIDTH_AT], "0 for values, 1 or 2 for distances"))?;
        ensure(bytes[ORDER_AT] == ORDER_ROWS, || field("order", bytes[ORDER_AT], "0"))?;
        let parts = bytes[PARTS_AT];
        ensure((codec == CODEC_ZSTD) == (parts == 0) && parts != 1, || {
            field("parts", parts, "0, with codec 2 above 1")
        })?;
        Ok(Coding { metric, codec, packing, parts: parts.max(1) })
    }
}

/// The id of the game.
fn read_game(bytes: &[u8]) -> Result<String, TableErrorKind> {
    let game = bytes[GAME_AT..MATERIAL_AT].split(|&byte| byte == 0).next().unwrap_or_default();
    let padding = &bytes[GAME_AT + game.len()..MATERIAL_AT];
    let is_name = !game.is_empty() && game.iter().all(u8::is_ascii_graphic) && padding.iter().all(|&byte| byte == 0);
    ensure(is_name, || field("game", bytes[GAME_AT], "letters padded with zeros"))?;
    Ok(String::from_utf8_lossy(game).into_owned())
}

/// The material, which has as many halves as the file.
fn read_material(bytes: &[u8]) -> Result<Material, TableErrorKind> {
    let count = |number: usize| u32::from(bytes[MATERIAL_AT + number]);
    let first = Side { kings: count(0), men: count(1) };
    let second = Side { kings: count(2), men: count(3) };
    let material = Material::new(first, second).ok().filter(|material| material.first() == first);
    let found = Fields(bytes).u32(MATERIAL_AT);
    let material = material.ok_or_else(|| field("material", found, "the stronger side first"))?;
    let halves = material.halves().count();
    ensure(usize::from(bytes[HALVES_AT]) == halves, || field("halves", bytes[HALVES_AT], &halves.to_string()))?;
    Ok(material)
}

/// For each half the value of all entries, where it is the same.
fn read_constants(bytes: &[u8], material: Material, packing: Packing) -> Result<Vec<Option<u16>>, TableErrorKind> {
    let (fields, halves, most) = (Fields(bytes), material.halves().count(), packing.most());
    let constants = [0, 1].map(|half| Some(fields.u16(CONSTANTS_AT + 2 * half)).filter(|&value| value != NO_CONSTANT));
    for (half, value) in constants.iter().enumerate() {
        let possible = value.is_none_or(|value| half < halves && value <= most);
        ensure(possible, || field("constant", value.unwrap_or(0), "a value of the metric, or none"))?;
    }
    Ok(constants[..halves].to_vec())
}

/// The entries of a block, which its parts share evenly.
fn read_block_entries(bytes: &[u8], coding: &Coding) -> Result<u32, TableErrorKind> {
    let Coding { codec, packing, parts, .. } = *coding;
    let block_entries = Fields(bytes).u32(BLOCK_ENTRIES_AT);
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
    Ok(block_entries)
}
