//! The folder in which tables are written: taken by one program at a time.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::error::BuildError;
use crate::format::{MANIFEST, Manifest, open_own};

/// The file that is locked.
const LOCK: &str = ".lock";

/// What turns an error of the system with this file or folder into one of a build.
pub(super) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> BuildError + '_ {
    move |source| BuildError::Io { path: path.to_owned(), source }
}

/// The manifest of a folder.
pub(super) fn read_manifest(folder: &Path) -> Result<Manifest, BuildError> {
    Manifest::read(folder).map_err(io_error(&folder.join(MANIFEST)))
}

/// Takes the folder for this program alone, if no other has it and it can be written; the lock ends with the file.
pub(super) fn lock_if_free(folder: &Path) -> Option<File> {
    open_own(&folder.join(LOCK), true).ok().filter(|file| file.try_lock().is_ok())
}

/// Takes the folder for this program alone; the lock ends with the file. If another program has it, `waiting` is called once.
pub(super) fn lock(folder: &Path, stop: &AtomicBool, waiting: &dyn Fn()) -> Result<File, BuildError> {
    let path = folder.join(LOCK);
    let file = open_own(&path, true).map_err(io_error(&path))?;
    let mut waits = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(io_error(&path)(error)),
        }
        if !waits {
            waiting();
            waits = true;
        }
        std::thread::sleep(Duration::from_millis(100));
        if stop.load(Relaxed) {
            return Err(BuildError::Stopped);
        }
    }
}
