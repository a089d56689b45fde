//! *Rooms*: positions of the same pieces with the same men and the same winner, which quiet moves of kings lead from one to
//! another. A room is solved at once for all counts that can come up in it.
//!
//! Captures and moves of men lead out of a room and never back, so those are looked up or solved first. Inside, what is
//! known goes up from what the tables promise, until nothing changes: who goes round in circles does not win.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::facts::{Number, Way};
use super::rest::{Counted, Rest, RestNumber};
use super::search::{FEW_PLIES, Highest, Node, Search, better};
use crate::board::cpu::Portable;
use crate::board::{Bits, Board, View};
use crate::index::{choose, subsets};
use crate::probe::error::ProbeError;
use crate::probe::outcome::Value;
use crate::rules::{BitsOf, Movement};

/// Rooms with more positions are not solved.
const MOST_POSITIONS: u64 = 400_000;

/// What the positions of a room have in common: the men of winner and loser, and how many kings each has.
pub(crate) type RoomKey<M> = (BitsOf<M>, BitsOf<M>, [u32; 2]);

/// A room that is solved.
pub(crate) struct Room<M: Movement> {
    /// Numbered apart by whether the winner is to move.
    positions: FxHashMap<View<BitsOf<M>>, u32>,
    rows: FxHashMap<(RestNumber, bool), Row>,
}

/// For some counts, and each position of a room with the same side to move, the highest count of the longest clock with
/// which it is won.
struct Row {
    /// One more; 0 where it is not won with any.
    highest: Vec<u16>,
    /// Whether they are, and not only at least so high.
    exact: bool,
}

/// The ways from the positions of a room where one side is to move.
struct Ways<M: Movement> {
    positions: Vec<Number>,
    /// For each position, where moves lead inside and of which kind they are.
    inside: Vec<Vec<(u32, Kind)>>,
    /// And the same for moves out of the room.
    outside: Vec<Vec<(Number, Kind)>>,
    kinds_inside: Kinds<M>,
    kinds_outside: Kinds<M>,
}

/// The number of a kind of moves: those that do the same to all counts.
type Kind = u32;

/// All kinds of moves.
struct Kinds<M: Movement> {
    numbers: FxHashMap<Vec<bool>, Kind>,
    /// A position and a move of each.
    examples: Vec<(Number, Way<M>)>,
}

impl<M: Movement> Kinds<M> {
    fn of(&mut self, marks: Vec<bool>, position: Number, way: &Way<M>) -> Kind {
        let next = self.examples.len() as Kind;
        let kind = *self.numbers.entry(marks).or_insert(next);
        if kind == next {
            self.examples.push((position, *way));
        }
        kind
    }
}

/// Those where the loser is to move, and those where the winner is.
type BothWays<M> = [Ways<M>; 2];

/// All counts that can come up in a room.
struct Reached {
    /// With whether the winner is to move.
    rests: Vec<(RestNumber, bool)>,
    /// For each of them what a move of each kind does, and which of them comes after it.
    moves: Vec<Vec<Option<(u32, Counted)>>>,
}

/// What is known of positions outside a room, with the counts of all clocks but the longest.
type FoundOutside = FxHashMap<(Number, RestNumber), Highest>;

/// A position with counts that the tables do not decide.
struct Open {
    position: u32,
    at_most: Highest,
    /// The best that a move out of the room gives to the side to move.
    outside: Option<Highest>,
}

