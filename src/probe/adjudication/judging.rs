//! The judge of a game that is known at run time: positions and moves instead of views and steps.

use super::judge::Judge;
use super::ruling::{Judgement, RuleValue};
use crate::board::{Bits, Board, Color, Position, View};
use crate::format::Metric;
use crate::index::Material;
use crate::probe::error::ProbeError;
use crate::probe::outcome::Value;
use crate::rules::{BitsOf, Clock, Move, Movement, Played, Step, play};

/// A move that was judged.
pub(crate) struct JudgedMove {
    pub(crate) value: RuleValue,
    pub(crate) exact: bool,
    pub(crate) plies: Option<u16>,
    /// See [`Judge::pace_of_move`]; of a move that keeps a win or a loss.
    pub(crate) pace: Option<u16>,
    pub(crate) counts: Option<Vec<Option<u32>>>,
    pub(crate) ran_out: Vec<&'static Clock>,
    pub(crate) converts: bool,
    pub(crate) zeroes: bool,
}

/// What a judge of a game known only at run time can do.
pub(crate) trait Judging {
    /// The tables that judging a position and play from there can need.
    fn needed(&self, position: &Position) -> Vec<(Material, Metric)>;
    fn fresh(&self, position: &Position) -> Vec<Option<u32>>;
    /// The counts after a move from a position of this value; `None` if a clock makes the draw.
    fn after(&self, position: &Position, counts: &[Option<u32>], mv: &Move, value: Value) -> Option<Vec<Option<u32>>>;
    fn judge(&mut self, position: &Position, counts: &[Option<u32>]) -> Result<Judgement, ProbeError>;
    fn judge_move(
        &mut self,
        position: &Position,
        counts: &[Option<u32>],
        mv: &Move,
        value: Value,
    ) -> Result<JudgedMove, ProbeError>;
}

/// A move that was made, as the mover sees it.
struct Made<M: Movement> {
    view: View<BitsOf<M>>,
    step: Step<BitsOf<M>>,
    next: View<BitsOf<M>>,
}

impl<M: Movement> Made<M> {
    fn new(position: &Position, mv: &Move) -> Made<M> {
        let bit = |square: u32| match position.turn {
            Color::White => M::Board::bit_of(square),
            Color::Black => M::Board::bit_of(M::Board::GEOMETRY.squares() - 1 - square),
        };
        let squares = (0..M::Board::GEOMETRY.squares()).filter(|square| mv.captured >> square & 1 == 1);
        let captured = squares.fold(BitsOf::<M>::EMPTY, |set, square| set | BitsOf::<M>::bit(bit(square)));
        let step = Step { from: bit(mv.from), to: bit(mv.to), captured, king: mv.king };
        Made { view: position.view::<M::Board>(), step, next: play(position, mv).view::<M::Board>() }
    }

    /// What clocks see of it, if the position before was of this value.
    fn played(&self, judge: &Judge<'_, M>, value: Value) -> Played<'_, M> {
        let over = judge.is_over(&self.next);
        Played { view: &self.view, step: self.step, next: &self.next, over, mover_wins: value == Value::Win }
    }
}

impl<M: Movement> Judging for Judge<'_, M> {
    fn needed(&self, position: &Position) -> Vec<(Material, Metric)> {
        Judge::needed(self, &position.view::<M::Board>())
    }

    fn fresh(&self, position: &Position) -> Vec<Option<u32>> {
        Judge::fresh(self, &position.view::<M::Board>())
    }

    fn after(&self, position: &Position, counts: &[Option<u32>], mv: &Move, value: Value) -> Option<Vec<Option<u32>>> {
        Judge::after(self, counts, &Made::new(position, mv).played(self, value))
    }

    fn judge(&mut self, position: &Position, counts: &[Option<u32>]) -> Result<Judgement, ProbeError> {
        Judge::judge(self, &position.view::<M::Board>(), counts)
    }

    fn judge_move(
        &mut self,
        position: &Position,
        counts: &[Option<u32>],
        mv: &Move,
        value: Value,
    ) -> Result<JudgedMove, ProbeError> {
        let made = Made::new(position, mv);
        let played = made.played(self, value);
        let (step, next) = (made.step, made.next);
        let converts = mv.is_capture() || mv.promotes;
        let was_king = mv.king && !mv.promotes;
        let zeroes = converts || !was_king && M::Board::row_of(step.from) != M::Board::row_of(step.to);
        let counts_after = Judge::after(self, counts, &played);
        let Some(after) = &counts_after else {
            // The rule makes a draw of whatever it was.
            let outcome = self.value_of(&next)?.opposite();
            let value = RuleValue::new(outcome, false);
            let ran_out = self.run_out(counts, &played);
            return Ok(JudgedMove {
                value,
                exact: true,
                plies: None,
                pace: None,
                counts: None,
                ran_out,
                converts,
                zeroes,
            });
        };
        let judged = Judge::judge(self, &next, after)?;
        let plies = self.plies_of_move(&played, counts, &judged);
        let pace = match judged.value {
            RuleValue::Win | RuleValue::Loss => self.pace_of_move(&played, after)?,
            _ => None,
        };
        Ok(JudgedMove {
            value: judged.value.opposite(),
            exact: judged.exact,
            plies,
            pace,
            counts: counts_after,
            ran_out: Vec::new(),
            converts,
            zeroes,
        })
    }
}
