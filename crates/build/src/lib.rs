//! Builds, proves and studies endgame tablebases for draughts, for [`petrov`] to probe.
//!
//! ```
//! use petrov::format::{Catalog, game_folder};
//! use petrov::{index::Material, rules};
//! use petrov_build::solve::{Plan, Progress, Request, build};
//! use petrov_build::verify::{self, Task, verify};
//!
//! let game = rules::game("russian").ok_or("no such game")?;
//! let tables = tempfile::tempdir()?; // your folder of tables
//! let mut catalog = Catalog::new(game.id);
//! catalog.add_directory(tables.path())?; // what is there is not built again
//! let plan = Plan::new(game, &Request::new(Material::all(2)), &catalog)?;
//! let folder = game_folder(tables.path(), game.id);
//! let memory = 1 << 30; // bytes
//! build(&plan, &folder, memory, &mut catalog, &Progress::default(), &|event| println!("{event:?}"))?;
//!
//! let report = verify(game, &[tables.path().into()], &Task::new([]), &verify::Progress::default(), &|_| ())?;
//! assert!(report.findings.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rooms
//!
//! [`solve`] builds; [`format`](mod@format) writes files; [`verify`] proves them; [`study`] says what whole tables tell.
//! All of it runs on as many threads as it is told.
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

mod clocks;
pub mod command;
pub mod format;
mod gather;
mod levels;
mod progress;
mod retrograde;
pub mod solve;
mod stored;
pub mod study;
mod threads;
pub mod verify;

/// What the tests of this repository take: it may change with any version.
#[doc(hidden)]
pub mod internals {
    pub use crate::format::internals::*;
    pub use crate::retrograde::{
        Cells, CellsOf, Checkpoint, DRAW, Effort, Events, Goal, Measure, Phases, Scale, Solved, Unsolved, Until,
    };
}

use petrov::internals::{allocation, board, index, probe, rules, short};

/// The Rust code of the README is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
