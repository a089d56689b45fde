//! What one who thinks and one who reads share: the output, and the signs to stop.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::grammar::Words;

/// What one who thinks and one who reads share.
pub(super) struct Shared<W> {
    out: Mutex<W>,
    pub(super) stop: AtomicBool,
    /// Nobody wants to hear the move that was found.
    pub(super) dropped: AtomicBool,
}

impl<W> Shared<W> {
    /// Nobody is to stop yet.
    pub(super) fn new(out: W) -> Shared<W> {
        Shared { out: Mutex::new(out), stop: AtomicBool::new(false), dropped: AtomicBool::new(false) }
    }
}

impl<W: Write> Shared<W> {
    pub(super) fn say(&self, line: impl std::fmt::Display) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let said = writeln!(out, "{line}").and_then(|()| out.flush());
        if said.is_err() {
            // Nobody hears what is thought of.
            self.stop.store(true, Relaxed);
        }
        said
    }

    pub(super) fn error(&self, message: impl std::fmt::Display) -> io::Result<()> {
        self.say(Words::new("error").with("message", message))
    }
}

/// Stops a search when the session ends, however it does.
pub(super) struct Stop<'a>(pub(super) &'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
