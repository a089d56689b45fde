//! The game of --game where the tags are not heeded, and what they become.

use super::tags::{refines, said};
use super::{Choice, Decision};
use crate::cli::game_type::GameType;
use crate::cli::reading::Reading;
use crate::cli::variant_tag::VariantTag;
use crate::pdn::Record;
use petrov::rules::{GAMES, Game};

/// The game of --game, whatever the tags say.
pub(super) fn overruled(choice: &Choice, game: &'static Game, record: &Record) -> Result<Decision, String> {
    said(record, "FEN", &|text| !text.trim().is_empty())?;
    let mut reading = Reading::of(game);
    reading.notation.first = choice.corner_of(game)?.unwrap_or(game.notation.first);
    // What the user says is no guess. In what is written the tags say it too: they mean another game by themselves otherwise.
    let is_right = |text: &str| {
        let kind = GameType::read(text).ok().flatten();
        kind.is_some_and(|kind| kind.is_usual_of(game) && !kind.has_few_men())
    };
    let mut kinds = record.tags.iter().filter(|tag| tag.name.eq_ignore_ascii_case("GameType")).peekable();
    let has_kind = kinds.peek().is_some();
    let kind_is_right = has_kind && kinds.all(|tag| is_right(&tag.text));
    let mut variants = record.tags.iter().filter(|tag| tag.name.eq_ignore_ascii_case("Variant")).peekable();
    let has_variant = variants.peek().is_some();
    let variant_is_right = variants.all(|tag| VariantTag::read(&tag.text).is_only(game));
    // A game without a number of its own has that of a game that a Variant makes it, or none.
    let general = || GAMES.iter().map(|other| other.pdn_game_type).find(|text| together_mean(text, game));
    let numbered = !game.pdn_game_type.is_empty();
    let number = if numbered { game.pdn_game_type } else { general().unwrap_or("?") };
    let needs_variant = if has_variant { !variant_is_right } else { !numbered };
    let game_type = (!kind_is_right || needs_variant && !numbered).then(|| number.to_owned());
    let variant = needs_variant.then(|| game.id.to_owned());
    Ok(Decision { game_type, variant, ..Decision::plain(reading, Vec::new()) })
}

/// Whether a GameType means a game together with a Variant that names it.
fn together_mean(text: &str, game: &'static Game) -> bool {
    let kind = GameType::read(text).ok().flatten();
    kind.is_some_and(|kind| kind.game().is_ok_and(|general| refines(game, general, &kind)))
}
