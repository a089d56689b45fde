//! The slow, obviously right solver of draw rules that count moves: positions together with the states of the clocks,
//! and nothing is won unless it is proved to be.
//!
//! Of a clock only its data are used; how it counts is written here once more, from the documentation of the module
//! `rules::clock`. Where that leaves something open:
//!
//! * Which side is the stronger one is settled when the clock starts, and stays so while it runs. Where the pieces of
//!   both fit, it is the one who wins without limits.
//! * A clock until the end of the game runs on where a king leaves the road.
//! * Of a clock that asks for a win at once the completed moves of the loser are counted: his second one makes the
//!   draw.

use std::collections::VecDeque;
use std::sync::OnceLock;

use petrov::board::{Board, Side};
use petrov::internals::board::{Bits, View};
use petrov::internals::rules::BitsOf;
use petrov::rules::{Clock, Count, Counted, Pieces, Road, Until, Variant};

use super::metrics::{Event, Leads, plies_to};
use super::{Move, Oracle};

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Running {
        count: u32,
        /// Whether the winner is the stronger side of the scope; always true where nobody asks.
        winner_is_stronger: bool,
    },
}

/// What a position is to a clock.
#[derive(Clone, Copy)]
struct Place {
    /// Whether the winner is the stronger side; `None` with pieces outside the scope.
    winner_is_stronger: Option<bool>,
    /// Whether it is in the scope, squares and all.
    in_scope: bool,
}

/// A clock, and all that it is asked about every position.
struct Watched {
    clock: Clock,
    /// The count at which it has run out.
    full: u32,
    places: Vec<Place>,
}

/// Who wins if some clocks run together: as soon as one has run out, the game is a draw.
pub struct Rule<'a, V: Variant> {
    oracle: &'a Oracle<V>,
    clocks: Vec<Watched>,
    /// All states of all clocks together.
    states: Vec<Vec<State>>,
    /// Of each position, one behind the other: whether it is still won in each of the states.
    won: Vec<bool>,
    /// Plies to the event where the only clock runs, and where it stands still.
    times: OnceLock<[Vec<Option<u16>>; 2]>,
}

