//! Ctrl-C and requests to terminate: once to stop cleanly, twice to stop at once.

use std::sync::Arc;

use super::failure::{Failure, INTERRUPTED};
use super::meter::Meter;

/// Calls `stop` on the first Ctrl-C, and ends the program on the second.
///
/// # Errors
/// If the system does not let a program do so.
pub(super) fn on_interrupt(meter: Arc<Meter>, stop: impl Fn() + Send + 'static) -> Result<(), Failure> {
    let mut stopping = false;
    let handler = move || {
        if stopping {
            std::process::exit(INTERRUPTED.into());
        }
        stopping = true;
        stop();
        meter.note("stopping; press Ctrl-C again to stop at once");
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::new(format!("Ctrl-C cannot be watched for: {error}")))
}
