//! The proof of plies to an event by forward moves: those of a position are what the best of its successors makes them.
//!
//! The values are proved before. Given them, plies that have successors all the way down to an event prove that it can be
//! forced, and a position without plies has no move to one that has: nobody can force anything there.

use super::report::{Finding, FindingKind, MOST_FINDINGS, Proof, VerifyError};
use super::{Progress, Sample};
use crate::board::{Bits, Color, Position, View};
use crate::format::{Longest, Metric, Statistics};
use crate::gather::{Look, gather, parts};
use crate::index::Material;
use crate::probe::{ProbeError, Prober, Tablebase, Value};
use crate::rules::{BitsOf, ClockSet, Leaving, Movement, Played, Road, Step, Until, after, can_capture, each_step};

/// Proves the table of a metric of plies to an event of a material.
pub(super) fn prove<M: Movement>(
    tablebase: &Tablebase,
    material: Material,
    metric: Metric,
    sample: Sample,
    progress: &Progress,
) -> Result<Proof, VerifyError> {
    let clocks = match metric {
        Metric::Clock(name) => tablebase.game().clock_set(name.as_str()),
        _ => None,
    };
    let mut proof = Proof::default();
    for (half, sides) in material.halves().enumerate() {
        let check = || {
            let rule = Rule { prober: tablebase.prober(), metric, clocks: clocks.as_ref() };
            Check::<M> { rule, half, tally: Tally::default() }
        };
        let chosen = sample.of(parts::<M>(sides));
        let tally = gather(sides, &chosen, &|entries| progress.goes_on(entries), &check);
        progress.check()?;
        let tally = tally?;
        proof.entries += tally.statistics.win + tally.statistics.draw + tally.statistics.loss;
        proof.findings.extend(tally.findings(tablebase, material, metric, half, sample)?);
    }
    Ok(proof)
}

/// What was found in some entries of a half.
#[derive(Debug, Default)]
struct Tally {
    statistics: Statistics,
    wrong: Vec<FindingKind>,
}

impl Tally {
    fn merge(mut self, other: Tally) -> Tally {
        self.statistics = self.statistics.merge(other.statistics);
        self.wrong.extend(other.wrong);
        self.wrong.truncate(MOST_FINDINGS);
        self
    }

    /// What is wrong: plies, and statistics of the header that do not fit them.
    fn findings(
        self,
        tablebase: &Tablebase,
        material: Material,
        metric: Metric,
        half: usize,
        sample: Sample,
    ) -> Result<Vec<Finding>, ProbeError> {
        let mut kinds = self.wrong;
        let table = tablebase.open(material, metric).map_err(ProbeError::Table)?.expect("the table that is proved");
        let (path, stored) = (table.path().to_owned(), &table.statistics()[half]);
        let expected = &self.statistics;
        let mut compare = |what, equal: bool| {
            if sample.is_all() && !equal {
                kinds.push(FindingKind::Statistics { path: path.clone(), what, half });
            }
        };
        compare("counts", (stored.win, stored.draw, stored.loss) == (expected.win, expected.draw, expected.loss));
        let longest = |statistics: &Statistics| (statistics.longest_win, statistics.longest_loss);
        compare("longest win and loss", longest(stored) == longest(expected));
        compare("histograms", stored.wins == expected.wins && stored.losses == expected.losses);
        compare("wins taken away", (stored.cursed, stored.blessed) == (expected.cursed, expected.blessed));
        Ok(kinds.into_iter().map(|kind| Finding { material, kind }).collect())
    }
}

/// Compares entries with their successors.
struct Check<'a, M: Movement> {
    rule: Rule<'a, M>,
    half: usize,
    tally: Tally,
}

impl<M: Movement> Look<M> for Check<'_, M> {
    type Found = Tally;

    fn look(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<(), ProbeError> {
        let Rule { prober, metric, .. } = self.rule;
        let value = prober.outcome(view, false)?.value;
        let statistics = &mut self.tally.statistics;
        match value {
            Value::Draw => {
                statistics.draw += 1;
                return Ok(());
            }
            Value::Win => statistics.win += 1,
            Value::Loss => statistics.loss += 1,
        }
        let expected = self.rule.expected(view, value)?;
        // For a position with a capture the prober does just what was done here: nothing is stored to compare with.
        if !can_capture::<M>(view) {
            let stored = self.rule.stored(view)?;
            if stored != expected && self.tally.wrong.len() < MOST_FINDINGS {
                let mover = if self.half == 0 { Color::White } else { Color::Black };
                let fen = prober.game().write_fen(&Position::from_view::<M::Board>(view, mover));
                self.tally.wrong.push(FindingKind::Plies { fen, metric, stored, expected });
            }
        }
        self.count(entry, view, value, expected)
    }

    fn found(self) -> Tally {
        self.tally
    }

    fn merge(one: Tally, other: Tally) -> Tally {
        one.merge(other)
    }
}

impl<M: Movement> Check<'_, M> {
    fn count(
        &mut self,
        entry: u64,
        view: &View<BitsOf<M>>,
        value: Value,
        plies: Option<u16>,
    ) -> Result<(), ProbeError> {
        let statistics = &mut self.tally.statistics;
        let (longest, histogram, taken) = match value {
            Value::Win => (&mut statistics.longest_win, &mut statistics.wins, &mut statistics.cursed),
            _ => (&mut statistics.longest_loss, &mut statistics.losses, &mut statistics.blessed),
        };
        if let Some(plies) = plies {
            let at = usize::from(plies);
            if at >= histogram.len() {
                histogram.resize(at + 1, 0);
                *longest = Some(Longest { plies, entry });
            }
            histogram[at] += 1;
        }
        if let Some(clocks) = self.rule.clocks
            && !self.rule.prober.won_fresh(view, clocks)?
        {
            taken.add(entry);
        }
        Ok(())
    }
}

