//! FEN, the text of a position: every dialect is read, one is written.

use std::fmt;

use super::geometry::Geometry;
use super::notation::{Corner, Cursor, Notation, UnknownSquare, is_dash, write_unexpected};
use super::position::{Color, Piece, Position};

/// What is wrong with a FEN, and where.
///
/// ```
/// use petrov::rules;
///
/// let error = rules::game("russian").unwrap().read_fen("W:Wc3,a9:Bd4").unwrap_err();
/// assert_eq!(error.column, 7);
/// assert!(error.to_string().starts_with("column 7: there is no square a9"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The column, counted from 1 in characters of the text.
    pub column: usize,
    /// What is wrong there.
    pub kind: FenErrorKind,
}

/// What is wrong with a FEN. Squares are named as the text names them.
///
/// ```
/// use petrov::{board::FenErrorKind, rules};
///
/// let error = rules::game("russian").unwrap().read_fen("W:Wc3:Bc3").unwrap_err();
/// assert_eq!(error.kind, FenErrorKind::TwoPieces { square: "c3".into() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text does not begin with the side to move.
    TurnMissing {
        /// A FEN of this board.
        example: String,
    },
    /// The side to move is given as `?`.
    TurnUnknown,
    /// No colon follows the side to move.
    ColonMissing {
        /// A FEN of this board.
        example: String,
    },
    /// Neither side's pieces are given.
    PiecesMissing {
        /// A FEN of this board.
        example: String,
    },
    /// No colour follows a colon.
    ColorMissing,
    /// There is no such square.
    UnknownSquare(UnknownSquare),
    /// A range of squares that are not given by numbers.
    RangeOfNames,
    /// A range that runs from a higher number to a lower one.
    DescendingRange {
        /// The number in front of the hyphen.
        first: u32,
        /// The number behind the hyphen.
        last: u32,
    },
    /// A second piece on one square.
    TwoPieces {
        /// The square.
        square: String,
    },
    /// A man where it would be a king.
    ManOnPromotionRow {
        /// The square.
        square: String,
    },
    /// Something stands in the wrong place.
    Unexpected {
        /// What was read; `None` at the end of the text.
        found: Option<char>,
        /// What belongs there.
        expected: &'static str,
    },
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenErrorKind::TurnMissing { example } => {
                write!(f, "the side to move is missing; write W or B first, as in {example}")
            }
            FenErrorKind::TurnUnknown => write!(f, "the side to move is unknown; write W or B in place of ?"),
            FenErrorKind::ColonMissing { example } => {
                write!(f, "a colon belongs between the side to move and the pieces, as in {example}")
            }
            FenErrorKind::PiecesMissing { example } => write!(f, "the pieces are missing; write them as in {example}"),
            FenErrorKind::ColorMissing => {
                write!(f, "the colour of the pieces is missing; write W or B behind the colon")
            }
            FenErrorKind::UnknownSquare(error) => error.fmt(f),
            FenErrorKind::RangeOfNames => {
                write!(f, "a range needs numbers; name each square, with commas between them")
            }
            FenErrorKind::DescendingRange { first, last } => {
                write!(f, "the range {first}-{last} runs downwards; write {last}-{first}")
            }
            FenErrorKind::TwoPieces { square } => write!(f, "two pieces on {square}; name each square once"),
            FenErrorKind::ManOnPromotionRow { square } => {
                write!(f, "a man on {square} would stand on its promotion row; write K{square} for a king")
            }
            FenErrorKind::Unexpected { found, expected } => write_unexpected(f, *found, expected),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}

