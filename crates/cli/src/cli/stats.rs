//! `stats`: how many positions of a material are won, drawn and lost, and how far the ends are.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::answer::write_caveat;
use super::columns::Columns;
use super::context::Context;
use super::failure::{Failure, Finish};
use super::selection::read_material;
use super::words;
use super::write_json;
use petrov::board::{Position, draw};
use petrov::format::{Longest, Metric, Statistics};
use petrov::index::Material;
use petrov::probe::{Tablebase, Value};

/// Count the wins, draws and losses of a material by their distance, and show its longest win
///
/// The counts include positions in which the side to move must capture. In every FEN, White is the side that the material
/// names first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov stats KKvK")]
pub(super) struct Arguments {
    /// Material: the kings and men of both sides, as in KKMvK
    material: String,
}

#[derive(Serialize)]
struct StatsJson {
    game: &'static str,
    material: String,
    entries: u64,
    first_to_move: HalfJson,
    second_to_move: Option<HalfJson>,
    /// What of the rules the values leave out; null if nothing.
    left_out: Option<&'static str>,
}

#[derive(Serialize)]
struct HalfJson {
    win: u64,
    draw: u64,
    loss: u64,
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
    longest_win_fen: Option<String>,
    histogram: HistogramJson,
}

/// Counts by plies.
#[derive(Serialize)]
struct HistogramJson {
    win: BTreeMap<u16, u64>,
    loss: BTreeMap<u16, u64>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let material = read_material(&arguments.material, context.game)?;
    let (tablebase, _) = context.tablebase()?;
    let halves = tablebase.statistics(material).map_err(Failure::new)?;
    let halves = halves.ok_or_else(|| Failure::Error(context.missing(&[material], &[], &tablebase)))?;
    let stats = Stats { context, tablebase: &tablebase, material, halves: &halves };
    if context.json {
        write_json(&stats.to_json(), out)?;
    } else {
        stats.write(out)?;
    }
    Ok(Finish::Success)
}

struct Stats<'a> {
    context: &'a Context,
    tablebase: &'a Tablebase,
    material: Material,
    halves: &'a [Statistics],
}

impl Stats<'_> {
    fn entries(&self) -> u64 {
        self.halves.iter().map(entries_of).sum()
    }

    fn position(&self, half: usize, longest: Option<Longest>) -> Option<Position> {
        self.tablebase.position(self.material, half, longest?.entry)
    }

    fn caveat(&self) -> Option<&'static str> {
        self.context.game.caveat(self.material.first(), self.material.second())
    }

    fn to_json(&self) -> StatsJson {
        let half = |half: usize| {
            let statistics = self.halves.get(half)?;
            let fen = self.position(half, statistics.longest_win);
            Some(HalfJson {
                win: statistics.win,
                draw: statistics.draw,
                loss: statistics.loss,
                longest_win: statistics.longest_win.map(|longest| longest.plies),
                longest_loss: statistics.longest_loss.map(|longest| longest.plies),
                longest_win_fen: fen.map(|position| self.context.game.write_fen(&position)),
                histogram: HistogramJson { win: by_plies(&statistics.wins), loss: by_plies(&statistics.losses) },
            })
        };
        StatsJson {
            game: self.context.game.id,
            material: self.material.to_string(),
            entries: self.entries(),
            first_to_move: half(0).expect("a material has one half at least"),
            second_to_move: half(1),
            left_out: self.caveat(),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let pieces = words::counted(self.material.pieces().into(), "piece", "pieces");
        let entries = words::counted(self.entries(), "entry", "entries");
        let sides = match self.halves.len() {
            1 => "both sides have the same, so one side to move stands for both",
            _ => "with either side to move",
        };
        writeln!(out, "{}, {}: {pieces}, {entries}, {sides}", self.material, self.context.game.title)?;
        for half in 0..self.halves.len() {
            writeln!(out)?;
            self.write_half(half, out)?;
        }
        if !self.tablebase.contains(self.material, Metric::Dtw) {
            let command = self.context.command(&format!("build {} --metric dtw", self.material));
            writeln!(out, "\nThere is no table of distances: make it with `{command}`.")?;
        }
        write_caveat(self.caveat(), out)
    }

    fn write_half(&self, half: usize, out: &mut dyn Write) -> io::Result<()> {
        let game = self.context.game;
        let statistics = &self.halves[half];
        let (mover, other) = self.material.halves().nth(half).expect("a half for each of the statistics");
        writeln!(out, "{mover} ({}) to move against {other}", if half == 0 { "White" } else { "Black" })?;
        let mut columns = Columns::new(["", "entries", "", "longest"], &[0, 3]);
        let all = entries_of(statistics);
        for (value, count, longest) in [
            (Value::Win, statistics.win, statistics.longest_win),
            (Value::Draw, statistics.draw, None),
            (Value::Loss, statistics.loss, statistics.longest_loss),
        ] {
            let longest = longest.map_or_else(String::new, |longest| words::distance(value, longest.plies));
            columns.row([value.name().to_owned(), words::number(count), words::share(count, all), longest]);
        }
        columns.write("  ", out)?;
        if let Some(position) = self.position(half, statistics.longest_win) {
            writeln!(out, "\n  Longest win  {}\n", game.write_fen(&position))?;
            for line in draw(&position, game.geometry, &game.notation).lines() {
                writeln!(out, "    {line}")?;
            }
        }
        for (value, counts) in [(Value::Win, &statistics.wins), (Value::Loss, &statistics.losses)] {
            write_histogram(value, counts, out)?;
        }
        Ok(())
    }
}

fn entries_of(statistics: &Statistics) -> u64 {
    statistics.win + statistics.draw + statistics.loss
}

fn by_plies(counts: &[u64]) -> BTreeMap<u16, u64> {
    let counted = counts.iter().copied().zip(0..).filter(|&(count, _)| count > 0);
    counted.map(|(count, plies)| (plies, count)).collect()
}

/// More rows than this are drawn together.
const MOST_ROWS: usize = 32;
/// Characters of the longest bar.
const BAR: u64 = 40;

/// Draws how many positions there are by moves and plies.
fn write_histogram(value: Value, counts: &[u64], out: &mut dyn Write) -> io::Result<()> {
    let counts: Vec<(u16, u64)> = by_plies(counts).into_iter().collect();
    if counts.is_empty() {
        return Ok(());
    }
    let rows: Vec<&[(u16, u64)]> = counts.chunks(counts.len().div_ceil(MOST_ROWS)).collect();
    let sum = |row: &[(u16, u64)]| row.iter().map(|(_, count)| count).sum::<u64>();
    let highest = rows.iter().map(|row| sum(row)).max().unwrap_or(1);
    let title = if value == Value::Win { "wins" } else { "losses" };
    let mut columns = Columns::new(["moves", "plies", title, ""], &[3]);
    let moves = |plies| words::moves_of_winner(value, plies);
    for row in rows {
        let (first, last) = (row[0].0, row[row.len() - 1].0);
        let range = |first: u16, last: u16| if first == last { first.to_string() } else { format!("{first}-{last}") };
        let count = sum(row);
        // A bar of one character at least: that there are some is what matters.
        let bar = "#".repeat((u128::from(count) * u128::from(BAR)).div_ceil(u128::from(highest)) as usize);
        columns.row([range(moves(first), moves(last)), range(first, last), words::number(count), bar]);
    }
    writeln!(out)?;
    columns.write("  ", out)
}
