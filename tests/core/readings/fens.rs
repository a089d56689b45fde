//! Random positions of every game in every dialect of FEN: read back as the same position, or refused.

use std::fmt::Write;
use std::thread;

use petrov::board::{Color, Corner, Geometry, Notation, Position, parse_fen};
use petrov::rules::{GAMES, Game};

use crate::cases::Random;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Letters {
    AsUsual,
    Small,
    /// But for file k, which would be the mark of a king.
    Capital,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    WhiteFirst,
    BlackFirst,
    /// A section for each piece.
    OneByOne,
}

/// A way to write a position.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    /// Where numbers count from; squares have letters without it.
    first: Option<Corner>,
    letters: Letters,
    order: Order,
    ranges: bool,
    spaces: bool,
    /// What stands around it.
    around: (&'static str, &'static str),
    /// What stands behind the pieces.
    behind: &'static str,
}

const FIRST: [Option<Corner>; 5] =
    [None, Some(Corner::TopLeft), Some(Corner::BottomLeft), Some(Corner::BottomRight), Some(Corner::TopRight)];
const LETTERS: [Letters; 3] = [Letters::AsUsual, Letters::Small, Letters::Capital];
const ORDERS: [Order; 3] = [Order::WhiteFirst, Order::BlackFirst, Order::OneByOne];
const AROUND: [(&str, &str); 5] = [("", ""), ("\"", "\""), ("[FEN \"", "\"]"), ("[FEN '", "' ]"), (" ", "\n")];
const BEHIND: [&str; 7] = ["", ".", ":H0:F1", ":H4:F6.", ":h4:f6", ":F12:H8", ":+1+0."];
const DIALECTS: usize = FIRST.len() * LETTERS.len() * ORDERS.len() * 2 * 2 * AROUND.len() * BEHIND.len();

impl Dialect {
    fn numbered(mut number: usize) -> Dialect {
        let mut next = |count: usize| {
            let digit = number % count;
            number /= count;
            digit
        };
        Dialect {
            first: FIRST[next(FIRST.len())],
            letters: LETTERS[next(LETTERS.len())],
            order: ORDERS[next(ORDERS.len())],
            ranges: next(2) == 1,
            spaces: next(2) == 1,
            around: AROUND[next(AROUND.len())],
            behind: BEHIND[next(BEHIND.len())],
        }
    }

    fn notation(&self, game: &Game) -> Notation {
        Notation { first: self.first.unwrap_or(game.notation.first), ..game.notation }
    }

    /// Whether every position has to be read: no letter stands where another usually does.
    fn is_clear(&self) -> bool {
        let is_usual = self.letters == Letters::AsUsual || (self.letters == Letters::Capital && self.first.is_some());
        is_usual && (self.first.is_some() || self.behind != ":h4:f6")
    }

    /// Writes a position, not as the library does.
    fn write(&self, position: &Position, game: &Game, to: &mut String) {
        to.clear();
        to.push_str(if position.turn == Color::White { "W" } else { "B" });
        let colors = match self.order {
            Order::BlackFirst => [Color::Black, Color::White],
            _ => [Color::White, Color::Black],
        };
        for color in colors {
            self.write_side(position, color, game, to);
        }
        if self.letters == Letters::Small {
            to.make_ascii_lowercase();
        }
        to.push_str(self.behind);
        if self.spaces {
            *to = to.replace(':', " : ").replace(',', ", ");
        }
        *to = format!("{}{to}{}", self.around.0, self.around.1);
    }

    fn write_side(&self, position: &Position, color: Color, game: &Game, to: &mut String) {
        let (men, kings) = match color {
            Color::White => (position.white_men, position.white_kings),
            Color::Black => (position.black_men, position.black_kings),
        };
        let letter = if color == Color::White { ":W" } else { ":B" };
        let mut joint = letter;
        for (set, mark) in [(kings, "K"), (men, "")] {
            let names = Names { dialect: self, set, notation: self.notation(game), geometry: game.geometry };
            names.each(|name| {
                to.push_str(joint);
                to.push_str(mark);
                let start = to.len();
                to.push_str(name);
                if self.letters == Letters::Capital && !name.starts_with('k') {
                    to[start..].make_ascii_uppercase();
                }
                joint = if self.order == Order::OneByOne { letter } else { "," };
            });
        }
        if joint == letter && men | kings == 0 {
            to.push_str(letter);
        }
    }
}

