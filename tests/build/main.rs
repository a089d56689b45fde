//! Tests of building, proving and studying, and of answers from tables that were built for them.

mod builds;
#[path = "../common/cases/mod.rs"]
mod cases;
mod compress;
mod damage;
mod forged;
mod games;
mod lookup;
#[path = "../common/oracle/mod.rs"]
mod oracle;
mod package;
mod probe;
mod replaced;
mod resumed;
mod rulings;
#[path = "../common/slices/mod.rs"]
mod slices;
mod solver;
#[path = "../common/tables/mod.rs"]
mod tables;
mod verify;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Some tests watch memory.
#[global_allocator]
static ALLOCATOR: tables::allocation::Counting = tables::allocation::Counting;
