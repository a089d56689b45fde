//! Random legal moves of every game in every form: read back as the same move, or refused.

use petrov::board::{Board, Geometry, Position};
use petrov::internals::board::Bits;
use petrov::internals::rules::{GameVisitor, for_each_path, visit};
use petrov::rules::{GAMES, Game, Move, Variant, play};

use crate::cases::Random;

/// A move that is written in every form.
struct Written<'a> {
    game: &'a Game,
    position: &'a Position,
    mv: &'a Move,
}

impl Written<'_> {
    /// Whether the text is read; as another move it must not be.
    fn is_read(&self, text: &str) -> bool {
        let Written { game, position, mv } = self;
        match game.read_move(position, text) {
            Ok(read) if read.same(mv) => true,
            Ok(read) => panic!("{}: {text} is read as {}", self.place(), game.move_text(&read)),
            Err(_) => false,
        }
    }

    fn place(&self) -> String {
        format!("{} {} {}", self.game.id, self.game.write_fen(self.position), self.game.move_text(self.mv))
    }

    fn must_be_read(&self, text: &str) {
        assert!(
            self.is_read(text),
            "{}: {text}: {}",
            self.place(),
            self.game.read_move(self.position, text).unwrap_err()
        );
    }

    /// The names of squares with letters or numbers.
    fn names(&self, squares: &[u32], algebraic: bool) -> Vec<String> {
        let notation = petrov::board::Notation { algebraic, ..self.game.notation };
        squares.iter().map(|&square| notation.name(square, self.game.geometry)).collect()
    }

    /// Every form of a text that names these squares; `clear` if each has to be read.
    fn check(&self, squares: &[u32], clear: bool) -> [usize; 2] {
        let (letters, numbers) = (self.names(squares, true), self.names(squares, false));
        let mut texts: Vec<String> = Vec::new();
        for names in [&letters, &numbers] {
            texts.extend(["-", ":", "x", "X", "*", "×", " ", " - ", "\u{2013}"].map(|sign| names.join(sign)));
        }
        texts.push(letters.concat());
        texts.push(format!(" {}!? ", numbers.join("-")));
        texts.extend(["x", ""].map(|sign| letters.join(sign).to_uppercase()));
        texts.push(numbers.iter().map(|name| format!("{name:0>2}")).collect::<Vec<_>>().join("x"));
        for mixed in [[&letters[0], &numbers[1]], [&numbers[0], &letters[1]]] {
            let text = mixed.map(String::as_str).join("-");
            assert!(self.game.read_move(self.position, &text).is_err(), "{}: {text} is read", self.place());
        }
        if clear {
            texts.iter().for_each(|text| self.must_be_read(text));
        }
        // Forms that leave something out need not be clear.
        let without_row = |sign: &str| format!("{}{sign}{}", &letters[0][..1], letters[1..].join(sign));
        let mut short = ["", "-", ":", "x"].map(without_row).to_vec();
        short.push(numbers.iter().map(|name| format!("{name:0>2}")).collect());
        short.push(numbers.concat());
        let read = short.iter().chain(&texts).filter(|text| self.is_read(text)).count();
        [read, short.len() + texts.len()]
    }
}

/// The squares of a move with some of those between left out.
fn some_squares(squares: &[u32], random: &mut Random) -> Vec<u32> {
    let last = squares.len() - 1;
    let named = squares.iter().enumerate().filter(|(at, _)| [0, last].contains(at) || random.below(2) == 0);
    named.map(|(_, &square)| square).collect()
}

/// All paths of all moves: where each begins and ends, what it takes, and where it turns.
struct Lines<'a>(&'a Position);

impl GameVisitor for Lines<'_> {
    type Output = Vec<((u32, u32, u128), Vec<u32>)>;
    fn visit<V: Variant>(self) -> Self::Output {
        let square = |bit: u32| {
            let seen = V::Board::square_of(bit);
            let squares = V::Board::GEOMETRY.squares();
            if self.0.turn == petrov::board::Color::White { seen } else { squares - 1 - seen }
        };
        let mut lines = Vec::new();
        for_each_path::<V>(&self.0.view::<V::Board>(), |step, path| {
            let captured = step.captured.iter().fold(0, |set, bit| set | 1_u128 << square(bit));
            let squares = std::iter::once(step.from).chain(path.iter().map(|&bit| u32::from(bit))).map(square);
            let squares: Vec<u32> = squares.collect();
            lines.push(((square(step.from), square(step.to), captured), turning_squares(&squares, V::Board::GEOMETRY)));
        });
        lines
    }
}

/// The first and the last square and those between where a path turns.
fn turning_squares(squares: &[u32], geometry: Geometry) -> Vec<u32> {
    let step = |from: u32, to: u32| {
        let ((from_row, from_file), (to_row, to_file)) = (geometry.row_and_file(from), geometry.row_and_file(to));
        (to_row as i32 - from_row as i32, to_file as i32 - from_file as i32)
    };
    let turns = |at: &usize| {
        let (one, next) = (step(squares[at - 1], squares[*at]), step(squares[*at], squares[at + 1]));
        // Squares of which some are left out can lie in any direction from each other.
        let is_straight = one.0 * next.1 == one.1 * next.0 && one.0 * next.0 + one.1 * next.1 > 0;
        !is_straight
    };
    let between = (1..squares.len() - 1).filter(turns).map(|at| squares[at]);
    [squares[0]].into_iter().chain(between).chain(squares.last().copied()).collect()
}

/// Goes through random positions and what comes of them.
fn check_game(game: &Game, positions: usize, random: &mut Random) {
    let [mut read, mut all] = [0; 2];
    for _ in 0..positions {
        let position = random.position(game);
        let legal = game.legal_moves(&position);
        let full: Vec<Vec<u32>> = legal.iter().map(Move::squares).collect();
        let lines = visit(game, Lines(&position)).unwrap();
        for _ in 0..legal.len().min(3) {
            let at = random.below(legal.len() as u64) as usize;
            let written = Written { game, position: &position, mv: &legal[at] };
            let mut counts = vec![written.check(&full[at], true)];
            written.must_be_read(&game.move_text(&legal[at]));
            written.must_be_read(&game.short_move_text(&legal[at], &legal));
            let some = some_squares(&full[at], random);
            // A text with just the turns of another move is that move.
            let (identity, turns) =
                ((legal[at].from, legal[at].to, legal[at].captured), turning_squares(&some, game.geometry));
            if !lines.iter().any(|(other, squares)| *other != identity && *squares == turns) {
                counts.push(written.check(&some, false));
            }
            counts.iter().for_each(|[some_read, some_all]| (read, all) = (read + some_read, all + some_all));
            // What comes after is a position like others.
            assert_eq!(play(&position, &legal[at]).validate(game.geometry), Ok(()));
        }
    }
    // Texts without a row and digits that run together may be of two moves, or of none where a number has one digit.
    assert!(read * 100 >= all * 80, "{}: {read} of {all} texts are read", game.id);
}

#[test]
fn moves_come_back_or_are_refused() {
    for (number, game) in (0..).zip(GAMES) {
        check_game(game, 60, &mut Random(0x30_5eed + number));
    }
}

#[test]
#[ignore = "long: run with --ignored"]
fn many_moves_come_back_or_are_refused() {
    for (number, game) in (0..).zip(GAMES) {
        check_game(game, 5_000, &mut Random(0x105_5eed + number));
    }
}
