//! Spanish, Portuguese, Czech and Thai draughts, where kings fly and men capture forward: docs/games.md has the sources.

use super::super::game::{Choice, Crowning, Ending, Game, Landing, Removal, Rules, Steps, Variant};
use super::clocks;
use crate::board::{Board, Board8x8, Color, Corner, Notation};

const FORWARD: Rules = Rules { men: Steps::FORWARD, crowning: Crowning::Ends, ..Rules::FLYING };

/// Spanish draughts.
///
/// ```
/// use petrov::rules::{Counting, Spanish, Variant};
///
/// let game = Spanish::GAME;
/// assert_eq!(game.id, "spanish");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Spanish;

impl Variant for Spanish {
    type Board = Board8x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "spanish",
        tables: "spanish",
        title: "Spanish draughts",
        summary: "men capture forward only, kings fly, the last row ends a capture; most pieces, then most kings",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: clocks::SPANISH,
        names: &["damas", "damas-espanolas", "spanish-draughts", "24"],
        pdn_game_type: "24,W,8,8,N1,1",
        notation: Notation::numbers(Corner::BottomRight, true, 'x'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { choice: Choice::MostThenKings, ..FORWARD },
        ending: Ending::PLAIN,
    };
}

/// Portuguese draughts. It has the rules of [`Spanish`], and so neither a type nor tables.
pub const PORTUGUESE: &Game = &Game {
    id: "portuguese",
    title: "Portuguese draughts",
    clocks: clocks::PORTUGUESE,
    summary: "as Spanish",
    names: &["damas-portuguesas", "portuguese-draughts", "28"],
    pdn_game_type: "28,W,8,8,N1,1",
    ..*Spanish::GAME
};

/// Czech draughts.
///
/// ```
/// use petrov::rules::{Counting, Czech, Variant};
///
/// let game = Czech::GAME;
/// assert_eq!(game.id, "czech");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 302);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Czech;

impl Variant for Czech {
    type Board = Board8x8;
    type Movement = Spanish;
    const GAME: &'static Game = &Game {
        id: "czech",
        tables: "czech",
        title: "Czech draughts",
        summary: "men capture forward only, kings fly, the last row ends a capture; a king captures before a man, else free choice",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["ceska-dama", "czech-draughts", "29"],
        pdn_game_type: "29,W,8,8,A0,0",
        notation: Notation::letters('x'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 3,
        rows_behind_men: 0,
        begins: Color::White,
        rules: Rules { choice: Choice::WithKing, ..FORWARD },
        ending: Ending::PLAIN,
    };
}

/// Thai draughts (makhos).
///
/// ```
/// use petrov::rules::{Counting, Thai, Variant};
///
/// let game = Thai::GAME;
/// assert_eq!(game.id, "thai");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 392);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Thai;

impl Variant for Thai {
    type Board = Board8x8;
    type Movement = Spanish;
    const GAME: &'static Game = &Game {
        id: "thai",
        tables: "thai",
        title: "Thai draughts (makhos)",
        summary: "men capture forward only, kings fly and land directly behind what they take, which leaves the board at once; free choice",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["makhos", "mak-hos", "thai-draughts", "31"],
        pdn_game_type: "31,B,8,8,N2,0",
        notation: Notation::numbers(Corner::BottomRight, false, '-'),
        geometry: Board8x8::GEOMETRY,
        rows_of_men: 2,
        rows_behind_men: 0,
        begins: Color::Black,
        rules: Rules { landing: Landing::Behind, removal: Removal::AtOnce, ..FORWARD },
        ending: Ending::PLAIN,
    };
}

/// [`Thai`] draughts by the source that forbids a capture to go on straight back.
///
/// ```
/// use petrov::rules::{Counting, ThaiNoHalfTurn, Variant};
///
/// let game = ThaiNoHalfTurn::GAME;
/// assert_eq!(game.id, "thai+no-half-turn");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 392);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ThaiNoHalfTurn;

impl Variant for ThaiNoHalfTurn {
    type Board = Board8x8;
    type Movement = Spanish;
    const GAME: &'static Game = &Game {
        id: "thai+no-half-turn",
        tables: "thai+no-half-turn",
        title: "Thai draughts (makhos) without half turns",
        summary: "as Thai, but a capture does not go on straight back",
        names: &["makhos+no-half-turn"],
        rules: Rules { may_turn_back: false, ..Thai::GAME.rules },
        ..*Thai::GAME
    };
}
