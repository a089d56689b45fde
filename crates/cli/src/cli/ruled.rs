//! What is said of a position under draw rules: its value, what each clock says, its moves and a line, as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::answer::{MoveJson, over, write_board, write_caveat};
use super::clocks::{self, Named};
use super::columns::Columns;
use super::context::{Context, sides};
use super::failure::Failure;
use super::words;
use petrov::board::{Color, Position};
use petrov::probe::{
    ClockState, Judgement, Outcome, ProbeError, RuleValue, RuledMove, Ruling, Tablebase, Umpire, Value,
};
use petrov::rules::{Clock, Counted, Game};

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

/// How a line under clocks ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The game is over.
    Over,
    /// A clock has made the draw.
    Rule,
    /// A draw on the board.
    Draw,
    /// The position comes back.
    Repetition,
    /// There were to be no more plies.
    Cut,
}

/// A line under clocks: both sides play the first move of the list.
#[derive(Debug)]
pub(super) struct RuledLine {
    start: Ruled,
    /// The moves, and where the clocks stood before each.
    moves: Vec<(RuledMove, Vec<ClockState>)>,
    end: End,
}

impl RuledLine {
    /// Plays a position out.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn new(
        context: &Context,
        tablebase: &Tablebase,
        umpire: &mut Umpire<'_>,
        position: &Position,
        named: &[Named],
        most: usize,
    ) -> Result<RuledLine, String> {
        let start = Ruled::new(context, tablebase, umpire, position, named)?;
        let (mut states, mut moves) = (start.states.clone(), Vec::new());
        let mut list = start.moves.clone();
        // Where nothing can be forced and no clock runs, play may go round for ever.
        let mut seen = vec![(*position, states.clone())];
        let end = loop {
            let Some(first) = list.into_iter().next() else { break End::Over };
            if first.value == RuleValue::Draw {
                break End::Draw;
            }
            if moves.len() == most {
                break End::Cut;
            }
            let (at, next) = (first.after, first.states.clone());
            moves.push((first, states));
            let Some(next) = next else { break End::Rule };
            states = next;
            if seen.contains(&(at, states.clone())) {
                break End::Repetition;
            }
            seen.push((at, states.clone()));
            list = umpire.moves(&at, &states).map_err(|error| context.explain(&error, &at, tablebase))?;
        };
        Ok(RuledLine { start, moves, end })
    }

    /// Writes the line as a game.
    ///
    /// # Errors
    /// Those of the writer.
    pub(super) fn write(&self, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
        let Ruled { position, outcome, judgement, .. } = &self.start;
        write_board(position, context.game, out)?;
        if self.moves.is_empty() && self.end == End::Over {
            return Ok(writeln!(out, "{}.", over(context.game, position))?);
        }
        write_verdict(position, outcome, judgement, out)?;
        if self.moves.is_empty() {
            return Ok(());
        }
        if let [_, _, ..] = self.start.states[..] {
            let ids: Vec<&str> = self.start.states.iter().map(|state| state.clock.id).collect();
            writeln!(out, "\nThe clocks, in the order of their counts: {}.", ids.join(", "))?;
        }
        writeln!(out)?;
        self.write_moves(context.game, out)?;
        let last = self.last();
        writeln!(out)?;
        write_board(last, context.game, out)?;
        match self.end {
            End::Over => writeln!(out, "{}.", over(context.game, last))?,
            End::Rule => writeln!(out, "A draw: {} has run out.", self.ran_out().join(", "))?,
            End::Draw => writeln!(out, "A draw on the board.")?,
            End::Repetition => writeln!(out, "The position comes back: nothing can be forced.")?,
            End::Cut => {}
        }
        Ok(())
    }

    fn last(&self) -> &Position {
        self.moves.last().map_or(&self.start.position, |(ruled, _)| &ruled.after)
    }

    /// The clocks that the last move has run out.
    fn ran_out(&self) -> Vec<&'static str> {
        self.moves.last().map_or(Vec::new(), |(ruled, _)| ruled.ran_out.iter().map(|clock| clock.id).collect())
    }

    /// The moves, numbered and in two columns, with the plies to the event and the counts after each.
    fn write_moves(&self, game: &Game, out: &mut dyn Write) -> io::Result<()> {
        let text = |ply: usize| {
            let (ruled, _) = self.moves.get(ply)?;
            let plies = ruled.outcome.distance.map_or_else(String::new, |plies| plies.to_string());
            let counts = ruled.states.as_ref().map_or_else(
                || "drawn".to_owned(),
                |states| states.iter().map(clocks::moves_of_count).collect::<Vec<_>>().join(" "),
            );
            Some([game.move_text(&ruled.mv), plies, counts])
        };
        let skipped = usize::from(self.start.position.turn == Color::Black);
        let mut columns = Columns::new(["", "White", "dtw", "clocks", "Black", "dtw", "clocks"], &[1, 4]);
        for row in 0..(self.moves.len() + skipped).div_ceil(2) {
            let white = (2 * row).checked_sub(skipped).and_then(text);
            let [white, white_plies, white_counts] =
                white.unwrap_or_else(|| ["...".to_owned(), String::new(), String::new()]);
            let [black, black_plies, black_counts] = text(2 * row + 1 - skipped).unwrap_or_default();
            columns.row([format!("{}.", row + 1), white, white_plies, white_counts, black, black_plies, black_counts]);
        }
        columns.write("  ", out)
    }

    /// The same as JSON.
    pub(super) fn to_json(&self, context: &Context) -> RuledLineJson {
        let game = context.game;
        let Ruled { position, outcome, judgement, states, .. } = &self.start;
        let ply = |(ruled, _): &(RuledMove, Vec<ClockState>)| RuledPlyJson {
            mover: ruled.after.turn.other().name(),
            mv: RuledMoveJson::new(game, ruled),
            fen: game.write_fen(&ruled.after),
        };
        RuledLineJson {
            game: game.id,
            fen: game.write_fen(position),
            mover: position.turn.name(),
            value: outcome.value.name(),
            dtw: outcome.distance,
            rules: RulesJson::new(judgement, states),
            line: self.moves.iter().map(ply).collect(),
            end: match self.end {
                End::Over => "over",
                End::Rule => "rule",
                End::Draw => "draw",
                End::Repetition => "repetition",
                End::Cut => "cut",
            },
            ran_out: if self.end == End::Rule { self.ran_out() } else { Vec::new() },
            final_fen: game.write_fen(self.last()),
            left_out: context.caveat([position]),
        }
    }
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

