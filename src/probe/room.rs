//! *Rooms*: positions of the same pieces with the same men and the same winner, which quiet moves of kings lead from one to
//! another. A room is solved at once for all counts that can come up in it.
//!
//! Captures and moves of men lead out of a room and never back, so those are looked up or solved first. Inside, what is
//! known goes up from what the tables promise, until nothing changes: who goes round in circles does not win.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::error::ProbeError;
use super::facts::{Number, Way};
use super::outcome::Value;
use super::rest::{Counted, Rest, RestNumber};
use super::search::{Highest, Node, Search};
use crate::board::{Bits, Board, View};
use crate::rules::{BitsOf, Variant};

/// Rooms with more positions are not solved.
const MOST_POSITIONS: usize = 400_000;

/// What the positions of a room have in common: the men of winner and loser, and how many kings each has.
pub(super) type RoomKey<V> = (BitsOf<V>, BitsOf<V>, [u32; 2]);

/// A room that is solved.
pub(super) struct Room<V: Variant> {
    /// Numbered apart by whether the winner is to move.
    positions: FxHashMap<View<BitsOf<V>>, u32>,
    rows: FxHashMap<(RestNumber, bool), Row>,
}

/// For some counts, and each position of a room with the same side to move, the highest count of the longest clock with which it is won.
struct Row {
    /// One more; 0 where it is not won with any.
    highest: Vec<u16>,
    /// Whether they are, and not only at least so high.
    exact: bool,
}

/// The ways from the positions of a room where one side is to move.
struct Ways<V: Variant> {
    positions: Vec<Number>,
    /// For each position, where moves lead inside and of which kind they are.
    inside: Vec<Vec<(u32, u32)>>,
    outside: Vec<Vec<Way<V>>>,
    /// A position and a move of each kind.
    kinds: Vec<(Number, Way<V>)>,
}

/// Those where the loser is to move, and those where the winner is.
type BothWays<V> = [Ways<V>; 2];

/// All counts that can come up in a room.
struct Reached {
    /// With whether the winner is to move.
    rests: Vec<(RestNumber, bool)>,
    /// For each of them what a move of each kind does, and which of them comes after it.
    moves: Vec<Vec<Option<(u32, Counted)>>>,
}

/// A position with counts that the tables do not decide.
struct Open {
    position: u32,
    at_most: Highest,
    /// The best that a move out of the room gives to the side to move.
    outside: Option<Highest>,
}

