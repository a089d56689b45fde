//! Counting the positions that can be reached in a number of moves, to compare move generators.

use super::game::{BitsOf, Variant};
use super::moves::{Step, after, for_each_step};
use crate::board::View;

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Captures of the same pieces between the same squares count once.
    DistinctMoves,
    /// Every path of a capture counts.
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
    for_each_step::<V>(view, |step, _| {
        if counting == Counting::EveryPath || !steps.contains(&step) {
            steps.push(step);
        }
    });
    steps
}
