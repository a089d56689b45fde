//! The tags that say which game a record is, and what they say together.

use crate::cli::game_notes::Note;
use crate::cli::game_type::{GameType, brief};
use crate::cli::variant_tag::VariantTag;
use crate::pdn::Record;
use petrov::rules::{GIVEAWAY, Game};

/// What the tags say of the game.
pub(super) struct Tags<'a> {
    pub(super) kind: Option<GameType<'a>>,
    pub(super) variant: VariantTag<'a>,
}

impl Tags<'_> {
    /// Makes sure that the game of --game can be meant.
    ///
    /// # Errors
    /// A sentence, if it is another.
    pub(super) fn check(&self, named: &'static Game, notes: &mut Vec<Note>) -> Result<(), String> {
        if let Some(variant) = self.variant.unknown() {
            notes.push(Note::UnknownVariant { variant, game: named.title });
        }
        let Some(game) = self.variant.game() else {
            return self.kind.as_ref().map_or(Ok(()), |kind| kind.check(named));
        };
        // Contested rules are options of a name, of which no tag knows.
        if game.id != named.id && named.id.split('+').next() != Some(game.id) {
            return Err(format!(
                "Variant says {}, which is not --game {}; leave --game out, or overrule the tag with --ignore-tags",
                game.title, named.id
            ));
        }
        match &self.kind {
            Some(kind) if !kind.game().is_ok_and(|general| refines(game, general, kind)) => kind.check(named),
            _ => Ok(()),
        }
    }

    /// Whether the tags mean a game together.
    pub(super) fn refines(&self, game: &'static Game) -> bool {
        let Some(kind) = self.kind.as_ref().filter(|_| self.variant.game().is_some_and(|of| of.id == game.id)) else {
            return false;
        };
        match kind.game() {
            Ok(general) => refines(game, general, kind),
            Err(_) => kind.is_unknown() && kind.has_board_of(game),
        }
    }
}

/// What a tag says that may stand more than once.
///
/// # Errors
/// A sentence, if it says different things.
pub(super) fn said<'r>(record: &'r Record, name: &str, says: &dyn Fn(&str) -> bool) -> Result<Option<&'r str>, String> {
    let tags = record.tags.iter().filter(|tag| tag.name.eq_ignore_ascii_case(name));
    let mut texts = tags.map(|tag| tag.text.trim()).filter(|text| says(text));
    let first = texts.next();
    match texts.find(|&text| Some(text) != first) {
        Some(other) => Err(format!(
            "the tag {name} says both {:?} and {:?}; take one of them out",
            brief(first.unwrap_or_default()),
            brief(other)
        )),
        None => Ok(first),
    }
}

/// Whether a game is what a Variant makes of the game that a GameType names: another ending, or, as sites write 20 for
/// all their games on 50 squares, another game on the same board.
pub(super) fn refines(game: &Game, general: &Game, kind: &GameType) -> bool {
    let same_board = (game.geometry, game.notation.mirrored) == (general.geometry, general.notation.mirrored);
    let same_rules = game.rules == general.rules && (game.notation == general.notation);
    same_board
        && (kind.is_general() || same_rules && game.ending != general.ending || is_option_of(game.id, general.id))
}

/// Whether a game is another with contested rules, which are options of its name.
fn is_option_of(id: &str, general: &str) -> bool {
    let base = |id: &'_ str| id.split('+').next().unwrap_or_default().trim_start_matches(GIVEAWAY).to_owned();
    id != general && id.contains('+') && base(id) == base(general)
}
