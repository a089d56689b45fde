//! The command of the program that builds tables: for front ends, which say what to do next.

use std::collections::BTreeSet;

use crate::format::Metric;
use crate::probe::ProbeError;
use crate::short;

/// The game that commands mean if none is named.
const DEFAULT_GAME: &str = "russian";

/// An error of the library as the program and the library for C say it: with the command that helps, if one does.
///
/// ```
/// use petrov::{Tablebase, rules};
/// use petrov_build::command::with_remedy;
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let error = Tablebase::new(game).probe_wdl(&game.read_fen("W:WKa1,Kc1,Ke1:BKb8")?).unwrap_err();
/// assert!(with_remedy(&error).ends_with("; build them with `petrov build KKKvK`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_remedy(error: &ProbeError) -> String {
    match error {
        ProbeError::Missing { game, tables, searched } => {
            let mut materials: Vec<String> = tables.iter().map(|(material, _)| material.to_string()).collect();
            materials.dedup();
            let mut options = build_options(tables.iter().map(|&(_, metric)| metric));
            if *game != DEFAULT_GAME {
                options += &format!(" --game {game}");
            }
            // The folder of the game lies in the one that was named.
            if let Some(folder) = searched.first().and_then(|folder| folder.parent()) {
                options += &format!(" --tables {}", quoted(&short::path_in_command(folder)));
            }
            format!("{error}; build them with `petrov build {}{options}`", materials.join(" "))
        }
        ProbeError::Contradiction { .. } => format!("{error}; find it with `petrov verify`"),
        error => error.to_string(),
    }
}

/// The options, each with a space in front, with which `petrov build` makes tables of these metrics.
pub fn build_options(metrics: impl IntoIterator<Item = Metric>) -> String {
    let metrics: BTreeSet<Metric> = metrics.into_iter().collect();
    let (clocks, mut plain): (Vec<Metric>, Vec<Metric>) =
        metrics.into_iter().partition(|metric| matches!(metric, Metric::Clock(_)));
    // What is made without options. It is named with others too: tables inside the program, which are of these, no
    // longer count where a folder has any of the same material.
    let usual = [Metric::Wdl, Metric::Dtw];
    plain.retain(|metric| !usual.contains(metric));
    let list = |metrics: &[Metric]| metrics.iter().map(Metric::name).collect::<Vec<_>>().join(",");
    let mut options = String::new();
    if !plain.is_empty() {
        options += &format!(" --metric {},{}", list(&usual), list(&plain));
    }
    if !clocks.is_empty() {
        options += &format!(" --clock {}", list(&clocks));
    }
    options
}

/// A word of a command, in quotes where it needs them.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:,@%\\".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ClockName;

    #[test]
    fn options_that_make_tables() {
        let clock = |name| Metric::Clock(ClockName::new(name).unwrap());
        assert_eq!(build_options([Metric::Dtw, Metric::Wdl]), "");
        assert_eq!(build_options([Metric::Dtz, Metric::Dtw, Metric::Dtc]), " --metric wdl,dtw,dtc,dtz");
        assert_eq!(build_options([clock("b"), clock("a.1"), clock("b")]), " --clock a.1,b");
        assert_eq!(build_options([clock("a"), Metric::Dtc]), " --metric wdl,dtw,dtc --clock a");
    }
}
