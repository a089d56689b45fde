//! Turkish and Armenian draughts, on all squares of the board: docs/games.md has the sources.

use super::super::game::{Choice, Crowning, Ending, Game, Removal, Rules, Steps, Variant};
use crate::board::{Board, Board8x8Full, Color, Direction, Notation};

const ORTHOGONAL: Rules = Rules {
    men: Steps { quiet: Direction::ORTHOGONAL_UP, capture: Direction::ORTHOGONAL_UP },
    kings: Steps { quiet: Direction::ORTHOGONAL, capture: Direction::ORTHOGONAL },
    removal: Removal::AtOnce,
    may_turn_back: false,
    choice: Choice::Most,
    ..Rules::FLYING
};

/// Turkish draughts (dama).
///
/// ```
/// use petrov::rules::{Counting, Turkish, Variant};
///
/// let game = Turkish::GAME;
/// assert_eq!(game.id, "turkish");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 708);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Turkish;

impl Variant for Turkish {
    type Board = Board8x8Full;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "turkish",
        tables: "turkish",
        title: "Turkish draughts (dama)",
        summary: "men go and capture ahead and sideways, kings fly along ranks and files, what is taken leaves the board at once, no half turns; most pieces",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["dama", "turkish-draughts", "30"],
        pdn_game_type: "30,W,8,8,A0,0",
        notation: Notation::letters('x'),
        geometry: Board8x8Full::GEOMETRY,
        rows_of_men: 2,
        rows_behind_men: 1,
        begins: Color::White,
        rules: ORTHOGONAL,
        ending: Ending::PLAIN,
    };
}

/// [`Turkish`] draughts where a man that reaches the last row in a capture goes on as a king.
///
/// ```
/// use petrov::rules::{Counting, TurkishInPassing, Variant};
///
/// let game = TurkishInPassing::GAME;
/// assert_eq!(game.id, "turkish+promote-in-passing");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 708);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TurkishInPassing;

impl Variant for TurkishInPassing {
    type Board = Board8x8Full;
    type Movement = Turkish;
    const GAME: &'static Game = &Game {
        id: "turkish+promote-in-passing",
        tables: "turkish+promote-in-passing",
        title: "Turkish draughts, crowned in passing",
        summary: "as Turkish, but a man that reaches the last row in a capture goes on as a king",
        names: &[],
        rules: Rules { crowning: Crowning::GoesOnAsKing, ..ORTHOGONAL },
        ..*Turkish::GAME
    };
}

/// [`Turkish`] draughts where a side to move that has one man against one king has lost.
pub const TURKISH_KING_BEATS_MAN: &Game = &Game {
    id: "turkish+king-beats-man",
    tables: "turkish+king-beats-man",
    title: "Turkish draughts, a king beats a single man",
    summary: "as Turkish, but a side to move that has one man against one king has lost (6,426 of 7,056 values of KvM change)",
    names: &[],
    ending: Ending { king_beats_man: true, ..Ending::PLAIN },
    ..*Turkish::GAME
};

/// Armenian draughts (tama).
///
/// ```
/// use petrov::rules::{Counting, Armenian, Variant};
///
/// let game = Armenian::GAME;
/// assert_eq!(game.id, "armenian");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 12_174);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Armenian;

impl Variant for Armenian {
    type Board = Board8x8Full;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "armenian",
        tables: "armenian",
        title: "Armenian draughts (tama)",
        summary: "as Turkish, but men also go diagonally ahead and kings also fly diagonally; captures along ranks and files",
        left_out: "",
        left_out_with_kings_and_men: false,
        clocks: &[],
        names: &["tama", "armenian-draughts"],
        pdn_game_type: "",
        notation: Notation::letters('x'),
        geometry: Board8x8Full::GEOMETRY,
        rows_of_men: 2,
        rows_behind_men: 1,
        begins: Color::White,
        rules: Rules {
            men: Steps { quiet: MEN_AND_DIAGONALS, ..ORTHOGONAL.men },
            kings: Steps { quiet: Direction::ALL, ..ORTHOGONAL.kings },
            ..ORTHOGONAL
        },
        ending: Ending::PLAIN,
    };
}

const MEN_AND_DIAGONALS: &[Direction] =
    &[Direction::UpLeft, Direction::UpRight, Direction::Up, Direction::Left, Direction::Right];

/// [`Armenian`] draughts where what is taken stays until the move ends.
///
/// ```
/// use petrov::rules::{Counting, ArmenianRemoveAfter, Variant};
///
/// let game = ArmenianRemoveAfter::GAME;
/// assert_eq!(game.id, "armenian+remove-after");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 12_174);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ArmenianRemoveAfter;

impl Variant for ArmenianRemoveAfter {
    type Board = Board8x8Full;
    type Movement = Armenian;
    const GAME: &'static Game = &Game {
        id: "armenian+remove-after",
        tables: "armenian+remove-after",
        title: "Armenian draughts, removal after the move",
        summary: "as Armenian, but what is taken stays on the board until the move ends",
        names: &[],
        rules: Rules { removal: Removal::AfterTheMove, ..Armenian::GAME.rules },
        ..*Armenian::GAME
    };
}

/// [`Armenian`] draughts where a man that reaches the last row in a capture goes on as a king.
///
/// ```
/// use petrov::rules::{Counting, ArmenianInPassing, Variant};
///
/// let game = ArmenianInPassing::GAME;
/// assert_eq!(game.id, "armenian+promote-in-passing");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 12_174);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ArmenianInPassing;

impl Variant for ArmenianInPassing {
    type Board = Board8x8Full;
    type Movement = Armenian;
    const GAME: &'static Game = &Game {
        id: "armenian+promote-in-passing",
        tables: "armenian+promote-in-passing",
        title: "Armenian draughts, crowned in passing",
        summary: "as Armenian, but a man that reaches the last row in a capture goes on as a king",
        names: &[],
        rules: Rules { crowning: Crowning::GoesOnAsKing, ..Armenian::GAME.rules },
        ..*Armenian::GAME
    };
}

/// Both options of [`Armenian`] draughts.
///
/// ```
/// use petrov::rules::{Counting, ArmenianRemoveAfterInPassing, Variant};
///
/// let game = ArmenianRemoveAfterInPassing::GAME;
/// assert_eq!(game.id, "armenian+promote-in-passing+remove-after");
/// assert_eq!(game.perft(&game.start(), 3, Counting::DistinctMoves), 12_174);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ArmenianRemoveAfterInPassing;

impl Variant for ArmenianRemoveAfterInPassing {
    type Board = Board8x8Full;
    type Movement = Armenian;
    const GAME: &'static Game = &Game {
        id: "armenian+promote-in-passing+remove-after",
        tables: "armenian+promote-in-passing+remove-after",
        title: "Armenian draughts, crowned in passing, removal after the move",
        summary: "as Armenian with both options",
        names: &[],
        rules: Rules { crowning: Crowning::GoesOnAsKing, ..ArmenianRemoveAfter::GAME.rules },
        ..*Armenian::GAME
    };
}
