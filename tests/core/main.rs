//! Tests of what an engine takes: rules, numbering, reading of texts, and answers from the tables of the repository; and
//! those of the repository itself.

#[path = "../common/cases/mod.rs"]
mod cases;
mod clocks;
mod examples;
mod index;
mod layers;
#[path = "../common/oracle/mod.rs"]
mod oracle;
mod partial;
mod readings;
mod rules;

/// The folder of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
