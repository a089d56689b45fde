//! What a build reports while it works.

use std::io;
use std::path::Path;

use super::plan::Step;
use crate::format::Metric;
use crate::index::Material;

/// What a build reports while it works.
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
/// let finished = std::sync::atomic::AtomicUsize::new(0);
/// build(&plan, &folder, memory, &mut catalog, &Progress::default(), &|event| match event {
///     Event::Solving(step, metric) => println!("{} {metric}", step.material),
///     Event::Finished(..) => {
///         finished.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
///     }
///     _ => (),
/// })?;
/// assert_eq!(finished.into_inner(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Another program builds in the same folder; this one waits for it.
    Waiting(&'a Path),
    /// A finished table is read back into memory.
    Loading(Material),
    /// A slice is being solved for a metric, that of the values with or without distances first.
    Solving(&'a Step, Metric),
    /// So many entries of the slice were solved before a build was stopped, and are not solved again.
    Resumed(&'a Step, u64),
    /// What is solved of the slice cannot be kept in this file, for this reason, and it is solved without that.
    NotKept(&'a Step, &'a Path, &'a io::Error),
    /// A solved slice is compressed and written in these metrics together.
    Writing(&'a Step, &'a [Metric]),
    /// All files of a step are finished: their bytes together.
    Finished(&'a Step, u64),
}
