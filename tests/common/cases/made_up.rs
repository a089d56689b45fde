//! Games that are in no list, as any crate can make them.

use petrov::board::{Board, Board8x8, Board10x10};
use petrov::rules::{Choice, Crowning, Ending, Game, Landing, Removal, Rules, Russian, Steps, Variant};

/// A game with rules that no game of the list has: one constant, and everything else works.
#[derive(Clone, Copy, Debug, Default)]
pub struct MadeUp;

impl Variant for MadeUp {
    type Board = Board8x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "made-up",
        tables: "made-up",
        title: "A made-up game",
        rules: Rules {
            men: Steps::FORWARD,
            landing: Landing::Behind,
            crowning: Crowning::GoesOnAsKing,
            removal: Removal::AtOnce,
            may_turn_back: false,
            choice: Choice::MostThenKings,
            ..Rules::FLYING
        },
        ending: Ending { giveaway: true, ..Ending::PLAIN },
        ..*Russian::GAME
    };
}

/// A game that differs from one of the list in its board alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct LargeRussian;

impl Variant for LargeRussian {
    type Board = Board10x10;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "large-russian",
        tables: "large-russian",
        geometry: Board10x10::GEOMETRY,
        rows_of_men: 4,
        ..*Russian::GAME
    };
}
