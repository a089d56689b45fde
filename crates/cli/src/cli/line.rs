//! `line`: the line of best play of both sides.

use std::io::Write;

use serde::Serialize;

use super::answer::{MoveJson, end, over, write_board, write_caveat};
use super::clocks::ClockOption;
use super::columns::Columns;
use super::context::{Context, Played};
use super::failure::{Failure, Finish};
use super::ruled::{self, RuledLine};
use super::words;
use super::write_json;
use petrov::board::{Color, Position};
use petrov::probe::{Line, LineEnd, Outcome, ProbeError, Tablebase};

/// Play the best moves of both sides to the end
///
/// The number behind each move is the plies to the end of the game, the move included. The line of a draw ends at once.
///
/// With --clock both sides play the best move under the rules, and each move shows the count of each clock; the line ends
/// where a clock makes the draw.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  petrov line W:WKa5,Ka7:BKg1\n  petrov line W:WKa1,Kb2,Kc3:BKd8 --clock default")]
pub(super) struct Arguments {
    /// Position
    fen: String,
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    clocks: ClockOption,
    /// Most plies of the line
    #[arg(long, value_name = "N")]
    plies: Option<u16>,
}

#[derive(Serialize)]
struct LineJson {
    game: &'static str,
    fen: String,
    mover: &'static str,
    value: &'static str,
    dtw: Option<u16>,
    line: Vec<PlyJson>,
    /// `over`: so is the game in `final_fen`; `draw`; `cut`: there were to be no more plies.
    end: &'static str,
    final_fen: String,
    /// What of the rules the values leave out; null if nothing.
    left_out: Option<&'static str>,
}

#[derive(Serialize)]
struct PlyJson {
    mover: &'static str,
    #[serde(flatten)]
    mv: MoveJson,
    /// The position after the move.
    fen: String,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let position = context.read_position(&arguments.fen, &arguments.played)?;
    let (tablebase, _) = context.tablebase()?;
    if arguments.clocks.is_some() {
        let named = arguments.clocks.read(context.game)?;
        let mut umpire = ruled::umpire(&tablebase, &named);
        let most = arguments.plies.map_or(usize::MAX, usize::from);
        let line = RuledLine::new(context, &tablebase, &mut umpire, &position, &named, most).map_err(Failure::Error)?;
        match context.json {
            true => write_json(&line.to_json(context), out)?,
            false => line.write(context, out)?,
        }
        return Ok(Finish::Success);
    }
    let (outcome, line) = ask(arguments, &position, &tablebase)
        .map_err(|error| Failure::Error(context.explain(&error, &position, &tablebase)))?;
    if context.json {
        write_json(&to_json(context, &position, outcome, &line), out)?;
        return Ok(Finish::Success);
    }
    write_board(&position, context.game, out)?;
    if line.moves.is_empty() && line.end == LineEnd::Over {
        writeln!(out, "{}.", over(context.game, &position))?;
        return Ok(Finish::Success);
    }
    writeln!(out, "{}.", words::verdict(position.turn, &outcome))?;
    if !line.moves.is_empty() {
        write_line(context, &tablebase, &position, &line, out)?;
    }
    write_caveat(caveat(context, &position, &line), out)?;
    Ok(Finish::Success)
}

/// The outcome of a position and its line. Where the game is over, it takes no tables.
fn ask(arguments: &Arguments, position: &Position, tablebase: &Tablebase) -> Result<(Outcome, Line), ProbeError> {
    let game = tablebase.game();
    if game.legal_moves(position).is_empty() {
        return Ok((end(game, position), Line::over()));
    }
    let most = arguments.plies.map_or(usize::MAX, usize::from);
    Ok((tablebase.probe(position)?, tablebase.line(position, most)?))
}

/// What of the rules the values along a line leave out.
fn caveat(context: &Context, position: &Position, line: &Line) -> Option<&'static str> {
    // Of a game that is over nothing is left out.
    let own = (!line.moves.is_empty() || line.end != LineEnd::Over).then_some(position);
    context.caveat(own.into_iter().chain(line.moves.iter().map(|rated| &rated.after)))
}

/// The moves of a line, and where they lead.
fn write_line(
    context: &Context,
    tablebase: &Tablebase,
    position: &Position,
    line: &Line,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let last = line.moves.last().map_or(position, |rated| &rated.after);
    writeln!(out)?;
    write_moves(context, position, line, out)?;
    writeln!(out)?;
    write_board(last, context.game, out)?;
    match line.end {
        LineEnd::Over => writeln!(out, "{}.", over(context.game, last))?,
        LineEnd::Cut => {
            let rest = tablebase.probe(last).map_err(Failure::new)?;
            writeln!(out, "{}.", words::verdict(last.turn, &rest))?;
        }
        LineEnd::Draw => {}
    }
    Ok(())
}

/// The moves, numbered and in two columns like those of a game.
fn write_moves(context: &Context, position: &Position, line: &Line, out: &mut dyn Write) -> std::io::Result<()> {
    let text = |ply: usize| {
        let rated = line.moves.get(ply)?;
        let plies = rated.outcome.distance.map_or_else(String::new, |plies| plies.to_string());
        Some((context.game.move_text(&rated.mv), plies))
    };
    // Where Black moves first, White's half of the first row stays empty.
    let skipped = usize::from(position.turn == Color::Black);
    let mut columns = Columns::new(["", "White", "plies", "Black", "plies"], &[1, 3]);
    for row in 0..(line.moves.len() + skipped).div_ceil(2) {
        let white = (2 * row).checked_sub(skipped).and_then(text);
        let black = text(2 * row + 1 - skipped);
        let (white, white_plies) = white.unwrap_or_else(|| ("...".to_owned(), String::new()));
        let (black, black_plies) = black.unwrap_or_default();
        columns.row([format!("{}.", row + 1), white, white_plies, black, black_plies]);
    }
    columns.write("  ", out)
}

fn to_json(context: &Context, position: &Position, outcome: Outcome, line: &Line) -> LineJson {
    let game = context.game;
    let last = line.moves.last().map_or(position, |rated| &rated.after);
    let ply = |rated: &petrov::probe::RatedMove| PlyJson {
        mover: rated.after.turn.other().name(),
        mv: MoveJson::new(game, &rated.mv, Some(rated.outcome)),
        fen: game.write_fen(&rated.after),
    };
    LineJson {
        game: game.id,
        fen: game.write_fen(position),
        mover: position.turn.name(),
        value: outcome.value.name(),
        dtw: outcome.distance,
        line: line.moves.iter().map(ply).collect(),
        end: match line.end {
            LineEnd::Over => "over",
            LineEnd::Draw => "draw",
            LineEnd::Cut => "cut",
        },
        final_fen: game.write_fen(last),
        left_out: caveat(context, position, line),
    }
}
