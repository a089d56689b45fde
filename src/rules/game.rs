//! What a game is: one constant of data, and the type that carries its rules through generic code.

use super::clock::Clock;
use super::movement::Movement;
use crate::board::{Board, Color, Direction, Geometry, Notation, Position, Side};

/// Where a flying king may stop behind the last piece that it took in one direction.
///
/// ```
/// use petrov::rules::{Landing, game};
///
/// assert_eq!(game("russian").unwrap().rules.landing, Landing::Anywhere);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square, but on one from where the capture goes on if there is one. (Where most pieces must be taken
    /// the condition changes nothing.)
    Anywhere,
    /// As [`Landing::Anywhere`], but directly behind a king that is the last piece taken.
    BehindLastKing,
    /// On the square directly behind.
    Behind,
}

/// What becomes of a man that reaches the last row in the middle of a capture.
///
/// ```
/// use petrov::rules::{Crowning, game};
///
/// assert_eq!(game("russian").unwrap().rules.crowning, Crowning::GoesOnAsKing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is a king at once and goes on as a king.
    GoesOnAsKing,
    /// It goes on as a man, and is crowned only if the capture ends on the last row.
    GoesOnAsMan,
    /// The move ends there.
    Ends,
}

/// When captured pieces leave the board.
///
/// ```
/// use petrov::rules::{Removal, game};
///
/// assert_eq!(game("russian").unwrap().rules.removal, Removal::AfterTheMove);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// After the move: until then they stand in the way, and cannot be taken again.
    AfterTheMove,
    /// As they are taken: their squares are free for the rest of the move.
    AtOnce,
}

/// Which of several captures must be chosen.
///
/// ```
/// use petrov::rules::{Choice, game};
///
/// assert_eq!(game("russian").unwrap().rules.choice, Choice::Free);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Any.
    Free,
    /// One with a king, if a king can capture.
    WithKing,
    /// One that takes most pieces.
    Most,
    /// One that takes most pieces, and of these most kings.
    MostThenKings,
    /// One that takes most pieces; of these one with a king; of these most kings; of these the one that meets a king
    /// earliest, compared along the whole sequence.
    Italian,
    /// One that takes most value, and of these one with a king. Kings are worth less than two men, but `n` kings more
    /// than `2n - 1` men.
    MostValue,
}

/// In which directions a kind of piece moves.
///
/// ```
/// use petrov::board::Direction;
/// use petrov::rules::Steps;
///
/// assert_eq!(Steps::FORWARD.quiet, Direction::DIAGONAL_UP);
/// assert_eq!(Steps::FORWARD_CAPTURING_BACK.capture, Steps::DIAGONAL.capture);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Without capture.
    pub quiet: &'static [Direction],
    /// In a capture. Kings capture at least in the directions of men.
    pub capture: &'static [Direction],
}

impl Steps {
    /// One step diagonally forward, with and without capture.
    pub const FORWARD: Steps = Steps { quiet: Direction::DIAGONAL_UP, capture: Direction::DIAGONAL_UP };
    /// One step diagonally forward; captures backwards too.
    pub const FORWARD_CAPTURING_BACK: Steps = Steps { quiet: Direction::DIAGONAL_UP, capture: Direction::DIAGONAL };
    /// Along the diagonals.
    pub const DIAGONAL: Steps = Steps { quiet: Direction::DIAGONAL, capture: Direction::DIAGONAL };

    /// Whether a quiet move may leave a piece in its row.
    pub(super) const fn go_sideways(&self) -> bool {
        let mut number = 0;
        while number < self.quiet.len() {
            if !self.quiet[number].changes_row() {
                return true;
            }
            number += 1;
        }
        false
    }
}

/// How pieces move and capture. Common to all games: capture is compulsory and must be completed, a multiple capture is
/// one move, own pieces may not be jumped.
///
/// ```
/// use petrov::rules::{Choice, Rules, game};
///
/// // The rules of Italian draughts differ from the English ones in two things.
/// let italian = Rules { men_take_kings: false, choice: Choice::Italian, ..Rules::SHORT };
/// assert_eq!(italian, game("italian").unwrap().rules);
/// assert!(Rules::FLYING.kings_fly && !Rules::SHORT.kings_fly);
/// assert!(!Rules::SHORT.men_step_sideways() && game("turkish").unwrap().rules.men_step_sideways());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How men move.
    pub men: Steps,
    /// How kings move.
    pub kings: Steps,
    /// Kings move and capture over any distance.
    pub kings_fly: bool,
    /// Men may take kings.
    pub men_take_kings: bool,
    /// Where flying kings may stop.
    pub landing: Landing,
    /// What happens on the last row during a capture.
    pub crowning: Crowning,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// A capture may go on in the direction straight back.
    pub may_turn_back: bool,
    /// Which of several captures must be chosen.
    pub choice: Choice,
}

