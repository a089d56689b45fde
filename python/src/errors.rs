//! The errors of Python that errors of the library become. They are made in `_errors.py`, as classes with two bases are
//! simpler there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use petrov_core::format::{Metric, TableError, file_name};
use petrov_core::index::Material;
use petrov_core::internals::short::shortened;
use petrov_core::probe::ProbeError;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

pyo3::import_exception!(petrov._errors, TablebaseError);
pyo3::import_exception!(petrov._errors, MissingTableError);
pyo3::import_exception!(petrov._errors, TooManyPiecesError);
pyo3::import_exception!(petrov._errors, CorruptTableError);
pyo3::import_exception!(petrov._errors, BuildError);
pyo3::import_exception!(petrov._errors, FenError);
pyo3::import_exception!(petrov._errors, PositionError);
pyo3::import_exception!(petrov._errors, MoveError);
pyo3::import_exception!(petrov._errors, WrongGameError);
pyo3::import_exception!(petrov._errors, CaptureError);

/// What a probe without an answer raises.
pub(crate) fn of_probe(error: ProbeError) -> PyErr {
    let message = error.to_string();
    match error {
        ProbeError::Missing { game, tables, searched } => {
            let names: Vec<String> = tables.iter().map(|&(material, metric)| file_name(material, metric)).collect();
            MissingTableError::new_err((missing(game, &tables, &names, &searched), names))
        }
        ProbeError::Material(_) => TooManyPiecesError::new_err((message, Vec::<String>::new())),
        ProbeError::Position(_) => PositionError::new_err(message),
        ProbeError::Capture => CaptureError::new_err(message),
        _ => CorruptTableError::new_err(message),
    }
}

/// A sentence on tables that are missing, with the call that makes them.
fn missing(game: &str, tables: &[(Material, Metric)], names: &[String], searched: &[PathBuf]) -> String {
    let set = |texts: &mut dyn Iterator<Item = String>| texts.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    let materials = set(&mut tables.iter().map(|(material, _)| material.to_string()));
    let metrics = set(&mut tables.iter().map(|(_, metric)| metric.name().to_owned()).chain(["wdl".to_owned()]));
    let (place, directory) = match searched.first().and_then(|folder| folder.parent()) {
        Some(parent) => {
            let folders: Vec<String> = searched.iter().map(|folder| folder.display().to_string()).collect();
            (
                format!("looked in {}", shortened(&folders.join(", "))),
                quoted(&petrov_core::internals::short::path_in_command(parent)),
            )
        }
        None => ("no folder of tables was named".to_owned(), "...".to_owned()),
    };
    format!(
        "missing {} ({place}): build them with petrov.build({materials:?}, game={game:?}, metrics={metrics:?}, directory={directory})",
        names.join(", ")
    )
}

/// A text as Python reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// What a table that cannot be used raises.
pub(crate) fn of_table(error: &TableError) -> PyErr {
    CorruptTableError::new_err(error.to_string())
}

/// Whether an error says that a table is missing: the cases in which `get_wdl` and the like return their default.
pub(crate) fn is_missing(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<MissingTableError>(py) || error.is_instance_of::<TooManyPiecesError>(py)
}

/// An error of the system as open() of Python raises it: its number decides the kind.
pub(crate) fn os_error(error: &std::io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let sentence = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, sentence, path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", petrov_core::internals::short::path(path))),
    }
}
