//! Proving finished files. Shares nothing with the solver but rules and numbering: every value is read through the
//! ordinary prober and compared with the best of its successors, found by forward moves alone.

mod files;
mod proof;
mod report;
mod unit;
mod values;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use files::Files;
pub use report::{Finding, FindingKind, Report, VerifyError};

use crate::format::Metric;
use crate::index::Material;
use crate::probe::{Options, ProbeError, Tablebase};
use crate::rules::{Game, GameVisitor, Variant, visit};

/// What is to be verified, and how.
#[derive(Clone, Debug)]
pub struct Task {
    /// The materials; tables of these are verified, and those that their moves lead to are read. Without any, all of
    /// which there are tables, or of which the manifest of a folder lists some.
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
/// First the checksums of every file, also against the manifest of its folder, of files that others hide too, and of the
/// tables that the proof will read. Then, unless only that was asked for, the value of every entry: with its distance
/// where the table of distances is there, else by solving block after block again. The counts in the headers are
/// compared with what is found.
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
        tablebase.add_directory(folder).map_err(VerifyError::io(folder))?;
    }
    let files = Files::new::<V>(&tablebase, folders)?;
    let mut materials: BTreeSet<Material> = task.materials.iter().copied().collect();
    if materials.is_empty() {
        materials = files.materials();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads).build();
    let pool = pool.map_err(|error| VerifyError::Threads(error.to_string()))?;
    pool.install(|| {
        let mut report = Report::default();
        check_files::<V>(&files, &materials, task, progress, observe, &mut report)?;
        // Values that are read from damaged files prove nothing.
        if !task.checksums_only && report.findings.is_empty() {
            prove::<V>(&tablebase, &materials, progress, observe, &mut report)?;
        }
        // Whoever asked for it to stop is not told that it came to its end.
        progress.check()?;
        Ok(report)
    })
}

/// Compares the checksums of all files of these materials, and of those that their proof reads.
fn check_files<V: Variant>(
    files: &Files<'_>,
    materials: &BTreeSet<Material>,
    task: &Task,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
    report: &mut Report,
) -> Result<(), VerifyError> {
    for &material in materials {
        let checked = files.check::<V>(material, progress)?;
        report.tables += checked.tables;
        report.inside += checked.inside;
        report.hidden.extend(checked.hidden);
        if report.note(checked.findings, observe) {
            observe(Event::Checked(material));
        }
    }
    if !task.checksums_only {
        let needed: BTreeSet<Material> = materials.iter().flat_map(|material| material.needed()).collect();
        report.given = needed.difference(materials).copied().collect();
    }
    for material in report.given.clone() {
        report.note(files.check::<V>(material, progress)?.findings, observe);
    }
    Ok(())
}

/// Proves the values of all tables of these materials.
fn prove<V: Variant>(
    tablebase: &Tablebase,
    materials: &BTreeSet<Material>,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
    report: &mut Report,
) -> Result<(), VerifyError> {
    for &material in materials {
        let proof = if tablebase.contains(material, Metric::Dtw) {
            proof::prove::<V>(tablebase, material, progress)
        } else {
            values::prove::<V>(tablebase, material, progress)
        };
        let proof = match proof {
            // Some damage shows only when the values are used. What they say from there on proves nothing.
            Err(VerifyError::Probe(ProbeError::Table(error))) => {
                report.note(vec![Finding { material, kind: FindingKind::Damaged(error) }], observe);
                return Ok(());
            }
            proof => proof?,
        };
        report.entries += proof.entries;
        if report.note(proof.findings, observe) {
            observe(Event::Proved(material, proof.entries));
        }
    }
    Ok(())
}

impl Report {
    /// Takes findings in; returns whether there are none.
    fn note(&mut self, findings: Vec<Finding>, observe: &(dyn Fn(Event<'_>) + Sync)) -> bool {
        findings.iter().for_each(|finding| observe(Event::Found(finding)));
        let right = findings.is_empty();
        self.findings.extend(findings);
        right
    }
}

impl Progress {
    fn check(&self) -> Result<(), VerifyError> {
        if self.stop.load(Relaxed) { Err(VerifyError::Stopped) } else { Ok(()) }
    }
}
