//! Looking at all positions of a material for what a rule takes away, and what it only just leaves.

use super::limits::Place;
use crate::board::View;
use crate::format::{Longest, Statistics};
use crate::gather::{Look, gather};
use crate::index::Material;
use crate::probe::{ProbeError, Prober, Tablebase, Value};
use crate::rules::{BitsOf, Clock, ClockSet, GameVisitor, Movement, Variant, visit};
use crate::threads;

/// The decided positions that a table of clocks does not call won under the rule.
pub(super) fn doubtful(
    tablebase: &Tablebase,
    material: Material,
    clocks: &ClockSet,
    threads: usize,
) -> Result<Vec<Place>, ProbeError> {
    struct Collect<'a>(&'a Tablebase, Material, &'a ClockSet);
    impl GameVisitor for Collect<'_> {
        type Output = Result<Vec<Place>, ProbeError>;
        fn visit<V: Variant>(self) -> Self::Output {
            not_won::<V::Movement>(self.0, self.1, self.2)
        }
    }
    let work = || visit(tablebase.game(), Collect(tablebase, material, clocks)).expect("a game with known rules");
    threads::on(threads, work).unwrap_or_else(|why| panic!("the threads cannot be started: {why}"))
}

fn not_won<M: Movement>(
    tablebase: &Tablebase,
    material: Material,
    clocks: &ClockSet,
) -> Result<Vec<Place>, ProbeError> {
    let mut places = Vec::new();
    for (half, sides) in material.halves().enumerate() {
        let collect = || NotWon::<M> { prober: tablebase.prober(), clocks, entries: Vec::new() };
        let entries = gather(sides, &|_| true, &|_| true, &collect)?;
        places.extend(entries.into_iter().map(|entry| Place { half, entry }));
    }
    Ok(places)
}

/// Collects the entries that are decided and not won in time.
struct NotWon<'a, M: Movement> {
    prober: Prober<'a, M>,
    clocks: &'a ClockSet,
    entries: Vec<u64>,
}

impl<M: Movement> Look<M> for NotWon<'_, M> {
    type Found = Vec<u64>;

    fn look(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<(), ProbeError> {
        let decided = self.prober.outcome(view, false)?.value != Value::Draw;
        if decided && !self.prober.won_fresh(view, self.clocks)? {
            self.entries.push(entry);
        }
        Ok(())
    }

    fn found(self) -> Vec<u64> {
        self.entries
    }

    fn merge(mut one: Vec<u64>, other: Vec<u64>) -> Vec<u64> {
        one.extend(other);
        one
    }
}

/// Positions in which nothing can be forced.
pub(super) fn never(half: &Statistics) -> u64 {
    half.win + half.loss - half.wins.iter().chain(&half.losses).sum::<u64>()
}

/// The slowest win and loss.
pub(super) type Slowest = [Option<Longest>; 2];

/// By half the slowest win and loss of the positions in which a clock runs.
pub(super) fn while_running(
    tablebase: &Tablebase,
    material: Material,
    clock: &'static Clock,
    threads: usize,
) -> Result<Vec<Slowest>, ProbeError> {
    struct Find<'a>(&'a Tablebase, Material, &'static Clock);
    impl GameVisitor for Find<'_> {
        type Output = Result<Vec<Slowest>, ProbeError>;
        fn visit<V: Variant>(self) -> Self::Output {
            material_halves::<V::Movement>(self.0, self.1, self.2)
        }
    }
    let work = || visit(tablebase.game(), Find(tablebase, material, clock)).expect("a game with known rules");
    threads::on(threads, work).unwrap_or_else(|why| panic!("the threads cannot be started: {why}"))
}

fn material_halves<M: Movement>(
    tablebase: &Tablebase,
    material: Material,
    clock: &'static Clock,
) -> Result<Vec<Slowest>, ProbeError> {
    let set = ClockSet::one(clock);
    let find = || Find::<M> { prober: tablebase.prober(), clock, set: &set, slowest: [None; 2] };
    material.halves().map(|sides| gather(sides, &|_| true, &|_| true, &find)).collect()
}

/// Looks for the slowest win and loss.
struct Find<'a, M: Movement> {
    prober: Prober<'a, M>,
    clock: &'static Clock,
    set: &'a ClockSet,
    slowest: Slowest,
}

impl<M: Movement> Look<M> for Find<'_, M> {
    type Found = Slowest;

    fn look(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<(), ProbeError> {
        if !self.clock.runs_in::<M>(view) {
            return Ok(());
        }
        let kind = match self.prober.outcome(view, false)?.value {
            Value::Win => 0,
            Value::Loss => 1,
            Value::Draw => return Ok(()),
        };
        if let Some(plies) = self.prober.plies_of_clocks(view, self.set)? {
            let mut found = [None; 2];
            found[kind] = Some(Longest { plies, entry });
            self.slowest = slower(self.slowest, found);
        }
        Ok(())
    }

    fn found(self) -> Slowest {
        self.slowest
    }

    fn merge(one: Slowest, other: Slowest) -> Slowest {
        slower(one, other)
    }
}

/// The slower of each, the first one where both are the same.
fn slower(one: Slowest, other: Slowest) -> Slowest {
    std::array::from_fn(|kind| match (one[kind], other[kind]) {
        (Some(mine), Some(theirs)) if theirs.plies > mine.plies => Some(theirs),
        (mine, theirs) => mine.or(theirs),
    })
}
