//! The command line: one verb a file. The only user of clap, indicatif and serde.
//!
//! Results go to standard output and everything else to standard error. Every error is one sentence that begins with
//! `petrov: `, with `--json` too. Exit codes: 0 done, 1 a negative finding (`verify`), 2 an error, 130 interrupted. A
//! reader that closes the standard output early is no error; to have none from the start is one, if there is something to write.

mod annotate;
mod annotation;
mod answer;
mod beginning;
mod build;
mod claims;
mod clocks;
mod columns;
mod completions;
mod compress;
mod context;
mod decoded;
mod draw_rules;
mod estimate;
mod failure;
mod game_name;
mod game_notes;
mod game_type;
mod games;
mod hub;
mod info;
mod interrupt;
mod line;
mod lines;
mod list;
mod memory;
mod meter;
mod moves;
mod output;
mod perft;
mod plan;
mod probe;
mod progress;
mod reading;
mod ruled;
mod selection;
mod stats;
mod summary;
mod thresholds;
mod untagged;
mod variant_tag;
mod verify;
mod which_game;
mod words;
mod written;

use std::io::{self, BufWriter, Write};

use clap::{Parser, Subcommand};

use context::{Context, Globals};
pub use failure::{Failure, Finish};
use output::Output;
pub use output::WAS_CLOSED;

/// Build, prove and probe endgame tablebases for draughts
#[derive(Debug, Parser)]
#[command(name = "petrov", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    verb: Verb,
}

const AFTER_HELP: &str = "\
Examples:
  petrov probe W:Wc3,Ka5:Bb2,d4   a position: who wins, in how many moves, and how
  petrov build --pieces 4         make all tables of 2 to 4 pieces
  petrov games                    all games, and their names for --game
  petrov probe --help             more about one command

Exit codes: 0 done, 1 a negative finding (verify), 2 an error, 130 interrupted.
Results go to standard output, progress and errors to standard error.";

// In the order in which a new user needs them.
#[derive(Debug, Subcommand)]
enum Verb {
    Probe(probe::Arguments),
    Moves(moves::Arguments),
    Line(line::Arguments),
    Annotate(annotate::Arguments),
    Build(build::Arguments),
    List(list::Arguments),
    Stats(stats::Arguments),
    Thresholds(thresholds::Arguments),
    Verify(verify::Arguments),
    Compress(compress::Arguments),
    Info(info::Arguments),
    Games(games::Arguments),
    Hub(hub::Arguments),
    Perft(perft::Arguments),
    Completions(completions::Arguments),
}

/// Reads the arguments of the program.
///
/// # Errors
/// If they are no command, or ask for help.
pub fn parse() -> Result<Arguments, Failure> {
    Arguments::try_parse().map_err(|error| Failure::Usage(Box::new(error)))
}

/// Does what the arguments say.
///
/// # Errors
/// Why it could not be done, or not to the end.
pub fn run(arguments: Arguments) -> Result<Finish, Failure> {
    let context = Context::new(arguments.globals, matches!(arguments.verb, Verb::Annotate(_)))?;
    if let Verb::Hub(arguments) = &arguments.verb {
        return hub::run(arguments, &context);
    }
    let mut out = BufWriter::with_capacity(1 << 16, Output(io::stdout().lock()));
    let finish = match arguments.verb {
        Verb::Probe(arguments) => probe::run(&arguments, &context, &mut out),
        Verb::Moves(arguments) => moves::run(&arguments, &context, &mut out),
        Verb::Line(arguments) => line::run(&arguments, &context, &mut out),
        Verb::Annotate(arguments) => annotate::run(&arguments, &context, &mut out),
        Verb::Build(arguments) => build::run(&arguments, &context, &mut out),
        Verb::List(_) => list::run(&context, &mut out),
        Verb::Stats(arguments) => stats::run(&arguments, &context, &mut out),
        Verb::Thresholds(arguments) => thresholds::run(&arguments, &context, &mut out),
        Verb::Verify(arguments) => verify::run(&arguments, &context, &mut out),
        Verb::Compress(arguments) => compress::run(&arguments, &context, &mut out),
        Verb::Info(arguments) => info::run(&arguments, &context, &mut out),
        Verb::Games(arguments) => games::run(&arguments, &context, &mut out),
        Verb::Hub(_) => unreachable!("it has had its answer"),
        Verb::Perft(arguments) => perft::run(&arguments, &context, &mut out),
        Verb::Completions(arguments) => completions::run(&arguments, &mut out),
    }?;
    out.flush()?;
    Ok(finish)
}

/// Writes a value as one line of JSON.
fn write_json(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}
