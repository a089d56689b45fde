//! Counting the positions that can be reached in a number of moves, to compare move generators.

use super::game::Game;
use super::movement::{BitsOf, Movement};
use super::moves::{Step, after, each_path, each_step};
use super::rulebook::CaptureRules;
use super::text::turns;
use crate::board::{Bits, Board, View};

/// What counts as one move.
///
/// ```
/// use petrov::rules::{Counting, game};
///
/// let russian = game("russian").ok_or("no such game")?;
/// // A king takes four men, one way round or the other.
/// let position = russian.read_fen("W:WKa1:Bb2,b4,d2,d4")?;
/// let count = |counting| russian.perft(&position, 1, counting);
/// assert!(count(Counting::EveryPath) >= count(Counting::DistinctMoves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Captures of the same pieces between the same squares count once.
    DistinctMoves,
    /// Every path of a capture counts. Where a king lands on a straight line between two captures makes no other path.
    EveryPath,
}

/// The number of sequences of `depth` moves from a position. The game must have the rules of the type.
pub fn perft<M: Movement>(
    rules: &dyn CaptureRules<BitsOf<M>>,
    game: &Game,
    view: &View<BitsOf<M>>,
    depth: u32,
    counting: Counting,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.ending.decided(view.mover_side(), view.other_side()).is_some() {
        return 0;
    }
    let steps = match counting {
        Counting::DistinctMoves => distinct::<M>(rules, view),
        Counting::EveryPath => every_path::<M>(rules, view),
    };
    if depth == 1 {
        return steps.len() as u64;
    }
    steps.into_iter().map(|step| perft::<M>(rules, game, &after::<M>(view, step), depth - 1, counting)).sum()
}

fn distinct<M: Movement>(rules: &dyn CaptureRules<BitsOf<M>>, view: &View<BitsOf<M>>) -> Vec<Step<BitsOf<M>>> {
    let mut steps = Vec::with_capacity(16);
    each_step::<M>(rules, view, &mut |step| {
        // Only captures can be the same.
        if step.captured.is_empty() || !steps.contains(&step) {
            steps.push(step);
        }
    });
    steps
}

fn every_path<M: Movement>(rules: &dyn CaptureRules<BitsOf<M>>, view: &View<BitsOf<M>>) -> Vec<Step<BitsOf<M>>> {
    let mut steps = Vec::with_capacity(16);
    let mut lines = Vec::new();
    each_path::<M>(rules, view, &mut |step, path| {
        if path.len() > 1 {
            let bits = std::iter::once(step.from).chain(path.iter().map(|&bit| u32::from(bit)));
            let line = (step, turns(&bits.map(M::Board::square_of).collect::<Vec<_>>(), M::Board::GEOMETRY));
            if lines.contains(&line) {
                return;
            }
            lines.push(line);
        }
        steps.push(step);
    });
    steps
}
