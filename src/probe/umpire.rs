//! The face of the judge: positions and moves of a game that is known at run time, under clocks.

use std::cmp::Reverse;

use super::adjudication::judging::Judging;
use super::adjudication::ruling::{ClockState, Judgement, RuleValue};
use super::error::ProbeError;
use super::outcome::Outcome;
use super::tablebase::{Tablebase, with_or_without_distance};
use crate::board::Position;
use crate::format::Metric;
use crate::rules::{Clock, Move, play};

/// Judges positions and moves under clocks that run together. It remembers what it has searched.
///
/// ```
/// use petrov::{Tablebase, probe::ClockState, rules};
///
/// let game = rules::game("russian").unwrap();
/// let mut tablebase = Tablebase::new(game);
/// tablebase.add_directory("tables")?;
/// let clock = game.clock("ru.bal5").unwrap();
/// let umpire = tablebase.umpire(&[clock]);
/// let position = game.read_fen("W:WKc1,Kd2:BKa7")?;
/// // Without a history the clock stands at 0; else say how far it has counted.
/// let states = umpire.fresh(&position);
/// assert_eq!(states, [ClockState::new(clock, Some(0))]);
/// let quiet = game.read_move(&position, "c1-b2")?;
/// assert_eq!(umpire.after(&position, &states, &quiet)?.unwrap()[0].count, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Umpire<'a> {
    tablebase: &'a Tablebase,
    clocks: Vec<&'static Clock>,
    judge: Box<dyn Judging + 'a>,
}

impl std::fmt::Debug for Umpire<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Umpire").field("clocks", &self.clocks).finish_non_exhaustive()
    }
}

/// A legal move and what it is worth under clocks, to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuledMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after: Position,
    /// Where the clocks stand after it; `None` if it makes the draw.
    pub states: Option<Vec<ClockState>>,
    /// The clocks by which it makes the draw.
    pub ran_out: Vec<&'static Clock>,
    /// Its value with the rules.
    pub value: RuleValue,
    /// Whether that is exact: see [`Judgement::exact`].
    pub exact: bool,
    /// Plies to what the clock waits for, this move included, of the slowest of several; `None` where it cannot be forced.
    pub plies: Option<u16>,
    /// Plies to the next capture or promotion, this move included; `None` for a draw or without the table.
    pub dtc: Option<u16>,
    /// Plies to the next capture or forward move of a man.
    pub dtz: Option<u16>,
    /// Value and plies to the end of the game without rules.
    pub outcome: Outcome,
}

impl Tablebase {
    /// An umpire for clocks that run together; only those that can take a win away matter.
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// let clocks = game.clock_set("default").ok_or("no clocks")?;
    /// let umpire = tablebase.umpire(&clocks.clocks);
    /// assert_eq!(umpire.clocks().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn umpire(&self, clocks: &[&'static Clock]) -> Umpire<'_> {
        Umpire { tablebase: self, clocks: clocks.to_vec(), judge: self.judging(clocks) }
    }

    /// Plies to the next capture or promotion with best play; `None` for a draw.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl), also for tables of this metric.
    pub fn probe_dtc(&self, position: &Position) -> Result<Option<u16>, ProbeError> {
        self.check(position)?;
        self.plies_of(position, Metric::Dtc)
    }

    /// Plies to the next capture or forward move of a man with best play; `None` for a draw.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl), also for tables of this metric.
    pub fn probe_dtz(&self, position: &Position) -> Result<Option<u16>, ProbeError> {
        self.check(position)?;
        self.plies_of(position, Metric::Dtz)
    }

    /// Plies by a metric; `None` too where the table is missing.
    fn plies_if_there(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError> {
        match self.plies_of(position, metric) {
            Err(ProbeError::Missing { .. }) => Ok(None),
            plies => plies,
        }
    }
}

