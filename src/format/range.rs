//! A range coder: symbols to bytes and back, each symbol at the cost of its frequency. After G. N. N. Martin, "Range
//! encoding: an algorithm for removing redundancy from a digitised message" (1979), with a range of 64 bits.
//!
//! Bytes are read as one long number, highest byte first; beyond the end there are zeros, and so zeros at the end are left
//! out. Whatever the bytes are, decoding them gives some symbols: a checksum tells whether they are right.

/// Frequencies of the symbols of one place add up to two to this power.
pub const TOTAL_BITS: u32 = 15;
/// The sum of all frequencies.
pub const TOTAL: u32 = 1 << TOTAL_BITS;

/// When the range falls below this, it is moved up.
const LOW: u64 = 1 << 32;

/// Bytes to symbols.
#[derive(Debug)]
pub struct Decoder<'d> {
    rest: &'d [u8],
    range: u64,
    /// How far the number lies above the bottom of the range.
    code: u64,
}

impl<'d> Decoder<'d> {
    /// Decodes these bytes.
    pub fn new(data: &'d [u8]) -> Decoder<'d> {
        let mut decoder = Decoder { rest: data, range: u64::MAX, code: 0 };
        decoder.code = u64::from(decoder.next()) << 32;
        decoder.code |= u64::from(decoder.next());
        decoder
    }

    /// The next four bytes as a number.
    fn next(&mut self) -> u32 {
        if let Some((word, rest)) = self.rest.split_first_chunk() {
            self.rest = rest;
            return u32::from_be_bytes(*word);
        }
        let mut word = [0; 4];
        word[..self.rest.len()].copy_from_slice(self.rest);
        self.rest = &[];
        u32::from_be_bytes(word)
    }

    /// The next symbol, counted from 0; `ends` says for all but the last where its share of [`TOTAL`] ends.
    #[inline(always)]
    pub fn symbol(&mut self, ends: &[u16]) -> usize {
        let unit = self.range >> TOTAL_BITS;
        let (mut symbol, mut low, mut high) = (0, 0, self.range);
        for &end in ends {
            let end = unit * u64::from(end);
            if self.code < end {
                high = end;
                break;
            }
            (low, symbol) = (end, symbol + 1);
        }
        self.narrow(low, high);
        symbol
    }

    /// The same where there are many symbols, none of them very likely: one division instead of a product for each.
    #[inline(always)]
    pub fn one_of_many(&mut self, ends: &[u16]) -> usize {
        let unit = self.range >> TOTAL_BITS;
        let share = (self.code / unit).min(u64::from(TOTAL - 1)) as u16;
        let symbol: u16 = ends.iter().map(|&end| u16::from(end <= share)).sum();
        let symbol = usize::from(symbol);
        let low = if symbol == 0 { 0 } else { unit * u64::from(ends[symbol - 1]) };
        let high = ends.get(symbol).map_or(self.range, |&end| unit * u64::from(end));
        self.narrow(low, high);
        symbol
    }

    /// A number of 16 bits of which nothing was known.
    #[cold]
    pub fn number(&mut self) -> u16 {
        let unit = self.range >> 16;
        let number = (self.code / unit).min(u16::MAX.into());
        self.narrow(unit * number, unit * (number + 1));
        number as u16
    }

    /// Goes on with this part of the range.
    #[inline(always)]
    fn narrow(&mut self, low: u64, high: u64) {
        self.code -= low;
        self.range = high - low;
        if self.range < LOW {
            self.range <<= 32;
            self.code = (self.code << 32) | u64::from(self.next());
        }
    }
}

/// Symbols to bytes.
#[derive(Debug)]
pub struct Encoder {
    bytes: Vec<u8>,
    low: u64,
    range: u64,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder::new()
    }
}

impl Encoder {
    /// Nothing encoded yet.
    pub fn new() -> Encoder {
        Encoder { bytes: Vec::new(), low: 0, range: u64::MAX }
    }

    /// A symbol whose share of [`TOTAL`] begins at `start` and ends at `end`; `None` is the end of all.
    #[inline(always)]
    pub fn symbol(&mut self, start: u16, end: Option<u16>) {
        let unit = self.range >> TOTAL_BITS;
        let low = unit * u64::from(start);
        let high = end.map_or(self.range, |end| unit * u64::from(end));
        self.narrow(low, high - low);
    }

