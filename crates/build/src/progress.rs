//! What long work shares with the one who watches it.

use std::sync::atomic::{AtomicBool, AtomicU64};

/// What a build shares with the one who watches it.
///
/// ```
/// use petrov::{Tablebase, format::{Catalog, game_folder}, index::Material, rules};
/// use petrov_build::solve::{Event, Plan, Progress, Request, build};
///
/// let tables = tempfile::tempdir()?; // your folder of tables
/// let game = rules::game("russian").ok_or("no such game")?;
/// let mut catalog = Catalog::new(game.id);
/// catalog.add_directory(tables.path())?;
/// let plan = Plan::new(game, &Request::new(Material::all(2)), &catalog)?;
/// let (folder, memory) = (game_folder(tables.path(), game.id), 1 << 30);
/// let progress = Progress::default();
/// build(&plan, &folder, memory, &mut catalog, &progress, &|_| ())?;
/// assert_eq!(progress.solved.into_inner(), plan.entries());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    /// Set it to stop the build soon.
    pub stop: AtomicBool,
    /// Positions solved so far.
    pub solved: AtomicU64,
    /// Positions compressed so far, once for each file. Halves that take no data are not counted.
    pub written: AtomicU64,
}
