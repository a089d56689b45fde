//! Writing a header.

use xxhash_rust::xxh3::xxh3_64;

use super::super::block::Packing;
use super::super::metric::Metric;
use super::fields::{CLOCK_BYTES, CODEC_PARTS, CODEC_ZSTD, FIXED_BYTES, GAME_BYTES, MAGIC, NO_CONSTANT, ORDER_ROWS};
use super::{Header, has_data};

impl Header {
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
}