impl<V: Variant> Rule<'_, V> {
    pub fn solve<'a>(oracle: &'a Oracle<V>, clocks: &[Clock]) -> Rule<'a, V> {
        let clocks: Vec<Watched> = clocks.iter().map(|&clock| Watched::new(oracle, clock)).collect();
        let mut states: Vec<Vec<State>> = vec![Vec::new()];
        for clock in &clocks {
            let with = |before: &Vec<State>, state| [&before[..], &[state]].concat();
            states = states.iter().flat_map(|before| clock.states().map(move |state| with(before, state))).collect();
        }
        let won = vec![false; oracle.len() * states.len()];
        let mut rule = Rule { oracle, clocks, states, won, times: OnceLock::new() };
        rule.prove();
        rule
    }

    /// Looks at positions again as long as there are any from which a move leads to something newly proved.
    fn prove(&mut self) {
        let oracle = self.oracle;
        let mut decided: Vec<usize> = (0..oracle.len()).filter(|&number| oracle.distances[number].is_some()).collect();
        // In any other order it would take longer, and that is all.
        decided.sort_by_key(|&position| oracle.distances[position]);
        let mut waits = vec![false; oracle.len()];
        decided.iter().for_each(|&position| waits[position] = true);
        let mut queue = VecDeque::from(decided);
        while let Some(position) = queue.pop_front() {
            waits[position] = false;
            if !self.prove_states(position) {
                continue;
            }
            for &previous in oracle.before(position) {
                let previous = previous as usize;
                if oracle.distances[previous].is_some() && !std::mem::replace(&mut waits[previous], true) {
                    queue.push_back(previous);
                }
            }
        }
    }

    /// Whether any state of a position is newly proved.
    fn prove_states(&mut self, position: usize) -> bool {
        let mut any = false;
        for state in 0..self.states.len() {
            let place = position * self.states.len() + state;
            if !self.won[place] && self.can_be(position, &self.states[state]) && self.is_proved(position, state) {
                self.won[place] = true;
                any = true;
            }
        }
        any
    }

    fn can_be(&self, position: usize, states: &[State]) -> bool {
        self.clocks.iter().zip(states).all(|(clock, &state)| clock.can_be(position, state))
    }

    /// Whether a position is won in these states, by what is known of those to which moves lead.
    fn is_proved(&self, position: usize, state: usize) -> bool {
        let oracle = self.oracle;
        let moves = oracle.moves_of(position);
        let Some(winner_moves) = oracle.mover_wins(position) else { return false };
        let wins = |mv: &Move| self.wins(mv, winner_moves, &self.states[state]);
        if oracle.distances[position] == Some(0) {
            true
        } else if winner_moves {
            moves.iter().any(|mv| oracle.keeps_win(mv) && wins(mv))
        } else {
            moves.iter().all(wins)
        }
    }

    /// Whether a move leads to what is known to be won.
    fn wins(&self, mv: &Move, winner_moves: bool, states: &[State]) -> bool {
        let ends = self.oracle.ends(mv);
        let mut number = 0;
        for (clock, &state) in self.clocks.iter().zip(states) {
            match clock.after(state, mv, ends, winner_moves) {
                Some(next) => number = number * clock.count_states() + clock.number(next),
                None => return false,
            }
        }
        ends || self.won[mv.next as usize * self.states.len() + number]
    }

    /// Whether the side that wins without limits still wins; a count is that of a running clock, none that of one that
    /// stands still. Outside its scope, where a clock may run on, the winner is taken for the stronger side.
    pub fn won(&self, view: &View<BitsOf<V>>, counts: &[Option<u32>]) -> bool {
        let position = self.oracle.number(view);
        assert_eq!(counts.len(), self.clocks.len(), "a count for each clock");
        if self.clocks.iter().zip(counts).any(|(clock, count)| count.is_some_and(|count| count >= clock.full)) {
            return false;
        }
        let state = |(clock, &count): (&Watched, &Option<u32>)| match count {
            Some(count) => clock.running(position, count),
            None => State::Idle,
        };
        let states: Vec<State> = self.clocks.iter().zip(counts).map(state).collect();
        assert!(self.can_be(position, &states), "{view:?} cannot have {counts:?}");
        self.won_in(position, &states)
    }

    /// The counts of a position that is looked at without a history.
    pub fn fresh(&self, view: &View<BitsOf<V>>) -> Vec<Option<u32>> {
        let position = self.oracle.number(view);
        self.clocks.iter().map(|clock| clock.places[position].in_scope.then_some(0)).collect()
    }

    /// Whether a position without a history is won.
    pub fn won_fresh(&self, view: &View<BitsOf<V>>) -> bool {
        self.number_won_fresh(self.oracle.number(view))
    }

    fn number_won_fresh(&self, position: usize) -> bool {
        let states: Vec<State> = self.clocks.iter().map(|clock| clock.fresh(position)).collect();
        self.won_in(position, &states)
    }

    fn won_in(&self, position: usize, states: &[State]) -> bool {
        let number = |number, (clock, &state): (&Watched, &State)| number * clock.count_states() + clock.number(state);
        self.won[position * self.states.len() + self.clocks.iter().zip(states).fold(0, number)]
    }

    /// The fewest plies within which the winner forces an event after which he still wins with a fresh count, or the
    /// end of the game. For a single clock.
    pub fn time(&self, view: &View<BitsOf<V>>) -> Option<u32> {
        let [clock] = &self.clocks[..] else { panic!("the time of a single clock") };
        let position = self.oracle.number(view);
        let [running, idle] = self.times.get_or_init(|| {
            let leads = |is_event| match is_event {
                (true, next) if self.number_won_fresh(next) => Leads::There,
                (true, _) => Leads::Astray,
                (false, _) => Leads::On,
            };
            let running = plies_to(self.oracle, |mv| leads((clock.waits_for(mv), mv.next as usize)));
            let idle = plies_to(self.oracle, |mv| leads((clock.may_matter_after(mv), mv.next as usize)));
            [running, idle]
        });
        let times = if clock.places[position].in_scope { running } else { idle };
        times[position].map(u32::from)
    }
}

impl Watched {
    fn new<V: Variant>(oracle: &Oracle<V>, clock: Clock) -> Watched {
        let full = match clock.counted {
            Counted::Each => 2 * clock.limit,
            Counted::Stronger | Counted::Weaker => clock.limit,
            Counted::AtOnce => 2,
        };
        assert!(full > 0, "{}: a limit of no moves", clock.id);
        let places = (0..oracle.len()).map(|position| place(oracle, position, &clock)).collect();
        Watched { clock, full, places }
    }

    /// Whether it matters which side is the stronger one.
    fn asks_for_sides(&self) -> bool {
        matches!(self.clock.counted, Counted::Stronger | Counted::Weaker)
    }

    fn states(&self) -> impl Iterator<Item = State> {
        let sides: &[bool] = if self.asks_for_sides() { &[true, false] } else { &[true] };
        let running =
            |&winner_is_stronger| (0..self.full).map(move |count| State::Running { count, winner_is_stronger });
        std::iter::once(State::Idle).chain(sides.iter().flat_map(running))
    }

    fn count_states(&self) -> usize {
        1 + self.full as usize * if self.asks_for_sides() { 2 } else { 1 }
    }

    /// The number of a state among all.
    fn number(&self, state: State) -> usize {
        match state {
            State::Idle => 0,
            State::Running { count, winner_is_stronger: true } => 1 + count as usize,
            State::Running { count, winner_is_stronger: false } => 1 + self.full as usize + count as usize,
        }
    }

