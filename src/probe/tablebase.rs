//! The face of the prober: one tablebase for one game that is chosen at run time.

use std::path::{Path, PathBuf};

use super::error::ProbeError;
use super::judge::Judge;
use super::outcome::{Outcome, Value};
use super::resolve::Resolver;
#[cfg(feature = "parallel")]
use super::tables::Opened;
use super::tables::{Access, Options, ReadError, Tables};
use super::umpire::{Judging, plies_of};
use crate::board::{Bits, Position};
use crate::format::{Metric, Statistics, TableError};
use crate::index::{IsOpen, Material};
use crate::rules::{Clock, Game, GameVisitor, Variant, can_capture, check_code_for, visit};

/// The tables of one game, and answers from them.
///
/// Tables are opened when they are first needed. Any number of threads may probe at once, and a program may have any
/// number of tablebases.
///
/// # Examples
/// ```
/// use petrov::{Tablebase, Value, rules};
///
/// let game = rules::game("russian").unwrap();
/// // The tables with two and three pieces may be inside the program; more come from folders.
/// let mut tablebase = Tablebase::new(game);
/// tablebase.add_directory("tables")?;
/// let position = game.read_fen("W:Wa1,Kc3:BKb8")?;
/// let outcome = tablebase.probe(&position)?;
/// assert_eq!(outcome.value, Value::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    game: &'static Game,
    tables: Box<dyn Probe>,
}

/// What a list says of one table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableInfo {
    /// The material.
    pub material: Material,
    /// The metric.
    pub metric: Metric,
    /// The file; `None` for one inside the program.
    pub path: Option<PathBuf>,
}

impl Tablebase {
    /// A tablebase without folders: it has the tables inside the program.
    pub fn new(game: &'static Game) -> Tablebase {
        Tablebase::with_options(game, Options::default())
    }

    /// A tablebase without folders, with limits of its own.
    ///
    /// # Panics
    /// If the game has rules that none of [`GAMES`](crate::rules::GAMES) has; for any other there is [`Tablebase::of`].
    pub fn with_options(game: &'static Game, options: Options) -> Tablebase {
        struct New(&'static Game, Options);
        impl GameVisitor for New {
            type Output = Tablebase;
            fn visit<V: Variant>(self) -> Tablebase {
                Tablebase::of::<V>(self.0, self.1)
            }
        }
        visit(game, New(game, options)).expect("a game with known rules")
    }

    /// A tablebase of a game with the rules of the type.
    ///
    /// # Panics
    /// If the game has other rules, or contradicts itself.
    pub fn of<V: Variant>(game: &'static Game, options: Options) -> Tablebase {
        check_code_for::<V>(game);
        Tablebase { game, tables: Box::new(Tables::<V>::new(game, options)) }
    }

    /// Another tablebase of the same game, without folders.
    pub fn without_folders(&self, options: Options) -> Tablebase {
        Tablebase { game: self.game, tables: self.tables.without_folders(options) }
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// Adds a folder of tables: that of the game (`tables/russian`) or one of all games (`tables`). Returns how many
    /// tables of the game it has. Of two tables with the same name, that of the folder that was added first is used;
    /// any file goes before a table inside the program, and if it is damaged that is an error of the probe.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn add_directory(&mut self, directory: impl AsRef<Path>) -> std::io::Result<usize> {
        self.tables.add_directory(directory.as_ref())
    }

    /// The most pieces of a material that has a table of values; 0 without any.
    pub fn max_pieces(&self) -> u32 {
        let tables = self.tables();
        let values = tables.iter().filter(|table| table.metric == Metric::Wdl);
        values.map(|table| table.material.pieces()).max().unwrap_or(0)
    }

    /// Whether a table is there.
    pub fn contains(&self, material: Material, metric: Metric) -> bool {
        self.tables.contains(material, metric)
    }

    /// The metrics of which there are tables of a material.
    pub fn metrics_of(&self, material: Material) -> Vec<Metric> {
        self.tables().iter().filter(|table| table.material == material).map(|table| table.metric).collect()
    }

    /// The tables that probing positions of a material and their moves can need, and that are not there.
    pub fn missing_for(&self, material: Material) -> Vec<(Material, Metric)> {
        let is_open: IsOpen<'_> = &|one, other| self.game.ending.is_open(one, other);
        let mut needed = material.needed(is_open);
        if is_open(material.first(), material.second()) {
            needed.insert(material);
        }
        let tables =
            needed.into_iter().flat_map(|material| [Metric::Wdl, Metric::Dtw].map(|metric| (material, metric)));
        tables.filter(|&(material, metric)| !self.contains(material, metric)).collect()
    }

    /// All tables, by material and metric.
    pub fn tables(&self) -> Vec<TableInfo> {
        self.tables.list()
    }

    /// The value of a position for the side to move.
    ///
    /// # Errors
    /// If a table that this takes is missing (all of them are named) or cannot be used, or if the position is invalid or
    /// has too many pieces. A value that is returned is the true one.
    pub fn probe_wdl(&self, position: &Position) -> Result<Value, ProbeError> {
        match self.tables.quick_value(position) {
            Some(value) => Ok(value),
            None => Ok(self.known(position, false)?.value),
        }
    }

    /// The value of a position, if it can be told without reading a file; for use within a search.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl), but a table that is not open yet counts as not known.
    pub fn probe_wdl_cached(&self, position: &Position) -> Result<Option<Value>, ProbeError> {
        match self.tables.quick_value(position) {
            Some(value) => Ok(Some(value)),
            None => Ok(self.outcome(position, false, Access::Cached)?.map(|outcome| outcome.value)),
        }
    }

    /// The plies to the end of the game; `None` for a draw.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl), also for tables of distances.
    pub fn probe_dtw(&self, position: &Position) -> Result<Option<u16>, ProbeError> {
        Ok(self.known(position, true)?.distance)
    }

    /// Value and distance of a position. Where tables of distances are missing and those of values are there, the
    /// distance of a win or loss is `None`.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl).
    pub fn probe(&self, position: &Position) -> Result<Outcome, ProbeError> {
        with_or_without_distance(|distance| self.known(position, distance))
    }

    /// The value that the table stores for a position, without following captures.
    ///
    /// # Errors
    /// [`ProbeError::Capture`] for a position in which the side to move must capture, as that is not stored; otherwise
    /// as [`probe_wdl`](Self::probe_wdl).
    pub fn probe_raw(&self, position: &Position) -> Result<Value, ProbeError> {
        self.check(position)?;
        self.tables.raw(position)
    }

    /// The statistics of the halves of a material, from the file of distances or, without it, of values; `None` if
    /// there is no table.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn statistics(&self, material: Material) -> Result<Option<Vec<Statistics>>, TableError> {
        for metric in [Metric::Dtw, Metric::Wdl] {
            if let Some(statistics) = self.statistics_of(material, metric)? {
                return Ok(Some(statistics));
            }
        }
        Ok(None)
    }

