//! Building tables: retrograde analysis of one slice after the other.

mod backward;
mod cell;
mod forward;
mod half;
mod slice;
mod unit;

pub use cell::{Cells, DRAW, is_loss};
pub use slice::{Effort, Solved, Stopped, solve};
