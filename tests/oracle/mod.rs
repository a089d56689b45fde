//! A slow, obviously right solver to compare with: forward iteration over all positions until nothing changes.
//!
//! It shares nothing with the fast solver except the rules: no numbering, no blocks, no un-moves. All materials, which
//! must include those to which moves lead, are solved together. Every distance up to the longest occurs, as the best move from a position
//! n plies from the end leads to one n - 1 plies from it; so the first round that decides nothing is the last.

use std::collections::HashMap;

use petrov::board::{Bits, Board, View};
use petrov::index::Material;
use petrov::rules::{BitsOf, Game, Variant, after, for_each_step};

/// Values of all positions of some materials of a game.
pub struct Oracle<V: Variant> {
    giveaway: bool,
    numbers: HashMap<View<BitsOf<V>>, u32>,
    /// Plies to the end; `None` a draw.
    distances: Vec<Option<u16>>,
}

/// The place of a position in which the game has ended for the side to move.
const END: u32 = u32::MAX;

impl<V: Variant> Oracle<V> {
    pub fn solve(game: &Game, materials: &[Material]) -> Oracle<V> {
        let views = positions::<V>(materials);
        let decided = |view: &View<BitsOf<V>>| game.ending.decided(view.mover_side(), view.other_side());
        let numbers: HashMap<_, _> = views.iter().zip(0..).map(|(&view, number)| (view, number)).collect();
        assert_eq!(numbers.len(), views.len(), "every position once");
        let giveaway = game.ending.giveaway;
        // Successors of all positions in one list.
        let mut successors: Vec<u32> = Vec::new();
        let mut starts = Vec::with_capacity(views.len() + 1);
        for view in &views {
            starts.push(successors.len());
            if decided(view).is_none() {
                for_each_step::<V>(view, |step| {
                    let next = after::<V>(view, step);
                    let ended = next.mover().is_empty() || decided(&next) == Some(false);
                    successors.push(if ended { END } else { numbers[&next] });
                });
            }
        }
        starts.push(successors.len());
        let mut oracle = Oracle { giveaway, numbers, distances: vec![None; views.len()] };
        for distance in 0.. {
            let next = |position: usize| &successors[starts[position]..starts[position + 1]];
            let decided: Vec<usize> = (0..views.len())
                .filter(|&position| oracle.distances[position].is_none() && oracle.has(next(position), distance))
                .collect();
            // No position need be without a move, but then all that are one ply away are known.
            if decided.is_empty() && distance > 0 {
                break;
            }
            for position in decided {
                oracle.distances[position] = Some(distance);
            }
        }
        oracle
    }

    /// Whether a distance is one of a win of the mover.
    pub fn is_win(&self, distance: u16) -> bool {
        // At the end the side without a move has lost, or in giveaway won; then they take turns.
        (distance % 2 == 1) != self.giveaway
    }

    /// Whether a position from which moves lead to these is so many plies from the end, given that it is not closer.
    fn has(&self, next: &[u32], distance: u16) -> bool {
        let known = |&number: &u32| if number == END { Some(0) } else { self.distances[number as usize] };
        let is = |number: &u32, wanted: &dyn Fn(u16) -> bool| known(number).is_some_and(wanted);
        if distance == 0 {
            next.is_empty()
        } else if self.is_win(distance) {
            next.iter().any(|number| is(number, &|plies| !self.is_win(plies) && plies + 1 == distance))
        } else {
            !next.is_empty() && next.iter().all(|number| is(number, &|plies| self.is_win(plies) && plies < distance))
        }
    }

    /// Plies to the end from a position; `None` is a draw.
    pub fn distance(&self, view: &View<BitsOf<V>>) -> Option<u16> {
        self.distances[self.numbers[view] as usize]
    }

    pub fn len(&self) -> usize {
        self.distances.len()
    }
}

/// All positions of these materials, as the mover sees them.
fn positions<V: Variant>(materials: &[Material]) -> Vec<View<BitsOf<V>>> {
    let mut all = Vec::new();
    for (mover, other) in materials.iter().flat_map(|material| material.halves()) {
        fill::<V>(0, [mover.kings, mover.men, other.kings, other.men], View::default(), &mut all);
    }
    all
}

/// Puts the pieces that are left on squares from this one on, in every way.
fn fill<V: Variant>(square: u32, left: [u32; 4], view: View<BitsOf<V>>, all: &mut Vec<View<BitsOf<V>>>) {
    let pieces: u32 = left.iter().sum();
    if pieces == 0 {
        all.push(view);
        return;
    }
    if V::Board::GEOMETRY.squares() - square < pieces {
        return;
    }
    fill::<V>(square + 1, left, view, all);
    let bit = BitsOf::<V>::bit(V::Board::bit_of(square));
    let row = V::Board::GEOMETRY.row_and_file(square).0;
    let put = [
        View { mover_kings: view.mover_kings | bit, ..view },
        View { mover_men: view.mover_men | bit, ..view },
        View { other_kings: view.other_kings | bit, ..view },
        View { other_men: view.other_men | bit, ..view },
    ];
    let may = [true, row != V::Board::GEOMETRY.rows - 1, true, row != 0];
    for kind in (0..4).filter(|&kind| left[kind] > 0 && may[kind]) {
        let mut left = left;
        left[kind] -= 1;
        fill::<V>(square + 1, left, put[kind], all);
    }
}
