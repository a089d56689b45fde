//! The counts of clocks that run together: that of one, the *longest*, and a number for all others.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::ruling::Counts;
use crate::rules::{Clock, Movement, Played, Road};

/// A clock that counts further than this is not taken as the longest.
pub(crate) const FURTHEST: u32 = 60_000;

/// The counts of all clocks but the longest.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rest {
    /// That of the longest clock is 0 and means nothing.
    pub(crate) counts: Counts,
    /// The longest clock that runs, and runs on with any quiet move of a king. There may be none.
    pub(crate) longest: Option<usize>,
}

/// The number of a [`Rest`] in [`Rests`].
pub(crate) type RestNumber = u32;

/// What a move does to counts, whatever the longest clock has counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    /// The counts after it.
    pub(crate) rest: RestNumber,
    /// The count of the longest clock of those, or 0; that it runs on is in `added`.
    pub(crate) count: u32,
    /// The highest count of the longest clock before it with which it does not make the draw; 0 where there is none.
    pub(crate) highest: u32,
    /// What it adds to that count; `None` if it starts that clock anew, or if there is none.
    pub(crate) added: Option<u32>,
}

impl Counted {
    /// The highest count of the longest clock with which the move wins, if this is the highest after it of the longest clock
    /// there: the same one, where it runs on.
    pub(crate) fn highest_before(&self, after: Option<u32>) -> Option<u32> {
        match self.added {
            Some(added) => after?.checked_sub(added).map(|before| before.min(self.highest)),
            None => (after >= Some(self.count)).then_some(self.highest),
        }
    }
}

/// All counts that were met.
pub(crate) struct Rests {
    clocks: Vec<&'static Clock>,
    all: Vec<Rc<Rest>>,
    numbers: FxHashMap<Rc<Rest>, RestNumber>,
}

impl Rests {
    pub(crate) fn new(clocks: Vec<&'static Clock>) -> Rests {
        Rests { clocks, all: Vec::new(), numbers: FxHashMap::default() }
    }

    /// Forgets all: their numbers are no longer valid.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
    }

    pub(crate) fn get(&self, number: RestNumber) -> Rc<Rest> {
        Rc::clone(&self.all[number as usize])
    }

    /// The number of counts, and the count of their longest clock: 0 where there is none.
    pub(crate) fn split(&mut self, mut counts: Counts) -> (RestNumber, u32) {
        let fits = |&clock: &usize| {
            let by_number = self.clocks[clock];
            counts[clock].is_some() && by_number.scope.road == Road::Anywhere && by_number.full() <= FURTHEST
        };
        let longest = (0..counts.len()).filter(fits).max_by_key(|&clock| self.clocks[clock].full());
        let count = longest.and_then(|longest| counts[longest].replace(0)).unwrap_or(0);
        let rest = Rest { counts, longest };
        let number = self.numbers.get(&rest).copied().unwrap_or_else(|| {
            let (rest, number) = (Rc::new(rest), self.all.len() as RestNumber);
            self.all.push(Rc::clone(&rest));
            self.numbers.insert(rest, number);
            number
        });
        (number, count)
    }

    /// The same counts with one of the longest clock put back.
    pub(crate) fn with(&self, number: RestNumber, count: u32) -> Counts {
        let rest = &self.all[number as usize];
        let mut counts = rest.counts.clone();
        rest.longest.inspect(|&longest| counts[longest] = Some(count));
        counts
    }

    /// What a move does; `None` if it makes the draw whatever the longest clock has counted.
    pub(crate) fn play<M: Movement>(&mut self, number: RestNumber, played: &Played<'_, M>) -> Option<Counted> {
        let before = self.get(number);
        let (mut highest, mut added, mut restarted) = (0, None, None);
        if let Some(longest) = before.longest {
            let clock = self.clocks[longest];
            // A move adds one at most, so that the last count or the last but one does not run out.
            let last = |back: u32| {
                let count = clock.full().checked_sub(back)?;
                clock.after::<M>(Some(count), played).map(|after| (count, after))
            };
            (highest, restarted) = last(1).or_else(|| last(2))?;
            if !played.over && !clock.is_event::<M>(played) {
                added = restarted.map(|after| after - highest);
            }
        }
        let after = |(clock, &count): (usize, &Option<u32>)| match before.longest == Some(clock) {
            true => Some(restarted),
            false => self.clocks[clock].after::<M>(count, played),
        };
        let counts: Counts = before.counts.iter().enumerate().map(after).collect::<Option<_>>()?;
        let (rest, count) = self.split(counts);
        Some(Counted { rest, count, highest, added })
    }

    /// All that [`play`](Self::play) goes by: moves of one position's pieces with the same marks do the same.
    pub(crate) fn marks<M: Movement>(&self, played: &Played<'_, M>) -> Vec<bool> {
        let marks = |clock: &&'static Clock| [clock.is_event::<M>(played), clock.runs_in::<M>(played.next)];
        self.clocks.iter().flat_map(marks).chain([played.over, played.mover_wins]).collect()
    }
}
