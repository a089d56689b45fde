//! The proof of values without distances: every block is solved again, slowly, from the values around it.
//!
//! The blocks between which the kings move to and fro are looked at together. All their entries begin as unknown; what
//! leads outside is asked of the prober. Then, again and again, an entry is won if a move leads to a lost one and lost if
//! all moves lead to won ones, until nothing changes; what is still unknown is a draw.

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::Progress;
use super::proof::wrong_value;
use super::report::{Finding, FindingKind, MOST_FINDINGS, Proof, VerifyError};
use crate::board::cpu::Portable;
use crate::board::{Board, View};
use crate::format::Metric;
use crate::index::{Layout, Material};
use crate::probe::{Outcome, ProbeError, Prober, Tablebase, Value};
use crate::rules::{BitsOf, Variant, after, for_each_step};

/// Proves the table of values of a material.
pub(super) fn prove<V: Variant>(
    tablebase: &Tablebase,
    material: Material,
    progress: &Progress,
) -> Result<Proof, VerifyError> {
    let layouts: Vec<Layout<V::Board>> = material
        .halves()
        .map(|(mover, other)| Layout::new(mover, other).expect("a table that is there has a numbering"))
        .collect();
    let slice = Slice::<V> { layouts: &layouts, prober: tablebase.prober() };
    let found = Mutex::new((Vec::new(), vec![[0_u64; 3]; layouts.len()]));
    let unit = |configuration| -> Result<(), VerifyError> {
        progress.check()?;
        let (wrong, counts) = slice.prove_unit(configuration)?;
        if let Ok(mut found) = found.lock() {
            found.0.extend(wrong);
            found.0.truncate(MOST_FINDINGS);
            for (half, value, count) in counts {
                found.1[half][value as usize] += count;
                progress.proved.fetch_add(count, Relaxed);
            }
        }
        Ok(())
    };
    (0..layouts[0].configurations()).into_par_iter().try_for_each(unit)?;
    let (mut kinds, counts) = found.into_inner().unwrap_or_default();
    let entries = counts.iter().flatten().sum();
    if let Some(table) = tablebase.tables_of::<V>().open(material, Metric::Wdl).map_err(ProbeError::Table)? {
        for (half, (stored, counts)) in table.1.header().statistics.iter().zip(&counts).enumerate() {
            if [stored.loss, stored.draw, stored.win] != *counts {
                let path = table.1.path().to_owned();
                kinds.push(FindingKind::Statistics { path, what: "counts", half });
            }
        }
    }
    Ok(Proof { entries, findings: kinds.into_iter().map(|kind| Finding { material, kind }).collect() })
}

struct Slice<'a, V: Variant> {
    layouts: &'a [Layout<V::Board>],
    prober: Prober<'a, V>,
}

/// Where a move leads.
#[derive(Clone, Copy)]
enum Next {
    /// To an entry of the unit.
    Inside(usize),
    /// Out of it, where the move is worth this.
    Outside(Value),
}

/// How many entries of a half have a value.
type Count = (usize, Value, u64);

impl<V: Variant> Slice<'_, V> {
    /// Solves the unit again that has this configuration in the first half, and compares.
    fn prove_unit(&self, configuration: u64) -> Result<(Vec<FindingKind>, Vec<Count>), ProbeError> {
        let (first, last) = (&self.layouts[0], &self.layouts[self.layouts.len() - 1]);
        let (mover_men, other_men) = first.men(Portable, configuration);
        let turned = (V::Board::rotate(other_men), V::Board::rotate(mover_men));
        let counterpart = last.configuration(Portable, turned.0, turned.1);
        let symmetric = self.layouts.len() == 1;
        if symmetric && counterpart < configuration {
            return Ok(Default::default());
        }
        let mut blocks = vec![(0, first, configuration)];
        if !symmetric || counterpart != configuration {
            blocks.push((self.layouts.len() - 1, last, counterpart));
        }
        let unit = Unit { slice: self, blocks: &blocks, size: first.kings_per_block() as usize };
        let values = unit.solve()?;
        let mut wrong = Vec::new();
        let mut counts: Vec<Count> = Vec::new();
        for (number, &expected) in values.iter().enumerate() {
            let (half, view) = unit.view(number);
            match counts.iter_mut().find(|count| (count.0, count.1) == (half, expected)) {
                Some(count) => count.2 += 1,
                None => counts.push((half, expected, 1)),
            }
            let stored = self.prober.outcome(&view, false)?;
            if stored.value != expected && wrong.len() < MOST_FINDINGS {
                wrong.push(wrong_value::<V>(&view, half, stored, Outcome { value: expected, distance: None }));
            }
        }
        Ok((wrong, counts))
    }
}

/// The blocks that are solved together: half, numbering and configuration of each.
struct Unit<'a, V: Variant> {
    slice: &'a Slice<'a, V>,
    blocks: &'a [(usize, &'a Layout<V::Board>, u64)],
    size: usize,
}

impl<V: Variant> Unit<'_, V> {
    /// The half and the position of an entry of the unit.
    fn view(&self, number: usize) -> (usize, View<BitsOf<V>>) {
        let (half, layout, configuration) = self.blocks[number / self.size];
        let entry = configuration * self.size as u64 + (number % self.size) as u64;
        (half, layout.view(Portable, entry))
    }

    /// The number in the unit of a position after a king's move from block `from`.
    fn number(&self, from: usize, view: &View<BitsOf<V>>) -> usize {
        let block = if self.blocks.len() == 1 { 0 } else { 1 - from };
        block * self.size + self.blocks[block].1.kings(Portable, view) as usize
    }

    fn solve(&self) -> Result<Vec<Value>, ProbeError> {
        let count = self.blocks.len() * self.size;
        let next: Vec<Vec<Next>> = (0..count).map(|number| self.next(number)).collect::<Result<_, _>>()?;
        let mut values: Vec<Option<Value>> = vec![None; count];
        loop {
            let mut changed = false;
            for number in 0..count {
                if values[number].is_none() {
                    values[number] = decide(&next[number], &values);
                    changed |= values[number].is_some();
                }
            }
            if !changed {
                return Ok(values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect());
            }
        }
    }

    /// Where the moves of an entry lead.
    fn next(&self, number: usize) -> Result<Vec<Next>, ProbeError> {
        let (_, view) = self.view(number);
        let mut all = Vec::new();
        let mut error = None;
        for_each_step::<V>(&view, |step, _| {
            let next = after::<V>(&view, step);
            let same_men = next.other_men == V::Board::rotate(view.mover_men);
            if step.captured == BitsOf::<V>::default() && same_men {
                all.push(Next::Inside(self.number(number / self.size, &next)));
                return;
            }
            match self.slice.prober.outcome(&next, false) {
                Ok(outcome) => all.push(Next::Outside(outcome.value.opposite())),
                Err(failure) => error = Some(failure),
            }
        });
        match error {
            Some(error) => Err(error),
            None => Ok(all),
        }
    }
}

/// The value of an entry, if what is known of its moves decides it.
fn decide(next: &[Next], values: &[Option<Value>]) -> Option<Value> {
    let worth = |next: &Next| match *next {
        Next::Inside(number) => values[number].map(Value::opposite),
        Next::Outside(value) => Some(value),
    };
    if next.iter().any(|next| worth(next) == Some(Value::Win)) {
        return Some(Value::Win);
    }
    next.iter().all(|next| worth(next) == Some(Value::Loss)).then_some(Value::Loss)
}
