//! How the texts of a game name squares, and where it begins.

use super::tags::Tags;
use super::{Choice, Decision};
use crate::cli::game_notes::Note;
use crate::cli::game_type::GameType;
use crate::cli::reading::Reading;
use crate::pdn::Record;
use petrov::board::Position;
use petrov::rules::Game;

/// How the texts of a game name squares, of which we know which game it is.
pub(super) fn squares(
    choice: &Choice,
    game: &'static Game,
    tags: &Tags,
    record: &Record,
    mut notes: Vec<Note>,
) -> Result<Decision, String> {
    let corner = choice.corner_of(game)?;
    let mut own = Reading::of(game);
    // A tag that was found to be wrong says nothing of the squares, nor of the beginning, and stays as it is.
    let kind = tags.kind.as_ref().filter(|kind| kind.can_mean(game) || tags.refines(game));
    if tags.variant.has_few_men_of(game) || kind.is_some_and(GameType::has_few_men) {
        own.beginning = with_few_men(game);
    }
    let Some(kind) = kind else {
        own.notation.first = corner.unwrap_or(own.notation.first);
        let named = choice.named.filter(|_| tags.kind.is_none());
        let game_type = named.map(|game| game.pdn_game_type.to_owned()).filter(|text| !text.is_empty());
        let tagged = tags.kind.is_some() || tags.variant.game().is_some();
        return Ok(Decision { game_type, tagged, ..Decision::plain(own, notes) });
    };
    let mut by_tag = Reading { notation: kind.notation(game), ..own };
    by_tag.beginning.turn = kind.begins().unwrap_or(own.beginning.turn);
    let plain = |reading, notes| Decision { tagged: true, ..Decision::plain(reading, notes) };
    let corrected = |reading, notes| Decision { game_type: Some(kind.rewritten(game)), ..plain(reading, notes) };
    if let Some(corner) = corner {
        by_tag.notation.first = corner;
        return Ok(corrected(by_tag, notes));
    }
    if by_tag.notation == own.notation {
        return Ok(corrected(by_tag, notes));
    }
    match (by_tag.reaches(record), own.reaches(record)) {
        (Some(_), None) => {
            let corner = kind.corner_of_usual(game);
            notes.push(Note::OtherSquares { game_type: kind.text().to_owned(), corner });
            Ok(plain(own, notes))
        }
        // Both are wrong: what is said is said of the one that goes further.
        (Some(one), Some(other)) if other > one => Ok(plain(own, notes)),
        (None, None) if by_tag.differs(&own, record) => {
            notes.push(Note::EitherSquares { game_type: kind.text().to_owned(), remedy: kind.remedy(game) });
            Ok(Decision { writing: kind.style(game), ..plain(by_tag, notes) })
        }
        _ => Ok(corrected(by_tag, notes)),
    }
}

/// The beginning with one row of men on each side.
fn with_few_men(game: &Game) -> Position {
    let width = game.geometry.squares_per_row();
    let row = (1_u128 << width) - 1;
    Position { white_men: row, black_men: row << (game.geometry.squares() - width), ..game.start() }
}
