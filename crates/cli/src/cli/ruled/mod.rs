//! What is said of a position under draw rules: its value, what each clock says, its moves and a line, as text and as JSON.

mod json;
mod line;

use std::io::{self, Write};

use serde::Serialize;

use super::answer::{over, write_board, write_caveat};
use super::clocks::{self, Named};
use super::columns::Columns;
use super::context::{Context, sides};
use super::words;
use petrov::board::Position;
use petrov::probe::{
    ClockState, Judgement, Outcome, ProbeError, RuleValue, RuledMove, Ruling, Tablebase, Umpire, Value,
};
use petrov::rules::{Clock, Counted, Game};

use json::{RuledMoveJson, RulesJson};
pub(super) use line::RuledLine;

/// A position under clocks.
#[derive(Debug)]
pub(super) struct Ruled {
    pub(super) position: Position,
    pub(super) outcome: Outcome,
    pub(super) states: Vec<ClockState>,
    pub(super) judgement: Judgement,
    pub(super) moves: Vec<RuledMove>,
}

/// An umpire for clocks that were named.
pub(super) fn umpire<'a>(tablebase: &'a Tablebase, named: &[Named]) -> Umpire<'a> {
    let clocks: Vec<&'static Clock> = named.iter().map(|&(clock, _)| clock).collect();
    tablebase.umpire(&clocks)
}

/// Where the clocks stand in a position: at the count that was given, or at the beginning.
///
/// # Errors
/// If a count was given for a clock that cannot have counted.
pub(super) fn states(umpire: &Umpire<'_>, position: &Position, named: &[Named]) -> Result<Vec<ClockState>, String> {
    let mut states = umpire.fresh(position);
    let (white, black) = sides(position);
    for (state, &(clock, count)) in states.iter_mut().zip(named) {
        let Some(count) = count else { continue };
        if state.count.is_none() && !clock.can_run_on(white, black) {
            return Err(format!(
                "the clock {} does not run in this position: leave its count out ({})",
                clock.id, clock.text
            ));
        }
        state.count = Some(count);
    }
    Ok(states)
}

impl Ruled {
    /// Asks the tables.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn new(
        context: &Context,
        tablebase: &Tablebase,
        umpire: &mut Umpire<'_>,
        position: &Position,
        named: &[Named],
    ) -> Result<Ruled, String> {
        let states = states(umpire, position, named)?;
        let explain = |error: ProbeError| context.explain(&error, position, tablebase);
        // First what takes all tables, so that a sentence on missing ones names all.
        let judgement = umpire.judge(position, &states).map_err(explain)?;
        let outcome = tablebase.probe(position).map_err(explain)?;
        let moves = umpire.moves(position, &states).map_err(explain)?;
        Ok(Ruled { position: *position, outcome, states, judgement, moves })
    }

    /// Writes the position, the drawn board, the verdicts and the list of moves.
    ///
    /// # Errors
    /// Those of the writer.
    pub(super) fn write(&self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        write_board(&self.position, context.game, out)?;
        if self.moves.is_empty() {
            return writeln!(out, "{}.", over(context.game, &self.position));
        }
        write_verdict(&self.position, &self.outcome, &self.judgement, out)?;
        if !self.judgement.rulings.is_empty() {
            writeln!(out)?;
            write_rulings(&self.judgement.rulings, out)?;
        }
        self.write_silent(out)?;
        writeln!(out)?;
        write_moves(context.game, &self.moves, out)?;
        write_caveat(context.caveat([&self.position]), out)
    }

    /// Names the clocks that have nothing to say, where others could have.
    fn write_silent(&self, out: &mut dyn Write) -> io::Result<()> {
        let speaks = |clock: &Clock| self.judgement.rulings.iter().any(|ruling| ruling.state.clock == clock);
        let silent = self.states.iter().map(|state| state.clock).filter(|clock| !speaks(clock));
        let silent: Vec<&str> = silent.map(|clock| clock.id).collect();
        if silent.is_empty() || self.outcome.value == Value::Draw {
            return Ok(());
        }
        writeln!(out, "  Nothing to say of these pieces and what can become of them: {}.", silent.join(", "))
    }

    /// The same as JSON.
    pub(super) fn to_json(&self, context: &Context) -> RuledJson {
        let game = context.game;
        RuledJson {
            game: game.id,
            fen: game.write_fen(&self.position),
            mover: self.position.turn.name(),
            value: self.outcome.value.name(),
            dtw: self.outcome.distance,
            rules: RulesJson::new(&self.judgement, &self.states),
            moves: self.moves.iter().map(|ruled| RuledMoveJson::new(game, ruled)).collect(),
            left_out: context.caveat([&self.position]),
        }
    }
}

