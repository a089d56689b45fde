//! What functions are given: folders, texts, materials.

use std::path::PathBuf;

use petrov_core::index::Material;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The folders that are meant by one or a list of them.
pub(crate) fn folders(directory: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathBuf>> {
    let Some(directory) = directory else { return Ok(Vec::new()) };
    if let Ok(folder) = directory.extract::<PathBuf>() {
        return Ok(vec![folder]);
    }
    let all =
        directory.try_iter().and_then(|all| all.map(|folder| folder?.extract::<PathBuf>()).collect::<PyResult<_>>());
    all.map_err(|_| PyTypeError::new_err("directory: give a path or a list of paths"))
}

/// The texts of a list, or a single one.
pub(crate) fn texts(asked: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
    if let Ok(one) = asked.extract::<String>() {
        return Ok(vec![one]);
    }
    let all = asked.try_iter().and_then(|texts| texts.map(|text| text?.extract::<String>()).collect::<PyResult<_>>());
    all.map_err(|_| PyTypeError::new_err(format!("{name}: give a list of texts")))
}

pub(crate) fn material(name: &str) -> PyResult<Material> {
    name.parse().map_err(|error| {
        PyValueError::new_err(format!("material {:?}: {error}", petrov_core::internals::short::shortened(name)))
    })
}