    fn running(&self, position: usize, count: u32) -> State {
        let by_pieces = self.places[position].winner_is_stronger.unwrap_or(true);
        State::Running { count, winner_is_stronger: by_pieces || !self.asks_for_sides() }
    }

    fn fresh(&self, position: usize) -> State {
        if self.places[position].in_scope { self.running(position, 0) } else { State::Idle }
    }

    /// Whether the clock can be in this state in a position. Others need no answer.
    fn can_be(&self, position: usize, state: State) -> bool {
        let Place { winner_is_stronger: fits, in_scope } = self.places[position];
        match state {
            State::Idle => !in_scope,
            State::Running { .. } if self.clock.until == Until::End => true,
            State::Running { .. } if self.clock.scope.road == Road::Stronger => fits.is_some(),
            State::Running { .. } => in_scope,
        }
    }

    /// The state after a move; `None` if the game is a draw then.
    fn after(&self, state: State, mv: &Move, ends: bool, winner_moves: bool) -> Option<State> {
        let fresh = |ends: bool| if ends { State::Idle } else { self.fresh(mv.next as usize) };
        let State::Running { count, winner_is_stronger } = state else { return Some(fresh(ends)) };
        let counted = match self.clock.counted {
            Counted::Each => true,
            Counted::Stronger => winner_moves == winner_is_stronger,
            Counted::Weaker => winner_moves != winner_is_stronger,
            Counted::AtOnce => !winner_moves,
        };
        let count = count + u32::from(counted);
        let runs_out = count == self.full;
        let event_comes_too_late = matches!(self.clock.counted, Counted::Weaker | Counted::AtOnce);
        if runs_out && event_comes_too_late {
            None
        } else if ends || self.waits_for(mv) {
            Some(fresh(ends))
        } else if runs_out {
            None
        } else {
            Some(State::Running { count, winner_is_stronger })
        }
    }

    /// Whether a move that does not end the game is what the running clock waits for.
    fn waits_for(&self, mv: &Move) -> bool {
        let next = self.places[mv.next as usize];
        let leaves_road = self.clock.scope.road == Road::Weaker && !next.in_scope;
        match self.clock.until {
            Until::Conversion => Event::Conversion.is(mv.kind) || leaves_road,
            Until::Zeroing => Event::Zeroing.is(mv.kind) || leaves_road,
            Until::Scope => next.winner_is_stronger.is_none() || leaves_road,
            Until::End | Until::WonPosition => false,
        }
    }

    /// Whether a move that does not end the game is one after which the clock, which stands still, may matter.
    fn may_matter_after(&self, mv: &Move) -> bool {
        let event = if self.clock.until == Until::Zeroing { Event::Zeroing } else { Event::Conversion };
        event.is(mv.kind) || self.places[mv.next as usize].in_scope
    }
}

/// What a position is to a clock.
fn place<V: Variant>(oracle: &Oracle<V>, position: usize, clock: &Clock) -> Place {
    let view = &oracle.views[position];
    let (mover, other) = ((view.mover_side(), view.mover_kings), (view.other_side(), view.other_kings));
    // In a draw nobody wins, and nobody will ask.
    let mover_wins = oracle.mover_wins(position).unwrap_or(true);
    let (winner, loser) = if mover_wins { (mover, other) } else { (other, mover) };
    let fit = |stronger: Side, weaker: Side| {
        let scope = clock.scope;
        let all = scope.all;
        let fit = pieces_are(scope.stronger, stronger) && pieces_are(scope.weaker, weaker);
        fit && is_of(all, stronger.pieces() + weaker.pieces()) && clock.until != Until::WonPosition
    };
    let winner_is_stronger = match (fit(winner.0, loser.0), fit(loser.0, winner.0)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    };
    let on_road = |kings: BitsOf<V>| kings.iter().any(on_main_road::<V>);
    let in_scope = winner_is_stronger.is_some_and(|winner_is_stronger| {
        let (stronger, weaker) = if winner_is_stronger { (winner, loser) } else { (loser, winner) };
        match clock.scope.road {
            Road::Anywhere => true,
            Road::Weaker => on_road(weaker.1),
            Road::Stronger => on_road(stronger.1),
        }
    });
    Place { winner_is_stronger, in_scope }
}

fn on_main_road<V: Variant>(bit: u32) -> bool {
    let (row, file) = V::Board::GEOMETRY.row_and_file(V::Board::square_of(bit));
    row == file
}

fn pieces_are(pieces: Pieces, side: Side) -> bool {
    is_of(pieces.kings, side.kings) && is_of(pieces.men, side.men) && is_of(pieces.all, side.pieces())
}

fn is_of(count: Count, number: u32) -> bool {
    count.0 <= number && number <= count.1
}
