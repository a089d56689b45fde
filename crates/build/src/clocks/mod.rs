//! Draw rules that count moves: solving their tables, and what these store.

mod in_time;
mod known;
mod load;
mod output;
mod squares;

pub(crate) use in_time::{clock_statistics, keep_what_is_in_time};
pub(crate) use known::{ClockSlice, ends, goes_by};
pub(crate) use load::{load_clock, wide};
pub(crate) use output::ClockOutput;
pub(crate) use squares::{BYTES_PER_ENTRY as BYTES_PER_ENTRY_ON_SQUARES, solve_on_squares};
