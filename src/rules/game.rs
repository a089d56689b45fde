//! What a game is: one constant of data, and the type that carries it through generic code.

use crate::board::{Board, Color, Geometry, Notation, Position};

/// Where a flying king may stop behind the last piece that it took in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square, but on one from where the capture goes on if there is one.
    MustContinue,
    /// On any free square.
    Free,
}

/// What becomes of a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is a king at once and goes on as a king.
    GoesOnAsKing,
    /// It goes on as a man, and is crowned only if the capture ends on the last row.
    GoesOnAsMan,
    /// The move ends there.
    Ends,
}

/// The rules in which the games differ. Common to all: two players, capture is compulsory and must be completed,
/// a multiple capture is one move, own pieces may not be jumped, captured pieces leave the board after the move and
/// may not be jumped twice, and a side without a move has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Men capture backwards too.
    pub men_capture_backwards: bool,
    /// Kings move and capture over any distance.
    pub kings_fly: bool,
    /// Where flying kings may stop.
    pub landing: Landing,
    /// What happens on the last row during a capture.
    pub crowning: Crowning,
}

/// A game: everything that sets it apart, as data.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name in commands, folders and files.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules in one line.
    pub summary: &'static str,
    /// Other names that mean this game.
    pub names: &'static [&'static str],
    /// The value of the PDN tag GameType.
    pub pdn_game_type: &'static str,
    /// How squares and moves are written.
    pub notation: Notation,
    /// The board.
    pub geometry: Geometry,
    /// Rows of men on each side at the start.
    pub rows_of_men: u32,
    /// Who begins.
    pub begins: Color,
    /// The rules.
    pub rules: Rules,
}

impl Game {
    /// The position at the start of the game.
    pub fn start(&self) -> Position {
        let men = (1_u128 << (self.rows_of_men * self.geometry.squares_per_row())) - 1;
        let up = self.geometry.squares() - men.count_ones();
        Position { turn: self.begins, white_men: men, white_kings: 0, black_men: men << up, black_kings: 0 }
    }
}

/// A game as a type, so that code compiled for it has the rules as constants. The type itself holds nothing.
///
/// A new game is one such type with its constant, and its name in the list in `rules/mod.rs`.
pub trait Variant: Copy + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The board that it is played on.
    type Board: Board;
    /// What the game is.
    const GAME: &'static Game;
}

/// The word that holds a set of squares of the game's board.
pub type BitsOf<V> = <<V as Variant>::Board as Board>::Bits;
