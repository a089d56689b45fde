//! The slow, obviously right solver of the distances to the next event: DTC and DTZ.

use petrov::internals::board::View;
use petrov::internals::rules::BitsOf;
use petrov::rules::Variant;

use super::{Kind, Move, Oracle};

/// What plies are counted to. The end of the game always is one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A capture or a promotion by either side: DTC.
    Conversion,
    /// A capture or a forward move of a man by either side: DTZ.
    Zeroing,
}

impl Event {
    pub(super) fn is(self, kind: Kind) -> bool {
        match kind {
            Kind::Capture | Kind::Promotion => true,
            Kind::Forward => self == Event::Zeroing,
            Kind::Other => false,
        }
    }
}

/// Plies to the next event from all positions of an oracle.
pub struct Metrics<'a, V: Variant> {
    oracle: &'a Oracle<V>,
    plies: Vec<Option<u16>>,
}

impl<V: Variant> Metrics<'_, V> {
    pub fn solve(oracle: &Oracle<V>, event: Event) -> Metrics<'_, V> {
        let plies = plies_to(oracle, |mv| if event.is(mv.kind) { Leads::There } else { Leads::On });
        Metrics { oracle, plies }
    }

    /// Plies to the next event: 0 where the game is over, `None` in a draw.
    pub fn plies(&self, view: &View<BitsOf<V>>) -> Option<u16> {
        self.plies[self.oracle.number(view)]
    }
}

/// Where a move leads that does not end the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leads {
    /// The event that the winner wants.
    There,
    /// An event that he does not want: it comes never.
    Astray,
    /// No event yet.
    On,
}

/// Plies in which the winner of a position forces the event, by moves that keep the win, while the loser puts it off as
/// long as he can; `None` where he cannot, and in draws. The end of the game is an event that he wants.
pub(super) fn plies_to<V: Variant>(oracle: &Oracle<V>, leads: impl Fn(&Move) -> Leads) -> Vec<Option<u16>> {
    let mut plies: Vec<Option<u16>> =
        oracle.distances.iter().map(|&distance| distance.filter(|&plies| plies == 0)).collect();
    let is_open = |&position: &usize| plies[position].is_none() && oracle.distances[position].is_some();
    let mut open: Vec<usize> = (0..oracle.len()).filter(is_open).collect();
    // By induction all shorter ones are known in each round; so the first round that finds none is the last.
    for round in 1.. {
        let on_time = |mv: &Move| match leads(mv) {
            Leads::There => true,
            Leads::Astray => false,
            Leads::On => plies[mv.next as usize].is_some_and(|plies| plies < round),
        };
        let within = |mv: &Move| oracle.ends(mv) || on_time(mv);
        let comes = |&position: &usize| match oracle.mover_wins(position) {
            Some(true) => oracle.moves_of(position).iter().any(|mv| oracle.keeps_win(mv) && within(mv)),
            _ => oracle.moves_of(position).iter().all(within),
        };
        let (found, left): (Vec<usize>, Vec<usize>) = open.into_iter().partition(comes);
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|position| plies[position] = Some(round));
        open = left;
    }
    plies
}
