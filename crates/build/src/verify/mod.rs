//! Proving finished files. Shares nothing with the solver but rules and numbering: every value is read through the
//! ordinary prober and compared with the best of its successors, found by forward moves alone.

mod events;
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
use crate::index::{IsOpen, Material};
use crate::probe::{Options, ProbeError, Tablebase};
use crate::rules::{Game, GameVisitor, Variant, visit};
use crate::threads;

/// What is to be verified, and how.
///
/// ```
/// use petrov_build::verify::{Sample, Task};
///
/// let task = Task::new(["KKvK".parse()?]).with_sample(Sample { one_of: 100 }).with_threads(2);
/// assert_eq!((task.materials.len(), task.threads, task.checksums_only), (1, 2, false));
/// let task = task.with_checksums_only(true).with_cache_bytes(1 << 20);
/// assert_eq!((task.checksums_only, task.cache_bytes), (true, 1 << 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// The materials; tables of these are verified, and those that their moves lead to are read. Without any, all of
    /// which there are tables, or of which the manifest of a folder lists some.
    pub materials: Vec<Material>,
    /// Only the checksums of the files, not their values.
    pub checksums_only: bool,
    /// Of which blocks the values are proved.
    pub sample: Sample,
    /// Threads.
    pub threads: usize,
    /// Bytes of decoded blocks that are kept.
    pub cache_bytes: usize,
}

impl Task {
    /// All of these materials is verified, files and values, with all threads of the machine and 64 MiB for blocks. Without
    /// materials those of all tables that are there.
    pub fn new(materials: impl IntoIterator<Item = Material>) -> Task {
        let materials = materials.into_iter().collect();
        let cache_bytes = Options::default().cache_bytes;
        Task { materials, checksums_only: false, sample: Sample::ALL, threads: threads::all(), cache_bytes }
    }

    /// The same with the checksums of the files alone, or with their values too.
    #[must_use]
    pub fn with_checksums_only(self, checksums_only: bool) -> Task {
        Task { checksums_only, ..self }
    }

    /// The same with a sample of the blocks.
    #[must_use]
    pub fn with_sample(self, sample: Sample) -> Task {
        Task { sample, ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Task {
        Task { threads, ..self }
    }

    /// The same with so many bytes for decoded blocks.
    #[must_use]
    pub fn with_cache_bytes(self, cache_bytes: usize) -> Task {
        Task { cache_bytes, ..self }
    }
}

/// A sample of blocks: one of so many, chosen by their numbers as if by chance, and the same every time; of each table at
/// least one. The counts in the headers are compared only where it is all of them. With distances the blocks are stretches of
/// 8,192 entries, of values alone all placements of the kings for one of the men.
///
/// ```
/// use petrov_build::verify::{Sample, Task};
///
/// assert_eq!(Task::new([]).sample, Sample::ALL);
/// assert_eq!(Task::new([]).with_sample(Sample { one_of: 100 }).sample.one_of, 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// One of so many; 0 and 1 are all.
    pub one_of: u64,
}

impl Sample {
    /// All blocks.
    pub const ALL: Sample = Sample { one_of: 1 };

    fn is_all(self) -> bool {
        self.one_of <= 1
    }

    /// Which of so many blocks it has, by their numbers: of a few at least the first.
    fn of(self, blocks: u64) -> impl Fn(u64) -> bool + Sync {
        let none = !(0..blocks).any(|number| self.has(number));
        move |number| self.has(number) || none && number == 0
    }

    /// Whether the block with this number is one of them.
    fn has(self, number: u64) -> bool {
        // The golden ratio spreads numbers that follow each other.
        let spread = (number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32;
        self.is_all() || spread.is_multiple_of(self.one_of)
    }
}

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

/// What of a proof is compiled for each game: a few functions.
///
/// ```
/// use petrov::rules::{Russian, Variant};
/// use petrov_build::verify::Prover;
///
/// assert!(Prover::for_game(Russian::GAME).is_some());
/// // The same by the type, as a game that is in no list needs it.
/// let prover: Prover = Prover::of::<Russian>();
/// # let _ = prover;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Prover {
    tablebase: fn(&'static Game, Options) -> Tablebase,
    with_distances: Prove,
    values_alone: Prove,
    events: ProveEvents,
}

type ProveEvents = fn(&Tablebase, Material, Metric, Sample, &Progress) -> Result<report::Proof, VerifyError>;
type Prove = fn(&Tablebase, Material, Sample, &Progress) -> Result<report::Proof, VerifyError>;

impl Prover {
    /// The functions for the rules of a type.
    pub fn of<V: Variant>() -> Prover {
        Prover::with::<V>(Tablebase::of::<V>)
    }

    fn with<V: Variant>(tablebase: fn(&'static Game, Options) -> Tablebase) -> Prover {
        Prover {
            tablebase,
            with_distances: proof::prove::<V::Movement>,
            values_alone: values::prove::<V::Movement>,
            events: events::prove::<V::Movement>,
        }
    }

    /// The functions for the rules of a game; `None` if [`GAMES`](crate::rules::GAMES) has no game with these.
    pub fn for_game(game: &Game) -> Option<Prover> {
        struct Find;
        impl GameVisitor for Find {
            type Output = Prover;
            fn visit<V: Variant>(self) -> Prover {
                // Not the one of the type, which would be compiled here again.
                Prover::with::<V>(Tablebase::with_options)
            }
        }
        visit(game, Find)
    }
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
