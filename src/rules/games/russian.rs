//! Russian draughts and the same rules on 80 cells: docs/games.md has the sources.

use super::super::game::{Crowning, Ending, Game, Rules, Variant};
use super::clocks;
use crate::board::{Board, Board8x8, Board10x8, Color, Notation};

/// Russian draughts ("classical", draughts-64, and its flying and diagonal starts).
///
/// ```
/// use petrov::rules::{Counting, Russian, Variant};
///
/// let game = Russian::GAME;
/// assert_eq!(game.id, "russian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Russian;

impl Variant for Russian {
    type Board = Board8x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "russian",
        tables: "russian",
        title: "Russian draughts",
        summary: "men capture backwards, kings fly, a man crowned in a capture goes on as a king, free choice of capture",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::RUSSIAN,
        names: &[
            "draughts-64",
            "draughts64",
            "shashki",
            "russian-draughts",
            "flying",
            "flying-starts",
            "diagonal",
            "25",
        ],
        pdn_game_type: "25,W,8,8,A0,0",
        notation: Notation::letters(':'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { crowning: Crowning::GoesOnAsKing, ..Rules::FLYING },
        ending: Ending::PLAIN,
    };
}

/// 80-cell draughts (Spantsiretti): Russian draughts on ten files.
///
/// ```
/// use petrov::rules::{Counting, EightyCell, Variant};
///
/// let game = EightyCell::GAME;
/// assert_eq!(game.id, "80-cell");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 658);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EightyCell;

impl Variant for EightyCell {
    type Board = Board10x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "80-cell",
        tables: "80-cell",
        title: "80-cell draughts (Spantsiretti)",
        summary: "as Russian, on ten files and eight rows",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["spantsiretti", "spantsireti", "80-cells", "41"],
        pdn_game_type: "41,W,10,8,A0,0",
        notation: Notation::letters(':'),
        geometry: Board10x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { crowning: Crowning::GoesOnAsKing, ..Rules::FLYING },
        ending: Ending::PLAIN,
    };
}
