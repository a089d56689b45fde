//! Endgame tablebases for draughts.
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

pub mod board;
pub mod format;
pub mod index;
pub mod probe;
pub mod rules;
#[cfg(feature = "parallel")]
pub mod solve;
#[cfg(feature = "parallel")]
pub mod verify;

pub use probe::{Outcome, ProbeError, Tablebase, Value};
