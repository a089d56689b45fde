//! How values stand in a decoded block.

use super::metric::Metric;

/// Entries to a byte in a block of values.
pub const VALUES_PER_BYTE: u64 = 5;
/// The number of bytes that five digits to the base 3 make.
const BYTES_OF_VALUES: u8 = 3_u8.pow(VALUES_PER_BYTE as u32);

/// The packing of values in a decoded block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Five digits to the base 3 in a byte.
    FiveInAByte,
    /// One byte each.
    Bytes,
    /// Two bytes each, the lower one first.
    Words,
}

impl Packing {
    /// The packing of a metric with this width of its values in bytes.
    pub fn of(metric: Metric, width: u8) -> Option<Packing> {
        match (metric, width) {
            (Metric::Wdl, 0) => Some(Packing::FiveInAByte),
            (Metric::Wdl, _) => None,
            (_, 1) => Some(Packing::Bytes),
            (_, 2) => Some(Packing::Words),
            _ => None,
        }
    }

    /// The bytes that so many entries take.
    pub fn bytes(self, entries: u64) -> u64 {
        match self {
            Packing::FiveInAByte => entries.div_ceil(VALUES_PER_BYTE),
            Packing::Bytes => entries,
            Packing::Words => 2 * entries,
        }
    }

    /// The entries that fill so many bytes.
    pub fn entries(self, bytes: u64) -> u64 {
        match self {
            Packing::FiveInAByte => VALUES_PER_BYTE * bytes,
            Packing::Bytes => bytes,
            Packing::Words => bytes / 2,
        }
    }

    /// Whether a decoded block has a byte that no values make.
    pub fn has_nonsense(self, block: &[u8]) -> bool {
        self == Packing::FiveInAByte && block.iter().any(|&byte| byte >= BYTES_OF_VALUES)
    }

    /// The value of an entry, counted within the block.
    #[inline]
    pub fn get(self, block: &[u8], entry: usize) -> u16 {
        match self {
            Packing::FiveInAByte => {
                let (byte, digit) = (entry / VALUES_PER_BYTE as usize, entry % VALUES_PER_BYTE as usize);
                DIGITS[usize::from(block[byte])][digit].into()
            }
            Packing::Bytes => block[entry].into(),
            Packing::Words => u16::from_le_bytes([block[2 * entry], block[2 * entry + 1]]),
        }
    }

    /// Packs values, each of which must fit.
    pub fn pack(self, values: &[u16]) -> Vec<u8> {
        match self {
            Packing::FiveInAByte => {
                let byte = |digits: &[u16]| digits.iter().rev().fold(0, |byte, &digit| byte * 3 + digit as u8);
                values.chunks(VALUES_PER_BYTE as usize).map(byte).collect()
            }
            Packing::Bytes => values.iter().map(|&value| value as u8).collect(),
            Packing::Words => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        }
    }
}

/// The five digits to the base 3 of every byte; 0 of those that no digits make, which no block of a table has.
static DIGITS: [[u8; VALUES_PER_BYTE as usize]; 256] = {
    let mut table = [[0; VALUES_PER_BYTE as usize]; 256];
    let mut byte = 0;
    while byte < BYTES_OF_VALUES as usize {
        let (mut rest, mut digit) = (byte, 0);
        while digit < VALUES_PER_BYTE as usize {
            table[byte][digit] = (rest % 3) as u8;
            rest /= 3;
            digit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_read() {
        for (packing, most) in [(Packing::FiveInAByte, 2), (Packing::Bytes, 255), (Packing::Words, 65_535)] {
            for length in [0, 1, 4, 5, 6, 1000] {
                let values: Vec<u16> = (0..length).map(|n: u32| (n * 7919 % (most + 1)) as u16).collect();
                let bytes = packing.pack(&values);
                assert_eq!(bytes.len() as u64, packing.bytes(length.into()));
                assert!((0..values.len()).all(|entry| packing.get(&bytes, entry) == values[entry]));
            }
        }
    }
}
