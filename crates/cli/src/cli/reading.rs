//! One way to read the texts of a record: a game, the squares that its texts name, and where it begins.

use super::words::shortened;
use crate::pdn::{Item, Record};
use petrov::board::{FenErrorKind, MoveTextErrorKind, Notation, Position, parse_fen, parse_move};
use petrov::rules::{Game, play};

/// A way to read a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) game: &'static Game,
    /// How the texts name squares.
    pub(super) notation: Notation,
    /// Where the game begins if no FEN says it.
    pub(super) beginning: Position,
}

impl Reading {
    /// The game as it writes itself.
    pub(super) fn of(game: &'static Game) -> Reading {
        Reading { game, notation: game.notation, beginning: game.start() }
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the FEN.
    pub(super) fn start(&self, record: &Record) -> Result<Position, String> {
        let Some(fen) = fen(record) else { return Ok(self.beginning) };
        parse_fen(fen, self.game.geometry, &self.notation).map_err(|error| format!("FEN {:?}: {error}", shortened(fen)))
    }

    /// Whether the FEN and all moves are legal, those of variations left out.
    pub(super) fn fits(&self, record: &Record) -> bool {
        self.reaches(record).is_none()
    }

    /// How many items of the record it reads up to the first that is wrong, one more with the FEN; `None` if nothing
    /// is.
    pub(super) fn reaches(&self, record: &Record) -> Option<usize> {
        let Ok(mut at) = self.start(record) else { return Some(0) };
        record.items.iter().position(|item| !self.step(item, &mut at)).map(|item| item + 1)
    }

    /// Whether another reading, which fits as well, sees another position somewhere.
    pub(super) fn differs(&self, other: &Reading, record: &Record) -> bool {
        let (Ok(mut one), Ok(mut two)) = (self.start(record), other.start(record)) else { return true };
        one != two
            || record.items.iter().any(|item| !self.step(item, &mut one) || !other.step(item, &mut two) || one != two)
    }

    /// Goes on by an item; returns whether it is possible.
    fn step(&self, item: &Item, at: &mut Position) -> bool {
        let next = match item {
            Item::Move { text, .. } if is_pass(text) => None,
            Item::Move { text, .. } => {
                // The game itself in another notation; only its names for squares differ.
                let game = Game { notation: self.notation, ..*self.game };
                game.read_move(at, text).ok().map(|mv| play(at, &mv))
            }
            Item::Setup { fen, .. } if is_passing_setup(fen) => None,
            Item::Setup { fen, .. } => parse_fen(fen, self.game.geometry, &self.notation).ok(),
            _ => return true,
        };
        *at = next.unwrap_or(*at);
        next.is_some()
    }

    /// Whether the board has all squares that the record names.
    pub(super) fn has_squares(&self, record: &Record) -> bool {
        let geometry = self.game.geometry;
        let has_those_of_fen = |fen: &str| {
            let error = parse_fen(fen, geometry, &self.notation).err();
            !error.is_some_and(|error| matches!(error.kind, FenErrorKind::UnknownSquare(_)))
        };
        fen(record).is_none_or(has_those_of_fen)
            && record.items.iter().all(|item| match item {
                Item::Move { text, .. } => {
                    let error = parse_move(&apart(text), geometry, &self.notation).err();
                    !error.is_some_and(|error| matches!(error.kind, MoveTextErrorKind::UnknownSquare(_)))
                }
                Item::Setup { fen, .. } => has_those_of_fen(fen),
                _ => true,
            })
    }
}

/// The text of the tag FEN, if it says something.
pub(super) fn fen(record: &Record) -> Option<&str> {
    let fens = record.tags.iter().filter(|tag| tag.name.eq_ignore_ascii_case("FEN"));
    fens.map(|tag| tag.text.as_str()).find(|fen| !fen.trim().is_empty())
}

/// Whether a move text says that a side passes.
pub(super) fn is_pass(text: &str) -> bool {
    text == "-" || text == "--"
}

/// Whether `/FEN "B::"/` and the like say that a side passes.
pub(super) fn is_passing_setup(fen: &str) -> bool {
    fen.trim_matches([' ', ':', '.']).len() == 1
}

/// A move of digits alone, such as 3228, with its squares apart.
fn apart(text: &str) -> String {
    if text.len() < 4 || !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.to_owned();
    }
    let pairs: Vec<&str> = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]).collect();
    pairs.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn;
    use petrov::board::Corner;
    use petrov::rules;

    fn record(text: &str) -> Record {
        pdn::read(text).unwrap().remove(0)
    }

    fn reading(id: &str) -> Reading {
        Reading::of(rules::game(id).unwrap())
    }

    #[test]
    fn how_far_a_record_is_read() {
        let reaches = |text: &str| reading("russian").reaches(&record(text));
        assert_eq!(reaches("c3-d4 {x} d6-c5 (1-99) 2. b2-c3 *"), None);
        assert_eq!(reaches("[FEN \"W:W99:B1\"] c3-d4 *"), Some(0));
        assert_eq!(reaches("c3-d4 {x} d6-d5 *"), Some(3));
        assert_eq!(reaches("c3-d4 -- *"), Some(2));
        assert_eq!(reaches("c3-d4 /FEN \"B::\"/ *"), Some(2));
        assert_eq!(reaches("/FEN \"W:WKa1:Bb8\"/ a1-b2 *"), None);
    }

    #[test]
    fn readings_that_differ() {
        let own = reading("international");
        let turned = Reading { notation: Notation { first: Corner::BottomRight, ..own.notation }, ..own };
        for (text, fits, differs) in
            [("*", true, false), ("32-28 *", false, true), ("[FEN \"W:WK4,K36,K37:BK29\"] 37-42 29x47 *", true, true)]
        {
            let record = record(text);
            assert!(own.fits(&record));
            assert_eq!((turned.fits(&record), own.differs(&turned, &record)), (fits, differs), "{text}");
        }
    }

    #[test]
    fn squares_of_boards() {
        let has = |id: &str, text: &str| reading(id).has_squares(&record(text));
        assert!(!has("international", "32-99 *") && !has("russian", "32-99 *"));
        assert!(has("international", "32-28 19-23 38-33 *") && !has("russian", "32-28 19-23 38-33 *"));
        assert!(has("canadian", "[FEN \"W:W60:B1\"] *") && !has("international", "[FEN \"W:W60:B1\"] *"));
        assert!(!has("russian", "c3-d5 *") && !has("80-cell", "c3-d5 *") && has("turkish", "c3-d5 *"));
    }

    #[test]
    fn squares_that_stand_together() {
        for (text, read) in
            [("3228", "32 28"), ("231405", "23 14 05"), ("322", "322"), ("c3d4", "c3d4"), ("32-28", "32-28")]
        {
            assert_eq!(apart(text), read);
        }
    }
}
