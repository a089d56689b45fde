//! What the draw rules leave of the wins, as text.

use std::io::{self, Write};

use super::study::fen;
use super::verdict::verdict;
use crate::cli::claims::{self, Claim};
use crate::cli::columns::Columns;
use crate::cli::words;
use petrov::probe::Tablebase;
use petrov::rules::{ClockSet, DEFAULT_SET, Game};
use petrov_build::study::{Class, Limit, Place, Road, Tally};

pub(super) fn write_road(game: &Game, tablebase: &Tablebase, road: &Road, out: &mut dyn Write) -> io::Result<()> {
    let material = road.material;
    for (half, who) in ["the three pieces", "the lone king"].into_iter().enumerate() {
        writeln!(out, "{material}, {who} to move: positions in which neither side can capture, and all\n")?;
        let titles = ["class", "", "won", "drawn", "lost", "moves", "all won", "drawn", "lost", "moves", "example"];
        let mut columns = Columns::new(titles, &[0, 1, 10]);
        for class in Class::ALL {
            let (calm, all) = (&road.calm[half][class as usize], &road.all[half][class as usize]);
            let shown = |tally: &Tally| if tally.won == 0 { "-".to_owned() } else { tally.most_moves().to_string() };
            let longest = calm.longest.or(all.longest);
            let example = longest.map(|(_, entry)| fen(game, tablebase, material, Place { half, entry }));
            columns.row([
                format!("{class:?}"),
                class.text().to_owned(),
                words::number(calm.won),
                words::number(calm.drawn),
                words::number(calm.lost),
                shown(calm),
                words::number(all.won),
                words::number(all.drawn),
                words::number(all.lost),
                shown(all),
                example.unwrap_or_default(),
            ]);
        }
        columns.write("  ", out)?;
        writeln!(out)?;
    }
    write_histogram(road, out)
}

/// How many positions take how many moves.
fn write_histogram(road: &Road, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{}: moves of the three pieces to the end, positions in which neither side can capture\n",
        road.material
    )?;
    let titles = ["moves", "they move: A", "B", "C", "D", "the king moves: A", "B", "C", "D"];
    let mut columns = Columns::new(titles, &[]);
    let most = road.calm.iter().flatten().map(Tally::most_moves).max().unwrap_or(0);
    for moves in 0..=most {
        let count = |number: usize| {
            let tally = &road.calm[number / 4][number % 4];
            words::number(tally.moves.get(moves).copied().unwrap_or(0))
        };
        let counts: [String; 8] = std::array::from_fn(count);
        if counts.iter().any(|count| count != "0") {
            let [a, b, c, d, e, f, g, h] = counts;
            columns.row([moves.to_string(), a, b, c, d, e, f, g, h]);
        }
    }
    columns.write("  ", out)?;
    writeln!(out)
}

pub(super) fn write_claims(claims: &[Claim], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Claims checked against the tables\n")?;
    for claim in claims {
        writeln!(out, "  \"{}\" [{}]", claim.text, claim.source)?;
        write_wrapped(&format!("{}: {}", claim.finding, claim.answer), out)?;
        if let Some(fen) = &claim.example {
            writeln!(out, "    example {fen}")?;
        }
    }
    writeln!(out)
}

/// Columns of a line of a long sentence.
const WIDTH: usize = 110;

/// Writes a sentence in lines of some words each.
fn write_wrapped(sentence: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for word in sentence.split(' ') {
        if !line.is_empty() && line.len() + word.len() >= WIDTH {
            writeln!(out, "    {line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "    {line}")
}

/// One line for each clock: over all materials.
pub(super) fn write_clocks(
    game: &Game,
    tablebase: &Tablebase,
    limits: &[Limit],
    out: &mut dyn Write,
) -> io::Result<()> {
    if limits.is_empty() {
        return writeln!(out, "There are no tables of clocks, so nothing is known of what they cost.");
    }
    writeln!(out, "The clocks, over all materials that have tables\n")?;
    let titles = ["clock", "limit", "materials", "won", "taken", "slowest win", "verdict", "example"];
    let mut columns = Columns::new(titles, &[0, 6, 7]);
    let mut rest = limits;
    while let Some(first) = rest.first() {
        let (of_clock, others) = rest.split_at(rest.partition_point(|limit| limit.clocks.id == first.clocks.id));
        rest = others;
        let whole = claims::Whole::new(of_clock);
        columns.row([
            first.clocks.id.to_owned(),
            limit_of(&first.clocks),
            of_clock.len().to_string(),
            words::number(whole.won),
            words::number(whole.taken),
            whole.worst.map_or_else(|| "-".to_owned(), worst),
            whole.verdict(),
            whole.example.map_or_else(String::new, |(material, place)| fen(game, tablebase, material, place)),
        ]);
    }
    columns.write("  ", out)?;
    writeln!(out)?;
    let texts = game.clocks.iter().filter(|clock| limits.iter().any(|limit| limit.clocks.id == clock.id));
    texts.into_iter().try_for_each(|clock| writeln!(out, "  {:<15}  {}", clock.id, clock.text))?;
    if limits.iter().any(|limit| limit.clocks.id == DEFAULT_SET) {
        writeln!(out, "  {DEFAULT_SET:<15}  the default clocks together")?;
    }
    Ok(())
}

fn limit_of(clocks: &ClockSet) -> String {
    clocks.single().map_or_else(|| "-".to_owned(), |clock| clock.limit.to_string())
}

/// `12 (23 plies)`: moves of the winner
fn worst(limit: &Limit) -> String {
    match limit.worst {
        None => "-".to_owned(),
        Some((plies, _)) => {
            format!("{} ({})", limit.worst_moves().unwrap_or(0), words::counted(plies.into(), "ply", "plies"))
        }
    }
}

pub(super) fn write_limits(
    game: &Game,
    tablebase: &Tablebase,
    limits: &[Limit],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "Clocks and materials; left out are those where no clock runs and nothing is taken\n")?;
    let titles = ["clock", "material", "limit", "won", "taken", "never", "slowest win", "verdict", "example"];
    let mut columns = Columns::new(titles, &[0, 1, 7, 8]);
    for limit in limits.iter().filter(|limit| limit.runs || limit.taken > 0) {
        let place = limit.example.or(limit.worst.map(|(_, place)| place));
        columns.row([
            limit.clocks.id.to_owned(),
            limit.material.to_string(),
            limit_of(&limit.clocks),
            words::number(limit.won),
            words::number(limit.taken),
            words::number(limit.never),
            worst(limit),
            verdict(limit),
            place.map_or_else(String::new, |place| fen(game, tablebase, limit.material, place)),
        ]);
    }
    columns.write("  ", out)
}
