//! The meaning of a move text: which legal move it names.
//!
//! Forms in which squares are not written out one by one are in [`short_text`](super::short_text).

use std::fmt;

use super::game::Game;
use super::moves::{Move, distinct};
use super::short_text::{RunTogether, read_without_row, without_row};
use crate::board::{Color, Geometry, MoveText, MoveTextError, Position, parse_move, write_move};

/// Why a text is not a move of a position. Moves are written in full, as [`Game::move_text`] writes them.
///
/// ```
/// use petrov::rules::{ReadMoveError, game};
///
/// let russian = game("russian").ok_or("no such game")?;
/// let position = russian.read_fen("W:Wc3:Bd4,f6")?;
/// let error = russian.read_move(&position, "c3:e5").unwrap_err();
/// assert!(matches!(&error, ReadMoveError::Unfinished { moves, .. } if moves == &["c3:e5:g7"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadMoveError {
    /// The text does not have the form of a move.
    Text(MoveTextError),
    /// The mover has no piece where the move begins.
    NoPiece {
        /// The square.
        square: String,
        /// Who is to move.
        mover: Color,
    },
    /// The mover has no legal move.
    GameOver {
        /// Who is to move.
        mover: Color,
    },
    /// No capture, where one is compulsory.
    CaptureCompulsory {
        /// The move as it was read.
        text: String,
        /// All captures.
        captures: Vec<String>,
    },
    /// The beginning of a capture, which has to be completed.
    Unfinished {
        /// The move as it was read.
        text: String,
        /// The captures that begin like it.
        moves: Vec<String>,
    },
    /// The piece cannot move like that.
    NotLegal {
        /// The move as it was read.
        text: String,
        /// The legal moves of the piece.
        moves: Vec<String>,
    },
    /// The piece cannot move at all.
    CannotMove {
        /// Where it stands.
        square: String,
        /// The legal moves of the other pieces.
        moves: Vec<String>,
    },
    /// Several moves fit, as the text leaves out where the capture turns, or the row where the move begins.
    Ambiguous {
        /// The move as it was read.
        text: String,
        /// The moves that fit.
        moves: Vec<String>,
    },
    /// The text can be taken apart into squares in two ways, and each is a legal move.
    TwoReadings {
        /// The text.
        text: String,
        /// The moves that it can mean.
        moves: Vec<String>,
    },
    /// None of [`GAMES`](super::GAMES) has the rules of the game, so there is no code for them.
    UnknownGame,
}

impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadMoveError::Text(error) => error.fmt(f),
            ReadMoveError::NoPiece { square, mover } => {
                write!(f, "{} is to move and has no piece on {square}", mover.title())
            }
            ReadMoveError::GameOver { mover } => write!(f, "the game is over: {} has no legal move", mover.title()),
            ReadMoveError::CaptureCompulsory { text, captures } => {
                write!(f, "{text} is not legal because a capture is compulsory: {}", list(captures))
            }
            ReadMoveError::Unfinished { text, moves } => {
                write!(f, "{text} stops too early, a capture must be completed: {}", list(moves))
            }
            ReadMoveError::NotLegal { text, moves } => {
                write!(f, "{text} is not legal, this piece can play {}", list(moves))
            }
            ReadMoveError::CannotMove { square, moves } => {
                write!(f, "the piece on {square} cannot move, others can play {}", list(moves))
            }
            ReadMoveError::Ambiguous { text, moves } => {
                write!(f, "{text} can mean {}; name more of its squares, such as those where it turns", list(moves))
            }
            ReadMoveError::TwoReadings { text, moves } => {
                write!(f, "{text} can mean {}; put a sign between the squares", list(moves))
            }
            ReadMoveError::UnknownGame => write!(f, "the rules of this game are not known"),
        }
    }
}

