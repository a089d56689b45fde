//! Looking positions up: the files of tables, what of them is in memory, and captures followed to what is stored.

pub(crate) mod cache;
mod embedded;
pub(crate) mod events;
mod functions;
pub(crate) mod info;
pub(crate) mod opened;
pub(crate) mod options;
pub(crate) mod prober;
mod quick;
pub(crate) mod resolve;
pub(crate) mod shelf;
pub(crate) mod tables;
