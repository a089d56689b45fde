//! Running the program, random games, and games read again.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use petrov::board::Position;
use petrov::rules::{Game, Move, play};
use petrov_cli::pdn::Record;

use crate::tables::Random;

/// What a run of `annotate` left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    /// What was written; bytes that are no UTF-8 stand as U+FFFD.
    pub out: String,
    pub bytes: Vec<u8>,
    pub err: String,
}

impl Ran {
    /// What was written by a run in which nothing was wrong.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
    }
}

/// The command in this folder, with arguments separated by single spaces.
pub fn command(directory: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petrov"));
    command.arg("annotate").args(arguments.split(' ')).current_dir(directory).env_remove("PETROV_PATH");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Annotates a text.
pub fn annotate(directory: &Path, text: impl AsRef<[u8]>, arguments: &str) -> Ran {
    let mut child = command(directory, format!("- {arguments}").trim_end()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.as_ref().to_owned();
    // A program that ends early reads no more of it.
    let writer = std::thread::spawn(move || _ = input.write_all(&text));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        bytes: output.stdout,
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The option for the tables that come with the source.
pub fn tables() -> String {
    format!("--tables {}", Path::new(crate::ROOT).join("tables").display())
}

/// Where a game begins.
pub fn start_of(game: &Game, record: &Record) -> Position {
    record.tag("FEN").map_or_else(|| game.start(), |fen| game.read_fen(fen).unwrap())
}

/// The positions of a game, variations left out, the first one before any move.
pub fn positions(game: &Game, record: &Record) -> Vec<Position> {
    let mut positions = vec![start_of(game, record)];
    for text in record.moves() {
        let at = positions[positions.len() - 1];
        let mv = game.read_move(&at, text).unwrap_or_else(|error| panic!("{text}: {error}: {record:?}"));
        positions.push(play(&at, &mv));
    }
    positions
}

/// A game of legal moves by chance: before each move the position, and the move.
pub fn random_game(game: &Game, mut at: Position, most: usize, random: &mut Random) -> Vec<(Position, Move)> {
    let mut moves = Vec::new();
    while moves.len() < most {
        let legal = game.legal_moves(&at);
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len() as u64) as usize].clone();
        moves.push((at, mv.clone()));
        at = play(&at, &mv);
    }
    moves
}
