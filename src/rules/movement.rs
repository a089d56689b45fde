//! How pieces step and whether they can take something: the part of the rules that games share.
//!
//! Loops over positions are compiled for a movement, not for a game: ten movements serve the code of twenty-one games,
//! which differ only in what captures there are. Those are found through [`CaptureRules`](super::CaptureRules).

use super::game::{Steps, Variant};
use crate::board::{Board, Direction};

/// How pieces step and whether they can take something. Every [`Variant`] is one.
pub trait Movement: Copy + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The board.
    type Board: Board;
    /// Steps of men.
    const MEN: Steps;
    /// Steps of kings.
    const KINGS: Steps;
    /// Whether kings go any number of squares.
    const KINGS_FLY: bool;
    /// Whether men can take kings.
    const MEN_TAKE_KINGS: bool;

    /// Whether men step sideways, so that they come back to where they were.
    const MEN_STEP_SIDEWAYS: bool = Self::MEN.go_sideways();
    /// The directions of the steps between squares on which a piece is worth much the same: where kings go far, those in
    /// which they move and capture; where they go one square, those that take two moves, as whose turn it is decides most
    /// endings there.
    const ALIKE: &'static [Direction] = alike(&Self::KINGS, Self::KINGS_FLY);
}

impl<V: Variant> Movement for V {
    type Board = <V as Variant>::Board;
    const MEN: Steps = V::GAME.rules.men;
    const KINGS: Steps = V::GAME.rules.kings;
    const KINGS_FLY: bool = V::GAME.rules.kings_fly;
    const MEN_TAKE_KINGS: bool = V::GAME.rules.men_take_kings;
}

/// The word that holds a set of squares of the board.
pub type BitsOf<M> = <<M as Movement>::Board as Board>::Bits;

/// Whether a game moves as its movement says.
pub(super) const fn is_movement_of<V: Variant>() -> bool {
    let rules = V::GAME.rules;
    same(rules.men, V::Movement::MEN)
        && same(rules.kings, V::Movement::KINGS)
        && rules.kings_fly == V::Movement::KINGS_FLY
        && rules.men_take_kings == V::Movement::MEN_TAKE_KINGS
}

const fn same(one: Steps, other: Steps) -> bool {
    all_of(one.quiet, other.quiet)
        && all_of(other.quiet, one.quiet)
        && all_of(one.capture, other.capture)
        && all_of(other.capture, one.capture)
}

const fn all_of(some: &[Direction], others: &[Direction]) -> bool {
    let mut number = 0;
    while number < some.len() {
        if !some[number].is_in(others) {
            return false;
        }
        number += 1;
    }
    true
}

const fn alike(kings: &Steps, fly: bool) -> &'static [Direction] {
    let diagonal = Direction::UpLeft.is_in(kings.quiet) && Direction::UpLeft.is_in(kings.capture);
    if fly && diagonal { Direction::DIAGONAL } else { Direction::ORTHOGONAL }
}
