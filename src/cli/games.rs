//! `games`: what can be played.

use std::io::Write;

use serde::Serialize;

use super::context::Context;
use super::failure::{Failure, Finish};
use super::write_json;
use crate::board::Geometry;
use crate::rules::GAMES;

/// List the games, their rules in one line and the names they go by
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov games")]
pub(super) struct Arguments {}

#[derive(Serialize)]
struct GameJson {
    game: &'static str,
    title: &'static str,
    squares: u32,
    rows: u32,
    files: u32,
    rules: &'static str,
    pdn_game_type: &'static str,
    names: &'static [&'static str],
}

pub(super) fn run(context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    for (number, game) in GAMES.iter().enumerate() {
        let Geometry { rows, files, .. } = game.geometry;
        let squares = game.geometry.squares();
        if context.json {
            let (title, rules, pdn_game_type, names) = (game.title, game.summary, game.pdn_game_type, game.names);
            write_json(&GameJson { game: game.id, title, squares, rows, files, rules, pdn_game_type, names }, out)?;
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}  {}", game.id, game.title)?;
        writeln!(out, "  board        {files} x {rows}, {squares} squares")?;
        writeln!(out, "  rules        {}", game.summary)?;
        writeln!(out, "  PDN GameType {}", game.pdn_game_type)?;
        writeln!(out, "  other names  {}", game.names.join(", "))?;
    }
    Ok(Finish::Success)
}
