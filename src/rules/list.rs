//! The list of all games, and the way from a game that is known at run time to the code for its rules.

use super::game::{Ending, Game, Variant};
use super::games::english::{English, Italian};
use super::games::international::{
    BREAKTHROUGH, BREAKTHROUGH_8X8, Brazilian, Canadian, Frisian, International, Killer,
};
use super::games::pool::{Ghanaian, JAMAICAN, Pool};
use super::games::russian::{EightyCell, Russian};
use super::games::spanish::{Czech, PORTUGUESE, Spanish, Thai, ThaiNoHalfTurn};
use super::games::turkish::{
    Armenian, ArmenianInPassing, ArmenianRemoveAfter, ArmenianRemoveAfterInPassing, TURKISH_KING_BEATS_MAN, Turkish,
    TurkishInPassing,
};
use crate::board::Board;

/// Something to do for a game that is known only at run time.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the code for the rules of `V`.
    fn visit<V: Variant>(self) -> Self::Output;
}

macro_rules! code {
    ($($variant:ty),+ $(,)?) => {
        /// Runs the visitor with the code for the rules and the board of a game; `None` if there is no such code.
        pub fn visit<T: GameVisitor>(game: &Game, visitor: T) -> Option<T::Output> {
            $(if is_code_for::<$variant>(game) {
                return Some(visitor.visit::<$variant>());
            })+
            None
        }
    };
}

/// Whether code that is compiled for a type plays this game.
fn is_code_for<V: Variant>(game: &Game) -> bool {
    game.geometry == V::Board::GEOMETRY && game.rules == V::GAME.rules
}

// Each takes some seconds to compile. Games with the rules of another need none of their own.
code!(
    Russian,
    EightyCell,
    Brazilian,
    Pool,
    English,
    Italian,
    Spanish,
    Czech,
    Thai,
    ThaiNoHalfTurn,
    International,
    Killer,
    Frisian,
    Ghanaian,
    Canadian,
    Turkish,
    TurkishInPassing,
    Armenian,
    ArmenianInPassing,
    ArmenianRemoveAfter,
    ArmenianRemoveAfterInPassing,
);

/// Two constant texts in one.
macro_rules! joined {
    ($first:expr, $second:expr) => {{
        const FIRST: &[u8] = $first.as_bytes();
        const SECOND: &[u8] = $second.as_bytes();
        const BYTES: [u8; FIRST.len() + SECOND.len()] = {
            let mut bytes = [0; FIRST.len() + SECOND.len()];
            bytes.split_at_mut(FIRST.len()).0.copy_from_slice(FIRST);
            bytes.split_at_mut(FIRST.len()).1.copy_from_slice(SECOND);
            bytes
        };
        match std::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("two texts are a text"),
        }
    }};
}

/// What stands before the name of a game to mean its giveaway.
const GIVEAWAY: &str = "anti-";

/// All games, and behind them the giveaway of all that have one.
macro_rules! games {
    (
        giveaway: $($game:expr $(=> $names:expr)?),+;
        no giveaway: $($other:expr),+;
    ) => {
        /// All games, in the order in which they are listed: the giveaway of each game behind all of those.
        pub static GAMES: &[&Game] = &[
            $($game,)+
            $($other,)+
            $({
                const OF: &Game = $game;
                const GAME: Game = Game {
                    id: joined!(GIVEAWAY, OF.id),
                    tables: joined!(GIVEAWAY, OF.tables),
                    title: joined!("Giveaway: ", OF.title),
                    summary: joined!("a side without a move has won; otherwise as the game itself: ", OF.summary),
                    names: games!(@names $($names)?),
                    pdn_game_type: "",
                    ending: Ending { giveaway: true, ..OF.ending },
                    ..*OF
                };
                &GAME
            },)+
        ];
    };
    (@names $names:expr) => { $names };
    (@names) => { &[] };
}

games! {
    giveaway:
        Russian::GAME => &["poddavki", "giveaway", "russian-giveaway"],
        EightyCell::GAME,
        Brazilian::GAME,
        Pool::GAME,
        JAMAICAN,
        English::GAME => &["giveaway-checkers", "suicide-checkers", "losing-draughts"],
        Italian::GAME,
        Spanish::GAME,
        PORTUGUESE,
        Czech::GAME,
        Thai::GAME,
        ThaiNoHalfTurn::GAME,
        International::GAME => &["antidraughts", "98"],
        Killer::GAME,
        Frisian::GAME,
        Canadian::GAME,
        Turkish::GAME,
        TurkishInPassing::GAME,
        Armenian::GAME,
        ArmenianInPassing::GAME,
        ArmenianRemoveAfter::GAME,
        ArmenianRemoveAfterInPassing::GAME;
    no giveaway:
        Ghanaian::GAME,
        BREAKTHROUGH,
        BREAKTHROUGH_8X8,
        TURKISH_KING_BEATS_MAN;
}

/// The game of this name, in any case of letters; `anti-` and any name of a game mean its giveaway.
pub fn game(name: &str) -> Option<&'static Game> {
    let name = name.to_lowercase();
    let named = |name: &str| GAMES.iter().copied().find(|game| game.id == name || game.names.contains(&name));
    named(&name).or_else(|| {
        let of = named(name.strip_prefix(GIVEAWAY)?)?;
        GAMES.iter().copied().find(|game| game.id.strip_prefix(GIVEAWAY) == Some(of.id))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names() {
        let mut known = HashSet::new();
        for name in GAMES.iter().flat_map(|game| game.names.iter().chain([&game.id])) {
            assert!(known.insert(name), "{name} is the name of one game");
            assert_eq!(name.to_lowercase(), **name);
            assert!(name.len() <= 48, "{name} fits in a file of tables");
        }
        for (name, id) in [
            ("Draughts-64", "russian"),
            ("flying", "russian"),
            ("diagonal", "russian"),
            ("shashki", "russian"),
            ("checkers", "english"),
            ("American", "english"),
            ("Polish", "international"),
            ("damas", "spanish"),
            ("tama", "armenian"),
            ("dama", "turkish"),
            ("makhos", "thai"),
            ("poddavki", "anti-russian"),
            ("anti-checkers", "anti-english"),
        ] {
            assert_eq!(game(name).map(|game| game.id), Some(id), "{name}");
        }
        for unknown in ["", "chess", "anti-", "anti-anti-russian", "anti-ghanaian", "anti-breakthrough"] {
            assert!(game(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn every_game_has_code_and_tables() {
        struct Nothing;
        impl GameVisitor for Nothing {
            type Output = ();
            fn visit<V: Variant>(self) {}
        }
        for game in GAMES {
            assert!(visit(game, Nothing).is_some(), "{}", game.id);
            let owner = GAMES.iter().find(|other| other.id == game.tables).unwrap();
            assert_eq!((owner.rules, owner.ending, owner.geometry), (game.rules, game.ending, game.geometry));
        }
    }
}
