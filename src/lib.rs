//! Endgame tablebases for draughts: build them, prove them, and answer from them.
//!
//! A tablebase knows every position with few pieces: who wins it, how far the end is, and which move is best. This crate
//! has every two-player draughts game of kings and men ([`rules::GAMES`]), up to as many pieces as the memory of the machine
//! allows. This page is the manual in short; each part of it leads to the pages that say more.
//!
//! | what you want | where it is |
//! |---|---|
//! | the value of a position, within a search | [`Tablebase::probe_wdl_cached`], [`Tablebase::probe_wdl`] |
//! | the moves, the best first; the only one | [`Tablebase::moves`], [`best_move`](Tablebase::best_move), [`only_move`](Tablebase::only_move) |
//! | the line of best play | [`Tablebase::line`] |
//! | plies to the end, to a capture or promotion | [`Tablebase::probe`], [`probe_dtc`](Tablebase::probe_dtc), [`probe_dtz`](Tablebase::probe_dtz) |
//! | values and moves under draw rules that count moves | [`Tablebase::umpire`] |
//! | which tables are missing | [`Tablebase::missing_for`], [`ProbeError::Missing`] |
//! | positions and moves as text, legal moves | [`rules::Game`] |
//! | building tables, making them smaller | `solve::build`, `solve::compress` |
//! | proving them | `verify::verify` |
//!
//! # Probing
//!
//! [`Tablebase`] answers from finished tables. Those with two and three pieces of Russian draughts are part of the crate
//! (feature `embedded`), more come from folders. Captures are always followed, so every position of the material may be
//! asked for, and an answer is the true value or an error.
//!
//! ```
//! use petrov::{Tablebase, Value, rules};
//!
//! let game = rules::game("russian").ok_or("no such game")?;
//! let mut tablebase = Tablebase::new(game);
//! if std::path::Path::new("tables").is_dir() {
//!     tablebase.add_directory("tables")?;
//! }
//! let position = game.read_fen("W:WKa1,Kc1:Ba5")?;
//!
//! // In a search: never waits for the disk, and is `None` where it would have to.
//! if position.pieces() <= tablebase.max_pieces() {
//!     let known: Option<Value> = tablebase.probe_wdl_cached(&position)?;
//!     assert!(known.is_none_or(|value| value == Value::Win));
//! }
//! // At the root: all moves, the best first, with what each is worth to who makes it.
//! let moves = tablebase.moves(&position)?;
//! assert_eq!((game.move_text(&moves[0].mv).as_str(), moves[0].outcome.distance), ("a1-c3", Some(3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine with bitboards of its own fills in a [`Position`](board::Position): bit n of each set is square n, row by row
//! from the bottom left as White sees the board, and [`Notation::number`](board::Notation::number) tells the number that
//! the game gives a square. A part of a table that was read stays in memory, within
//! [`Options::cache_bytes`](probe::Options).
//!
//! # Distances
//!
//! A [`Value`] is for the side to move. An [`Outcome`] has the plies (half-moves) to the end as well, if the winner hurries
//! and the loser holds out; they are exact. Other [metrics](format::Metric) count to the next capture or promotion (`dtc`)
//! and to the next capture or forward move of a man (`dtz`).
//!
//! ```
//! # use petrov::{Tablebase, Value, rules};
//! # let game = rules::game("russian").unwrap();
//! # let mut tablebase = Tablebase::new(game);
//! # tablebase.add_directory("tables")?;
//! # let position = game.read_fen("W:WKa1,Kc1:Ba5")?;
//! assert_eq!(tablebase.probe(&position)?.distance, Some(3));
//! let line = tablebase.line(&position, 100)?;
//! let texts: Vec<String> = line.moves.iter().map(|rated| game.move_text(&rated.mv)).collect();
//! assert_eq!(texts, ["a1-c3", "a5-b4", "c3:a5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Draw rules
//!
//! Values and distances know nothing of rules such as "five moves without a capture are a draw". Those are
//! [clocks](rules::Clock) of a game; an [`Umpire`](probe::Umpire) judges positions and moves with the counts of a real
//! game, from tables of the clocks: [`Tablebase::umpire`].
//!
//! # Missing tables
//!
//! ```
//! # use petrov::{Tablebase, rules};
//! use petrov::ProbeError;
//!
//! let game = rules::game("russian").ok_or("no such game")?;
//! let tablebase = Tablebase::new(game);
//! match tablebase.probe_wdl(&game.start()) {
//!     Err(ProbeError::Material(why)) => println!("{why}"), // 24 pieces are more than any table has
//!     Err(error @ ProbeError::Missing { .. }) => println!("{error}"), // names all of them, and how to build them
//!     answer => panic!("{answer:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Building and proving
//!
//! With the feature `parallel`. A plan says what has to be built and how much memory that takes; building can be stopped,
//! and goes on where it was. A proof shares nothing with the solver but the rules of the game.
//!
//!
//! # Features
//!
//! | feature | default | what it adds | what it costs |
//! |---|---|---|---|
//! | `embedded` | yes | the tables of two and three pieces inside the library | 33 KB |
//!
//! For an engine: `petrov = { version = "0.1", default-features = false, features = ["embedded"] }`. What is left are small
//! libraries for checksums, decompression and shared memory; zstd is C and takes a C compiler.
//!
//! # Threads
//!
//! A [`Tablebase`] is `Send` and `Sync`: any number of threads may probe one at once, without a lock where what they ask for
//! is in memory. Folders are added before it is shared. There is no state outside of it, so a program may have many.
//!
//! # Errors
//!
//! Errors are enums or structs with a [`Display`](std::fmt::Display) that is a sentence for users, with the place and the
//! remedy. Nothing that comes from outside (files, texts, positions) makes a function panic; where a caller can break a
//! promise, the page of the function has a part "Panics".
//!
//! # Files
//!
//! One file for each material and metric, such as `tables/russian/KKvM.dtw`, with checksums of every block; the names of
//! the folders are the [ids of the games](rules::Game). The [format](mod@format) is specified to the byte. Files are read
//! with positioned reads, never mapped, and a damaged one is an error that names it.
//!
//! # What stays
//!
//! Versions follow semantic versioning for all that these pages show; what will grow is `non_exhaustive`, so make it with
//! `new` or `default` and the functions `with_...`. [`Game`](rules::Game), [`Rules`](rules::Rules) and
//! [`Clock`](rules::Clock), which you may fill in yourself, get new fields only with a version that may break; take the
//! rest of them from a game that is there (`..*Russian::GAME`). What these pages hide, the module `internals` for the
//! other crates of this repository and their tests, may change at any time.
//!
//! # Rooms
//!
//! [`board`] squares, positions and notation; [`rules`] the games; [`index`] numbers of positions; [`format`](mod@format)
//! reads files; [`probe`] answers. Building, proving and studying tables, the program, the Hub engine and the libraries for
//! C and Python are crates of their own beside this one.
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

mod allocation;
pub mod board;
pub mod format;
pub mod index;
pub mod probe;
pub mod rules;
mod short;

pub use probe::{Outcome, ProbeError, Tablebase, Value};

/// What the builder, the program and the tests of this repository take beside the rest: it may change with any version.
#[doc(hidden)]
pub mod internals {
    pub mod allocation {
        pub use crate::allocation::*;
    }

    pub mod short {
        pub use crate::short::*;
    }

    pub mod board {
        pub use crate::board::internals::*;
        pub use crate::board::*;

        pub mod cpu {
            pub use crate::board::cpu::*;
        }
    }

    pub mod format {
        pub use crate::format::internals::*;
        pub use crate::format::*;
    }

    pub mod index {
        pub use crate::index::internals::*;
        pub use crate::index::*;
    }

    pub mod probe {
        pub use crate::probe::internals::*;
        pub use crate::probe::*;
    }

    pub mod rules {
        pub use crate::rules::internals::*;
        pub use crate::rules::*;
    }
}
