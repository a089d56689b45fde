//! `petrov annotate`: games of every kind come back with the same moves, what the tables say is true, and no text is too
//! damaged.

mod bytes;
mod damage;
mod endings;
mod errors;
mod games;
mod program;
#[path = "../../tables/mod.rs"]
mod tables;
mod trials;
mod which_game;
