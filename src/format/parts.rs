//! Codec 2: blocks in parts, each of which is decoded by itself, with the values told from their neighbours.

use std::ops::Range;

use super::contexts::{MOST_DISTANCE, OF_DISTANCES, OF_VALUES, each_distance, each_value};
use super::error::TableError;
use super::kept::Kept;
use super::metric::Metric;
use super::model::{MOST_SYMBOLS, Model, Tree, UNFORESEEN};
use super::range::Decoder;
use crate::index::{Neighbours, Rows};

/// A distance is told as its difference from what is expected, this more.
pub const MIDDLE: i32 = UNFORESEEN as i32 / 2;

/// How the values of a metric are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Values: win, draw or loss.
    Values,
    /// Distances.
    Distances,
}

impl Kind {
    /// What a file of a metric has.
    pub fn of(metric: Metric) -> Kind {
        if metric == Metric::Wdl { Kind::Values } else { Kind::Distances }
    }

    /// How many values each part of a context has.
    pub fn features(self) -> &'static [u8] {
        match self {
            Kind::Values => OF_VALUES,
            Kind::Distances => OF_DISTANCES,
        }
    }

    /// How many symbols there are.
    pub fn symbols(self) -> usize {
        match self {
            Kind::Values => 3,
            Kind::Distances => MOST_SYMBOLS,
        }
    }
}

/// The models of a file, made ready.
#[derive(Debug)]
pub struct Models {
    kind: Kind,
    /// By half; none where it has no blocks.
    models: Vec<Option<Model>>,
}

impl Models {
    /// Reads the models of the halves that have blocks; `None` if the bytes are none.
    pub fn read(kind: Kind, bytes: &[u8], has_blocks: &[bool]) -> Option<Models> {
        let mut rest = bytes;
        let mut models = Vec::new();
        for &has_blocks in has_blocks {
            let mut read = || Model::new(&Tree::read(&mut rest, kind.features(), kind.symbols())?, kind.features());
            models.push(if has_blocks { Some(read()?) } else { None });
        }
        rest.is_empty().then_some(Models { kind, models })
    }

    /// Decodes the part with these entries of a half, whose rows are known: a value for each entry, 0 where none is kept.
    ///
    /// # Errors
    /// If the values that distances need cannot be read.
    pub fn decode(
        &self,
        half: usize,
        range: Range<u64>,
        data: &[u8],
        (kept, along): (&dyn Kept, &Neighbours),
    ) -> Result<Vec<u16>, TableError> {
        let model = self.models[half].as_ref().expect("a half with blocks has a model");
        let mut rows = Rows::default();
        kept.rows(half, range.clone(), &mut rows);
        let mut decoded = vec![0; (range.end - range.start) as usize];
        let mut decoder = Decoder::new(data);
        match self.kind {
            Kind::Values => each_value(&rows, along, |context, entry| {
                let value = model.decode(context, &mut decoder);
                decoded[entry as usize] = value.into();
                value
            }),
            Kind::Distances => {
                let values = kept.values(half, range)?;
                each_distance(&rows, along, &values, |expected, entry| {
                    let symbol = model.decode_one_of_many(expected.context, &mut decoder);
                    let distance = if symbol == UNFORESEEN {
                        decoder.number()
                    } else {
                        (i32::from(expected.distance) + i32::from(symbol) - MIDDLE).max(0) as u16
                    };
                    let distance = distance.min(MOST_DISTANCE);
                    decoded[entry as usize] = distance;
                    distance
                });
            }
        }
        Ok(decoded)
    }
}

/// Finds the bytes of a part in a block of so many parts; `None` if the lengths are not those of a block.
///
/// A block begins with the bytes that a length takes, 1 or 2, and the lengths of all parts.
pub fn part_of(block: &[u8], parts: usize, part: usize) -> Option<&[u8]> {
    let (&width, rest) = block.split_first()?;
    let width = usize::from(width);
    if !(1..=2).contains(&width) {
        return None;
    }
    let (lengths, data) = rest.split_at_checked(parts * width)?;
    let lengths =
        lengths.chunks(width).map(|bytes| bytes.iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte)));
    let (mut start, mut end, mut all) = (0, 0, 0);
    for (number, length) in lengths.enumerate() {
        if number == part {
            (start, end) = (all, all + length);
        }
        all += length;
    }
    // The lengths are those of this block only if they end where it ends.
    if all == data.len() { data.get(start..end) } else { None }
}
