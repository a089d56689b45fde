//! Where the fields of the fixed part stand, and what stands in them.

use super::super::block::Packing;
use super::super::error::TableErrorKind;

/// The first bytes of every table file.
pub const MAGIC: [u8; 8] = [0x89, b'P', b'T', b'B', 0x0D, 0x0A, 0x1A, 0x0A];

// Each field begins where the one before ends.
pub(super) const VERSION_AT: usize = MAGIC.len();
pub(super) const METRIC_AT: usize = VERSION_AT + 2;
pub(super) const CODEC_AT: usize = METRIC_AT + 1;
pub(super) const WIDTH_AT: usize = CODEC_AT + 1;
pub(super) const ORDER_AT: usize = WIDTH_AT + 1;
pub(super) const HALVES_AT: usize = ORDER_AT + 1;
pub(super) const CONSTANTS_AT: usize = HALVES_AT + 1;
pub(super) const PARTS_AT: usize = CONSTANTS_AT + 2 * 2;
pub(super) const GAME_AT: usize = PARTS_AT + 1;
pub(super) const GAME_BYTES: usize = 48;
pub(super) const MATERIAL_AT: usize = GAME_AT + GAME_BYTES;
pub(super) const ENTRIES_AT: usize = MATERIAL_AT + 4;
pub(super) const BLOCK_ENTRIES_AT: usize = ENTRIES_AT + 8;
pub(super) const BLOCKS_AT: usize = BLOCK_ENTRIES_AT + 4;
pub(super) const DICTIONARY_AT: usize = BLOCKS_AT + 4;
pub(super) const STATISTICS_AT: usize = DICTIONARY_AT + 4;
pub(super) const DATA_AT: usize = STATISTICS_AT + 4;
pub(super) const FIXED_BYTES: usize = DATA_AT + 8;

/// Before the statistics of a clock: its definition.
pub(super) const CLOCK_BYTES: usize = 128;

pub(super) const CODEC_ZSTD: u8 = 1;
pub(super) const CODEC_PARTS: u8 = 2;
pub(super) const ORDER_ROWS: u8 = 0;
/// In the header: the half has blocks.
pub(super) const NO_CONSTANT: u16 = u16::MAX;

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

/// Little-endian numbers at places that are known to be there.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    fn bytes<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|byte| self.0[at + byte])
    }

    pub(super) fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.bytes(at))
    }

    pub(super) fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(at))
    }

    pub(super) fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.bytes(at))
    }
}

pub(super) fn at_least(length: u64, expected: u64) -> Result<(), TableErrorKind> {
    ensure(length >= expected, || TableErrorKind::Length { found: length, expected })
}

pub(super) fn ensure(fact: bool, error: impl FnOnce() -> TableErrorKind) -> Result<(), TableErrorKind> {
    if fact { Ok(()) } else { Err(error()) }
}

pub(super) fn field(name: &'static str, found: impl Into<u64>, expected: &str) -> TableErrorKind {
    TableErrorKind::Field { name, found: found.into(), expected: expected.to_owned() }
}
