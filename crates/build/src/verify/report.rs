//! What a verification has found.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::format::{MANIFEST, Metric, TableError};
use crate::index::Material;
use crate::probe::{Outcome, ProbeError};
use crate::short;

/// The result of a verification.
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{Event, Progress, Task, verify};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let task = Task::new(["KvM".parse()?]).with_threads(1);
/// let report = verify(game, &["../../tables".into()], &task, &Progress::default(), &|_| ())?;
/// // Nothing is wrong, and nothing was taken for granted but the tables that captures and promotions lead to.
/// assert!(report.findings.is_empty());
/// assert_eq!(report.given.iter().map(|material| material.to_string()).collect::<Vec<_>>(), ["KvK"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Tables of the materials that were verified, those inside the program among them.
    pub tables: u64,
    /// How many of these tables are inside the program.
    pub inside: u64,
    /// Files of which only the checksums were compared, as nobody reads them: a folder that was named before has tables
    /// of the same names.
    pub hidden: Vec<PathBuf>,
    /// The materials that were not verified and whose tables the proof takes for granted: those to which the moves from
    /// the verified ones lead. The checksums of their tables were compared.
    pub given: Vec<Material>,
    /// Positions whose value was proved, both sides to move.
    pub entries: u64,
    /// Tables, or pairs of values and distances, that were proved.
    pub proofs: u64,
    /// What is wrong; empty if everything is right. Of each material only the first few.
    pub findings: Vec<Finding>,
}

/// Something that is wrong with a table.
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{FindingKind, Progress, Task, verify};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("russian"))?;
/// std::fs::copy("../../tables/russian/KvK.wdl", folder.path().join("russian/KvK.wdl"))?;
/// std::fs::write(folder.path().join("russian/KvK.dtw"), "damaged")?;
/// let game = rules::game("russian").ok_or("no such game")?;
/// let task = Task::new(["KvK".parse()?]).with_threads(1);
/// let report = verify(game, &[folder.path().to_owned()], &task, &Progress::default(), &|_| ())?;
/// assert_eq!(report.findings[0].material.to_string(), "KvK");
/// assert!(report.findings[0].to_string().contains("KvK.dtw"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The material.
    pub material: Material,
    /// What is wrong.
    pub kind: FindingKind,
}

/// What is wrong with a table.
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{FindingKind, Progress, Task, verify};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("russian"))?;
/// std::fs::copy("../../tables/russian/KvK.wdl", folder.path().join("russian/KvK.wdl"))?;
/// std::fs::write(folder.path().join("russian/KvK.dtw"), "damaged")?;
/// let game = rules::game("russian").ok_or("no such game")?;
/// let task = Task::new(["KvK".parse()?]).with_threads(1);
/// let report = verify(game, &[folder.path().to_owned()], &task, &Progress::default(), &|_| ())?;
/// assert!(matches!(&report.findings[0].kind, FindingKind::Damaged(error) if error.path.ends_with("KvK.dtw")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum FindingKind {
    /// A file is damaged.
    Damaged(TableError),
    /// A file does not have the sum that the manifest says.
    Changed(PathBuf),
    /// A file that the manifest lists is not there.
    Absent(PathBuf),
    /// A stored value is not what the moves from the position say.
    Value {
        /// The position, in the notation of the game.
        fen: String,
        /// What the tables say.
        stored: Outcome,
        /// What the best move is worth.
        expected: Outcome,
    },
    /// Stored plies to an event are not what the moves from the position say; `None` where it cannot be forced.
    Plies {
        /// The position, in the notation of the game.
        fen: String,
        /// Which plies.
        metric: Metric,
        /// What the tables say.
        stored: Option<u16>,
        /// What the moves say.
        expected: Option<u16>,
    },
    /// The statistics in the header of a file are not those of its values.
    Statistics {
        /// The file.
        path: String,
        /// Which of them.
        what: &'static str,
        /// The side to move: 0 the one named first in the material.
        half: usize,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let material = self.material;
        match &self.kind {
            FindingKind::Damaged(error) => error.fmt(f),
            FindingKind::Changed(path) => {
                write!(f, "{}: its BLAKE3 sum is not that of the manifest; build it again", short::path(path))
            }
            FindingKind::Absent(path) => {
                let path = short::path(path);
                write!(f, "{path}: {MANIFEST} lists it but it is not there; build it again or take its line out")
            }
            FindingKind::Value { fen, stored, expected } => {
                let name = |outcome: &Outcome| match outcome.distance {
                    Some(plies) => format!("{} in {plies} plies", outcome.value.name()),
                    None => outcome.value.name().to_owned(),
                };
                write!(f, "{material}: {fen} is stored as {}, its moves say {}", name(stored), name(expected))
            }
            FindingKind::Plies { fen, metric, stored, expected } => {
                let name = |plies: &Option<u16>| plies.map_or("never".to_owned(), |plies| format!("{plies} plies"));
                let metric = metric.name();
                let (stored, expected) = (name(stored), name(expected));
                write!(f, "{material}.{metric}: {fen} is stored as {stored}, its moves say {expected}")
            }
            FindingKind::Statistics { path, what, half } => {
                let side = if *half == 0 { "first" } else { "second" };
                write!(f, "{path}: the {what} of the header (the {side} side to move) are not those of the values")
            }
        }
    }
}

/// Why a verification could not be finished.
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{Progress, Task, VerifyError, verify};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let error = verify(game, &["no such folder".into()], &Task::new([]), &Progress::default(), &|_| ()).unwrap_err();
/// assert!(matches!(error, VerifyError::Io { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// [`Progress::stop`](super::Progress::stop) was set.
    Stopped,
    /// Tables are missing or cannot be read.
    Probe(ProbeError),
    /// A folder cannot be read.
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The threads could not be started.
    Threads(String),
}

impl VerifyError {
    /// What turns an error of the system with this file or folder into one of a verification.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> VerifyError {
        let path = path.to_owned();
        |source| VerifyError::Io { path, source }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Stopped => write!(f, "stopped before the end"),
            VerifyError::Probe(error) => error.fmt(f),
            VerifyError::Io { path, source } if says_what_to_do(source) => write!(f, "{}: {source}", short::path(path)),
            VerifyError::Io { path, source } => {
                let path = short::path(path);
                write!(f, "{path}: it cannot be read: {source}; allow it, or name other folders")
            }
            VerifyError::Threads(why) => write!(f, "the threads cannot be started: {why}; try fewer"),
        }
    }
}

/// A file of another kind or with other bytes than it should have comes with its own remedy.
fn says_what_to_do(source: &io::Error) -> bool {
    matches!(source.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput)
}

impl std::error::Error for VerifyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            VerifyError::Probe(error) => Some(error),
            VerifyError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<ProbeError> for VerifyError {
    fn from(error: ProbeError) -> VerifyError {
        VerifyError::Probe(error)
    }
}

/// The result for one material.
#[derive(Debug, Default)]
pub(super) struct Proof {
    pub(super) entries: u64,
    pub(super) findings: Vec<Finding>,
}

/// Findings of one material beyond this are not listed.
pub(super) const MOST_FINDINGS: usize = 5;
