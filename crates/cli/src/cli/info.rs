//! `info`: what table files say of themselves.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::context::Context;
use super::failure::{Failure, Finish, complain};
use super::words;
use super::write_json;
use petrov::format::{Metric, Statistics, TableError, TableErrorKind};
use petrov::internals::format::{FilePool, Header, Packing, Source};
use petrov::internals::short::shortened;
use petrov::probe::Value;
use petrov::rules;

/// Show the header of table files, of any game, and check it
///
/// The blocks behind the header are not looked at: `petrov verify` does that.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov info tables/russian/KKvM.dtw")]
pub(super) struct Arguments {
    /// Table files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct InfoJson {
    file: String,
    bytes: u64,
    version: u16,
    game: String,
    material: String,
    metric: String,
    /// The definition of the clock, in a table of one.
    clock: Option<String>,
    codec: &'static str,
    packing: &'static str,
    entries_of_half: u64,
    entries_of_block: u32,
    parts_of_block: u8,
    blocks: u64,
    dictionary_bytes: u64,
    data_bytes: u64,
    halves: Vec<HalfJson>,
}

#[derive(Serialize)]
struct HalfJson {
    side_to_move: &'static str,
    win: u64,
    draw: u64,
    loss: u64,
    /// Of the wins, and of the losses, those that the rule of a clock makes draws.
    drawn_wins: u64,
    drawn_losses: u64,
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
    /// The one value of all entries that are stored.
    constant: Option<u16>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let mut finish = Finish::Success;
    for (number, path) in arguments.files.iter().enumerate() {
        match read(path) {
            Ok((header, bytes)) if context.json => write_json(&to_json(path, &header, bytes), out)?,
            Ok((header, bytes)) => {
                if number > 0 {
                    writeln!(out)?;
                }
                write(path, &header, bytes, out)?;
            }
            Err(error) => {
                out.flush()?;
                match error.kind {
                    // Where any file may be named there is nothing to delete or rename.
                    TableErrorKind::NotATable => {
                        complain(format_args!("{}: not a table of petrov", shortened(&error.path)))
                    }
                    _ => complain(error),
                }
                finish = Finish::Errors;
            }
        }
    }
    Ok(finish)
}

/// The header of a file, and the bytes of the file.
fn read(path: &Path) -> Result<(Header, u64), TableError> {
    let source = Source::open(path, &FilePool::new(1));
    let read = Header::read(&source).and_then(|header| Ok((header, source.length()?)));
    read.map_err(|kind| TableError { path: path.display().to_string(), kind })
}

fn write(path: &Path, header: &Header, bytes: u64, out: &mut dyn Write) -> io::Result<()> {
    let title = rules::game(&header.game).map_or("unknown to this program", |game| game.title);
    let metric = match header.metric {
        Metric::Wdl => "wdl, win, draw or loss of the side to move",
        Metric::Dtw => "dtw, plies to the end of the game",
        Metric::Dtc => "dtc, plies to the next capture or promotion",
        Metric::Dtz => "dtz, plies to the next capture or forward move of a man",
        Metric::Clock(_) => "clk, plies to the event that a clock waits for, where they are not those without the rule",
    };
    let halves = header.statistics.len() as u64;
    let sides = if halves == 1 { "the same table for both sides to move" } else { "a half for each side to move" };
    writeln!(out, "{}", path.display())?;
    let mut line = |name: &str, value: String| writeln!(out, "  {name:<14} {value}");
    line("format", format!("version {}, header and index match their checksum", header.version()))?;
    line("game", format!("{} ({title})", header.game))?;
    line(
        "material",
        format!("{}, {}", header.material, words::counted(header.material.pieces().into(), "piece", "pieces")),
    )?;
    line("metric", metric.to_owned())?;
    if !header.clock.is_empty() {
        line("clock", header.clock.clone())?;
    }
    line("entries", format!("{} ({sides})", words::number(header.entries * halves)))?;
    line("packing", packing(header.packing).to_owned())?;
    line("codec", codec(header).to_owned())?;
    let block = words::counted(header.block_entries.into(), "entry", "entries");
    match header.parts {
        1 => line("block", block)?,
        parts => line("block", format!("{block} in {parts} parts"))?,
    }
    line("blocks", words::number(header.blocks()))?;
    let of_codec = if header.parts == 1 { "dictionary" } else { "models" };
    line(of_codec, words::counted(header.dictionary.len() as u64, "byte", "bytes"))?;
    line("data", words::counted(header.data_bytes(), "byte", "bytes"))?;
    line("file", words::counted(bytes, "byte", "bytes"))?;
    for (half, statistics) in header.statistics.iter().enumerate() {
        line(&format!("{} to move", side(half)), counts(statistics))?;
        if let Some(value) = header.constants[half] {
            line("", format!("all stored entries are {}", constant(header.metric, value)))?;
        }
    }
    Ok(())
}

