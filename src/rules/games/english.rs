//! English and Italian draughts, where kings go one step: docs/games.md has the sources.

use super::super::game::{Choice, Ending, Game, Rules, Variant};
use super::clocks;
use crate::board::{Board, Board8x8, Color, Corner, Notation};

/// English draughts, American checkers.
///
/// ```
/// use petrov::rules::{Counting, English, Variant};
///
/// let game = English::GAME;
/// assert_eq!(game.id, "english");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct English;

impl Variant for English {
    type Board = Board8x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "english",
        tables: "english",
        title: "English draughts (checkers)",
        summary: "men and kings go one step, men capture forward only, the last row ends a capture, free choice of capture",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::ENGLISH,
        names: &["checkers", "american", "american-checkers", "english-draughts", "straight-checkers", "21"],
        pdn_game_type: "21,B,8,8,N1,0",
        notation: Notation::numbers(Corner::TopLeft, false, 'x'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::Black,
        rules: Rules::SHORT,
        ending: Ending::PLAIN,
    };
}

/// Italian draughts.
///
/// ```
/// use petrov::rules::{Counting, Italian, Variant};
///
/// let game = Italian::GAME;
/// assert_eq!(game.id, "italian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Italian;

impl Variant for Italian {
    type Board = Board8x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "italian",
        tables: "italian",
        title: "Italian draughts",
        summary: "as English on the mirrored board; men do not take kings; most pieces, then with a king, then most kings, then kings earliest",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::ITALIAN,
        names: &["dama-italiana", "italian-draughts", "22"],
        pdn_game_type: "22,W,8,8,N2,1",
        notation: Notation::numbers(Corner::TopLeft, true, 'x'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { men_take_kings: false, choice: Choice::Italian, ..Rules::SHORT },
        ending: Ending::PLAIN,
    };
}
