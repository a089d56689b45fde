//! Which game a record is, and how its texts name squares: from its tags, the options, and what its moves allow.

mod meant;
mod overruled;
mod squares;
mod tags;

use super::game_notes::Note;
use super::game_type::GameType;
use super::reading::Reading;
use super::untagged;
use super::variant_tag::VariantTag;
use crate::pdn::Record;
use petrov::board::{Corner, Notation};
use petrov::rules::Game;

use overruled::overruled;
use squares::squares;
use tags::{Tags, said};

/// What the user says of all games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    /// The game of --game.
    pub(super) named: Option<&'static Game>,
    /// The game of records that nothing is said of, if it fits.
    pub(super) default: &'static Game,
    /// The corner of --squares.
    pub(super) corner: Option<&'a str>,
    /// Whether the tags are not heeded.
    pub(super) ignore_tags: bool,
}

impl Choice<'_> {
    /// Where --squares says that the numbers of a game begin.
    ///
    /// # Errors
    /// A sentence, if its board has no such corner.
    pub(super) fn corner_of(&self, game: &Game) -> Result<Option<Corner>, String> {
        let read = |name: &str| game.notation.corner_by_name(name, game.geometry);
        self.corner.map(read).transpose().map_err(|error| format!("--squares: {error} ({})", game.title))
    }
}

/// How a record is read and written.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) reading: Reading,
    /// How squares are written.
    pub(super) writing: Notation,
    /// The text of the tag GameType; `None` if it stays as it is, or is not there.
    pub(super) game_type: Option<String>,
    /// The text of the tag Variant; `None` if it stays as it is, or is not there.
    pub(super) variant: Option<String>,
    /// What a reader has to know.
    pub(super) notes: Vec<Note>,
    /// Whether a tag says which game it is.
    pub(super) tagged: bool,
}

impl Decision {
    /// The record is left in the form that the game has; nothing is said of it in its tags.
    pub(super) fn plain(reading: Reading, notes: Vec<Note>) -> Decision {
        Decision { reading, writing: reading.game.notation, game_type: None, variant: None, notes, tagged: false }
    }
}

/// Decides how a record is read.
///
/// # Errors
/// A sentence, if nothing says it, or tags contradict each other or --game.
pub(super) fn decide(choice: &Choice, record: &Record) -> Result<Decision, String> {
    if let Some(game) = choice.named.filter(|_| choice.ignore_tags) {
        return overruled(choice, game, record);
    }
    let kind = said(record, "GameType", &says_something)?.map(GameType::read).transpose()?.flatten();
    let says_game = |text: &str| !matches!(VariantTag::read(text), VariantTag::Nothing);
    let beside = kind.as_ref().and_then(|kind| kind.game().ok()).or(choice.named);
    let variant = said(record, "Variant", &says_game)?;
    let variant = variant.map_or(VariantTag::Nothing, |text| VariantTag::beside(text, beside));
    said(record, "FEN", &|text| !text.trim().is_empty())?;
    let tags = Tags { kind, variant };
    let mut notes = Vec::new();
    let game = match choice.named {
        Some(named) => tags.check(named, &mut notes).map(|()| Some(named))?,
        None => tags.game(choice, record, &mut notes)?,
    };
    let Some(game) = game else { return untagged::decide(choice, record) };
    squares(choice, game, &tags, record, notes)
}

