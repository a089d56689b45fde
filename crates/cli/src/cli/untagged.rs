//! Records of which no tag says which game they are.

use super::game_notes::Note;
use super::reading::Reading;
use super::which_game::{Choice, Decision};
use crate::pdn::Record;
use petrov::rules::{GAMES, Game};

/// Moves of a game, at least, before it is taken for another game than the usual one. In fewer, one slip of the pen can
/// look like another game.
const FEWEST_MOVES: usize = 8;

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
        [only] if record.moves().count() >= FEWEST_MOVES => {
            return Ok(Decision::plain(*only, vec![Note::OnlyGame { game: only.game.title }]));
        }
        [_] => return Ok(Decision::plain(usual, Vec::new())),
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
            "no tag says which game it is, and the board of {} does not have all its squares: name a game on a \
             larger board with --game {}",
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

/// `international, killer or 3 more`
fn list(readings: &[Reading]) -> String {
    const MOST: usize = 5;
    let ids: Vec<&str> = readings.iter().map(|reading| reading.game.id).collect();
    match &ids[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] if ids.len() <= MOST => format!("{} or {last}", first.join(", ")),
        _ => format!("{} or one of {} more", ids[..MOST].join(", "), ids.len() - MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn;
    use petrov::rules;

    fn decided(text: &str) -> Result<(&'static str, usize), String> {
        let default = rules::game("russian").unwrap();
        let choice = Choice { named: None, default, corner: None, ignore_tags: false };
        let record = pdn::read(text).unwrap().remove(0);
        let decision = decide(&choice, &record)?;
        assert_eq!(decision.game_type, None, "a guess is never written");
        Ok((decision.reading.game.id, decision.notes.len()))
    }

    #[test]
    fn the_usual_game_comes_first() {
        assert_eq!(decided("c3-d4 d6-c5 *"), Ok(("russian", 1)));
        assert_eq!(decided("[FEN \"W:WKa1:BKh8\"] *"), Ok(("russian", 1)));
        // What is wrong in it is reported where it stands, as no other game has the moves.
        for text in ["c3-d4 d6-c5 a1-b2 *", "c3-d4 d6-d5 *", "32-99 *", "[FEN \"W:W99:B1\"] *", "c3-d4 -- *"] {
            assert_eq!(decided(text), Ok(("russian", 0)), "{text}");
        }
    }

    #[test]
    fn another_game_has_to_be_the_only_one() {
        let armenian = rules::game("armenian").unwrap();
        let mut at = armenian.start();
        let mut text = String::new();
        for number in 0..FEWEST_MOVES {
            let legal = armenian.legal_moves(&at);
            let mv = &legal[(number * 7) % legal.len()];
            text += &format!("{} ", armenian.move_text(mv));
            at = rules::play(&at, mv);
        }
        assert_eq!(decided(&text), Ok(("armenian", 1)), "{text}");
        let (fewer, _) = text.trim_end().rsplit_once(' ').unwrap();
        assert_eq!(decided(fewer), Ok(("russian", 0)), "{fewer}");
        let error = decided("32-28 19-23 28x19 14x23 *").unwrap_err();
        assert!(error.ends_with("--game international, killer, frisian or breakthrough"), "{error}");
        assert!(error.contains("not all moves are legal in Russian"), "{error}");
        let error = decided("32-28 17-22 28x17 11x22 37-32 *").unwrap_err();
        assert!(error.contains("does not have all its squares, but all moves are legal"), "{error}");
    }

    #[test]
    fn squares_of_larger_boards_are_known() {
        let error = decided("32-28 19-23 28x19 50-14 *").unwrap_err();
        assert!(error.contains("the board of Russian draughts does not have all its squares: name a game"), "{error}");
        assert!(error.contains("--game ") && error.contains("international") && error.contains(" more"), "{error}");
    }
}
