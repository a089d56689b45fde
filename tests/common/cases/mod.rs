//! Positions and moves as the files of `tests/data` write them, and random positions to compare programs on.
// Every test uses a part of this.
#![allow(dead_code)]

pub mod made_up;
pub mod reference;

use petrov::board::{Color, Corner, Geometry, Notation, Piece, Position, parse_fen, write_fen};
use petrov::rules::{Game, Move, play};

/// The path of a file of `tests/data`.
pub fn path(name: &str) -> String {
    format!("{}/tests/data/{name}", crate::ROOT)
}

/// The lines of a file of `tests/data` that are no comments.
pub fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// A board whose squares are numbered row by row from the top left.
#[derive(Clone, Copy)]
pub struct RowByRow {
    geometry: Geometry,
    notation: Notation,
}

impl RowByRow {
    pub fn new(game: &Game) -> RowByRow {
        let mirrored = game.notation.mirrored;
        let notation =
            Notation { algebraic: false, first: Corner::TopLeft, a1: Corner::BottomLeft, mirrored, capture: 'x' };
        RowByRow { geometry: game.geometry, notation }
    }

    pub fn read(&self, fen: &str) -> Position {
        parse_fen(fen, self.geometry, &self.notation).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    pub fn write(&self, position: &Position) -> String {
        write_fen(position, self.geometry, &self.notation)
    }

    /// The square with this number.
    pub fn square(&self, number: &str) -> u32 {
        self.notation.square_by_number(number.parse().unwrap(), self.geometry).unwrap()
    }

    /// A move as `22-18` or, with the captured squares in ascending order, `22x8:11,18`; `mark` stands behind the
    /// square where it ends.
    pub fn write_move(&self, mv: &Move, mark: &str) -> String {
        let number = |square: u32| self.notation.number(square, self.geometry);
        let mut captured: Vec<u32> =
            (0..self.geometry.squares()).filter(|square| mv.captured >> square & 1 != 0).map(number).collect();
        captured.sort();
        let captured: Vec<String> = captured.iter().map(u32::to_string).collect();
        let (sign, colon) = if mv.is_capture() { ("x", ":") } else { ("-", "") };
        format!("{}{sign}{}{mark}{colon}{}", number(mv.from), number(mv.to), captured.join(","))
    }

    /// The moves of a position and the positions after them, sorted: `22x8:11,18=B:W8:B17`.
    pub fn write_successors(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        let successor = |mv: &Move| format!("{}={}", self.write_move(mv, ""), self.write(&play(position, mv)));
        let mut successors: Vec<String> = moves.iter().map(successor).collect();
        successors.sort();
        successors
    }
}

/// A small source of random numbers (xorshift), the same on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// A number of a range, its end included.
    pub fn between(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(u64::from(to - from + 1)) as u32
    }

    /// A position of 2 pieces up to as many as the game begins with, at least one on each side and none with more than
    /// at the start. The share of kings differs from position to position, and either side is to move.
    pub fn position(&mut self, game: &Game) -> Position {
        let side_max = game.rows_of_men * game.geometry.squares_per_row();
        let pieces = self.between(2, 2 * side_max);
        let white = self.between(pieces.saturating_sub(side_max).max(1), side_max.min(pieces - 1));
        let percent_kings = self.below(101);
        let turn = if self.below(2) == 0 { Color::White } else { Color::Black };
        let mut position = Position::empty(turn);
        for number in 0..pieces {
            let color = if number < white { Color::White } else { Color::Black };
            let king = self.below(100) < percent_kings;
            // Drawn again where a piece stands already or a man would be a king.
            loop {
                let square = self.below(u64::from(game.geometry.squares())) as u32;
                let row = game.geometry.row_and_file(square).0;
                let crowned = row == if color == Color::White { game.geometry.rows - 1 } else { 0 };
                if position.piece(square).is_none() && (king || !crowned) {
                    position.place(square, Piece { color, king });
                    break;
                }
            }
        }
        position
    }
}
