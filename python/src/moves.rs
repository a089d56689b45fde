//! Moves.

use petrov_core::board::Position;
use petrov_core::probe::{Outcome, RatedMove};
use petrov_core::rules::{Game, Move};
use petrov_hub as hub;
use pyo3::prelude::*;

use crate::pickles::{MoveFields, Reduced, reduced};
use crate::position::PyPosition;
use crate::values::{plies, wdl};

/// A move. Two are equal if they bring the same piece to the same square and take the same pieces.
#[pyclass(frozen, eq, hash, module = "petrov", name = "Move")]
#[derive(Clone)]
pub(crate) struct PyMove {
    pub(crate) game: &'static Game,
    pub(crate) mv: Move,
}

impl PartialEq for PyMove {
    fn eq(&self, other: &PyMove) -> bool {
        self.game.id == other.game.id && self.mv.same(&other.mv)
    }
}

impl std::hash::Hash for PyMove {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.game.id, self.mv.from, self.mv.to, self.mv.captured).hash(state);
    }
}

impl PyMove {
    fn name(&self, square: u32) -> String {
        self.game.notation.name(square, self.game.geometry)
    }
}

#[pymethods]
impl PyMove {
    /// The move as the game writes it: "c3-d4", "a5:c3:e1", "32-28".
    #[getter]
    pub(crate) fn text(&self) -> String {
        self.game.move_text(&self.mv)
    }

    /// The move as the Hub protocol writes it: "28x19x23", with the squares of the pieces taken. Squares are numbered as in the FENs
    /// of the game; boards of other libraries may number them from another corner.
    #[getter]
    fn hub(&self) -> String {
        hub::squares::write_move(self.game, &self.mv)
    }

    /// Where the piece comes from.
    #[getter(from_square)]
    fn origin(&self) -> String {
        self.name(self.mv.from)
    }

    /// Where it ends.
    #[getter]
    fn to_square(&self) -> String {
        self.name(self.mv.to)
    }

    /// All squares on its way, the first and the last included. Of several ways of the same move, one.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.mv.squares().into_iter().map(|square| self.name(square)).collect()
    }

    /// The squares of the pieces that it takes.
    #[getter]
    fn captures(&self) -> Vec<String> {
        let squares = (0..self.game.geometry.squares()).filter(|square| self.mv.captured >> square & 1 == 1);
        squares.map(|square| self.name(square)).collect()
    }

    /// Whether it takes pieces.
    #[getter]
    fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    /// Whether a man becomes a king by it.
    #[getter]
    fn promotes(&self) -> bool {
        self.mv.promotes
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<petrov.Move {}>", self.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str, MoveFields)> {
        let Move { from, to, captured, king, promotes, path } = self.mv.clone();
        reduced(py, "_move", (self.game.id, (from, to, captured, king, promotes, path)))
    }
}

/// A legal move, and what it is worth to the side that makes it.
#[pyclass(frozen, eq, module = "petrov", name = "RatedMove")]
pub(crate) struct PyRatedMove {
    pub(crate) game: &'static Game,
    pub(crate) mv: Move,
    pub(crate) after: Position,
    pub(crate) outcome: Outcome,
}

impl PartialEq for PyRatedMove {
    fn eq(&self, other: &PyRatedMove) -> bool {
        let of = |rated: &PyRatedMove| (rated.game.id, rated.after, rated.outcome);
        of(self) == of(other) && self.mv.same(&other.mv)
    }
}

impl PyRatedMove {
    pub(crate) fn new(game: &'static Game, RatedMove { mv, after, outcome, .. }: RatedMove) -> PyRatedMove {
        PyRatedMove { game, mv, after, outcome }
    }
}

#[pymethods]
impl PyRatedMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> PyMove {
        PyMove { game: self.game, mv: self.mv.clone() }
    }

    /// 2 if it wins, 0 if it draws, -2 if it loses.
    #[getter]
    fn wdl(&self) -> i32 {
        wdl(self.outcome.value)
    }

    /// Plies to the end of the game, this move included: above 0 if it wins, below 0 if it loses. None in a draw, or where
    /// there is no table of distances.
    #[getter]
    fn dtw(&self) -> Option<i32> {
        plies(self.outcome.value, self.outcome.distance)
    }

    /// The position after it.
    #[getter]
    fn after(&self) -> PyPosition {
        PyPosition { game: self.game, position: self.after }
    }

    fn __repr__(&self) -> String {
        let outcome = &self.outcome;
        let distance = outcome.distance.map_or(String::new(), |plies| format!(" in {plies} plies"));
        let (side, text) = (self.after.turn.other().name(), self.game.move_text(&self.mv));
        format!("<petrov.RatedMove {side} {text}: {}{distance}>", outcome.value.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyMove, PyPosition, i32, Option<u16>)> {
        reduced(py, "_rated_move", (self.r#move(), self.after(), self.wdl(), self.outcome.distance))
    }
}
