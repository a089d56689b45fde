//! Whether a clock costs wins, in words and by name.

use crate::cli::words;
use petrov_build::study::{Limit, Verdict};

/// The verdict in words.
pub(in crate::cli) fn verdict(limit: &Limit) -> String {
    match limit.verdict() {
        Verdict::Nothing => "nothing to win".to_owned(),
        Verdict::CostsWins if !limit.exact => {
            format!("may cost wins ({} at most)", words::share(limit.taken, limit.won))
        }
        Verdict::CostsWins => format!("costs wins ({})", words::share(limit.taken, limit.won)),
        Verdict::Exact => "exact".to_owned(),
        Verdict::Generous(moves) => format!("generous by {}", words::counted(moves.into(), "move", "moves")),
        Verdict::Harmless if limit.runs => "costs nothing".to_owned(),
        Verdict::Harmless => "does not run, costs nothing".to_owned(),
    }
}

/// The name of the verdict, for programs.
pub(super) fn verdict_name(limit: &Limit) -> &'static str {
    match limit.verdict() {
        Verdict::Nothing => "nothing",
        Verdict::CostsWins => "costs-wins",
        Verdict::Exact => "exact",
        Verdict::Generous(_) => "generous",
        Verdict::Harmless => "harmless",
    }
}
