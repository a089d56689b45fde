//! What a position or a move is worth.

use std::cmp::Ordering;
use std::fmt;

use crate::board::Position;
use crate::rules::Ending;

/// Win, draw or loss of the side to move. The order is that of the mover's wishes.
///
/// ```
/// use petrov::Value;
///
/// assert!(Value::Win > Value::Draw && Value::Draw > Value::Loss);
/// assert_eq!((Value::Win.opposite(), Value::Draw.opposite()), (Value::Loss, Value::Draw));
/// assert_eq!((Value::Win.name(), Value::Win.to_string()), ("win", "win".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The mover loses against best play.
    Loss,
    /// Neither side can win.
    Draw,
    /// The mover wins against any play.
    Win,
}

impl Value {
    /// The value that a file stores as this number.
    #[inline]
    pub(super) fn from_stored(number: u16) -> Value {
        match number {
            0 => Value::Loss,
            1 => Value::Draw,
            _ => Value::Win,
        }
    }

    /// The same position's value for the other side.
    #[inline]
    pub fn opposite(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A value with its distance.
///
/// ```
/// use petrov::{Outcome, Value};
///
/// let sooner = Outcome { value: Value::Win, distance: Some(3) };
/// let later = Outcome { value: Value::Win, distance: Some(5) };
/// assert!(sooner.compare(&later).is_gt() && later.compare(&Outcome::DRAW).is_gt());
/// assert_eq!(sooner.better(later), sooner);
/// // If the other side has lost after my move, I have won with it, in one ply.
/// assert_eq!(Outcome::LOST.one_ply_before(), Outcome { value: Value::Win, distance: Some(1) });
/// assert_eq!(Outcome::WON.one_ply_before().value, Value::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The value.
    pub value: Value,
    /// Plies to the end of the game with best play of both sides: the winner hurries, the loser holds out. `None` for
    /// draws, and where the distance was not asked for or its tables are missing.
    pub distance: Option<u16>,
}

impl Outcome {
    /// The mover has lost, now.
    pub const LOST: Outcome = Outcome { value: Value::Loss, distance: Some(0) };
    /// The mover has won, now.
    pub const WON: Outcome = Outcome { value: Value::Win, distance: Some(0) };
    /// A draw.
    pub const DRAW: Outcome = Outcome { value: Value::Draw, distance: None };

    /// What a mover without a move has.
    ///
    /// ```
    /// use petrov::{Outcome, rules};
    ///
    /// let ending = |name| &rules::game(name).expect("a game").ending;
    /// assert_eq!(Outcome::without_move(ending("russian")), Outcome::LOST);
    /// assert_eq!(Outcome::without_move(ending("anti-russian")), Outcome::WON);
    /// ```
    #[inline]
    pub fn without_move(ending: &Ending) -> Outcome {
        if ending.giveaway { Outcome::WON } else { Outcome::LOST }
    }

    /// What the mover has where there is no legal move: the pieces decide, or that it cannot move.
    ///
    /// ```
    /// use petrov::{Outcome, rules};
    ///
    /// let game = rules::game("russian").ok_or("no such game")?;
    /// let position = game.read_fen("W:W:BKh8")?;
    /// assert_eq!(Outcome::at_end(&game.ending, &position), Outcome::LOST);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_end(ending: &Ending, position: &Position) -> Outcome {
        let mover = position.side(position.turn);
        match ending.decided(mover, position.side(position.turn.other())).filter(|_| mover.pieces() > 0) {
            None => Outcome::without_move(ending),
            Some(true) => Outcome::WON,
            Some(false) => Outcome::LOST,
        }
    }

    /// What a move is worth to the side that makes it, when the position after it is worth this to the other side. The
    /// distance includes the move.
    #[inline]
    pub fn one_ply_before(self) -> Outcome {
        Outcome { value: self.value.opposite(), distance: self.distance.map(|plies| plies.saturating_add(1)) }
    }

    /// Compares by the wishes of the side whose outcomes they are: the better is the greater. A win is better the sooner
    /// it comes and a loss the later; an unknown distance is worse than any of a win and better than any of a loss.
    #[inline]
    pub fn compare(&self, other: &Outcome) -> Ordering {
        self.value.cmp(&other.value).then_with(|| {
            let plies = |outcome: &Outcome| outcome.distance.unwrap_or(u16::MAX);
            match self.value {
                Value::Win => plies(other).cmp(&plies(self)),
                Value::Draw => Ordering::Equal,
                Value::Loss => plies(self).cmp(&plies(other)),
            }
        })
    }

    /// The better of two outcomes of one side.
    #[inline]
    pub fn better(self, other: Outcome) -> Outcome {
        if other.compare(&self) == Ordering::Greater { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes() {
        let outcome = |value, distance| Outcome { value, distance };
        let ascending = [
            outcome(Value::Loss, Some(0)),
            outcome(Value::Loss, Some(8)),
            outcome(Value::Loss, None),
            Outcome::DRAW,
            outcome(Value::Win, None),
            outcome(Value::Win, Some(9)),
            outcome(Value::Win, Some(1)),
        ];
        for (place, low) in ascending.iter().enumerate() {
            for high in &ascending[place + 1..] {
                assert_eq!(low.compare(high), Ordering::Less);
                assert_eq!(low.better(*high), *high);
                assert_eq!(high.better(*low), *high);
            }
        }
    }
}