    /// The statistics of the halves of a material in the file of a metric; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn statistics_of(&self, material: Material, metric: Metric) -> Result<Option<Vec<Statistics>>, TableError> {
        self.tables.statistics_of(material, metric)
    }

    /// The position of an entry of a half of a material.
    pub fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position> {
        self.tables.position(material, half, entry)
    }

    /// The path of a table; `None` for one that is not there or inside the program.
    pub fn path(&self, material: Material, metric: Metric) -> Option<PathBuf> {
        let tables = self.tables();
        let table = tables.into_iter().find(|table| (table.material, table.metric) == (material, metric));
        table.and_then(|table| table.path)
    }

    /// Bytes of decoded blocks that are in memory, and files that are open.
    pub fn usage(&self) -> (usize, usize) {
        self.tables.usage()
    }

    /// The tables of a tablebase that is known to have the rules of `V`.
    #[cfg(feature = "parallel")]
    pub(crate) fn tables_of<V: Variant>(&self) -> &Tables<V> {
        self.tables.as_any().downcast_ref().expect("a tablebase of this game")
    }

    /// A table, opened if it is not yet; `None` if there is none.
    #[cfg(feature = "parallel")]
    pub(crate) fn open(&self, material: Material, metric: Metric) -> Result<Option<Opened>, TableError> {
        self.tables.open(material, metric)
    }

    pub(super) fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a> {
        self.tables.judging(clocks)
    }

    pub(super) fn plies_of(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError> {
        self.tables.plies(position, metric)
    }

    /// The prober of a tablebase that is known to have the rules of `V`.
    #[cfg(feature = "parallel")]
    pub(crate) fn prober<V: Variant>(&self) -> super::Prober<'_, V> {
        super::Prober(self.tables_of())
    }

    /// The outcome of a position, its distance too if that is wanted.
    pub(super) fn known(&self, position: &Position, distance: bool) -> Result<Outcome, ProbeError> {
        let outcome = self.outcome(position, distance, Access::Any)?;
        Ok(outcome.expect("only an access to the cache alone leaves a value unknown"))
    }

    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError> {
        self.check(position)?;
        self.tables.outcome(position, distance, access)
    }

    fn check(&self, position: &Position) -> Result<(), ProbeError> {
        position.validate(self.game.geometry).map_err(ProbeError::Position)
    }
}

