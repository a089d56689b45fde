//! The Hub protocol, by which a graphical program talks with an engine: lines of words on standard input and output. After the
//! description that comes with Scan, version 2; what it leaves open for other boards than 10x10 is said at [`squares`].
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

mod grammar;
pub mod play;
mod session;
pub mod squares;

pub use grammar::{Command, GrammarError, Words};
pub use session::{Ended, Session};
