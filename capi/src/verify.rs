//! Proving tables.

use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::size_of;
use std::primitive::usize as size_t;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use petrov_build::verify::{Event, Progress, Task, VerifyError, verify};

use super::arguments::{size_of_struct, write_sized};
use super::code::{Failure, PETROV_INTERNAL, PETROV_IO, PETROV_MISSING_TABLE, PETROV_OK, PETROV_STOPPED, call};
use super::open::{folders, game};

/// Told of what is verified: a sentence, and the positions proved so far. If it returns another number than 0, the
/// verification stops. It may be called by any thread, but never by two at once; it must return, not throw or jump away, and not
/// call petrov_verify().
pub type petrov_verify_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, message: *const c_char, proved: u64) -> c_int>;

/// The result of a verification.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct petrov_verify_report {
    /// The size of this structure. Set it before the call.
    pub struct_size: size_t,
    /// Tables that were verified.
    pub tables: u64,
    /// Positions proved.
    pub entries: u64,
    /// What is wrong; 0 if everything is right. The callback was told what.
    pub findings: u64,
}

/// The size of the first version of the report.
const FIRST_REPORT: size_t = size_of::<petrov_verify_report>();

/// The callback with what belongs to it, for all threads.
struct Listener {
    callback: petrov_verify_callback,
    user: *mut c_void,
}

// SAFETY: the pointer is never followed here, and the callback is only called under a lock.
unsafe impl Send for Listener {}

impl Listener {
    /// Whether it is to stop.
    fn tell(&self, message: String, proved: u64) -> bool {
        let Some(callback) = self.callback else { return false };
        let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
        // SAFETY: who gave the callback promises that it may be called so.
        unsafe { callback(self.user, message.as_ptr(), proved) != 0 }
    }
}

/// Verifies all tables of a game in some folders, and those inside the library that no folder has, on so many threads (0: all processors): the checksums of all files, and
/// unless `checksums_only` is 1 also that every value is what the moves of its position say. PETROV_OK if it came to its end,
/// also where something is wrong: see `findings`.
///
/// # Safety
/// `game` and `paths` are texts, `report` points to a report, and the callback may be called with `user` by any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_verify(
    game: *const c_char,
    paths: *const c_char,
    threads: c_int,
    checksums_only: c_int,
    callback: petrov_verify_callback,
    user: *mut c_void,
    report: *mut petrov_verify_report,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (game, folders, size) =
            unsafe { (self::game(game)?, self::folders(paths)?, size_of_struct(report, FIRST_REPORT, "report")?) };
        if threads < 0 || !(0..=1).contains(&checksums_only) {
            return Err(Failure::argument("threads must not be below 0, and checksums_only must be 0 or 1"));
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = usize::try_from(threads).ok().filter(|&threads| threads > 0).unwrap_or(processors).min(1024);
        let task = Task::new([]).with_checksums_only(checksums_only != 0).with_threads(threads);
        let progress = Progress::default();
        let listener = std::sync::Mutex::new(Listener { callback, user });
        let stopped = AtomicBool::new(false);
        let observe = |event: Event<'_>| {
            let message = match event {
                Event::Checked(material) => format!("{material}: checksums are right"),
                Event::Proved(material, entries) => format!("{material}: {entries} entries proved"),
                Event::Found(finding) => finding.to_string(),
            };
            let listener = listener.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if !stopped.load(Relaxed) && listener.tell(message, progress.proved.load(Relaxed)) {
                stopped.store(true, Relaxed);
                progress.stop.store(true, Relaxed);
            }
        };
        let verified = verify(game, &folders, &task, &progress, &observe).map_err(failure)?;
        if verified.tables == 0 && verified.findings.is_empty() {
            let message = format!("there are no tables of {} to verify", game.title);
            return Err(Failure::new(PETROV_MISSING_TABLE, message));
        }
        let result = petrov_verify_report {
            struct_size: size,
            tables: verified.tables,
            entries: verified.entries,
            findings: verified.findings.len() as u64,
        };
        // SAFETY: as the caller promises.
        unsafe { write_sized(report, FIRST_REPORT, result, "report") }?;
        Ok(PETROV_OK)
    })
}

fn failure(error: VerifyError) -> Failure {
    match error {
        VerifyError::Stopped => Failure::new(PETROV_STOPPED, "stopped by the callback"),
        VerifyError::Probe(error) => error.into(),
        VerifyError::Io { path, source } => {
            Failure::new(PETROV_IO, format!("{}: {source}", petrov_core::internals::short::path(&path)))
        }
        VerifyError::Threads(why) => Failure::new(PETROV_IO, format!("the threads could not be started: {why}")),
        _ => Failure::new(PETROV_INTERNAL, "an unknown kind of error"),
    }
}
