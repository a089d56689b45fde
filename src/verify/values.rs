//! The proof of values without distances: every block is solved again, slowly, from the values around it.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Progress;
use super::report::{Finding, FindingKind, MOST_FINDINGS, Proof, VerifyError};
use super::unit::{Numbering, Unit};
use crate::format::Metric;
use crate::index::Material;
use crate::probe::{ProbeError, Tablebase};
use crate::rules::Variant;

/// Units with more entries than this are proved one after the other, each on all threads: several of them at once would
/// only take more memory. Smaller ones are proved side by side.
const LARGE: u64 = 1 << 20;

/// Proves the table of values of a material.
pub(super) fn prove<V: Variant>(
    tablebase: &Tablebase,
    material: Material,
    progress: &Progress,
) -> Result<Proof, VerifyError> {
    let halves: Vec<Numbering<V>> = material.halves().map(|(mover, other)| Numbering::new(mover, other)).collect();
    let configurations = 0..halves[0].layout.configurations();
    let prove_unit = |configuration| match Unit::new(tablebase.prober(), &halves, configuration) {
        Some(unit) => unit.prove(progress),
        None => Ok(Tally::default()),
    };
    let tally = if 2 * halves[0].layout.kings_per_block() > LARGE {
        configurations.into_iter().try_fold(Tally::default(), |tally, number| Ok(tally.merge(prove_unit(number)?)))
    } else {
        let tallies = configurations.into_par_iter().map(prove_unit);
        tallies.try_reduce(Tally::default, |one, other| Ok(one.merge(other)))
    }?;
    progress.check()?;
    tally.proof::<V>(tablebase, material)
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
    fn proof<V: Variant>(self, tablebase: &Tablebase, material: Material) -> Result<Proof, VerifyError> {
        let entries = self.counts.as_flattened().iter().sum();
        let mut kinds: Vec<FindingKind> = self.wrong.into_values().collect();
        if let Some(table) = tablebase.tables_of::<V>().open(material, Metric::Wdl).map_err(ProbeError::Table)? {
            for (half, (stored, counts)) in table.1.header().statistics.iter().zip(&self.counts).enumerate() {
                if [stored.loss, stored.draw, stored.win] != *counts {
                    let path = table.1.path().to_owned();
                    kinds.push(FindingKind::Statistics { path, what: "counts", half });
                }
            }
        }
        Ok(Proof { entries, findings: kinds.into_iter().map(|kind| Finding { material, kind }).collect() })
    }
}
