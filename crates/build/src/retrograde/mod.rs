//! Retrograde analysis: the values and distances of one material, from those of the materials that its moves lead to.

mod backward;
mod block;
mod captures;
mod cell;
mod checkpoint;
mod events;
mod forward;
mod half;
mod lane;
mod slice;
mod sources;
mod unit;
mod work;

pub use cell::{Cells, DRAW, Measure, Scale};
pub use checkpoint::Checkpoint;
pub use events::{Events, Until};
pub use half::CellsOf;
pub use slice::{Effort, Goal, Solved, Unsolved};
pub use unit::Phases;

pub(crate) use cell::{ENDED, MOST, Merit};
pub(crate) use checkpoint::{Note, SUFFIX};
pub(crate) use events::most_in_time;
pub(crate) use half::Half;
pub(crate) use slice::{scratch_bytes, solve};
