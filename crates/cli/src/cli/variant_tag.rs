//! The tag Variant: the name of a game, as sites write it.

use super::game_name::giveaway_of;
use super::game_type::brief;
use petrov::rules::{self, GAMES, Game};

/// What the tag says.
#[derive(Clone, Copy, Debug)]
pub(super) enum VariantTag<'a> {
    /// Nothing, or that the game began with a position of its own.
    Nothing,
    /// A game. `few_men` is the Frisian game with five men a side.
    Game { game: &'static Game, few_men: bool },
    /// A name that no game has.
    Unknown(&'a str),
}

/// What sites and programs call the giveaway of any game, squeezed. Some of them name one game where they stand alone.
const GIVEAWAY_WORDS: [&str; 14] = [
    "anti",
    "antidraughts",
    "anticheckers",
    "giveaway",
    "giveawaycheckers",
    "giveawaydraughts",
    "losing",
    "losingdraughts",
    "misere",
    "obratnye",
    "poddavki",
    "reverse",
    "suicide",
    "suicidecheckers",
];

impl<'a> VariantTag<'a> {
    /// Reads the text of the tag, in any case of letters and with any spaces.
    pub(super) fn read(text: &'a str) -> VariantTag<'a> {
        let bare = squeezed(text);
        let known = |game: &'static Game| VariantTag::Game { game, few_men: false };
        match bare.as_str() {
            "" | "?" | "*" | "fromposition" => return VariantTag::Nothing,
            "frysk!" => {
                let game = rules::game("frisian").map(|game| VariantTag::Game { game, few_men: true });
                return game.unwrap_or(VariantTag::Unknown(text));
            }
            // The site that writes it means its first game.
            "standard" => return rules::game("international").map_or(VariantTag::Unknown(text), known),
            _ => {}
        }
        let is_called =
            |game: &&&'static Game| std::iter::once(&game.id).chain(game.names).any(|name| squeezed(name) == bare);
        let game = rules::game(text).or_else(|| GAMES.iter().find(is_called).copied());
        game.map_or(VariantTag::Unknown(text), known)
    }

    /// Reads the text beside what names a game: a word for giveaway then means that of this game.
    pub(super) fn beside(text: &'a str, game: Option<&'static Game>) -> VariantTag<'a> {
        let Some(game) = game.filter(|_| GIVEAWAY_WORDS.contains(&squeezed(text).as_str())) else {
            return VariantTag::read(text);
        };
        let giveaway = if game.ending.giveaway { Some(game) } else { giveaway_of(game) };
        giveaway.map_or(VariantTag::Unknown(text), |game| VariantTag::Game { game, few_men: false })
    }

    /// The game that it names.
    pub(super) fn game(&self) -> Option<&'static Game> {
        match self {
            VariantTag::Game { game, .. } => Some(game),
            _ => None,
        }
    }

    /// Whether it means this game, beginning with five men a side.
    pub(super) fn has_few_men_of(&self, of: &Game) -> bool {
        matches!(self, VariantTag::Game { few_men: true, game } if game.id == of.id)
    }

    /// Whether it says this game and no more.
    pub(super) fn is_only(&self, of: &Game) -> bool {
        matches!(self, VariantTag::Game { few_men: false, game } if game.id == of.id)
    }

    /// The name, if no game has it.
    pub(super) fn unknown(&self) -> Option<String> {
        match self {
            VariantTag::Unknown(text) => Some(brief(text)),
            _ => None,
        }
    }
}

/// A name without what people write in different ways.
fn squeezed(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_whitespace() && !"-_".contains(*letter));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sites() {
        for (text, id) in [
            ("Standard", "international"),
            ("Antidraughts", "anti-international"),
            ("Breakthrough", "breakthrough"),
            ("Frisian", "frisian"),
            ("Frysk!", "frisian"),
            ("Russian", "russian"),
            ("BRAZILIAN", "brazilian"),
            (" brazilian  draughts ", "brazilian"),
            ("Anti Russian", "anti-russian"),
            ("8 0-cell", "80-cell"),
        ] {
            assert_eq!(VariantTag::read(text).game().map(|game| game.id), Some(id), "{text}");
        }
        let frisian = rules::game("frisian").unwrap();
        let has_few_men = |text: &str| VariantTag::read(text).has_few_men_of(frisian);
        assert!(has_few_men(" frysk ! ") && !has_few_men("Frisian"));
        assert!(!VariantTag::read("Frysk!").is_only(frisian) && VariantTag::read("Frisian").is_only(frisian));
        for nothing in ["", " ", "?", "From Position", "fromPosition"] {
            assert!(matches!(VariantTag::read(nothing), VariantTag::Nothing), "{nothing}");
        }
        assert_eq!(VariantTag::read("Chess960").unknown().as_deref(), Some("Chess960"));
        assert!(VariantTag::read(&"x".repeat(100_000)).unknown().unwrap().len() < 400);
    }
}
