//! Tests of the program, as it is run.

mod annotate;
mod cli;
mod draw_rules;
mod hub;
mod interruption;
mod readme;
#[path = "../common/tables/mod.rs"]
mod tables;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