fn codec(header: &Header) -> &'static str {
    if header.parts == 1 { "zstd" } else { "neighbours" }
}

fn side(half: usize) -> &'static str {
    if half == 0 { "first" } else { "second" }
}

fn packing(packing: Packing) -> &'static str {
    match packing {
        Packing::FiveInAByte => "five entries in a byte",
        Packing::Bytes => "one byte for each entry",
        Packing::Words => "two bytes for each entry",
    }
}

fn constant(metric: Metric, value: u16) -> String {
    match (metric, value) {
        (Metric::Wdl, 0) => "losses".to_owned(),
        (Metric::Wdl, 1) => "draws".to_owned(),
        (Metric::Wdl, _) => "wins".to_owned(),
        (Metric::Dtw, halved) => format!("{} or {} plies away", 2 * halved, 2 * halved + 1),
        (Metric::Clock(_), 0) => "as many plies away as without the rule".to_owned(),
        (Metric::Clock(_), 1) => "never forced".to_owned(),
        (Metric::Clock(_), more) => format!("{} away", words::counted(u64::from(more) - 2, "ply", "plies")),
        (Metric::Dtc | Metric::Dtz, plies) => format!("{} away", words::counted(plies.into(), "ply", "plies")),
    }
}

fn counts(statistics: &Statistics) -> String {
    let Statistics { win, draw, loss, .. } = *statistics;
    let mut text = format!("win {}, draw {}, loss {}", words::number(win), words::number(draw), words::number(loss));
    for (value, longest) in [(Value::Win, statistics.longest_win), (Value::Loss, statistics.longest_loss)] {
        if let Some(longest) = longest {
            text += &format!(", longest {} {}", value.name(), words::distance(value, longest.plies));
        }
    }
    let taken = statistics.cursed.count + statistics.blessed.count;
    if taken > 0 {
        text += &format!(", of which the rule makes draws: {}", words::number(taken));
    }
    text
}

fn to_json(path: &Path, header: &Header, bytes: u64) -> InfoJson {
    let half = |(half, statistics): (usize, &Statistics)| HalfJson {
        side_to_move: side(half),
        win: statistics.win,
        draw: statistics.draw,
        loss: statistics.loss,
        drawn_wins: statistics.cursed.count,
        drawn_losses: statistics.blessed.count,
        longest_win: statistics.longest_win.map(|longest| longest.plies),
        longest_loss: statistics.longest_loss.map(|longest| longest.plies),
        constant: header.constants[half],
    };
    InfoJson {
        file: path.display().to_string(),
        bytes,
        version: header.version(),
        game: header.game.clone(),
        material: header.material.to_string(),
        metric: header.metric.name().to_owned(),
        clock: Some(header.clock.clone()).filter(|clock| !clock.is_empty()),
        codec: codec(header),
        packing: packing(header.packing),
        entries_of_half: header.entries,
        entries_of_block: header.block_entries,
        parts_of_block: header.parts,
        blocks: header.blocks(),
        dictionary_bytes: header.dictionary.len() as u64,
        data_bytes: header.data_bytes(),
        halves: header.statistics.iter().enumerate().map(half).collect(),
    }
}