    /// A number of 16 bits of which nothing is known.
    pub fn number(&mut self, number: u16) {
        let unit = self.range >> 16;
        self.narrow(unit * u64::from(number), unit);
    }

    #[inline(always)]
    fn narrow(&mut self, low: u64, range: u64) {
        let (sum, carry) = self.low.overflowing_add(low);
        if carry {
            self.carry();
        }
        (self.low, self.range) = (sum, range);
        if self.range < LOW {
            self.bytes.extend(((self.low >> 32) as u32).to_be_bytes());
            self.low <<= 32;
            self.range <<= 32;
        }
    }

    /// Adds one to the number that the bytes are.
    #[cold]
    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return;
            }
        }
        unreachable!("the number stays below the end of the range");
    }

    /// The shortest bytes that mean the symbols so far.
    pub fn finish(mut self) -> Vec<u8> {
        for kept in 0..=8_u32 {
            let dropped = u64::MAX.checked_shr(8 * kept).unwrap_or(0);
            // Rounded up to a number whose lower bytes are zeros.
            let (sum, carry) = self.low.overflowing_add(dropped);
            let number = sum & !dropped;
            if number.wrapping_sub(self.low) < self.range {
                if carry {
                    self.carry();
                }
                self.bytes.extend(&number.to_be_bytes()[..kept as usize]);
                break;
            }
        }
        let length = self.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        self.bytes.truncate(length);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// Encodes and decodes symbols with frequencies that change from place to place; returns the bytes.
    fn there_and_back(seed: u64, length: usize, rare: u64) -> usize {
        let mut state = seed;
        let tables: [&[u16]; 4] = [&[32_767], &[1], &[16_384, 32_000, 32_767], &[32_765, 32_766, 32_767]];
        let mut encoder = Encoder::new();
        let mut expected = Vec::new();
        for _ in 0..length {
            let table = tables[(random(&mut state) % 4) as usize];
            let is_rare = random(&mut state).is_multiple_of(rare);
            let likely = if table[0] == 1 { 1 } else { 0 };
            let symbol = if is_rare { (random(&mut state) % (table.len() as u64 + 1)) as usize } else { likely };
            let start = if symbol == 0 { 0 } else { table[symbol - 1] };
            encoder.symbol(start, table.get(symbol).copied());
            let number = (random(&mut state).is_multiple_of(64)).then(|| random(&mut state) as u16);
            number.into_iter().for_each(|number| encoder.number(number));
            expected.push((table, symbol, number));
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        for (place, (table, symbol, number)) in expected.into_iter().enumerate() {
            assert_eq!(if place % 2 == 0 { decoder.symbol(table) } else { decoder.one_of_many(table) }, symbol);
            number.into_iter().for_each(|number| assert_eq!(decoder.number(), number));
        }
        bytes.len()
    }

    #[test]
    fn symbols_come_back() {
        for seed in 1..400 {
            for (length, rare) in [(0, 1), (1, 1), (3, 2), (40, 3), (500, 7), (500, 1)] {
                there_and_back(seed, length, rare);
            }
        }
        there_and_back(7, 200_000, 3);
    }

    #[test]
    fn what_is_likely_costs_nothing() {
        let mut encoder = Encoder::new();
        (0..1000).for_each(|_| encoder.symbol(0, Some(32_767)));
        assert!(encoder.finish().is_empty());
        let mut encoder = Encoder::new();
        (0..1000).for_each(|_| encoder.symbol(1, None));
        assert!(encoder.finish().len() <= 1);
    }

    #[test]
    fn any_bytes_give_symbols() {
        let mut state = 99;
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random(&mut state) as u8 | 0xf0).collect();
            let mut decoder = Decoder::new(&bytes);
            for _ in 0..300 {
                assert!(decoder.symbol(&[3, 32_000]) <= 2);
                assert!(decoder.one_of_many(&[3, 32_000]) <= 2);
                decoder.number();
            }
        }
    }
}
