//! The prober for code that is compiled for one game: outcomes of positions as their mover sees them.

use super::error::ProbeError;
use super::outcome::Outcome;
use super::resolve::Resolver;
use super::tables::{Access, Tables};
use crate::board::View;
use crate::rules::{BitsOf, Game, Variant};

/// Probes positions of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prober<'a, V: Variant>(pub(super) &'a Tables<V>);

impl<V: Variant> Prober<'_, V> {
    /// The game.
    pub(crate) fn game(&self) -> &'static Game {
        self.0.game
    }

    /// The outcome of a position of a material that a table can have, captures resolved.
    pub(crate) fn outcome(&self, view: &View<BitsOf<V>>, distance: bool) -> Result<Outcome, ProbeError> {
        let outcome = Resolver::new(self.0, distance, Access::Any).outcome(view)?;
        Ok(outcome.expect("only an access to the cache alone leaves an outcome unknown"))
    }
}
