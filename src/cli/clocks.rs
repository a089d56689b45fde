//! Clocks as they are named in commands.

use super::failure::Failure;
use crate::format::{ClockName, Metric};
use crate::rules::{Clock, Game, Until};

/// Means the default set of a game.
pub(super) const DEFAULT: &str = "default";
/// Means all clocks of a game.
const ALL: &str = "all";

/// The clocks of these names that can take a win away; `default` and `all` stand for several.
///
/// # Errors
/// If the game has no clock of a name.
pub(super) fn named(game: &'static Game, names: &[String]) -> Result<Vec<&'static Clock>, Failure> {
    let mut found: Vec<&'static Clock> = Vec::new();
    for name in names {
        let is_meant = |clock: &&'static Clock| match name.as_str() {
            DEFAULT => clock.default,
            ALL => true,
            name => clock.id == name,
        };
        let meant: Vec<&'static Clock> = game.clocks.iter().filter(is_meant).collect();
        if meant.is_empty() {
            return Err(unknown(game, name));
        }
        found.extend(meant);
    }
    let mut clocks: Vec<&'static Clock> = Vec::new();
    for clock in found.into_iter().filter(|clock| clock.until != Until::WonPosition) {
        if !clocks.contains(&clock) {
            clocks.push(clock);
        }
    }
    Ok(clocks)
}

/// The error of a name that no clock of the game has.
pub(super) fn unknown(game: &Game, name: &str) -> Failure {
    let names: Vec<&str> = game.clocks.iter().map(|clock| clock.id).collect();
    Failure::new(match names.is_empty() {
        true => format!("{} has no clocks, as no draw rule of it that counts moves is known", game.title),
        false => format!(
            "{} has no clock {name:?}: it has {} (`petrov games {} --rules` says what they mean)",
            game.title,
            names.join(", "),
            game.id
        ),
    })
}

/// The metric of a clock.
pub(super) fn metric(clock: &'static Clock) -> Metric {
    Metric::Clock(ClockName::new(clock.id).expect("the id of a clock is a name"))
}
