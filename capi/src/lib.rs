//! Petrov for C. Every function of `include/petrov.h` is here; what the header says of it is the comment of the function.
//!
//! `code.rs` codes and messages, `arguments.rs` what comes from C, `position.rs` and `moves.rs` what goes there and back,
//! `open.rs`, `probe.rs`, `text.rs`, `verify.rs` the functions.
#![warn(missing_docs)]
#![allow(non_camel_case_types)] // The names are those of C.

mod arguments;
mod code;
mod moves;
mod open;
mod position;
mod probe;
mod text;
mod verify;

pub use code::*;
pub use moves::*;
pub use open::*;
pub use position::*;
pub use probe::*;
pub use text::*;
pub use verify::*;
