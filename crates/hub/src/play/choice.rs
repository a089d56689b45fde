//! The move of a search, and what it reports.

use std::time::Duration;

use super::score::Score;
use petrov::rules::Move;

/// What a search has found so far.
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
/// assert_eq!(choice.report.line.first(), Some(&choice.mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Plies that were searched.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// What the position is worth.
    pub score: Score,
    /// The line that is expected.
    pub line: Vec<Move>,
}

/// The move of a search, and what is known of it.
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
/// assert!(game.legal_moves(&position).contains(&choice.mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Whether the tables say that it is the best: they know its distance too, or it is a draw.
    pub known: bool,
    /// The last report.
    pub report: Report,
}
