//! Building tables: retrograde analysis of one slice after the other. Finished ones can be encoded anew.

mod backward;
mod build;
mod captures;
mod cell;
mod checkpoint;
mod clock;
mod compress;
mod engine;
mod events;
mod folder;
mod forward;
mod half;
mod kept;
mod lane;
mod load;
mod memory;
mod output;
mod plan;
mod slice;
mod sources;
mod squares;
mod store;
mod stored;
mod unit;

pub use build::{BuildError, Event, Progress, build};

#[doc(hidden)]
pub use cell::{Cells, DRAW, Measure, Scale};
#[doc(hidden)]
pub use checkpoint::Checkpoint;
pub use compress::{Compressed, Compressing, Compression, compress};
pub use engine::Engine;
#[doc(hidden)]
pub use events::{Events, Until};
#[doc(hidden)]
pub use half::CellsOf;
pub use memory::{DEFAULT_PERCENT, default_memory};
pub use plan::{CHECKPOINT_FROM, Layer, Plan, PlanError, Request, Step};
#[doc(hidden)]
pub use slice::{Effort, Goal, Phases, Solved, Unsolved};
