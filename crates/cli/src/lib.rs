//! What the program `petrov` is made of: its verbs, and the texts and protocols that they speak.
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

#[doc(hidden)]
pub mod cli;
pub mod pdn;
