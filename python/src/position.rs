//! Positions, and all that is taken for one.

use petrov_core::board::{self, Color, Numbered};
use petrov_core::index::Material;
use petrov_core::rules::{self, Game};
use petrov_hub as hub;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{FenError, MoveError, PositionError, WrongGameError};
use crate::games;
use crate::moves::PyMove;

/// A position of a game: who is to move, and where the pieces stand. It does not change; `play` returns another.
///
/// FEN of every dialect is read: numbers or letters of squares, ranges, sections in any order, a point at the end, the text
/// around it that some programs add. Two positions are equal if game, pieces and side to move are.
#[pyclass(frozen, eq, hash, module = "petrov", name = "Position")]
#[derive(Clone)]
pub(crate) struct PyPosition {
    pub(crate) game: &'static Game,
    pub(crate) position: board::Position,
}

impl PartialEq for PyPosition {
    fn eq(&self, other: &PyPosition) -> bool {
        self.game.id == other.game.id && self.position == other.position
    }
}

impl std::hash::Hash for PyPosition {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.game.id.hash(state);
        self.position.hash(state);
    }
}

/// Reads a FEN.
pub(crate) fn read_fen(game: &Game, fen: &str) -> PyResult<board::Position> {
    let position = game.read_fen(fen).map_err(|error| FenError::new_err(error.to_string()))?;
    valid(game, position)
}

pub(crate) fn valid(game: &Game, position: board::Position) -> PyResult<board::Position> {
    game.check_position(&position).map_err(|error| PositionError::new_err(error.to_string()))?;
    Ok(position)
}

/// What is taken for a position: not yet read where it is text, so that many can be read without Python.
pub(crate) enum Asked {
    Fen(String),
    Position(board::Position),
}

impl Asked {
    /// Takes a text, a position, or any object with `fen`, an attribute or a method.
    pub(crate) fn of(game: &'static Game, asked: &Bound<'_, PyAny>) -> PyResult<Asked> {
        if let Ok(text) = asked.cast::<PyString>() {
            return Ok(Asked::Fen(text.to_cow()?.into_owned()));
        }
        if let Ok(own) = asked.cast::<PyPosition>() {
            let own = own.get();
            of_game(game, own.game)?;
            return Ok(Asked::Position(own.position));
        }
        let fen = match asked.getattr("fen") {
            Ok(fen) => fen,
            Err(error) if error.is_instance_of::<PyAttributeError>(asked.py()) => {
                let kind = asked.get_type().name()?;
                let message = format!("{kind} is no position: give a FEN, a petrov.Position or an object with fen");
                return Err(PyTypeError::new_err(message));
            }
            Err(error) => return Err(error),
        };
        if let Some(other) = games::of_board(asked)? {
            of_game(game, other)?;
        }
        let fen = if fen.is_callable() { fen.call0()? } else { fen };
        let text = fen.cast::<PyString>().map_err(|_| PyTypeError::new_err("the fen of the board is no text"))?;
        Ok(Asked::Fen(text.to_cow()?.into_owned()))
    }

    /// Reads it.
    pub(crate) fn read(self, game: &Game) -> PyResult<board::Position> {
        match self {
            Asked::Fen(text) => read_fen(game, &text),
            Asked::Position(position) => Ok(position),
        }
    }
}

/// The position that is meant.
pub(crate) fn position_of(game: &'static Game, asked: &Bound<'_, PyAny>) -> PyResult<board::Position> {
    Asked::of(game, asked)?.read(game)
}

fn of_game(game: &Game, other: &Game) -> PyResult<()> {
    if game.id == other.id {
        return Ok(());
    }
    Err(WrongGameError::new_err(format!("this is of {}, not of {}", other.title, game.title)))
}

