//! Texts that could be read in two ways: each pair of readings with what becomes of it, and random positions and moves
//! in every dialect, which are read back as themselves or refused, never as others.

#[path = "../cases/mod.rs"]
mod cases;
mod fens;
mod moves;
mod pairs;
