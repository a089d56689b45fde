//! A slow, obviously right solver to compare with: forward iteration over all positions until nothing changes.
//!
//! It shares nothing with the fast solver except the rules: no numbering, no blocks, no un-moves. All materials up to
//! a number of pieces are solved together. Every distance up to the longest occurs, as the best move from a position
//! n plies from the end leads to one n - 1 plies from it; so the first round that decides nothing is the last.

use std::collections::HashMap;

use petrov::board::{Bits, Board, View};
use petrov::rules::{BitsOf, Variant, after, for_each_step};

/// Values of all positions with at most so many pieces, at least one on each side.
pub struct Oracle<V: Variant> {
    numbers: HashMap<View<BitsOf<V>>, u32>,
    /// Plies to the end; odd is a win of the mover, even a loss, `None` a draw.
    distances: Vec<Option<u16>>,
}

impl<V: Variant> Oracle<V> {
    pub fn solve(pieces: u32) -> Oracle<V> {
        let views = positions::<V>(pieces);
        let numbers: HashMap<_, _> = views.iter().zip(0..).map(|(&view, number)| (view, number)).collect();
        assert_eq!(numbers.len(), views.len(), "every position once");
        let mut distances = vec![None; views.len()];
        // Successors of all positions in one list; the end of the game is no position of the list.
        let mut successors: Vec<u32> = Vec::new();
        let mut starts = Vec::with_capacity(views.len() + 1);
        const END: u32 = u32::MAX;
        for view in &views {
            starts.push(successors.len());
            for_each_step::<V>(view, |step, _| {
                let next = after::<V>(view, step);
                successors.push(if next.mover().is_empty() { END } else { numbers[&next] });
            });
        }
        starts.push(successors.len());
        for distance in 0.. {
            let mut decided = Vec::new();
            for position in 0..views.len() {
                if distances[position].is_some() {
                    continue;
                }
                let next = &successors[starts[position]..starts[position + 1]];
                // A side without a move has lost at once; a side without pieces has no move.
                let known = |&number: &u32| if number == END { Some(0) } else { distances[number as usize] };
                let wins = |number: &u32| known(number).is_some_and(|plies| plies % 2 == 0 && plies + 1 == distance);
                let lost = |number: &u32| known(number).is_some_and(|plies| plies % 2 == 1 && plies < distance);
                if distance % 2 == 1 && next.iter().any(wins) || distance % 2 == 0 && next.iter().all(lost) {
                    decided.push(position);
                }
            }
            if decided.is_empty() {
                break;
            }
            for position in decided {
                distances[position] = Some(distance);
            }
        }
        Oracle { numbers, distances }
    }

    /// Plies to the end from a position; `None` is a draw.
    pub fn distance(&self, view: &View<BitsOf<V>>) -> Option<u16> {
        self.distances[self.numbers[view] as usize]
    }

    pub fn len(&self) -> usize {
        self.distances.len()
    }
}

/// All positions with at most so many pieces, at least one on each side, as the mover sees them.
fn positions<V: Variant>(pieces: u32) -> Vec<View<BitsOf<V>>> {
    fn fill<V: Variant>(square: u32, left: u32, view: View<BitsOf<V>>, all: &mut Vec<View<BitsOf<V>>>) {
        if square == V::Board::GEOMETRY.squares() {
            if view.mover().any() && view.other().any() {
                all.push(view);
            }
            return;
        }
        fill::<V>(square + 1, left, view, all);
        if left == 0 {
            return;
        }
        let bit = BitsOf::<V>::bit(V::Board::bit_of(square));
        let row = V::Board::GEOMETRY.row_and_file(square).0;
        let mut put = |piece: View<BitsOf<V>>| fill::<V>(square + 1, left - 1, piece, all);
        put(View { mover_kings: view.mover_kings | bit, ..view });
        put(View { other_kings: view.other_kings | bit, ..view });
        if row != V::Board::GEOMETRY.rows - 1 {
            put(View { mover_men: view.mover_men | bit, ..view });
        }
        if row != 0 {
            put(View { other_men: view.other_men | bit, ..view });
        }
    }
    let mut all = Vec::new();
    fill::<V>(0, pieces, View::default(), &mut all);
    all
}
