//! Choosing a move: out of the tables where they reach, else by a small search for the way into them.

mod evaluate;
mod search;

pub use search::{Choice, Limits, Player, Report, Score};
