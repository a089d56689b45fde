//! What the parts of a FEN mean together. A text names its squares with letters or with numbers; parts that fit either
//! style are read in the style of the rest, and refused where that does not settle them.

use super::super::cursor::shortened;
use super::super::geometry::Geometry;
use super::super::notation::Notation;
use super::super::position::{Color, Piece, Position};
use super::reader::{Part, Pieces, Word};
use super::{FenError, FenErrorKind};

/// How a part names its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Letters,
    Numbers,
    /// Another reading has the other style.
    Either,
}

/// The parts of a text, and what all of them together say of its style.
pub(super) struct Readings<'a> {
    parts: &'a [Part<'a>],
    geometry: Geometry,
    notation: &'a Notation,
    /// The first square that can only be a letter with a row.
    letters: Option<Word<'a>>,
    /// The first square that can only be a number.
    numbers: Option<Word<'a>>,
    /// Whether a square has a capital letter.
    capital_square: bool,
    /// Whether a king has a capital letter.
    capital_mark: bool,
}

impl<'a> Readings<'a> {
    pub(super) fn of(parts: &'a [Part<'a>], geometry: Geometry, notation: &'a Notation) -> Readings<'a> {
        let (letters, numbers, capital_square, capital_mark) = (None, None, false, false);
        let mut all = Readings { parts, geometry, notation, letters, numbers, capital_square, capital_mark };
        for part in parts {
            let Part::Pieces(pieces) = part else { continue };
            match all.style(pieces) {
                Style::Letters => all.letters = all.letters.or(Some(pieces.named(Style::Letters))),
                Style::Numbers => all.numbers = all.numbers.or(Some(pieces.square)),
                Style::Either => {}
            }
            all.capital_square |= starts_with_capital(pieces.square);
            all.capital_mark |= pieces.with_mark.is_some_and(starts_with_capital);
        }
        all
    }

    /// The position.
    ///
    /// # Errors
    /// The first part that is wrong or has two readings.
    pub(super) fn position(&self, turn: Color) -> Result<Position, FenError> {
        let mut position = Position::empty(turn);
        for part in self.parts {
            match part {
                Part::Pieces(pieces) => {
                    let style = self.settled(pieces)?;
                    self.place(pieces, style, &mut position)?;
                }
                Part::Counter(word) => self.accept_counter(*word)?,
            }
        }
        Ok(position)
    }

    /// The style of these pieces as far as they alone say it.
    fn style(&self, pieces: &Pieces) -> Style {
        if !pieces.square.is_number() {
            return Style::Letters;
        }
        // Ranges are of numbers.
        if pieces.last.is_some_and(|(_, last)| last.is_number()) {
            return Style::Numbers;
        }
        if let Some(word) = pieces.with_mark.filter(|&word| self.looks_like_square(word)) {
            // A king is written K. Behind a small colour letter it may be k all the same.
            return match (starts_with_capital(word), pieces.small) {
                (true, _) => Style::Numbers,
                (false, false) => Style::Letters,
                (false, true) => Style::Either,
            };
        }
        let fits_both = pieces.with_color.is_some_and(|word| pieces.small && self.is_square(word));
        if fits_both { Style::Either } else { Style::Numbers }
    }

    /// The style of these pieces, settled by all others where they fit both.
    fn settled(&self, pieces: &Pieces) -> Result<Style, FenError> {
        let style = self.style(pieces);
        let (letters, numbers) = (self.letters, self.numbers);
        if let Some(word) = pieces.with_mark.filter(|&word| self.looks_like_square(word)) {
            return match (style, letters.is_some(), numbers.is_some()) {
                (_, true, true) => Err(self.king_or_square(word)),
                (Style::Either, false, true) if self.capital_mark => Err(self.king_or_square(word)),
                (_, true, false) => Ok(Style::Letters),
                (_, false, true) => Ok(Style::Numbers),
                (_, false, false) => Err(self.king_or_square(word)),
            };
        }
        if let Some(word) = pieces.with_color.filter(|&word| pieces.square.is_number() && self.is_square(word)) {
            let settled = numbers.is_some() && letters.is_none();
            return if settled { Ok(Style::Numbers) } else { Err(self.color_or_square(word, pieces)) };
        }
        match (letters, numbers) {
            (Some(letters), Some(numbers)) if pieces.square.column == letters.column.max(numbers.column) => {
                let [letters, numbers] = [letters, numbers].map(|word| shortened(word.text));
                Err(error(pieces.square, FenErrorKind::MixedStyles { letters, numbers }))
            }
            _ => Ok(style),
        }
    }

