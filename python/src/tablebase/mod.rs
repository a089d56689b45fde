//! Tablebases.

mod ask;
mod open;
mod probe;

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use petrov_core::Tablebase;
use petrov_core::format::Metric;
use petrov_core::index::Material;
use petrov_core::probe::{Options, ProbeError, Usage};
use petrov_core::rules::{DEFAULT_SET, Game};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{self, texts};
use crate::errors;
use crate::many::{Many, answers, columns, pack};
use crate::moves::PyRatedMove;
use crate::position::PyPosition;
use crate::study::{PyStatistics, PyThreshold};
use crate::values::{Question, plies, probe_plies, ruled, wdl};

use ask::{closed, or_default};
use open::Open;
pub(crate) use open::open_tablebase;
pub(crate) use probe::PyProbe;

/// The tables of one game in some folders. Make it with `open_tablebase`.
///
/// It may be used by any number of threads at once. A position is a FEN of any dialect, a `petrov.Position`, or any object
/// with `fen`, as the boards of pydraughts and py-draughts.
#[pyclass(frozen, module = "petrov", name = "Tablebase")]
pub(crate) struct PyTablebase {
    game: &'static Game,
    options: Options,
    /// None when it was closed. Whoever asks takes it out of the lock, which so is held for a moment only: nobody waits for a
    /// long probe, whatever runs within it, and after a fork no lock of a thread that is gone is left.
    open: RwLock<Option<Open>>,
}

