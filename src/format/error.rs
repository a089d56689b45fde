//! What can be wrong with a table file.

use std::fmt;
use std::io;

use super::metric::Metric;
use crate::index::Material;
use crate::short::shortened;

/// A table file that cannot be used: which one, and why.
///
/// ```
/// use petrov::{ProbeError, Tablebase, format::TableErrorKind, rules};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("russian"))?;
/// std::fs::write(folder.path().join("russian/KvK.wdl"), "no table")?;
/// let game = rules::game("russian").unwrap();
/// let mut tablebase = Tablebase::new(game);
/// tablebase.add_directory(folder.path())?;
/// let Err(ProbeError::Table(error)) = tablebase.probe_wdl(&game.read_fen("W:WKa1:BKc1")?) else { panic!() };
/// assert!(error.path.ends_with("KvK.wdl"));
/// assert!(matches!(error.kind, TableErrorKind::NotATable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableError {
    /// The path, or the name of a table that is part of the program.
    pub path: String,
    /// What is wrong.
    pub kind: TableErrorKind,
}

/// What is wrong with a table file.
///
/// ```
/// use petrov::format::TableErrorKind;
///
/// fn was_built_by_a_newer_program(kind: &TableErrorKind) -> bool {
///     matches!(kind, TableErrorKind::Newer { .. })
/// }
/// assert!(was_built_by_a_newer_program(&TableErrorKind::Newer { version: 3 }));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// The file could not be read.
    Io(io::Error),
    /// The file is not a table.
    NotATable,
    /// The file was written by a newer program.
    Newer {
        /// The version of the file.
        version: u16,
    },
    /// The table of another game.
    OtherGame {
        /// The game in the file.
        found: String,
        /// The game that is wanted.
        expected: String,
    },
    /// The table of another material.
    OtherMaterial {
        /// The material in the file.
        found: Material,
        /// The material that the name of the file says.
        expected: Material,
    },
    /// The table of another metric.
    OtherMetric {
        /// The metric in the file.
        found: Metric,
        /// The metric that the name of the file says.
        expected: Metric,
    },
    /// The table of a clock that was defined in another way.
    OtherClock {
        /// The definition in the file.
        found: String,
        /// The definition in this program.
        expected: String,
    },
    /// The file is shorter or longer than it says it is.
    Length {
        /// Bytes that the file has.
        found: u64,
        /// Bytes that it should have.
        expected: u64,
    },
    /// A field of the header has no meaning.
    Field {
        /// Which one.
        name: &'static str,
        /// What stands there.
        found: u64,
        /// What should stand there.
        expected: String,
    },
    /// A table of distances and one of values are not of the same build, or one of them is wrong.
    OtherBuild {
        /// The path of the table of values.
        values: String,
    },
    /// While the table was in use, one with other statistics took its place.
    Replaced,
    /// The values of a table do not have the statistics that its header names.
    Statistics,
    /// Header and index do not match their checksum.
    HeaderChecksum {
        /// The checksum of what stands there.
        found: u64,
        /// The checksum in the file.
        expected: u64,
    },
    /// A block does not match its checksum.
    BlockChecksum {
        /// The number of the block.
        block: u64,
        /// The checksum of what stands there.
        found: u64,
        /// The checksum in the index.
        expected: u64,
    },
    /// A block matches its checksum but cannot be decoded.
    BlockData {
        /// The number of the block.
        block: u64,
    },
}

impl TableError {
    /// There is not enough memory for what the file asks for.
    pub fn no_memory(path: &str) -> TableError {
        TableError { path: path.to_owned(), kind: TableErrorKind::Io(io::ErrorKind::OutOfMemory.into()) }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const REMEDY: &str = "the file is damaged: delete it and build it again";
        write!(f, "{}: ", shortened(&self.path))?;
        match &self.kind {
            TableErrorKind::Io(error) => write_unreadable(f, error),
            TableErrorKind::NotATable => write!(f, "not a table of petrov; delete or rename the file"),
            TableErrorKind::Newer { version } => write!(
                f,
                "format version {version} is newer than {}, the newest that this program reads: \
                 update the program or build the table again",
                super::VERSION
            ),
            TableErrorKind::OtherGame { found, expected } => {
                write!(f, "a table of the game {found}, not of {expected}: move it to the folder of its game")
            }
            TableErrorKind::OtherMaterial { found, expected } => {
                write!(f, "a table of {found}, not of {expected}: give the file its name back")
            }
            TableErrorKind::OtherMetric { found, expected } => {
                let (found, expected) = (found.name(), expected.name());
                write!(f, "a table of the metric {found}, not of {expected}: give the file its name back")
            }
            TableErrorKind::OtherClock { found, expected } => {
                write!(
                    f,
                    "a table of the clock \"{found}\", which this program defines as \"{expected}\": build it again"
                )
            }
            TableErrorKind::Length { found, expected } => {
                write!(f, "{found} bytes long, expected {expected}; {REMEDY}")
            }
            TableErrorKind::Field { name, found, expected } => {
                write!(f, "the field \"{name}\" of the header is {found}, expected {expected}; {REMEDY}")
            }
            TableErrorKind::OtherBuild { values } => write_other_build(f, values),
            TableErrorKind::Replaced => write!(
                f,
                "another table took its place while it was in use, and its counts differ: verify it, and start this \
                 program again"
            ),
            TableErrorKind::Statistics => {
                write!(f, "its values do not have the counts that its header names: delete it and build it again")
            }
            TableErrorKind::HeaderChecksum { found, expected } => {
                write!(f, "the checksum of the header is {found:016x}, expected {expected:016x}; {REMEDY}")
            }
            TableErrorKind::BlockChecksum { block, found, expected } => {
                write!(f, "the checksum of block {block} is {found:016x}, expected {expected:016x}; {REMEDY}")
            }
            TableErrorKind::BlockData { block } => write!(f, "block {block} cannot be decoded; {REMEDY}"),
        }
    }
}

/// Writes why a file cannot be read, and the remedy.
fn write_unreadable(f: &mut fmt::Formatter<'_>, error: &io::Error) -> fmt::Result {
    let remedy = match error.kind() {
        io::ErrorKind::NotFound => {
            return write!(f, "file not found (if it is a link to nothing, remove it): build it again");
        }
        io::ErrorKind::PermissionDenied => "; change its rights",
        io::ErrorKind::InvalidInput => "; move it away, or name a table",
        io::ErrorKind::OutOfMemory => "; free some memory, or allow this program more",
        _ => "; try again, or remove it and build it again",
    };
    write!(f, "cannot be read: {error}{remedy}")
}

/// Writes that a table does not belong to one of values.
fn write_other_build(f: &mut fmt::Formatter<'_>, values: &str) -> fmt::Result {
    let values = shortened(values);
    write!(f, "its counts are not those of {values}: one of them is wrong; delete both and build them again")
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            TableErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for TableErrorKind {
    /// An end of the file where there should be more is a matter of its length and found out before; what is left is
    /// the system's.
    fn from(error: io::Error) -> TableErrorKind {
        TableErrorKind::Io(error)
    }
}
