//! All that the tables say of a position.

use pyo3::prelude::*;

use crate::pickles::{ProbeFields, Reduced, reduced};

/// What the tables say of a position, to the side to move.
#[pyclass(frozen, eq, module = "petrov", name = "Probe", get_all)]
#[derive(PartialEq)]
pub(crate) struct PyProbe {
    /// 2 for a win, 0 for a draw, -2 for a loss.
    pub(crate) wdl: i32,
    /// Plies to the end of the game with best play: above 0 for a win, below 0 for a loss, 0 if it is over. None in a draw or
    /// without the table.
    pub(crate) dtw: Option<i32>,
    /// Plies to the next capture or promotion, the same way.
    pub(crate) dtc: Option<i32>,
    /// Plies to the next capture or forward move of a man, the same way.
    pub(crate) dtz: Option<i32>,
}

#[pymethods]
impl PyProbe {
    fn __repr__(&self) -> String {
        let text = |plies: Option<i32>| plies.map_or("None".to_owned(), |plies| plies.to_string());
        let [dtw, dtc, dtz] = [self.dtw, self.dtc, self.dtz].map(text);
        format!("<petrov.Probe wdl={} dtw={dtw} dtc={dtc} dtz={dtz}>", self.wdl)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, ProbeFields> {
        reduced(py, "_probe", (self.wdl, self.dtw, self.dtc, self.dtz))
    }
}
