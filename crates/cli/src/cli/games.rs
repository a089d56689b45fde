//! `games`: what can be played.

use std::io::{self, Write};

use serde::Serialize;

use super::context::Context;
use super::draw_rules::{self, ClockJson};
use super::failure::{Failure, Finish};
use super::game_name::{self, GameName, giveaway_of};
use super::write_json;
use petrov::rules::{GAMES, Game};

/// List the games, with their rules in one line and their names
///
/// Without names, all games. A giveaway game, in which a side without a move has won, is named in the entry of the other game;
/// as JSON it has a line of its own.
///
/// With --rules, each entry also lists the draw rules that count moves, which --clock names.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  petrov games\n  petrov games english poddavki\n  petrov games russian --rules")]
pub(super) struct Arguments {
    /// Games to show, by any of their names
    #[arg(value_name = "NAME", value_parser = GameName, hide_possible_values = true)]
    names: Vec<String>,
    /// Show the draw rules that count moves too
    #[arg(long)]
    rules: bool,
}

#[derive(Serialize)]
struct GameJson {
    game: &'static str,
    title: &'static str,
    squares: u32,
    rows: u32,
    files: u32,
    /// Who makes the first move.
    begins: &'static str,
    rules: &'static str,
    /// Whether a side without a move has won.
    giveaway: bool,
    /// What of the rules the tables leave out; null if nothing.
    left_out: Option<&'static str>,
    /// The game whose tables it uses, mostly itself.
    tables: &'static str,
    /// Null if PDN has no number for it.
    pdn_game_type: Option<&'static str>,
    names: &'static [&'static str],
    /// Only if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<ClockJson>>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let games: Vec<&Game> = if arguments.names.is_empty() {
        // As text, a giveaway is a line in the entry of its game.
        GAMES.iter().copied().filter(|game| context.json || !game.ending.giveaway).collect()
    } else {
        arguments.names.iter().map(|name| game_name::find(name)).collect::<Result<_, _>>()?
    };
    for (number, game) in games.into_iter().enumerate() {
        if context.json {
            write_json(&to_json(game, arguments.rules), out)?;
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        write(game, out)?;
        if arguments.rules {
            draw_rules::write(game, out)?;
        }
    }
    Ok(Finish::Success)
}

fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}  {}", game.id, game.title)?;
    let mut line = |name: &str, text: &str| writeln!(out, "  {name:<12} {text}");
    let geometry = game.geometry;
    line("board", &format!("{} x {}, {} squares", geometry.files, geometry.rows, geometry.squares()))?;
    line("begins", game.begins.title())?;
    line("rules", game.summary)?;
    if !game.left_out.is_empty() {
        line("left out", game.left_out)?;
    }
    line("PDN GameType", text(game.pdn_game_type).unwrap_or("none"))?;
    if !game.names.is_empty() {
        line("other names", &game.names.join(", "))?;
    }
    if let Some(giveaway) = giveaway_of(game) {
        let names = if giveaway.names.is_empty() { String::new() } else { format!(" ({})", giveaway.names.join(", ")) };
        line("giveaway", &format!("--game {}{names}", giveaway.id))?;
    }
    if game.tables != game.id {
        line("tables", &format!("those of {}", game.tables))?;
    }
    Ok(())
}

/// A text of a game, if it has one.
fn text(text: &'static str) -> Option<&'static str> {
    (!text.is_empty()).then_some(text)
}

fn to_json(game: &Game, rules: bool) -> GameJson {
    GameJson {
        game: game.id,
        title: game.title,
        squares: game.geometry.squares(),
        rows: game.geometry.rows,
        files: game.geometry.files,
        begins: game.begins.name(),
        rules: game.summary,
        giveaway: game.ending.giveaway,
        left_out: text(game.left_out),
        tables: game.tables,
        pdn_game_type: text(game.pdn_game_type),
        names: game.names,
        clocks: rules.then(|| draw_rules::to_json(game)),
    }
}