impl Rules {
    /// Men go forward and capture backwards too, kings fly, any capture may be chosen: the rules of pool, with which
    /// those of most games are compared.
    pub const FLYING: Rules = Rules {
        men: Steps::FORWARD_CAPTURING_BACK,
        kings: Steps::DIAGONAL,
        kings_fly: true,
        men_take_kings: true,
        landing: Landing::Anywhere,
        crowning: Crowning::GoesOnAsMan,
        removal: Removal::AfterTheMove,
        may_turn_back: true,
        choice: Choice::Free,
    };

    /// Men go and capture forward, kings too go one step, any capture may be chosen: the rules of English draughts.
    pub const SHORT: Rules = Rules { men: Steps::FORWARD, kings_fly: false, crowning: Crowning::Ends, ..Rules::FLYING };

    /// # Panics
    /// If the generator or the solver cannot play these rules on this board.
    pub(super) fn check(&self, geometry: Geometry) {
        let all_of = |some: &[Direction], others: &[Direction]| some.iter().all(|direction| direction.is_in(others));
        assert!(all_of(self.men.capture, self.kings.capture), "kings capture at least in the directions of men");
        let back = |direction: &&Direction| {
            direction.opposite().is_in(&[Direction::UpLeft, Direction::UpRight, Direction::Up])
        };
        assert!(!self.men.quiet.iter().any(|direction| back(&direction)), "men move back only in a capture");
        let mirrored = |direction: &Direction| direction.opposite().is_in(self.kings.quiet);
        assert!(self.kings.quiet.iter().all(mirrored), "kings can move back where they came from");
        let small = geometry.full && geometry.rows <= 8;
        assert!(!self.men_step_sideways() || small, "men step sideways only on a full board of at most eight rows");
    }

    /// Whether men have quiet moves that leave them in their row.
    pub const fn men_step_sideways(&self) -> bool {
        self.men.go_sideways()
    }
}

/// How a game ends. Common to all: a side to move that has no move, and so one without pieces, is at the end of the game.
///
/// ```
/// use petrov::board::Side;
/// use petrov::rules::{Ending, game};
///
/// let (king, man) = (Side { kings: 1, men: 0 }, Side { kings: 0, men: 1 });
/// assert_eq!(game("russian").unwrap().ending, Ending::PLAIN);
/// assert_eq!(Ending::PLAIN.decided(king, man), None);
/// assert!(Ending::PLAIN.is_open(king, man));
/// // In Breakthrough the first king wins.
/// assert_eq!(game("breakthrough").unwrap().ending.decided(king, man), Some(true));
/// assert!(!game("breakthrough").unwrap().ending.is_open(king, man));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The side without a move has won (giveaway); otherwise it has lost.
    pub giveaway: bool,
    /// A side with fewer pieces than this has lost.
    pub fewest_pieces: u32,
    /// A side that gets a king has won.
    pub king_wins: bool,
    /// A side to move that has one man against one king has lost, even if it could take the king.
    pub king_beats_man: bool,
}

impl Ending {
    /// The game ends where a side has no move, which has lost.
    pub const PLAIN: Ending = Ending { giveaway: false, fewest_pieces: 1, king_wins: false, king_beats_man: false };

    /// # Panics
    /// If parts contradict each other.
    pub(super) fn check(&self) {
        // In giveaway the end is a win of the side to move, and those below are losses of it.
        let decided = self.fewest_pieces > 1 || self.king_wins || self.king_beats_man;
        assert!(!(self.giveaway && decided), "a game of giveaway ends only where a side has no move");
    }

    /// Whether the mover has won (`Some(true)`) or lost (`Some(false)`) with these pieces, whatever moves there are.
    #[inline]
    pub fn decided(&self, mover: Side, other: Side) -> Option<bool> {
        let few = |side: Side| self.fewest_pieces > 1 && side.pieces() < self.fewest_pieces;
        let crowned = |side: Side| self.king_wins && side.kings > 0;
        let beaten = self.king_beats_man && (mover.kings, mover.men, other.kings, other.men) == (0, 1, 1, 0);
        if few(mover) || crowned(other) || beaten {
            return Some(false);
        }
        if few(other) || crowned(mover) { Some(true) } else { None }
    }

    /// Whether there are positions with these pieces that have to be solved, whoever is to move.
    pub fn is_open(&self, one: Side, other: Side) -> bool {
        self.decided(one, other).is_none() || self.decided(other, one).is_none()
    }
}

