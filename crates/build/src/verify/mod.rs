//! Proving finished files. Shares nothing with the solver but rules and numbering: every value is read through the
//! ordinary prober and compared with the best of its successors, found by forward moves alone.

mod events;
mod files;
mod proof;
mod prover;
mod report;
mod task;
mod unit;
mod values;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use files::Files;
pub use prover::Prover;
pub use report::{Finding, FindingKind, Report, VerifyError};
pub use task::{Sample, Task};

use crate::format::Metric;
use crate::index::{IsOpen, Material};
use crate::probe::{Options, ProbeError, Tablebase};
use crate::rules::Game;
use crate::threads;

/// What a verification shares with the one who watches it.
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{Event, Progress, Task, verify};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let task = Task::new(["KvM".parse()?]).with_threads(1);
/// let progress = Progress::default();
/// let report = verify(game, &["../../tables".into()], &task, &progress, &|_| ())?;
/// assert_eq!(progress.proved.into_inner(), report.entries);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    /// Set it to stop soon.
    pub stop: AtomicBool,
    /// Positions proved so far.
    pub proved: AtomicU64,
}

/// What a verification reports while it works.
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{Event, Progress, Task, verify};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let task = Task::new(["KvM".parse()?]).with_threads(1);
/// let report = verify(game, &["../../tables".into()], &task, &Progress::default(), &|event| match event {
///     Event::Proved(material, entries) => println!("{material}: {entries} positions are right"),
///     Event::Found(finding) => panic!("{finding}"),
///     _ => (),
/// })?;
/// assert_eq!(report.proofs, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
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
///
/// # Panics
/// If the game has rules that none of [`GAMES`](crate::rules::GAMES) has; for any other there is [`verify_with`].
///
/// ```
/// use petrov::rules;
/// use petrov_build::verify::{Event, Progress, Task, verify};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let task = Task::new(["KvM".parse()?]).with_threads(1);
/// let report = verify(game, &["../../tables".into()], &task, &Progress::default(), &|_| ())?;
/// assert!(report.findings.is_empty());
/// assert_eq!((report.tables, report.entries), (2, 1_736));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    game: &'static Game,
    folders: &[std::path::PathBuf],
    task: &Task,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Report, VerifyError> {
    verify_with(Prover::for_game(game).expect("a game with known rules"), game, folders, task, progress, observe)
}

/// Verifies tables of a game with the rules that the prover was made for: see [`verify`].
///
/// # Errors
/// As [`verify`].
///
/// ```
/// use petrov::rules::{Russian, Variant};
/// use petrov_build::verify::{Progress, Prover, Task, verify_with};
///
/// let task = Task::new(["KvM".parse()?]).with_threads(1);
/// let (prover, folders) = (Prover::of::<Russian>(), ["../../tables".into()]);
/// let report = verify_with(prover, Russian::GAME, &folders, &task, &Progress::default(), &|_| ())?;
/// assert!(report.findings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_with(
    prover: Prover,
    game: &'static Game,
    folders: &[std::path::PathBuf],
    task: &Task,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Report, VerifyError> {
    let options = Options::default().with_cache_bytes(task.cache_bytes);
    let mut tablebase = (prover.tablebase)(game, options);
    for folder in folders {
        tablebase.add_directory(folder).map_err(VerifyError::io(folder))?;
    }
    let files = Files::new(&tablebase, folders)?;
    let mut materials: BTreeSet<Material> = task.materials.iter().copied().collect();
    if materials.is_empty() {
        materials = files.materials();
    }
    let verified = threads::on(task.threads, || {
        let mut report = Report::default();
        check_files(game, &files, &materials, task, progress, observe, &mut report)?;
        // Values that are read from damaged files prove nothing.
        if !task.checksums_only && report.findings.is_empty() {
            prove(prover, &tablebase, &materials, task.sample, progress, observe, &mut report)?;
        }
        // Whoever asked for it to stop is not told that it came to its end.
        progress.check()?;
        Ok(report)
    });
    verified.unwrap_or_else(|why| Err(VerifyError::Threads(why)))
}

/// Compares the checksums of all files of these materials, and of those that their proof reads.
fn check_files(
    game: &Game,
    files: &Files<'_>,
    materials: &BTreeSet<Material>,
    task: &Task,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
    report: &mut Report,
) -> Result<(), VerifyError> {
    for &material in materials {
        let checked = files.check(material, progress)?;
        report.tables += checked.tables;
        report.inside += checked.inside;
        report.hidden.extend(checked.hidden);
        if report.note(checked.findings, observe) {
            observe(Event::Checked(material));
        }
    }
    if !task.checksums_only {
        let is_open: IsOpen<'_> = &|one, other| game.ending.is_open(one, other);
        let needed: BTreeSet<Material> = materials.iter().flat_map(|material| material.needed(is_open)).collect();
        report.given = needed.difference(materials).copied().collect();
    }
    for material in report.given.clone() {
        report.note(files.check(material, progress)?.findings, observe);
    }
    Ok(())
}

/// Whether tables are inside the program and rest on a folder's tables without distances, which hide those inside: then the
/// values alone can be proved.
fn rests_on_values(tablebase: &Tablebase, material: Material) -> bool {
    let is_open: IsOpen<'_> = &|one, other| tablebase.game().ending.is_open(one, other);
    let lacks_distances = |needed: &Material| !tablebase.contains(*needed, Metric::Dtw);
    tablebase.path(material, Metric::Dtw).is_none() && material.needed(is_open).iter().any(lacks_distances)
}

/// Proves the values of all tables of these materials.
fn prove(
    prover: Prover,
    tablebase: &Tablebase,
    materials: &BTreeSet<Material>,
    sample: Sample,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
    report: &mut Report,
) -> Result<(), VerifyError> {
    for &material in materials {
        let metrics = tablebase.metrics_of(material);
        let mut entries = 0;
        let mut right = true;
        for &metric in &metrics {
            let prove: &dyn Fn() -> Result<report::Proof, VerifyError> = match metric {
                // Together with the values.
                Metric::Dtw if metrics.contains(&Metric::Wdl) => continue,
                Metric::Wdl if metrics.contains(&Metric::Dtw) && !rests_on_values(tablebase, material) => {
                    &|| (prover.with_distances)(tablebase, material, sample, progress)
                }
                Metric::Wdl => &|| (prover.values_alone)(tablebase, material, sample, progress),
                // A clock that this program does not know is in no probe.
                Metric::Clock(name) if tablebase.game().clock_set(name.as_str()).is_none() => continue,
                _ => &|| (prover.events)(tablebase, material, metric, sample, progress),
            };
            let proof = match prove() {
                // Some damage shows only when the values are used. What they say from there on proves nothing.
                Err(VerifyError::Probe(ProbeError::Table(error))) => {
                    report.note(vec![Finding { material, kind: FindingKind::Damaged(error) }], observe);
                    return Ok(());
                }
                proof => proof?,
            };
            entries = proof.entries;
            report.proofs += 1;
            right = report.note(proof.findings, observe);
            if !right {
                // The rest of the material rests on this.
                break;
            }
        }
        report.entries += entries;
        if right {
            observe(Event::Proved(material, entries));
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
    /// Takes note of entries that are done; returns whether to go on.
    fn goes_on(&self, entries: u64) -> bool {
        self.proved.fetch_add(entries, Relaxed);
        !self.stop.load(Relaxed)
    }

    fn check(&self) -> Result<(), VerifyError> {
        if self.stop.load(Relaxed) { Err(VerifyError::Stopped) } else { Ok(()) }
    }
}
