//! The games, and how others call them.

use petrov_core::rules::{self, Game};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::WrongGameError;
use crate::pickles::{Reduced, reduced};

/// A game that Petrov knows.
#[pyclass(frozen, eq, hash, module = "petrov", name = "Game")]
#[derive(Clone)]
pub(crate) struct PyGame {
    pub(crate) game: &'static Game,
}

impl PartialEq for PyGame {
    fn eq(&self, other: &PyGame) -> bool {
        self.game.id == other.game.id
    }
}

impl std::hash::Hash for PyGame {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.game.id.hash(state);
    }
}

#[pymethods]
impl PyGame {
    /// The name in calls, folders and files, as "russian".
    #[getter]
    fn id(&self) -> &'static str {
        self.game.id
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.game.title
    }

    /// The rules in one line.
    #[getter]
    fn summary(&self) -> &'static str {
        self.game.summary
    }

    /// Other names that mean the game.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.game.names.to_vec()
    }

    /// Columns of the board.
    #[getter]
    fn files(&self) -> u32 {
        self.game.geometry.files
    }

    /// Rows of the board.
    #[getter]
    fn rows(&self) -> u32 {
        self.game.geometry.rows
    }

    /// Squares on which pieces stand.
    #[getter]
    fn squares(&self) -> u32 {
        self.game.geometry.squares()
    }

    /// The value of the PDN tag GameType; empty if there is none.
    #[getter]
    fn pdn_game_type(&self) -> &'static str {
        self.game.pdn_game_type
    }

    /// The draw rules that count moves, by name.
    #[getter]
    fn clocks(&self) -> Vec<&'static str> {
        self.game.clocks.iter().map(|clock| clock.id).collect()
    }

    fn __repr__(&self) -> String {
        format!("<petrov.Game {}: {}>", self.game.id, self.game.title)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str,)> {
        reduced(py, "_game", (self.game.id,))
    }
}

/// All games, Russian first. Giveaway of any is named with "anti-" before its name.
#[pyfunction]
pub(crate) fn games() -> Vec<PyGame> {
    rules::GAMES.iter().map(|&game| PyGame { game }).collect()
}

/// The game of a name.
pub(crate) fn find(name: &str) -> PyResult<&'static Game> {
    rules::game(name).ok_or_else(|| {
        let known: Vec<&str> = rules::GAMES.iter().map(|game| game.id).collect();
        PyValueError::new_err(format!(
            "no game is called {:?}; there are {}, and anti- of each",
            petrov_core::internals::short::shortened(name),
            known.join(", ")
        ))
    })
}

/// What libraries of boards call games: pydraughts in `variant`, py-draughts in `VARIANT_NAME`.
const FOREIGN: [(&str, &str); 11] = [
    ("standard", "international"),
    ("standard (international) checkers", "international"),
    ("american checkers", "english"),
    ("antidraughts", "anti-international"),
    ("brazilian draughts", "brazilian"),
    ("breakthrough", "breakthrough"),
    ("frisian", "frisian"),
    ("frysk!", "frisian"),
    ("frysk", "frisian"),
    ("russian draughts", "russian"),
    ("turkish", "turkish"),
];

/// The game that the board of another library says to be of; `None` where it does not say. A name that nobody knows here is
/// that of another game.
pub(crate) fn of_board(board: &Bound<'_, PyAny>) -> PyResult<Option<&'static Game>> {
    let named = |attribute: &str| match board.getattr(attribute) {
        Ok(name) => Ok(name.extract::<String>().ok()),
        Err(error) if error.is_instance_of::<PyAttributeError>(board.py()) => Ok(None),
        Err(error) => Err(error),
    };
    let name = match named("VARIANT_NAME")? {
        Some(name) => name,
        None => match named("variant")? {
            Some(name) => name,
            None => return Ok(None),
        },
    };
    let lower = name.to_lowercase();
    let own = FOREIGN.iter().find(|(foreign, _)| *foreign == lower).map_or(lower.as_str(), |&(_, own)| own);
    match rules::game(own) {
        Some(game) => Ok(Some(game)),
        None => Err(WrongGameError::new_err(format!(
            "the board is of a game that Petrov does not know: {:?}",
            petrov_core::internals::short::shortened(&name)
        ))),
    }
}