/// Reads `game.legal_moves` by text, or takes a move that is legal.
pub(crate) fn move_of(game: &Game, position: &board::Position, asked: &Bound<'_, PyAny>) -> PyResult<rules::Move> {
    if let Ok(text) = asked.extract::<String>() {
        return game.read_move(position, &text).map_err(|error| MoveError::new_err(error.to_string()));
    }
    let own = asked.cast::<PyMove>().map_err(|_| PyTypeError::new_err("a move is a text or a petrov.Move"))?;
    of_game(game, own.get().game)?;
    let legal = game.legal_moves(position).into_iter().find(|mv| mv.same(&own.get().mv));
    legal.ok_or_else(|| MoveError::new_err(format!("{} is no legal move here", own.get().text())))
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (fen, game = "russian"))]
    fn new(fen: &str, game: &str) -> PyResult<PyPosition> {
        let game = games::find(game)?;
        Ok(PyPosition { game, position: read_fen(game, fen)? })
    }

    /// The position at the start of a game.
    #[staticmethod]
    #[pyo3(signature = (game = "russian"))]
    fn start(game: &str) -> PyResult<PyPosition> {
        let game = games::find(game)?;
        Ok(PyPosition { game, position: game.start() })
    }

    /// The position of a board: any object with `fen`.
    #[staticmethod]
    #[pyo3(signature = (board, game = None))]
    fn from_board(board: &Bound<'_, PyAny>, game: Option<&str>) -> PyResult<PyPosition> {
        let game = match game {
            Some(name) => games::find(name)?,
            None => games::of_board(board)?
                .ok_or_else(|| PyValueError::new_err("name the game: the board does not say it"))?,
        };
        Ok(PyPosition { game, position: position_of(game, board)? })
    }

    /// The position that sets of squares mean: bit n-1 of each is the square with number n in the game. `kings` says which
    /// of the pieces are kings.
    #[staticmethod]
    #[pyo3(signature = (white, black, kings, black_to_move, game = "russian"))]
    fn from_bitboards(white: u128, black: u128, kings: u128, black_to_move: bool, game: &str) -> PyResult<PyPosition> {
        let game = games::find(game)?;
        let turn = if black_to_move { Color::Black } else { Color::White };
        let position = Numbered { turn, white, black, kings }.position(game.geometry, &game.notation);
        let position = position.map_err(|error| PositionError::new_err(error.to_string()))?;
        Ok(PyPosition { game, position: valid(game, position)? })
    }

    /// The position of a text of the Hub protocol: a letter for the side to move and one for each square.
    #[staticmethod]
    #[pyo3(signature = (text, game = "russian"))]
    fn from_hub(text: &str, game: &str) -> PyResult<PyPosition> {
        let game = games::find(game)?;
        let position = hub::squares::read_position(game, text);
        let position = position.map_err(|error| FenError::new_err(error.to_string()))?;
        Ok(PyPosition { game, position })
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.id
    }

    /// The FEN, as PDN 3.0 writes it.
    #[getter]
    fn fen(&self) -> String {
        self.game.write_fen(&self.position)
    }

    /// The text of the Hub protocol.
    #[getter]
    fn hub(&self) -> String {
        hub::squares::write_position(self.game, &self.position)
    }

    /// The side to move: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn.name()
    }

    /// How many pieces there are.
    #[getter]
    fn pieces(&self) -> u32 {
        self.position.pieces()
    }

    /// The squares of White's men, White's kings, Black's men and Black's kings, by name.
    fn squares(&self) -> (Vec<String>, Vec<String>, Vec<String>, Vec<String>) {
        let names = |set: u128| {
            let squares = (0..self.game.geometry.squares()).filter(|square| set >> square & 1 == 1);
            squares.map(|square| self.game.notation.name(square, self.game.geometry)).collect()
        };
        let at = &self.position;
        (names(at.white_men), names(at.white_kings), names(at.black_men), names(at.black_kings))
    }

    /// Sets of squares, as `from_bitboards` takes them: (white, black, kings, black_to_move).
    fn bitboards(&self) -> (u128, u128, u128, bool) {
        let Numbered { turn, white, black, kings } =
            Numbered::of(&self.position, self.game.geometry, &self.game.notation);
        (white, black, kings, turn == Color::Black)
    }

    /// The material, as "KKMvK"; None where no table can have so many pieces, or a side has none.
    #[getter]
    fn material(&self) -> Option<String> {
        Material::of_position(&self.position).ok().map(|material| material.to_string())
    }

    /// All legal moves. Captures of the same pieces to the same square are one move.
    fn legal_moves(&self) -> Vec<PyMove> {
        let moves = self.game.legal_moves(&self.position);
        moves.into_iter().map(|mv| PyMove { game: self.game, mv }).collect()
    }

    /// The position after a legal move: a `Move`, or its text, shortened as far as it is clear.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mv = move_of(self.game, &self.position, r#move)?;
        Ok(PyPosition { game: self.game, position: rules::play(&self.position, &mv) })
    }

    fn __str__(&self) -> String {
        board::draw(&self.position, self.game.geometry, &self.game.notation)
    }

    fn __repr__(&self) -> String {
        match self.game.id {
            "russian" => format!("petrov.Position({:?})", self.fen()),
            id => format!("petrov.Position({:?}, {id:?})", self.fen()),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, &'static str))> {
        let kind = py.get_type::<PyPosition>();
        Ok((kind.into_any().unbind(), (self.fen(), self.game.id)))
    }
}
