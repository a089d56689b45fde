//! Building and rewriting tables in tests.
#![allow(dead_code)] // Each test uses a part.

pub mod allocation;
pub mod forge;
pub mod kept;
pub mod originals;
pub mod undisturbed;

#[path = "../random.rs"]
mod random;

pub use random::Random;

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use petrov::format::{Catalog, ClockName, Metric, TableError, file_name, game_folder};
use petrov::index::{Material, entries};
use petrov::internals::format::{FilePool, Header, Identity, Kept, Slot, Source, Table};
use petrov::rules::{Game, Variant};
use petrov_build::format::Level;
use petrov_build::internals::{Content, Values, encode};
use petrov_build::solve::{BuildError, Engine, Plan, Progress, Request, build};

use kept::SliceKept;

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub metrics: &'static [Metric],
    pub threads: usize,
    pub memory: u64,
}

pub const DISTANCES: Manner = Manner { metrics: &[Metric::Wdl, Metric::Dtw], threads: 2, memory: u64::MAX };
pub const VALUES: Manner = Manner { metrics: &[Metric::Wdl], ..DISTANCES };
pub const ALL_METRICS: Manner = Manner { metrics: &Metric::PLAIN, ..DISTANCES };

/// The metric of a clock.
pub fn clock(id: &str) -> Metric {
    Metric::Clock(ClockName::new(id).unwrap())
}

/// All metrics and some clocks of Russian: one that counts to captures and promotions, one to moves of men, and both.
pub fn with_clocks() -> Manner {
    static METRICS: OnceLock<Vec<Metric>> = OnceLock::new();
    let clocks = ["ru.bal5", "ru.kings15", "default"].map(clock);
    let metrics = METRICS.get_or_init(|| Metric::PLAIN.into_iter().chain(clocks).collect());
    Manner { metrics, ..DISTANCES }
}

/// All materials up to so many pieces.
pub fn up_to(pieces: u32) -> Vec<Material> {
    (2..=pieces).flat_map(Material::all).collect()
}

/// The code of the library itself for the rules of a type: that of the type would be compiled anew in each test.
fn engine<V: Variant>() -> Engine {
    Engine::for_game(V::GAME).expect("a game with these rules is known")
}

/// The plan of some materials and all that they depend on, given the tables of some folders.
pub fn plan<V: Variant>(directories: &[&Path], materials: &[Material], manner: Manner) -> (Plan, Catalog) {
    let mut catalog = Catalog::new(V::GAME.id);
    for directory in directories {
        fs::create_dir_all(directory).unwrap();
        catalog.add_directory(directory).unwrap();
    }
    let request = Request::new(materials.iter().copied())
        .with_metrics(manner.metrics.iter().copied())
        .with_threads(manner.threads);
    (Plan::with(engine::<V>(), V::GAME, &request, &catalog).unwrap(), catalog)
}

/// Builds all materials up to so many pieces in a folder; returns the folder of the game.
pub fn build_in<V: Variant>(directory: &Path, pieces: u32, manner: Manner) -> Result<PathBuf, BuildError> {
    build_materials::<V>(directory, &up_to(pieces), manner)
}

/// Builds some materials and all that they depend on in a folder; returns the folder of the game.
pub fn build_materials<V: Variant>(
    directory: &Path,
    materials: &[Material],
    manner: Manner,
) -> Result<PathBuf, BuildError> {
    build_game(directory, engine::<V>(), V::GAME, materials, manner)
}

/// The same for a game with the rules that the engine was made for.
pub fn build_game(
    directory: &Path,
    engine: Engine,
    game: &'static Game,
    materials: &[Material],
    manner: Manner,
) -> Result<PathBuf, BuildError> {
    let mut catalog = Catalog::new(game.tables);
    fs::create_dir_all(directory).unwrap();
    catalog.add_directory(directory).unwrap();
    let request = Request::new(materials.iter().copied())
        .with_metrics(manner.metrics.iter().copied())
        .with_threads(manner.threads);
    let plan = Plan::with(engine, game, &request, &catalog).unwrap();
    let folder = game_folder(directory, game.tables);
    build(&plan, &folder, manner.memory, &mut catalog, &Progress::default(), &|_| ())?;
    Ok(folder)
}

/// The names and bytes of all files of a folder, but for the lock of builds.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != ".lock").map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

/// What the table of a material must be.
pub fn identity<V: Variant>(material: Material, metric: Metric) -> Identity<'static> {
    let halves = material.halves().count() as u64;
    let clock = match V::GAME.clock_set(metric.name()) {
        Some(clocks) => String::leak(clocks.definition()),
        None => "",
    };
    Identity { game: V::GAME.id, material, metric, clock, entries: entries::<V::Board>(material).unwrap() / halves }
}

/// A table, and what its slice keeps.
pub struct Opened<V: Variant> {
    pub table: Table,
    pub kept: SliceKept<V>,
}

/// Opens a table of a folder.
pub fn open<V: Variant>(folder: &Path, material: Material, metric: Metric) -> Opened<V> {
    let table = |metric| {
        let path = folder.join(file_name(material, metric));
        let source = Source::open(&path, &FilePool::new(1));
        Table::open(source, &path.display().to_string(), &identity::<V>(material, metric)).unwrap()
    };
    let kept = match metric {
        Metric::Wdl => SliceKept::of_values(material),
        _ => SliceKept::beside(&table(Metric::Wdl)),
    };
    Opened { table: table(metric), kept }
}

/// A value as it stands in a table, also in slots that mean nothing.
pub fn stored<V: Variant>(Opened { table, kept }: &Opened<V>, half: usize, entry: u64) -> u16 {
    match table.slot(half, entry) {
        Slot::Value(value) => value,
        Slot::Part { part, entry } => table.packing().get(&table.read_part(part, kept).unwrap(), entry),
    }
}

/// All values of a table, by half, also those of slots that mean nothing. Every part is read.
pub fn values(table: &Table, kept: &dyn Kept) -> Result<Vec<Vec<u16>>, TableError> {
    let header = table.header();
    (0..table.blocks()).try_for_each(|block| table.check_block(block))?;
    let mut known = None;
    let mut value = |half, entry| match table.slot(half, entry) {
        Slot::Value(value) => Ok(value),
        Slot::Part { part, entry } => {
            if known.as_ref().is_none_or(|(number, _)| *number != part) {
                known = Some((part, table.read_part(part, kept)?));
            }
            Ok(known.as_ref().map_or(0, |(_, bytes)| table.packing().get(bytes, entry)))
        }
    };
    let mut half = |half| (0..header.entries).map(|entry| value(half, entry)).collect();
    (0..header.statistics.len()).map(&mut half).collect()
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
pub fn with_value<V: Variant>(opened: &Opened<V>, half: usize, entry: u64, value: u16) -> Vec<u8> {
    let header = opened.table.header();
    let mut values = values(&opened.table, &opened.kept).unwrap();
    assert_ne!(values[half][entry as usize], value);
    values[half][entry as usize] = value;
    encoded(header, values)
}

/// The bytes of a table like another one with these values, every slot of them.
pub fn encoded(header: &Header, values: Vec<Vec<u16>>) -> Vec<u8> {
    let content = Content {
        metric: header.metric,
        game: header.game.clone(),
        clock: header.clock.clone(),
        material: header.material,
        entries: header.entries,
        statistics: header.statistics.clone(),
        most: values.iter().flatten().copied().max().unwrap(),
    };
    encode(&content, &Changed { values }, Level::Default).unwrap()
}
