//! Codes, and what went wrong.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use petrov_build::command::with_remedy;
use petrov_core::format::TableErrorKind;
use petrov_core::probe::ProbeError;

/// It worked.
pub const PETROV_OK: c_int = 0;
/// Win of the side to move.
pub const PETROV_WIN: c_int = 1;
/// Loss of the side to move.
pub const PETROV_LOSS: c_int = 2;
/// Draw.
pub const PETROV_DRAW: c_int = 3;
/// A win on the board that a draw rule takes away.
pub const PETROV_CURSED_WIN: c_int = 4;
/// A loss on the board that a draw rule makes a draw.
pub const PETROV_BLESSED_LOSS: c_int = 5;
/// Not in memory, where nothing was to be read.
pub const PETROV_NOT_IN_CACHE: c_int = -1;
/// A table is missing.
pub const PETROV_MISSING_TABLE: c_int = -2;
/// An argument is wrong: a null pointer, an unknown name, text that is not UTF-8.
pub const PETROV_INVALID_ARGUMENT: c_int = -3;
/// The position is none: pieces on one square, off the board, or men on their last row.
pub const PETROV_INVALID_POSITION: c_int = -4;
/// A text is no FEN or no legal move.
pub const PETROV_INVALID_TEXT: c_int = -5;
/// No table can have so many pieces.
pub const PETROV_TOO_MANY_PIECES: c_int = -6;
/// A table is damaged, of another game, or newer than this library.
pub const PETROV_DAMAGED_TABLE: c_int = -7;
/// A file or folder cannot be read.
pub const PETROV_IO: c_int = -8;
/// A buffer is too small for the answer.
pub const PETROV_BUFFER_TOO_SMALL: c_int = -9;
/// Tables contradict each other: one is wrong.
pub const PETROV_CONTRADICTION: c_int = -10;
/// The side to move must capture, and the values of such positions are not stored.
pub const PETROV_CAPTURE: c_int = -11;
/// It was stopped by the callback.
pub const PETROV_STOPPED: c_int = -12;
/// A bug in the library. Please report it.
pub const PETROV_INTERNAL: c_int = -13;

/// Codes and what they mean.
const MEANINGS: [(c_int, &CStr); 20] = [
    (PETROV_OK, c"it worked"),
    (PETROV_WIN, c"win"),
    (PETROV_LOSS, c"loss"),
    (PETROV_DRAW, c"draw"),
    (PETROV_CURSED_WIN, c"a win that a draw rule takes away"),
    (PETROV_BLESSED_LOSS, c"a loss that a draw rule makes a draw"),
    (PETROV_NOT_IN_CACHE, c"not in memory"),
    (PETROV_MISSING_TABLE, c"a table is missing"),
    (PETROV_INVALID_ARGUMENT, c"an argument is wrong"),
    (PETROV_INVALID_POSITION, c"that is no position"),
    (PETROV_INVALID_TEXT, c"the text is no FEN or no legal move"),
    (PETROV_TOO_MANY_PIECES, c"no table can have so many pieces"),
    (PETROV_DAMAGED_TABLE, c"a table is damaged, of another game, or newer than this library"),
    (PETROV_IO, c"a file or folder cannot be read"),
    (PETROV_BUFFER_TOO_SMALL, c"a buffer is too small"),
    (PETROV_CONTRADICTION, c"tables contradict each other"),
    (PETROV_CAPTURE, c"the side to move must capture, and such values are not stored"),
    (PETROV_STOPPED, c"stopped"),
    (PETROV_INTERNAL, c"a bug in the library"),
    (c_int::MIN, c"no code of this library"),
];

/// Why a call failed: its code, and a sentence.
#[derive(Debug)]
pub(crate) struct Failure {
    code: c_int,
    message: String,
}

impl Failure {
    pub(crate) fn new(code: c_int, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Failure {
        Failure::new(PETROV_INVALID_ARGUMENT, message)
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        let code = match &error {
            ProbeError::Missing { .. } => PETROV_MISSING_TABLE,
            ProbeError::Material(_) => PETROV_TOO_MANY_PIECES,
            ProbeError::Position(_) => PETROV_INVALID_POSITION,
            ProbeError::Table(error) => code_of(&error.kind),
            ProbeError::Contradiction { .. } => PETROV_CONTRADICTION,
            ProbeError::Capture => PETROV_CAPTURE,
            _ => PETROV_INTERNAL,
        };
        Failure::new(code, with_remedy(&error))
    }
}

pub(crate) fn code_of(kind: &TableErrorKind) -> c_int {
    if let TableErrorKind::Io(_) = kind { PETROV_IO } else { PETROV_DAMAGED_TABLE }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Does the work of a call: its code, also where it fails or panics.
pub(crate) fn call(work: impl FnOnce() -> Result<c_int, Failure>) -> c_int {
    let done = catch_unwind(AssertUnwindSafe(work));
    let failure = match done {
        Ok(Ok(code)) => return code,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            Failure::new(PETROV_INTERNAL, format!("a bug in petrov, please report it: {text}"))
        }
    };
    let message = failure.message.replace('\0', " ");
    // A thread that is about to end may have no place for it any more; the code says the rest.
    let _ = LAST.try_with(|last| *last.borrow_mut() = CString::new(message).unwrap_or_default());
    failure.code
}

/// What a code means, in a few words. The text lasts as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn petrov_strerror(code: c_int) -> *const c_char {
    let known = MEANINGS.iter().find(|(known, _)| *known == code);
    known.unwrap_or(&MEANINGS[MEANINGS.len() - 1]).1.as_ptr()
}

/// What went wrong in the last call of this thread that failed: one sentence that names file, square or column; empty if
/// none did. The text lasts until the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn petrov_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last() -> String {
        // SAFETY: the text lasts until the next failure of this thread.
        unsafe { CStr::from_ptr(petrov_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_does_not_cross_the_boundary() {
        assert_eq!(last(), "");
        assert_eq!(call(|| panic!("square {}", 99)), PETROV_INTERNAL);
        assert!(last().ends_with("square 99"), "{}", last());
        assert_eq!(call(|| std::panic::panic_any(7)), PETROV_INTERNAL);
        assert!(last().ends_with("a panic"), "{}", last());
        assert_eq!(call(|| Err(Failure::argument("a\0b"))), PETROV_INVALID_ARGUMENT);
        assert_eq!(last(), "a b");
        assert_eq!(call(|| Ok(PETROV_WIN)), PETROV_WIN);
        assert_eq!(last(), "a b", "only a failure changes it");
        // Other threads have their own.
        std::thread::spawn(|| assert_eq!(last(), "")).join().unwrap();
    }
}
