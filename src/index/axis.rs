//! The axes of a [`Grid`](super::Grid): the placements of each kind of pieces, and which of them are neighbours.

use super::binomial::{rank, subsets};
use super::layout::Layout;
use crate::board::cpu::{Cpu, Task};
use crate::board::{Bits, Board, Direction};

/// The axes of a grid.
pub(super) const AXES: usize = 4;

/// The placements along one axis.
#[derive(Clone, Debug)]
pub(super) struct Axis<B> {
    pub(super) sets: Vec<B>,
    pub(super) neighbours: Neighbours,
}

/// For each placement of an axis, how far back those lie that differ by one step of one piece.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    width: usize,
    distances: Vec<u32>,
}

impl Neighbours {
    /// Numbers for each placement.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How far back the neighbours of a placement lie that come before it; filled up with 0.
    #[inline(always)]
    pub fn of(&self, placement: usize) -> &[u32] {
        &self.distances[placement * self.width..(placement + 1) * self.width]
    }

    /// Looks at a step of every piece in each of the directions; `number` is the place of a set on the axis.
    #[inline(always)]
    fn new<B: Board>(
        sets: &[B::Bits],
        squares: B::Bits,
        directions: &[Direction],
        number: impl Fn(B::Bits) -> u64,
    ) -> Neighbours {
        // In the order of ranks two steps of a piece lead back; in that of the mover's men it may be others.
        let width = 2 * sets.first().map_or(0, |set| set.count()) as usize;
        let mut distances = Vec::with_capacity(sets.len() * width);
        for (placement, &set) in (0_u64..).zip(sets) {
            let start = distances.len();
            for piece in set.iter() {
                let piece = B::Bits::bit(piece);
                for &direction in directions {
                    let to = B::step(piece, direction) & squares & !set;
                    if to.is_empty() {
                        continue;
                    }
                    let neighbour = number(set & !piece | to);
                    if neighbour < placement && distances.len() < start + width {
                        distances.push((placement - neighbour) as u32);
                    }
                }
            }
            distances.resize(start + width, 0);
        }
        Neighbours { width, distances }
    }
}

/// Makes the axes of a half.
pub(super) struct Axes<'a, B: Board> {
    pub(super) layout: &'a Layout<B>,
    /// Squares and pieces.
    pub(super) kinds: [(B::Bits, u32); AXES],
    pub(super) directions: &'a [Direction],
}

impl<B: Board> Task for Axes<'_, B> {
    type Output = [Axis<B::Bits>; AXES];

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let all = |(squares, pieces): (B::Bits, u32)| -> Vec<B::Bits> {
            subsets::<B::Bits>(squares.count(), pieces).map(|set| set.deposit(cpu, squares)).collect()
        };
        let [men, others @ ..] = self.kinds;
        let others = others.map(|kind| {
            let sets = all(kind);
            let neighbours = Neighbours::new::<B>(&sets, kind.0, self.directions, |set| rank(set.extract(cpu, kind.0)));
            Axis { sets, neighbours }
        });
        let mut sets = all(men);
        let number = |men| self.layout.mover_men(cpu, men);
        sets.sort_by_cached_key(|&men| number(men));
        let neighbours = Neighbours::new::<B>(&sets, men.0, self.directions, number);
        let [other_men, other_kings, mover_kings] = others;
        [Axis { sets, neighbours }, other_men, other_kings, mover_kings]
    }
}
