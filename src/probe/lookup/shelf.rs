//! The table files of one game: which there are, opened when they are first needed, and the numbers that they store.
//!
//! Nothing here knows how positions are numbered, so that it is compiled once.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::cache::{PartCache, PartKey};
use super::embedded;
use super::info::TableInfo;
use super::opened::{Numbered, Numbers, Opened, none_left};
use super::options::{Options, Usage};
use crate::format::{Catalog, FilePool, Identity, Kept, Metric, Slot, Source, Table, TableError, TableErrorKind};
use crate::index::Material;
use crate::probe::outcome::{Outcome, Value};
use crate::rules::Game;

/// A table that is not there.
pub(crate) type MissingTable = (Material, Metric);

/// Why a stored value could not be read.
#[derive(Debug)]
pub(crate) enum ReadError {
    Missing(MissingTable),
    /// Only what is in memory was asked for, and the block is not.
    NotCached,
    Table(TableError),
}

/// How to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// From memory or, where need be, from the file.
    Any,
    /// From memory alone.
    Cached,
}

/// The files of a game.
#[derive(Debug)]
pub struct Shelf {
    pub(crate) game: &'static Game,
    pub(crate) catalog: Catalog,
    options: Options,
    pub(crate) cache: PartCache,
    files: Arc<FilePool>,
    numbers: Numbers,
    opened: RwLock<HashMap<(Material, Metric), Arc<Opened>>>,
    /// How many entries a half of a material has; 0 if they are too many to be numbered.
    entries: fn(Material) -> u64,
    /// Found once, as engines ask for it in their search.
    max_pieces: u32,
}

/// The tables of one side to move.
#[derive(Debug)]
pub(crate) struct HalfTables {
    pub(crate) material: Material,
    pub(crate) number: usize,
    /// By metric: those of positions, then those of the clocks of the game.
    tables: Vec<OnceLock<Arc<Opened>>>,
}

impl HalfTables {
    pub(crate) fn new(material: Material, number: usize, game: &Game) -> HalfTables {
        let tables = Metric::PLAIN.len() + game.clocks.len() + 1;
        HalfTables { material, number, tables: (0..tables).map(|_| OnceLock::new()).collect() }
    }

    /// The table of values, if it was used before.
    #[inline(always)]
    pub(crate) fn values(&self) -> Option<&Opened> {
        self.tables[0].get().map(|opened| &**opened)
    }

    /// The table of distances, if it was used before.
    #[inline(always)]
    pub(crate) fn distances(&self) -> Option<&Opened> {
        self.tables[1].get().map(|opened| &**opened)
    }
}

impl Shelf {
    pub(crate) fn new(game: &'static Game, options: Options, entries: fn(Material) -> u64) -> Shelf {
        let mut shelf = Shelf {
            game,
            catalog: Catalog::new(game.tables),
            options,
            cache: PartCache::new(options.cache_bytes),
            files: FilePool::new(options.open_files),
            numbers: Numbers::default(),
            opened: RwLock::default(),
            entries,
            max_pieces: 0,
        };
        shelf.max_pieces = shelf.most_pieces();
        shelf
    }

    /// Adds a folder. Tables that are open already stay as they are.
    pub(crate) fn add_directory(&mut self, directory: &Path) -> std::io::Result<usize> {
        let added = self.catalog.add_directory(directory)?;
        self.max_pieces = self.most_pieces();
        Ok(added)
    }

    /// The most pieces of a position whose value the tables know: of no table that is there, 0.
    pub(crate) fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    fn most_pieces(&self) -> u32 {
        let tables = self.list();
        let values = tables.iter().filter(|table| table.metric == Metric::Wdl);
        values.map(|table| table.material.pieces()).max().unwrap_or(0)
    }

    /// Whether a table is there, in a folder or inside the program.
    pub(crate) fn contains(&self, material: Material, metric: Metric) -> bool {
        self.catalog.find(material, metric).is_some() || self.embedded(material, metric).is_some()
    }

