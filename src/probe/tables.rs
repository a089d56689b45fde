//! The tables of one game, opened when they are first needed.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::cache::{PartCache, PartKey};
use super::embedded;
use super::opened::{Numbered, Numbers, Opened, none_left};
use super::options::{Options, Usage};
use super::outcome::{Outcome, Value};
use super::tablebase::TableInfo;
use crate::board::View;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::format::{Catalog, FilePool, Identity, Kept, Metric, Slot, Source, Table, TableError, TableErrorKind};
use crate::index::{Grid, Layout, MAX_MEMBERS, Material, Neighbours, Rows, Side};
use crate::rules::{BitsOf, CapturesOf, Game, Movement, Quiet};

/// A table that is not there.
pub(super) type MissingTable = (Material, Metric);

/// Why a stored value could not be read.
#[derive(Debug)]
pub(super) enum ReadError {
    Missing(MissingTable),
    /// Only what is in memory was asked for, and the block is not.
    NotCached,
    Table(TableError),
}

/// How to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// From memory or, where need be, from the file.
    Any,
    /// From memory alone.
    Cached,
}

/// The tables of a game.
#[derive(Debug)]
pub(crate) struct Tables<M: Movement> {
    pub(crate) game: &'static Game,
    pub(super) captures: CapturesOf<M>,
    pub(super) catalog: Catalog,
    options: Options,
    pub(super) cache: PartCache,
    files: Arc<FilePool>,
    numbers: Numbers,
    opened: RwLock<HashMap<(Material, Metric), Arc<Opened>>>,
    /// By the pieces of mover and other: what a probe needs of that half, found once.
    halves: Vec<OnceLock<Option<Box<Half<M>>>>>,
}

/// What a probe needs of a half.
#[derive(Debug)]
pub(super) struct Half<M: Movement> {
    material: Material,
    pub(super) number: usize,
    pub(super) layout: Layout<M::Board>,
    /// What files in parts take, made when the first one is read.
    grid: OnceLock<Option<Grid<M::Board>>>,
    /// By metric: those of positions, then those of the clocks of the game.
    tables: Vec<OnceLock<Arc<Opened>>>,
}

const COUNTS: usize = MAX_MEMBERS + 1;

