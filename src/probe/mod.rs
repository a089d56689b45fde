//! Answers from finished tables: values, distances, best moves and lines. Captures are always resolved.

mod cache;
mod dynamic;
mod embedded;
mod error;
mod events;
mod facts;

#[cfg(feature = "parallel")]
mod gather;
mod judge;
mod moves;
mod opened;
mod options;
mod outcome;
#[cfg(feature = "parallel")]
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
#[doc(hidden)]
pub use error::quoted;
#[cfg(feature = "parallel")]
pub(crate) use gather::{Look, gather, parts};
pub use judge::{ClockState, Judgement, RuleValue, Ruling};
pub use moves::{Line, LineEnd, RatedMove};
pub use options::{Options, Usage};
pub use outcome::{Outcome, Value};
#[cfg(feature = "parallel")]
pub(crate) use prober::Prober;
pub use tablebase::{TableInfo, Tablebase};
pub use umpire::{RuledMove, Umpire};
