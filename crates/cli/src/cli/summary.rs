//! What came of a build, and what to look at next.

use std::io::Write;

use serde::Serialize;

use super::columns::Columns;
use super::context::Context;
use super::failure::Failure;
use super::words;
use super::write_json;
use petrov::board::Position;
use petrov::format::Statistics;
use petrov::index::Material;
use petrov::probe::{Tablebase, Value};
use petrov_build::solve::{Layer, Plan};

/// A material whose tables are finished.
#[derive(Debug)]
struct Row {
    material: Material,
    entries: u64,
    bytes: u64,
    halves: Vec<Statistics>,
}

#[derive(Serialize)]
struct SummaryJson<'a> {
    game: &'static str,
    material: String,
    entries: u64,
    bytes: u64,
    first_to_move: CountsJson<'a>,
}

#[derive(Serialize)]
struct CountsJson<'a> {
    win: &'a u64,
    draw: &'a u64,
    loss: &'a u64,
    longest_win: Option<u16>,
    longest_win_fen: Option<String>,
}

/// The longest win of a half.
#[derive(Debug)]
struct LongestWin {
    material: Material,
    plies: u16,
    position: Position,
}

/// Writes what is known of all materials of a plan.
///
/// # Errors
/// If a table cannot be read.
pub(super) fn write(context: &Context, plan: &Plan, out: &mut dyn Write) -> Result<(), Failure> {
    let (tablebase, _) = context.tablebase()?;
    let rows: Vec<Row> = plan
        .steps
        .iter()
        .filter(|step| step.layer == Layer::Values)
        .map(|step| row(step.material, plan, &tablebase))
        .collect::<Result<_, _>>()?;
    if context.json {
        return rows.iter().try_for_each(|row| write_json(&to_json(row, context, &tablebase), out));
    }
    write_rows(&rows, out)?;
    let longest = longest_wins(&rows, &tablebase);
    if !longest.is_empty() {
        writeln!(out, "\nLongest wins")?;
        let mut columns = Columns::new(["material", "moves", "plies", "position"], &[0, 3]);
        for win in &longest {
            let (moves, plies) = (words::moves_of_winner(Value::Win, win.plies), win.plies);
            let fen = context.game.write_fen(&win.position);
            columns.row([win.material.to_string(), moves.to_string(), plies.to_string(), fen]);
        }
        columns.write("  ", out)?;
    }
    write_next(context, &rows, longest.first(), &tablebase, out)
}

fn row(material: Material, plan: &Plan, tablebase: &Tablebase) -> Result<Row, Failure> {
    let halves = tablebase.statistics(material).map_err(Failure::new)?.unwrap_or_default();
    let paths = plan.metrics.iter().filter_map(|&metric| tablebase.path(material, metric));
    let bytes = paths.filter_map(|path| std::fs::metadata(path).ok()).map(|metadata| metadata.len()).sum();
    let entries = halves.iter().map(|half| half.win + half.draw + half.loss).sum();
    Ok(Row { material, entries, bytes, halves })
}

fn write_rows(rows: &[Row], out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "Wins, draws and losses of the side named first when it is to move, and its longest win\n")?;
    let titles = ["material", "entries", "win", "draw", "loss", "moves", "plies", "bytes"];
    let mut columns = Columns::new(titles, &[0]);
    for row in rows {
        let Some(half) = row.halves.first() else { continue };
        let longest = half.longest_win.map(|longest| longest.plies);
        let shown = |number: Option<u16>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        columns.row([
            row.material.to_string(),
            words::number(row.entries),
            words::number(half.win),
            words::number(half.draw),
            words::number(half.loss),
            shown(longest.map(|plies| words::moves_of_winner(Value::Win, plies))),
            shown(longest),
            words::number(row.bytes),
        ]);
    }
    columns.row([
        "all".to_owned(),
        words::number(rows.iter().map(|row| row.entries).sum()),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        words::number(rows.iter().map(|row| row.bytes).sum()),
    ]);
    columns.write("  ", out)
}

/// Longest wins that are shown.
const SHOWN: usize = 3;

/// The materials with the longest wins, whichever side is to move; the longest first.
fn longest_wins(rows: &[Row], tablebase: &Tablebase) -> Vec<LongestWin> {
    let mut wins: Vec<(u16, Material, usize, u64)> = Vec::new();
    for row in rows {
        let of_half = |(half, statistics): (usize, &Statistics)| {
            statistics.longest_win.map(|longest| (longest.plies, row.material, half, longest.entry))
        };
        // Both halves of a material often have about the same win, a ply apart.
        wins.extend(row.halves.iter().enumerate().filter_map(of_half).max_by_key(|&(plies, ..)| plies));
    }
    wins.sort_by_key(|&(plies, material, ..)| (std::cmp::Reverse(plies), material));
    let shown = wins.into_iter().take(SHOWN);
    shown
        .filter_map(|(plies, material, half, entry)| {
            Some(LongestWin { material, plies, position: tablebase.position(material, half, entry)? })
        })
        .collect()
}

/// Commands to go on with.
fn write_next(
    context: &Context,
    rows: &[Row],
    longest: Option<&LongestWin>,
    tablebase: &Tablebase,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(last) = rows.last() else { return Ok(()) };
    let material = longest.map_or(last.material, |win| win.material);
    let position = longest.map(|win| win.position).or_else(|| tablebase.position(material, 0, 0));
    let fen = position.map_or_else(String::new, |position| context.game.write_fen(&position));
    writeln!(out, "\nTry next")?;
    writeln!(out, "  {}", context.command(&format!("probe {fen}")))?;
    if longest.is_some() {
        writeln!(out, "  {}", context.command(&format!("line {fen}")))?;
    }
    writeln!(out, "  {}", context.command(&format!("stats {material}")))?;
    writeln!(out, "  {}", context.command("verify"))?;
    Ok(())
}

fn to_json<'a>(row: &'a Row, context: &Context, tablebase: &Tablebase) -> SummaryJson<'a> {
    static NONE: Statistics = Statistics::NONE;
    let half = row.halves.first().unwrap_or(&NONE);
    let position = half.longest_win.and_then(|longest| tablebase.position(row.material, 0, longest.entry));
    SummaryJson {
        game: context.game.id,
        material: row.material.to_string(),
        entries: row.entries,
        bytes: row.bytes,
        first_to_move: CountsJson {
            win: &half.win,
            draw: &half.draw,
            loss: &half.loss,
            longest_win: half.longest_win.map(|longest| longest.plies),
            longest_win_fen: position.map(|position| context.game.write_fen(&position)),
        },
    }
}