impl std::error::Error for FenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            FenErrorKind::UnknownSquare(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads a position. The squares may have letters or numbers, a mixture too; `1-5` and `K1-5` are ranges of numbers.
/// The sides may come in any order and more than once, a side that is not named has no pieces. Spaces, small letters,
/// quotes, `[FEN "..."]` and a dot at the end are accepted; move counters (`:H0:F1`) are read and dropped.
///
/// `K` always marks a king, so on a board of more than ten files a man on file k must be given by its number.
///
/// The position is [valid](Position::validate).
///
/// # Errors
/// The first thing that is wrong.
///
/// ```
/// use petrov::board::{Board, Board10x10, Corner, Notation, parse_fen};
///
/// let notation = Notation::numbers(Corner::TopLeft, false, 'x');
/// let position = parse_fen("[FEN \"B:W31-33,K50:BK5.\"]", Board10x10::GEOMETRY, &notation)?;
/// assert_eq!((position.white_men.count_ones(), position.pieces()), (3, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_fen(text: &str, geometry: Geometry, notation: &Notation) -> Result<Position, FenError> {
    let mut reader = Reader { cursor: Cursor::new(text), geometry, notation };
    let closing = reader.opening();
    let mut position = Position::empty(reader.turn()?);
    let mut has_pieces = false;
    while reader.take(':') {
        has_pieces |= reader.section(&mut position)?;
    }
    reader.ending(closing)?;
    if !has_pieces {
        return Err(reader.error(FenErrorKind::PiecesMissing { example: reader.example() }));
    }
    Ok(position)
}

/// Writes a position in the style of the game: no spaces, no dot, White first, the squares of each side in ascending
/// order. [`parse_fen`] reads it back.
///
/// ```
/// use petrov::board::{Board, Board8x8, Corner, Notation, parse_fen, write_fen};
///
/// // Letters are read where numbers are written, and the other way round.
/// let letters = Notation::letters(':');
/// let numbers = Notation::numbers(Corner::TopLeft, false, 'x');
/// let position = parse_fen("W:Wc3,Ka1:Bb8", Board8x8::GEOMETRY, &letters)?;
/// assert_eq!(write_fen(&position, Board8x8::GEOMETRY, &letters), "W:WKa1,c3:Bb8");
/// assert_eq!(write_fen(&position, Board8x8::GEOMETRY, &numbers), "W:W22,K29:B1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_fen(position: &Position, geometry: Geometry, notation: &Notation) -> String {
    let notation = writing(notation, geometry);
    // Names with letters are listed from the bottom left, whatever corner the numbers start from.
    let order = if notation.algebraic { Notation { first: Corner::BottomLeft, ..notation } } else { notation };
    let side = |color: Color| -> String {
        let name = |square: u32| {
            let piece = position.piece(square).filter(|piece| piece.color == color)?;
            Some(format!("{}{}", if piece.king { "K" } else { "" }, notation.name(square, geometry)))
        };
        let squares = (1..=geometry.squares()).filter_map(|number| order.square_by_number(number, geometry));
        squares.filter_map(name).collect::<Vec<_>>().join(",")
    };
    format!("{}:W{}:B{}", letter(position.turn), side(Color::White), side(Color::Black))
}

fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

/// The notation for writing a FEN. Where the board has a file k, a man on k5 would read like a king on square 5, so
/// numbers are written there.
fn writing(notation: &Notation, geometry: Geometry) -> Notation {
    Notation { algebraic: notation.algebraic && geometry.files <= 10, ..*notation }
}

