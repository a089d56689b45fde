//! Building tables: retrograde analysis of one slice after the other.

mod backward;
mod build;
mod cell;
mod engine;
mod forward;
mod half;
mod lane;
mod load;
mod output;
mod plan;
mod slice;
mod store;
mod unit;

pub use build::{BuildError, Event, Progress, build};

pub use cell::{Cells, DRAW, Scale};
pub use engine::Engine;
pub use half::CellsOf;
pub use plan::{Plan, PlanError, Request, Step};
pub use slice::{Effort, Phases, Solved, Unsolved};