/// What plies are counted to.
struct Rule<'a, M: Movement> {
    prober: Prober<'a, M>,
    metric: Metric,
    clocks: Option<&'a ClockSet>,
}

impl<M: Movement> Rule<'_, M> {
    /// What the table says, through the prober.
    fn stored(&self, view: &View<BitsOf<M>>) -> Result<Option<u16>, ProbeError> {
        match self.clocks {
            Some(clocks) => self.prober.plies_of_clocks(view, clocks),
            None => self.prober.plies(view, self.metric),
        }
    }

    /// What the moves from a decided position say.
    fn expected(&self, view: &View<BitsOf<M>>, value: Value) -> Result<Option<u16>, ProbeError> {
        if self.waits_for_the_end(view) {
            // Proved with the distances to the end.
            return self.prober.plies(view, Metric::Dtw);
        }
        if self.prober.game().ending.decided(view.mover_side(), view.other_side()).is_some() {
            return Ok(Some(0));
        }
        if self.clocks.is_none() && can_capture::<M>(view) {
            // Every capture is the event, and the value is proved.
            return Ok(Some(1));
        }
        let (mut best, mut any, mut escapes, mut error) = (None, false, false, None);
        each_step::<M>(self.prober.captures(), view, &mut |step| {
            any = true;
            match self.by(view, step, value) {
                Err(failure) => error = Some(failure),
                Ok(None) => escapes = true,
                Ok(Some(plies)) => {
                    let wins = value == Value::Win;
                    best = Some(best.map_or(plies, |best: u16| if wins { best.min(plies) } else { best.max(plies) }));
                }
            }
        });
        match error {
            Some(error) => Err(error),
            None if !any => Ok(Some(0)),
            None => Ok(best.filter(|_| value == Value::Win || !escapes)),
        }
    }

    fn waits_for_the_end(&self, view: &View<BitsOf<M>>) -> bool {
        let single = self.clocks.and_then(ClockSet::single);
        single.is_some_and(|clock| clock.until == Until::End && clock.runs_in::<M>(view))
    }

    /// Plies to the event by a move; `None` where it leads to nothing that counts.
    fn by(&self, view: &View<BitsOf<M>>, step: Step<BitsOf<M>>, value: Value) -> Result<Option<u16>, ProbeError> {
        let next = after::<M>(view, step);
        if self.prober.outcome(&next, false)?.value != value.opposite() {
            return Ok(None);
        }
        let over = next.mover().is_empty();
        let Some(clocks) = self.clocks else {
            if over || self.is_event(view, step) {
                return Ok(Some(1));
            }
            return Ok(self.prober.plies(&next, self.metric)?.map(|plies| plies.saturating_add(1)));
        };
        let played = Played { view, step, next: &next, over, mover_wins: value == Value::Win };
        if over || starts_anew::<M>(clocks, &played) {
            return Ok(self.prober.won_fresh(&next, clocks)?.then_some(1));
        }
        // One whose king has stood on the road runs on wherever it goes.
        let runs_on = clocks.asks_for_squares().filter(|clock| clock.runs_on() && clock.runs_in::<M>(view));
        let plies = match runs_on {
            Some(clock) => self.prober.plies_while_running(&next, clock)?,
            None => self.prober.plies_of_clocks(&next, clocks)?,
        };
        Ok(plies.map(|plies| plies.saturating_add(1)))
    }

    /// Whether a move is the event of the metric.
    fn is_event(&self, view: &View<BitsOf<M>>, step: Step<BitsOf<M>>) -> bool {
        let Kind { leaving, moves_man } = kind_of::<M>(view, step);
        leaving.converts() || self.metric == Metric::Dtz && moves_man
    }
}

/// What a move changes.
struct Kind {
    leaving: Leaving,
    /// A man goes to another row.
    moves_man: bool,
}

fn kind_of<M: Movement>(view: &View<BitsOf<M>>, step: Step<BitsOf<M>>) -> Kind {
    use crate::board::Board;
    let was_king = (view.mover_kings & BitsOf::<M>::bit(step.from)).any();
    let kings = (step.captured & view.other_kings).count();
    let leaving = Leaving { promotes: step.king && !was_king, kings, men: step.captured.count() - kings };
    Kind { leaving, moves_man: !was_king && M::Board::row_of(step.from) != M::Board::row_of(step.to) }
}

/// Whether a move starts all clocks anew that run, or where none does, something that may be counted.
fn starts_anew<M: Movement>(clocks: &ClockSet, played: &Played<'_, M>) -> bool {
    let Kind { leaving, moves_man } = kind_of::<M>(played.view, played.step);
    if let Some(clock) = clocks.asks_for_squares() {
        let runs = clock.runs_in::<M>(played.view);
        let enters = !runs && clock.runs_in::<M>(played.next);
        let leaves = runs && clock.scope.road == Road::Weaker && !clock.runs_in::<M>(played.next);
        return leaving.converts() || enters || leaves;
    }
    let sides = (played.view.mover_side(), played.view.other_side());
    let next = (played.next.mover_side(), played.next.other_side());
    (leaving.converts() || moves_man) && clocks.is_event(sides, leaving, next)
}
