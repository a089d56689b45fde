//! Encoding in codec 2: the models of a file and the bytes of its parts. See [`parts`](super::parts) for the other way.

use std::io;
use std::ops::Range;

use super::contexts::{Expected, MOST_DISTANCE, each_distance, each_value};
use super::kept::Points;
use super::model::{Model, Tree, UNFORESEEN};
use super::parts::{Kind, MIDDLE};
use super::range::Encoder;
use super::train::Tally;
use super::writer::Values;
use crate::index::Rows;
use crate::threads::{self, Reserve};

/// What is known of a part: its rows, and its values as soon as a file has told them. Files of one slice share it.
#[derive(Default)]
pub(super) struct Part {
    half: usize,
    range: Range<u64>,
    rows: Rows,
    /// By entry, 0 for a loss, 1 for a draw, 2 for a win; any where the mover has a capture. Empty if not known yet.
    values: Vec<u8>,
    /// What a file stores of each point of the rows.
    numbers: Vec<u16>,
}

impl Part {
    /// Goes to a part of a half. The same memory is used again for all parts.
    pub(super) fn find(&mut self, points: &dyn Points, half: usize, range: &Range<u64>) {
        (self.half, self.range) = (half, range.clone());
        points.rows(half, range.clone(), &mut self.rows);
        self.values.clear();
    }
}

/// Encodes the parts of the halves of a file.
pub(super) struct Coder<'v> {
    kind: Kind,
    values: &'v dyn Values,
    points: &'v dyn Points,
    models: Vec<Option<Model>>,
    /// The models as they stand in the file.
    pub(super) bytes: Vec<u8>,
}

impl<'v> Coder<'v> {
    /// Makes the models of the halves from a sample of these parts, every so manieth of them. A half without parts needs none.
    pub(super) fn new(
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
        let work = Reserve::new();
        threads::try_map(parts.len().div_ceil(every) as u64, &|number| {
            if self.values.stopped() {
                return Err(io::Error::from(io::ErrorKind::Interrupted));
            }
            work.with(
                || (Part::default(), Tally::new(features, self.kind.symbols())),
                |(part, tally): &mut (Part, Tally)| {
                    part.find(self.points, half, &parts[number as usize * every]);
                    self.each(part, |context, symbol, _| tally.add(context, symbol));
                },
            );
            Ok(())
        })?;
        let mut all = Tally::new(features, self.kind.symbols());
        work.into_all().iter().for_each(|(_, tally)| all.merge(tally));
        Ok(all.tree(features, every as u64))
    }

    /// Calls `symbol` with the context and symbol of each entry of a part that has one, and with its number.
    #[inline(always)]
    fn each(&self, part: &mut Part, mut symbol: impl FnMut(usize, u8, u16)) {
        let Part { half, range, rows, values, numbers } = part;
        let (entries, along) = ((range.end - range.start) as usize, self.points.neighbours(*half));
        let along = along.expect("halves with points have grids");
        self.points.numbers(*half, range.start, rows, numbers);
        let mut stored = numbers.iter().copied();
        match self.kind {
            Kind::Values => {
                values.clear();
                values.resize(entries, 1);
                each_value(rows, along, |context, entry| {
                    let value = stored.next().unwrap_or(0);
                    values[entry as usize] = value as u8;
                    symbol(context, value as u8, value);
                    value as u8
                });
            }
            Kind::Distances => {
                if values.is_empty() {
                    *values = self.points.values(*half, range.clone()).expect("what was solved is in memory");
                }
                let mut stored = stored.filter(|&distance| distance != u16::MAX);
                each_distance(rows, along, values, |expected, _| {
                    let distance = stored.next().unwrap_or(0);
                    debug_assert!(distance <= MOST_DISTANCE);
                    symbol(expected.context, symbol_of(expected, distance), distance);
                    distance
                });
            }
        }
    }

    /// Whether a half has parts in the file.
    pub(super) fn has(&self, half: usize) -> bool {
        self.models[half].is_some()
    }

    /// The bytes of a part.
    pub(super) fn encode(&self, part: &mut Part) -> Vec<u8> {
        let model = self.models[part.half].as_ref().expect("a half with blocks has a model");
        let mut encoder = Encoder::new();
        self.each(part, |context, symbol, number| {
            if model.encode(context, symbol, &mut encoder) || (symbol == UNFORESEEN) {
                encoder.number(number);
            }
        });
        encoder.finish()
    }
}

/// The symbol that stands for a distance.
fn symbol_of(expected: Expected, distance: u16) -> u8 {
    let difference = i32::from(distance) - i32::from(expected.distance) + MIDDLE;
    u8::try_from(difference).ok().filter(|&symbol| symbol < UNFORESEEN).unwrap_or(UNFORESEEN)
}

/// The block of some parts, each of which is shorter than 64 KiB as it has no more entries than a part may have.
pub(super) fn join(parts: &[Vec<u8>]) -> Vec<u8> {
    let width = if parts.iter().any(|part| part.len() > 255) { 2 } else { 1 };
    let length = |part: &Vec<u8>| u16::try_from(part.len()).expect("a part is shorter than 64 KiB");
    let mut block = vec![width as u8];
    block.extend(parts.iter().flat_map(|part| length(part).to_le_bytes().into_iter().take(width)));
    block.extend(parts.iter().flatten());
    block
}
