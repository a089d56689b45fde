//! Writing table files, as `petrov::format` describes and reads them.

mod atomic;
mod codec;
mod coder;
mod files;
mod kept;
mod level;
mod manifest;
mod train;
mod writer;

pub use atomic::write_atomically;
pub use level::Level;
pub use manifest::Manifest;

pub(crate) use atomic::{Unfinished, check_unfinished, remove_unfinished};
pub(crate) use codec::shorten;
pub(crate) use files::{is_own, open_own, remove_own};
pub(crate) use kept::NoGrids;
pub(crate) use manifest::{sum_of, sum_of_file};
pub(crate) use petrov::internals::format::*;
pub(crate) use writer::encode_together;

pub(crate) use internals::{Content, Points, Values, encode};

/// What the tests of this repository take: shapes that may change with any version.
pub(crate) mod internals {
    pub use super::kept::Points;
    pub use super::writer::{Content, Values, encode};
}
