//! The parts of a FEN: what stands where, whatever the squares are called.

use super::super::cursor::{Cursor, is_dash};
use super::super::geometry::Geometry;
use super::super::notation::Notation;
use super::super::position::{Color, Piece, Position};
use super::{FenError, FenErrorKind, write_fen};

/// A piece of the text with its column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl Word<'_> {
    /// Whether it is a square by its number.
    pub(super) fn is_number(self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_digit())
    }
}

/// A part of a text that can hold a square.
#[derive(Debug)]
pub(super) enum Part<'a> {
    /// A piece, or several by a range of squares.
    Pieces(Pieces<'a>),
    /// A counter with its letter, as in `h4`.
    Counter(Word<'a>),
}

/// A square or a range of squares of a side.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    pub(super) color: Color,
    /// Whether the letter of the colour is a small one.
    pub(super) small: bool,
    pub(super) king: bool,
    /// From the mark of a king on, if there is one.
    pub(super) column: usize,
    pub(super) square: Word<'a>,
    /// The end of a range, and the column of the hyphen.
    pub(super) last: Option<(usize, Word<'a>)>,
    /// The square together with the letter of the colour, if nothing stands between them: `b6`.
    pub(super) with_color: Option<Word<'a>>,
    /// The square together with the mark of the king, if nothing stands between them: `k5`.
    pub(super) with_mark: Option<Word<'a>>,
}

/// The characters that end the text: a quote and a bracket, where one was opened.
pub(super) type Closing = [Option<(char, &'static str)>; 2];

pub(super) struct Reader<'a> {
    cursor: Cursor<'a>,
    geometry: Geometry,
    notation: &'a Notation,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, geometry: Geometry, notation: &'a Notation) -> Reader<'a> {
        Reader { cursor: Cursor::new(text), geometry, notation }
    }

    /// Reads `[FEN "` or as much of it as there is.
    pub(super) fn opening(&mut self) -> Closing {
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
    pub(super) fn turn(&mut self) -> Result<Color, FenError> {
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

    /// Reads everything behind the side to move: the parts up to the first mistake, and that mistake.
    pub(super) fn parts(&mut self, closing: Closing) -> (Vec<Part<'a>>, Result<(), FenError>) {
        let mut parts = Vec::new();
        let end = self.sections(&mut parts, closing);
        (parts, end)
    }

    fn sections(&mut self, parts: &mut Vec<Part<'a>>, closing: Closing) -> Result<(), FenError> {
        let mut has_pieces = false;
        while self.take(':') {
            has_pieces |= self.section(parts)?;
        }
        self.ending(closing)?;
        if !has_pieces {
            return Err(self.error(FenErrorKind::PiecesMissing { example: self.example() }));
        }
        Ok(())
    }

    /// Reads what follows a colon and returns whether it was the pieces of a side.
    fn section(&mut self, parts: &mut Vec<Part<'a>>) -> Result<bool, FenError> {
        self.ensure_few(parts)?;
        self.cursor.skip_spaces();
        let start = self.cursor.clone();
        let Some(kind) = self.cursor.take(|next| "WwBbHhFf+".contains(next)) else {
            return Err(self.error(FenErrorKind::ColorMissing));
        };
        match kind {
            'W' | 'w' => self.side(Color::White, &start, parts)?,
            'B' | 'b' => self.side(Color::Black, &start, parts)?,
            // The king moves of Frisian draughts: +1+0, or +123+0 with the square of the king behind the count.
            '+' => {
                self.counter(char::is_ascii_alphanumeric)?;
                if self.take('+') {
                    self.counter(char::is_ascii_alphanumeric)?;
                }
            }
            _ => {
                self.counter(char::is_ascii_digit)?;
                let word = Word { column: start.column(), text: self.cursor.since(&start) };
                // Squares stand in lists, counters do not: h4,f6 lacks its colour.
                let is_square = self.notation.square_by_algebraic(word.text, self.geometry).is_some();
                if is_square && self.take(',') {
                    return Err(FenError { column: word.column, kind: FenErrorKind::ColorMissing });
                }
                parts.push(Part::Counter(word));
            }
        }
        Ok(matches!(kind, 'W' | 'w' | 'B' | 'b'))
    }

    /// Stops where there is too much: of more pieces than the board has squares, one is wrong and says so.
    fn ensure_few(&self, parts: &[Part<'a>]) -> Result<(), FenError> {
        const COUNTERS: usize = 16;
        let most = self.geometry.squares() as usize + COUNTERS;
        if parts.len() <= most { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    /// Reads the value of a counter, which the position does not hold.
    fn counter(&mut self, wanted: fn(&char) -> bool) -> Result<(), FenError> {
        self.cursor.skip_spaces();
        match self.cursor.take_while(|next| wanted(&next)) {
            "" => Err(self.unexpected("a number")),
            _ => Ok(()),
        }
    }

    /// Reads the pieces of one side, perhaps none. Its letter stands at `start`.
    fn side(&mut self, color: Color, start: &Cursor<'a>, parts: &mut Vec<Part<'a>>) -> Result<(), FenError> {
        self.cursor.skip_spaces();
        if !self.cursor.peek().is_some_and(|next| next.is_alphanumeric() || next == ',') {
            return Ok(());
        }
        let small = start.peek().is_some_and(char::is_lowercase);
        loop {
            let mut pieces = self.pieces(color, small)?;
            let with_color = Word { column: start.column(), text: self.cursor.since(start) };
            let is_joined = with_color.text.len() == 1 + pieces.square.text.len();
            pieces.with_color = Some(with_color).filter(|_| is_joined);
            parts.push(Part::Pieces(pieces));
            self.ensure_few(parts)?;
            if !self.take(',') {
                return Ok(());
            }
        }
    }

    /// Reads a square or a range of squares, with or without the mark of a king.
    fn pieces(&mut self, color: Color, small: bool) -> Result<Pieces<'a>, FenError> {
        self.cursor.skip_spaces();
        let start = self.cursor.clone();
        let king = self.cursor.take(|next| matches!(next, 'K' | 'k')).is_some();
        let square = self.square()?;
        let with_mark = Word { column: start.column(), text: self.cursor.since(&start) };
        let is_joined = king && with_mark.text.len() == 1 + square.text.len();
        let with_mark = Some(with_mark).filter(|_| is_joined);
        let behind = self.cursor.clone();
        self.cursor.skip_spaces();
        let dash = self.cursor.column();
        let last = if self.cursor.take(is_dash).is_some() { Some((dash, self.square()?)) } else { None };
        if last.is_none() {
            self.cursor = behind;
        }
        Ok(Pieces { color, small, king, column: start.column(), square, last, with_color: None, with_mark })
    }

    /// Reads the name of a square, whether the board has it or not.
    fn square(&mut self) -> Result<Word<'a>, FenError> {
        self.cursor.skip_spaces();
        let column = self.cursor.column();
        let text = self.cursor.take_square().ok_or_else(|| self.unexpected("a square"))?;
        Ok(Word { column, text })
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