#[pymethods]
impl PyTablebase {
    /// The id of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.id
    }

    /// Adds the tables of another folder: how many were not there yet. What is in memory is read anew.
    fn add_directory(&self, py: Python<'_>, directory: PathBuf) -> PyResult<usize> {
        loop {
            let Open { tables, mut folders } = self.open()?;
            folders.push(directory.clone());
            // Those who ask at the moment go on with what there was.
            let more = py.detach(|| Open::new(self.game, self.options, folders))?;
            // A file may have gone in the meantime.
            let added = more.tables.tables().len().saturating_sub(tables.tables().len());
            let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
            let now = open.as_ref().ok_or_else(closed)?;
            // Where another thread was sooner, its folder must stay too.
            if Arc::ptr_eq(&now.tables, &tables) {
                *open = Some(more);
                return Ok(added);
            }
        }
    }

    /// Closes all files. Nothing can be asked afterwards.
    fn close(&self) {
        let open = self.open.write().unwrap_or_else(PoisonError::into_inner).take();
        // The last one who asks closes the files.
        drop(open);
    }

    fn __enter__(slf: Py<PyTablebase>) -> Py<PyTablebase> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }

    /// How many tables there are, those inside the library included.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |tables| Ok(tables.tables().len()))
    }

    /// Whether there are values of a material, as in `"KKvK" in tablebase`.
    fn __contains__(&self, material: &Bound<'_, PyAny>) -> PyResult<bool> {
        match material.extract::<String>().ok().filter(|name| name.parse::<Material>().is_ok()) {
            Some(name) => self.contains(material.py(), &name, "wdl"),
            None => Ok(false),
        }
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.__len__(py) {
            Ok(count) => format!("<petrov.Tablebase {}: {count} tables>", self.game.id),
            Err(_) => format!("<petrov.Tablebase {}, closed>", self.game.id),
        }
    }

    /// Pieces of the largest material of which there are values; 0 without any.
    #[getter]
    fn max_pieces(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |tables| Ok(tables.max_pieces()))
    }

    /// Whether there is a table of a material in a metric: "wdl", "dtw", "dtc", "dtz", or the name of a clock.
    #[pyo3(signature = (material, metric = "wdl"))]
    fn contains(&self, py: Python<'_>, material: &str, metric: &str) -> PyResult<bool> {
        let material = arguments::material(material)?;
        // Some clocks have no tables.
        let known = self.game.clock(metric).is_some();
        let wanted =
            metric.parse().ok().filter(|_| known).map_or_else(|| crate::work::metric(self.game, metric), Ok)?;
        self.with(py, |tables| Ok(tables.contains(material, wanted)))
    }

    /// All tables: (material, metric, path), the path None for those inside the library.
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<(String, String, Option<PathBuf>)>> {
        let tables = self.with(py, |tables| Ok(tables.tables()))?;
        Ok(tables
            .into_iter()
            .map(|table| (table.material.to_string(), table.metric.name().to_owned(), table.path))
            .collect())
    }

    /// The names of all files that probing a material and what its moves lead to needs, and that are not there.
    fn missing_for(&self, py: Python<'_>, material: &str) -> PyResult<Vec<String>> {
        let material = arguments::material(material)?;
        let missing = self.with(py, |tables| Ok(tables.missing_for(material)))?;
        Ok(missing.into_iter().map(|(material, metric)| petrov_core::format::file_name(material, metric)).collect())
    }

    /// The value for the side to move: 2 for a win, 0 for a draw, -2 for a loss. Captures are followed, so that it is right in
    /// any position. Draw rules are left out; see `probe_category`.
    ///
    /// Raises MissingTableError (a KeyError), CorruptTableError (an OSError), FenError, PositionError or WrongGameError (all
    /// ValueErrors).
    fn probe_wdl(&self, position: &Bound<'_, PyAny>) -> PyResult<i32> {
        self.ask(position, |tables, position| tables.probe_wdl(position).map(wdl))
    }

    /// The same, or `default` where a table is missing.
    #[pyo3(signature = (position, default = None))]
    fn get_wdl<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        or_default(self.probe_wdl(position), default, position.py())
    }

    /// The value, if it is in memory: None where a file would have to be read. For use within a search.
    fn probe_wdl_cached(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
        self.ask(position, |tables, position| Ok(tables.probe_wdl_cached(position)?.map(wdl)))
    }

    /// The value as it is stored. Raises CaptureError where the side to move must capture: such values are not stored.
    fn probe_raw(&self, position: &Bound<'_, PyAny>) -> PyResult<i32> {
        self.ask(position, |tables, position| tables.probe_raw(position).map(wdl))
    }

    /// Plies to the end of the game with best play: above 0 if the side to move wins, below 0 if it loses, 0 if it has no move
    /// left. None in a draw. Two plies are one move of each side.
    fn probe_dtw(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
        self.plies(position, Metric::Dtw)
    }

    /// The same, or `default` where a table is missing.
    #[pyo3(signature = (position, default = None))]
    fn get_dtw<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        or_default(self.probe_dtw(position), default, position.py())
    }

    /// Plies to the next capture or promotion, with the sign of who wins. None in a draw.
    fn probe_dtc(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
        self.plies(position, Metric::Dtc)
    }

    /// The same, or `default` where a table is missing.
    #[pyo3(signature = (position, default = None))]
    fn get_dtc<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        or_default(self.probe_dtc(position), default, position.py())
    }

    /// Plies to the next capture or forward move of a man, with the sign of who wins. None in a draw.
    fn probe_dtz(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
        self.plies(position, Metric::Dtz)
    }

    /// The same, or `default` where a table is missing.
    #[pyo3(signature = (position, default = None))]
    fn get_dtz<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        or_default(self.probe_dtz(position), default, position.py())
    }

    /// All that the tables say of a position: see `Probe`. Distances without a table are None.
    fn probe(&self, position: &Bound<'_, PyAny>) -> PyResult<PyProbe> {
        self.ask(position, |tables, position| {
            let outcome = tables.probe(position)?;
            let distance = |metric| match probe_plies(tables, position, metric) {
                Ok(distance) => Ok(plies(outcome.value, distance)),
                Err(ProbeError::Missing { .. }) => Ok(None),
                Err(error) => Err(error),
            };
            let (dtc, dtz) = (distance(Metric::Dtc)?, distance(Metric::Dtz)?);
            Ok(PyProbe { wdl: wdl(outcome.value), dtw: plies(outcome.value, outcome.distance), dtc, dtz })
        })
    }

    /// The value with draw rules that count moves, all counts fresh: 2 for a win, 1 for a win that a rule makes a draw, 0, -1
    /// for a loss that a rule makes a draw, -2. `clocks` are their names (see `games`), by default the usual ones of the game.
    /// It needs the tables of the clocks.
    #[pyo3(signature = (position, clocks = None))]
    fn probe_category(&self, position: &Bound<'_, PyAny>, clocks: Option<&Bound<'_, PyAny>>) -> PyResult<i32> {
        let game = self.game;
        let clocks = match clocks {
            None => game.clock_set(DEFAULT_SET).map(|set| set.clocks).unwrap_or_default(),
            Some(names) => {
                let names = texts(names, "clocks")?;
                let find = |name: &String| {
                    game.clock(name).ok_or_else(|| {
                        PyValueError::new_err(format!(
                            "{} has no clock {:?}",
                            game.title,
                            petrov_core::internals::short::shortened(name)
                        ))
                    })
                };
                names.iter().map(find).collect::<PyResult<Vec<_>>>()?
            }
        };
        self.ask(position, move |tables, position| {
            let mut umpire = tables.umpire(&clocks);
            let fresh = umpire.fresh(position);
            Ok(ruled(umpire.judge(position, &fresh)?.value))
        })
    }

    /// All legal moves, the best first: wins by the fewest plies, draws, losses by the most plies. Without the table of distances
    /// moves of the same value are in no order.
    fn root_moves(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<PyRatedMove>> {
        let rated = self.ask(position, Tablebase::moves)?;
        Ok(rated.into_iter().map(|rated| self.rated(rated)).collect())
    }

    /// The best move; None where there is no legal one. Without the table of distances every winning move is as good as another,
    /// and the first of them may go round in circles.
    fn best_move(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<PyRatedMove>> {
        Ok(self.ask(position, Tablebase::best_move)?.map(|rated| self.rated(rated)))
    }

    /// The one move that keeps the win or the draw; None where there are several, or nothing to keep.
    fn only_move(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<PyRatedMove>> {
        Ok(self.ask(position, Tablebase::only_move)?.map(|rated| self.rated(rated)))
    }

    /// The line of best play of both sides, at most `limit` moves of either side. It ends where the game does, and at once in
    /// a draw.
    #[pyo3(signature = (position, limit = 1000))]
    fn mainline(&self, position: &Bound<'_, PyAny>, limit: usize) -> PyResult<Vec<PyRatedMove>> {
        let line = self.ask(position, |tables, position| tables.line(position, limit))?;
        Ok(line.moves.into_iter().map(|rated| self.rated(rated)).collect())
    }

    /// The values of many positions: a numpy array of int16, one for each.
    ///
    /// `positions` is a list (or any iterable) of what `probe_wdl` takes, or a uint64 array as `pack` makes it, which is the
    /// fastest. `metric` is "wdl" (2, 0 or -2), or "dtw", "dtc" or "dtz": plies with the sign of who wins, and `NO_DISTANCE`
    /// in a draw. Where a table is missing there stands `missing`; without it, that raises MissingTableError. Other threads
    /// of Python go on meanwhile; `threads` of the library share the work.
    #[pyo3(signature = (positions, metric = "wdl", *, missing = None, threads = 1))]
    fn probe_many<'py>(
        &self,
        positions: &Bound<'py, PyAny>,
        metric: &str,
        missing: Option<i16>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let question = Question::of(metric)?;
        let many = Many::of(self.game, positions)?;
        let threads = crate::work::threads(Some(threads));
        let values = self.using(positions.py(), |tables| answers(tables, many, question, missing, threads))?;
        Ok(PyArray1::from_vec(positions.py(), values))
    }

    /// Positions as an array for `probe_many`: a row of uint64 words for each, those of White's pieces, Black's pieces and the
    /// kings, and 1 if Black is to move. Bit n-1 is the square with number n. Boards of up to 64 squares have 4 columns,
    /// others 7: two words for each set, the lower squares first.
    fn pack<'py>(&self, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let words = pack(self.game, positions)?;
        let columns = columns(self.game);
        PyArray1::from_slice(positions.py(), &words).reshape([words.len() / columns, columns])
    }

    /// The counts of a material (KvKK means KKvK, as tables are named): wins, draws, losses, the longest, and histograms; one `Statistics` for each side to move.
    /// Raises MissingTableError where there is no table of it.
    fn statistics(&self, py: Python<'_>, material: &str) -> PyResult<Vec<PyStatistics>> {
        let material = arguments::material(material)?;
        let game = self.game;
        self.using(py, |tables| {
            let halves = tables.statistics(material).map_err(|error| errors::of_table(&error))?;
            let halves = halves.ok_or_else(|| {
                let names = vec![petrov_core::format::file_name(material, Metric::Wdl)];
                let message =
                    format!("there is no table of {material}: make it with petrov.build([\"{material}\"], ...)");
                errors::MissingTableError::new_err((message, names))
            })?;
            Ok(halves
                .into_iter()
                .enumerate()
                .map(|(half, of)| PyStatistics::new(game, tables, material, half, of))
                .collect())
        })
    }

    /// What the clocks of the game leave of the wins of all materials of which there are their tables: whether each limit
    /// costs wins, is exact, or could be lower.
    #[pyo3(signature = (threads = None))]
    fn thresholds(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<Vec<PyThreshold>> {
        let game = self.game;
        let threads = crate::work::threads(threads);
        self.with(py, |tables| {
            let limits = petrov_build::study::limits(tables, threads)?;
            Ok(limits.into_iter().map(|limit| PyThreshold::new(game, tables, limit)).collect())
        })
    }

    /// The position with a number in a material, for statistics and random positions; KvKK means KKvK, as tables are named. `half` 0 with the side to move that the
    /// material names first, 1 with the other. That side is White if it is to move first. None beyond the last.
    fn position(&self, py: Python<'_>, material: &str, half: usize, entry: u64) -> PyResult<Option<PyPosition>> {
        let material = arguments::material(material)?;
        if half >= material.halves().count() {
            return Err(PyKeyError::new_err(format!("{material} has no half {half}")));
        }
        let found = self.with(py, |tables| Ok(tables.position(material, half, entry)))?;
        Ok(found.map(|position| PyPosition { game: self.game, position }))
    }

    /// What is in memory and open: a dict of cache_bytes, cache_loads (parts that were decoded since it was opened) and
    /// open_files.
    fn usage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let Usage { cache_bytes, loads, open_files, .. } = self.with(py, |tables| Ok(tables.usage()))?;
        let dict = pyo3::types::PyDict::new(py);
        dict.set_item("cache_bytes", cache_bytes)?;
        dict.set_item("cache_loads", loads)?;
        dict.set_item("open_files", open_files)?;
        Ok(dict)
    }
}
