//! What is asked of encoding finished tables anew, and what it reports.

use std::path::{Path, PathBuf};

use super::engine::Engine;
use super::error::BuildError;
use crate::format::{Catalog, Level, Metric};
use crate::index::Material;
use crate::rules::Game;
use crate::threads;

/// Which files are encoded anew, and how.
///
/// ```
/// use petrov::{format::Catalog, rules};
/// use petrov_build::format::Level;
/// use petrov_build::solve::{Compressed, Compressing, Compression, Engine, Progress, compress};
/// use std::path::Path;
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let engine = Engine::for_game(game).ok_or("no code for its rules")?;
/// let folder = Path::new("../../tables/russian");
/// let mut catalog = Catalog::new(game.id);
/// catalog.add_directory(folder)?;
/// let compression = Compression::new(game, engine, Level::Smallest)
///     .with_materials(["MMvM".parse()?])
///     .with_metrics(["dtw".parse()?])
///     .with_threads(1)
///     .with_dry_run(true); // how small they would be
/// assert_eq!(compression.files(folder, &catalog).len(), 1);
/// assert!(compression.passes() > 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compression {
    /// The game.
    pub game: &'static Game,
    /// The code for its rules.
    pub engine: Engine,
    /// The materials; none stand for all.
    pub materials: Vec<Material>,
    /// The metrics; none stand for all.
    pub metrics: Vec<Metric>,
    /// How small the files are to be.
    pub level: Level,
    /// How many threads work.
    pub threads: usize,
    /// Whether nothing is written: the sizes are found out and that is all.
    pub dry_run: bool,
}

/// What came of a file.
///
/// ```
/// use petrov::{format::Catalog, rules};
/// use petrov_build::format::Level;
/// use petrov_build::solve::{Compressed, Compressing, Compression, Engine, Progress, compress};
/// use std::path::Path;
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let engine = Engine::for_game(game).ok_or("no code for its rules")?;
/// let folder = Path::new("../../tables/russian");
/// let mut catalog = Catalog::new(game.id);
/// catalog.add_directory(folder)?;
/// let compression = Compression::new(game, engine, Level::Smallest)
///     .with_materials(["MMvM".parse()?])
///     .with_metrics(["dtw".parse()?])
///     .with_threads(1)
///     .with_dry_run(true); // how small they would be
/// compress(&compression, folder, &mut catalog, &Progress::default(), &|event| {
///     if let Compressing::Finished(Compressed { before, after, .. }) = event {
///         assert!(after <= before);
///     }
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compressed {
    /// The material.
    pub material: Material,
    /// The metric.
    pub metric: Metric,
    /// The file.
    pub path: PathBuf,
    /// Positions, both sides to move.
    pub entries: u64,
    /// Bytes that it had.
    pub before: u64,
    /// Bytes that it has now, or would have.
    pub after: u64,
    /// Whether it is another file now, or would be.
    pub changed: bool,
}

/// What is reported meanwhile.
///
/// ```
/// use petrov::{format::Catalog, rules};
/// use petrov_build::format::Level;
/// use petrov_build::solve::{Compressed, Compressing, Compression, Engine, Progress, compress};
/// use std::path::Path;
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let engine = Engine::for_game(game).ok_or("no code for its rules")?;
/// let folder = Path::new("../../tables/russian");
/// let mut catalog = Catalog::new(game.id);
/// catalog.add_directory(folder)?;
/// let compression = Compression::new(game, engine, Level::Smallest)
///     .with_materials(["MMvM".parse()?])
///     .with_metrics(["dtw".parse()?])
///     .with_threads(1)
///     .with_dry_run(true); // how small they would be
/// let done = std::sync::Mutex::new(Vec::new());
/// compress(&compression, folder, &mut catalog, &Progress::default(), &|event| match event {
///     Compressing::Finished(file) => done.lock().unwrap().push(file.material),
///     Compressing::Failed(path, error) => println!("{}: {error}", path.display()),
///     _ => (),
/// })?;
/// assert_eq!(done.into_inner().unwrap(), compression.materials);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Compressing<'a> {
    /// Another program writes in the same folder; this one waits for it.
    Waiting(&'a Path),
    /// These files are meant.
    Files(&'a [(Material, Metric, &'a Path)]),
    /// A file is read.
    Begun(Material, Metric),
    /// A file is done.
    Finished(&'a Compressed),
    /// A file stays as it is, as it cannot be used. The others are not touched by that.
    Failed(&'a Path, &'a BuildError),
}

impl Compression {
    /// All files of a game, with all threads of the machine. The engine is that of its rules: see [`Engine::for_game`].
    pub fn new(game: &'static Game, engine: Engine, level: Level) -> Compression {
        let (materials, metrics) = (Vec::new(), Vec::new());
        Compression { game, engine, materials, metrics, level, threads: threads::all(), dry_run: false }
    }

    /// The same, of these materials alone.
    #[must_use]
    pub fn with_materials(self, materials: impl IntoIterator<Item = Material>) -> Compression {
        Compression { materials: materials.into_iter().collect(), ..self }
    }

    /// The same, of these metrics alone.
    #[must_use]
    pub fn with_metrics(self, metrics: impl IntoIterator<Item = Metric>) -> Compression {
        Compression { metrics: metrics.into_iter().collect(), ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Compression {
        Compression { threads, ..self }
    }

    /// The same, but nothing is written (or it is).
    #[must_use]
    pub fn with_dry_run(self, dry_run: bool) -> Compression {
        Compression { dry_run, ..self }
    }

    /// The files in a folder that are meant.
    pub fn files<'c>(&self, folder: &Path, catalog: &'c Catalog) -> Vec<(Material, Metric, &'c Path)> {
        let is_meant = |&(material, metric, path): &(Material, Metric, &Path)| {
            path.parent() == Some(folder)
                && (self.materials.is_empty() || self.materials.contains(&material))
                && (self.metrics.is_empty() || self.metrics.contains(&metric))
        };
        catalog.tables().filter(is_meant).collect()
    }

    /// How often each entry of a file is looked at at most: it is read, encoded in each of the ways, and compared.
    pub fn passes(&self) -> u64 {
        2 + self.level.most_ways()
    }
}