/// Writes what a position is worth on the board and under the rules.
///
/// # Errors
/// Those of the writer.
fn write_verdict(position: &Position, outcome: &Outcome, judgement: &Judgement, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}.", words::verdict(position.turn, outcome))?;
    let bites: Vec<&str> =
        judgement.rulings.iter().filter(|ruling| !ruling.in_time).map(|ruling| ruling.state.clock.id).collect();
    let cursed = match (judgement.exact, &bites[..]) {
        (_, [only]) => format!("a draw: {only} runs out first"),
        (_, [_, ..]) => format!("a draw: {} run out first", bites.join(", ")),
        (true, []) => "a draw: no plan meets all clocks at once".to_owned(),
        (false, []) => "perhaps a draw: no plan is known that meets all clocks at once".to_owned(),
    };
    let verdict = match judgement.value {
        RuleValue::Win => "the win stands",
        RuleValue::Loss => "the loss stands",
        RuleValue::Draw => "a draw too",
        RuleValue::CursedWin | RuleValue::BlessedLoss => &cursed,
    };
    writeln!(out, "Under the draw rules: {verdict}.")
}

fn write_rulings(rulings: &[Ruling], out: &mut dyn Write) -> io::Result<()> {
    let mut columns = Columns::new(["clock", "moves made", "limit", "plies needed", "plies left", ""], &[0, 5]);
    for Ruling { state, plies, left, in_time, .. } in rulings {
        let verdict = match (in_time, state.count) {
            (false, _) => "runs out first",
            (true, None) => "does not run here",
            (true, Some(_)) => "in time",
        };
        columns.row([
            state.clock.id.to_owned(),
            clocks::moves_of_count(state),
            match state.clock.counted {
                Counted::AtOnce => "at once".to_owned(),
                _ => state.clock.limit.to_string(),
            },
            plies.map_or_else(|| "never".to_owned(), |plies| plies.to_string()),
            left.map_or_else(|| "any".to_owned(), |left| left.to_string()),
            verdict.to_owned(),
        ]);
    }
    columns.write("  ", out)
}

fn write_moves(game: &Game, moves: &[RuledMove], out: &mut dyn Write) -> io::Result<()> {
    let mut columns = Columns::new(["move", "value", "to event", "dtc", "dtz", "dtw", ""], &[0, 1, 6]);
    for ruled in moves {
        let shown = |plies: Option<u16>| plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let note = match (&ruled.states, ruled.exact) {
            (None, _) if ruled.value != RuleValue::Draw => "makes the draw",
            (_, false) => "a bound",
            _ => "",
        };
        columns.row([
            game.move_text(&ruled.mv),
            ruled.value.name().to_owned(),
            shown(ruled.plies.filter(|_| ruled.value != RuleValue::Draw && ruled.states.is_some())),
            shown(ruled.dtc),
            shown(ruled.dtz),
            shown(ruled.outcome.distance),
            note.to_owned(),
        ]);
    }
    columns.write("  ", out)
}

#[derive(Serialize)]
pub(super) struct RuledJson {
    game: &'static str,
    fen: String,
    mover: &'static str,
    /// On the board, without draw rules.
    value: &'static str,
    dtw: Option<u16>,
    rules: RulesJson,
    moves: Vec<RuledMoveJson>,
    left_out: Option<&'static str>,
}
