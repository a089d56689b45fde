//! International draughts and its relatives, where most must be taken: docs/games.md has the sources.

use super::super::game::{Choice, Ending, Game, Landing, Rules, Steps, Variant};
use super::clocks;
use super::russian::Russian;
use crate::board::{Board, Board8x8, Board10x10, Board12x12, Color, Corner, Direction, Notation};

/// International draughts.
///
/// ```
/// use petrov::rules::{Counting, International, Variant};
///
/// let game = International::GAME;
/// assert_eq!(game.id, "international");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 658);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct International;

impl Variant for International {
    type Board = Board10x10;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "international",
        tables: "international",
        title: "International draughts",
        summary: "men capture backwards, kings fly, a man that passes the last row in a capture goes on as a man; most pieces",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::INTERNATIONAL,
        names: &["polish", "dames", "dammen", "draughts-100", "100", "international-draughts", "10x10", "20", "99"],
        pdn_game_type: "20,W,10,10,N2,0",
        notation: Notation::numbers(Corner::TopLeft, false, 'x'),
        geometry: Board10x10::GEOMETRY,
        rows_of_men: 4,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { choice: Choice::Most, ..Rules::FLYING },
        ending: Ending::PLAIN,
    };
}

/// Brazilian draughts: International draughts on 32 squares.
///
/// ```
/// use petrov::rules::{Counting, Brazilian, Variant};
///
/// let game = Brazilian::GAME;
/// assert_eq!(game.id, "brazilian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Brazilian;

impl Variant for Brazilian {
    type Board = Board8x8;
    type Movement = Russian;
    const GAME: &'static Game = &Game {
        id: "brazilian",
        tables: "brazilian",
        title: "Brazilian draughts",
        summary: "as International, on eight by eight",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::BRAZILIAN,
        names: &["damas-brasileiras", "brazilian-draughts", "26"],
        pdn_game_type: "26,W,8,8,A0,0",
        notation: Notation::letters('x'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::White,
        rules: International::GAME.rules,
        ending: Ending::PLAIN,
    };
}

/// Canadian draughts: International draughts on 72 squares.
///
/// ```
/// use petrov::rules::{Counting, Canadian, Variant};
///
/// let game = Canadian::GAME;
/// assert_eq!(game.id, "canadian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 1_222);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Canadian;

impl Variant for Canadian {
    type Board = Board12x12;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "canadian",
        tables: "canadian",
        title: "Canadian draughts",
        summary: "as International, on twelve by twelve",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::INTERNATIONAL,
        names: &["12x12", "canadian-draughts", "27"],
        pdn_game_type: "27,W,12,12,N2,0",
        notation: Notation::numbers(Corner::TopLeft, false, 'x'),
        geometry: Board12x12::GEOMETRY,
        rows_of_men: 5,
        rows_behind_men: 0,
        begins: Color::White,
        rules: International::GAME.rules,
        ending: Ending::PLAIN,
    };
}

/// Killer draughts.
///
/// ```
/// use petrov::rules::{Counting, Killer, Variant};
///
/// let game = Killer::GAME;
/// assert_eq!(game.id, "killer");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 658);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Killer;

impl Variant for Killer {
    type Board = Board10x10;
    type Movement = International;
    const GAME: &'static Game = &Game {
        id: "killer",
        tables: "killer",
        title: "Killer draughts",
        summary: "as International, but a king whose last captured piece is a king stops directly behind it",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["killer-draughts"],
        pdn_game_type: "",
        notation: Notation::numbers(Corner::TopLeft, false, 'x'),
        geometry: Board10x10::GEOMETRY,
        rows_of_men: 4,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { landing: Landing::BehindLastKing, ..International::GAME.rules },
        ending: Ending::PLAIN,
    };
}

/// Frisian draughts.
///
/// ```
/// use petrov::rules::{Counting, Frisian, Variant};
///
/// let game = Frisian::GAME;
/// assert_eq!(game.id, "frisian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 658);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Frisian;

impl Variant for Frisian {
    type Board = Board10x10;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "frisian",
        tables: "frisian",
        title: "Frisian draughts",
        summary: "as International, but captures go in eight directions and by value: n kings count for less than 2n men and more than 2n - 1; then with a king",
        left_out: "art. 17: a side with kings and men may move the same king three times in a row at most",
        left_out_with_kings_and_men: true,
        clocks: clocks::FRISIAN,
        names: &["frysk", "frisian-draughts", "40", "97"],
        pdn_game_type: "40,W,10,10,N2,0",
        notation: Notation::numbers(Corner::TopLeft, false, 'x'),
        geometry: Board10x10::GEOMETRY,
        rows_of_men: 4,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules {
            men: Steps { quiet: Direction::DIAGONAL_UP, capture: Direction::ALL },
            kings: Steps { quiet: Direction::DIAGONAL, capture: Direction::ALL },
            choice: Choice::MostValue,
            ..Rules::FLYING
        },
        ending: Ending::PLAIN,
    };
}

/// Breakthrough: International draughts where the first king wins. It has the moves of [`International`].
pub const BREAKTHROUGH: &Game = &Game {
    id: "breakthrough",
    tables: "breakthrough",
    title: "Breakthrough",
    clocks: &[],
    summary: "as International, but the side that first gets a king has won",
    names: &["breakthrough-10x10", "96"],
    pdn_game_type: "",
    ending: Ending { king_wins: true, ..Ending::PLAIN },
    ..*International::GAME
};

/// The same on 32 squares, with the moves of [`Brazilian`].
pub const BREAKTHROUGH_8X8: &Game = &Game {
    id: "breakthrough-8x8",
    tables: "breakthrough-8x8",
    title: "Breakthrough on 8x8",
    clocks: &[],
    summary: "as Brazilian, but the side that first gets a king has won",
    names: &["breakthrough-64"],
    pdn_game_type: "",
    ending: Ending { king_wins: true, ..Ending::PLAIN },
    ..*Brazilian::GAME
};
