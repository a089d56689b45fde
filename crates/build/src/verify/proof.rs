//! The proof by forward moves: every entry is what the best of its successors makes it, distance included.
//!
//! Values alone do not prove themselves, as a ring of draws that are called wins is consistent. With distances they do:
//! a win in n plies needs a loss in n - 1, and so on down to the end of the game.

use std::collections::BTreeMap;

use super::report::{Finding, FindingKind, MOST_FINDINGS, Proof, VerifyError};
use super::{Progress, Sample};
use crate::board::{Color, Position, View};
use crate::format::{Longest, Metric, Statistics};
use crate::gather::{Look, gather, parts};
use crate::index::Material;
use crate::probe::{Outcome, ProbeError, Prober, Tablebase, Value};
use crate::rules::{BitsOf, Game, Movement, after, can_capture, each_step};

/// Proves the tables of values and distances of a material.
pub(super) fn prove<M: Movement>(
    tablebase: &Tablebase,
    material: Material,
    sample: Sample,
    progress: &Progress,
) -> Result<Proof, VerifyError> {
    let mut proof = Proof::default();
    for (number, sides) in material.halves().enumerate() {
        let check = || Check::<M>::new(tablebase, number);
        let chosen = sample.of(parts::<M>(sides));
        let tally = gather(sides, &chosen, &|entries| progress.goes_on(entries), &check);
        progress.check()?;
        let tally = tally?;
        proof.entries += tally.entries();
        proof.findings.extend(tally.findings(tablebase, material, number, sample)?);
    }
    Ok(proof)
}

/// What was found in some entries of a half.
#[derive(Debug, Default)]
struct Tally {
    /// By outcome: how many entries have it, and the lowest of them.
    counts: BTreeMap<(Value, Option<u16>), (u64, u64)>,
    wrong: Vec<FindingKind>,
}

impl Tally {
    fn entries(&self) -> u64 {
        self.counts.values().map(|&(count, _)| count).sum()
    }

    fn merge(mut self, other: Tally) -> Tally {
        for (outcome, (count, lowest)) in other.counts {
            let known = self.counts.entry(outcome).or_insert((0, u64::MAX));
            *known = (known.0 + count, known.1.min(lowest));
        }
        self.wrong.extend(other.wrong);
        self.wrong.truncate(MOST_FINDINGS);
        self
    }

    /// What is wrong: values, and statistics of the headers that do not fit them.
    fn findings(
        self,
        tablebase: &Tablebase,
        material: Material,
        half: usize,
        sample: Sample,
    ) -> Result<Vec<Finding>, ProbeError> {
        let expected = self.statistics();
        let mut kinds = self.wrong;
        for metric in [Metric::Wdl, Metric::Dtw].into_iter().filter(|_| sample.is_all()) {
            let Some(table) = tablebase.open(material, metric).map_err(ProbeError::Table)? else {
                continue;
            };
            let (path, stored) = (table.path().to_owned(), &table.statistics()[half]);
            let mut compare = |what, equal: bool| {
                if !equal {
                    kinds.push(FindingKind::Statistics { path: path.clone(), what, half });
                }
            };
            let counts = |statistics: &Statistics| (statistics.win, statistics.draw, statistics.loss);
            compare("counts", counts(stored) == counts(&expected));
            if metric == Metric::Dtw {
                let longest = |statistics: &Statistics| (statistics.longest_win, statistics.longest_loss);
                compare("longest win and loss", longest(stored) == longest(&expected));
                compare("histograms", stored.wins == expected.wins && stored.losses == expected.losses);
            }
        }
        Ok(kinds.into_iter().map(|kind| Finding { material, kind }).collect())
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        for (&(value, distance), &(count, entry)) in &self.counts {
            let (sum, longest, histogram) = match value {
                Value::Draw => {
                    statistics.draw += count;
                    continue;
                }
                Value::Win => (&mut statistics.win, &mut statistics.longest_win, &mut statistics.wins),
                Value::Loss => (&mut statistics.loss, &mut statistics.longest_loss, &mut statistics.losses),
            };
            *sum += count;
            if let Some(plies) = distance {
                *longest = Some(Longest { plies, entry });
                histogram.resize(usize::from(plies) + 1, 0);
                histogram[usize::from(plies)] = count;
            }
        }
        statistics
    }
}

/// Compares entries with their successors.
struct Check<'a, M: Movement> {
    prober: Prober<'a, M>,
    half: usize,
    tally: Tally,
}

impl<'a, M: Movement> Check<'a, M> {
    fn new(tablebase: &'a Tablebase, half: usize) -> Check<'a, M> {
        Check { prober: tablebase.prober(), half, tally: Tally::default() }
    }
}

impl<M: Movement> Look<M> for Check<'_, M> {
    type Found = Tally;

    fn look(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<(), ProbeError> {
        let expected = best_of_successors(&self.prober, view)?;
        // For a position with a capture the prober does just what was done here: nothing is stored to compare with.
        if !can_capture::<M>(view) {
            let stored = self.prober.outcome(view, true)?;
            if stored != expected && self.tally.wrong.len() < MOST_FINDINGS {
                self.tally.wrong.push(wrong_value::<M>(self.prober.game(), view, self.half, stored, expected));
            }
        }
        let known = self.tally.counts.entry((expected.value, expected.distance)).or_insert((0, entry));
        known.0 += 1;
        Ok(())
    }

    fn found(self) -> Tally {
        self.tally
    }

    fn merge(one: Tally, other: Tally) -> Tally {
        one.merge(other)
    }
}

/// A wrong value as a finding.
pub(super) fn wrong_value<M: Movement>(
    game: &Game,
    view: &View<BitsOf<M>>,
    half: usize,
    stored: Outcome,
    expected: Outcome,
) -> FindingKind {
    let mover = if half == 0 { Color::White } else { Color::Black };
    let position = Position::from_view::<M::Board>(view, mover);
    FindingKind::Value { fen: game.write_fen(&position), stored, expected }
}

/// What the best move from a position is worth; without a move the game is over.
fn best_of_successors<M: Movement>(prober: &Prober<'_, M>, view: &View<BitsOf<M>>) -> Result<Outcome, ProbeError> {
    let mut best: Option<Outcome> = None;
    let mut error = None;
    let ending = &prober.game().ending;
    if let Some(won) = ending.decided(view.mover_side(), view.other_side()) {
        return Ok(if won { Outcome::WON } else { Outcome::LOST });
    }
    each_step::<M>(prober.captures(), view, &mut |step| match prober.outcome(&after::<M>(view, step), true) {
        Ok(next) => {
            let outcome = next.one_ply_before();
            best = Some(best.map_or(outcome, |best| best.better(outcome)));
        }
        Err(failure) => error = Some(failure),
    });
    match error {
        Some(error) => Err(error),
        None => Ok(best.unwrap_or(Outcome::without_move(ending))),
    }
}
