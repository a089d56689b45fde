//! What draw rules make of a position: values, the state of each clock, and what it says.

use std::fmt;

use crate::probe::outcome::Value;
use crate::rules::Clock;

/// What the side to move gets, draw rules included. The order is that of its wishes.
///
/// ```
/// use petrov::{Value, probe::RuleValue};
///
/// let value = RuleValue::new(Value::Win, false);
/// assert_eq!((value, value.opposite()), (RuleValue::CursedWin, RuleValue::BlessedLoss));
/// assert_eq!((value.name(), value.to_string()), ("cursed-win", "cursed-win".into()));
/// assert!(RuleValue::Win > RuleValue::CursedWin && RuleValue::CursedWin > RuleValue::Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleValue {
    /// It loses, and no rule saves it.
    Loss,
    /// It loses on the board, but a rule makes a draw first.
    BlessedLoss,
    /// A draw on the board.
    Draw,
    /// It wins on the board, but a rule makes a draw first.
    CursedWin,
    /// It wins, and no rule saves the other side.
    Win,
}

impl RuleValue {
    /// The value where the win is kept under the rules, or not.
    pub fn new(value: Value, kept: bool) -> RuleValue {
        match (value, kept) {
            (Value::Win, true) => RuleValue::Win,
            (Value::Win, false) => RuleValue::CursedWin,
            (Value::Draw, _) => RuleValue::Draw,
            (Value::Loss, false) => RuleValue::BlessedLoss,
            (Value::Loss, true) => RuleValue::Loss,
        }
    }

    /// The value for the other side.
    pub fn opposite(self) -> RuleValue {
        match self {
            RuleValue::Loss => RuleValue::Win,
            RuleValue::BlessedLoss => RuleValue::CursedWin,
            RuleValue::Draw => RuleValue::Draw,
            RuleValue::CursedWin => RuleValue::BlessedLoss,
            RuleValue::Win => RuleValue::Loss,
        }
    }

    /// `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            RuleValue::Loss => "loss",
            RuleValue::BlessedLoss => "blessed-loss",
            RuleValue::Draw => "draw",
            RuleValue::CursedWin => "cursed-win",
            RuleValue::Win => "win",
        }
    }
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A clock and where it stands.
///
/// ```
/// use petrov::{probe::ClockState, rules};
///
/// // Seven plies without a capture or a promotion, of the ten that the rule allows.
/// let clock = rules::game("russian").unwrap().clock("ru.bal5").unwrap();
/// let state = ClockState::new(clock, Some(7));
/// assert_eq!(state.clock.full() - state.count.unwrap(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// The clock.
    pub clock: &'static Clock,
    /// How far it has counted: plies if it counts both sides, otherwise moves of the side that it counts. `None`: it stands
    /// still.
    pub count: Option<u32>,
}

impl ClockState {
    /// A clock with this count; `None`: it stands still.
    pub fn new(clock: &'static Clock, count: Option<u32>) -> ClockState {
        ClockState { clock, count }
    }
}

/// What one clock says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ruling {
    /// The clock, and its count.
    pub state: ClockState,
    /// The fewest plies within which the winner can force what the clock waits for; `None` where he cannot.
    pub plies: Option<u16>,
    /// Within how many it must come; `None` where the clock stands still, and any number will do.
    pub left: Option<u32>,
    /// Whether it comes in time.
    pub in_time: bool,
}

/// What a position is worth under clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// The value with the rules.
    pub value: RuleValue,
    /// Whether that is exact; otherwise a cursed win may still be a win, and a blessed loss a loss.
    pub exact: bool,
    /// Plies until all clocks can be started anew, for moves to be compared: those of the one clock, or of the slowest.
    pub plies: Option<u16>,
    /// What each clock that concerns the position says, unless it is a draw or over.
    pub rulings: Vec<Ruling>,
}

/// Those of all clocks.
pub(crate) type Counts = Vec<Option<u32>>;
