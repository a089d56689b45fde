//! What a position is worth, and what the numbers mean.

use petrov::probe::{Outcome, Value};

/// What a position is worth to the side to move.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("../../tables")?;
/// use petrov_hub::play::{Limits, Player};
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let mut player = Player::new(&tablebase, &stop);
/// let position = game.read_fen("W:WKa1,Kc1:Ba5")?;
/// let choice = player.choose(&position, &[], Limits::default().with_depth(4), &mut |_| ()).ok_or("no move")?;
/// assert!(choice.report.score.men() > 89.0); // a win of the tables
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub(super) i32);

/// A win in so many plies is this less the plies; one by the tables [`BY_TABLES`] less those to the tables.
pub(super) const OVER: i32 = 10_000;
pub(super) const BY_TABLES: i32 = 9_000;
/// A position that the tables know to be won, without progress so far and without a distance.
pub(super) const WON: i32 = 7_000;
/// So much less for one that was there before.
pub(super) const REPEATED: i32 = 1_000;
/// Scores beyond are no estimates.
pub(super) const DECIDED: i32 = 8_000;

impl Score {
    /// In men. 99 and more: the game ends soon; from 89: the tables know it to be won.
    pub fn men(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    pub(super) fn of(outcome: Outcome, ply: i32) -> Score {
        match (outcome.value, outcome.distance) {
            (Value::Draw, _) => Score(0),
            (value, distance) => {
                let plies = ply + distance.map_or(0, i32::from).min(500);
                Score(if value == Value::Win { BY_TABLES - plies } else { plies - BY_TABLES })
            }
        }
    }
}
