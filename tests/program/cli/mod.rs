//! The program as its users run it: what it prints, what it says when something is wrong, and its exit codes.

mod answers;
mod builds;
mod clocks;
mod compress;
mod errors;
mod games;
mod limits;
mod program;
mod proofs;
#[cfg(unix)]
mod strange;
mod thresholds;
mod verbs;