/// The squares of a set by name, neighbours as a range where the dialect has ranges.
struct Names<'a> {
    dialect: &'a Dialect,
    set: u128,
    notation: Notation,
    geometry: Geometry,
}

impl Names<'_> {
    fn each(&self, mut write: impl FnMut(&str)) {
        let mut name = String::new();
        if self.dialect.first.is_none() {
            for square in (0..self.geometry.squares()).filter(|square| self.set >> square & 1 == 1) {
                write(&self.notation.algebraic_name(square, self.geometry));
            }
            return;
        }
        let mut rest = self.notation.numbers_of(self.set, self.geometry);
        while rest != 0 {
            let first = rest.trailing_zeros();
            let count = if self.dialect.ranges { (rest >> first).trailing_ones() } else { 1 };
            rest &= !(((1_u128 << count) - 1) << first);
            name.clear();
            match count {
                1 => write!(name, "{}", first + 1).unwrap(),
                _ => write!(name, "{}-{}", first + 1, first + count).unwrap(),
            }
            write(&name);
        }
    }
}

/// A position with few pieces or many, perhaps none on a side.
fn random_position(game: &Game, random: &mut Random) -> Position {
    let squares = game.geometry.squares();
    let row = (1_u128 << game.geometry.squares_per_row()) - 1;
    let last_row = row << (squares - game.geometry.squares_per_row());
    let most = if random.below(4) == 0 { u64::from(squares) } else { 6 };
    let mut position = Position::empty(if random.below(2) == 0 { Color::White } else { Color::Black });
    for _ in 0..=random.below(most) {
        let square = random.below(u64::from(squares)) as u32;
        let (bit, kind) = (1_u128 << square, random.below(4));
        if position.piece(square).is_none() {
            match kind {
                0 if bit & last_row == 0 => position.white_men |= bit,
                1 if bit & row == 0 => position.black_men |= bit,
                0 | 2 => position.white_kings |= bit,
                _ => position.black_kings |= bit,
            }
        }
    }
    position
}

/// Reads a position in a dialect back; whether it was read.
fn check(position: &Position, dialect: &Dialect, game: &Game, text: &mut String) -> bool {
    dialect.write(position, game, text);
    match parse_fen(text, game.geometry, &dialect.notation(game)) {
        Ok(read) => assert!(read == *position, "{}: {text} is read as {}", game.id, game.write_fen(&read)),
        Err(error) if dialect.is_clear() => panic!("{}: {text}: {error} ({dialect:?})", game.id),
        Err(_) => return false,
    }
    true
}

/// So many positions of every game, each in so many dialects by turns.
fn check_all(positions: usize, dialects_of_each: usize) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let of_thread = |thread: usize| {
        let mut text = String::new();
        for (number, game) in (0..).zip(GAMES).filter(|(number, _)| number % threads == thread) {
            let mut random = Random(0xfe4_5eed + number as u64);
            let (mut dialect, mut read) = (number, 0);
            for _ in 0..positions {
                let position = random_position(game, &mut random);
                for _ in 0..dialects_of_each {
                    read += usize::from(check(&position, &Dialect::numbered(dialect), game, &mut text));
                    dialect = (dialect + 1) % DIALECTS;
                }
            }
            // What is refused is rare: letters among the counters, and few pieces in small letters.
            let all = positions * dialects_of_each;
            assert!(read * 100 >= all * 85, "{}: {read} of {all} texts are read", game.id);
        }
    };
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || of_thread(thread));
        }
    });
}

#[test]
fn positions_come_back_or_are_refused() {
    check_all(100_000, 1);
}

#[test]
#[ignore = "every dialect of every position: run with --ignored"]
fn positions_come_back_in_every_dialect() {
    check_all(500, DIALECTS);
}
