//! Why building or compressing ended early.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::format::TableError;
use crate::index::Material;
use crate::short;

/// Why building or compressing ended early. What was finished before stays, and the same request goes on from there.
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
/// let stopped = Progress::default();
/// stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
/// let error = build(&plan, &folder, memory, &mut catalog, &stopped, &|_| ()).unwrap_err();
/// assert!(matches!(error, petrov_build::solve::BuildError::Stopped));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// [`Progress::stop`](super::Progress::stop) was set.
    Stopped,
    /// The limit of memory is too low for a slice.
    Memory {
        /// The slice.
        material: Material,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that there are.
        limit: u64,
    },
    /// The system does not give the memory for a slice, though it is within the limit.
    NoMemory {
        /// The slice.
        material: Material,
    },
    /// A finished table cannot be used.
    Table(TableError),
    /// A finished table does not have the sum that the manifest says.
    Changed(PathBuf),
    /// A finished table does not have the values that were solved now.
    Wrong(PathBuf),
    /// A table that was encoded anew does not have the values of the finished one, which stays.
    Unlike(PathBuf),
    /// Something could not be read or written.
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The threads could not be started.
    Threads(String),
}

impl BuildError {
    /// Whether it is the matter of one finished file, without which others can be worked on.
    pub(super) fn is_of_a_file(&self) -> bool {
        matches!(self, BuildError::Table(_) | BuildError::Changed(_) | BuildError::Unlike(_))
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Stopped => write!(f, "stopped"),
            BuildError::Memory { material, needed, limit } => write!(
                f,
                "{material} needs {} MiB of memory and the limit is {} MiB: allow more",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            BuildError::NoMemory { material } => write!(
                f,
                "{material}: the system does not give the memory that it needs: free some, or lift the limit of the \
                 system (ulimit -v)"
            ),
            BuildError::Table(error) => error.fmt(f),
            BuildError::Changed(path) => write!(
                f,
                "{}: the file is not the one that was built (its BLAKE3 sum differs): delete it and build it again",
                short::path(path)
            ),
            BuildError::Wrong(path) => write!(
                f,
                "{}: its values are not those that were solved now, so it is wrong: delete it and build it again",
                short::path(path)
            ),
            BuildError::Unlike(path) => write!(
                f,
                "{}: encoded anew it did not have the same values, so it was left as it is; this is a bug in petrov; please \
                 report it",
                short::path(path)
            ),
            BuildError::Io { path, source } => {
                write!(f, "{}: {}", short::path(path), source)?;
                match source.kind() {
                    io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                        write!(f, "; free some space or choose another folder")
                    }
                    io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                        write!(f, "; choose a folder that can be written")
                    }
                    _ => Ok(()),
                }
            }
            BuildError::Threads(why) => write!(f, "the threads cannot be started: {why}; try fewer"),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BuildError::Table(error) => Some(error),
            BuildError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