impl std::error::Error for ReadMoveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadMoveError::Text(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MoveTextError> for ReadMoveError {
    fn from(error: MoveTextError) -> ReadMoveError {
        ReadMoveError::Text(error)
    }
}

/// `a`, `a or b`, `a, b or c`; of many the first few.
fn list(moves: &[String]) -> String {
    const LISTED_MAX: usize = 8;
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        _ if moves.len() > LISTED_MAX => {
            format!("{} or one of {} more", moves[..LISTED_MAX].join(", "), moves.len() - LISTED_MAX)
        }
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Reads a legal move: see [`Game::read_move`]. `paths` are the legal moves of the position, each once for every path.
pub(super) fn read_move(game: &Game, position: &Position, text: &str, paths: Vec<Move>) -> Result<Move, ReadMoveError> {
    let legal = distinct(paths.clone());
    let read = |text: &str| {
        let text = parse_move(text, game.geometry, &game.notation)?;
        Reader { game, text, legal: &legal, paths: &paths }.read(position)
    };
    if let Some(at) = without_row(text) {
        return read_without_row(game, position, text, at, read);
    }
    match RunTogether::of(text) {
        Some(digits) => digits.read(game, &legal, &paths, read),
        None => read(text),
    }
}

/// A text together with all that it can mean.
struct Reader<'a> {
    game: &'a Game,
    text: MoveText,
    legal: &'a [Move],
    /// The same moves, each once for every path.
    paths: &'a [Move],
}

impl Reader<'_> {
    fn read(&self, position: &Position) -> Result<Move, ReadMoveError> {
        let named = &self.text.squares;
        let geometry = self.game.geometry;
        let lines = turns(named, geometry);
        // Every path that passes these squares and turns only there runs along the same lines and takes what stands on
        // them. So this finds one move at most, and a full text always means its own move, even where another move
        // passes the same squares with more turns: a5:c3:a1 is not a5:e1:h4:f6:c3:a1.
        let mut found = self.moves(|squares| passes(squares, named) && turns(squares, geometry) == lines);
        if found.is_empty() {
            found = self.moves(|squares| passes(squares, named));
            if let [mv] = found[..] {
                found.extend(self.legal.iter().filter(|other| takes(other, named) && !other.same(mv)));
            }
        }
        match found[..] {
            [] => Err(self.explain(position)),
            [mv] => Ok(mv.clone()),
            _ => Err(ReadMoveError::Ambiguous { text: self.text(), moves: self.texts(found) }),
        }
    }

    /// The moves one of whose paths is accepted, given all its squares.
    fn moves(&self, accepted: impl Fn(&[u32]) -> bool) -> Vec<&Move> {
        let paths: Vec<&Move> = self.paths.iter().filter(|path| accepted(&path.squares())).collect();
        self.legal.iter().filter(|mv| paths.iter().any(|path| path.same(mv))).collect()
    }

    /// Why no move fits.
    fn explain(&self, position: &Position) -> ReadMoveError {
        let named = &self.text.squares;
        let from = named[0];
        let (mover, text) = (position.turn, self.text());
        let square = || self.game.notation.name(from, self.game.geometry);
        if self.legal.is_empty() {
            return ReadMoveError::GameOver { mover };
        }
        if position.piece(from).is_none_or(|piece| piece.color != mover) {
            return ReadMoveError::NoPiece { square: square(), mover };
        }
        let of_piece: Vec<&Move> = self.legal.iter().filter(|mv| mv.from == from).collect();
        let begun = self.moves(|squares| (2..squares.len()).any(|length| passes(&squares[..length], named)));
        if !begun.is_empty() {
            return ReadMoveError::Unfinished { text, moves: self.texts(begun) };
        }
        let must_capture = self.legal.iter().all(Move::is_capture);
        if must_capture && (of_piece.is_empty() || self.text.capture != Some(true)) {
            return ReadMoveError::CaptureCompulsory { text, captures: self.texts(self.legal.iter().collect()) };
        }
        if of_piece.is_empty() {
            return ReadMoveError::CannotMove { square: square(), moves: self.texts(self.legal.iter().collect()) };
        }
        ReadMoveError::NotLegal { text, moves: self.texts(of_piece) }
    }

    /// The text as it was read.
    fn text(&self) -> String {
        let capture = self.text.capture == Some(true);
        write_move(&self.text.squares, capture, self.game.geometry, &self.game.notation)
    }

    fn texts(&self, moves: Vec<&Move>) -> Vec<String> {
        moves.into_iter().map(|mv| self.game.move_text(mv)).collect()
    }
}

