//! The command line program: parse, run, exit code.

use std::process::ExitCode;

use petrov::cli;

/// What must be looked at before the standard library gets ready to call `main`: it opens `/dev/null` in place of a standard
/// output that is closed, and all that is written would be lost without an error.
#[cfg(unix)]
mod before_main {
    use std::ffi::c_int;
    use std::sync::atomic::Ordering::Relaxed;

    // SAFETY: POSIX declares it so, and it takes any numbers.
    unsafe extern "C" {
        safe fn dup2(from: c_int, to: c_int) -> c_int;
    }

    const STANDARD_OUTPUT: c_int = 1;

    // SAFETY: the system calls the functions in this place, one after the other, before `main`. This one needs nothing of the
    // standard library but an atomic.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // Copied to itself, an open file stays as it is, and a closed one is an error.
        petrov::cli::WAS_CLOSED.store(dup2(STANDARD_OUTPUT, STANDARD_OUTPUT) < 0, Relaxed);
    }
}

fn main() -> ExitCode {
    match cli::parse().and_then(cli::run) {
        Ok(finish) => finish.into(),
        Err(failure) => failure.report(),
    }
}