impl<M: Movement> Search<'_, M> {
    /// The highest count of the longest clock with which a position is won; `None` if its room is not solved.
    pub(crate) fn in_room(&mut self, node: Node) -> Result<Option<Highest>, ProbeError> {
        let key = self.key(node.position);
        let wins = self.facts.value(node.position) == Value::Win;
        let known = self.rooms.get(&key).is_some_and(|room| room.rows.contains_key(&(node.rest, wins)));
        if !known {
            // Where men move to and fro a room may lead back into itself.
            if self.entered.contains(&key) {
                return Ok(None);
            }
            self.entered.push(key);
            let solved = self.solve(key, node.rest, wins);
            self.entered.pop();
            if !solved? {
                return Ok(None);
            }
        }
        let room = &self.rooms[&key];
        let (row, position) = (&room.rows[&(node.rest, wins)], room.positions[self.facts.view(node.position)]);
        self.doubtful |= !row.exact;
        Ok(Some(u32::from(row.highest[position as usize]).checked_sub(1)))
    }

    /// The view of the winner, to move or not.
    fn of_winner(&self, position: Number) -> View<BitsOf<M>> {
        let view = self.facts.view(position);
        if self.facts.value(position) == Value::Win { *view } else { view.turned::<M::Board>() }
    }

    fn key(&self, position: Number) -> RoomKey<M> {
        let view = self.of_winner(position);
        (view.mover_men, view.other_men, [view.mover_kings.count(), view.other_kings.count()])
    }

    /// Solves a room for some counts, and all that can come of them.
    fn solve(&mut self, key: RoomKey<M>, rest: RestNumber, wins: bool) -> Result<bool, ProbeError> {
        let Some(positions) = self.positions(key)? else { return Ok(false) };
        let of_side =
            |value| positions.iter().copied().filter(|&position| self.facts.value(position) == value).collect();
        let sides: [Vec<Number>; 2] = [Value::Loss, Value::Win].map(of_side);
        let ways = [self.ways(&sides[0], &sides[1])?, self.ways(&sides[1], &sides[0])?];
        let doubtful = std::mem::replace(&mut self.doubtful, false);
        let Some(reached) = self.reached(&ways, rest, wins) else {
            self.doubtful = true;
            return Ok(false);
        };
        let (mut rows, mut open) = (Vec::new(), Vec::new());
        let mut found = FxHashMap::default();
        for &(rest, wins) in &reached.rests {
            let (row, open_here) = self.begin_row(&ways[usize::from(wins)], rest, &mut found)?;
            rows.push(row);
            open.push(open_here);
        }
        while self.improve(&ways, &reached, &open, &mut rows) {}
        let exact = !self.doubtful;
        self.doubtful |= doubtful;
        self.remember(key, &ways, &reached, rows, exact);
        Ok(true)
    }

    /// The ways from some positions, and which of them lead to one of the others.
    fn ways(&mut self, from: &[Number], others: &[Number]) -> Result<Ways<M>, ProbeError> {
        let numbers: FxHashMap<Number, u32> = others.iter().copied().zip(0..).collect();
        let [kinds_inside, kinds_outside] =
            [(), ()].map(|()| Kinds { numbers: FxHashMap::default(), examples: Vec::new() });
        let (positions, inside, outside) = (from.to_vec(), Vec::new(), Vec::new());
        let mut ways = Ways { positions, inside, outside, kinds_inside, kinds_outside };
        for &position in from {
            let (mut inside, mut outside) = (Vec::new(), Vec::new());
            let kings = self.facts.view(position).mover_kings;
            for way in &*self.facts.ways(position)? {
                let quiet = way.step.captured.is_empty() && (kings & BitsOf::<M>::bit(way.step.from)).any();
                let marks = self.rests.marks::<M>(&self.facts.played(position, way));
                match numbers.get(&way.next).filter(|_| quiet) {
                    Some(&to) => inside.push((to, ways.kinds_inside.of(marks, position, way))),
                    None => outside.push((way.next, ways.kinds_outside.of(marks, position, way))),
                }
            }
            ways.inside.push(inside);
            ways.outside.push(outside);
        }
        Ok(ways)
    }

    /// All positions of a room; `None` if they are too many.
    fn positions(&mut self, (winner, loser, kings): RoomKey<M>) -> Result<Option<Vec<Number>>, ProbeError> {
        let free = M::Board::PLAYING & !(winner | loser);
        let squares = free.count();
        if 2 * choose(squares, kings[0]) * choose(squares - kings[0].min(squares), kings[1]) > MOST_POSITIONS {
            return Ok(None);
        }
        let mut positions = Vec::new();
        for mover_kings in subsets_of(free, kings[0]) {
            for other_kings in subsets_of(free & !mover_kings, kings[1]) {
                let view = View { mover_men: winner, mover_kings, other_men: loser, other_kings };
                for (view, value) in [(view, Value::Win), (view.turned::<M::Board>(), Value::Loss)] {
                    let number = self.facts.number(&view)?;
                    if self.facts.value(number) == value {
                        positions.push(number);
                    }
                }
            }
        }
        Ok(Some(positions))
    }

    /// What a move does to counts.
    fn count(&mut self, position: Number, way: &Way<M>, rest: RestNumber) -> Option<Counted> {
        self.rests.play::<M>(rest, &self.facts.played(position, way))
    }

    /// All counts that can come of some; `None` if they are too many.
    fn reached(&mut self, ways: &BothWays<M>, rest: RestNumber, wins: bool) -> Option<Reached> {
        let mut reached = Reached { rests: vec![(rest, wins)], moves: Vec::new() };
        let mut numbers: FxHashMap<(RestNumber, bool), u32> = [((rest, wins), 0)].into_iter().collect();
        while let Some(&(rest, wins)) = reached.rests.get(reached.moves.len()) {
            let mut moves = Vec::new();
            self.cells = self.cells.checked_sub(ways[usize::from(wins)].positions.len())?;
            for (position, way) in &ways[usize::from(wins)].kinds_inside.examples {
                moves.push(self.count(*position, way, rest).map(|counted| {
                    let next = reached.rests.len() as u32;
                    let number = *numbers.entry((counted.rest, !wins)).or_insert(next);
                    if number == next {
                        reached.rests.push((counted.rest, !wins));
                    }
                    (number, counted)
                }));
            }
            reached.moves.push(moves);
        }
        Some(reached)
    }

    /// What the tables promise for some counts, and what they leave open.
    fn begin_row(
        &mut self,
        ways: &Ways<M>,
        rest: RestNumber,
        found: &mut FoundOutside,
    ) -> Result<(Vec<Highest>, Vec<Open>), ProbeError> {
        let (mut row, mut open) = (Vec::with_capacity(ways.positions.len()), Vec::new());
        let Some(&example) = ways.positions.first() else { return Ok((row, open)) };
        let (of_rest, limits) = (self.rests.get(rest), self.limits(Node { position: example, rest }, FEW_PLIES));
        let examples = ways.kinds_outside.examples.iter();
        let counted: Vec<_> = examples.map(|(position, way)| self.count(*position, way, rest)).collect();
        for (number, &position) in ways.positions.iter().enumerate() {
            let bounds = self.bounds_within(position, &limits)?;
            row.push(bounds.at_least);
            if bounds.are_one() {
                continue;
            }
            let wins = self.facts.value(position) == Value::Win;
            let mut outside = None;
            for &(to, kind) in &ways.outside[number] {
                let highest = match counted[kind as usize] {
                    None => None,
                    Some(by) => self.best_outside(to, by, &of_rest, found)?,
                };
                outside = Some(better(wins, outside, highest));
            }
            open.push(Open { position: number as u32, at_most: bounds.at_most, outside });
        }
        Ok((row, open))
    }

    /// The highest count with which a move out of the room wins, looked up once for all counts that it leads to.
    fn best_outside(
        &mut self,
        to: Number,
        by: Counted,
        rest: &Rc<Rest>,
        found: &mut FoundOutside,
    ) -> Result<Highest, ProbeError> {
        let key = (to, by.rest);
        if self.rests.get(by.rest).longest != rest.longest {
            return self.highest_before(to, by, rest);
        }
        let after = match found.get(&key) {
            Some(&after) => after,
            None => {
                let after = self.highest(Node { position: to, rest: by.rest })?;
                found.insert(key, after);
                after
            }
        };
        Ok(by.highest_before(after))
    }

    /// Tries the moves inside of all that is open; whether anything went up.
    fn improve(
        &mut self,
        ways: &BothWays<M>,
        reached: &Reached,
        open: &[Vec<Open>],
        rows: &mut [Vec<Highest>],
    ) -> bool {
        let mut went_up = false;
        // Counts that come later first: most others follow from them.
        for (number, open) in open.iter().enumerate().rev() {
            let (rest, wins) = reached.rests[number];
            let (longest, ways) = (self.rests.get(rest).longest, &ways[usize::from(wins)]);
            for Open { position, at_most, outside } in open {
                let position = *position as usize;
                if rows[number][position] == *at_most {
                    continue;
                }
                let mut best = *outside;
                for &(to, kind) in &ways.inside[position] {
                    let highest = match reached.moves[number][kind as usize] {
                        None => None,
                        Some((next, by)) => {
                            let next_highest = rows[next as usize][to as usize];
                            self.before_inside(by, longest, next_highest)
                        }
                    };
                    best = Some(better(wins, best, highest));
                }
                // Without a move the game is over.
                let best = best.unwrap_or(*at_most).min(*at_most);
                if best > rows[number][position] {
                    rows[number][position] = best;
                    went_up = true;
                }
            }
        }
        went_up
    }

    /// What a highest count after a move inside a room says of the one before it.
    fn before_inside(&mut self, by: Counted, longest: Option<usize>, after: Highest) -> Highest {
        if by.added.is_some() && self.rests.get(by.rest).longest != longest {
            // A clock that stood still where it should run starts late, and is longer: only bounds are known.
            self.doubtful = true;
            return None;
        }
        by.highest_before(after)
    }

    fn remember(
        &mut self,
        key: RoomKey<M>,
        ways: &BothWays<M>,
        reached: &Reached,
        rows: Vec<Vec<Highest>>,
        exact: bool,
    ) {
        let room = self.rooms.entry(key).or_insert_with(|| {
            let numbered = ways.iter().flat_map(|ways| ways.positions.iter().zip(0..));
            let positions: FxHashMap<_, _> =
                numbered.map(|(&position, number)| (*self.facts.view(position), number)).collect();
            self.bytes += positions.len() * 2 * size_of::<(View<BitsOf<M>>, u32)>();
            Room { positions, rows: FxHashMap::default() }
        });
        for (&rest, row) in reached.rests.iter().zip(rows) {
            self.bytes += 2 * row.len();
            let highest = row.into_iter().map(|highest| highest.map_or(0, |highest| highest as u16 + 1)).collect();
            room.rows.insert(rest, Row { highest, exact });
        }
    }
}

/// All subsets of a set with so many members.
fn subsets_of<B: Bits>(set: B, members: u32) -> impl Iterator<Item = B> {
    subsets::<B>(set.count(), members).map(move |subset| subset.deposit(Portable, set))
}
