//! PDN, the text of games: every dialect is read, that of PDN 3.0 is written. Knows no rules: moves stay texts here.
//!
//! After the grammar of PDN 3.0 (W. Wesselink, edition of 2026-06-29) and what older programs write.

mod lexer;
mod reader;
mod writer;

pub use lexer::{PdnError, PdnErrorKind};
pub use reader::{Item, Record, Tag, read};
pub use writer::write;
