//! Positions by colour, of any game and board.

use super::bits::Bits;
use super::boards::Board;
use super::geometry::Geometry;
use super::side::Side;
use super::view::View;

/// The two sides. White plays up the board.
///
/// ```
/// use petrov::board::Color;
///
/// assert_eq!(Color::White.other(), Color::Black);
/// assert_eq!((Color::White.name(), Color::Black.title()), ("white", "Black"));
/// assert_eq!(Color::White.to_string(), "white");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side that plays up the board.
    White,
    /// The side that plays down the board.
    Black,
}

impl Color {
    /// The opponent.
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// `White` or `Black`, to begin a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A piece.
///
/// ```
/// use petrov::board::{Color, Piece};
///
/// let king = Piece { color: Color::White, king: true };
/// assert_ne!(king, Piece { king: false, ..king });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Whether it is a king.
    pub king: bool,
}

/// A position by colour. Bit n of each set is square n of the board's [`Geometry`]: from 0, row by row from the
/// bottom, left to right, as White sees the board (on 8x8: a1, c1, e1, g1, b2, ...).
///
/// The fields can hold nonsense; [`validate`](Position::validate) says whether they do. Positions that the library
/// returns are valid.
///
/// ```
/// use petrov::board::{Color, Piece, Position, Side};
/// use petrov::rules;
///
/// // An engine with bitboards of its own fills in the fields, or places piece by piece.
/// let mut position = Position { white_kings: 1 << 0, ..Position::empty(Color::White) };
/// position.place(28, Piece { color: Color::Black, king: false });
/// assert_eq!((position.piece(28).unwrap().color, position.piece(9)), (Color::Black, None));
/// assert_eq!((position.pieces(), position.side(Color::White)), (2, Side { kings: 1, men: 0 }));
///
/// let game = rules::game("russian").unwrap();
/// assert_eq!(position.validate(game.geometry), Ok(()));
/// assert_eq!(game.write_fen(&position), "W:WKa1:Bb8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The side to move.
    pub turn: Color,
    /// White's men.
    pub white_men: u128,
    /// White's kings.
    pub white_kings: u128,
    /// Black's men.
    pub black_men: u128,
    /// Black's kings.
    pub black_kings: u128,
}

/// What is wrong with a position.
///
/// ```
/// use petrov::board::{Color, InvalidPosition, Position};
/// use petrov::rules;
///
/// let geometry = rules::game("russian").unwrap().geometry;
/// let position = Position { white_men: 1 << 31, ..Position::empty(Color::White) };
/// assert_eq!(position.validate(geometry), Err(InvalidPosition::ManOnPromotionRow(31)));
/// let position = Position { white_kings: 1 << 32, ..Position::empty(Color::White) };
/// assert_eq!(position.validate(geometry).unwrap_err().to_string(), "a piece stands off the board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// A piece on a square that the board does not have.
    OffBoard,
    /// Two pieces on this square.
    Overlap(u32),
    /// A man on this square of its own promotion row, where it would be a king.
    ManOnPromotionRow(u32),
}

impl std::fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InvalidPosition::OffBoard => write!(f, "a piece stands off the board"),
            InvalidPosition::Overlap(_) => write!(f, "two pieces stand on one square"),
            InvalidPosition::ManOnPromotionRow(_) => {
                write!(f, "a man stands on its promotion row, where it would be a king")
            }
        }
    }
}

impl std::error::Error for InvalidPosition {}

impl InvalidPosition {
    /// The square that it is about, if it is about one.
    pub fn square(&self) -> Option<u32> {
        match *self {
            InvalidPosition::OffBoard => None,
            InvalidPosition::Overlap(square) | InvalidPosition::ManOnPromotionRow(square) => Some(square),
        }
    }
}

impl Position {
    /// An empty board.
    pub fn empty(turn: Color) -> Position {
        Position { turn, white_men: 0, white_kings: 0, black_men: 0, black_kings: 0 }
    }

    /// The piece on a square.
    pub fn piece(&self, square: u32) -> Option<Piece> {
        let bit = 1_u128 << square;
        let all = [
            (self.white_men, Color::White, false),
            (self.white_kings, Color::White, true),
            (self.black_men, Color::Black, false),
            (self.black_kings, Color::Black, true),
        ];
        all.iter().find(|(set, _, _)| set & bit != 0).map(|&(_, color, king)| Piece { color, king })
    }

    /// Puts a piece on a square, which must be empty.
    pub fn place(&mut self, square: u32, piece: Piece) {
        debug_assert!(self.piece(square).is_none());
        let set = match (piece.color, piece.king) {
            (Color::White, false) => &mut self.white_men,
            (Color::White, true) => &mut self.white_kings,
            (Color::Black, false) => &mut self.black_men,
            (Color::Black, true) => &mut self.black_kings,
        };
        *set |= 1 << square;
    }

    /// The number of pieces on the board.
    pub fn pieces(&self) -> u32 {
        [self.white_men, self.white_kings, self.black_men, self.black_kings].iter().map(|set| set.count_ones()).sum()
    }

    /// How many kings and men one of the two sides has.
    pub fn side(&self, color: Color) -> Side {
        let (kings, men) = match color {
            Color::White => (self.white_kings, self.white_men),
            Color::Black => (self.black_kings, self.black_men),
        };
        Side { kings: kings.count_ones(), men: men.count_ones() }
    }

    /// Checks that every piece stands on a square of its own where it may stand.
    ///
    /// # Errors
    /// The first thing that is wrong.
    #[inline]
    pub fn validate(&self, geometry: Geometry) -> Result<(), InvalidPosition> {
        let mut seen = 0_u128;
        for set in [self.white_men, self.white_kings, self.black_men, self.black_kings] {
            if set >> geometry.squares() != 0 {
                return Err(InvalidPosition::OffBoard);
            }
            if seen & set != 0 {
                return Err(InvalidPosition::Overlap((seen & set).trailing_zeros()));
            }
            seen |= set;
        }
        let row = (1_u128 << geometry.squares_per_row()) - 1;
        let last_row = row << (geometry.squares() - geometry.squares_per_row());
        let wrong = self.white_men & last_row | self.black_men & row;
        if wrong != 0 {
            return Err(InvalidPosition::ManOnPromotionRow(wrong.trailing_zeros()));
        }
        Ok(())
    }

    /// The position as the side to move sees it.
    #[inline]
    pub fn view<B: Board>(&self) -> View<B::Bits> {
        let white = |set: u128| {
            let mut bits = B::Bits::EMPTY;
            for square in set.iter() {
                bits |= B::Bits::bit(B::bit_of(square));
            }
            bits
        };
        let as_white = View {
            mover_men: white(self.white_men),
            mover_kings: white(self.white_kings),
            other_men: white(self.black_men),
            other_kings: white(self.black_kings),
        };
        match self.turn {
            Color::White => as_white,
            Color::Black => as_white.turned::<B>(),
        }
    }

    /// The position of a view whose mover has this colour.
    pub fn from_view<B: Board>(view: &View<B::Bits>, mover: Color) -> Position {
        let view = match mover {
            Color::White => *view,
            Color::Black => view.turned::<B>(),
        };
        let squares = |set: B::Bits| set.iter().fold(0_u128, |all, bit| all | 1 << B::square_of(bit));
        Position {
            turn: mover,
            white_men: squares(view.mover_men),
            white_kings: squares(view.mover_kings),
            black_men: squares(view.other_men),
            black_kings: squares(view.other_kings),
        }
    }
}
