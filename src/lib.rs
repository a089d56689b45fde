//! Endgame tablebases for draughts: build them, prove them, and answer from them.
//!
//! A tablebase knows every position with few pieces: who wins it, how far the end is, and which move is best. This crate
//! has every two-player draughts game of kings and men ([`rules::GAMES`]), up to as many pieces as the memory of the machine
//! allows.
//!
//! # Probing
//!
//! [`Tablebase`] answers from finished tables. Those with two and three pieces of Russian draughts are part of the crate
//! (feature `embedded`), more come from folders.
//!
//! ```
//! use petrov::{Tablebase, Value, rules};
//!
//! let game = rules::game("russian").ok_or("no such game")?;
//! let mut tablebase = Tablebase::new(game);
//! if std::path::Path::new("tables").is_dir() {
//!     tablebase.add_directory("tables")?;
//! }
//! let position = game.read_fen("W:WKb8,Kd8:BKg1")?;
//! let outcome = tablebase.probe(&position)?;
//! assert_eq!(outcome.value, Value::Draw);
//! for rated in tablebase.moves(&position)? {
//!     println!("{} {}", game.move_text(&rated.mv), rated.outcome.value.name());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds | what it costs |
//! |---|---|---|---|
//! | `embedded` | yes | the tables of two and three pieces inside the library | 33 KB |
//! | `parallel` | with `cli` | building and proving tables (`solve`, `verify`) | rayon, blake3 |
//! | `cli` | yes | the program `petrov` | clap, indicatif, serde_json, ctrlc |
//!
//! For an engine: `petrov = { version = "0.1", default-features = false, features = ["embedded"] }`.
//!
//! # Rooms
//!
//! [`board`] squares, positions and notation; [`rules`] the games; [`index`] numbers of positions; `solve` builds;
//! [`format`](mod@format) the files; [`probe`] answers; `verify` proves; `study` says what whole tables tell; [`play`] finds a
//! move and [`hub`] speaks for it; [`pdn`] reads and writes games.
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod format;
pub mod hub;
pub mod index;
pub mod pdn;
pub mod play;
pub mod probe;
pub mod rules;
#[cfg(feature = "parallel")]
pub mod solve;
#[cfg(feature = "parallel")]
pub mod study;
#[cfg(feature = "parallel")]
mod threads;
#[cfg(feature = "parallel")]
pub mod verify;

pub use probe::{Outcome, ProbeError, Tablebase, Value};

/// The Rust code of the README is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