    /// The table inside the program. It is used only where no folder has any table of the material: values and
    /// distances of different builds need not belong together.
    fn embedded(&self, material: Material, metric: Metric) -> Option<&'static [u8]> {
        let in_folder = self.catalog.has_any(material);
        if self.options.embedded && !in_folder { embedded::find(self.game.tables, material, metric) } else { None }
    }

    /// All tables that are there.
    pub(crate) fn list(&self) -> Vec<TableInfo> {
        let mut all: Vec<TableInfo> = self
            .catalog
            .tables()
            .map(|(material, metric, path)| TableInfo { material, metric, path: Some(path.to_owned()) })
            .collect();
        if self.options.embedded {
            let inside = embedded::tables(self.game.tables)
                .filter(|&(material, metric)| self.embedded(material, metric).is_some());
            all.extend(inside.map(|(material, metric)| TableInfo { material, metric, path: None }));
        }
        all.sort_by_key(|table| (table.material, table.metric));
        all
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage { cache_bytes: self.cache.bytes(), loads: self.cache.loads(), open_files: self.files.open_files() }
    }

    /// The table, opened if it is not yet; `None` if there is none.
    pub fn open(&self, material: Material, metric: Metric) -> Result<Option<Arc<Opened>>, TableError> {
        if let Some(opened) = self.opened.read().unwrap_or_else(PoisonError::into_inner).get(&(material, metric)) {
            return Ok(Some(opened.clone()));
        }
        let Some(table) = self.open_file(material, metric, &self.files)? else { return Ok(None) };
        let number = self.numbers.next().ok_or_else(|| none_left(table.path()))?;
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        let opened = opened.entry((material, metric)).or_insert_with(|| Arc::new(Opened::new(number, table)));
        Ok(Some(opened.clone()))
    }

    /// The table, opened for the caller alone; `None` if there is none.
    pub fn open_alone(&self, material: Material, metric: Metric) -> Result<Option<Table>, TableError> {
        self.open_file(material, metric, &FilePool::new(1))
    }

    /// The table, opened for the caller alone; `None` if there is none. Its file is one of this pool.
    fn open_file(
        &self,
        material: Material,
        metric: Metric,
        files: &Arc<FilePool>,
    ) -> Result<Option<Table>, TableError> {
        let (source, path) = match (self.catalog.find(material, metric), self.embedded(material, metric)) {
            (Some(path), _) => (Source::open(path, files), path.display().to_string()),
            (None, Some(bytes)) => {
                let name = crate::format::file_name(material, metric);
                (Source::Memory(bytes.into()), format!("{}/{name} (inside the program)", self.game.tables))
            }
            (None, None) => return Ok(None),
        };
        let table = self.with_identity(material, metric, |wanted| Table::open(source, &path, wanted))?;
        if metric != Metric::Wdl
            && let Some(values) = self.open(material, Metric::Wdl)?
        {
            Opened::ensure_same_build(&table, &values)?;
        }
        Ok(Some(table))
    }

    /// Does something with what the file of a table must be.
    fn with_identity<T>(&self, material: Material, metric: Metric, work: impl FnOnce(&Identity<'_>) -> T) -> T {
        let entries = (self.entries)(material);
        let clock = &self.game.clock_set(metric.name()).map(|set| set.definition()).unwrap_or_default();
        work(&Identity { game: self.game.tables, material, metric, clock, entries })
    }

    /// The plies of a win or loss, of which a table has the half.
    #[inline(always)]
    pub(crate) fn plies(&self, value: Value, halved: u16) -> u32 {
        // A loss is an even number of plies away and a win an odd one; in giveaway the other way round.
        let odd = (value == Value::Win) != self.game.ending.giveaway;
        u32::from(halved) * 2 + u32::from(odd)
    }

    /// The place of a metric among the tables of a half.
    #[inline]
    fn place_of(&self, metric: Metric) -> usize {
        match metric {
            Metric::Wdl => 0,
            Metric::Dtw => 1,
            Metric::Dtc => 2,
            Metric::Dtz => 3,
            Metric::Clock(name) => {
                // The default set comes after all clocks.
                let clocks = self.game.clocks;
                let number = clocks.iter().position(|clock| clock.id == name.as_str()).unwrap_or(clocks.len());
                Metric::PLAIN.len() + number
            }
        }
    }

    /// The table of a metric.
    #[inline]
    fn table<'h>(&self, half: &'h HalfTables, metric: Metric, access: Access) -> Result<&'h Arc<Opened>, ReadError> {
        let known = &half.tables[self.place_of(metric)];
        match known.get() {
            Some(opened) => Ok(opened),
            None if access == Access::Cached => Err(ReadError::NotCached),
            None => {
                let opened = self.open(half.material, metric).map_err(ReadError::Table)?;
                let opened = opened.ok_or(ReadError::Missing((half.material, metric)))?;
                Ok(known.get_or_init(|| opened))
            }
        }
    }

    /// The number that a table stores of an entry.
    pub(crate) fn read(
        &self,
        half: &HalfTables,
        kept: &dyn Kept,
        metric: Metric,
        entry: u64,
        access: Access,
    ) -> Result<u16, ReadError> {
        self.at(half, kept, metric, entry, access, |table, stands| match stands {
            Stands::Value(value) => value,
            Stands::In(bytes, entry) => table.packing().get(bytes, entry),
        })
    }

    /// Does something with the value of an entry and those behind it in its part.
    #[inline]
    fn at<T>(
        &self,
        half: &HalfTables,
        kept: &dyn Kept,
        metric: Metric,
        entry: u64,
        access: Access,
        work: impl Fn(&Table, Stands<'_>) -> T,
    ) -> Result<T, ReadError> {
        let opened = self.table(half, metric, access)?;
        let mut file = opened.current();
        let mut held = None;
        loop {
            let Numbered { number, table } = &*file;
            let (part, entry) = match table.slot(half.number, entry) {
                Slot::Value(value) => return Ok(work(table, Stands::Value(value))),
                Slot::Part { part, entry } => (part, entry),
            };
            let key = PartKey::new(*number, part);
            if let Some(result) = self.cache.get(key, |bytes| work(table, Stands::In(bytes, entry))) {
                return Ok(result);
            }
            if access == Access::Cached {
                return Err(ReadError::NotCached);
            }
            match table.read_part_of(held.as_ref(), part, kept) {
                Ok(bytes) => {
                    let result = work(table, Stands::In(&bytes, entry));
                    self.cache.insert(key, &bytes);
                    return Ok(result);
                }
                // The file that was just opened and held: it is damaged.
                Err(error) if held.is_some() => return Err(ReadError::Table(error)),
                Err(error) => {
                    let found = self
                        .with_identity(half.material, metric, |wanted| opened.look_again(wanted, &self.numbers, error));
                    let (current, same) = found.map_err(ReadError::Table)?;
                    (file, held) = (current, Some(same));
                }
            }
        }
    }

    /// The outcome that is stored of an entry.
    pub(crate) fn outcome(
        &self,
        half: &HalfTables,
        kept: &dyn Kept,
        entry: u64,
        distance: bool,
        access: Access,
    ) -> Result<Outcome, ReadError> {
        let value = Value::from_stored(self.read(half, kept, Metric::Wdl, entry, access)?);
        if !distance || value == Value::Draw {
            return Ok(Outcome { value, distance: None });
        }
        let halved = self.read(half, kept, Metric::Dtw, entry, access)?;
        let plies = self.plies(value, halved);
        match u16::try_from(plies) {
            Ok(plies) => Ok(Outcome { value, distance: Some(plies) }),
            Err(_) => {
                let opened = self.open(half.material, Metric::Dtw).map_err(ReadError::Table)?;
                let opened = opened.ok_or(ReadError::Missing((half.material, Metric::Dtw)))?;
                Err(ReadError::Table(opened.current().table.longer_than_it_says(plies.into())))
            }
        }
    }

    /// The values of a range of entries as they are stored.
    pub(crate) fn stored_values(
        &self,
        half: &HalfTables,
        kept: &dyn Kept,
        range: Range<u64>,
    ) -> Result<Vec<u8>, TableError> {
        self.values_of_parts(half, kept, range).map_err(|error| match error {
            ReadError::Table(error) => error,
            ReadError::Missing(_) | ReadError::NotCached => {
                let path = crate::format::file_name(half.material, Metric::Wdl);
                TableError { path, kind: TableErrorKind::Io(std::io::ErrorKind::NotFound.into()) }
            }
        })
    }

    /// The same, part by part.
    fn values_of_parts(&self, half: &HalfTables, kept: &dyn Kept, range: Range<u64>) -> Result<Vec<u8>, ReadError> {
        let mut values = Vec::with_capacity((range.end - range.start) as usize);
        let mut entry = range.start;
        while entry < range.end {
            let some = self.at(half, kept, Metric::Wdl, entry, Access::Any, |table, stands| {
                let size = table.part_entries();
                let count = (range.end.min((entry / size + 1) * size) - entry) as usize;
                match stands {
                    Stands::Value(value) => vec![value as u8; count],
                    Stands::In(bytes, entry) => {
                        (entry..entry + count).map(|entry| table.packing().get(bytes, entry) as u8).collect()
                    }
                }
            })?;
            entry += some.len() as u64;
            values.extend(some);
        }
        Ok(values)
    }
}

/// Where the value of an entry stands.
#[derive(Clone, Copy, Debug)]
enum Stands<'b> {
    /// Nowhere: all values around it are this one.
    Value(u16),
    /// In a decoded part, as the entry of it with this number.
    In(&'b [u8], usize),
}
