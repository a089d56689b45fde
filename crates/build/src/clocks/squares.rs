//! Clocks whose scope depends on the squares: there moves of kings begin and end the count, so that a slice of the scope is
//! solved as a graph of its positions, by rounds of plies over all of them. Such slices are small: they have four pieces.
//!
//! In a position the winner looks for an event that counts: a capture or promotion to a position that is won in time, or a
//! move of a king over the border of the scope to one that is. The latter are positions of the same slice, so their being
//! won grows with the solution: the rounds are repeated until nothing more is won, from nothing upwards. That is the least
//! fixpoint: nothing is won unless a way to win it has been found.

use super::in_time::InTime;
use super::known::{ClockSlice, ends};
use crate::board::cpu::Portable;
use crate::board::{Bits, View};
use crate::index::{Layout, Material, Sets, each_view};
use crate::retrograde::{Cells, CellsOf, DRAW, Events, Half, Measure, Merit, Scale, Solved, Unsolved, Until};
use crate::rules::{self, BitsOf, Clock, Movement, Road, Rulebook, after, each_step};

/// Bytes that the graph takes for each entry, estimated from above.
pub(crate) const BYTES_PER_ENTRY: u64 = 96;

/// A move inside the slice: the number of the position that it leads to, and in the highest bit whether it crosses the
/// border of the scope.
type Edge = u32;
const CROSSES: Edge = 1 << 31;

/// No plies known, or none at all.
const NEVER: u16 = u16::MAX;

/// What is known of a position before any round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    /// A draw, or the loser has a move after which nothing can be forced.
    Hopeless,
    /// The game is over.
    Over,
    /// The winner has a move to an event that counts.
    AtOnce,
    /// The winner is to move and has moves inside only.
    Winner,
    /// The loser is to move: all moves must be answered.
    Loser,
}

/// Solves a slice of the scope of a clock; see the module.
pub(crate) fn solve_on_squares<'a, M: Movement>(
    rules: Rulebook<'_, M>,
    slice: &ClockSlice<'_>,
    values_of: CellsOf<'_, 'a>,
    of_clocks: CellsOf<'_, 'a>,
) -> Result<Solved, Unsolved> {
    let clock = slice.clocks.asks_for_squares().expect("a clock that asks for squares");
    let graph = Graph::<M>::new(rules, slice, clock, values_of, of_clocks);
    let plies = if clock.until == rules::Until::End {
        // Where it runs, nothing but the end will do: known from the distances.
        let to_end: Vec<u16> =
            flat(&ends(slice)?).map(|cell| if cell == DRAW { NEVER } else { (cell - 1) / 2 }).collect();
        let idle = graph.rounds(&graph.won(&to_end), |crosses_in| crosses_in);
        graph.merge(&to_end, &idle)
    } else if clock.scope.road == Road::Stronger {
        // Once it runs, no square matters any more.
        let running = graph.rounds(&[], |_| false);
        let idle = graph.rounds(&graph.won(&running), |crosses_in| crosses_in);
        graph.merge(&running, &idle)
    } else {
        let mut won = vec![false; graph.nodes.len()];
        loop {
            let plies = graph.rounds(&won, |_| true);
            let more = graph.won(&plies);
            if more == won {
                break plies;
            }
            won = more;
        }
    };
    graph.to_solved(slice, &plies)
}

/// The cells of all halves, one after the other.
fn flat(solved: &Solved) -> impl Iterator<Item = u16> {
    solved.halves.iter().flat_map(|cells| (0..cells.entries()).map(|entry| cells.get(entry)))
}

/// All positions of a slice and the moves inside it, for one clock.
struct Graph<M> {
    nodes: Vec<Node>,
    /// Where the edges of each position begin.
    starts: Vec<usize>,
    edges: Vec<Edge>,
    /// Whether the clock runs in a position.
    runs: Vec<bool>,
    /// By position: the most plies in which it is won where the clock runs.
    most: Vec<u16>,
    variant: std::marker::PhantomData<M>,
}

