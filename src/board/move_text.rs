//! The text of a move: the squares it names and the sign between them. Whether it is a move is for the rules to say.

use std::fmt;

use super::cursor::{Cursor, is_dash, shortened, write_mixed, write_unexpected};
use super::geometry::Geometry;
use super::notation::Notation;
use super::unknown::UnknownSquare;

/// What a move text says.
///
/// ```
/// use petrov::board::{Board, Board8x8, MoveText, Notation, parse_move};
///
/// let text: MoveText = parse_move("a1-b2", Board8x8::GEOMETRY, &Notation::letters(':'))?;
/// assert_eq!(text, MoveText { squares: vec![0, 4], capture: Some(false) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The squares in the order of the text, as numbers of the [`Geometry`]; at least two, and two neighbours may be
    /// the same square, because a capture may end where it began.
    pub squares: Vec<u32>,
    /// `true` for a capture sign, `false` for a dash, `None` where nothing stands between the squares. Some games
    /// write captures with a dash.
    pub capture: Option<bool>,
}

/// What is wrong with the text of a move, and where.
///
/// ```
/// use petrov::board::{Board, Board8x8, Notation, parse_move};
///
/// let error = parse_move("c3", Board8x8::GEOMETRY, &Notation::letters(':')).unwrap_err();
/// assert_eq!(error.to_string(), "column 3: a move names at least two squares; write it as in c3-d4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    /// The column, counted from 1 in characters of the text.
    pub column: usize,
    /// What is wrong there.
    pub kind: MoveTextErrorKind,
}

/// What is wrong with the text of a move.
///
/// ```
/// use petrov::board::{Board, Board8x8, MoveTextErrorKind, Notation, parse_move};
///
/// let error = parse_move("a5:c3-e1", Board8x8::GEOMETRY, &Notation::letters(':')).unwrap_err();
/// assert_eq!((error.column, error.kind), (6, MoveTextErrorKind::MixedSigns));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveTextErrorKind {
    /// The text names no square, or only one.
    TooShort {
        /// A move in the notation of the game.
        example: String,
    },
    /// The text names more squares than there are on the board.
    TooLong {
        /// The squares of the board.
        squares: u32,
    },
    /// There is no such square.
    UnknownSquare(UnknownSquare),
    /// Some squares have letters and others numbers.
    MixedStyles {
        /// The first square with a letter.
        letters: String,
        /// The first square with a number.
        numbers: String,
    },
    /// The signs between the squares are not all the same.
    MixedSigns,
    /// Something stands in the wrong place.
    Unexpected {
        /// What was read; `None` at the end of the text.
        found: Option<char>,
        /// What belongs there.
        expected: &'static str,
    },
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match &self.kind {
            MoveTextErrorKind::TooShort { example } => {
                write!(f, "a move names at least two squares; write it as in {example}")
            }
            MoveTextErrorKind::TooLong { squares } => {
                write!(f, "a move names at most {squares} squares on this board; leave out the rest")
            }
            MoveTextErrorKind::UnknownSquare(error) => error.fmt(f),
            MoveTextErrorKind::MixedStyles { letters, numbers } => write_mixed(f, letters, numbers),
            MoveTextErrorKind::MixedSigns => {
                write!(f, "the signs between the squares differ; use the same one throughout the move")
            }
            MoveTextErrorKind::Unexpected { found, expected } => write_unexpected(f, *found, expected),
        }
    }
}

impl std::error::Error for MoveTextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            MoveTextErrorKind::UnknownSquare(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads the text of a move, such as `c3-d4`, `a5:c3:e1`, `22x15x8`, `22-18` or `a3b4`. Spaces around squares and
/// signs, and marks at the end (`+`, `!`, `?`, `.`), are ignored. Squares have letters or numbers; a text with both,
/// such as `c3-18`, is an error.
///
/// # Errors
/// The first thing that is wrong.
///
/// ```
/// use petrov::board::{Board, Board8x8, Notation, parse_move};
///
/// let notation = Notation::letters(':');
/// // 22-18 and c3:d4 name the same squares; whether there is such a move is for the rules to say.
/// for (text, capture) in [("22-18", Some(false)), ("c3:d4!", Some(true)), ("c3d4", None)] {
///     let read = parse_move(text, Board8x8::GEOMETRY, &notation)?;
///     assert_eq!((read.squares, read.capture), (vec![9, 13], capture));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_move(text: &str, geometry: Geometry, notation: &Notation) -> Result<MoveText, MoveTextError> {
    let mut reader = Reader { cursor: Cursor::new(text), geometry, notation };
    reader.cursor.skip_spaces();
    if reader.at_end() {
        return Err(reader.too_short());
    }
    let (first, square) = reader.square()?;
    let (mut squares, mut capture) = (vec![square], None);
    while !reader.at_end() {
        let column = reader.cursor.column();
        let sign = reader.sign();
        let at = reader.cursor.column();
        let (name, square) = reader.square()?;
        if is_number(name) != is_number(first) {
            let [letters, numbers] = if is_number(name) { [first, name] } else { [name, first] }.map(shortened);
            return Err(MoveTextError { column: at, kind: MoveTextErrorKind::MixedStyles { letters, numbers } });
        }
        if squares.len() > 1 && sign != capture {
            return Err(MoveTextError { column, kind: MoveTextErrorKind::MixedSigns });
        }
        // A capture lands once for each captured piece, so no move needs a longer text.
        if squares.len() == geometry.squares() as usize {
            return Err(MoveTextError { column, kind: MoveTextErrorKind::TooLong { squares: geometry.squares() } });
        }
        capture = sign;
        squares.push(square);
    }
    if squares.len() == 1 {
        return Err(reader.too_short());
    }
    reader.marks()?;
    Ok(MoveText { squares, capture })
}

