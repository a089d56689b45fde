//! `petrov annotate`: games of every kind come back with the same moves, what the tables say is true, and no text is too
//! damaged.

mod bytes;
mod damage;
mod endings;
mod errors;
mod games;
mod program;
mod trials;
mod which_game;
