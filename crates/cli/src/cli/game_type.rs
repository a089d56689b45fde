//! The PDN tag GameType: the game that it means, and how its texts name squares.

use petrov::board::{Color, Corner, Notation};
use petrov::rules::{self, GAMES, Game};

/// What a tag says.
#[derive(Clone, Debug)]
pub(super) struct GameType<'a> {
    text: &'a str,
    /// The number, or a name that somebody wrote in its place.
    number: &'a str,
    details: Option<Details>,
}

/// What may stand behind the number.
#[derive(Clone, Copy, Debug)]
struct Details {
    begins: Color,
    files: u32,
    rows: u32,
    /// Squares as a3; otherwise numbers.
    algebraic: bool,
    /// Where a1 or square number 1 lies.
    corner: Corner,
    mirrored: bool,
}

impl<'a> GameType<'a> {
    /// Reads the tag; `None` if it says nothing.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn read(text: &'a str) -> Result<Option<GameType<'a>>, String> {
        let text = text.trim();
        let (number, rest) = text.split_once(',').map_or((text, None), |(number, rest)| (number.trim(), Some(rest)));
        if number.is_empty() || number == "?" || number == "*" {
            return Ok(None);
        }
        let details = match rest.map(details) {
            Some(None) => {
                return Err(format!(
                    "GameType {:?} is not understood; write the number alone, or as in \"25,W,8,8,A0,0\", or overrule \
                     the tag with --game and --ignore-tags",
                    brief(text)
                ));
            }
            details => details.flatten(),
        };
        Ok(Some(GameType { text, number, details }))
    }

    /// The game that it means.
    ///
    /// # Errors
    /// A sentence, if Petrov has no such game.
    pub(super) fn game(&self) -> Result<&'static Game, String> {
        // Two games have number 23, and what stands behind it tells them apart.
        let exact = GAMES.iter().find(|game| game.pdn_game_type == self.text);
        let Some(game) = exact.copied().or_else(|| rules::game(self.number)) else {
            return Err(format!(
                "Petrov has no game of GameType {:?}: `petrov games` lists all with their numbers; \
                 if the tag is wrong, correct it, or overrule it with --game and --ignore-tags",
                brief(self.text)
            ));
        };
        self.check_board(game)?;
        Ok(game)
    }

    /// Makes sure that a game that was named can be meant.
    ///
    /// # Errors
    /// A sentence, if it is another.
    pub(super) fn check(&self, named: &'static Game) -> Result<(), String> {
        let numbers = |game: &Game| {
            (game.pdn_game_type.split(',').next() == Some(self.number)) || game.names.contains(&self.number)
        };
        let meant = rules::game(self.number);
        // Games without a number, such as giveaway, are written with that of the game with the same board.
        let stands_for = named.pdn_game_type.is_empty()
            && meant.is_some_and(|meant| (meant.geometry, meant.notation) == (named.geometry, named.notation));
        if numbers(named) || stands_for {
            return self.check_board(named);
        }
        let remedy = match meant {
            Some(meant) => format!("leave --game out, name {} with it", meant.id),
            None => "leave --game out".to_owned(),
        };
        Err(format!(
            "GameType {:?} is not that of --game {}; {remedy}, or overrule the tag with --ignore-tags",
            brief(self.text),
            named.id
        ))
    }

    fn check_board(&self, game: &Game) -> Result<(), String> {
        if self.has_board_of(game) {
            return Ok(());
        }
        Err(format!(
            "GameType {:?} has another board than {}, whose GameType is {:?}; correct the tag, or overrule it with --game \
             and --ignore-tags",
            brief(self.text),
            game.title,
            game.pdn_game_type
        ))
    }

    /// Whether a game can be meant by it.
    pub(super) fn can_mean(&self, game: &'static Game) -> bool {
        self.check(game).is_ok()
    }

    /// Whether the board is that of a game, or none is named.
    pub(super) fn has_board_of(&self, game: &Game) -> bool {
        let board = (game.geometry.files, game.geometry.rows, game.notation.mirrored);
        self.details.is_none_or(|details| (details.files, details.rows, details.mirrored) == board)
    }

    /// The tag as it was written.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Whether no game has the number.
    pub(super) fn is_unknown(&self) -> bool {
        rules::game(self.number).is_none()
    }

    /// Whether it is the number that sites write for all their games on 50 squares.
    pub(super) fn is_general(&self) -> bool {
        self.number == "20"
    }

    /// Whether it is the number that a large site gives Frisian draughts with five men a side.
    pub(super) fn has_few_men(&self) -> bool {
        self.number == "97"
    }

    /// Whether it means this game and squares as the game names them.
    pub(super) fn is_usual_of(&self, game: &'static Game) -> bool {
        self.check(game).is_ok()
            && self.notation(game) == game.notation
            && self.begins().is_none_or(|it| it == game.begins)
    }

    /// How texts of the game name squares.
    pub(super) fn notation(&self, game: &Game) -> Notation {
        match self.details {
            None => game.notation,
            // Positions and moves may be written in either way, so the other one stays that of the game.
            Some(Details { algebraic: true, corner, .. }) => Notation { a1: corner, ..game.notation },
            Some(Details { corner, .. }) => Notation { first: corner, ..game.notation },
        }
    }

    /// How it says that squares are written.
    pub(super) fn style(&self, game: &Game) -> Notation {
        let algebraic = self.details.map_or(game.notation.algebraic, |details| details.algebraic);
        Notation { algebraic, ..self.notation(game) }
    }

    /// The corner from which the game counts what the tag counts from another.
    pub(super) fn corner_of_usual(&self, game: &Game) -> String {
        let Notation { first, a1, .. } = game.notation;
        let corner = if self.details.is_some_and(|details| details.algebraic) { a1 } else { first };
        game.notation.corner_name(corner, game.geometry)
    }

    /// The options with which squares are read as the game names them.
    pub(super) fn remedy(&self, game: &Game) -> String {
        match self.details {
            Some(Details { algebraic: true, .. }) => format!("--game {} --ignore-tags", game.id),
            _ => format!("--squares {}", self.corner_of_usual(game)),
        }
    }

    /// Who begins, if it says so.
    pub(super) fn begins(&self) -> Option<Color> {
        self.details.map(|details| details.begins)
    }

    /// The tag for moves as Petrov writes them, which may name squares in another way.
    pub(super) fn rewritten(&self, game: &Game) -> String {
        let Some(Details { begins, files, rows, .. }) = self.details else { return self.text.to_owned() };
        let Notation { algebraic, first, a1, mirrored, .. } = game.notation;
        let (style, corner) = if algebraic { ('A', a1) } else { ('N', first) };
        let color = if begins == Color::White { 'W' } else { 'B' };
        let inverted = u32::from(mirrored);
        format!("{},{color},{files},{rows},{style}{},{inverted}", self.number, digit(corner, begins))
    }
}

