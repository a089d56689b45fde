//! What whole tables say: the endings that draw rules rest on, and what each rule takes away.

mod limits;
mod road;
mod slowest;

pub use limits::{Limit, Place, Verdict, limits};
pub use road::{Class, Road, Tally, road};