impl<M: Movement> Tables<M> {
    /// The tables of a game with the rules of the type.
    pub(super) fn new(game: &'static Game, captures: CapturesOf<M>, options: Options) -> Tables<M> {
        Tables {
            game,
            captures,
            catalog: Catalog::new(game.tables),
            options,
            cache: PartCache::new(options.cache_bytes),
            files: FilePool::new(options.open_files),
            numbers: Numbers::default(),
            opened: RwLock::default(),
            halves: (0..COUNTS.pow(4)).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Adds a folder. Tables that are open already stay as they are.
    pub(super) fn add_directory(&mut self, directory: &Path) -> std::io::Result<usize> {
        self.catalog.add_directory(directory)
    }

    /// Whether a table is there, in a folder or inside the program.
    pub(super) fn contains(&self, material: Material, metric: Metric) -> bool {
        self.catalog.find(material, metric).is_some() || self.embedded(material, metric).is_some()
    }

    /// The table inside the program. It is used only where no folder has any table of the material: values and
    /// distances of different builds need not belong together.
    fn embedded(&self, material: Material, metric: Metric) -> Option<&'static [u8]> {
        let in_folder = self.catalog.has_any(material);
        if self.options.embedded && !in_folder { embedded::find(self.game.tables, material, metric) } else { None }
    }

    /// All tables that are there.
    pub(super) fn list(&self) -> Vec<TableInfo> {
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

    pub(super) fn usage(&self) -> Usage {
        Usage { cache_bytes: self.cache.bytes(), loads: self.cache.loads(), open_files: self.files.open_files() }
    }

    /// The table, opened if it is not yet; `None` if there is none.
    pub(crate) fn open(&self, material: Material, metric: Metric) -> Result<Option<Arc<Opened>>, TableError> {
        if let Some(opened) = self.opened.read().unwrap_or_else(PoisonError::into_inner).get(&(material, metric)) {
            return Ok(Some(opened.clone()));
        }
        let Some(table) = self.open_file(material, metric, &self.files)? else { return Ok(None) };
        let number = self.numbers.next().ok_or_else(|| none_left(table.path()))?;
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        let opened = opened.entry((material, metric)).or_insert_with(|| Arc::new(Opened::new(number, table)));
        Ok(Some(opened.clone()))
    }

    /// The table, opened for the caller alone; `None` if there is none. Its file is one of this pool.
    pub(crate) fn open_file(
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
        let layout = Layout::<M::Board>::new(material.first(), material.second());
        let entries = layout.map_or(0, |layout| layout.entries());
        let clock = &self.game.clock_set(metric.name()).map(|set| set.definition()).unwrap_or_default();
        work(&Identity { game: self.game.tables, material, metric, clock, entries })
    }

    /// The outcome that is stored for a position in which the mover has no capture and both sides have pieces.
    #[inline]
    pub(super) fn stored(&self, view: &View<BitsOf<M>>, distance: bool, access: Access) -> Result<Outcome, ReadError> {
        if let Some(outcome) = self.quick(view, distance) {
            return Ok(outcome);
        }
        let half = self.half(view)?;
        let entry = dispatch(Entry::<M> { layout: &half.layout, view });
        let value = Value::from_stored(self.read(half, Metric::Wdl, entry, access)?);
        if !distance || value == Value::Draw {
            return Ok(Outcome { value, distance: None });
        }
        let halved = self.read(half, Metric::Dtw, entry, access)?;
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

    /// The plies of a win or loss, of which a table has the half.
    #[inline(always)]
    pub(super) fn plies(&self, value: Value, halved: u16) -> u32 {
        // A loss is an even number of plies away and a win an odd one; in giveaway the other way round.
        let odd = (value == Value::Win) != self.game.ending.giveaway;
        u32::from(halved) * 2 + u32::from(odd)
    }

    /// What stands in the table of a metric, but for values, for such a position, which is no draw.
    #[inline]
    pub(super) fn stored_number(&self, view: &View<BitsOf<M>>, metric: Metric) -> Result<u16, ReadError> {
        let half = self.half(view)?;
        let entry = dispatch(Entry::<M> { layout: &half.layout, view });
        self.read(half, metric, entry, Access::Any)
    }

    /// The half of the position, whose number of pieces the caller has checked.
    #[inline]
    fn half(&self, view: &View<BitsOf<M>>) -> Result<&Half<M>, ReadError> {
        let (mover, other) = (view.mover_side(), view.other_side());
        let half = self.halves[number_of(mover, other)].get_or_init(|| {
            let tables = Metric::PLAIN.len() + self.game.clocks.len() + 1;
            let material = Material::new(mover, other).ok()?;
            let layout = Layout::new(mover, other)?;
            let tables = (0..tables).map(|_| OnceLock::new()).collect();
            Some(Box::new(Half { material, number: material.half_of(mover), layout, grid: OnceLock::new(), tables }))
        });
        half.as_deref().ok_or_else(|| {
            let material = Material::new(mover, other).expect("checked before the probe");
            ReadError::Missing((material, Metric::Wdl))
        })
    }

    /// The half with these pieces, if it was asked for before.
    #[inline(always)]
    pub(super) fn known_half(&self, mover: Side, other: Side) -> Option<&Half<M>> {
        if [mover.kings, mover.men, other.kings, other.men].iter().any(|&count| count as usize >= COUNTS) {
            return None;
        }
        self.halves.get(number_of(mover, other))?.get()?.as_deref()
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
    fn table<'h>(&self, half: &'h Half<M>, metric: Metric, access: Access) -> Result<&'h Arc<Opened>, ReadError> {
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

    #[inline]
    fn read(&self, half: &Half<M>, metric: Metric, entry: u64, access: Access) -> Result<u16, ReadError> {
        self.at(half, metric, entry, access, |table, stands| match stands {
            Stands::Value(value) => value,
            Stands::In(bytes, entry) => table.packing().get(bytes, entry),
        })
    }

    /// Does something with the value of an entry and those behind it in its part.
    #[inline]
    fn at<T>(
        &self,
        half: &Half<M>,
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
            match table.read_part_of(held.as_ref(), part, &HalfKept { tables: self, half }) {
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

    /// The values of a range of entries as they are stored, part by part.
    fn stored_values(&self, half: &Half<M>, range: Range<u64>) -> Result<Vec<u8>, ReadError> {
        let mut values = Vec::with_capacity((range.end - range.start) as usize);
        let mut entry = range.start;
        while entry < range.end {
            let some = self.at(half, Metric::Wdl, entry, Access::Any, |table, stands| {
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

/// What the files of a half keep.
struct HalfKept<'a, M: Movement> {
    tables: &'a Tables<M>,
    half: &'a Half<M>,
}

impl<M: Movement> Kept for HalfKept<'_, M> {
    fn rows(&self, _: usize, range: Range<u64>, rows: &mut Rows) {
        if let Some(grid) = self.half.grid() {
            grid.rows(range, &Quiet::<M>::default(), rows);
        }
    }

    fn neighbours(&self, _: usize) -> Option<&Neighbours> {
        self.half.grid().map(Grid::neighbours)
    }

    fn values(&self, _: usize, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        self.tables.stored_values(self.half, range).map_err(|error| match error {
            ReadError::Table(error) => error,
            ReadError::Missing(_) | ReadError::NotCached => {
                let path = crate::format::file_name(self.half.material, Metric::Wdl);
                TableError { path, kind: TableErrorKind::Io(std::io::ErrorKind::NotFound.into()) }
            }
        })
    }
}

impl<M: Movement> Half<M> {
    /// The table of values, if it is open.
    #[inline(always)]
    pub(super) fn values(&self) -> Option<&Opened> {
        self.tables[0].get().map(|opened| &**opened)
    }

    /// The table of distances, if it is open.
    #[inline(always)]
    pub(super) fn distances(&self) -> Option<&Opened> {
        self.tables[1].get().map(|opened| &**opened)
    }

    fn grid(&self) -> Option<&Grid<M::Board>> {
        self.grid.get_or_init(|| Grid::new(&self.layout, M::ALIKE)).as_ref()
    }
}

/// The place of a half among all, if no kind of pieces has more than a material can have.
#[inline(always)]
fn number_of(mover: Side, other: Side) -> usize {
    let counts = [mover.kings, mover.men, other.kings, other.men];
    counts.into_iter().fold(0, |number, count| number * COUNTS + count as usize)
}

/// The number of a position.
struct Entry<'a, M: Movement> {
    layout: &'a Layout<M::Board>,
    view: &'a View<BitsOf<M>>,
}

impl<M: Movement> Task for Entry<'_, M> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        self.layout.entry(cpu, self.view)
    }
}