/// Whether a move goes from the first to the second of these squares and takes what stands on the others, as the Hub
/// protocol writes captures. Where pieces leave the board at once, another move can land on just these squares.
fn takes(mv: &Move, named: &[u32]) -> bool {
    let [from, to, taken @ ..] = named else { return false };
    let set = taken.iter().fold(0, |set, square| set | 1_u128 << square);
    (mv.from, mv.to, mv.captured) == (*from, *to, set) && set != 0
}

/// Whether the named squares are the first and the last of these squares and, in order, some of those between.
fn passes(squares: &[u32], named: &[u32]) -> bool {
    let ([first, between @ .., last], [named_first, named_between @ .., named_last]) = (squares, named) else {
        return false;
    };
    let mut rest = between.iter();
    first == named_first && last == named_last && named_between.iter().all(|named| rest.any(|square| square == named))
}

/// The first and the last square of a path and those between where it turns.
pub(super) fn turns(squares: &[u32], geometry: Geometry) -> Vec<u32> {
    let mut turns: Vec<u32> = Vec::with_capacity(squares.len());
    for &square in squares {
        // The square before this one was no turn if the path runs straight on over it.
        if let [.., before, last] = turns[..]
            && direction(before, last, geometry) == direction(last, square, geometry)
        {
            turns.pop();
        }
        turns.push(square);
    }
    turns
}

/// The direction from one square to another, in rows and files without common divisor; zeros for the same square.
fn direction(from: u32, to: u32, geometry: Geometry) -> (i32, i32) {
    let ((from_row, from_file), (to_row, to_file)) = (geometry.row_and_file(from), geometry.row_and_file(to));
    let (rows, files) = (to_row as i32 - from_row as i32, to_file as i32 - from_file as i32);
    let (mut divisor, mut rest) = (rows.abs(), files.abs());
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let divisor = divisor.max(1);
    (rows / divisor, files / divisor)
}

#[cfg(test)]
mod tests {
    use super::super::Russian;
    use super::super::Variant;

    fn read(fen: &str, text: &str) -> Result<String, String> {
        let position = Russian::GAME.read_fen(fen).unwrap();
        let found = Russian::GAME.read_move(&position, text).map_err(|error| error.to_string())?;
        assert!(Russian::GAME.legal_moves(&position).contains(&found));
        Ok(Russian::GAME.move_text(&found))
    }

    #[track_caller]
    fn check(fen: &str, text: &str, expected: Result<&str, &str>) {
        assert_eq!(read(fen, text), expected.map(str::to_owned).map_err(str::to_owned), "{text}");
    }

    /// A king on a5 with four captures, two of which end on a1: E4 of tests/data/seed-positions.json.
    const FOUR_CAPTURES: &str = "W:WKa5:Bb2,b4,d4,f2,g5";
    const START: &str = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";

    #[test]
    fn full_and_short_forms() {
        let longest = "a5:e1:h4:f6:c3:a1";
        for text in [longest, "a5:e1:h4:f6:a1", "a5:e1:a1", "a5xh4xa1", "A5 F6 C3 A1", "13-31-20-11-29"] {
            check(FOUR_CAPTURES, text, Ok(longest));
        }
        // A full text means its own move, though the longest capture passes its squares too.
        check(FOUR_CAPTURES, "a5:c3:a1", Ok("a5:c3:a1"));
        check(FOUR_CAPTURES, "a5:h6", Ok("a5:d2:h6"));
        check(FOUR_CAPTURES, "a5:f6:e1", Ok("a5:c3:f6:h4:e1"));
        check(START, "c3d4", Ok("c3-d4"));
        check(START, "c3:d4", Ok("c3-d4"));
        check("W:WKa1:Bh8", "a1-g7", Ok("a1-g7"));
    }

