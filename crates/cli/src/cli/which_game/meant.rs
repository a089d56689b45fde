//! The game that tags mean, also where they contradict each other.

use super::Choice;
use super::squares::squares;
use super::tags::{Tags, refines};
use crate::cli::game_notes::Note;
use crate::pdn::Record;
use petrov::rules::Game;

impl Tags<'_> {
    /// The game that the tags mean; `None` if they say nothing.
    ///
    /// # Errors
    /// A sentence, if it cannot be told.
    pub(super) fn game(
        &self,
        choice: &Choice,
        record: &Record,
        notes: &mut Vec<Note>,
    ) -> Result<Option<&'static Game>, String> {
        let by_variant = self.variant.game();
        if let Some(variant) = self.variant.unknown() {
            return Err(format!(
                "Petrov has no game of Variant {variant:?}: `petrov games` lists all with their names; correct the tag, or \
                 name the game with --game"
            ));
        }
        let Some(kind) = &self.kind else { return Ok(by_variant) };
        let by_kind = kind.game();
        let Some(game) = by_variant else { return by_kind.map(Some) };
        let (game_type, variant) = (kind.text().to_owned(), record.tag("Variant").unwrap_or_default().to_owned());
        match by_kind {
            Ok(other) if other.id == game.id => {}
            Ok(other) if refines(game, other, kind) => {
                notes.push(Note::Together { game_type, variant, game: game.title });
            }
            Err(_) if kind.is_unknown() && kind.has_board_of(game) => {
                notes.push(Note::UnknownGameType { game_type, game: game.title });
            }
            other => {
                let game = self.only_one(choice, game, other?, record)?;
                notes.push(Note::Contradiction { game_type, variant, game: game.title });
                return Ok(Some(game));
            }
        }
        Ok(Some(game))
    }

    /// Of two games that two tags name, the one in which all moves are legal.
    ///
    /// # Errors
    /// A sentence, if they are in both or in neither.
    fn only_one(
        &self,
        choice: &Choice,
        by_variant: &'static Game,
        by_kind: &'static Game,
        record: &Record,
    ) -> Result<&'static Game, String> {
        let fits = |game: &'static Game| {
            let decision = squares(choice, game, self, record, Vec::new());
            decision.is_ok_and(|decision| decision.reading.fits(record))
        };
        match (fits(by_variant), fits(by_kind)) {
            (true, false) => Ok(by_variant),
            (false, true) => Ok(by_kind),
            (both, _) => Err(format!(
                "GameType says {} and Variant {}, and {}; correct one of the tags, or overrule them with --game and \
                 --ignore-tags",
                by_kind.title,
                by_variant.title,
                if both { "the moves are legal in both" } else { "some move is legal in neither" }
            )),
        }
    }
}
