//! The proof of values without distances: every block is solved again, slowly, from the values around it.

use std::collections::BTreeMap;

use super::report::{Finding, FindingKind, MOST_FINDINGS, Proof, VerifyError};
use super::unit::{Numbering, Unit};
use super::{Progress, Sample};
use crate::format::Metric;
use crate::index::Material;
use crate::levels::Levels;
use crate::probe::{ProbeError, Tablebase};
use crate::rules::Movement;
use crate::threads;

/// Units with more entries than this are proved one after the other, each on all threads: several of them at once would
/// only take more memory. Smaller ones are proved side by side.
const LARGE: u64 = 1 << 20;

/// Proves the table of values of a material.
pub(super) fn prove<M: Movement>(
    tablebase: &Tablebase,
    material: Material,
    sample: Sample,
    progress: &Progress,
) -> Result<Proof, VerifyError> {
    let halves: Vec<Numbering<M>> = material.halves().map(|(mover, other)| Numbering::new(mover, other)).collect();
    let layout = &halves[0].layout;
    let levels = Levels::new(layout, M::MEN_STEP_SIDEWAYS);
    let groups = levels.iter().flat_map(|level| (0..level.groups()).map(move |n| level.group(n)));
    let all: Vec<&[u32]> = groups.collect();
    let mut groups: Vec<&[u32]> = all.iter().copied().filter(|group| sample.has(group[0].into())).collect();
    if groups.is_empty() {
        groups.extend(all.first());
    }
    let prove_unit = |group: &[u32]| match Unit::new(tablebase.prober(), &halves, group) {
        Some(unit) => unit.prove(progress),
        None => Ok(Tally::default()),
    };
    let tally = if 2 * layout.kings_per_block() * levels.largest_group() as u64 > LARGE {
        groups.into_iter().try_fold(Tally::default(), |tally, group| Ok(tally.merge(prove_unit(group)?)))
    } else {
        threads::reduce(
            groups.len() as u64,
            &|number| prove_unit(groups[number as usize]),
            || Ok(Tally::default()),
            |one, other| Ok(one?.merge(other?)),
        )
    }?;
    progress.check()?;
    tally.proof(tablebase, material, sample)
}

/// What was found in some entries of a material.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By half and value.
    pub(super) counts: [[u64; 3]; 2],
    /// By half and entry. The lowest are listed, so that it does not depend on the threads which ones.
    pub(super) wrong: BTreeMap<(usize, u64), FindingKind>,
}

impl Tally {
    pub(super) fn merge(mut self, mut other: Tally) -> Tally {
        for (sum, count) in self.counts.as_flattened_mut().iter_mut().zip(other.counts.as_flattened()) {
            *sum += count;
        }
        self.wrong.append(&mut other.wrong);
        while self.wrong.len() > MOST_FINDINGS {
            self.wrong.pop_last();
        }
        self
    }

    /// The result for the material: what is wrong, and counts of the header that do not fit the values.
    fn proof(self, tablebase: &Tablebase, material: Material, sample: Sample) -> Result<Proof, VerifyError> {
        let entries = self.counts.as_flattened().iter().sum();
        let mut kinds: Vec<FindingKind> = self.wrong.into_values().collect();
        if sample.is_all()
            && let Some(table) = tablebase.open(material, Metric::Wdl).map_err(ProbeError::Table)?
        {
            for (half, (stored, counts)) in table.statistics().iter().zip(&self.counts).enumerate() {
                if [stored.loss, stored.draw, stored.win] != *counts {
                    let path = table.path().to_owned();
                    kinds.push(FindingKind::Statistics { path, what: "counts", half });
                }
            }
        }
        Ok(Proof { entries, findings: kinds.into_iter().map(|kind| Finding { material, kind }).collect() })
    }
}
