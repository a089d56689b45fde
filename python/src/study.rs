//! What whole tables tell: counts, and what draw rules leave of wins.

use petrov_build::study::{Limit, Place, Verdict};
use petrov_core::format::{Longest, Statistics};
use petrov_core::index::Material;
use petrov_core::rules::Game;
use petrov_core::{Tablebase, board};
use pyo3::prelude::*;

use crate::position::PyPosition;

/// The counts of a material with one side to move, of all positions, those with a capture among them.
#[pyclass(frozen, module = "petrov", name = "Statistics")]
pub(crate) struct PyStatistics {
    game: &'static Game,
    material: Material,
    half: usize,
    of: Statistics,
    win: Option<board::Position>,
    loss: Option<board::Position>,
}

impl PyStatistics {
    pub(crate) fn new(
        game: &'static Game,
        tables: &Tablebase,
        material: Material,
        half: usize,
        of: Statistics,
    ) -> Self {
        let at = |longest: Option<Longest>| tables.position(material, half, longest?.entry);
        let (win, loss) = (at(of.longest_win), at(of.longest_loss));
        PyStatistics { game, material, half, of, win, loss }
    }

    fn position(&self, position: Option<board::Position>) -> Option<PyPosition> {
        position.map(|position| PyPosition { game: self.game, position })
    }
}

#[pymethods]
impl PyStatistics {
    /// The material.
    #[getter]
    fn material(&self) -> String {
        self.material.to_string()
    }

    /// 0 if the side is to move that the material names first, 1 if the other.
    #[getter]
    fn half(&self) -> usize {
        self.half
    }

    /// Positions that the side to move wins.
    #[getter]
    fn win(&self) -> u64 {
        self.of.win
    }

    /// Positions that are drawn.
    #[getter]
    fn draw(&self) -> u64 {
        self.of.draw
    }

    /// Positions that the side to move loses.
    #[getter]
    fn loss(&self) -> u64 {
        self.of.loss
    }

    /// All positions.
    #[getter]
    fn entries(&self) -> u64 {
        self.of.win + self.of.draw + self.of.loss
    }

    /// Plies of the longest win; None without any, or without the table of distances.
    #[getter]
    fn longest_win(&self) -> Option<u16> {
        self.of.longest_win.map(|longest| longest.plies)
    }

    /// Plies of the longest loss.
    #[getter]
    fn longest_loss(&self) -> Option<u16> {
        self.of.longest_loss.map(|longest| longest.plies)
    }

    /// A position with the longest win.
    #[getter]
    fn longest_win_position(&self) -> Option<PyPosition> {
        self.position(self.win)
    }

    /// A position with the longest loss.
    #[getter]
    fn longest_loss_position(&self) -> Option<PyPosition> {
        self.position(self.loss)
    }

    /// How many wins there are of 0, 1, 2, ... plies; empty without the table of distances.
    #[getter]
    fn wins(&self) -> Vec<u64> {
        self.of.wins.clone()
    }

    /// How many losses.
    #[getter]
    fn losses(&self) -> Vec<u64> {
        self.of.losses.clone()
    }

    fn __repr__(&self) -> String {
        let Statistics { win, draw, loss, .. } = &self.of;
        format!("<petrov.Statistics {} half {}: win {win}, draw {draw}, loss {loss}>", self.material, self.half)
    }
}

/// What a clock leaves of the wins of a material, both sides to move together and each position with a fresh count.
#[pyclass(frozen, module = "petrov", name = "Threshold")]
pub(crate) struct PyThreshold {
    game: &'static Game,
    limit: Limit,
    example: Option<board::Position>,
    worst: Option<board::Position>,
}

impl PyThreshold {
    pub(crate) fn new(game: &'static Game, tables: &Tablebase, limit: Limit) -> PyThreshold {
        let at = |place: Option<Place>| place.and_then(|at| tables.position(limit.material, at.half, at.entry));
        let (example, worst) = (at(limit.example), at(limit.worst.map(|(_, place)| place)));
        PyThreshold { game, limit, example, worst }
    }
}

#[pymethods]
impl PyThreshold {
    /// The name of the clock, or "default" for all that apply together.
    #[getter]
    fn clock(&self) -> &'static str {
        self.limit.clocks.id
    }

    /// The material.
    #[getter]
    fn material(&self) -> String {
        self.limit.material.to_string()
    }

    /// Whether the clock runs in positions of the material.
    #[getter]
    fn runs(&self) -> bool {
        self.limit.runs
    }

    /// Positions that are won on the board, by whoever it is.
    #[getter]
    fn won(&self) -> u64 {
        self.limit.won
    }

    /// How many of them the rule makes draws; at most so many where `exact` is False.
    #[getter]
    fn taken(&self) -> u64 {
        self.limit.taken
    }

    /// Whether `taken` is exact.
    #[getter]
    fn exact(&self) -> bool {
        self.limit.exact
    }

    /// In how many of them the winner cannot force what the clock waits for at all.
    #[getter]
    fn never(&self) -> u64 {
        self.limit.never
    }

    /// A position that the rule makes a draw.
    #[getter]
    fn example(&self) -> Option<PyPosition> {
        self.example.map(|position| PyPosition { game: self.game, position })
    }

    /// The most plies to what the clock waits for, of all positions in which it runs and that can be forced.
    #[getter]
    fn worst_plies(&self) -> Option<u16> {
        self.limit.worst.map(|(plies, _)| plies)
    }

    /// A position with so many.
    #[getter]
    fn worst_position(&self) -> Option<PyPosition> {
        self.worst.map(|position| PyPosition { game: self.game, position })
    }

    /// By how many moves the limit could be lower and take no win; None where it takes some, or does not run.
    #[getter]
    fn spare(&self) -> Option<u32> {
        self.limit.spare
    }

    /// "nothing to win", "costs wins", "exact", "generous" or "harmless".
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.limit.verdict() {
            Verdict::Nothing => "nothing to win",
            Verdict::CostsWins => "costs wins",
            Verdict::Exact => "exact",
            Verdict::Generous(_) => "generous",
            Verdict::Harmless => "harmless",
        }
    }

    fn __repr__(&self) -> String {
        format!("<petrov.Threshold {} {}: {}>", self.clock(), self.limit.material, self.verdict())
    }
}
