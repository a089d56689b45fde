//! Games by their names: what a shell offers, and what is said of a name that no game has.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

use super::failure::Failure;
use petrov::internals::short::shortened;
use petrov::rules::{self, GAMES, GIVEAWAY, Game};

/// Reads any name, as games have more than their ids, and offers the ids for completion.
#[derive(Clone, Debug)]
pub(super) struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GAMES.iter().map(|game| PossibleValue::new(game.id))))
    }
}

/// The giveaway of a game, if there is one and it is not the game itself.
pub(super) fn giveaway_of(game: &Game) -> Option<&'static Game> {
    rules::game(&format!("{GIVEAWAY}{}", game.id))
}

/// The game of this name.
///
/// # Errors
/// A sentence that guesses which was meant.
pub(super) fn find(name: &str) -> Result<&'static Game, Failure> {
    rules::game(name).ok_or_else(|| {
        let lowercase = name.to_lowercase();
        let guess = match (without_giveaway(&lowercase), nearest(&lowercase)) {
            (Some(game), _) => format!("there is no giveaway of {}; ", game.title),
            (None, Some(near)) => format!("did you mean \"{near}\"? "),
            (None, None) => String::new(),
        };
        Failure::new(format!("unknown game {:?}: {guess}`petrov games` lists them all", shortened(name)))
    })
}

/// The game whose giveaway an unknown name asks for.
fn without_giveaway(name: &str) -> Option<&'static Game> {
    rules::game(name.strip_prefix(GIVEAWAY)?).filter(|game| !game.ending.giveaway)
}

/// The name of a game that is most like this one, if it is much like it.
fn nearest(name: &str) -> Option<&'static str> {
    let most = (name.chars().count() / 3).min(3);
    let known = GAMES.iter().flat_map(|game| std::iter::once(game.id).chain(game.names.iter().copied()));
    let alike = known.filter(|known| known.len().abs_diff(name.len()) <= 4 * most);
    let (edits, near) = alike.map(|known| (edits(name, known), known)).min_by_key(|&(edits, _)| edits)?;
    (edits <= most).then_some(near)
}

/// How many letters must be changed, added or taken away to make one word of the other.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    // For each beginning of `other`, the edits that make it of the letters of `one` so far.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for letter in one.chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for place in 0..other.len() {
            let changed = diagonal + usize::from(other[place] != letter);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_of_words() {
        for (one, other, expected) in
            [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("pol", "pool", 1), ("ab", "ba", 2)]
        {
            assert_eq!(edits(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn names_that_are_nearly_known() {
        for (typed, meant) in [
            ("rusian", Some("russian")),
            ("antirussian", Some("anti-russian")),
            ("podavki", Some("poddavki")),
            ("brasilian", Some("brazilian")),
            ("turkish+king-beats-a-man", Some("turkish+king-beats-man")),
            ("chess", None),
            ("95", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
        assert_eq!(nearest(&"russian".repeat(100_000)), None);
    }

    #[test]
    fn giveaways() {
        assert_eq!(giveaway_of(rules::game("poddavki").unwrap()).map(|game| game.id), None);
        assert_eq!(giveaway_of(rules::game("polish").unwrap()).map(|game| game.id), Some("anti-international"));
        assert_eq!(giveaway_of(rules::game("damii").unwrap()).map(|game| game.id), None);
    }
}
