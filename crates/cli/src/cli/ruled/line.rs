//! A line under draw rules.

use std::io::{self, Write};

use serde::Serialize;

use super::json::{RuledMoveJson, RulesJson};
use super::{Ruled, write_verdict};
use crate::cli::answer::{over, write_board};
use crate::cli::clocks::{self, Named};
use crate::cli::columns::Columns;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use petrov::board::{Color, Position};
use petrov::probe::{ClockState, RuleValue, RuledMove, Tablebase, Umpire};
use petrov::rules::Game;

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
pub(in crate::cli) struct RuledLine {
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
    pub(in crate::cli) fn new(
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
    pub(in crate::cli) fn write(&self, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
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
    pub(in crate::cli) fn to_json(&self, context: &Context) -> RuledLineJson {
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
pub(in crate::cli) struct RuledLineJson {
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
