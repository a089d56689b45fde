//! Building and verifying: long work on threads of the library, while the thread of Python looks after Ctrl-C and says how far
//! it is.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use petrov_build::solve::{
    BuildError as Failure, Plan, Progress as Building, Request, build as build_tables, default_memory,
};
use petrov_build::verify::{Progress as Proving, Sample, Task, VerifyError, verify as verify_tables};
use petrov_core::format::{Catalog, ClockName, Metric, file_name, game_folder};
use petrov_core::index::{MAX_PIECES, Material};
use petrov_core::rules::Game;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{folders, material, texts};
use crate::errors::{BuildError, CorruptTableError, MissingTableError, of_probe, os_error};
use crate::games;

/// Threads to work on: as many as were asked for, else one for each core.
pub(crate) fn threads(asked: Option<usize>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or(cores).clamp(1, 64.max(2 * cores))
}

/// How often Ctrl-C is looked after, and how often one is told how far it is.
const LOOK: Duration = Duration::from_millis(20);
const TELL: Duration = Duration::from_millis(500);

/// Does the work on another thread. Meanwhile `tell` is called with what is done; if it, or a signal, raises an error, `stop`
/// is set, and the error is raised when the work has ended.
fn watch<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let worker = scope.spawn(work);
        let (mut raised, mut told) = (None, Instant::now());
        while !worker.is_finished() {
            py.detach(|| std::thread::sleep(LOOK));
            if raised.is_some() {
                continue;
            }
            let due = told.elapsed() >= TELL;
            let looked = py.check_signals().and_then(|()| if due { tell(py) } else { Ok(()) });
            if due {
                told = Instant::now();
            }
            if let Err(error) = looked {
                stop.store(true, Relaxed);
                raised = Some(error);
            }
        }
        let done = worker.join().map_err(|_| BuildError::new_err("a bug in petrov; please report it"))?;
        match raised {
            Some(error) => Err(error),
            None => tell(py).map(|()| done),
        }
    })
}

/// Calls what was given to be told, if anything was.
fn told(progress: Option<&Bound<'_, PyAny>>, done: u64, of: u64) -> PyResult<()> {
    progress.map_or(Ok(()), |progress| progress.call1((done, of)).map(|_| ()))
}

/// The materials that are meant by names and by a number of pieces.
fn materials(game: &Game, names: Option<&Bound<'_, PyAny>>, pieces: Option<u32>) -> PyResult<Vec<Material>> {
    let names = names.map_or(Ok(Vec::new()), |names| texts(names, "materials"))?;
    let mut materials = names.iter().map(|name| material(name)).collect::<PyResult<Vec<_>>>()?;
    let is_open = |material: &Material| game.ending.is_open(material.first(), material.second());
    if let Some(over) = materials.iter().find(|material| !is_open(material)) {
        return Err(PyValueError::new_err(format!(
            "{over} has no table in {}: the game is over with these pieces",
            game.title
        )));
    }
    if let Some(pieces) = pieces {
        if !(2..=MAX_PIECES).contains(&pieces) {
            return Err(PyValueError::new_err(format!("pieces is {pieces}; tables have 2 to {MAX_PIECES}")));
        }
        materials.extend((2..=pieces).flat_map(Material::all).filter(is_open));
    }
    materials.sort();
    materials.dedup();
    Ok(materials)
}

/// The metrics of these names.
fn metrics(game: &Game, names: &[String]) -> PyResult<Vec<Metric>> {
    names.iter().map(|name| metric(game, name)).collect()
}

/// The metric of a name: a plain one, or a clock of the game that has tables.
pub(crate) fn metric(game: &Game, name: &str) -> PyResult<Metric> {
    let plain = Metric::PLAIN.into_iter().find(|metric| metric.name() == name);
    let clock = || game.clock_set(name).and_then(|_| ClockName::new(name)).map(Metric::Clock);
    plain.or_else(clock).ok_or_else(|| {
        let clocks = game.clocks.iter().map(|clock| clock.id).filter(|id| game.clock_set(id).is_some());
        let known = Metric::PLAIN_NAMES.into_iter().chain(clocks).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!(
            "no metric is called {:?}; there are {known}",
            petrov_core::internals::short::shortened(name)
        ))
    })
}

/// Builds tables, and all that they depend on: the paths of those that were asked for.
///
/// `materials` are names as "KKMvK", `pieces` means all materials of 2 to so many pieces. Files appear whole or not at all in
/// the folder of the game in `directory`, and those that are there already are checked and skipped. `metrics` are "wdl",
/// "dtw", "dtc", "dtz" and names of clocks (see `games`). `memory` is the most bytes to use, by default 80 % of what is free.
/// `progress` is called twice a second with the entries that are solved and those that there are to solve; if it raises an
/// error, or Ctrl-C comes, the build stops, and the same call goes on from there.
///
/// Raises BuildError, ValueError where an argument means nothing, and OSError if a folder cannot be written.
#[pyfunction]
#[pyo3(signature = (materials = None, *, pieces = None, game = "russian", directory = PathBuf::from("tables"),
    metrics = None, threads = None, memory = None, progress = None),
    text_signature = "(materials=None, *, pieces=None, game='russian', directory='tables', metrics=('wdl', 'dtw'), \
        threads=None, memory=None, progress=None)")]