/// A game: everything that sets it apart, as data.
///
/// ```
/// use petrov::rules::{Counting, game};
///
/// let russian = game("russian").ok_or("no such game")?;
/// let mut position = russian.start();
/// for text in ["c3-d4", "b6-c5"] {
///     position = petrov::rules::play(&position, &russian.read_move(&position, text)?);
/// }
/// // A capture is compulsory, and this is the only one.
/// let moves = russian.legal_moves(&position);
/// assert_eq!(moves.iter().map(|mv| russian.move_text(mv)).collect::<Vec<_>>(), ["d4:b6"]);
/// assert_eq!(russian.perft(&position, 1, Counting::DistinctMoves), 1);
/// assert_eq!(russian.read_fen(&russian.write_fen(&position))?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name in commands, folders and files.
    pub id: &'static str,
    /// The id of the game whose tables it uses; its own, unless the two differ in notation alone.
    pub tables: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules in one line.
    pub summary: &'static str,
    /// What of the rules the tables leave out; empty if nothing.
    pub left_out: &'static str,
    /// Whether what they leave out concerns sides with kings and men, and so the values of positions from which a side can
    /// come to have both.
    pub left_out_with_kings_and_men: bool,
    /// The draw rules that count moves. The tables of values leave them out.
    pub clocks: &'static [Clock],
    /// Other names that mean this game.
    pub names: &'static [&'static str],
    /// The value of the PDN tag GameType; empty if it has none.
    pub pdn_game_type: &'static str,
    /// How squares and moves are written.
    pub notation: Notation,
    /// The board.
    pub geometry: Geometry,
    /// Rows of men on each side at the start.
    pub rows_of_men: u32,
    /// Empty rows behind them.
    pub rows_behind_men: u32,
    /// Who begins.
    pub begins: Color,
    /// How pieces move and capture.
    pub rules: Rules,
    /// How it ends.
    pub ending: Ending,
}

impl Game {
    /// What of the rules the values of positions with these pieces leave out.
    ///
    /// ```
    /// use petrov::board::Side;
    /// use petrov::rules::game;
    ///
    /// let side = Side { kings: 1, men: 1 };
    /// assert_eq!(game("russian").unwrap().caveat(side, side), None);
    /// // In Frisian draughts a king may not move for ever while there are men.
    /// assert!(game("frisian").unwrap().caveat(side, side).is_some());
    /// ```
    pub fn caveat(&self, white: Side, black: Side) -> Option<&'static str> {
        let can_have_both = |side: Side| side.men > 0 && side.pieces() > 1;
        let concerned = self.left_out_with_kings_and_men && (can_have_both(white) || can_have_both(black));
        Some(self.left_out).filter(|text| concerned && !text.is_empty())
    }

    /// The clock of this name.
    ///
    /// ```
    /// use petrov::rules::game;
    ///
    /// let clock = game("russian").unwrap().clock("ru.3k1").unwrap();
    /// assert!(clock.text.starts_with("three kings or more against a lone king"));
    /// ```
    pub fn clock(&self, id: &str) -> Option<&'static Clock> {
        self.clocks.iter().find(|clock| clock.id == id)
    }

    /// The position at the start of the game.
    ///
    /// ```
    /// use petrov::rules::game;
    ///
    /// let english = game("english").unwrap();
    /// assert_eq!(english.write_fen(&english.start()), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    /// ```
    pub fn start(&self) -> Position {
        let width = self.geometry.squares_per_row();
        let men = (1_u128 << (self.rows_of_men * width)) - 1;
        let below = self.rows_behind_men * width;
        let up = self.geometry.squares() - men.count_ones() - below;
        Position { turn: self.begins, white_men: men << below, white_kings: 0, black_men: men << up, black_kings: 0 }
    }
}

/// The rules of a game as a type, so that code compiled for it has them as constants. The type itself holds nothing.
///
/// Code for a type serves every game with the same rules and board, whatever else sets them apart: it takes the type for
/// the moves and a [`Game`] for the rest.
///
/// ```
/// use petrov::board::Board8x8;
/// use petrov::rules::{Game, Landing, Rules, Russian, Variant};
/// use petrov::{Tablebase, probe::Options};
///
/// /// Russian draughts in which a king stops directly behind what it took.
/// #[derive(Clone, Copy, Debug, Default)]
/// struct ShortLanding;
///
/// impl Variant for ShortLanding {
///     type Board = Board8x8;
///     // Pieces step as in Russian draughts, so most of the code of that serves this game too; `Self` is always right.
///     type Movement = Russian;
///     const GAME: &'static Game = &Game {
///         id: "short-landing",
///         tables: "short-landing",
///         rules: Rules { landing: Landing::Behind, ..Russian::GAME.rules },
///         ..*Russian::GAME
///     };
/// }
///
/// let tablebase = Tablebase::of::<ShortLanding>(ShortLanding::GAME, Options::default());
/// assert_eq!(tablebase.game().id, "short-landing");
/// ```
pub trait Variant: Copy + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The board that it is played on.
    type Board: Board;
    /// A game in which pieces step as in this one: itself, or the first of several, so that these share code.
    type Movement: Movement<Board = Self::Board>;
    /// What the game is.
    const GAME: &'static Game;
}
