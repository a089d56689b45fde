//! Pool checkers, the same on the mirrored board, and Ghanaian draughts: docs/games.md has the sources.

use super::super::game::{Ending, Game, Rules, Variant};
use super::clocks;
use super::international::International;
use super::russian::Russian;
use crate::board::{Board, Board8x8, Board10x10, Color, Corner, Notation};

/// American pool checkers.
///
/// ```
/// use petrov::rules::{Counting, Pool, Variant};
///
/// let game = Pool::GAME;
/// assert_eq!(game.id, "pool");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Pool;

impl Variant for Pool {
    type Board = Board8x8;
    type Movement = Russian;
    const GAME: &'static Game = &Game {
        id: "pool",
        tables: "pool",
        title: "Pool checkers",
        summary: "men capture backwards, kings fly, a man that passes the last row in a capture goes on as a man, free choice of capture",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::POOL,
        names: &["american-pool", "pool-checkers", "23"],
        pdn_game_type: "23,B,8,8,N1,0",
        notation: Notation::numbers(Corner::TopLeft, false, 'x'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::Black,
        rules: Rules::FLYING,
        ending: Ending::PLAIN,
    };
}

/// Jamaican draughts: pool on the mirrored board. It has the rules of [`Pool`], and so neither a type nor tables.
pub const JAMAICAN: &Game = &Game {
    id: "jamaican",
    title: "Jamaican draughts",
    clocks: &[],
    summary: "as pool, on the mirrored board",
    names: &["jamaican-draughts"],
    pdn_game_type: "23,B,8,8,A1,1",
    notation: Notation { algebraic: true, first: Corner::TopLeft, a1: Corner::TopLeft, mirrored: true, capture: 'x' },
    ..*Pool::GAME
};

/// Ghanaian draughts (damii).
///
/// ```
/// use petrov::rules::{Counting, Ghanaian, Variant};
///
/// let game = Ghanaian::GAME;
/// assert_eq!(game.id, "ghanaian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 658);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ghanaian;

impl Variant for Ghanaian {
    type Board = Board10x10;
    type Movement = International;
    const GAME: &'static Game = &Game {
        id: "ghanaian",
        tables: "ghanaian",
        title: "Ghanaian draughts (damii)",
        summary: "as pool on ten by ten; a side with one piece has lost",
        left_out: "penalties for an overlooked capture (huffing)",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["damii", "ghana"],
        pdn_game_type: "",
        notation: Notation::numbers(Corner::TopLeft, true, 'x'),
        geometry: Board10x10::GEOMETRY,
        rows_of_men: 4,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules::FLYING,
        ending: Ending { fewest_pieces: 2, ..Ending::PLAIN },
    };
}
