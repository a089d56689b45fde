//! The standard output, and whether there is one.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether the program was started with its standard output closed. Before `main`, Rust puts an empty device in its place,
/// which takes everything without an error; so this must be found out earlier.
pub static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Makes sure that there is a standard output.
///
/// # Errors
/// If the program was started without one.
pub(super) fn ensure_open() -> io::Result<()> {
    if WAS_CLOSED.load(Relaxed) {
        Err(io::Error::other("it is closed; redirect it to a file or to /dev/null"))
    } else {
        Ok(())
    }
}

/// The standard output.
pub(super) struct Output<W>(pub(super) W);

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        ensure_open()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