/// The beginning of a tag, which says enough in a message that may name two of them.
pub(super) fn brief(text: &str) -> String {
    const MOST_BYTES: usize = 80;
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take_while(|&end| end <= MOST_BYTES).last().unwrap_or_default();
    if end < text.len() { format!("{}...", &text[..end]) } else { text.to_owned() }
}

/// Reads what stands behind the number: `W,8,8,A0,0`, of which the last may be absent.
fn details(text: &str) -> Option<Details> {
    let mut parts = text.split(',').map(str::trim);
    let begins = match parts.next()? {
        "W" | "w" => Color::White,
        "B" | "b" => Color::Black,
        _ => return None,
    };
    let (files, rows) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let mut style = parts.next()?.chars();
    let algebraic = match style.next()?.to_ascii_uppercase() {
        'A' | 'S' => true,
        'N' => false,
        _ => return None,
    };
    let digit = style.next()?;
    let corner = Corner::ALL.into_iter().find(|&corner| self::digit(corner, begins) == digit)?;
    let mirrored = match parts.next() {
        None | Some("0") => false,
        Some("1") => true,
        Some(_) => return None,
    };
    (style.next().is_none() && parts.next().is_none()).then_some(Details {
        begins,
        files,
        rows,
        algebraic,
        corner,
        mirrored,
    })
}

