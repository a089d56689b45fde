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
const MIDDLE: i32 = UNFORESEEN as i32 / 2;

/// How the values of a metric are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Values,
    Distances,
}

impl Kind {
    pub(super) fn of(metric: Metric) -> Kind {
        if metric == Metric::Wdl { Kind::Values } else { Kind::Distances }
    }

    pub(super) fn features(self) -> &'static [u8] {
        match self {
            Kind::Values => OF_VALUES,
            Kind::Distances => OF_DISTANCES,
        }
    }

    pub(super) fn symbols(self) -> usize {
        match self {
            Kind::Values => 3,
            Kind::Distances => MOST_SYMBOLS,
        }
    }
}

/// The models of a file, made ready.
#[derive(Debug)]
pub(super) struct Models {
    kind: Kind,
    /// By half; none where it has no blocks.
    models: Vec<Option<Model>>,
}

impl Models {
    /// Reads the models of the halves that have blocks; `None` if the bytes are none.
    pub(super) fn read(kind: Kind, bytes: &[u8], has_blocks: &[bool]) -> Option<Models> {
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
    pub(super) fn decode(
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
pub(super) fn part_of(block: &[u8], parts: usize, part: usize) -> Option<&[u8]> {
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

#[cfg(feature = "parallel")]
pub(super) use encoding::{Coder, join};

#[cfg(feature = "parallel")]
mod encoding {
    use std::io;
    use std::ops::Range;

    use super::super::contexts::{Expected, MOST_DISTANCE, each_distance, each_value};
    use super::super::kept::Points;
    use super::super::model::{Model, Tree, UNFORESEEN};
    use super::super::range::Encoder;
    use super::super::train::Tally;
    use super::super::writer::Values;
    use super::{Kind, MIDDLE};
    use crate::index::Rows;
    use crate::threads::{self, Reserve};

    /// Encodes the parts of the halves of a file.
    pub(in super::super) struct Coder<'v> {
        kind: Kind,
        values: &'v dyn Values,
        points: &'v dyn Points,
        models: Vec<Option<Model>>,
        /// The models as they stand in the file.
        pub(in super::super) bytes: Vec<u8>,
    }

    /// One symbol of a part: its context, itself, and the number that it stands for.
    fn symbol_of(expected: Expected, distance: u16) -> u8 {
        let difference = i32::from(distance) - i32::from(expected.distance) + MIDDLE;
        u8::try_from(difference).ok().filter(|&symbol| symbol < UNFORESEEN).unwrap_or(UNFORESEEN)
    }

    impl<'v> Coder<'v> {
        /// Makes the models of the halves from a sample of these parts, every so manieth of them.
        pub(in super::super) fn new(
            kind: Kind,
            values: &'v dyn Values,
            points: &'v dyn Points,
            halves: &[Vec<Range<u64>>],
            every: usize,
        ) -> io::Result<Coder<'v>> {
            let mut coder = Coder { kind, values, points, models: Vec::new(), bytes: Vec::new() };
            for (half, parts) in halves.iter().enumerate() {
                if parts.is_empty() {
                    coder.models.push(None);
                    continue;
                }
                let tree = coder.train(half, parts, every)?;
                tree.write(&mut coder.bytes);
                coder.models.push(Some(Model::new(&tree, kind.features()).expect("a model that was made is one")));
            }
            Ok(coder)
        }

        fn train(&self, half: usize, parts: &[Range<u64>], every: usize) -> io::Result<Tree> {
            let features = self.kind.features();
            let tallies = Reserve::new();
            threads::try_map(parts.len().div_ceil(every) as u64, &|number| {
                if self.values.stopped() {
                    return Err(io::Error::from(io::ErrorKind::Interrupted));
                }
                let part = &parts[number as usize * every];
                tallies.with(
                    || Tally::new(features, self.kind.symbols()),
                    |tally: &mut Tally| self.each(half, part, |context, symbol, _| tally.add(context, symbol)),
                );
                Ok(())
            })?;
            let mut all = Tally::new(features, self.kind.symbols());
            tallies.into_all().iter().for_each(|tally| all.merge(tally));
            Ok(all.tree(features, every as u64))
        }

        /// Calls `symbol` with the context and symbol of each entry of a part that has one, and with its value.
        #[inline(always)]
        fn each(&self, half: usize, part: &Range<u64>, mut symbol: impl FnMut(usize, u8, u16)) {
            let mut rows = Rows::default();
            self.points.rows(half, part.clone(), &mut rows);
            let mut stored = self.points.points(half, part.start, &rows).into_iter();
            let along = self.points.neighbours(half).expect("halves with points have grids");
            match self.kind {
                Kind::Values => each_value(&rows, along, |context, _| {
                    let value = stored.next().unwrap_or(0);
                    symbol(context, value as u8, value);
                    value as u8
                }),
                Kind::Distances => {
                    let values = self.points.values(half, part.clone()).expect("what was solved is in memory");
                    let mut stored = stored.filter(|&distance| distance != u16::MAX);
                    each_distance(&rows, along, &values, |expected, _| {
                        let distance = stored.next().unwrap_or(0);
                        debug_assert!(distance <= MOST_DISTANCE);
                        symbol(expected.context, symbol_of(expected, distance), distance);
                        distance
                    });
                }
            }
        }

        /// The bytes of a part.
        pub(in super::super) fn encode(&self, half: usize, part: &Range<u64>) -> Vec<u8> {
            let model = self.models[half].as_ref().expect("a half with blocks has a model");
            let mut encoder = Encoder::new();
            self.each(half, part, |context, symbol, value| {
                if model.encode(context, symbol, &mut encoder) || (symbol == UNFORESEEN) {
                    encoder.number(value);
                }
            });
            encoder.finish()
        }
    }

    /// The block of some parts, each of which is shorter than 64 KiB as it has no more entries than a part may have.
    pub(in super::super) fn join(parts: &[Vec<u8>]) -> Vec<u8> {
        let width = if parts.iter().any(|part| part.len() > 255) { 2 } else { 1 };
        let length = |part: &Vec<u8>| u16::try_from(part.len()).expect("a part is shorter than 64 KiB");
        let mut block = vec![width as u8];
        block.extend(parts.iter().flat_map(|part| length(part).to_le_bytes().into_iter().take(width)));
        block.extend(parts.iter().flatten());
        block
    }
}
