//! The prober for code that is compiled for one movement: outcomes of positions as their mover sees them.

use super::functions::Functions;
use super::resolve::Resolver;
use super::shelf::Access;
use super::tables::Tables;
use crate::board::View;
use crate::format::Metric;
use crate::probe::error::ProbeError;
use crate::probe::outcome::Outcome;
use crate::rules::{BitsOf, CapturesOf, Clock, ClockSet, Game, Movement};

/// Probes positions of one game.
///
/// Its functions are called through pointers that the tables have from where they were made: so they are compiled there,
/// once, and not again in every crate that calls them.
#[derive(Clone, Copy, Debug)]
pub struct Prober<'a, M: Movement>(pub(crate) &'a Tables<M>);

impl<M: Movement> Prober<'_, M> {
    /// The game.
    pub fn game(&self) -> &'static Game {
        self.0.shelf.game
    }

    /// The captures of the game.
    pub fn captures(&self) -> CapturesOf<M> {
        self.0.captures
    }

    /// The outcome of a position of a material that a table can have, captures resolved.
    pub fn outcome(&self, view: &View<BitsOf<M>>, distance: bool) -> Result<Outcome, ProbeError> {
        (self.0.functions.outcome)(self.0, view, distance)
    }

    /// Plies by a metric of distances.
    pub fn plies(&self, view: &View<BitsOf<M>>, metric: Metric) -> Result<Option<u16>, ProbeError> {
        (self.0.functions.plies)(self.0, view, metric)
    }

    /// Plies to what clocks wait for.
    pub fn plies_of_clocks(&self, view: &View<BitsOf<M>>, clocks: &ClockSet) -> Result<Option<u16>, ProbeError> {
        (self.0.functions.plies_of_clocks)(self.0, view, clocks)
    }

    /// Whether a decided position is won under clocks with fresh counts.
    pub fn won_fresh(&self, view: &View<BitsOf<M>>, clocks: &ClockSet) -> Result<bool, ProbeError> {
        (self.0.functions.won_fresh)(self.0, view, clocks)
    }

    /// Plies to what a clock waits for that was started before.
    pub fn plies_while_running(
        &self,
        view: &View<BitsOf<M>>,
        clock: &'static Clock,
    ) -> Result<Option<u16>, ProbeError> {
        (self.0.functions.plies_while_running)(self.0, view, clock)
    }
}

/// The functions of a movement.
pub(in crate::probe) fn functions<M: Movement>() -> Functions<M> {
    Functions {
        outcome: |tables, view, distance| {
            // Most positions that a proof asks for are in memory and without captures.
            if tables.is_quiet(view)
                && let Some(outcome) = tables.quick(view, distance)
            {
                return Ok(outcome);
            }
            let outcome = Resolver::new(tables, distance, Access::Any).outcome(view)?;
            Ok(outcome.expect("only an access to the cache alone leaves an outcome unknown"))
        },
        plies: |tables, view, metric| {
            let mut resolver = Resolver::for_events(tables);
            let plies = resolver.plies(view, metric)?;
            resolver.known(plies)
        },
        plies_of_clocks: |tables, view, clocks| {
            let mut resolver = Resolver::for_events(tables);
            let plies = resolver.plies_of_clocks(view, clocks)?;
            resolver.known(plies)
        },
        won_fresh: |tables, view, clocks| {
            let mut resolver = Resolver::for_events(tables);
            let won = resolver.won_fresh(view, clocks)?;
            resolver.known(won)
        },
        plies_while_running: |tables, view, clock| {
            let mut resolver = Resolver::for_events(tables);
            let plies = resolver.plies_while_running(view, clock)?;
            resolver.known(plies)
        },
    }
}