/// Asks with distances and, where tables are missing for them, without. If even values are missing, the error names all.
pub(super) fn with_or_without_distance<T>(ask: impl Fn(bool) -> Result<T, ProbeError>) -> Result<T, ProbeError> {
    match ask(true) {
        Err(with @ ProbeError::Missing { .. }) => ask(false).map_err(|without| match without {
            ProbeError::Missing { .. } => with,
            other => other,
        }),
        answer => answer,
    }
}

/// What the tables of a game known only at run time can do.
trait Probe: std::fmt::Debug + Send + Sync {
    #[cfg(feature = "parallel")]
    fn as_any(&self) -> &dyn std::any::Any;
    fn add_directory(&mut self, directory: &Path) -> std::io::Result<usize>;
    fn contains(&self, material: Material, metric: Metric) -> bool;
    fn list(&self) -> Vec<TableInfo>;
    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError>;
    fn quick_value(&self, position: &Position) -> Option<Value>;
    fn raw(&self, position: &Position) -> Result<Value, ProbeError>;
    fn plies(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError>;
    fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a>;
    fn statistics_of(&self, material: Material, metric: Metric) -> Result<Option<Vec<Statistics>>, TableError>;
    fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position>;
    fn usage(&self) -> (usize, usize);
    fn without_folders(&self, options: Options) -> Box<dyn Probe>;
    #[cfg(feature = "parallel")]
    fn open(&self, material: Material, metric: Metric) -> Result<Option<Opened>, TableError>;
}

impl<V: Variant> Probe for Tables<V> {
    #[cfg(feature = "parallel")]
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn add_directory(&mut self, directory: &Path) -> std::io::Result<usize> {
        Tables::add_directory(self, directory)
    }

    fn contains(&self, material: Material, metric: Metric) -> bool {
        Tables::contains(self, material, metric)
    }

    fn list(&self) -> Vec<TableInfo> {
        self.list()
    }

    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError> {
        let view = position.view::<V::Board>();
        let over = self.game.ending.decided(view.mover_side(), view.other_side()).is_some();
        if !over && view.mover().any() && view.other().any() {
            Material::of(&view).map_err(ProbeError::Material)?;
        }
        Resolver::new(self, distance, access).outcome(&view)
    }

    fn quick_value(&self, position: &Position) -> Option<Value> {
        Tables::quick_value(self, position)
    }

    fn raw(&self, position: &Position) -> Result<Value, ProbeError> {
        let view = position.view::<V::Board>();
        if let Some(won) = self.game.ending.decided(view.mover_side(), view.other_side()) {
            return Ok(if won { Value::Win } else { Value::Loss });
        }
        Material::of(&view).map_err(ProbeError::Material)?;
        if can_capture::<V>(&view) {
            return Err(ProbeError::Capture);
        }
        match self.stored(&view, false, Access::Any) {
            Ok(outcome) => Ok(outcome.value),
            Err(ReadError::Table(error)) => Err(ProbeError::Table(error)),
            Err(ReadError::Missing(table)) => {
                Err(ProbeError::Missing { tables: vec![table], searched: self.catalog.folders().to_vec() })
            }
            Err(ReadError::NotCached) => unreachable!("any access was allowed"),
        }
    }

    fn plies(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError> {
        let view = position.view::<V::Board>();
        if view.mover().any() && view.other().any() {
            Material::of(&view).map_err(ProbeError::Material)?;
        }
        plies_of(self, position, metric)
    }

    fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a> {
        Box::new(Judge::<V>::new(self, clocks))
    }

    fn statistics_of(&self, material: Material, metric: Metric) -> Result<Option<Vec<Statistics>>, TableError> {
        Ok(self.open(material, metric)?.map(|opened| opened.1.header().statistics.clone()))
    }

    fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position> {
        use crate::board::{Color, cpu::Portable};
        let (mover, other) = material.halves().nth(half)?;
        let layout = crate::index::Layout::<V::Board>::new(mover, other)?;
        let color = if half == 0 { Color::White } else { Color::Black };
        (entry < layout.entries()).then(|| Position::from_view::<V::Board>(&layout.view(Portable, entry), color))
    }

    fn usage(&self) -> (usize, usize) {
        Tables::usage(self)
    }

    fn without_folders(&self, options: Options) -> Box<dyn Probe> {
        Box::new(Tables::<V>::new(self.game, options))
    }

    #[cfg(feature = "parallel")]
    fn open(&self, material: Material, metric: Metric) -> Result<Option<Opened>, TableError> {
        Tables::open(self, material, metric)
    }
}
