//! Russian draughts ("classical", draughts-64 and its other starts): rules.md section B.

use super::game::{Crowning, Game, Landing, Rules, Variant};
use crate::board::{Board, Board8x8, Color, Corner, Notation};

/// Russian draughts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Russian;

impl Variant for Russian {
    type Board = Board8x8;
    const GAME: &'static Game = &Game {
        id: "russian",
        title: "Russian draughts",
        summary: "men capture backwards, kings fly, a man crowned in a capture goes on as a king, free choice of capture",
        names: &["draughts-64", "draughts64", "shashki", "russian-draughts", "flying", "diagonal", "25"],
        pdn_game_type: "25,W,8,8,A0,0",
        notation: Notation { algebraic: true, first: Corner::TopLeft, mirrored: false, capture: ':' },
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        begins: Color::White,
        rules: Rules {
            men_capture_backwards: true,
            kings_fly: true,
            landing: Landing::MustContinue,
            crowning: Crowning::GoesOnAsKing,
        },
    };
}
