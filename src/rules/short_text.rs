//! Move texts whose squares are not written out one by one: without the first row (`cd4`), or with digits that run
//! together (`3228`).

use super::game::Game;
use super::moves::Move;
use super::text::ReadMoveError;
use crate::board::{MoveTextError, Position, is_mark};

/// Reads a text whose first square is a file alone, the letter at this place: for each piece of the mover on the file.
pub(super) fn read_without_row(
    game: &Game,
    position: &Position,
    text: &str,
    at: usize,
    read: impl Fn(&str) -> Result<Move, ReadMoveError>,
) -> Result<Move, ReadMoveError> {
    let file = text[at..=at].to_ascii_lowercase();
    let own = |square: &u32| position.piece(*square).is_some_and(|piece| piece.color == position.turn);
    let names =
        (0..game.geometry.squares()).filter(own).map(|square| game.notation.algebraic_name(square, game.geometry));
    let (mut found, mut wrong) = (Vec::new(), None);
    for name in names.filter(|name| name.starts_with(&file)) {
        match read(&format!("{}{name}{}", &text[..at], &text[at + 1..])) {
            Ok(mv) => found.push(mv),
            Err(error @ ReadMoveError::Ambiguous { .. }) => return Err(error),
            // In the text as it was given there are no digits behind the letter.
            Err(ReadMoveError::Text(error)) => {
                let column = error.column - (name.len() - 1);
                return Err(ReadMoveError::Text(MoveTextError { column, ..error }));
            }
            // What is wrong with a piece that can move says more.
            Err(error) if matches!(wrong, None | Some(ReadMoveError::CannotMove { .. })) => wrong = Some(error),
            Err(_) => {}
        }
    }
    match &found[..] {
        [mv] => Ok(mv.clone()),
        [] => wrong.map_or_else(|| read(text), Err),
        _ => {
            let moves = found.iter().map(|mv| game.move_text(mv)).collect();
            Err(ReadMoveError::Ambiguous { text: text.trim().to_owned(), moves })
        }
    }
}

/// Where the letter of a file stands that a move begins with, without its row: `cd4`, `c:e5`, `c-d4`. The square behind it
/// has a letter too: a letter in front of a number alone is not such a file.
pub(super) fn without_row(text: &str) -> Option<usize> {
    let at = text.len() - text.trim_start().len();
    let mut letters = text[at..].chars();
    letters.next().filter(char::is_ascii_alphabetic)?;
    let next = letters.next()?;
    // An x is the sign of a capture: no board has so many files.
    let is_square = |file: char, row: Option<char>| {
        file.is_ascii_alphabetic() && !matches!(file, 'x' | 'X') && row.is_some_and(|row| row.is_ascii_digit())
    };
    // A sign, which may be a letter too, or none.
    let row = letters.next();
    let found =
        is_square(next, row) || (!next.is_ascii_digit() && row.is_some_and(|file| is_square(file, letters.next())));
    found.then_some(at)
}

/// Digits alone, two for each square, with what stands around them.
pub(super) struct RunTogether<'a> {
    before: &'a str,
    digits: &'a str,
    marks: &'a str,
}

impl<'a> RunTogether<'a> {
    /// The digits of a text that has nothing else between its squares.
    pub(super) fn of(text: &'a str) -> Option<RunTogether<'a>> {
        let (before, rest) = text.split_at(text.len() - text.trim_start().len());
        let end = rest.trim_end_matches(|letter: char| is_mark(letter) || letter.is_whitespace()).len();
        let (digits, marks) = rest.split_at(end);
        let is_move = digits.len() >= 4 && digits.len() % 2 == 0 && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_move.then_some(RunTogether { before, digits, marks })
    }

    /// Reads the move, two digits for each square.
    pub(super) fn read(
        &self,
        game: &Game,
        legal: &[Move],
        paths: &[Move],
        read: impl Fn(&str) -> Result<Move, ReadMoveError>,
    ) -> Result<Move, ReadMoveError> {
        let squares: Vec<&str> = (0..self.digits.len()).step_by(2).map(|at| &self.digits[at..at + 2]).collect();
        let found =
            read(&format!("{}{}{}", self.before, squares.join(" "), self.marks)).map_err(|error| match error {
                ReadMoveError::Text(error) => {
                    // In the text as it was given there are no spaces between the squares.
                    let column = error.column - error.column.saturating_sub(self.before.chars().count() + 1) / 3;
                    ReadMoveError::Text(MoveTextError { column, ..error })
                }
                other => other,
            })?;
        let numbers = |path: &Move| -> Vec<u32> {
            path.squares().into_iter().map(|square| game.notation.number(square, game.geometry)).collect()
        };
        let fits = |mv: &&Move| paths.iter().any(|path| path.same(mv) && fits_otherwise(self.digits, &numbers(path)));
        let others: Vec<&Move> = legal.iter().filter(|mv| !mv.same(&found)).filter(fits).collect();
        if others.is_empty() {
            return Ok(found);
        }
        let moves = std::iter::once(&found).chain(others).map(|mv| game.move_text(mv)).collect();
        Err(ReadMoveError::TwoReadings { text: self.digits.to_owned(), moves })
    }
}

/// Whether digits that run together are the first and the last of these numbers and, in order, some of those between,
/// one of them at least with a single digit.
fn fits_otherwise(digits: &str, numbers: &[u32]) -> bool {
    let [first, between @ .., last] = numbers else { return false };
    // What is reached in the digits, and whether a number with a single digit was passed.
    let pass = |reached: &[[bool; 2]], number: u32| {
        let mut passed = vec![[false; 2]; reached.len()];
        for (at, before) in reached.iter().enumerate() {
            for (name, single) in [(format!("{number:02}"), false), (number.to_string(), true)] {
                if (single && name.len() > 1) || !digits[at..].starts_with(&name) {
                    continue;
                }
                let behind = &mut passed[at + name.len()];
                behind[1] |= before[1] || (single && before[0]);
                behind[0] |= before[0] && !single;
            }
        }
        passed
    };
    let mut start = vec![[false; 2]; digits.len() + 1];
    start[0][0] = true;
    let mut reached = pass(&start, *first);
    for &number in between {
        let passed = pass(&reached, number);
        for (all, new) in reached.iter_mut().zip(passed) {
            *all = [all[0] || new[0], all[1] || new[1]];
        }
    }
    pass(&reached, *last)[digits.len()][1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_run_together() {
        for (text, found) in [
            ("3228", Some("3228")),
            (" 231405!? ", Some("231405")),
            ("322", None),
            ("32", None),
            ("c3d4", None),
            ("32-28", None),
            ("3228 19", None),
            ("", None),
        ] {
            assert_eq!(RunTogether::of(text).map(|read| read.digits), found, "{text}");
        }
    }

    #[test]
    fn squares_of_one_digit() {
        for (digits, numbers, fits) in [
            ("1218", &[12, 18][..], false),
            ("1218", &[1, 21, 8], true),
            ("1218", &[1, 21, 30, 8], true),
            ("1218", &[1, 2, 1, 8], true),
            ("1218", &[1, 2, 18], true),
            ("1218", &[1, 18], false),
            ("0105", &[1, 5], false),
            ("0115", &[1, 1, 5], true),
            ("1111", &[11, 11], false),
            ("1111", &[1, 11, 1], true),
        ] {
            assert_eq!(fits_otherwise(digits, numbers), fits, "{digits} {numbers:?}");
        }
    }
}
