//! Proving finished files. Shares nothing with the solver but rules and numbering: every value is read through the
//! ordinary prober and compared with the best of its successors, found by forward moves alone.

mod files;
mod proof;
mod report;
mod values;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub use report::{Finding, FindingKind, Report, VerifyError};

use crate::format::Metric;
use crate::index::Material;
use crate::probe::{Options, Tablebase};
use crate::rules::{Game, GameVisitor, Variant, visit};

/// What is to be verified, and how.
#[derive(Clone, Debug)]
pub struct Task {
    /// The materials; tables of these are verified, and those that their moves lead to are read.
    pub materials: Vec<Material>,
    /// Only the checksums of the files, not their values.
    pub checksums_only: bool,
    /// Threads.
    pub threads: usize,
    /// Bytes of decoded blocks that are kept.
    pub cache_bytes: usize,
}

/// What a verification shares with the one who watches it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set it to stop soon.
    pub stop: AtomicBool,
    /// Positions proved so far.
    pub proved: AtomicU64,
}

/// What a verification reports while it works.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The checksums of all files of a material are right.
    Checked(Material),
    /// All values of a material are right: so many positions, both sides to move.
    Proved(Material, u64),
    /// Something is wrong.
    Found(&'a Finding),
}

/// Verifies tables in these folders.
///
/// First the checksums of every file, also against the manifest of its folder. Then, unless only that was asked for,
/// the value of every entry: with its distance where the table of distances is there, else by solving block after block
/// again. The counts in the headers are compared with what is found.
///
/// # Errors
/// If tables are missing, a file cannot be read, or it was stopped. What is wrong with tables that can be read is in the
/// report.
pub fn verify(
    game: &'static Game,
    folders: &[std::path::PathBuf],
    task: &Task,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Report, VerifyError> {
    struct Run<'a> {
        folders: &'a [std::path::PathBuf],
        task: &'a Task,
        progress: &'a Progress,
        observe: &'a (dyn Fn(Event<'_>) + Sync),
    }
    impl GameVisitor for Run<'_> {
        type Output = Result<Report, VerifyError>;
        fn visit<V: Variant>(self) -> Self::Output {
            verify_as::<V>(self.folders, self.task, self.progress, self.observe)
        }
    }
    visit(game, Run { folders, task, progress, observe }).unwrap_or(Ok(Report::default()))
}

/// Verifies tables of a game that is given as a type: see [`verify`].
///
/// # Errors
/// As [`verify`].
pub fn verify_as<V: Variant>(
    folders: &[std::path::PathBuf],
    task: &Task,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Report, VerifyError> {
    let options = Options { cache_bytes: task.cache_bytes, ..Options::default() };
    let mut tablebase = Tablebase::of::<V>(options);
    for folder in folders {
        tablebase.add_directory(folder).map_err(|source| VerifyError::Io { path: folder.clone(), source })?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads).build();
    let pool = pool.map_err(|error| VerifyError::Threads(error.to_string()))?;
    let materials: BTreeSet<Material> = task.materials.iter().copied().collect();
    let mut report = Report::default();
    let note = |report: &mut Report, findings: Vec<Finding>| {
        findings.iter().for_each(|finding| observe(Event::Found(finding)));
        let right = findings.is_empty();
        report.findings.extend(findings);
        right
    };
    pool.install(|| {
        let mut damaged = false;
        for &material in &materials {
            let checked = files::check::<V>(&tablebase, material, progress)?;
            report.tables += checked.tables;
            if note(&mut report, checked.findings) {
                observe(Event::Checked(material));
            } else {
                damaged = true;
            }
        }
        // Values that are read from damaged files prove nothing.
        if task.checksums_only || damaged {
            return Ok(report);
        }
        for &material in &materials {
            // Distances from inside the program say nothing of values in a folder.
            let in_folder = |metric| tablebase.path(material, metric).is_some();
            let proof = if tablebase.contains(material, Metric::Dtw) && in_folder(Metric::Wdl) == in_folder(Metric::Dtw)
            {
                proof::prove::<V>(&tablebase, material, progress)?
            } else {
                values::prove::<V>(&tablebase, material, progress)?
            };
            report.entries += proof.entries;
            if note(&mut report, proof.findings) {
                observe(Event::Proved(material, proof.entries));
            }
        }
        Ok(report)
    })
}

impl Progress {
    fn check(&self) -> Result<(), VerifyError> {
        if self.stop.load(Relaxed) { Err(VerifyError::Stopped) } else { Ok(()) }
    }
}