/// The text of a move over these squares of the board.
///
/// ```
/// use petrov::board::{Board, Board8x8, Notation, write_move};
///
/// assert_eq!(write_move(&[9, 18], true, Board8x8::GEOMETRY, &Notation::letters(':')), "c3:e5");
/// ```
pub fn write_move(squares: &[u32], capture: bool, geometry: Geometry, notation: &Notation) -> String {
    let names: Vec<String> = squares.iter().map(|&square| notation.name(square, geometry)).collect();
    let sign = if capture { notation.capture } else { '-' };
    names.join(sign.encode_utf8(&mut [0; 4]))
}

fn is_number(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_digit())
}

pub(crate) fn is_mark(character: char) -> bool {
    matches!(character, '+' | '!' | '?' | '.')
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    geometry: Geometry,
    notation: &'a Notation,
}

impl<'a> Reader<'a> {
    /// Whether the squares are at their end: the text is, or its marks begin.
    fn at_end(&mut self) -> bool {
        self.cursor.skip_spaces();
        self.cursor.peek().is_none_or(is_mark)
    }

    /// Reads the sign between two squares in the sense of [`MoveText::capture`].
    fn sign(&mut self) -> Option<bool> {
        let sign = self.cursor.take(|next| is_dash(next) || matches!(next, ':' | 'x' | 'X' | '×' | '*'))?;
        self.cursor.skip_spaces();
        Some(!is_dash(sign))
    }

    /// Reads a square: its name and itself.
    fn square(&mut self) -> Result<(&'a str, u32), MoveTextError> {
        let column = self.cursor.column();
        let name = self.cursor.take_square().ok_or_else(|| self.unexpected("a square"))?;
        let error = |error| MoveTextError { column, kind: MoveTextErrorKind::UnknownSquare(error) };
        let square = self.notation.square_by_name(name, self.geometry).map_err(error)?;
        Ok((name, square))
    }

    /// Reads the marks behind the squares and the end of the text.
    fn marks(&mut self) -> Result<(), MoveTextError> {
        self.cursor.take_while(|next| is_mark(next) || next.is_whitespace());
        if self.cursor.peek().is_some() {
            return Err(self.unexpected("the end of the move"));
        }
        Ok(())
    }

    fn unexpected(&self, expected: &'static str) -> MoveTextError {
        let kind = MoveTextErrorKind::Unexpected { found: self.cursor.peek(), expected };
        MoveTextError { column: self.cursor.column(), kind }
    }