#[allow(clippy::too_many_arguments)] // They are keywords of Python.
pub(crate) fn build(
    py: Python<'_>,
    materials: Option<&Bound<'_, PyAny>>,
    pieces: Option<u32>,
    game: &str,
    directory: PathBuf,
    metrics: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    memory: Option<u64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PathBuf>> {
    let game = games::find(game)?;
    let materials = self::materials(game, materials, pieces)?;
    if materials.is_empty() {
        return Err(PyValueError::new_err("nothing was asked for: name materials or pieces, as in build(pieces=3)"));
    }
    let names = metrics.map_or(Ok(vec!["wdl".to_owned(), "dtw".to_owned()]), |metrics| texts(metrics, "metrics"))?;
    let metrics = self::metrics(game, &names)?;
    if metrics.is_empty() {
        return Err(PyValueError::new_err("metrics: name at least one, as in metrics=[\"wdl\"]"));
    }
    let folder = game_folder(&directory, game.tables);
    let mut catalog = Catalog::new(game.tables);
    if directory.is_dir() {
        catalog.add_directory(&directory).map_err(|error| os_error(&error, &directory))?;
    }
    let request = Request::new(materials.clone()).with_metrics(metrics.clone()).with_threads(self::threads(threads));
    let plan = Plan::new(game, &request, &catalog).map_err(|error| BuildError::new_err(error.to_string()))?;
    let limit = memory.or_else(default_memory).unwrap_or(u64::MAX);
    let shared = Building::default();
    let entries = plan.entries();
    let tell = |_: Python<'_>| told(progress, shared.solved.load(Relaxed), entries);
    let work = || build_tables(&plan, &folder, limit, &mut catalog, &shared, &|_| ());
    watch(py, &shared.stop, tell, work)?.map_err(|error| of_build(&error))?;
    let named = materials.iter().flat_map(|&material| metrics.iter().map(move |&metric| file_name(material, metric)));
    Ok(named.map(|name| folder.join(name)).filter(|path| path.is_file()).collect())
}

fn of_build(error: &Failure) -> PyErr {
    match error {
        Failure::Io { path, source } => os_error(source, path),
        Failure::Table(error) => CorruptTableError::new_err(error.to_string()),
        error => BuildError::new_err(error.to_string()),
    }
}

/// The result of a verification.
#[pyclass(frozen, module = "petrov", name = "VerifyReport", get_all)]
pub(crate) struct PyVerifyReport {
    /// Tables that were verified.
    tables: u64,
    /// Those of them that are inside the library, where no folder has them.
    inside: u64,
    /// Entries proved by the moves of their positions.
    entries: u64,
    /// What is wrong, a sentence each; empty if everything is right.
    findings: Vec<String>,
}

#[pymethods]
impl PyVerifyReport {
    fn __repr__(&self) -> String {
        let PyVerifyReport { tables, entries, findings, .. } = self;
        format!("<petrov.VerifyReport: {tables} tables, {entries} entries, {} findings>", findings.len())
    }
}

/// Proves tables: the checksums of all files, and that every value is what the moves of its position say.
///
/// `directory` is a folder or a list of folders. Without `materials` all tables of the game there are verified, and those inside
/// the library that no folder has (`report.inside`). `one_of=100`
/// proves one of a hundred blocks. `progress` is called as in `build`, with the entries proved and 0.
///
/// Raises MissingTableError, CorruptTableError or OSError where it cannot be done; what is wrong with tables that can be read
/// is in the report.
#[pyfunction]
#[pyo3(signature = (directory, materials = None, *, game = "russian", checksums_only = false, one_of = 1, threads = None,
    progress = None))]
#[allow(clippy::too_many_arguments)] // They are keywords of Python.
pub(crate) fn verify(
    py: Python<'_>,
    directory: &Bound<'_, PyAny>,
    materials: Option<&Bound<'_, PyAny>>,
    game: &str,
    checksums_only: bool,
    one_of: u64,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyVerifyReport> {
    let game = games::find(game)?;
    let folders = folders(Some(directory))?;
    if one_of == 0 {
        return Err(PyValueError::new_err("one_of: at least 1"));
    }
    let task = Task::new(self::materials(game, materials, None)?)
        .with_checksums_only(checksums_only)
        .with_sample(Sample { one_of })
        .with_threads(self::threads(threads));
    let shared = Proving::default();
    let tell = |_: Python<'_>| told(progress, shared.proved.load(Relaxed), 0);
    let work = || verify_tables(game, &folders, &task, &shared, &|_| ());
    let report = watch(py, &shared.stop, tell, work)?.map_err(|error| match error {
        VerifyError::Probe(error) => of_probe(error),
        VerifyError::Io { path, source } => os_error(&source, &path),
        error => BuildError::new_err(error.to_string()),
    })?;
    if report.tables == 0 && report.findings.is_empty() {
        let names: Vec<String> = task.materials.iter().map(|&material| file_name(material, Metric::Wdl)).collect();
        let wanted =
            if names.is_empty() { format!("no tables of {}", game.title) } else { format!("no {}", names.join(", ")) };
        let message = format!("there is nothing to verify: {wanted} there");
        return Err(MissingTableError::new_err((message, names)));
    }
    let findings = report.findings.iter().map(ToString::to_string).collect();
    Ok(PyVerifyReport { tables: report.tables, inside: report.inside, entries: report.entries, findings })
}
