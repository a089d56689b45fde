//! What a position is asked for, as functions that the tables carry along.

use super::tables::Tables;
use crate::board::View;
use crate::format::Metric;
use crate::probe::error::ProbeError;
use crate::probe::outcome::Outcome;
use crate::rules::{BitsOf, Clock, ClockSet, Movement};

/// A position as its mover sees it.
type Seen<M> = View<BitsOf<M>>;

/// An answer, or why there is none.
pub(crate) type Found<T> = Result<T, ProbeError>;

/// `None` where it cannot be forced.
pub(crate) type Plies = Found<Option<u16>>;

/// What a position is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions<M: Movement> {
    pub(crate) outcome: fn(&Tables<M>, &Seen<M>, bool) -> Found<Outcome>,
    pub(crate) plies: fn(&Tables<M>, &Seen<M>, Metric) -> Plies,
    pub(crate) plies_of_clocks: fn(&Tables<M>, &Seen<M>, &ClockSet) -> Plies,
    pub(crate) won_fresh: fn(&Tables<M>, &Seen<M>, &ClockSet) -> Found<bool>,
    pub(crate) plies_while_running: fn(&Tables<M>, &Seen<M>, &'static Clock) -> Plies,
}
