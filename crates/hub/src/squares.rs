//! Positions and moves as the protocol writes them.
//!
//! A position is a letter for the side to move and one for each square in the order of their numbers: `w` and `b` a man, `W` and
//! `B` a king, `e` nothing. On boards of 8x8 the numbers are those of the game as Petrov prints them (Russian: 1 is b8, 32 is g1), for
//! moves too. A capture names the squares of all pieces taken behind the two of the piece that takes; they may be left out
//! where it is clear without them, as programs differ on that.

use std::fmt;

use petrov::board::{Color, Piece, Position};
use petrov::internals::short::shortened;
use petrov::rules::{Game, Move};

/// Why a text is no position or no move: one sentence.
///
/// ```
/// use petrov::rules;
/// use petrov_hub::squares::read_move;
///
/// let game = rules::game("international").unwrap();
/// let error = read_move(game, &game.start(), "1-50").unwrap_err();
/// assert_eq!(error.to_string(), "1-50 is no legal move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(String);

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TextError {}

impl From<TextError> for String {
    fn from(error: TextError) -> String {
        error.0
    }
}

/// The text of a position.
///
/// ```
/// use petrov::rules;
/// use petrov_hub::squares::{read_position, write_position};
///
/// let game = rules::game("russian").unwrap();
/// let position = game.read_fen("B:Wg1:BKb8")?;
/// let text = "BBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew"; // square 1 is b8, square 32 is g1
/// assert_eq!(write_position(game, &position), text);
/// assert_eq!(read_position(game, text)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_position(game: &Game, position: &Position) -> String {
    let mut text = String::from(if position.turn == Color::White { "W" } else { "B" });
    for number in 1..=game.geometry.squares() {
        let square = game.notation.square_by_number(number, game.geometry);
        text.push(match square.and_then(|square| position.piece(square)) {
            None => 'e',
            Some(Piece { color: Color::White, king: false }) => 'w',
            Some(Piece { color: Color::White, king: true }) => 'W',
            Some(Piece { color: Color::Black, king: false }) => 'b',
            Some(Piece { color: Color::Black, king: true }) => 'B',
        });
    }
    text
}

/// Reads a position.
///
/// # Errors
/// A sentence on what is wrong, with the place in the text.
///
/// ```
/// use petrov::rules;
/// use petrov_hub::squares::{read_position, write_position};
///
/// let game = rules::game("russian").unwrap();
/// let position = game.read_fen("B:Wg1:BKb8")?;
/// let text = "BBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew"; // square 1 is b8, square 32 is g1
/// assert_eq!(write_position(game, &position), text);
/// assert_eq!(read_position(game, text)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_position(game: &Game, text: &str) -> Result<Position, TextError> {
    let (squares, letters) = (game.geometry.squares() as usize, text.chars().count());
    if letters != squares + 1 {
        return Err(TextError(format!("a position of {} has {} letters, this one {letters}", game.title, squares + 1)));
    }
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Color::White,
        Some('B') => Color::Black,
        other => {
            return Err(TextError(format!("the position begins with {:?}, neither W nor B", other.unwrap_or(' '))));
        }
    };
    let mut position = Position::empty(turn);
    for (number, letter) in (1..).zip(letters) {
        let (color, king) = match letter {
            'e' => continue,
            'w' => (Color::White, false),
            'W' => (Color::White, true),
            'b' => (Color::Black, false),
            'B' => (Color::Black, true),
            other => return Err(TextError(format!("square {number} is {other:?}, none of w, b, W, B and e"))),
        };
        let square = game.notation.square_by_number(number, game.geometry).expect("a square of the board");
        position.place(square, Piece { color, king });
    }
    game.check_position(&position).map_err(|error| TextError(error.to_string()))?;
    Ok(position)
}

