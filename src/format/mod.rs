//! The file of a table, format version 1.
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
//! | halves (1)  | constant value or 0xFF of each half (2) | 0 (1)|
//! | game, padded with zeros (48)                                 |
//! | kings and men of the first side, then of the second (4)      |
//! | entries of a half (8)                                        |
//! | entries of a block (4)        | blocks of the file (4)       |
//! | bytes of the dictionary (4)   | bytes of the statistics (4)  |
//! | bytes of the data (8)                                        |
//! +--------------------------------------------------------------+
//! | statistics                                                   |
//! | dictionary                                                   |
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
//! **What is stored.** Entries where the mover must capture are not: the prober resolves them by search. Their slots
//! hold anything, here the value of the slot before, as that costs least; the first slots of a block hold the value of
//! its first entry that is stored. In a distance file the same goes for draws.
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
//! compressed, 2 plain. `codec` 1: a compressed block is a zstd frame without its 4 magic bytes, made with the
//! dictionary if there is one. The checksum of a block is the XXH3-64 of its data with the block's number as seed.
//!
//! **Statistics.** A file of a clock begins with the definition of the clock, padded with zeros (128); one that was built
//! with another definition is not used. Of all entries of each half, captures included: wins, draws and losses (8 each). A distance file
//! goes on with the longest win in plies (2) and the lowest entry that has it (8), the same of losses (65535 and all
//! ones where there is none), then how many wins there are at 0, 1, 2, ... plies up to the longest (8 each), and the
//! same of losses. A file of a clock goes on with the number of wins that are draws under the rule with a fresh count and
//! the lowest entry that is one (8 each; 0 and all ones where there is none), and the same of losses; its histograms leave
//! out what cannot be forced.

mod atomic;
mod block;
mod catalog;
mod codec;
mod error;
mod header;
#[cfg(feature = "parallel")]
mod manifest;
mod metric;
mod source;
mod statistics;
mod table;
#[cfg(feature = "parallel")]
mod writer;

pub use atomic::{remove_unfinished, write_atomically};
pub use block::Packing;
pub use catalog::{Catalog, file_name, game_folder, table_of};
pub use error::{TableError, TableErrorKind};
pub use header::Header;
#[cfg(feature = "parallel")]
pub use manifest::{MANIFEST, Manifest, sum_of, sum_of_file};
pub use metric::{ClockName, Metric, build_options};
pub use source::{FilePool, Source};
pub use statistics::{Longest, Statistics, Taken};
pub use table::{Identity, Slot, Table};
#[cfg(feature = "parallel")]
pub use writer::{Content, Values, encode};

/// The newest version that is read and the one that is written.
pub const VERSION: u16 = 1;
