//! What a position is asked for, as functions that the tables carry along.

use super::tables::Tables;
use crate::board::View;
use crate::format::Metric;
use crate::probe::error::ProbeError;
use crate::probe::outcome::Outcome;
use crate::rules::{BitsOf, Clock, ClockSet, Movement};

/// What a position is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions<M: Movement> {
    pub(crate) outcome: fn(&Tables<M>, &View<BitsOf<M>>, bool) -> Result<Outcome, ProbeError>,
    pub(crate) plies: fn(&Tables<M>, &View<BitsOf<M>>, Metric) -> Plies,
    pub(crate) plies_of_clocks: fn(&Tables<M>, &View<BitsOf<M>>, &ClockSet) -> Plies,
    pub(crate) won_fresh: fn(&Tables<M>, &View<BitsOf<M>>, &ClockSet) -> Result<bool, ProbeError>,
    pub(crate) plies_while_running: fn(&Tables<M>, &View<BitsOf<M>>, &'static Clock) -> Plies,
}

/// `None` where it cannot be forced.
pub(crate) type Plies = Result<Option<u16>, ProbeError>;
