//! An independent generator of moves in Python, which is no part of this repository, and its frozen answers.
//!
//! `moves.py GAME succ` reads positions, one a line, and answers each with a line of moves and the positions after them:
//! `22x13:17=B:W13:B11,18 22x8:11,18=B:W8:B17`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};

use petrov::board::Position;
use petrov::rules::{Game, Move};

use super::{Random, RowByRow, lines, path};

/// Where the random positions begin.
const SEED: u64 = 0x5e_ed0f_d1ff;

/// The generator.
pub struct Reference {
    script: String,
}

impl Reference {
    /// The script that the variable PETROV_REFERENCE names.
    pub fn from_environment() -> Option<Reference> {
        let script = std::env::var("PETROV_REFERENCE").ok();
        if script.is_none() {
            println!("skipped: set PETROV_REFERENCE to the path of the reference generator, moves.py");
        }
        script.map(|script| Reference { script })
    }

    /// What the reference answers to these positions.
    fn answers(&self, game: &str, fens: &[String]) -> Vec<String> {
        let mut questions = tempfile::NamedTempFile::new().unwrap();
        let mut writer = BufWriter::new(&mut questions);
        fens.iter().for_each(|fen| writeln!(writer, "{fen}").unwrap());
        writer.flush().unwrap();
        drop(writer);
        let output = Command::new("python3")
            .args([&self.script, game, "succ"])
            .stdin(File::open(questions.path()).unwrap())
            .stderr(Stdio::inherit())
            .output()
            .unwrap_or_else(|error| panic!("python3 {}: {error}", self.script));
        assert!(output.status.success(), "python3 {} {game} succ: {}", self.script, output.status);
        let answers: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
        assert_eq!(answers.len(), fens.len(), "one answer for each position");
        answers
    }

    /// Compares moves and successors of random positions with the answers to them.
    pub fn compare(&self, id: &str, game: &Game, count: usize, legal: impl Fn(&Position) -> Vec<Move>) {
        let board = RowByRow::new(game);
        let fens = questions(game, count);
        let (mut moves, mut captures) = (0, 0);
        for (fen, answer) in fens.iter().zip(self.answers(id, &fens)) {
            let position = board.read(fen);
            let found = legal(&position);
            let mut expected: Vec<&str> = answer.split_whitespace().collect();
            expected.sort();
            assert_eq!(board.write_successors(&position, &found), expected, "{id} {fen}");
            moves += found.len();
            captures += found.iter().filter(|mv| mv.is_capture()).count();
        }
        println!("{id}: {count} positions, {moves} moves, {captures} of them captures: all the same");
    }

    /// Whether a frozen file holds just what the reference answers. If not, writes what it should be.
    pub fn agrees_with_file(&self, name: &str, id: &str, game: &Game, count: usize) -> bool {
        let board = RowByRow::new(game);
        let fens = questions(game, count);
        let mut text = format!(
            "# Moves in {count} random positions ({id}), by the independent generator moves.py; K: a king afterwards.\n\
             # To make it again: PETROV_REFERENCE=moves.py cargo test --release --test core -- --ignored reference\n"
        );
        for (fen, answer) in fens.iter().zip(self.answers(id, &fens)) {
            let moves: Vec<String> = answer.split_whitespace().map(|mv| frozen(mv, board)).collect();
            text += format!("{fen} {}", moves.join(" ")).trim_end();
            text += "\n";
        }
        if std::fs::read_to_string(path(name)).is_ok_and(|known| known == text) {
            return true;
        }
        let rewritten = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&rewritten, text).unwrap();
        println!("tests/data/{name} is not what the reference answers; that is now in {rewritten}");
        false
    }
}

/// Random positions, the same every time.
fn questions(game: &Game, count: usize) -> Vec<String> {
    let mut random = Random(SEED);
    (0..count).map(|_| RowByRow::new(game).write(&random.position(game))).collect()
}

/// A move of an answer as the frozen files write it: `22x8:11,18=B:WK8:B17` is `22x8K:11,18`.
fn frozen(successor: &str, board: RowByRow) -> String {
    let (mv, fen) = successor.split_once('=').unwrap();
    let (squares, captured) = mv.split_once(':').map_or((mv, String::new()), |(mv, taken)| (mv, format!(":{taken}")));
    let to = squares.split(['-', 'x']).next_back().unwrap();
    let mark = if board.read(fen).piece(board.square(to)).unwrap().king { "K" } else { "" };
    format!("{squares}{mark}{captured}")
}

/// Compares the moves with a frozen file; returns how many positions it has.
pub fn check_frozen(name: &str, game: &Game, legal: impl Fn(&Position) -> Vec<Move>) -> usize {
    let board = RowByRow::new(game);
    let lines = lines(name);
    for line in &lines {
        let (fen, answer) = line.split_once(' ').unwrap_or((line, ""));
        let mut expected: Vec<&str> = answer.split_whitespace().collect();
        expected.sort();
        let moves = legal(&board.read(fen));
        let mut found: Vec<String> =
            moves.iter().map(|mv| board.write_move(mv, if mv.king { "K" } else { "" })).collect();
        found.sort();
        assert_eq!(found, expected, "{fen}");
    }
    lines.len()
}
