//! PDN, the text of games: every dialect is read, that of PDN 3.0 is written. Knows no rules: moves stay texts here.
//!
//! After the grammar of PDN 3.0 (W. Wesselink, edition of 2026-06-29) and what older programs write: comments behind `;`,
//! stars for only moves, numbers without dots, quotes without backslashes, texts in Latin-1.

mod error;
mod letters;
mod lexer;
mod piece;
mod reader;
mod record;
mod skip;
mod writer;

pub use error::{PdnError, PdnErrorKind};
pub use piece::{Content, Piece};
pub use reader::{Reader, read};
pub use record::{Item, Record, Tag};
pub use writer::write;

/// Whether a text is one of those with which a game ends, as `1-0` or `*`.
pub fn is_result(text: &str) -> bool {
    lexer::RESULTS.contains(&text)
}
