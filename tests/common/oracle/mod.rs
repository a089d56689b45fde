//! A slow, obviously right solver to compare with: forward iteration over all positions until nothing changes.
//!
//! It shares nothing with the fast solver except the rules: no numbering, no blocks, no un-moves. All materials, which
//! must include those to which moves lead, are solved together. Every distance up to the longest occurs, as the best
//! move from a position n plies from the end leads to one n - 1 plies from it; so the first round that decides nothing
//! is the last.
//!
//! The same way other metrics are found ([`metrics`]), and what draw rules that count moves leave won ([`clocks`]).
// Every test uses a part of this.
#![allow(dead_code)]

pub mod clocks;
pub mod metrics;

use std::collections::HashMap;
use std::sync::OnceLock;

use petrov::board::Board;
use petrov::index::Material;
use petrov::internals::board::{Bits, View};
use petrov::internals::rules::{BitsOf, Step, after, for_each_step};
use petrov::rules::{Game, Variant};

/// Values of all positions of some materials of a game.
pub struct Oracle<V: Variant> {
    giveaway: bool,
    views: Vec<View<BitsOf<V>>>,
    numbers: HashMap<View<BitsOf<V>>, u32>,
    /// The moves of all positions in one list; none where the game is over.
    moves: Vec<Move>,
    /// Where those of a position begin; behind the last one, where they end.
    starts: Vec<usize>,
    /// Plies to the end; `None` a draw.
    distances: Vec<Option<u16>>,
    /// The positions from which moves lead to each; found when they are asked for.
    before: OnceLock<Vec<Vec<u32>>>,
}

/// The place of a position in which the game has ended for the side to move.
const END: u32 = u32::MAX;

/// A move from a position to another.
#[derive(Clone, Copy)]
struct Move {
    /// The number of the position that it leads to, or [`END`].
    next: u32,
    kind: Kind,
}

/// What a move does that metrics and clocks ask for. A capture may also promote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Capture,
    /// A man becomes a king without capturing; it moves forward to do so.
    Promotion,
    /// A man comes to another row without capturing, and stays a man.
    Forward,
    Other,
}

impl Kind {
    fn of<V: Variant>(view: &View<BitsOf<V>>, step: &Step<BitsOf<V>>) -> Kind {
        let row = |bit| V::Board::GEOMETRY.row_and_file(V::Board::square_of(bit)).0;
        if step.captured.any() {
            Kind::Capture
        } else if (view.mover_kings & BitsOf::<V>::bit(step.from)).any() {
            Kind::Other
        } else if step.king {
            Kind::Promotion
        } else if row(step.from) != row(step.to) {
            Kind::Forward
        } else {
            Kind::Other
        }
    }
}

impl<V: Variant> Oracle<V> {
    pub fn solve(game: &Game, materials: &[Material]) -> Oracle<V> {
        let views = positions::<V>(materials);
        let decided = |view: &View<BitsOf<V>>| game.ending.decided(view.mover_side(), view.other_side());
        let numbers: HashMap<_, _> = views.iter().zip(0..).map(|(&view, number)| (view, number)).collect();
        assert_eq!(numbers.len(), views.len(), "every position once");
        let giveaway = game.ending.giveaway;
        let mut moves: Vec<Move> = Vec::new();
        let mut starts = Vec::with_capacity(views.len() + 1);
        for view in &views {
            starts.push(moves.len());
            if decided(view).is_none() {
                for_each_step::<V>(view, |step| {
                    let next = after::<V>(view, step);
                    let ended = next.mover().is_empty() || decided(&next) == Some(false);
                    moves.push(Move {
                        next: if ended { END } else { numbers[&next] },
                        kind: Kind::of::<V>(view, &step),
                    });
                });
            }
        }
        starts.push(moves.len());
        let distances = vec![None; views.len()];
        let mut oracle = Oracle { giveaway, views, numbers, moves, starts, distances, before: OnceLock::new() };
        for distance in 0.. {
            let decided: Vec<usize> = (0..oracle.len())
                .filter(|&position| oracle.distances[position].is_none() && oracle.has(position, distance))
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

    /// Whether a position is so many plies from the end, given that it is not closer.
    fn has(&self, position: usize, distance: u16) -> bool {
        let moves = self.moves_of(position);
        let is = |mv: &Move, wanted: &dyn Fn(u16) -> bool| self.distance_after(mv).is_some_and(wanted);
        if distance == 0 {
            moves.is_empty()
        } else if self.is_win(distance) {
            moves.iter().any(|mv| is(mv, &|plies| !self.is_win(plies) && plies + 1 == distance))
        } else {
            !moves.is_empty() && moves.iter().all(|mv| is(mv, &|plies| self.is_win(plies) && plies < distance))
        }
    }

    fn moves_of(&self, position: usize) -> &[Move] {
        &self.moves[self.starts[position]..self.starts[position + 1]]
    }

    /// The positions from which moves lead to this one.
    fn before(&self, position: usize) -> &[u32] {
        let all = self.before.get_or_init(|| {
            let mut before = vec![Vec::new(); self.len()];
            for position in 0..self.len() {
                for mv in self.moves_of(position).iter().filter(|mv| mv.next != END) {
                    before[mv.next as usize].push(position as u32);
                }
            }
            before
        });
        &all[position]
    }

    /// Plies to the end from the position after a move.
    fn distance_after(&self, mv: &Move) -> Option<u16> {
        if mv.next == END { Some(0) } else { self.distances[mv.next as usize] }
    }

    /// Whether the mover wins a position; `None` is a draw.
    fn mover_wins(&self, position: usize) -> Option<bool> {
        self.distances[position].map(|plies| self.is_win(plies))
    }

    /// Whether a move of the winner keeps the win: the other side, to move then, has lost.
    fn keeps_win(&self, mv: &Move) -> bool {
        self.distance_after(mv).is_some_and(|plies| !self.is_win(plies))
    }

    /// Whether the game is over after a move.
    fn ends(&self, mv: &Move) -> bool {
        self.distance_after(mv) == Some(0)
    }

    /// All positions.
    pub fn views(&self) -> &[View<BitsOf<V>>] {
        &self.views
    }

    fn number(&self, view: &View<BitsOf<V>>) -> usize {
        self.numbers[view] as usize
    }

    /// Plies to the end from a position; `None` is a draw.
    pub fn distance(&self, view: &View<BitsOf<V>>) -> Option<u16> {
        self.distances[self.number(view)]
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
