//! Building tables: a plan, and its steps one after the other. Finished tables can be encoded anew.

mod build;
mod compress;
mod compression;
mod engine;
mod error;
mod event;
mod folder;
mod memory;
mod plan;
mod request;
mod store;

pub use build::build;
pub use compress::compress;
pub use compression::{Compressed, Compressing, Compression};
pub use engine::Engine;
pub use error::BuildError;
pub use event::Event;
pub use memory::{DEFAULT_PERCENT, default_memory};
pub use plan::{CHECKPOINT_FROM, Layer, Plan, Step};
pub use request::{PlanError, Request};

pub use crate::progress::Progress;