/// The characters that end the text: a quote and a bracket, where one was opened.
type Closing = [Option<(char, &'static str)>; 2];

struct Reader<'a> {
    cursor: Cursor<'a>,
    geometry: Geometry,
    notation: &'a Notation,
}

impl Reader<'_> {
    /// Reads `[FEN "` or as much of it as there is.
    fn opening(&mut self) -> Closing {
        let bracket = self.take('[').then_some((']', "the closing bracket"));
        self.cursor.skip_spaces();
        let before = self.cursor.clone();
        if !self.cursor.take_while(char::is_alphabetic).eq_ignore_ascii_case("fen") {
            self.cursor = before;
        }
        let quote = ['"', '\''].into_iter().find(|&quote| self.take(quote));
        [quote.map(|quote| (quote, "the closing quote")), bracket]
    }

    /// Reads the side to move. The colon behind it is left to its reader, but its absence is a mistake of its own.
    fn turn(&mut self) -> Result<Color, FenError> {
        self.cursor.skip_spaces();
        let color = match self.cursor.peek() {
            Some('W' | 'w') => Color::White,
            Some('B' | 'b') => Color::Black,
            Some('?') => return Err(self.error(FenErrorKind::TurnUnknown)),
            _ => return Err(self.error(FenErrorKind::TurnMissing { example: self.example() })),
        };
        self.cursor.take(|_| true);
        self.cursor.skip_spaces();
        if self.cursor.peek().is_some_and(char::is_alphanumeric) {
            return Err(self.error(FenErrorKind::ColonMissing { example: self.example() }));
        }
        Ok(color)
    }

    /// Reads what follows a colon and returns whether it was the pieces of a side.
    fn section(&mut self, position: &mut Position) -> Result<bool, FenError> {
        self.cursor.skip_spaces();
        let Some(kind) = self.cursor.take(|next| "WwBbHhFf+".contains(next)) else {
            return Err(self.error(FenErrorKind::ColorMissing));
        };
        match kind {
            'W' | 'w' => self.pieces(Color::White, position)?,
            'B' | 'b' => self.pieces(Color::Black, position)?,
            // The king moves of Frisian draughts: +1+0, or +123+0 with the square of the king behind the count.
            '+' => {
                self.counter(char::is_ascii_alphanumeric)?;
                if self.take('+') {
                    self.counter(char::is_ascii_alphanumeric)?;
                }
            }
            _ => self.counter(char::is_ascii_digit)?,
        }
        Ok(matches!(kind, 'W' | 'w' | 'B' | 'b'))
    }

    /// Reads the value of a counter, which the position does not hold.
    fn counter(&mut self, wanted: fn(&char) -> bool) -> Result<(), FenError> {
        self.cursor.skip_spaces();
        match self.cursor.take_while(|next| wanted(&next)) {
            "" => Err(self.unexpected("a number")),
            _ => Ok(()),
        }
    }

    /// Reads the pieces of one side, perhaps none.
    fn pieces(&mut self, color: Color, position: &mut Position) -> Result<(), FenError> {
        self.cursor.skip_spaces();
        if !self.cursor.peek().is_some_and(|next| next.is_alphanumeric() || next == ',') {
            return Ok(());
        }
        loop {
            self.piece(color, position)?;
            if !self.take(',') {
                return Ok(());
            }
        }
    }

    /// Reads a square or a range of numbers, with or without the mark of a king.
    fn piece(&mut self, color: Color, position: &mut Position) -> Result<(), FenError> {
        self.cursor.skip_spaces();
        let column = self.cursor.column();
        let king = self.cursor.take(|next| matches!(next, 'K' | 'k')).is_some();
        let (square, numeric) = self.square()?;
        self.cursor.skip_spaces();
        let dash_column = self.cursor.column();
        let last = if self.cursor.take(is_dash).is_some() { Some(self.square()?) } else { None };
        let style = Notation { algebraic: !numeric, ..*self.notation };
        let mut place = |square| {
            let name = || style.name(square, self.geometry);
            if position.piece(square).is_some() {
                return Err(FenError { column, kind: FenErrorKind::TwoPieces { square: name() } });
            }
            position.place(square, Piece { color, king });
            // The square is on the board and was empty, so nothing else can be wrong.
            position
                .validate(self.geometry)
                .map_err(|_| FenError { column, kind: FenErrorKind::ManOnPromotionRow { square: name() } })
        };
        match last {
            None => place(square),
            Some((last, true)) if numeric => {
                let [first, last] = [square, last].map(|square| self.notation.number(square, self.geometry));
                if first > last {
                    return Err(FenError { column, kind: FenErrorKind::DescendingRange { first, last } });
                }
                let mut squares = (first..=last).filter_map(|n| self.notation.square_by_number(n, self.geometry));
                squares.try_for_each(place)
            }
            Some(_) => Err(FenError { column: dash_column, kind: FenErrorKind::RangeOfNames }),
        }
    }

    /// Reads a square, and whether it is given by its number.
    fn square(&mut self) -> Result<(u32, bool), FenError> {
        self.cursor.skip_spaces();
        let column = self.cursor.column();
        let name = self.cursor.take_square().ok_or_else(|| self.unexpected("a square"))?;
        match self.notation.square_by_name(name, self.geometry) {
            Ok(square) => Ok((square, name.starts_with(|first: char| first.is_ascii_digit()))),
            Err(error) => Err(FenError { column, kind: FenErrorKind::UnknownSquare(error) }),
        }
    }

    /// Reads the dot, the closing characters and the end of the text.
    fn ending(&mut self, closing: Closing) -> Result<(), FenError> {
        let mut is_closed = self.take('.');
        let open_end = "a comma, a colon or the end";
        for (character, name) in closing.into_iter().flatten() {
            if !self.take(character) {
                let is_cut_off = self.cursor.peek().is_none();
                return Err(self.unexpected(if is_cut_off || is_closed { name } else { open_end }));
            }
            is_closed = true;
        }
        self.cursor.skip_spaces();
        match self.cursor.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected(if is_closed { "the end" } else { open_end })),
        }
    }

    /// Reads this character, if it comes next, and spaces in front of it.
    fn take(&mut self, character: char) -> bool {
        self.cursor.skip_spaces();
        self.cursor.take(|next| next == character).is_some()
    }

    fn unexpected(&self, expected: &'static str) -> FenError {
        self.error(FenErrorKind::Unexpected { found: self.cursor.peek(), expected })
    }

    fn error(&self, kind: FenErrorKind) -> FenError {
        FenError { column: self.cursor.column(), kind }
    }

    /// A FEN of this board, a man in each of two opposite corners.
    fn example(&self) -> String {
        let mut position = Position::empty(Color::White);
        position.place(0, Piece { color: Color::White, king: false });
        position.place(self.geometry.squares() - 1, Piece { color: Color::Black, king: false });
        write_fen(&position, self.geometry, self.notation)
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::tests::{BOARDS, INTERNATIONAL, ITALIAN, RUSSIAN, Random, all_notations};
    use super::*;

    /// Positions of the rules texts, with the pieces in the order of the source.
    const RULES: [&str; 6] = [
        "W:WKg1:Be3,e5,f6,a7",
        "W:Wb4,Ka5:Bd4,g5,d6,b2,f2",
        "B:WKc5:Bd4,b6,d2",
        "B:We3,Kd8:Bd6",
        "W:Wa1,e3,c1,g1,b2,h2,a3:Bb6,h6,a7,e7,g7,b8,d8,f8,h8,Kh4",
        "B:WKa1:B",
    ];

    fn read(text: &str) -> Position {
        parse_fen(text, BOARDS[0], &RUSSIAN).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The text as this module would have written it.
    fn canonical(text: &str) -> String {
        write_fen(&read(text), BOARDS[0], &RUSSIAN)
    }

    #[test]
    fn every_dialect() {
        let expected = "W:Wa1,Kb2:Bc3";
        for text in [
            "W:Wa1,Kb2:Bc3",
            "w:wa1,kb2:bc3",
            "W:WA1,KB2:BC3",
            "W:W29,K25:B22",
            "W:W029,K0025:B22",
            "W:Wa1,K25:Bc3",
            "W:Bc3:Wa1,Kb2",
            "W:Wa1:Bc3:WKb2",
            "W:W29-29,K25-25:B22-22",
            "W:Wa1,Kb2:Bc3.",
            "W:Wa1,Kb2:Bc3:H0:F1",
            "W:Wa1,Kb2:Bc3:F99999999999999999999:H7.",
            "W:Wa1,Kb2:Bc3:H0:F1:+0+1",
            "W:Wa1,Kb2:Bc3:H0:F1:+129+0",
            "W:Wa1,Kb2:Bc3:+w+b",
            "[FEN \"W:Wa1,Kb2:Bc3\"]",
            "[Fen 'W:Wa1,Kb2:Bc3.' ]",
            " [ fen W:Wa1,Kb2:Bc3 ] ",
            "\"W:Wa1,Kb2:Bc3\"",
            "' W : W a1 , K b2 : B c3 . '",
            "\tW :\nW\u{a0}29 , K 25 : B 22 : H 0 : F 1 . ",
        ] {
            assert_eq!(canonical(text), expected, "{text}");
        }
        assert_eq!(canonical("B:b4"), "B:W:Bh8");
        assert_eq!(canonical("B:bk4"), "B:W:BKh8");
        assert_eq!(canonical("W:W:B"), "W:W:B");
        assert_eq!(canonical("W:W5:B"), "W:Wa7:B");
        assert_eq!(canonical("B:W:B1-3,K5\u{2013}6"), "B:W:BKa7,Kc7,b8,d8,f8");
        assert_eq!(canonical("B:WK1 - 4"), "B:WKb8,Kd8,Kf8,Kh8:B");
    }

    #[test]
    fn positions_of_the_rules_texts() {
        for text in RULES {
            let position = read(text);
            assert_eq!(position.validate(BOARDS[0]), Ok(()));
            assert_eq!(position.pieces() as usize, text.matches(|c: char| c.is_ascii_digit()).count());
            assert_eq!(read(&write_fen(&position, BOARDS[0], &RUSSIAN)), position);
        }
        let position = read(RULES[1]);
        assert_eq!(position.turn, Color::White);
        assert_eq!(position.piece(16), Some(Piece { color: Color::White, king: true }));
        assert_eq!(position.piece(12), Some(Piece { color: Color::White, king: false }));
        assert_eq!(position.piece(13), Some(Piece { color: Color::Black, king: false }));
        assert_eq!(canonical(RULES[4]), "W:Wa1,c1,g1,b2,h2,a3,e3:BKh4,b6,h6,a7,e7,g7,b8,d8,f8,h8");
    }

    #[test]
    fn numbers_are_written_as_they_were_read() {
        for (geometry, text) in [
            (BOARDS[2], "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"),
            (BOARDS[2], "W:W31,32,33,34,35:B16,17,18,19,20"),
            (BOARDS[3], "W:WK43,44,72:B1,30,K67"),
            (BOARDS[1], "W:W40:BK1"),
            (BOARDS[0], "B:WK6,17,20,21,22,30:B1,3,5,9,25,28"),
        ] {
            for notation in [INTERNATIONAL, ITALIAN] {
                let position = parse_fen(text, geometry, &notation).unwrap();
                assert_eq!(write_fen(&position, geometry, &notation), text);
            }
        }
        let mirrored = parse_fen("W:W32:BK1", BOARDS[0], &ITALIAN).unwrap();
        assert_eq!(Ok(mirrored), parse_fen("W:Wh1:BKa8", BOARDS[0], &ITALIAN));
        assert_eq!(mirrored.white_men, 1);
    }

    #[test]
    fn file_k_and_the_mark_of_a_king() {
        let read = |text: &str| parse_fen(text, BOARDS[3], &RUSSIAN).map(|p| write_fen(&p, BOARDS[3], &RUSSIAN));
        let king = Ok("W:WK5:B".to_string());
        assert_eq!(read("W:WK5"), king);
        assert_eq!(read("W:Wk5"), king);
        let five = RUSSIAN.algebraic_name(RUSSIAN.square_by_number(5, BOARDS[3]).unwrap(), BOARDS[3]);
        assert_eq!(five, "j12");
        assert_eq!(read("W:WKk1,kk3,Kl2"), Ok("W:WK60,K66,K72:B".to_string()));
    }

    /// Texts that are no FEN, with the column and the beginning of the message.
    #[rustfmt::skip]
    const WRONG: [(&str, usize, &str); 32] = [
        ("", 1, "the side to move is missing; write W or B first, as in W:Wa1:Bh8"),
        ("a1,b2", 1, "the side to move is missing;"),
        ("[FEN \"", 7, "the side to move is missing;"),
        ("?:Wa1:Bh8", 1, "the side to move is unknown; write W or B in place of ?"),
        ("Wa1:Bh8", 2, "a colon belongs between the side to move and the pieces, as in W:Wa1:Bh8"),
        ("W", 2, "the pieces are missing; write them as in W:Wa1:Bh8"),
        ("W:H0:F1", 8, "the pieces are missing; write them as in W:Wa1:Bh8"),
        ("B::", 3, "the colour of the pieces is missing; write W or B behind the colon"),
        ("W:31", 3, "the colour of the pieces is missing; write W or B behind the colon"),
        ("W:Wa1,j9", 7, "there is no square j9 on this board (squares are a1 to h8, dark squares only)"),
        ("W:Wa1,Kc2", 8, "there is no square c2 on this board"),
        ("W:W1-33", 6, "there is no square 33 on this board (squares are 1 to 32)"),
        ("W:WK0", 5, "there is no square 0 on this board"),
        ("W:BKb2,Gc3", 8, "there is no square G on this board"),
        ("W:W5-1", 4, "the range 5-1 runs downwards; write 1-5"),
        ("W:Wa1-c1", 6, "a range needs numbers; name each square, with commas between them"),
        ("W:W29-c1", 6, "a range needs numbers; name each square, with commas between them"),
        ("W:Wc3:Bc3", 8, "two pieces on c3; name each square once"),
        ("W:W22,K20-24", 7, "two pieces on 22; name each square once"),
        ("W:Wa1,b8", 7, "a man on b8 would stand on its promotion row; write Kb8 for a king"),
        ("W:B28-32", 4, "a man on 29 would stand on its promotion row; write K29 for a king"),
        ("W:WK1 2", 7, "'2' stands where a comma, a colon or the end belongs"),
        ("\"W:WK1 2\"", 8, "'2' stands where a comma, a colon or the end belongs"),
        ("W:WK1,", 7, "the text ends where a square belongs"),
        ("W:WK,1", 5, "',' stands where a square belongs"),
        ("W:W,K1", 4, "',' stands where a square belongs"),
        ("W:W\u{441}3", 4, "'\u{441}' stands where a square belongs and is not a Latin letter"),
        ("W:WK1:H", 8, "the text ends where a number belongs"),
        ("W:WK1. .", 8, "'.' stands where the end belongs"),
        ("[FEN \"W:WK1", 12, "the text ends where the closing quote belongs"),
        ("[\"W:WK1\" 1", 10, "'1' stands where the closing bracket belongs"),
        ("W:WK1\"]", 6, "'\"' stands where a comma, a colon or the end belongs"),
    ];

    #[test]
    fn what_is_wrong() {
        for (text, column, expected) in WRONG {
            let error = parse_fen(text, BOARDS[0], &RUSSIAN).unwrap_err();
            let message = error.to_string();
            assert_eq!(error.column, column, "{text}: {message}");
            assert!(message.starts_with(&format!("column {column}: {expected}")), "{text}: {message}");
        }
    }

    fn random_position(random: &mut Random, geometry: Geometry) -> Position {
        let mut position = Position::empty(if random.below(2) == 0 { Color::White } else { Color::Black });
        for square in 0..geometry.squares() {
            let color = if random.below(2) == 0 { Color::White } else { Color::Black };
            let (row, _) = geometry.row_and_file(square);
            let is_crowned = row == if color == Color::White { geometry.rows - 1 } else { 0 };
            if random.below(3) == 0 {
                position.place(square, Piece { color, king: is_crowned || random.below(2) == 0 });
            }
        }
        position
    }

    #[test]
    fn written_positions_are_read_back() {
        let mut random = Random(0x5eed);
        for geometry in BOARDS {
            for notation in all_notations() {
                for _ in 0..200 {
                    let position = random_position(&mut random, geometry);
                    let text = write_fen(&position, geometry, &notation);
                    assert_eq!(parse_fen(&text, geometry, &notation), Ok(position), "{text}");
                    assert_eq!(parse_fen(&text.to_lowercase(), geometry, &notation), Ok(position), "{text}");
                }
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        let characters: Vec<char> =
            "WwBbKk:,.-\u{2013}?[]\"'+HhFf0123456789 aclé😀\u{441}\u{0}\u{301}".chars().collect();
        let mut random = Random(0xbad_5eed);
        for round in 0..100_000 {
            let geometry = BOARDS[round / 2 % 4];
            let notation = if round % 3 == 0 { ITALIAN } else { RUSSIAN };
            let mut text: Vec<char> = match round % 2 {
                0 => write_fen(&random_position(&mut random, BOARDS[0]), BOARDS[0], &notation).chars().collect(),
                _ => (0..random.below(20)).map(|_| characters[random.below(characters.len())]).collect(),
            };
            for _ in 0..random.below(4) {
                let (at, new) = (random.below(text.len() + 1), characters[random.below(characters.len())]);
                match text.get_mut(at) {
                    Some(old) if random.below(2) == 0 => *old = new,
                    _ => text.insert(at, new),
                }
            }
            match parse_fen(&text.iter().collect::<String>(), geometry, &notation) {
                Ok(position) => assert_eq!(position.validate(geometry), Ok(())),
                Err(error) => assert!((1..=text.len() + 1).contains(&error.column), "{text:?}: {error}"),
            }
        }
        for character in characters {
            for start in ["", "W", "W:W", "W:WK1,", "[FEN \"", "W:W1-"] {
                let _ = parse_fen(&format!("{start}{}", character.to_string().repeat(20_000)), BOARDS[0], &RUSSIAN);
            }
        }
    }
}