/// The digit of a corner, which counts as the side that begins sees the board.
fn digit(corner: Corner, begins: Color) -> char {
    let seen = match corner {
        Corner::BottomLeft => 0,
        Corner::BottomRight => 1,
        Corner::TopLeft => 2,
        Corner::TopRight => 3,
    };
    char::from(b'0' + if begins == Color::White { seen } else { 3 - seen })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GameType<'_> {
        GameType::read(text).unwrap().unwrap()
    }

    #[test]
    fn every_game_with_a_number_is_found_and_written_again() {
        let mut found = 0;
        for game in GAMES.iter().filter(|game| !game.pdn_game_type.is_empty()) {
            let kind = read(game.pdn_game_type);
            assert!(kind.check(game).is_ok());
            assert_eq!(kind.notation(game), game.notation, "{}", game.id);
            assert_eq!(kind.rewritten(game), game.pdn_game_type);
            assert_eq!(kind.begins(), Some(game.begins));
            let meant = kind.game().unwrap();
            assert!(meant.id == game.id || game.id.starts_with(meant.id), "{} {}", game.id, meant.id);
            found += 1;
        }
        assert!(found >= 15);
    }

    #[test]
    fn other_ways_to_write_it() {
        for (text, id) in [
            ("25", "russian"),
            (" 20 ", "international"),
            ("98", "anti-international"),
            ("96", "breakthrough"),
            ("97", "frisian"),
            ("99", "international"),
            ("23", "pool"),
            ("23,W,8,8,A0,0", "pool"),
            ("23,B,8,8,A1,1", "jamaican"),
            ("25, w, 8, 8, n3", "russian"),
            ("Brazilian", "brazilian"),
        ] {
            assert_eq!(read(text).game().map(|game| game.id), Ok(id), "{text}");
        }
        for nothing in ["", " ", "?", "*"] {
            assert!(GameType::read(nothing).unwrap().is_none());
        }
        let numbers = read("25,W,8,8,N0,0");
        let russian = numbers.game().unwrap();
        assert_eq!(numbers.notation(russian).first, Corner::BottomLeft);
        assert_eq!(numbers.rewritten(russian), "25,W,8,8,A0,0");
        let unified = read("23,W,8,8,A0,0");
        assert_eq!(unified.rewritten(unified.game().unwrap()), "23,W,8,8,N2,0");
    }

    #[test]
    fn messages_name_little_of_a_tag() {
        assert_eq!(brief("20"), "20");
        assert_eq!(brief(&"\u{e9}".repeat(41)), "\u{e9}".repeat(40) + "...");
        let long = "1".repeat(100_000);
        assert!(read(&long).game().unwrap_err().len() < 300);
    }

    #[test]
    fn what_is_wrong() {
        for text in
            ["25,", "25,X,8,8,A0,0", "25,W,8,8,Q0", "25,W,8,8,A4,0", "25,W,8,8,A0,2", "25,W,8,8,A0,0,0", "25,W,-1,8,A0"]
        {
            assert!(GameType::read(text).unwrap_err().contains("write the number alone"), "{text}");
        }
        assert!(read("95").game().unwrap_err().contains("petrov games"));
        assert!(read("25,W,10,10,N2,0").game().unwrap_err().contains("another board"));
        assert!(read("22,W,8,8,N2,0").game().unwrap_err().contains("another board"));
        let named = |id: &str| rules::game(id).unwrap();
        let error = read("20").check(named("russian")).unwrap_err();
        assert_eq!(
            error,
            "GameType \"20\" is not that of --game russian; leave --game out, name international with it, or overrule \
             the tag with --ignore-tags"
        );
        assert!(read("95").check(named("frisian")).is_err() && read("97").check(named("frisian")).is_ok());
        assert!(read("25").check(named("anti-russian")).is_ok());
        assert!(read("20").check(named("anti-russian")).is_err());
        assert!(read("30").check(named("turkish+promote-in-passing")).is_ok());
    }
}