    fn too_short(&self) -> MoveTextError {
        // One step in the middle of the board, c3-d4.
        let squares: Vec<u32> = (2..4).filter_map(|row| self.geometry.square(row, row)).collect();
        let example = write_move(&squares, false, self.geometry, self.notation);
        MoveTextError { column: self.cursor.column(), kind: MoveTextErrorKind::TooShort { example } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::tests::{BOARDS, INTERNATIONAL, ITALIAN, RUSSIAN, Random, THAI, all_notations};
    use super::*;

    /// The algebraic names of the squares, and the sign.
    fn read(text: &str) -> (String, Option<bool>) {
        let found = parse_move(text, BOARDS[0], &RUSSIAN).unwrap_or_else(|error| panic!("{text}: {error}"));
        let names: Vec<String> = found.squares.iter().map(|&square| RUSSIAN.name(square, BOARDS[0])).collect();
        (names.join(" "), found.capture)
    }

    fn message(text: &str) -> String {
        parse_move(text, BOARDS[0], &RUSSIAN).unwrap_err().to_string()
    }

    #[test]
    fn every_way_to_write_a_move() {
        let (quiet, taking, bare) = (Some(false), Some(true), None);
        for (text, squares, capture) in [
            ("c3-d4", "c3 d4", quiet),
            ("C3-D4", "c3 d4", quiet),
            ("a3b4", "a3 b4", bare),
            ("a3 b4", "a3 b4", bare),
            ("a5:c3", "a5 c3", taking),
            ("a5xc3", "a5 c3", taking),
            ("a5Xc3", "a5 c3", taking),
            ("a5 × c3", "a5 c3", taking),
            ("a5*c3*e1", "a5 c3 e1", taking),
            ("a5:c3:e1", "a5 c3 e1", taking),
            (" a5 : e1:h4 :f6: a1 ", "a5 e1 h4 f6 a1", taking),
            ("a5:e1:h4:f6:c3:a1", "a5 e1 h4 f6 c3 a1", taking),
            ("c7:e5:c3:e1:h4", "c7 e5 c3 e1 h4", taking),
            ("22-18", "c3 d4", quiet),
            ("022 - 0018", "c3 d4", quiet),
            ("22\u{2013}18", "c3 d4", quiet),
            ("22 18", "c3 d4", bare),
            ("22x15x8", "c3 e5 g7", taking),
            ("22x15x08!?", "c3 e5 g7", taking),
            ("27x27", "f2 f2", taking),
            ("a1-b2+", "a1 b2", quiet),
            ("a1-b2 ?!", "a1 b2", quiet),
            ("a1-b2.", "a1 b2", quiet),
        ] {
            assert_eq!(read(text), (squares.to_string(), capture), "{text}");
        }
    }

    #[test]
    fn what_is_wrong() {
        let short = "a move names at least two squares; write it as in c3-d4";
        assert_eq!(message(""), format!("column 1: {short}"));
        assert_eq!(message("  !"), format!("column 3: {short}"));
        assert_eq!(message("c3"), format!("column 3: {short}"));
        assert_eq!(message("c3-"), "column 4: the text ends where a square belongs");
        assert_eq!(message("c3--d4"), "column 4: '-' stands where a square belongs");
        assert_eq!(
            message("c3-d5"),
            "column 4: there is no square d5 on this board (squares are a1 to h8, dark squares only)"
        );
        assert_eq!(message("33-1"), "column 1: there is no square 33 on this board (squares are 1 to 32)");
        assert_eq!(message("2218"), "column 1: there is no square 2218 on this board (squares are 1 to 32)");
        assert_eq!(
            message("\u{441}3-d4"),
            "column 1: '\u{441}' stands where a square belongs and is not a Latin letter"
        );
        assert_eq!(
            message("a5:c3-e1"),
            "column 6: the signs between the squares differ; use the same one throughout the move"
        );
        let mixed = "c3 has a letter and 18 is a number; write all squares with letters or all as numbers";
        assert_eq!(message("c3-18"), format!("column 4: {mixed}"));
        assert_eq!(message("18 c3"), format!("column 4: {mixed}"));
        assert_eq!(message("c3-d4! e5"), "column 8: 'e' stands where the end of the move belongs");
        assert_eq!(message("c3,d4"), "column 3: ',' stands where a square belongs");
        let long = "a1:c3:".repeat(17);
        assert_eq!(
            message(&long[..long.len() - 1]),
            "column 96: a move names at most 32 squares on this board; leave out the rest"
        );
    }

    #[test]
    fn every_game_writes_its_own_way() {
        let international = |squares: &[u32]| write_move(squares, true, BOARDS[2], &INTERNATIONAL);
        assert_eq!(international(&[0, 6, 20]), "46x42x26");
        assert_eq!(write_move(&[9, 13], false, BOARDS[0], &RUSSIAN), "c3-d4");
        assert_eq!(write_move(&[9, 18], true, BOARDS[0], &RUSSIAN), "c3:e5");
        assert_eq!(write_move(&[9, 13], false, BOARDS[0], &ITALIAN), "23-19");
        assert_eq!(write_move(&[9, 18], true, BOARDS[0], &THAI), "11-18");
        assert_eq!(write_move(&[], true, BOARDS[0], &THAI), "");
    }

    #[test]
    fn written_moves_are_read_back() {
        let mut random = Random(0x0dd_ba11);
        for geometry in BOARDS {
            for notation in all_notations() {
                for _ in 0..50 {
                    let count = 2 + random.below(9);
                    let squares: Vec<u32> =
                        (0..count).map(|_| random.below(geometry.squares() as usize) as u32).collect();
                    let capture = random.below(2) == 0;
                    let text = write_move(&squares, capture, geometry, &notation);
                    let expected = MoveText { squares, capture: Some(capture) };
                    assert_eq!(parse_move(&text, geometry, &notation), Ok(expected), "{text}");
                }
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        let characters: Vec<char> = "abhkx:X×-\u{2013}0123456789 +!?.\u{0}é😀\u{441}\u{301}".chars().collect();
        let mut random = Random(0xbad_5eed);
        for round in 0..100_000 {
            let text: String = (0..random.below(16)).map(|_| characters[random.below(characters.len())]).collect();
            if let Err(error) = parse_move(&text, BOARDS[round % 4], if round % 3 == 0 { &ITALIAN } else { &RUSSIAN }) {
                assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}");
            }
        }
        for character in characters {
            let _ = parse_move(&character.to_string().repeat(100_000), BOARDS[0], &RUSSIAN);
        }
    }
}
