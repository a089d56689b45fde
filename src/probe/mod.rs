//! Answers from finished tables: values, distances, best moves and lines. Captures are always resolved.

mod adjudication;
mod dynamic;
mod error;
mod lookup;
mod moves;
mod outcome;
mod tablebase;
mod umpire;

pub use adjudication::ruling::{ClockState, Judgement, RuleValue, Ruling};
pub use error::ProbeError;
pub use lookup::info::TableInfo;
pub use lookup::options::{Options, Usage};
pub use moves::{Line, LineEnd, RatedMove};
pub use outcome::{Outcome, Value};
pub use tablebase::Tablebase;
pub use umpire::{RuledMove, Umpire};

/// What the other crates of the project take: shapes that may change with any version.
pub(crate) mod internals {
    pub use super::lookup::events::metric_of_distance;
    pub use super::lookup::opened::Opened;
    pub use super::lookup::prober::Prober;
}
