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

/// Makes sure that code that is compiled for a type plays this game right.
///
/// # Panics
/// If the game has other rules or another board than the type, if its rules or its ending contradict themselves, or if it
/// names the tables of a game that is not the same.
pub fn check_code_for<V: Variant>(game: &Game) {
    let id = game.id;
    assert!(is_code_for::<V>(game), "{id} has other rules or another board than the type that plays it");
    game.rules.check(game.geometry);
    game.ending.check();
    let same = |other: &Game| (other.rules, other.ending, other.geometry) == (game.rules, game.ending, game.geometry);
    let owner = GAMES.iter().find(|other| other.id == game.tables);
    assert!(owner.is_none_or(|owner| same(owner)), "{id} cannot use the tables of {}, a different game", game.tables);
}

// Games with the rules of another need no code of their own, and those with the movement of another little.
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
/// Panics if a game of the list contradicts itself, or its rules are in no list.
pub fn check_listed(game: &Game) {
    struct Check<'g>(&'g Game);
    impl GameVisitor for Check<'_> {
        type Output = ();
        fn visit<V: Variant>(self) {
            check_code_for::<V>(self.0);
        }
    }
    visit(game, Check(game)).unwrap_or_else(|| panic!("{} has rules of its own", game.id));
}

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

/// What stands before any name of a game to mean its giveaway.
///
/// ```
/// use petrov::rules::{GIVEAWAY, game};
///
/// assert!(game(&format!("{GIVEAWAY}russian")).unwrap().ending.giveaway);
/// ```
pub const GIVEAWAY: &str = "anti-";

