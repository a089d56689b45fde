//! Boards, bitboards, positions and notation. Knows no rules of any game.

mod bits;
mod boards;
mod corner;
pub(crate) mod cpu;
mod cursor;
mod direction;
mod draw;
mod fen;
mod geometry;
mod keep;
mod move_text;
mod notation;
mod numbered;
mod position;
mod side;
mod unknown;
mod view;

pub use boards::{Board, Board8x8, Board8x8Full, Board10x8, Board10x10, Board12x12};
pub use corner::Corner;
pub use direction::Direction;
pub use draw::draw;
pub use fen::{FenError, FenErrorKind, parse_fen, write_fen};
pub use geometry::Geometry;
pub use move_text::{MoveText, MoveTextError, MoveTextErrorKind, parse_move, write_move};
pub use notation::Notation;
pub use numbered::{Numbered, NumberedError};
pub use position::{Color, InvalidPosition, Piece, Position};
pub use side::Side;
pub use unknown::{UnknownCorner, UnknownSquare};

pub(crate) use internals::{Along, Bits, Keep, View};
pub(crate) use move_text::is_mark;

pub(crate) mod internals {
    pub use super::bits::{Bits, Members};
    pub use super::keep::{Along, Keep};
    pub use super::view::View;
}
