//! What is known of a game before its first move.

use super::annotation::written_fen;
use super::context::Context;
use super::game_notes::Note;
use super::reading::fen;
use super::which_game::{Choice, Decision, decide};
use crate::pdn::{Record, Tag};
use petrov::board::Position;

/// What is known of a game before its first move.
pub(super) struct Beginning {
    /// The options, with the game that it is and the notations in which it is read and written.
    pub(super) context: Context,
    pub(super) start: Position,
    /// The tags as they are written.
    pub(super) tags: Vec<Tag>,
    /// What a reader has to know.
    pub(super) notes: Vec<Note>,
    /// What can be done about a move that is not legal.
    pub(super) remedy: &'static str,
}

impl Beginning {
    /// # Errors
    /// A sentence.
    pub(super) fn new(options: &Context, ignore_tags: bool, record: &Record) -> Result<Beginning, String> {
        let choice = Choice {
            named: options.game_is_named.then_some(options.game),
            default: options.game,
            corner: options.squares(),
            ignore_tags,
        };
        let Decision { reading, writing, game_type, variant, notes, tagged } = decide(&choice, record)?;
        let start = reading.start(record)?;
        let context = options.of(reading.game, reading.notation, writing);
        let mut tags = record.tags.clone();
        if let (Some(fen), Some(tag)) = (fen(record), named(&mut tags, "FEN")) {
            tag.text = written_fen(&context, fen, &start);
        }
        write_tag(&mut tags, "GameType", game_type);
        write_tag(&mut tags, "Variant", variant);
        let remedy = match (options.game_is_named, tagged) {
            (true, false) => "correct it, or name another game with --game",
            (_, true) => "correct it, or name another game with --game and --ignore-tags",
            (false, false) => "correct it, or name the game with --game or in its tag GameType",
        };
        Ok(Beginning { context, start, tags, notes, remedy })
    }
}

/// Makes a tag say this, wherever it stands.
fn write_tag(tags: &mut Vec<Tag>, name: &str, text: Option<String>) {
    let Some(text) = text else { return };
    let mut found = false;
    for tag in tags.iter_mut().filter(|tag| tag.name.eq_ignore_ascii_case(name)) {
        tag.text.clone_from(&text);
        found = true;
    }
    if !found {
        tags.push(Tag { name: name.to_owned(), text });
    }
}

/// The tag of this name that says something, which may be written in any case.
fn named<'t>(tags: &'t mut [Tag], name: &str) -> Option<&'t mut Tag> {
    tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name) && !tag.text.trim().is_empty())
}
