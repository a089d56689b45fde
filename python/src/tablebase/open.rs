//! Opening the tables of a game.

use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use petrov_core::Tablebase;
use petrov_core::probe::Options;
use petrov_core::rules::Game;
use pyo3::prelude::*;

use super::PyTablebase;
use crate::arguments::folders;
use crate::errors::os_error;
use crate::games;

/// The tables, and the folders that they are from.
#[derive(Clone)]
pub(super) struct Open {
    pub(super) tables: Arc<Tablebase>,
    pub(super) folders: Vec<PathBuf>,
}

impl Open {
    pub(super) fn new(game: &'static Game, options: Options, folders: Vec<PathBuf>) -> PyResult<Open> {
        let mut tables = Tablebase::with_options(game, options);
        for folder in &folders {
            add(&mut tables, folder)?;
        }
        Ok(Open { tables: Arc::new(tables), folders })
    }
}

/// Opens the tables of a game.
///
/// `directory` is a folder, or a list of folders; without any there are the small tables inside the library (Russian draughts
/// of 2 and 3 pieces; `embedded=False` leaves them out). Files are opened when they are first needed, at most `max_fds` at
/// once, and `cache_mb` MiB of decoded positions are kept.
///
/// Raises OSError if a folder cannot be read, and ValueError if no game is called so. A folder without tables of the game is
/// no error: `len(tablebase)` says how many there are.
#[pyfunction]
#[pyo3(signature = (directory = None, *, game = "russian", cache_mb = 64, max_fds = 128, embedded = true))]
pub(crate) fn open_tablebase(
    directory: Option<&Bound<'_, PyAny>>,
    game: &str,
    cache_mb: usize,
    max_fds: usize,
    embedded: bool,
) -> PyResult<PyTablebase> {
    let game = games::find(game)?;
    let cache_bytes = cache_mb.saturating_mul(1 << 20);
    let options = Options::default().with_cache_bytes(cache_bytes).with_open_files(max_fds).with_embedded(embedded);
    let open = RwLock::new(Some(Open::new(game, options, folders(directory)?)?));
    Ok(PyTablebase { game, options, open })
}

fn add(tablebase: &mut Tablebase, folder: &Path) -> PyResult<usize> {
    let added = tablebase.add_directory(folder);
    added.map_err(|error| os_error(&error, folder))
}
