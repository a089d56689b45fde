//! Records of which no tag says which game they are.

use super::game_notes::Note;
use super::reading::Reading;
use super::which_game::{Choice, Decision};
use crate::pdn::Record;
use crate::rules::{GAMES, Game};

/// The usual game if it fits, else the only one that does.
///
/// # Errors
/// A sentence that proposes games, if several fit, or the record names squares that only larger boards have.
pub(super) fn decide(choice: &Choice, record: &Record) -> Result<Decision, String> {
    let usual = reading(choice, choice.default)?;
    if usual.fits(record) {
        return Ok(Decision::plain(usual, vec![Note::default_game(usual.game)]));
    }
    let others =
        || GAMES.iter().filter(|game| is_candidate(game, usual.game)).filter_map(|game| reading(choice, game).ok());
    let fitting: Vec<Reading> = others().filter(|reading| reading.fits(record)).collect();
    match &fitting[..] {
        [] => {}
        [only] => return Ok(Decision::plain(*only, vec![Note::OnlyGame { game: only.game.title }])),
        several => {
            let title = usual.game.title;
            let reason = if usual.has_squares(record) {
                format!("not all moves are legal in {title}")
            } else {
                format!("the board of {title} does not have all its squares")
            };
            return Err(format!(
                "no tag says which game it is; {reason}, but all moves are legal in others: name one with --game {}",
                list(several)
            ));
        }
    }
    let with_squares: Vec<Reading> = others().filter(|reading| reading.has_squares(record)).collect();
    let is_larger =
        |game: &Game| (game.geometry.files, game.geometry.rows) > (usual.game.geometry.files, usual.game.geometry.rows);
    if !usual.has_squares(record) && with_squares.iter().any(|reading| is_larger(reading.game)) {
        return Err(format!(
            "no tag says which game it is, and the board of {} does not have all its squares: name a game on a larger board \
             with --game {}",
            usual.game.title,
            list(&with_squares)
        ));
    }
    // The first move that is not legal is reported where it stands.
    Ok(Decision::plain(usual, Vec::new()))
}

/// A game as its texts are read if nothing but --squares is said.
fn reading(choice: &Choice, game: &'static Game) -> Result<Reading, String> {
    let mut reading = Reading::of(game);
    reading.notation.first = choice.corner_of(game)?.unwrap_or(game.notation.first);
    Ok(reading)
}

/// Whether people would play a game without saying so.
fn is_candidate(game: &Game, usual: &Game) -> bool {
    !game.ending.giveaway && !game.id.contains('+') && game.id != usual.id
}

/// `international, killer or 3 others`
fn list(readings: &[Reading]) -> String {
    const MOST: usize = 5;
    let ids: Vec<&str> = readings.iter().map(|reading| reading.game.id).collect();
    match &ids[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] if ids.len() <= MOST => format!("{} or {last}", first.join(", ")),
        _ => format!("{} or one of {} others", ids[..MOST].join(", "), ids.len() - MOST),
    }
}
