//! Boards, bitboards, positions and notation. Knows no rules of any game.

mod bits;
pub mod cpu;
mod geometry;
mod position;
mod view;

pub use bits::{Bits, Members};
pub use geometry::{Board, Board8x8, Board10x8, Board10x10, Board12x12, Direction, Geometry};
pub use position::{Color, InvalidPosition, Piece, Position};
pub use view::View;
