//! Building and rewriting tables in tests.
#![allow(dead_code)] // Each test uses a part.

use std::ops::Range;
use std::path::{Path, PathBuf};

use petrov::format::{
    Catalog, Content, FilePool, Identity, Metric, Slot, Source, Table, Values, encode, file_name, game_folder,
};
use petrov::index::{Material, entries};
use petrov::rules::Variant;
use petrov::solve::{BuildError, Plan, Progress, Request, build};

/// How to build.
#[derive(Clone, Copy)]
pub struct Manner {
    pub distances: bool,
    pub threads: usize,
    pub memory: u64,
}

pub const DISTANCES: Manner = Manner { distances: true, threads: 2, memory: u64::MAX };

/// The plan of all materials up to so many pieces in a folder.
pub fn plan<V: Variant>(directory: &Path, pieces: u32, manner: Manner) -> (Plan, Catalog) {
    std::fs::create_dir_all(directory).unwrap();
    let mut catalog = Catalog::new(V::GAME.id);
    catalog.add_directory(directory).unwrap();
    let materials = (2..=pieces).flat_map(Material::all).collect();
    let request = Request { materials, distances: manner.distances, threads: manner.threads };
    (Plan::new::<V>(&request, &catalog).unwrap(), catalog)
}

/// Builds all materials up to so many pieces in a folder; returns the folder of the game.
pub fn build_in<V: Variant>(directory: &Path, pieces: u32, manner: Manner) -> Result<PathBuf, BuildError> {
    let (plan, mut catalog) = plan::<V>(directory, pieces, manner);
    let folder = game_folder(directory, V::GAME.id);
    build::<V>(&plan, &folder, manner.memory, &mut catalog, &Progress::default(), &|_| ())?;
    Ok(folder)
}

/// Opens a table of a folder.
pub fn open<V: Variant>(folder: &Path, material: Material, metric: Metric) -> Table {
    let path = folder.join(file_name(material, metric));
    let halves = material.halves().count() as u64;
    let entries = entries::<V::Board>(material).unwrap() / halves;
    let identity = Identity { game: V::GAME.id, material, metric, entries };
    Table::open(Source::open(&path, &FilePool::new(1)), &path.display().to_string(), &identity).unwrap()
}

/// A value as it stands in a table, also in slots that mean nothing.
pub fn stored(table: &Table, half: usize, entry: u64) -> u16 {
    match table.slot(half, entry) {
        Slot::Value(value) => value,
        Slot::Block { block, entry } => table.packing().get(&table.read_block(block).unwrap(), entry),
    }
}

/// The values of a table with one of them changed.
struct Changed {
    values: Vec<Vec<u16>>,
}

impl Values for Changed {
    fn range(&self, half: usize, range: Range<u64>) -> Vec<Option<u16>> {
        self.values[half][range.start as usize..range.end as usize].iter().map(|&value| Some(value)).collect()
    }
}

/// The bytes of a table with valid checksums in which one entry has another value.
pub fn with_value(table: &Table, half: usize, entry: u64, value: u16) -> Vec<u8> {
    let header = table.header();
    let mut values: Vec<Vec<u16>> = (0..header.statistics.len())
        .map(|half| {
            let mut block_at = (u64::MAX, Vec::new());
            let read = |entry| match table.slot(half, entry) {
                Slot::Value(value) => value,
                Slot::Block { block, entry } => {
                    if block_at.0 != block {
                        block_at = (block, table.read_block(block).unwrap());
                    }
                    table.packing().get(&block_at.1, entry)
                }
            };
            (0..header.entries).map(read).collect()
        })
        .collect();
    assert_ne!(values[half][entry as usize], value);
    values[half][entry as usize] = value;
    let content = Content {
        metric: header.metric,
        game: header.game.clone(),
        material: header.material,
        entries: header.entries,
        statistics: header.statistics.clone(),
        most: values.iter().flatten().copied().max().unwrap(),
    };
    encode(content, &Changed { values }).unwrap()
}

/// A small generator of random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are the better ones.
        ((u128::from(self.0) * u128::from(bound)) >> 64) as u64
    }
}
