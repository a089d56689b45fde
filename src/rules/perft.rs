//! Counting the positions that can be reached in a number of moves, to compare move generators.

use super::game::{BitsOf, Variant};
use super::moves::{Step, after, for_each_step};
use super::text::turns;
use crate::board::{Board, View};

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Captures of the same pieces between the same squares count once.
    DistinctMoves,
    /// Every path of a capture counts. Where a king lands on a straight line between two captures makes no other path.
    EveryPath,
}

/// The number of sequences of `depth` moves from a position.
pub fn perft<V: Variant>(view: &View<BitsOf<V>>, depth: u32, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps = steps::<V>(view, counting);
    if depth == 1 {
        return steps.len() as u64;
    }
    steps.into_iter().map(|step| perft::<V>(&after::<V>(view, step), depth - 1, counting)).sum()
}

fn steps<V: Variant>(view: &View<BitsOf<V>>, counting: Counting) -> Vec<Step<BitsOf<V>>> {
    let mut steps = Vec::with_capacity(16);
    let mut lines = Vec::new();
    for_each_step::<V>(view, |step, path| {
        let is_new = match counting {
            Counting::DistinctMoves => !steps.contains(&step),
            Counting::EveryPath => {
                path.len() == 1 || {
                    let bits = std::iter::once(step.from).chain(path.iter().map(|&bit| u32::from(bit)));
                    let line = (step, turns(&bits.map(V::Board::square_of).collect::<Vec<_>>(), V::Board::GEOMETRY));
                    let is_new = !lines.contains(&line);
                    lines.push(line);
                    is_new
                }
            }
        };
        if is_new {
            steps.push(step);
        }
    });
    steps
}
