//! Clocks as they are named in commands.

use super::failure::Failure;
use petrov::format::{ClockName, Metric};
use petrov::internals::short::shortened;
use petrov::probe::ClockState;
use petrov::rules::{Clock, Counted, DEFAULT_SET, Game, Until};

/// Means all clocks of a game.
const ALL: &str = "all";

/// The option of verbs that look at positions.
#[derive(Debug, clap::Args)]
pub(super) struct ClockOption {
    /// Draw rules that are applied together, by the names that `petrov games --rules` lists, or `default`; with `=` and how
    /// many moves the clock has counted, as in ru.kings15=7 (7.5: one side has made one more)
    #[arg(long, value_name = "CLOCK[=MOVES]", value_delimiter = ',')]
    clock: Vec<String>,
}

/// A clock that was named, and the count that was given with it.
pub(super) type Named = (&'static Clock, Option<u32>);

impl ClockOption {
    /// Whether any were named.
    pub(super) fn is_some(&self) -> bool {
        !self.clock.is_empty()
    }

    /// The clocks that were named, in the order of the game. A count that is given goes before a name without one.
    ///
    /// # Errors
    /// If the game has no such clock, or the count is none.
    pub(super) fn read(&self, game: &'static Game) -> Result<Vec<Named>, Failure> {
        let mut named: Vec<Named> = Vec::new();
        for text in &self.clock {
            let (name, count) = match text.split_once('=') {
                Some((name, count)) => (name, Some(count)),
                None => (text.as_str(), None),
            };
            let clocks = of_name(game, name)?;
            let count = match (count, &clocks[..]) {
                (None, _) => None,
                (Some(count), [clock]) => Some(read_count(clock, count)?),
                (Some(_), _) => {
                    return Err(Failure::new(format!(
                        "--clock {}: a count goes with one clock, as in {}=7",
                        shortened(text),
                        clocks[0].id
                    )));
                }
            };
            for clock in clocks.into_iter().filter(|clock| clock.until != Until::WonPosition) {
                match named.iter_mut().find(|(known, _)| *known == clock) {
                    Some((_, Some(known))) if count.is_some_and(|count| count != *known) => {
                        return Err(Failure::new(format!(
                            "--clock {}: another count of {name} is given too",
                            shortened(text)
                        )));
                    }
                    Some(known) => known.1 = count.or(known.1),
                    None => named.push((clock, count)),
                }
            }
        }
        let place = |clock: &Clock| game.clocks.iter().position(|other| other.id == clock.id);
        named.sort_by_key(|(clock, _)| place(clock));
        Ok(named)
    }
}

/// Reads a count: moves of the side that is counted, or of each.
fn read_count(clock: &Clock, text: &str) -> Result<u32, Failure> {
    let id = clock.id;
    let each = clock.counted == Counted::Each;
    let halves = text.parse::<f64>().ok().map(|moves| moves * 2.0).filter(|halves| halves.fract() == 0.0);
    let halves = halves.filter(|halves| (0.0..1e6).contains(halves)).map(|halves| halves as u32);
    let wrong = |what: &str| Failure::new(format!("--clock {id}={}: {what}", shortened(text)));
    let count = match halves {
        Some(plies) if each => plies,
        Some(plies) if plies.is_multiple_of(2) => plies / 2,
        Some(_) => return Err(wrong("this clock counts the moves of one side, so there are no half moves")),
        None if each => return Err(wrong("the count is moves of each side, as 7, or 7.5 where one has made one more")),
        None => return Err(wrong("the count is a number of moves, as 7")),
    };
    if clock.until == Until::WonPosition {
        return Err(wrong("this clock never takes a win away, so that its count does not matter: leave it out"));
    }
    if count >= clock.full() {
        return Err(wrong(&match clock.counted {
            Counted::AtOnce => {
                "the losing side has made its last move by then, so the game is a draw already".to_owned()
            }
            _ => format!("the limit is {}, so the game is a draw already", clock.limit),
        }));
    }
    Ok(count)
}

/// A count as people read it: moves of the side that is counted, or of each.
pub(super) fn moves_of_count(state: &ClockState) -> String {
    match (state.count, state.clock.counted) {
        (None, _) => "-".to_owned(),
        (Some(plies), Counted::Each) if plies % 2 == 1 => format!("{}.5", plies / 2),
        (Some(plies), Counted::Each) => (plies / 2).to_string(),
        (Some(moves), _) => moves.to_string(),
    }
}

/// The clocks of a name; `default` and `all` stand for several.
fn of_name(game: &'static Game, name: &str) -> Result<Vec<&'static Clock>, Failure> {
    let is_meant = |clock: &&'static Clock| match name {
        DEFAULT_SET => clock.default,
        ALL => true,
        name => clock.id == name,
    };
    let meant: Vec<&'static Clock> = game.clocks.iter().filter(is_meant).collect();
    if meant.is_empty() { Err(unknown(game, name)) } else { Ok(meant) }
}

/// The metrics of the clocks of these names that can take a win away; `default` and `all` bring that of the default set.
///
/// # Errors
/// If the game has no clock of a name.
pub(super) fn metrics(game: &'static Game, names: &[String]) -> Result<Vec<Metric>, Failure> {
    let mut metrics = Vec::new();
    for name in names {
        let clocks = of_name(game, name)?.into_iter().filter(|clock| clock.until != Until::WonPosition);
        metrics.extend(clocks.map(|clock| metric(clock.id)));
        if (name == DEFAULT_SET || name == ALL) && game.clock_set(DEFAULT_SET).is_some() {
            metrics.push(metric(DEFAULT_SET));
        }
    }
    Ok(metrics)
}

/// The metric of a clock, or of the default set.
pub(super) fn metric(id: &str) -> Metric {
    Metric::Clock(ClockName::new(id).expect("the id of a clock is a name"))
}

/// The error of a name that no clock of the game has.
fn unknown(game: &Game, name: &str) -> Failure {
    let names: Vec<&str> = game.clocks.iter().map(|clock| clock.id).collect();
    if let Some((known, _)) = name.split_once('=').filter(|(known, _)| names.contains(known)) {
        return Failure::new(format!(
            "--clock {}: a count goes with a position; here it is --clock {known}",
            shortened(name)
        ));
    }
    Failure::new(match names.is_empty() {
        true => format!("{} has no clocks: no draw rule of it that counts moves is known", game.title),
        false => format!(
            "{} has no clock {:?}: it has {} (`petrov games {} --rules` says what they mean)",
            game.title,
            shortened(name),
            names.join(", "),
            game.id
        ),
    })
}
