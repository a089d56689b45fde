//! `moves`: the legal moves of a position, with or without tables.

use std::io::Write;

use serde::Serialize;

use super::answer::{Answer, MoveJson};
use super::clocks::ClockOption;
use super::context::{Context, Played};
use super::failure::{Failure, Finish};
use super::ruled::{self, Ruled};
use super::write_json;
use petrov::format::file_name;

/// List the legal moves of a position, with the value and distance of those that the tables know
///
/// Unlike `probe`, it also answers if tables are missing, and says which; but not with --clock.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov moves W:Wc3,Ka5:Bb2,d4")]
pub(super) struct Arguments {
    /// Position
    fen: String,
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    clocks: ClockOption,
}

#[derive(Serialize)]
struct MovesJson {
    game: &'static str,
    fen: String,
    mover: &'static str,
    /// Null where tables are missing.
    value: Option<&'static str>,
    dtw: Option<u16>,
    moves: Vec<MoveJson>,
    /// The files that would tell what is null.
    missing: Vec<String>,
    /// The same in a sentence.
    note: Option<String>,
    /// What of the rules the values leave out; null if nothing.
    left_out: Option<&'static str>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let position = context.read_position(&arguments.fen, &arguments.played)?;
    let (tablebase, _) = context.tablebase()?;
    if arguments.clocks.is_some() {
        let named = arguments.clocks.read(context.game)?;
        let mut umpire = ruled::umpire(&tablebase, &named);
        let ruled = Ruled::new(context, &tablebase, &mut umpire, &position, &named).map_err(Failure::Error)?;
        match context.json {
            true => write_json(&ruled.to_json(context), out)?,
            false => ruled.write(context, out)?,
        }
        return Ok(Finish::Success);
    }
    let answer = Answer::new(&position, &tablebase).map_err(Failure::new)?;
    if context.json {
        let missing = answer.missing(&tablebase);
        let json = MovesJson {
            game: context.game.id,
            fen: context.game.write_fen(&position),
            mover: position.turn.name(),
            value: answer.outcome.map(|outcome| outcome.value.name()),
            dtw: answer.outcome.and_then(|outcome| outcome.distance),
            moves: answer.moves_json(context.game),
            missing: missing.iter().map(|&(material, metric)| file_name(material, metric)).collect(),
            note: answer.gap(context, &tablebase),
            left_out: answer.caveat(context),
        };
        write_json(&json, out)?;
    } else {
        answer.write(context, &tablebase, out)?;
    }
    Ok(Finish::Success)
}
