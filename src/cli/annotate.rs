//! `annotate`: games written back with what the tables say of their positions.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::context::Context;
use super::failure::{Failure, Finish};
use super::words;
use crate::board::Position;
use crate::pdn::{Item, Record, read, write};
use crate::probe::{Outcome, ProbeError, RatedMove, Tablebase, Value};
use crate::rules::{Game, Move, play};

/// Write games back with what the tables say of every position within reach
///
/// Reads PDN of every kind (`-` is standard input) and writes PDN 3.0. Behind a move that led to a position of the tables stands who
/// wins, and in how many moves. A move that gave away a win or a draw gets a mark ($2, or $4 if it lost what was won) and the move
/// that would have kept it; the one move that kept it gets $7. What stood there already stays.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov annotate game.pdn > annotated.pdn
  petrov annotate --game international games.pdn --tables /data/tables")]
pub(super) struct Arguments {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// The mark of a mistake, of one that lost a won game, and of the only move.
const MISTAKE: u8 = 2;
const BLUNDER: u8 = 4;
const ONLY_MOVE: u8 = 7;

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (tablebase, _) = context.tablebase()?;
    for path in &arguments.files {
        let text = text_of(path)?;
        let name = path.display();
        for game in read(&text).map_err(|error| Failure::new(format!("{name}: {error}")))? {
            let annotated =
                annotate(&tablebase, context, &game).map_err(|error| Failure::new(format!("{name}: {error}")))?;
            out.write_all(write(&annotated).as_bytes())?;
        }
    }
    Ok(Finish::Success)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::new(format!("{}: cannot be read: {error}", path.display())))?;
    // Names of players in older encodings are no reason to refuse a game.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().iter().map(|&byte| char::from(byte)).collect()))
}

fn annotate(tablebase: &Tablebase, context: &Context, record: &Record) -> Result<Record, String> {
    let game = tablebase.game();
    if let Some(other) = record.tag("GameType").filter(|text| !is_of(game, text)) {
        let line = record.line;
        return Err(format!("line {line}: the game is of GameType {other}, and --game is {}", game.id));
    }
    let start = match record.tag("FEN") {
        Some(fen) => context.read_fen(fen).map_err(|error| format!("line {}: FEN: {error}", record.line))?,
        None => game.start(),
    };
    start.validate(game.geometry).map_err(|error| format!("line {}: FEN: {error}", record.line))?;
    let mut items = Vec::new();
    Annotator { tablebase, context, start }.items(&record.items, start, None, &mut items)?;
    Ok(Record { items, ..record.clone() })
}

/// Whether the number of a GameType is that of the game.
fn is_of(game: &Game, text: &str) -> bool {
    let number = |text: &str| text.split(',').next().unwrap_or("").trim().to_owned();
    game.pdn_game_type.is_empty() || number(text) == number(game.pdn_game_type)
}

struct Annotator<'a> {
    tablebase: &'a Tablebase,
    context: &'a Context,
    /// Where the game began.
    start: Position,
}

impl Annotator<'_> {
    /// Goes through moves from a position; `before` is the one before the last move, where variations begin.
    fn items(
        &self,
        items: &[Item],
        mut at: Position,
        mut before: Option<Position>,
        to: &mut Vec<Item>,
    ) -> Result<(), String> {
        let game = self.tablebase.game();
        for item in items {
            match item {
                Item::Move { text, line } if text.starts_with(['-', '.']) => {
                    return Err(format!("line {line}: {text} is a move that only passes"));
                }
                Item::Move { text, line } => {
                    let mv = game.read_move(&at, text);
                    let mv = mv.map_err(|error| {
                        format!("line {line}: {text}: {error} (the position is {})", game.write_fen(&at))
                    })?;
                    to.push(item.clone());
                    self.judge(&at, &mv, to).map_err(|error| format!("line {line}: {error}"))?;
                    before = Some(at);
                    at = play(&at, &mv);
                }
                Item::Setup(fen) => {
                    at = self.context.read_fen(fen).map_err(|error| format!("FEN {fen:?}: {error}"))?;
                    before = None;
                    to.push(item.clone());
                }
                Item::Variation(items) => {
                    let mut variation = Vec::new();
                    self.items(items, before.unwrap_or(self.start), None, &mut variation)?;
                    to.push(Item::Variation(variation));
                }
                other => to.push(other.clone()),
            }
        }
        Ok(())
    }

    /// What the tables say of a move.
    fn judge(&self, at: &Position, mv: &Move, to: &mut Vec<Item>) -> Result<(), String> {
        let after = play(at, mv);
        let outcome = match self.tablebase.probe(&after) {
            Ok(outcome) => outcome,
            Err(ProbeError::Missing { .. } | ProbeError::Material(_)) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        let verdict = words::verdict(after.turn, &outcome);
        let rated = self.tablebase.moves(at).unwrap_or_default();
        let kept = outcome.one_ply_before();
        match rated.first() {
            Some(best) if best.outcome.value > kept.value => {
                to.push(Item::Nag(mark(best.outcome, kept)));
                to.push(Item::Comment(format!("{verdict}; {}", self.better(at, best))));
            }
            _ => {
                if self.tablebase.only_move(at).ok().flatten().is_some_and(|only| only.mv.same(mv)) && rated.len() > 1 {
                    to.push(Item::Nag(ONLY_MOVE));
                }
                to.push(Item::Comment(verdict));
            }
        }
        Ok(())
    }

    fn better(&self, at: &Position, best: &RatedMove) -> String {
        let text = self.tablebase.game().move_text(&best.mv);
        format!("{text}: {}", words::verdict(at.turn, &best.outcome))
    }
}

fn mark(best: Outcome, kept: Outcome) -> u8 {
    if (best.value, kept.value) == (Value::Win, Value::Loss) { BLUNDER } else { MISTAKE }
}
