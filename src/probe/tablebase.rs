//! The face of the prober: one tablebase for one game that is chosen at run time.

use std::path::{Path, PathBuf};

use super::adjudication::judging::Judging;
use super::dynamic::Probe;
use super::error::ProbeError;
use super::lookup::info::TableInfo;
use super::lookup::opened::Opened;
use super::lookup::options::{Options, Usage};
use super::lookup::prober::functions;
use super::lookup::shelf::Access;
use super::lookup::tables::Tables;
use super::outcome::{Outcome, Value};
use crate::board::Position;
use crate::format::Table;
use crate::format::{Metric, Statistics, TableError};
use crate::index::{IsOpen, Material};
use crate::rules::{Clock, Game, GameVisitor, Variant, capture_rules, check_code_for, visit};

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

impl Tablebase {
    /// A tablebase without folders: it has the tables inside the program.
    pub fn new(game: &'static Game) -> Tablebase {
        Tablebase::with_options(game, Options::default())
    }

    /// A tablebase without folders, with limits of its own.
    ///
    /// # Panics
    /// If the game has rules that none of [`GAMES`](crate::rules::GAMES) has; for any other there is [`Tablebase::of`].
    ///
    /// ```
    /// use petrov::{Tablebase, probe::Options, rules};
    ///
    /// let options = Options::default().with_cache_bytes(1 << 30).with_embedded(false);
    /// let tablebase = Tablebase::with_options(rules::game("frisian").unwrap(), options);
    /// assert!(tablebase.tables().is_empty());
    /// ```
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
    ///
    /// ```
    /// use petrov::{Tablebase, probe::Options, rules::{Game, Russian, Variant}};
    ///
    /// // The rules of Russian draughts under a name of one's own.
    /// static GAME: Game = Game { id: "made-up", tables: "made-up", ..*Russian::GAME };
    /// let tablebase = Tablebase::of::<Russian>(&GAME, Options::default());
    /// assert_eq!((tablebase.game().id, tablebase.max_pieces()), ("made-up", 0));
    /// ```
    pub fn of<V: Variant>(game: &'static Game, options: Options) -> Tablebase {
        check_code_for::<V>(game);
        Tablebase {
            game,
            tables: Box::new(Tables::<V::Movement>::new(game, capture_rules::<V>(), functions(), options)),
        }
    }

    /// Another tablebase of the same game, without folders.
    pub fn without_folders(&self, options: Options) -> Tablebase {
        Tablebase { game: self.game, tables: self.tables.without_folders(options) }
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// Adds a folder of tables: that of the game (`tables/russian`), which has the id of the game as its name, or one of all
    /// games (`tables`), in which that folder is. Returns how many tables of the game it has; 0 is no error. Of two tables
    /// with the same name, that of the folder that was added first is used; any file goes before a table inside the program,
    /// and if it is damaged that is an error of the probe.
    ///
    /// # Errors
    /// If the folder cannot be read: that of the system, which does not name the folder, as with [`std::fs::read_dir`].
    ///
    /// ```
    /// use petrov::{Tablebase, rules};
    ///
    /// let mut tablebase = Tablebase::new(rules::game("russian").unwrap());
    /// assert!(tablebase.add_directory("tables")? >= 18);
    /// assert!(tablebase.add_directory("no such folder").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_directory(&mut self, directory: impl AsRef<Path>) -> std::io::Result<usize> {
        self.tables.shelf_mut().add_directory(directory.as_ref())
    }

    /// The most pieces of a material that has a table of values; 0 without any.
    pub fn max_pieces(&self) -> u32 {
        self.tables.shelf().max_pieces()
    }

    /// Whether a table is there.
    pub fn contains(&self, material: Material, metric: Metric) -> bool {
        self.tables.shelf().contains(material, metric)
    }

    /// The metrics that have a table of a material.
    pub fn metrics_of(&self, material: Material) -> Vec<Metric> {
        self.tables().iter().filter(|table| table.material == material).map(|table| table.metric).collect()
    }

