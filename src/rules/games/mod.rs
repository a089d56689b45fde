//! The games: one constant each.

mod clocks;
pub mod english;
pub mod international;
pub mod pool;
pub mod russian;
pub mod spanish;
pub mod turkish;
