//! Games that are in no list, as any crate can make them.

use petrov::board::Board8x8;
use petrov::rules::{Crowning, Game, Rules, Russian, Variant};

/// American pool as far as the generator is concerned: not in the list of games, as any crate can make one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pool;

impl Variant for Pool {
    type Board = Board8x8;
    const GAME: &'static Game = &Game {
        id: "made-up-pool",
        rules: Rules { crowning: Crowning::GoesOnAsMan, ..Russian::GAME.rules },
        ..*Russian::GAME
    };
}

/// English draughts as far as the generator is concerned.
#[derive(Clone, Copy, Debug, Default)]
pub struct English;

impl Variant for English {
    type Board = Board8x8;
    const GAME: &'static Game = &Game {
        id: "made-up-english",
        rules: Rules {
            men_capture_backwards: false,
            kings_fly: false,
            crowning: Crowning::Ends,
            ..Russian::GAME.rules
        },
        ..*Russian::GAME
    };
}