    /// The tables that probing positions of a material and their moves can need, and that are not there.
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// // Six kings against two: that table, and those that captures lead to.
    /// let missing = tablebase.missing_for("KKKKKKvKK".parse()?);
    /// assert!(missing.iter().any(|(material, _)| material.to_string() == "KKKKKKvKK"));
    /// assert_eq!(tablebase.missing_for("KKvK".parse()?), []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        self.tables.shelf().list()
    }

    /// The value of a position for the side to move.
    ///
    /// # Errors
    /// If a table that this takes is missing (all of them are named) or cannot be used, or if the position is invalid or
    /// has too many pieces. A value that is returned is the true one.
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// // A capture is compulsory here; captures are always followed.
    /// assert_eq!(tablebase.probe_wdl(&game.read_fen("W:Wc3:Bd4")?)?, Value::Win);
    /// assert_eq!(tablebase.probe_wdl(&game.read_fen("W:WKb8,Kd8:BKg1")?)?, Value::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// let position = game.read_fen("W:WKa1,Kc1:Ba5")?;
    /// // Nothing has been read yet, so a search goes on without it; a probe at the root brings the part into memory.
    /// assert_eq!(tablebase.probe_wdl_cached(&position)?, None);
    /// assert_eq!(tablebase.probe_wdl(&position)?, Value::Win);
    /// assert_eq!(tablebase.probe_wdl_cached(&position)?, Some(Value::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// assert_eq!(tablebase.probe_dtw(&game.read_fen("W:WKa1,Kc1:Ba5")?)?, Some(3));
    /// assert_eq!(tablebase.probe_dtw(&game.read_fen("W:WKb8,Kd8:BKg1")?)?, None); // a draw
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_dtw(&self, position: &Position) -> Result<Option<u16>, ProbeError> {
        Ok(self.known(position, true)?.distance)
    }

    /// Value and distance of a position. Where tables of distances are missing and those of values are there, the
    /// distance of a win or loss is `None`, unless the game is over.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl).
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// use petrov::Outcome;
    ///
    /// let outcome = tablebase.probe(&game.read_fen("W:WKa1,Kc1:Ba5")?)?;
    /// assert_eq!(outcome, Outcome { value: Value::Win, distance: Some(3) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe(&self, position: &Position) -> Result<Outcome, ProbeError> {
        with_or_without_distance(|distance| self.known_or_over(position, distance))
    }

    /// The value that the table stores for a position, without following captures.
    ///
    /// # Errors
    /// [`ProbeError::Capture`] for a position in which the side to move must capture, as that is not stored; otherwise
    /// as [`probe_wdl`](Self::probe_wdl).
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// use petrov::ProbeError;
    ///
    /// assert_eq!(tablebase.probe_raw(&game.read_fen("W:WKa1,Kc1:Ba5")?)?, Value::Win);
    /// assert!(matches!(tablebase.probe_raw(&game.read_fen("W:Wc3:Bd4")?), Err(ProbeError::Capture)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        Ok(self.tables.shelf().open(material, metric)?.map(|opened| opened.statistics().to_vec()))
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

    /// What is in memory and open at the moment.
    pub fn usage(&self) -> Usage {
        self.tables.shelf().usage()
    }

    /// The tables of a tablebase that is known to have the rules of `M`.
    pub fn tables_of<M: crate::rules::Movement>(&self) -> &Tables<M> {
        self.tables.as_any().downcast_ref().expect("a tablebase of this game")
    }

    /// A table, opened if it is not yet; `None` if there is none.
    pub fn open(&self, material: Material, metric: Metric) -> Result<Option<std::sync::Arc<Opened>>, TableError> {
        self.tables.shelf().open(material, metric)
    }

    /// A table, opened for the caller alone: its file stays open and so the same; `None` if there is none.
    pub fn open_alone(&self, material: Material, metric: Metric) -> Result<Option<Table>, TableError> {
        self.tables.shelf().open_alone(material, metric)
    }

    pub(super) fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a> {
        self.tables.judging(clocks)
    }

    pub(super) fn plies_of(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError> {
        self.tables.plies(position, metric)
    }

    /// The prober of a tablebase that is known to have the rules of `M`.
    pub fn prober<M: crate::rules::Movement>(&self) -> super::lookup::prober::Prober<'_, M> {
        super::lookup::prober::Prober(self.tables_of())
    }

    /// The outcome of a position, its distance too if that is wanted.
    pub(super) fn known(&self, position: &Position, distance: bool) -> Result<Outcome, ProbeError> {
        let outcome = self.outcome(position, distance, Access::Any)?;
        Ok(outcome.expect("only an access to the cache alone leaves a value unknown"))
    }

    /// The same; without distances one is known all the same where the game is over, whatever tables there are.
    pub(super) fn known_or_over(&self, position: &Position, distance: bool) -> Result<Outcome, ProbeError> {
        let known = self.known(position, distance);
        let may_be_over = match &known {
            Ok(outcome) => !distance && outcome.value != Value::Draw,
            Err(error) => matches!(error, ProbeError::Missing { .. } | ProbeError::Material(_)),
        };
        match may_be_over && self.game.legal_moves(position).is_empty() {
            true => Ok(Outcome::at_end(&self.game.ending, position)),
            false => known,
        }
    }

    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError> {
        self.check(position)?;
        self.tables.outcome(position, distance, access)
    }

    pub(super) fn check(&self, position: &Position) -> Result<(), ProbeError> {
        self.game.check_position(position).map_err(ProbeError::Position)
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