impl<M: Movement> Graph<M> {
    fn new<'a>(
        rules: Rulebook<'_, M>,
        slice: &ClockSlice<'_>,
        clock: &'static Clock,
        values_of: CellsOf<'_, 'a>,
        of_clocks: CellsOf<'_, 'a>,
    ) -> Graph<M> {
        let mut graph = Graph {
            nodes: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
            runs: Vec::new(),
            most: Vec::new(),
            variant: Default::default(),
        };
        let halves = slice.values.halves.len() as u64;
        for (number, sides) in slice.material.halves().enumerate() {
            let values = &slice.values.halves[number];
            let events = Events { until: Until::Clocks(slice.clocks), values: values_of, of_clocks };
            let leads = |leaving: rules::Leaving, next: Material, mover| match leaving.converts() {
                true => events.lead(sides, leaving, (next, mover), of_clocks(next, mover)),
                // Moves inside are edges, and never looked up.
                false => Some((values, None)),
            };
            let scale = Scale { giveaway: slice.game.ending.giveaway, measure: Measure::Events };
            let half = Half::<M>::new(rules, scale, sides, values, &leads);
            let twin = if halves == 1 { 0 } else { 1 - number };
            let (next_mover, next_other) = slice.material.halves().nth(twin).expect("as many halves as sides");
            let next = Layout::<M::Board>::new(next_mover, next_other).expect("a solved half has a numbering");
            let layout = Layout::<M::Board>::new(sides.0, sides.1).expect("a solved half has a numbering");
            let first = twin as u64 * layout.entries();
            let next_values = &slice.values.halves[twin];
            let most = InTime::<M>::new(slice.clocks, sides).plies();
            let mut collect = Collect { graph: &mut graph, clock, half: &half, values, next, next_values, first, most };
            let sets = Sets::new(&layout);
            each_view(&layout, &sets, 0..layout.entries(), |entry, view| collect.visit(entry, view));
        }
        graph.starts.push(graph.edges.len());
        graph
    }

    fn edges(&self, position: usize) -> &[Edge] {
        &self.edges[self.starts[position]..self.starts[position + 1]]
    }

    /// Which positions are won with a fresh count, if these are the plies to their events.
    fn won(&self, plies: &[u16]) -> Vec<bool> {
        let in_time = |(position, &plies): (usize, &u16)| {
            plies != NEVER && (!self.runs[position] || plies <= self.most[position])
        };
        plies.iter().enumerate().map(in_time).collect()
    }

    /// The plies to an event of all positions: `won` are those that are won after a move over the border, which is an event
    /// if `is_event` says so of moves into the scope and out of it.
    fn rounds(&self, won: &[bool], is_event: impl Fn(bool) -> bool) -> Vec<u16> {
        let known = |node: &Node| match node {
            Node::Over => 0,
            Node::AtOnce => 1,
            _ => NEVER,
        };
        let mut plies: Vec<u16> = self.nodes.iter().map(known).collect();
        let mut open: Vec<usize> =
            (0..plies.len()).filter(|&at| matches!(self.nodes[at], Node::Winner | Node::Loser)).collect();
        for round in 1.. {
            let done = |&edge: &Edge| {
                let to = (edge & !CROSSES) as usize;
                match edge & CROSSES != 0 && is_event(self.runs[to]) {
                    true => won[to],
                    false => plies[to] < round,
                }
            };
            let comes = |&at: &usize| match self.nodes[at] {
                Node::Winner => self.edges(at).iter().any(done),
                _ => self.edges(at).iter().all(done),
            };
            let (found, left): (Vec<usize>, Vec<usize>) = open.into_iter().partition(comes);
            // What is one ply away may be known beforehand, and then the first round finds nothing new.
            if found.is_empty() && round > 1 {
                break;
            }
            found.into_iter().for_each(|at| plies[at] = round);
            open = left;
        }
        plies
    }

    /// The plies where the clock runs from the one list, others from the other.
    fn merge(&self, running: &[u16], idle: &[u16]) -> Vec<u16> {
        (0..self.nodes.len()).map(|at| if self.runs[at] { running[at] } else { idle[at] }).collect()
    }

    fn to_solved(&self, slice: &ClockSlice<'_>, plies: &[u16]) -> Result<Solved, Unsolved> {
        let longest = plies.iter().filter(|&&plies| plies != NEVER).max().copied().unwrap_or(0);
        let wide = 2 * longest + 2 > u8::MAX.into();
        let mut rest = plies.iter();
        let halves = slice.values.halves.iter().map(|values| {
            let cells = Cells::new(values.entries(), wide).map_err(|_| Unsolved::NoMemory)?;
            for (entry, &plies) in (0..values.entries()).zip(&mut rest) {
                if plies != NEVER {
                    cells.set(entry, Scale::event(values.get(entry)) + 2 * plies);
                }
            }
            Ok(cells)
        });
        Ok(Solved { halves: halves.collect::<Result<_, _>>()? })
    }
}

/// Adds the positions of a half to a graph.
struct Collect<'a, 'h, M: Movement> {
    graph: &'a mut Graph<M>,
    clock: &'static Clock,
    half: &'a Half<'h, M>,
    values: &'a Cells,
    /// The half of the next positions, its values, and the number of its first position.
    next: Layout<M::Board>,
    next_values: &'a Cells,
    first: u64,
    most: [u16; 2],
}

impl<M: Movement> Collect<'_, '_, M> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        let value = self.values.get(entry);
        let runs = self.clock.runs_in::<M>(view);
        self.graph.starts.push(self.graph.edges.len());
        self.graph.runs.push(runs);
        self.graph.most.push(self.most[usize::from(value & 1)]);
        let node = if value == DRAW { Node::Hopeless } else { self.look(view, value, runs) };
        self.graph.nodes.push(node);
    }
}

impl<M: Movement> Collect<'_, '_, M> {
    fn look(&mut self, view: &View<BitsOf<M>>, value: u16, runs: bool) -> Node {
        let loses = self.half.scale.is_loss(value);
        let turned = view.turned::<M::Board>();
        let (mut any, mut at_once, mut escapes) = (false, false, false);
        each_step::<M>(self.half.captures, view, &mut |step| {
            any = true;
            let was_king = (view.mover_kings & BitsOf::<M>::bit(step.from)).any();
            if step.captured.any() || step.king && !was_king {
                let merit = self.half.merit(Portable, &turned, step);
                at_once |= merit > Merit::DRAW;
                escapes |= merit >= Merit::DRAW;
                return;
            }
            let next = after::<M>(view, step);
            let number = self.next.entry(Portable, &next);
            let next_value = self.next_values.get(number);
            // A winner does not go where the win is lost.
            if !loses && (next_value == DRAW || !self.half.scale.is_loss(next_value)) {
                return;
            }
            let crosses = if self.clock.runs_in::<M>(&next) == runs { 0 } else { CROSSES };
            self.graph.edges.push((self.first + number) as Edge | crosses);
        });
        match (any, loses) {
            (false, _) => Node::Over,
            (_, true) if escapes => Node::Hopeless,
            (_, true) => Node::Loser,
            (_, false) if at_once => Node::AtOnce,
            (_, false) => Node::Winner,
        }
    }
}
