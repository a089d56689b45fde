//! The file of a table: its bytes, both ways, and reading it. The writer is in the builder.
#![doc = include_str!("../../docs/format.md")]

mod block;
mod catalog;
mod clock_cell;
mod codec;
mod contexts;
mod divisor;
mod error;
mod files;
mod header;
mod identity;
mod kept;
mod metric;
mod model;
mod parts;
mod range;
mod source;
mod statistics;
mod table;

pub use catalog::{Catalog, MANIFEST, file_name, game_folder};
pub use error::{TableError, TableErrorKind};
pub use metric::{ClockName, Metric, UnknownMetric};
pub use statistics::{Longest, Statistics, Taken};

pub(crate) use internals::{ClockCell, FilePool, Found, Held, Identity, Kept, Slot, Source, Table, table_of};

/// What the other crates of the project take: shapes that may change with any version.
#[allow(missing_docs)]
pub(crate) mod internals {
    pub use super::block::{Packing, VALUES_PER_BYTE};
    pub use super::catalog::table_of;
    pub use super::clock_cell::ClockCell;
    pub use super::codec::{MAGIC, lengthen};
    pub use super::files::{kind, open_regular};
    pub use super::header::{Header, MOST_BLOCK_ENTRIES, MOST_PART_ENTRIES};
    pub use super::identity::Identity;
    pub use super::kept::Kept;
    pub use super::source::{FilePool, Held, Source};
    pub use super::table::{Found, Slot, Table, block_checksum, checksum};

    pub mod contexts {
        pub use crate::format::contexts::*;
    }

    pub mod header {
        pub use crate::format::header::*;
    }

    pub mod model {
        pub use crate::format::model::*;
    }

    pub mod parts {
        pub use crate::format::parts::*;
    }

    pub mod range {
        pub use crate::format::range::*;
    }
}

/// The newest version of the format that is read.
///
/// ```
/// assert_eq!(petrov::format::VERSION, 2);
/// ```
pub const VERSION: u16 = 2;