/// Whether the text of a GameType says anything.
fn says_something(text: &str) -> bool {
    !matches!(GameType::read(text), Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn;
    use petrov::rules::{self, GAMES};

    /// What is decided of a text with these options: the game, whether squares are read as the game names them, what
    /// GameType is written, and the kinds of the notes.
    type Decided = (&'static str, bool, Option<String>, Vec<String>);

    fn decided(text: &str, named: Option<&str>, corner: Option<&str>, ignore_tags: bool) -> Result<Decided, String> {
        let default = rules::game("russian").unwrap();
        let named = named.map(|name| rules::game(name).unwrap());
        let record = pdn::read(text).unwrap().remove(0);
        let Decision { reading, game_type, notes, .. } =
            decide(&Choice { named, default, corner, ignore_tags }, &record)?;
        let usual = reading.notation == reading.game.notation;
        let kind = |note: &Note| format!("{note:?}").split(' ').next().unwrap_or_default().to_owned();
        Ok((reading.game.id, usual, game_type, notes.iter().map(kind).collect()))
    }

    fn by_tags(text: &str) -> Result<(&'static str, Vec<String>), String> {
        decided(text, None, None, false).map(|(game, _, _, notes)| (game, notes))
    }

    #[test]
    fn tags_together() {
        for (tags, game, notes) in [
            ("[GameType \"20\"]", "international", &[][..]),
            ("[GameType \"20\"] [Variant \"Standard\"]", "international", &[]),
            ("[GameType \"99\"] [Variant \"From Position\"]", "international", &[]),
            ("[Variant \"Brazilian\"]", "brazilian", &[]),
            ("[Variant \"From Position\"]", "russian", &["Default"]),
            ("[GameType \"20\"] [Variant \"Antidraughts\"]", "anti-international", &["Together"]),
            ("[GameType \"20\"] [Variant \"breakthrough\"]", "breakthrough", &["Together"]),
            ("[GameType \"20\"] [Variant \"Killer draughts\"]", "killer", &["Together"]),
            ("[GameType \"20\"] [Variant \"Frisian\"]", "frisian", &["Together"]),
            ("[GameType \"25\"] [Variant \"Poddavki\"]", "anti-russian", &["Together"]),
            ("[GameType \"40\"] [Variant \"anti-frisian\"]", "anti-frisian", &["Together"]),
            ("[GameType \"98\"] [Variant \"Antidraughts\"]", "anti-international", &[]),
            ("[GameType \"20\"] [Variant \"Giveaway\"]", "anti-international", &["Together"]),
            ("[GameType \"21\"] [Variant \"Antidraughts\"]", "anti-english", &["Together"]),
            ("[GameType \"25\"] [Variant \"Losing\"]", "anti-russian", &["Together"]),
            ("[GameType \"23\"] [Variant \"Suicide\"]", "anti-pool", &["Together"]),
            ("[GameType \"77\"] [Variant \"Russian\"]", "russian", &["UnknownGameType"]),
        ] {
            let notes: Vec<String> = notes.iter().map(|note| (*note).to_owned()).collect();
            assert_eq!(by_tags(&format!("{tags} *")), Ok((game, notes)), "{tags}");
        }
    }

    #[test]
    fn tags_that_contradict_each_other() {
        let tags = "[GameType \"25\"] [Variant \"Frisian\"]";
        let taken = |game| Ok((game, vec!["Contradiction".to_owned()]));
        assert_eq!(by_tags(&format!("{tags} 32-28 18-23 *")), taken("frisian"));
        assert_eq!(by_tags(&format!("{tags} c3-d4 d6-c5 *")), taken("russian"));
        assert!(by_tags(&format!("{tags} *")).unwrap_err().contains("legal in both; correct one of the tags"));
        assert!(by_tags(&format!("{tags} 1-50 *")).unwrap_err().contains("legal in neither"));
        let brazilian = "[GameType \"25\"] [Variant \"Brazilian\"] c3-d4 *";
        assert!(by_tags(brazilian).unwrap_err().contains("--game and --ignore-tags"));
        assert!(
            by_tags("[GameType \"25\"] [Variant \"Blitz\"] *").unwrap_err().contains("no game of Variant \"Blitz\"")
        );
        assert!(by_tags("[Variant \"Chess\"] *").unwrap_err().contains("no game of Variant \"Chess\""));
        assert!(by_tags("[GameType \"77\"] [Variant \"Chess\"] *").unwrap_err().contains("no game of Variant"));
        let other_board = "[GameType \"77,W,10,10,N2,0\"] [Variant \"Russian\"] *";
        assert!(by_tags(other_board).unwrap_err().contains("no game of GameType"));
    }

    #[test]
    fn games_that_are_named() {
        let named = |text: &str, game: &str| decided(text, Some(game), None, false);
        let agreed = |game, text: &str| Ok((game, true, Some(text.to_owned()), Vec::new()));
        assert_eq!(named("*", "english"), agreed("english", "21,B,8,8,N1,0"));
        assert_eq!(named("*", "anti-english"), Ok(("anti-english", true, None, Vec::new())));
        assert_eq!(named("[GameType \"20\"] *", "international"), agreed("international", "20"));
        assert_eq!(named("[GameType \"99\"] *", "international"), agreed("international", "99"));
        assert_eq!(named("[GameType \"20\"] [Variant \"Frisian\"] *", "frisian"), agreed("frisian", "20"));
        let turkish = "[GameType \"30\"] [Variant \"Turkish\"] *";
        assert_eq!(named(turkish, "turkish+promote-in-passing"), agreed("turkish+promote-in-passing", "30"));
        for (text, game) in [
            ("[GameType \"23\"] *", "english"),
            ("[GameType \"20\"] [Variant \"Antidraughts\"] *", "international"),
            ("[Variant \"Russian\"] *", "brazilian"),
            ("[GameType \"26\"] [Variant \"Russian\"] *", "russian"),
        ] {
            assert!(named(text, game).unwrap_err().contains("--ignore-tags"), "{text}");
        }
    }

    #[test]
    fn tags_that_are_overruled() {
        let ignored = |text: &str, game: &str, corner| decided(text, Some(game), corner, true);
        let corrected = |game, text: &str| Ok((game, true, Some(text.to_owned()), Vec::new()));
        for text in
            ["*", "[GameType \"23\"] *", "[GameType \"a,b\"] *", "[GameType \"21,B,8,8,N2,0\"] [Variant \"Pool\"] *"]
        {
            assert_eq!(ignored(text, "english", None), corrected("english", "21,B,8,8,N1,0"), "{text}");
        }
        // What is right already stays; a game without a number has that of the game beside a Variant.
        assert_eq!(ignored("[GameType \"21\"] *", "english", None), Ok(("english", true, None, Vec::new())));
        let of_giveaway = Ok(("anti-english", true, Some("21,B,8,8,N1,0".to_owned()), Vec::new()));
        assert_eq!(ignored("[GameType \"23\"] *", "anti-english", None), of_giveaway);
        assert!(matches!(ignored("[GameType \"20\"] *", "russian", Some("a1")), Ok(("russian", false, ..))));
    }

    #[test]
    fn tags_that_stand_twice() {
        // A tag that says nothing does not count.
        for text in ["[GameType \"?\"] [GameType \"26\"] *", "[Variant \"From Position\"] [Variant \"Brazilian\"] *"] {
            assert_eq!(by_tags(text), Ok(("brazilian", Vec::new())), "{text}");
        }
        assert_eq!(by_tags("[GameType \"26\"] [GameType \"26\"] *"), Ok(("brazilian", Vec::new())));
        for text in [
            "[GameType \"26\"] [GameType \"25\"] *",
            "[Variant \"Russian\"] [Variant \"Brazilian\"] *",
            "[GameType \"25\"] [FEN \"W:Wa1:Bb8\"] [FEN \"W:Wc1:Bb8\"] *",
        ] {
            assert!(by_tags(text).unwrap_err().contains("take one of them out"), "{text}");
        }
    }

    #[test]
    fn a_tag_that_is_wrong_says_nothing_of_squares_and_stays() {
        for (text, game) in [
            ("[GameType \"22,W,8,8,N2,1\"] [Variant \"Russian\"] c3-d4 d6-c5 *", "russian"),
            ("[GameType \"25,W,8,8,A0,0\"] [Variant \"Frisian\"] 32-28 18-23 *", "frisian"),
            ("[GameType \"25\"] [Variant \"Frysk!\"] c3-d4 d6-c5 *", "russian"),
            ("[GameType \"97\"] [Variant \"Russian\"] c3-d4 d6-c5 *", "russian"),
        ] {
            let (found, usual, _, notes) = decided(text, None, None, false).unwrap();
            assert_eq!((found, usual, notes), (game, true, vec!["Contradiction".to_owned()]), "{text}");
        }
        for text in [
            "[GameType \"22,W,8,8,N2,1\"] [Variant \"Russian\"] c3-d4 *",
            "[GameType \"25,W,8,8,A0,0\"] [Variant \"Frisian\"] 32-28 *",
        ] {
            assert_eq!(decided(text, None, None, false).unwrap().2, None, "{text}");
        }
        // Five men a side are those of Frisian alone.
        let text = "[GameType \"25\"] [Variant \"Frysk!\"] a1-b2 h8-g7 *";
        assert!(by_tags(text).unwrap_err().contains("legal in neither"));
    }

    #[test]
    fn what_overruled_tags_become_means_the_same_game() {
        for tags in [
            "",
            "[GameType \"26\"]",
            "[GameType \"26\"] [Variant \"Brazilian\"]",
            "[GameType \"97\"]",
            "[Variant \"Frysk!\"]",
        ] {
            for game in GAMES {
                let record = pdn::read(&format!("{tags} *")).unwrap().remove(0);
                let choice = Choice { named: Some(game), default: GAMES[0], corner: None, ignore_tags: true };
                let Decision { game_type, variant, .. } = decide(&choice, &record).unwrap();
                let tag = |name: &str, text: Option<String>| {
                    text.or(record.tag(name).map(str::to_owned))
                        .map(|text| format!("[{name} \"{text}\"] "))
                        .unwrap_or_default()
                };
                let written = tag("GameType", game_type) + &tag("Variant", variant) + "*";
                // Contested rules are options of a name, which no number tells.
                let meant = game.id.split('+').next().unwrap();
                let read = decided(&written, None, None, false).map(|(found, ..)| found);
                assert!(read == Ok(meant) || read == Ok(game.id), "{tags} {}: {written} is {read:?}", game.id);
            }
        }
    }

    #[test]
    fn squares_of_tags_and_of_moves() {
        let read = |text: &str, corner| decided(text, None, corner, false).unwrap();
        let tag = "[GameType \"20,W,10,10,N1,0\"]";
        let (_, usual, written, notes) = read(&format!("{tag} 32-28 18-23 *"), None);
        assert_eq!((usual, written, notes), (true, None, vec!["OtherSquares".to_owned()]));
        let endgame = format!("{tag} [FEN \"W:WK4,K36,K37:BK29\"] 37-42 29x47 *");
        let (_, usual, written, notes) = read(&endgame, None);
        assert_eq!((usual, written, notes), (false, None, vec!["EitherSquares".to_owned()]));
        // What --squares says is no question.
        let (_, usual, written, notes) = read(&endgame, Some("b10"));
        assert_eq!((usual, written.as_deref(), notes.len()), (true, Some("20,W,10,10,N2,0"), 0));
        // Only the tag fits, or it makes no difference: the squares are those of the game in what is written.
        for text in ["[GameType \"25,W,8,8,N0,0\"] 10-13 *", "[GameType \"25,W,8,8,N0,0\"] c3-d4 *"] {
            let (_, usual, written, notes) = read(text, None);
            assert_eq!((usual, written.as_deref(), notes.len()), (false, Some("25,W,8,8,A0,0"), 0), "{text}");
        }
        // Neither fits: the error is that of the reading that goes further.
        assert!(read(&format!("{tag} 32-28 18-23 1-2 *"), None).1);
    }

    #[test]
    fn five_men_a_side() {
        for text in ["[GameType \"97\"] 47-42 1-6 *", "[Variant \"Frysk!\"] 47-42 1-6 *"] {
            let record = pdn::read(text).unwrap().remove(0);
            let choice =
                Choice { named: None, default: rules::game("russian").unwrap(), corner: None, ignore_tags: false };
            let reading = decide(&choice, &record).unwrap().reading;
            let start = reading.game.read_fen("W:W46-50:B1-5").unwrap();
            assert_eq!((reading.game.id, reading.beginning), ("frisian", start), "{text}");
            assert!(reading.fits(&record));
        }
    }
}
