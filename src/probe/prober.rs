//! The prober for code that is compiled for one game: outcomes of positions as their mover sees them.

use super::error::ProbeError;
use super::outcome::Outcome;
use super::resolve::Resolver;
use super::shelf::Access;
use super::tables::Tables;
use crate::board::View;
use crate::format::Metric;
use crate::rules::{BitsOf, CapturesOf, Clock, ClockSet, Game, Movement};

/// Probes positions of one game.
#[derive(Clone, Copy, Debug)]
pub struct Prober<'a, M: Movement>(pub(super) &'a Tables<M>);

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
        let outcome = Resolver::new(self.0, distance, Access::Any).outcome(view)?;
        Ok(outcome.expect("only an access to the cache alone leaves an outcome unknown"))
    }

    /// Plies by a metric of distances.
    pub fn plies(&self, view: &View<BitsOf<M>>, metric: Metric) -> Result<Option<u16>, ProbeError> {
        let mut resolver = Resolver::for_events(self.0);
        let plies = resolver.plies(view, metric)?;
        resolver.known(plies)
    }

    /// Plies to what clocks wait for.
    pub fn plies_of_clocks(&self, view: &View<BitsOf<M>>, clocks: &ClockSet) -> Result<Option<u16>, ProbeError> {
        let mut resolver = Resolver::for_events(self.0);
        let plies = resolver.plies_of_clocks(view, clocks)?;
        resolver.known(plies)
    }

    /// Whether a decided position is won under clocks with fresh counts.
    pub fn won_fresh(&self, view: &View<BitsOf<M>>, clocks: &ClockSet) -> Result<bool, ProbeError> {
        let mut resolver = Resolver::for_events(self.0);
        let won = resolver.won_fresh(view, clocks)?;
        resolver.known(won)
    }

    /// Plies to what a clock waits for that was started before.
    pub fn plies_while_running(
        &self,
        view: &View<BitsOf<M>>,
        clock: &'static Clock,
    ) -> Result<Option<u16>, ProbeError> {
        let mut resolver = Resolver::for_events(self.0);
        let plies = resolver.plies_while_running(view, clock)?;
        resolver.known(plies)
    }
}
