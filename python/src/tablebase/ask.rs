//! Asking the tables, while other threads of Python go on.

use std::sync::PoisonError;

use petrov_core::format::Metric;
use petrov_core::probe::ProbeError;
use petrov_core::{Tablebase, board};
use pyo3::BoundObject;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::PyTablebase;
use super::open::Open;
use crate::errors::{is_missing, of_probe};
use crate::moves::PyRatedMove;
use crate::position::position_of;
use crate::values::{plies, probe_plies};

impl PyTablebase {
    /// Does something with the tables, while other threads of Python go on.
    pub(super) fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Tablebase) -> Result<T, ProbeError> + Send,
    ) -> PyResult<T> {
        self.using(py, |tables| work(tables).map_err(of_probe))
    }

    pub(super) fn using<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Tablebase) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let Open { tables, .. } = self.open()?;
        py.detach(|| work(&tables))
    }

    pub(super) fn open(&self) -> PyResult<Open> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(closed)
    }

    pub(super) fn ask<T: Send>(
        &self,
        asked: &Bound<'_, PyAny>,
        work: impl FnOnce(&Tablebase, &board::Position) -> Result<T, ProbeError> + Send,
    ) -> PyResult<T> {
        let position = position_of(self.game, asked)?;
        self.with(asked.py(), |tables| work(tables, &position))
    }

    pub(super) fn plies(&self, asked: &Bound<'_, PyAny>, metric: Metric) -> PyResult<Option<i32>> {
        self.ask(asked, |tables, position| {
            let distance = probe_plies(tables, position, metric)?;
            Ok(plies(tables.probe_wdl(position)?, distance))
        })
    }

    pub(super) fn rated(&self, rated: petrov_core::probe::RatedMove) -> PyRatedMove {
        PyRatedMove::new(self.game, rated)
    }
}

pub(super) fn closed() -> PyErr {
    PyValueError::new_err("the tablebase is closed")
}

/// The value, or the default where a table is missing.
pub(super) fn or_default<'py, T: IntoPyObject<'py>>(
    answer: PyResult<T>,
    default: Option<Bound<'py, PyAny>>,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyAny>>
where
    PyErr: From<T::Error>,
{
    match answer {
        Ok(value) => Ok(value.into_pyobject(py)?.into_any().into_bound()),
        Err(error) if is_missing(&error, py) => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        Err(error) => Err(error),
    }
}
