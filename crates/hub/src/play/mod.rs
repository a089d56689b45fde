//! Choosing a move: out of the tables where they reach, else by a small search for the way into them.

mod choice;
mod evaluate;
mod limits;
mod score;
mod search;

pub use choice::{Choice, Report};
pub use limits::Limits;
pub use score::Score;
pub use search::Player;
