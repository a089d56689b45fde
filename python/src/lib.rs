//! Petrov for Python: the classes and functions of the module `petrov`, whose docstrings are the comments here and whose types
//! are in `petrov/_petrov.pyi`.
//!
//! `errors.rs` the errors, `arguments.rs` what functions are given, `games.rs` games, `position.rs` and `moves.rs` what is asked
//! and answered, `values.rs` numbers, `tablebase` probing, `many.rs` many positions at once, `study.rs` counts, `work.rs`
//! building and verifying, `pickles.rs` objects for other processes.

mod arguments;
mod errors;
mod games;
mod many;
mod moves;
mod pickles;
mod position;
mod study;
mod tablebase;
mod values;
mod work;

use pyo3::prelude::*;

/// Endgame tablebases for draughts. See `petrov`.
#[pymodule]
mod _petrov {
    #[pymodule_export]
    use super::games::{PyGame, games};
    #[pymodule_export]
    use super::moves::{PyMove, PyRatedMove};
    #[pymodule_export]
    use super::pickles::{_game, _move, _probe, _rated_move};
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::study::{PyStatistics, PyThreshold};
    #[pymodule_export]
    use super::tablebase::{PyProbe, PyTablebase, open_tablebase};
    #[pymodule_export]
    const NO_DISTANCE: i16 = super::values::NO_DISTANCE;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::work::{PyVerifyReport, build, verify};
}
