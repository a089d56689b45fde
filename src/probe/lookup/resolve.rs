//! The outcome of any position: captures are followed until nothing is left to take.

use std::collections::BTreeSet;

use super::shelf::{Access, MissingTable, ReadError};
use super::tables::Tables;
use crate::board::{Bits, View};
use crate::format::Metric;
use crate::probe::error::ProbeError;
use crate::probe::outcome::{Outcome, Value};
use crate::rules::{BitsOf, Capture, Captures, Movement, Step, after, can_capture, each_step};

/// Follows captures through the tables.
pub(crate) struct Resolver<'a, M: Movement> {
    pub(crate) tables: &'a Tables<M>,
    distance: bool,
    access: Access,
    /// All tables that were wanted and not there.
    missing: BTreeSet<MissingTable>,
    not_cached: bool,
}

impl<'a, M: Movement> Resolver<'a, M> {
    pub(crate) fn new(tables: &'a Tables<M>, distance: bool, access: Access) -> Resolver<'a, M> {
        Resolver { tables, distance, access, missing: BTreeSet::new(), not_cached: false }
    }

    /// The outcome of a position, without a distance where none was asked for; `None` if it was to come from memory alone and
    /// is not there.
    pub(crate) fn outcome(mut self, view: &View<BitsOf<M>>) -> Result<Option<Outcome>, ProbeError> {
        let distance = self.distance;
        match self.follow(view)? {
            None if self.not_cached => Ok(None),
            // Where captures end the game some distances are known, but a value is found without looking for the shortest.
            outcome => self.known(outcome).map(|it| Some(Outcome { distance: it.distance.filter(|_| distance), ..it })),
        }
    }

    /// What was found, or an error that names all tables that were missing.
    pub(crate) fn known<T>(self, found: Option<T>) -> Result<T, ProbeError> {
        found.ok_or_else(|| ProbeError::Missing {
            game: self.tables.shelf.game.tables,
            tables: self.missing.into_iter().collect(),
            searched: self.tables.shelf.catalog.folders().to_vec(),
        })
    }

    /// The outcome of a position, or `None` with a note why it is not known. Ends at the latest when one side has no
    /// pieces left, as every step down takes one.
    pub(crate) fn follow(&mut self, view: &View<BitsOf<M>>) -> Result<Option<Outcome>, ProbeError> {
        let ending = &self.tables.shelf.game.ending;
        if view.mover().is_empty() {
            return Ok(Some(Outcome::without_move(ending)));
        }
        if let Some(won) = ending.decided(view.mover_side(), view.other_side()) {
            return Ok(Some(if won { Outcome::WON } else { Outcome::LOST }));
        }
        if view.other().is_empty() {
            return Ok(Some(self.without_opponent(view)));
        }
        if can_capture::<M>(view) {
            return self.best_capture(view);
        }
        let read = self.tables.stored(view, self.distance, self.access);
        // Distances are found missing only after the values: named with them, so that one look at the error is enough.
        self.note(read, if self.distance { &[Metric::Dtw] } else { &[] })
    }

    /// What was read, or `None` with a note why it was not; `also` are other metrics that the answer takes.
    pub(crate) fn note<T>(&mut self, read: Result<T, ReadError>, also: &[Metric]) -> Result<Option<T>, ProbeError> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(ReadError::NotCached) => {
                self.not_cached = true;
                Ok(None)
            }
            Err(ReadError::Missing((material, metric))) => {
                self.missing.insert((material, metric));
                let also = also.iter().filter(|&&metric| !self.tables.shelf.contains(material, metric));
                self.missing.extend(also.map(|&metric| (material, metric)));
                Ok(None)
            }
            Err(ReadError::Table(error)) => Err(ProbeError::Table(error)),
        }
    }

    fn best_capture(&mut self, view: &View<BitsOf<M>>) -> Result<Option<Outcome>, ProbeError> {
        let mut found = Captures::default();
        self.tables.captures.captures(view, &mut found);
        let mut best: Option<Outcome> = None;
        let mut all_known = true;
        for Capture { from, to, captured, king } in found.list {
            let next = after::<M>(view, Step { from, to, captured, king });
            match self.follow(&next)? {
                None => all_known = false,
                Some(outcome) => {
                    let outcome = outcome.one_ply_before();
                    if outcome.value == Value::Win && !self.distance {
                        return Ok(Some(outcome));
                    }
                    best = Some(best.map_or(outcome, |best| best.better(outcome)));
                }
            }
        }
        Ok(if all_known { best } else { None })
    }

    /// The value of a position, or `None` with a note why it is not known.
    pub(crate) fn value(&mut self, view: &View<BitsOf<M>>) -> Result<Option<Value>, ProbeError> {
        let distance = std::mem::replace(&mut self.distance, false);
        let outcome = self.follow(view);
        self.distance = distance;
        Ok(outcome?.map(|outcome| outcome.value))
    }

    /// Plies to the end of the game, or `None` with a note why they are not known; the inner `None` is a draw.
    pub(crate) fn plies_to_end(&mut self, view: &View<BitsOf<M>>) -> Result<Option<Option<u16>>, ProbeError> {
        let distance = std::mem::replace(&mut self.distance, true);
        let outcome = self.follow(view);
        self.distance = distance;
        Ok(outcome?.map(|outcome| outcome.distance))
    }

    /// The outcome where the other side has nothing left: for that side the game ends when its turn comes, unless the
    /// mover has no move.
    fn without_opponent(&self, view: &View<BitsOf<M>>) -> Outcome {
        let mut can_move = false;
        each_step::<M>(self.tables.captures, view, &mut |_| can_move = true);
        let end = Outcome::without_move(&self.tables.shelf.game.ending);
        if can_move { end.one_ply_before() } else { end }
    }
}
