//! What makes objects again that were pickled, as for another process.

use petrov_core::probe::Outcome;
use petrov_core::rules::Move;
use pyo3::prelude::*;

use crate::games::{self, PyGame};
use crate::moves::{PyMove, PyRatedMove};
use crate::position::PyPosition;
use crate::tablebase::PyProbe;
use crate::values::value;

/// What `__reduce__` answers: a function and its arguments.
pub(crate) type Reduced<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// The four numbers of a probe.
pub(crate) type ProbeFields = (i32, Option<i32>, Option<i32>, Option<i32>);

/// The function of the module with this name, and arguments for it.
pub(crate) fn reduced<'py, A>(py: Python<'py>, name: &str, arguments: A) -> Reduced<'py, A> {
    Ok((py.import("petrov._petrov")?.getattr(name)?, arguments))
}

/// The fields of a move: from, to, what it takes, whether the piece is a king afterwards and whether it became one, the path.
pub(crate) type MoveFields = (u32, u32, u128, bool, bool, Vec<u32>);

#[pyfunction]
pub(crate) fn _game(id: &str) -> PyResult<PyGame> {
    Ok(PyGame { game: games::find(id)? })
}

#[pyfunction]
pub(crate) fn _move(game: &str, fields: MoveFields) -> PyResult<PyMove> {
    let (from, to, captured, king, promotes, path) = fields;
    Ok(PyMove { game: games::find(game)?, mv: Move { from, to, captured, king, promotes, path } })
}

#[pyfunction]
pub(crate) fn _rated_move(
    mv: PyRef<'_, PyMove>,
    after: PyRef<'_, PyPosition>,
    wdl: i32,
    dtw: Option<u16>,
) -> PyRatedMove {
    let outcome = Outcome { value: value(wdl), distance: dtw };
    PyRatedMove { game: mv.game, mv: mv.mv.clone(), after: after.position, outcome }
}

#[pyfunction]
pub(crate) fn _probe(wdl: i32, dtw: Option<i32>, dtc: Option<i32>, dtz: Option<i32>) -> PyProbe {
    PyProbe { wdl, dtw, dtc, dtz }
}
