//! Moves, there and back.

use std::ffi::c_int;

use petrov_core::board::Position;
use petrov_core::rules::{Game, Move, play};

use super::code::{Failure, PETROV_INVALID_TEXT};
use super::position::{petrov_position, words};
use super::probe::{NO_DISTANCE, number_of};

/// The most squares where a piece lands in one move.
pub const PETROV_MAX_PATH: usize = 72;

/// A move, in numbers of squares.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct petrov_move {
    /// Where the piece comes from.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// 1 if it is a king afterwards.
    pub king: u8,
    /// 1 if it was crowned by this move.
    pub promotes: u8,
    /// The squares of the pieces that it takes, as bits; none in a quiet move.
    pub captured: [u64; 2],
    /// How many squares `path` has.
    pub path_length: u8,
    /// The squares where it lands, the last one included. Of several paths of the same move, one.
    pub path: [u8; PETROV_MAX_PATH],
}

/// A move, and what it is worth to the side that makes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct petrov_rated_move {
    /// The move.
    pub r#move: petrov_move,
    /// PETROV_WIN, PETROV_LOSS or PETROV_DRAW.
    pub value: c_int,
    /// Plies to the end of the game, the move included; -1 in a draw, or where there is no table of distances.
    pub dtw: c_int,
    /// The position after the move.
    pub after: petrov_position,
}

impl petrov_move {
    pub(crate) fn write(game: &Game, mv: &Move) -> petrov_move {
        let number = |square: u32| game.notation.number(square, game.geometry) as u8;
        let mut path = [0; PETROV_MAX_PATH];
        path.iter_mut().zip(&mv.path).for_each(|(to, &square)| *to = number(square));
        petrov_move {
            from: number(mv.from),
            to: number(mv.to),
            king: u8::from(mv.king),
            promotes: u8::from(mv.promotes),
            captured: words(game.notation.numbers_of(mv.captured, game.geometry)),
            path_length: mv.path.len().min(PETROV_MAX_PATH) as u8,
            path,
        }
    }

    /// The legal move of a position that is meant: from, to and the pieces taken are compared, whatever the path.
    pub(crate) fn read(&self, game: &Game, position: &Position) -> Result<Move, Failure> {
        let meant = |mv: &Move| {
            let mv = petrov_move::write(game, mv);
            (mv.from, mv.to, mv.captured, mv.king) == (self.from, self.to, self.captured, self.king)
        };
        let legal = game.legal_moves(position).into_iter().find(meant);
        legal.ok_or_else(|| Failure::new(PETROV_INVALID_TEXT, format!("{} to {} is no legal move", self.from, self.to)))
    }
}

impl petrov_rated_move {
    pub(crate) fn write(game: &Game, rated: &petrov_core::probe::RatedMove) -> petrov_rated_move {
        petrov_rated_move {
            r#move: petrov_move::write(game, &rated.mv),
            value: number_of(rated.outcome.value),
            dtw: rated.outcome.distance.map_or(NO_DISTANCE, c_int::from),
            after: petrov_position::write(game, &rated.after),
        }
    }

    /// A legal move of which nothing is known.
    pub(crate) fn unrated(game: &Game, position: &Position, mv: &Move) -> petrov_rated_move {
        let after = petrov_position::write(game, &play(position, mv));
        petrov_rated_move { r#move: petrov_move::write(game, mv), value: 0, dtw: NO_DISTANCE, after }
    }
}