#[derive(Serialize)]
struct RulesJson {
    /// `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    value: &'static str,
    exact: bool,
    /// The clocks that take the win away.
    bites: Vec<&'static str>,
    clocks: Vec<ClockJson>,
}

#[derive(Serialize)]
struct ClockJson {
    clock: &'static str,
    /// Moves made, of each side or of the one that is counted; null where the clock stands still.
    count: Option<f64>,
    limit: u32,
    /// Plies within which the event can be forced; null where it cannot, or where the clock does not matter.
    plies: Option<u16>,
    /// Plies within which it must come; null where any number will do.
    left: Option<u32>,
    in_time: bool,
}

impl RulesJson {
    fn new(judgement: &Judgement, states: &[ClockState]) -> RulesJson {
        let clock = |state: &ClockState| {
            let ruling = judgement.rulings.iter().find(|ruling| ruling.state == *state);
            ClockJson {
                clock: state.clock.id,
                count: count_json(state),
                limit: state.clock.limit,
                plies: ruling.and_then(|ruling| ruling.plies),
                left: ruling.and_then(|ruling| ruling.left),
                in_time: ruling.is_none_or(|ruling| ruling.in_time),
            }
        };
        let bites = judgement.rulings.iter().filter(|ruling| !ruling.in_time);
        RulesJson {
            value: judgement.value.name(),
            exact: judgement.exact,
            bites: bites.map(|ruling| ruling.state.clock.id).collect(),
            clocks: states.iter().map(clock).collect(),
        }
    }
}

/// Moves made, of each side or of the one that is counted; null where the clock stands still.
fn count_json(state: &ClockState) -> Option<f64> {
    clocks::moves_of_count(state).parse().ok()
}

#[derive(Serialize)]
struct RuledMoveJson {
    #[serde(flatten)]
    mv: MoveJson,
    rule_value: &'static str,
    exact: bool,
    /// Where the clocks stand after it, in the order of `rules`; null of a move that makes the draw.
    counts: Option<Vec<Option<f64>>>,
    /// Plies to what the clocks wait for, the move included.
    to_event: Option<u16>,
    dtc: Option<u16>,
    dtz: Option<u16>,
}

impl RuledMoveJson {
    fn new(game: &Game, ruled: &RuledMove) -> RuledMoveJson {
        RuledMoveJson {
            mv: MoveJson::new(game, &ruled.mv, Some(ruled.outcome)),
            rule_value: ruled.value.name(),
            exact: ruled.exact,
            counts: ruled.states.as_ref().map(|states| states.iter().map(count_json).collect()),
            to_event: ruled.plies.filter(|_| ruled.value != RuleValue::Draw && ruled.states.is_some()),
            dtc: ruled.dtc,
            dtz: ruled.dtz,
        }
    }
}

#[derive(Serialize)]
pub(super) struct RuledLineJson {
    game: &'static str,
    fen: String,
    mover: &'static str,
    value: &'static str,
    dtw: Option<u16>,
    rules: RulesJson,
    line: Vec<RuledPlyJson>,
    /// `over`; `rule`: a clock has run out; `draw`; `repetition`; `cut`.
    end: &'static str,
    ran_out: Vec<&'static str>,
    final_fen: String,
    left_out: Option<&'static str>,
}

#[derive(Serialize)]
struct RuledPlyJson {
    mover: &'static str,
    #[serde(flatten)]
    mv: RuledMoveJson,
    fen: String,
}