impl Umpire<'_> {
    /// The clocks.
    pub fn clocks(&self) -> &[&'static Clock] {
        &self.clocks
    }

    /// Where the clocks stand in a position without a history: those that run, at 0.
    pub fn fresh(&self, position: &Position) -> Vec<ClockState> {
        self.states(self.judge.fresh(position))
    }

    /// Judges a position; the states are those of the clocks, in their order.
    ///
    /// # Errors
    /// As [`Tablebase::probe_wdl`], also for the tables of the clocks and of what they go by.
    ///
    /// # Panics
    /// If the states are not one of each clock.
    pub fn judge(&mut self, position: &Position, states: &[ClockState]) -> Result<Judgement, ProbeError> {
        let counts = self.counts(states);
        let known = self.tablebase.known(position, false);
        known.and_then(|_| self.judge.judge(position, &counts)).map_err(|error| self.complete(error, position))
    }

    /// An error that names all missing tables at once: those that judging the position and play from there can need.
    fn complete(&self, error: ProbeError, position: &Position) -> ProbeError {
        let ProbeError::Missing { game, mut tables, searched } = error else { return error };
        let needed = self.judge.needed(position);
        tables.extend(needed.into_iter().filter(|&(material, metric)| !self.tablebase.contains(material, metric)));
        tables.sort();
        tables.dedup();
        ProbeError::Missing { game, tables, searched }
    }

    fn counts(&self, states: &[ClockState]) -> Vec<Option<u32>> {
        let clocks: Vec<&Clock> = states.iter().map(|state| state.clock).collect();
        assert_eq!(clocks, self.clocks, "one state for each clock");
        states.iter().map(|state| state.count).collect()
    }

    /// All legal moves, the best under the rules first: by value, then by the plies to what the clocks wait for, to the next
    /// capture or promotion, and to the end; the winner hurries and the other side holds out. Where a king can start a
    /// clock anew again and again, it comes first within how many plies the winner can force a capture or a promotion under
    /// the rules, so that he never goes round in circles.
    ///
    /// # Errors
    /// As [`judge`](Self::judge), for the position after any move.
    pub fn moves(&mut self, position: &Position, states: &[ClockState]) -> Result<Vec<RuledMove>, ProbeError> {
        self.judged_moves(position, states).map_err(|error| self.complete(error, position))
    }

    /// Where the clocks stand after a legal move; `None` if it makes the draw. What the move is worth is not asked, so a game of
    /// many moves is gone through quickly.
    ///
    /// # Errors
    /// As [`Tablebase::probe_wdl`], for the position before the move: some clocks run for the winner alone.
    ///
    /// # Panics
    /// If the states are not one of each clock.
    ///
    /// ```
    /// # use petrov::{Tablebase, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// let clock = game.clock("ru.bal5").unwrap();
    /// let umpire = tablebase.umpire(&[clock]);
    /// let position = game.read_fen("W:WKc1,Kd2:BKa7")?;
    /// let quiet = game.read_move(&position, "c1-b2")?;
    /// let states = umpire.after(&position, &umpire.fresh(&position), &quiet)?.ok_or("a draw")?;
    /// assert_eq!(states[0].count, Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(
        &self,
        position: &Position,
        states: &[ClockState],
        mv: &Move,
    ) -> Result<Option<Vec<ClockState>>, ProbeError> {
        let value = self.tablebase.known(position, false)?.value;
        Ok(self.judge.after(position, &self.counts(states), mv, value).map(|counts| self.states(counts)))
    }

    fn states(&self, counts: Vec<Option<u32>>) -> Vec<ClockState> {
        self.clocks.iter().zip(counts).map(|(&clock, count)| ClockState { clock, count }).collect()
    }

    fn judged_moves(&mut self, position: &Position, states: &[ClockState]) -> Result<Vec<RuledMove>, ProbeError> {
        let counts = self.counts(states);
        let value = self.tablebase.known(position, false)?.value;
        let mut ruled = Vec::new();
        for mv in self.tablebase.game().legal_moves(position) {
            let after = play(position, &mv);
            let outcome = with_or_without_distance(|distance| self.tablebase.known_or_over(&after, distance))?;
            let judged = self.judge.judge_move(position, &counts, &mv, value)?;
            let one_more = |metric| -> Result<_, ProbeError> {
                Ok(self.tablebase.plies_if_there(&after, metric)?.map(|plies| plies.saturating_add(1)))
            };
            let (dtc, dtz) = (one_more(Metric::Dtc)?, one_more(Metric::Dtz)?);
            let mv = RuledMove {
                dtc: if judged.converts { dtc.map(|_| 1) } else { dtc },
                dtz: if judged.zeroes { dtz.map(|_| 1) } else { dtz },
                mv,
                after,
                states: judged.counts.map(|counts| self.states(counts)),
                ran_out: judged.ran_out,
                value: judged.value,
                exact: judged.exact,
                plies: judged.plies,
                outcome: outcome.one_ply_before(),
            };
            ruled.push((judged.pace, mv));
        }
        ruled.sort_by_key(|(pace, mv)| (Reverse(mv.value), mv.hurry(*pace)));
        Ok(ruled.into_iter().map(|(_, mv)| mv).collect())
    }
}

impl RuledMove {
    /// What moves of the same value are sorted by: the least first.
    fn hurry(&self, pace: Option<u16>) -> [Result<u16, Reverse<u16>>; 4] {
        let all = [pace, self.plies, self.dtc, self.outcome.distance].map(|plies| plies.unwrap_or(u16::MAX));
        // Reversed numbers are compared among themselves only, as both moves have the same value.
        match self.value {
            RuleValue::Win | RuleValue::CursedWin | RuleValue::Draw => all.map(Ok),
            RuleValue::Loss | RuleValue::BlessedLoss => all.map(|plies| Err(Reverse(plies))),
        }
    }
}