/// The text of a move.
///
/// ```
/// use petrov::rules;
/// use petrov_hub::squares::{read_move, write_move};
///
/// let game = rules::game("international").unwrap();
/// let position = game.read_fen("W:W28:B23")?;
/// let mv = read_move(game, &position, "28x19")?;
/// assert_eq!(write_move(game, &mv), "28x19x23");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_move(game: &Game, mv: &Move) -> String {
    let number = |square: u32| game.notation.number(square, game.geometry);
    let captured = taken(game, mv);
    let sign = if captured.is_empty() { '-' } else { 'x' };
    let mut text = format!("{}{sign}{}", number(mv.from), number(mv.to));
    captured.iter().for_each(|number| text += &format!("x{number}"));
    text
}

/// Reads a legal move of a position.
///
/// # Errors
/// A sentence on what is wrong.
///
/// ```
/// use petrov::rules;
/// use petrov_hub::squares::{read_move, write_move};
///
/// let game = rules::game("international").unwrap();
/// let position = game.read_fen("W:W28:B23")?;
/// let mv = read_move(game, &position, "28x19")?;
/// assert_eq!(write_move(game, &mv), "28x19x23");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_move(game: &Game, position: &Position, text: &str) -> Result<Move, TextError> {
    let numbers = text.split(['-', 'x']).map(str::parse::<u32>).collect::<Result<Vec<u32>, _>>();
    let numbers = numbers.ok().filter(|numbers| numbers.len() >= 2);
    let Some([from, to, captured @ ..]) = numbers.as_deref() else {
        return Err(TextError(format!("{:?} is no move", shortened(text))));
    };
    let mut captured = captured.to_vec();
    captured.sort_unstable();
    let number = |square: u32| game.notation.number(square, game.geometry);
    let fits = |mv: &Move| {
        (number(mv.from), number(mv.to)) == (*from, *to) && (captured.is_empty() || captured == taken(game, mv))
    };
    let mut legal = game.legal_moves(position).into_iter().filter(fits);
    match (legal.next(), legal.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(TextError(format!("{} is no legal move", shortened(text)))),
        (Some(_), Some(_)) => {
            Err(TextError(format!("{} may be several moves: name the pieces taken", shortened(text))))
        }
    }
}

/// The numbers of the pieces that a move takes, the lowest first.
fn taken(game: &Game, mv: &Move) -> Vec<u32> {
    let squares = (0..game.geometry.squares()).filter(|square| mv.captured >> square & 1 == 1);
    let mut numbers: Vec<u32> = squares.map(|square| game.notation.number(square, game.geometry)).collect();
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use petrov::rules::{GAMES, game};

    #[test]
    fn positions_and_moves_come_back() {
        for game in GAMES {
            let mut position = game.start();
            for turn in 0..40 {
                assert_eq!(read_position(game, &write_position(game, &position)), Ok(position), "{}", game.id);
                let moves = game.legal_moves(&position);
                for mv in &moves {
                    let read = read_move(game, &position, &write_move(game, mv)).unwrap();
                    assert!(read.same(mv), "{}", game.id);
                }
                let Some(mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
                position = petrov::rules::play(&position, mv);
            }
        }
    }

    #[test]
    fn a_capture_needs_its_squares_only_where_it_must() {
        let game = game("international").unwrap();
        let position = game.read_fen("W:W28:B23").unwrap();
        for text in ["28x19", "28x19x23", "28-19"] {
            assert_eq!(write_move(game, &read_move(game, &position, text).unwrap()), "28x19x23");
        }
        assert!(read_move(game, &position, "28x19x24").is_err());
        for text in ["", "28", "28x", "a-b", "28x19x", "99999999999x1"] {
            assert!(read_move(game, &position, text).is_err(), "{text}");
        }
    }

    #[test]
    fn wrong_positions_are_refused() {
        let game = game("international").unwrap();
        let start = write_position(game, &game.start());
        assert_eq!(start.len(), 51);
        assert_eq!(start, format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
        for text in [
            "",
            "W",
            &start[..50],
            &start.replace('W', "X"),
            &start.replacen('e', "x", 1),
            &format!("Ww{}", &start[2..]),
        ] {
            assert!(read_position(game, text).is_err(), "{text}");
        }
    }
}
