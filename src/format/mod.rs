//! The file of a table, format versions 1 and 2.
//!
//! A file holds one metric of one slice for both sides to move: `<material>.wdl` the values, `<material>.dtw`, `.dtc` and
//! `.dtz` plies to the end of the game, to the next capture or promotion, to the next capture or forward move of a man,
//! `<material>.<clock>.clk` plies to the event that a draw rule waits for, under that rule. All numbers are little-endian. Nothing in a file depends on time, place or machine:
//! the same table is always the same bytes.
//!
//! ```text
//! +--------------------------------------------------------------+
//! | magic (8)  0x89 'P' 'T' 'B' 0x0D 0x0A 0x1A 0x0A              |
//! | version (2) | metric (1) | codec (1) | width (1) | order (1) |
//! | halves (1)  | constant value or none of each half (2 each)  |
//! | parts of a block (1)                                         |
//! | game, padded with zeros (48)                                 |
//! | kings and men of the first side, then of the second (4)      |
//! | entries of a half (8)                                        |
//! | entries of a block (4)        | blocks of the file (4)       |
//! | bytes of the dictionary (4)   | bytes of the statistics (4)  |
//! | bytes of the data (8)                                        |
//! +--------------------------------------------------------------+
//! | statistics                                                   |
//! | dictionary, or models                                        |
//! | index: a word (4) for each block, then a checksum (8) for    |
//! |        each block that has data                              |
//! | checksum of all bytes so far (8)                             |
//! +--------------------------------------------------------------+
//! | data: the compressed blocks, one after the other             |
//! +--------------------------------------------------------------+
//! ```
//!
//! **Halves.** A slice has a half for each side to move, the side named first in the material first; a material with
//! equal sides has one. In each the mover plays up the board, and the entries are numbered as
//! [`Layout`](crate::index::Layout) says (`order` 0).
//!
//! **What is stored.** Entries where the mover must capture are not: the prober resolves them by search. In a distance file
//! the same goes for draws. With codec 1 their slots hold anything, here the value of the slot before, as that costs
//! least; the first slots of a block hold the value of its first entry that is stored. With codec 2 they have no bytes.
//!
//! * `metric` 0, values: 0 loss, 1 draw, 2 win, five entries to a byte, the first one the lowest digit to the base 3.
//!   `width` is 0.
//! * `metric` 1, distances: half the plies, rounded down, in `width` bytes (1 or 2) an entry. The value in the
//!   other file says which plies: a loss is an even number of plies away and a win an odd one (where a side without a
//!   move wins: the other way round).
//! * `metric` 2 and 3, plies to the next capture or promotion, to the next capture or forward move of a man: the plies, in
//!   `width` bytes.
//! * `metric` 4, a clock, in `width` bytes: 0 where the plies are those of the metric that the clock goes by, 1 where the
//!   winner cannot force the event, plies + 2 otherwise. The metric is `dtz` for a clock that waits for a move of a man,
//!   `dtw` in the scope of one that waits for the end of the game, otherwise `dtc`. So a rule that changes nothing takes no
//!   data.
//!
//! **Blocks.** The entries of a half are cut into blocks of the same number of entries, the last one shorter. A half
//! whose stored entries all have the same value has no blocks; the header holds the value. The word of a block is its
//! length in the lower 24 bits and its kind in the upper 8: 0 one value (which is the lower 24 bits; no data), 1
//! compressed, 2 plain. The checksum of a block is the XXH3-64 of its data; its seed is the
//! block's number, with codec 2 plus the XXH3-64 of the models, whose seed are the entries of a part. How many entries blocks
//! and parts have is up to who writes the file, as far as there are limits; a block has at most 1,048,576.
//!
//! **Codec 1** (version 1; no parts, the byte is 0). A compressed block is a zstd frame without its 4 magic bytes, made with
//! the dictionary if there is one.
//!
//! **Codec 2** (version 2). A block has parts of the same number of entries, at most 16,384, the last one shorter; each is decoded by itself.
//! A block begins with a byte, 1 or 2: so many bytes has the length of each part, which follow; then come the parts. A part
//! holds the values of its stored entries in the order of their numbers, each as a symbol of a range coder
//! (`range.rs`: bytes, highest first, as one number; beyond the end of the part there are zeros). How likely a symbol is depends
//! on the context, which is made of the values of its neighbours in the part: those that lie before it in the
//! [`Grid`](crate::index::Grid) of the half and differ by a step of one piece, in the directions in which kings move, or, where they
//! do not go far, straight to the side and back (`contexts.rs`).
//!
//! * The symbol of a value is the value. Its context is a number with mixed bases (`OF_VALUES`): for the axis along which rows go
//!   and before it for those that change slower, eight for each of the three nearest, whether a neighbour is won (4), drawn
//!   (2), lost (1); then the last value before this one, and the value that was there before it changed, both draws at the
//!   beginning.
//! * The symbol of a distance is its difference from the rounded mean of the neighbours that have the same value (where there is none,
//!   from the last distance with this value, 4 at the beginning), 31 more; 63 where that is not from 0 to 62 or was not foreseen, and then the
//!   distance follows in 16 bits of which nothing is known. Its context (`OF_DISTANCES`): whether it is a win; the mean on a scale
//!   of 16; how far the lowest and the highest of the neighbours are from it, 5 at most; how many they are, 4 at most; how far the
//!   last distance with this value is above it, from -3 to 3, 3 more.
//!
//! The models stand in place of the dictionary, as a zstd frame without its magic: for each half that has blocks a tree.
//! A tree is a fork or a leaf. A fork is a byte, the number of a part of the context counted from 1, another byte, and two
//! trees: for contexts where that part is below the byte, and for the others. A leaf is a 0, the number of its symbols, the symbols, the
//! likeliest first, and a byte for each but the first, n for a frequency of 2^(n/16) of 32768; the first has the rest.
//!
//! **Statistics.** A file of a clock begins with the definition of the clock, padded with zeros (128); one that was built
//! with another definition is not used. Of all entries of each half, captures included: wins, draws and losses (8 each). A distance file
//! goes on with the longest win in plies (2) and the lowest entry that has it (8), the same of losses (65535 and all
//! ones where there is none), then how many wins there are at 0, 1, 2, ... plies up to the longest (8 each), and the
//! same of losses. A file of a clock goes on with the number of wins that are draws under the rule with a fresh count and
//! the lowest entry that is one (8 each; 0 and all ones where there is none), and the same of losses; its histograms leave
//! out what cannot be forced.

mod block;
mod catalog;
mod codec;
mod contexts;
mod error;
mod files;
mod header;
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

pub(crate) use internals::{FilePool, Found, Held, Identity, Kept, Slot, Source, Table, build_options, table_of};

/// What the other crates of the project take: shapes that may change with any version.
#[allow(missing_docs)]
pub(crate) mod internals {
    pub use super::block::{Packing, VALUES_PER_BYTE};
    pub use super::catalog::table_of;
    pub use super::codec::{MAGIC, lengthen};
    pub use super::files::{kind, open_regular};
    pub use super::header::{Header, MOST_BLOCK_ENTRIES, MOST_PART_ENTRIES};
    pub use super::kept::Kept;
    pub use super::metric::build_options;
    pub use super::source::{FilePool, Held, Source};
    pub use super::table::{Found, Identity, Slot, Table, block_checksum, checksum};

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
