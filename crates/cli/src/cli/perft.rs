//! `perft`: counting positions, to compare the rules with other programs.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use super::context::Context;
use super::failure::{Failure, Finish};
use super::words;
use super::write_json;
use petrov::rules::Counting;

/// Count the sequences of 1, 2, ... N moves from a position; takes no tables
///
/// Each depth takes about ten times as long as the one before.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov perft --depth 8")]
pub(super) struct Arguments {
    /// Position [default: the start of the game]
    fen: Option<String>,
    /// Most moves of a sequence
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Count every path of a capture; otherwise those of one piece that take the same pieces and end on the same square
    /// are one move
    #[arg(long)]
    every_path: bool,
}

#[derive(Serialize)]
struct PerftJson {
    game: &'static str,
    fen: String,
    every_path: bool,
    depth: u32,
    count: u64,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let game = context.game;
    let position = match &arguments.fen {
        Some(fen) => context.read_fen_argument(fen)?,
        None => game.start(),
    };
    let counting = if arguments.every_path { Counting::EveryPath } else { Counting::DistinctMoves };
    let fen = game.write_fen(&position);
    if !context.json {
        writeln!(out, "{fen}\n\ndepth            count      time")?;
    }
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        let count = game.perft(&position, depth, counting);
        let time = start.elapsed();
        if context.json {
            let (every_path, seconds) = (arguments.every_path, time.as_secs_f64());
            write_json(&PerftJson { game: game.id, fen: fen.clone(), every_path, depth, count, seconds }, out)?;
        } else {
            let rate = count as f64 / time.as_secs_f64().max(1e-9) / 1e6;
            let (count, time) = (words::number(count), words::duration(time));
            writeln!(out, "{depth:>5}  {count:>15}  {time:>8}  {rate:>6.1} million/s")?;
        }
        // The next depth may take a while.
        out.flush()?;
    }
    Ok(Finish::Success)
}