    #[test]
    fn without_the_row_of_the_first_square() {
        for text in ["cd4", "Cd4", "c-d4", " c:d4!"] {
            check(START, text, Ok("c3-d4"));
        }
        check(FOUR_CAPTURES, "a:c3:a1", Ok("a5:c3:a1"));
        check("W:Wc3,g3:Bd4,f4", "cxe5", Ok("c3:e5"));
        let two = "c-d4 can mean c3-d4 or c5-d4; name more of its squares, such as those where it turns";
        check("W:WKc3,Kc5:Bh8", "c-d4", Err(two));
        let turns =
            "a5:a1 can mean a5:c3:a1 or a5:e1:h4:f6:c3:a1; name more of its squares, such as those where it turns";
        check(FOUR_CAPTURES, "a:a1", Err(turns));
        check(START, "cd6", Err("c3-d6 is not legal, this piece can play c3-b4 or c3-d4"));
        // A piece that cannot move has its own reason.
        check("W:Wc3,Ka1,g3:Bf4,Kh8", "cd4", Err("c3-d4 is not legal because a capture is compulsory: g3:e5"));
        check("W:Wb2,a3,c3:Bh8", "bc3", Err("the piece on b2 cannot move, others can play a3-b4, c3-b4 or c3-d4"));
        let texts =
            [("cd4e", 4), ("  cd4e", 6), ("zd4", 1), ("cd", 1), ("c:d4-e5", 5), ("c-18", 1), ("Bx18", 1), ("c", 1)];
        for (text, column) in texts {
            let error = read(START, text).unwrap_err();
            assert!(error.starts_with(&format!("column {column}: ")), "{text}: {error}");
        }
        check("W:Wa3:Bb4,c5", "ab4", Err("the game is over: White has no legal move"));
    }

    #[test]
    fn two_paths_of_one_move() {
        let fen = "B:Wa1,b2,b4,d2,d4,f2,f4,a3,e3:Ba5,c5,c7,e7,g7,d6";
        for text in ["a5:c3:e1:g3:e5:c3", "a5:c3:e5:g3:e1:c3", "a5:g3:c3"] {
            check(fen, text, Ok("a5:c3:e1:g3:e5:c3"));
        }
    }

    #[test]
    fn why_not() {
        check(
            FOUR_CAPTURES,
            "a5:a1",
            Err("a5:a1 can mean a5:c3:a1 or a5:e1:h4:f6:c3:a1; name more of its squares, such as those where it turns"),
        );
        check(START, "c3", Err("column 3: a move names at least two squares; write it as in c3-d4"));
        check(START, "d4-e5", Err("White is to move and has no piece on d4"));
        check(START, "b6-a5", Err("White is to move and has no piece on b6"));
        check(START, "c3-e5", Err("c3-e5 is not legal, this piece can play c3-b4 or c3-d4"));
        check(START, "c3:e5:g7", Err("c3:e5:g7 is not legal, this piece can play c3-b4 or c3-d4"));
        check(
            START,
            "a1-b2",
            Err("the piece on a1 cannot move, others can play a3-b4, c3-b4, c3-d4, e3-d4, e3-f4, g3-f4 or g3-h4"),
        );
        check("W:Wa3:Bb4,c5", "a3-b2", Err("the game is over: White has no legal move"));
        check("W:Wa1,c3:Bd4", "a1-b2", Err("a1-b2 is not legal because a capture is compulsory: c3:e5"));
        check("W:Wa1,c3:Bb4,d4", "c3-b4", Err("c3-b4 is not legal because a capture is compulsory: c3:a5 or c3:e5"));
        check("W:Wa1,c3:Bb4,d4", "c3:g7", Err("c3:g7 is not legal, this piece can play c3:a5 or c3:e5"));
        check("W:Wa1,c3:Bd4,f6", "c3:e5", Err("c3:e5 stops too early, a capture must be completed: c3:e5:g7"));
        let many = "the piece on a1 cannot move, others can play \
            c3-b4, d4-c5, d4-e5, h6-c1, h6-d2, h6-e3, h6-f4, h6-g5 or one of 5 more";
        check("W:Wa1,b2,c3,d4,Kh6,Kh8:Ba3", "a1-b2", Err(many));
    }
}