/// All games, and behind them the giveaway of all that have one.
macro_rules! games {
    (
        giveaway: $($game:expr $(=> $names:expr)?),+;
        no giveaway: $($other:expr),+;
    ) => {
        /// All games, in the order in which they are listed: the giveaway of each game behind all of those.
        ///
        /// ```
        /// use petrov::rules::GAMES;
        ///
        /// assert!(GAMES.iter().any(|game| game.id == "international"));
        /// ```
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
                    clocks: &[],
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

/// The game of this name, in any case of letters, with spaces or hyphens. Any name of a game may stand before its options, which may come in any
/// order, and behind `anti-`, which means its giveaway.
///
/// ```
/// use petrov::rules::game;
///
/// assert_eq!(game("checkers").unwrap().id, "english");
/// assert_eq!(game("Italian draughts").unwrap().id, "italian");
/// assert_eq!(game("anti-turkish+promote-in-passing").unwrap().id, "anti-turkish+promote-in-passing");
/// assert!(game("chess").is_none());
/// ```
pub fn game(name: &str) -> Option<&'static Game> {
    let name = name.trim().to_lowercase().replace(' ', "-");
    if let Some(game) = GAMES.iter().find(|game| game.id == name || game.names.contains(&name.as_str())) {
        return Some(game);
    }
    let id = if let Some(of) = name.strip_prefix(GIVEAWAY) {
        format!("{GIVEAWAY}{}", game(of)?.id)
    } else {
        let (of, options) = name.split_once('+')?;
        let mut options: Vec<&str> = options.split('+').collect();
        options.sort();
        format!("{}+{}", game(of)?.id, options.join("+"))
    };
    GAMES.iter().copied().find(|game| game.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::{Color, Corner, Notation};

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
            (" Italian Draughts", "italian"),
            ("dames", "international"),
            ("damas", "spanish"),
            ("tama", "armenian"),
            ("dama", "turkish"),
            ("makhos", "thai"),
            ("poddavki", "anti-russian"),
            ("anti-checkers", "anti-english"),
            ("dama+promote-in-passing", "turkish+promote-in-passing"),
            ("tama+remove-after+promote-in-passing", "armenian+promote-in-passing+remove-after"),
            ("anti-tama+remove-after", "anti-armenian+remove-after"),
        ] {
            assert_eq!(game(name).map(|game| game.id), Some(id), "{name}");
        }
        for unknown in
            ["", "chess", "anti-", "anti-anti-russian", "anti-ghanaian", "anti-breakthrough", "turkish+", "+", "thai+x"]
        {
            assert!(game(unknown).is_none(), "{unknown}");
        }
    }

    /// The corner of a digit of a GameType, which counts as the side that begins sees the board.
    fn corner(digit: char, begins: Color) -> Corner {
        match (digit, begins) {
            ('0', Color::White) | ('3', Color::Black) => Corner::BottomLeft,
            ('1', Color::White) | ('2', Color::Black) => Corner::BottomRight,
            ('2', Color::White) | ('1', Color::Black) => Corner::TopLeft,
            _ => Corner::TopRight,
        }
    }

    #[test]
    fn notations_are_those_of_the_pdn_game_types() {
        let mut checked = 0;
        for game in GAMES.iter().filter(|game| !game.pdn_game_type.is_empty()) {
            let [number, begins, files, rows, style, inverted] =
                game.pdn_game_type.split(',').collect::<Vec<_>>().try_into().unwrap();
            assert!(
                number == "23" || game.id.contains('+') || game.names.contains(&number),
                "{}: its number is one of its names",
                game.id
            );
            assert_eq!(begins, if game.begins == Color::White { "W" } else { "B" }, "{}", game.id);
            assert_eq!([files, rows], [game.geometry.files, game.geometry.rows].map(|n| n.to_string()), "{}", game.id);
            let Notation { algebraic, first, a1, mirrored, .. } = game.notation;
            let expected = corner(style.chars().nth(1).unwrap(), game.begins);
            match &style[..1] {
                "A" => assert!(algebraic && a1 == expected, "{}", game.id),
                _ => assert!(!algebraic && first == expected, "{}", game.id),
            }
            assert_eq!(mirrored, inverted == "1", "{}", game.id);
            checked += 1;
        }
        assert_eq!(checked, 18);
    }

    #[test]
    fn men_stand_where_programs_of_the_game_put_them() {
        for (id, fen) in [
            ("russian", "W:W21-32:B1-12"),
            ("80-cell", "W:W26-40:B1-15"),
            ("brazilian", "W:W21-32:B1-12"),
            ("czech", "W:W21-32:B1-12"),
            ("english", "B:W21-32:B1-12"),
            ("pool", "B:W21-32:B1-12"),
            ("italian", "W:W21-32:B1-12"),
            ("spanish", "W:W1-12:B21-32"),
            ("portuguese", "W:W1-12:B21-32"),
            ("thai", "B:W1-8:B25-32"),
            ("international", "W:W31-50:B1-20"),
            ("frisian", "W:W31-50:B1-20"),
            ("ghanaian", "W:W31-50:B1-20"),
            ("canadian", "W:W43-72:B1-30"),
            ("turkish", "W:W41-56:B9-24"),
            (
                "armenian",
                "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
            ),
            ("jamaican", "B:Wb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:Ba1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3"),
        ] {
            let game = game(id).unwrap();
            assert_eq!(game.read_fen(fen), Ok(game.start()), "{id}");
        }
        let has = |id: &str, name: &str| {
            let game = game(id).unwrap();
            game.notation.square_by_name(name, game.geometry).is_ok()
        };
        for (id, dark) in
            [("italian", "h1"), ("spanish", "h1"), ("ghanaian", "j1"), ("english", "a1"), ("turkish", "b1")]
        {
            assert!(has(id, dark), "{id} {dark}");
        }
        assert!(!has("italian", "a1") && !has("ghanaian", "a1") && !has("english", "b1"));
    }

    #[test]
    fn every_game_has_code_and_tables() {
        for game in GAMES {
            check_listed(game);
            assert!(GAMES.iter().any(|other| other.id == game.tables));
        }
    }

    fn refused<V: Variant>(game: Game) -> String {
        let panic = std::panic::catch_unwind(|| check_code_for::<V>(&game)).unwrap_err();
        panic.downcast_ref::<String>().cloned().unwrap_or_else(|| panic.downcast_ref::<&str>().unwrap().to_string())
    }

    #[test]
    fn contradictions_are_refused() {
        let russian = *Russian::GAME;
        assert!(refused::<Czech>(russian).contains("russian has other rules"));
        let giveaway = Ending { giveaway: true, ..Ending::PLAIN };
        let own = Game { id: "own", tables: "own", ..russian };
        assert!(refused::<Russian>(Game { ending: giveaway, tables: "russian", ..own }).contains("tables of russian"));
        for ending in [
            Ending { king_wins: true, ..giveaway },
            Ending { fewest_pieces: 2, ..giveaway },
            Ending { king_beats_man: true, ..giveaway },
        ] {
            assert!(refused::<Russian>(Game { ending, ..own }).contains("giveaway"));
        }
    }
}