impl<V: Variant> Search<'_, V> {
    /// The highest count of the longest clock with which a position is won; `None` if its room is not solved.
    pub(super) fn in_room(&mut self, node: Node) -> Result<Option<Highest>, ProbeError> {
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
    fn of_winner(&self, position: Number) -> View<BitsOf<V>> {
        let view = self.facts.view(position);
        if self.facts.value(position) == Value::Win { *view } else { view.turned::<V::Board>() }
    }

    fn key(&self, position: Number) -> RoomKey<V> {
        let view = self.of_winner(position);
        (view.mover_men, view.other_men, [view.mover_kings.count(), view.other_kings.count()])
    }

    /// Solves a room for some counts, and all that can come of them.
    fn solve(&mut self, key: RoomKey<V>, rest: RestNumber, wins: bool) -> Result<bool, ProbeError> {
        let Some(positions) = self.positions(key)? else { return Ok(false) };
        let of_side =
            |value| positions.iter().copied().filter(|&position| self.facts.value(position) == value).collect();
        let sides: [Vec<Number>; 2] = [Value::Loss, Value::Win].map(of_side);
        let ways = [self.ways(&sides[0], &sides[1])?, self.ways(&sides[1], &sides[0])?];
        let doubtful = std::mem::replace(&mut self.doubtful, false);
        let reached = self.reached(&ways, rest, wins);
        let (mut rows, mut open) = (Vec::new(), Vec::new());
        for &(rest, wins) in &reached.rests {
            let (row, open_here) = self.begin_row(&ways[usize::from(wins)], rest)?;
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
    fn ways(&mut self, from: &[Number], others: &[Number]) -> Result<Ways<V>, ProbeError> {
        let numbers: FxHashMap<Number, u32> = others.iter().copied().zip(0..).collect();
        let mut ways = Ways { positions: from.to_vec(), inside: Vec::new(), outside: Vec::new(), kinds: Vec::new() };
        let mut kinds: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
        for &position in from {
            let (mut inside, mut outside) = (Vec::new(), Vec::new());
            let kings = self.facts.view(position).mover_kings;
            for way in &*self.facts.ways(position)? {
                let quiet = way.step.captured.is_empty() && (kings & BitsOf::<V>::bit(way.step.from)).any();
                let Some(&to) = numbers.get(&way.next).filter(|_| quiet) else {
                    outside.push(*way);
                    continue;
                };
                let next = kinds.len() as u32;
                let marks = self.rests.marks::<V>(&self.facts.played(position, way));
                let kind = *kinds.entry(marks).or_insert(next);
                if kind == next {
                    ways.kinds.push((position, *way));
                }
                inside.push((to, kind));
            }
            ways.inside.push(inside);
            ways.outside.push(outside);
        }
        Ok(ways)
    }

    /// All positions of a room; `None` if they are too many.
    fn positions(&mut self, (winner, loser, kings): RoomKey<V>) -> Result<Option<Vec<Number>>, ProbeError> {
        let free = V::Board::PLAYING & !(winner | loser);
        let mut positions = Vec::new();
        for mover_kings in subsets(free, kings[0]) {
            for other_kings in subsets(free & !mover_kings, kings[1]) {
                let view = View { mover_men: winner, mover_kings, other_men: loser, other_kings };
                for (view, value) in [(view, Value::Win), (view.turned::<V::Board>(), Value::Loss)] {
                    let number = self.facts.number(&view)?;
                    if self.facts.value(number) == value {
                        positions.push(number);
                    }
                }
            }
            if positions.len() > MOST_POSITIONS {
                return Ok(None);
            }
        }
        Ok(Some(positions))
    }

    /// What a move does to counts.
    fn count(&mut self, position: Number, way: &Way<V>, rest: RestNumber) -> Option<Counted> {
        self.rests.play::<V>(rest, &self.facts.played(position, way))
    }

    fn reached(&mut self, ways: &BothWays<V>, rest: RestNumber, wins: bool) -> Reached {
        let mut reached = Reached { rests: vec![(rest, wins)], moves: Vec::new() };
        let mut numbers: FxHashMap<(RestNumber, bool), u32> = [((rest, wins), 0)].into_iter().collect();
        while let Some(&(rest, wins)) = reached.rests.get(reached.moves.len()) {
            let mut moves = Vec::new();
            for (position, way) in &ways[usize::from(wins)].kinds {
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
        reached
    }

    /// What the tables promise for some counts, and what they leave open.
    fn begin_row(&mut self, ways: &Ways<V>, rest: RestNumber) -> Result<(Vec<Highest>, Vec<Open>), ProbeError> {
        let (mut row, mut open) = (Vec::with_capacity(ways.positions.len()), Vec::new());
        let of_rest = self.rests.get(rest);
        for (number, &position) in ways.positions.iter().enumerate() {
            let bounds = self.bounds(Node { position, rest })?;
            row.push(bounds.at_least);
            if !bounds.are_one() {
                let outside = self.best_outside(position, &ways.outside[number], rest, &of_rest)?;
                open.push(Open { position: number as u32, at_most: bounds.at_most, outside });
            }
        }
        Ok((row, open))
    }

    fn best_outside(
        &mut self,
        position: Number,
        ways: &[Way<V>],
        rest: RestNumber,
        of_rest: &Rc<Rest>,
    ) -> Result<Option<Highest>, ProbeError> {
        let wins = self.facts.value(position) == Value::Win;
        let mut best = None;
        for way in ways {
            let highest = match self.count(position, way, rest) {
                None => None,
                Some(counted) => self.highest_before(way.next, counted, of_rest)?,
            };
            best = Some(better(wins, best, highest));
        }
        Ok(best)
    }

    /// Tries the moves inside of all that is open; whether anything went up.
    fn improve(
        &mut self,
        ways: &BothWays<V>,
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
        if by.added.is_none() {
            return (after >= Some(by.count)).then_some(by.highest);
        }
        if self.rests.get(by.rest).longest != longest {
            // A clock that stood still where it should run starts late, and is longer: only bounds are known.
            self.doubtful = true;
            return None;
        }
        by.before(after)
    }

    fn remember(
        &mut self,
        key: RoomKey<V>,
        ways: &BothWays<V>,
        reached: &Reached,
        rows: Vec<Vec<Highest>>,
        exact: bool,
    ) {
        let room = self.rooms.entry(key).or_insert_with(|| {
            let numbered = ways.iter().flat_map(|ways| ways.positions.iter().zip(0..));
            let positions: FxHashMap<_, _> =
                numbered.map(|(&position, number)| (*self.facts.view(position), number)).collect();
            self.bytes += positions.len() * 2 * size_of::<(View<BitsOf<V>>, u32)>();
            Room { positions, rows: FxHashMap::default() }
        });
        for (&rest, row) in reached.rests.iter().zip(rows) {
            self.bytes += 2 * row.len();
            let highest = row.into_iter().map(|highest| highest.map_or(0, |highest| highest as u16 + 1)).collect();
            room.rows.insert(rest, Row { highest, exact });
        }
    }
}

/// What the side to move prefers of what it has and what a move gives.
fn better(wins: bool, best: Option<Highest>, highest: Highest) -> Highest {
    match best {
        None => highest,
        Some(best) if wins => best.max(highest),
        Some(best) => best.min(highest),
    }
}

/// All subsets of a set with so many members.
fn subsets<B: Bits>(set: B, members: u32) -> Vec<B> {
    if members == 0 {
        return vec![B::EMPTY];
    }
    if set.is_empty() {
        return Vec::new();
    }
    let (lowest, others) = (B::bit(set.lowest()), set.without_lowest());
    let with = subsets(others, members - 1).into_iter().map(|subset| subset | lowest);
    with.chain(subsets(others, members)).collect()
}
