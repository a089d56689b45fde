//! The games: one constant each.

pub mod english;
pub mod international;
pub mod pool;
pub mod russian;
pub mod spanish;
pub mod turkish;
