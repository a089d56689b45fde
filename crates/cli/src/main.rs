//! The command line program: parse, run, exit code.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::process::ExitCode;

use petrov::internals::allocation;
use petrov_cli::cli;

/// The memory of the system. Where it is refused and whoever asked cannot do without, the program ends with a sentence;
/// Rust would abort it.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

// SAFETY: the system does it all; what is null stays so, or nothing comes back.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[inline]
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !allocation::may_be_refused() {
        end_without_memory();
    }
    memory
}

#[cold]
fn end_without_memory() -> ! {
    const SENTENCE: &[u8] =
        b"petrov: there is not enough memory: free some, lift the limit of the system (ulimit -v), or \
        allow less with --memory and --threads\n";
    // Nothing here takes memory. What was begun is left as after a crash: files have their names only when they are whole.
    let _ = std::io::stderr().write_all(SENTENCE);
    std::process::exit(2)
}

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
        petrov_cli::cli::WAS_CLOSED.store(dup2(STANDARD_OUTPUT, STANDARD_OUTPUT) < 0, Relaxed);
    }
}

fn main() -> ExitCode {
    match cli::parse().and_then(cli::run) {
        Ok(finish) => finish.into(),
        Err(failure) => failure.report(),
    }
}
