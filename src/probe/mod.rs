//! Answers from finished tables: values, distances, best moves and lines. Captures are always resolved.

mod cache;
mod dynamic;
mod embedded;
mod error;
mod events;
mod facts;
mod judge;
mod moves;
mod opened;
mod options;
mod outcome;
mod prober;
mod quick;
mod resolve;
mod rest;
mod room;
mod search;
mod shelf;
mod tablebase;
mod tables;
mod umpire;

pub use error::ProbeError;
pub use judge::{ClockState, Judgement, RuleValue, Ruling};
pub use moves::{Line, LineEnd, RatedMove};
pub use options::{Options, Usage};
pub use outcome::{Outcome, Value};
pub use tablebase::{TableInfo, Tablebase};
pub use umpire::{RuledMove, Umpire};

/// What the other crates of the project take: shapes that may change with any version.
pub(crate) mod internals {
    pub use super::error::quoted;
    pub use super::events::metric_of_distance;
    pub use super::opened::Opened;
    pub use super::prober::Prober;
}