    /// Accepts a counter that cannot be a square without its colour.
    fn accept_counter(&self, word: Word) -> Result<(), FenError> {
        let is_counter = self.numbers.is_some() || (starts_with_capital(word) && !self.capital_square);
        let Some(square) = self.square(word.text).filter(|_| !is_counter) else { return Ok(()) };
        let name = self.notation.algebraic_name(square, self.geometry);
        Err(two_readings(
            word,
            ["a counter of moves".into(), format!("the square {name} without a colour")],
            format!("write W{name} or B{name} for the square, or leave the counter out"),
        ))
    }

    fn color_or_square(&self, word: Word, pieces: &Pieces) -> FenError {
        let number = pieces.square.text.trim_start_matches('0');
        let name = word.text[..1].to_ascii_lowercase() + number;
        let letter = super::letter(pieces.color);
        two_readings(
            word,
            [
                format!("{} on square number {number}", pieces.color.title()),
                format!("the square {name} without a colour"),
            ],
            format!(
                "write W{name} or B{name} for the square, or {letter}{number}, and all other squares as numbers, \
                 for the number"
            ),
        )
    }

    fn king_or_square(&self, word: Word) -> FenError {
        let number = word.text[1..].trim_start_matches('0');
        let name = format!("k{number}");
        if !self.is_square(word) {
            return two_readings(
                word,
                [format!("the light square {name}"), format!("a king on square number {number}")],
                format!("write K{number}, and all squares as numbers, for the king; no piece stands on {name}"),
            );
        }
        two_readings(
            word,
            [format!("the square k{number}"), format!("a king on square number {number}")],
            format!(
                "write k{number} behind a capital W or B, and all squares with letters, for the square, \
                 or K{number}, and all squares as numbers, for the king"
            ),
        )
    }

    /// Puts pieces on the board.
    fn place(&self, pieces: &Pieces, style: Style, position: &mut Position) -> Result<(), FenError> {
        let named = pieces.named(style);
        let (king, column) = (pieces.king && named.column == pieces.square.column, pieces.column);
        let square = self.known(named)?;
        let last = pieces.last.map(|(dash, word)| Ok((dash, word, self.known(word)?))).transpose()?;
        let naming = Notation { algebraic: style == Style::Letters, ..*self.notation };
        let mut place = |square| {
            let name = || naming.name(square, self.geometry);
            if position.piece(square).is_some() {
                return Err(FenError { column, kind: FenErrorKind::TwoPieces { square: name() } });
            }
            position.place(square, Piece { color: pieces.color, king });
            // The square is on the board and was empty, so nothing else can be wrong.
            position
                .validate(self.geometry)
                .map_err(|_| FenError { column, kind: FenErrorKind::ManOnPromotionRow { square: name() } })
        };
        match last {
            None => place(square),
            Some((_, word, last)) if style == Style::Numbers && word.is_number() => {
                let [first, last] = [square, last].map(|square| self.notation.number(square, self.geometry));
                if first > last {
                    return Err(FenError { column, kind: FenErrorKind::DescendingRange { first, last } });
                }
                let mut squares = (first..=last).filter_map(|n| self.notation.square_by_number(n, self.geometry));
                squares.try_for_each(place)
            }
            Some((column, ..)) => Err(FenError { column, kind: FenErrorKind::RangeOfNames }),
        }
    }

    fn known(&self, word: Word) -> Result<u32, FenError> {
        let found = self.notation.square_by_name(word.text, self.geometry);
        found.map_err(|unknown| error(word, FenErrorKind::UnknownSquare(unknown)))
    }

    /// The square of a letter and digits.
    fn square(&self, text: &str) -> Option<u32> {
        self.notation.square_by_algebraic(text, self.geometry)
    }

    fn is_square(&self, word: Word) -> bool {
        self.square(word.text).is_some()
    }

    /// Whether a mark and a number are a file and a row of the board, of a light square too.
    fn looks_like_square(&self, word: Word) -> bool {
        let row = word.text[1..].trim_start_matches('0').parse();
        self.geometry.files > 10 && row.is_ok_and(|row: u32| (1..=self.geometry.rows).contains(&row))
    }
}

impl<'a> Pieces<'a> {
    /// The name of the square in this style.
    fn named(&self, style: Style) -> Word<'a> {
        let is_joined = style == Style::Letters && self.square.is_number();
        self.with_mark.filter(|_| is_joined).unwrap_or(self.square)
    }
}

fn starts_with_capital(word: Word) -> bool {
    word.text.starts_with(|first: char| first.is_ascii_uppercase())
}

fn two_readings(word: Word, meanings: [String; 2], remedy: String) -> FenError {
    error(word, FenErrorKind::TwoReadings { text: shortened(word.text), meanings, remedy })
}

fn error(word: Word, kind: FenErrorKind) -> FenError {
    FenError { column: word.column, kind }
}
