//! Writing a file so that it appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The end of the names of files that are being written.
const UNFINISHED: &str = ".unfinished";

/// The name under which a file is written before it gets its own.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(UNFINISHED);
    name.into()
}

/// Writes a file under a name of its own, makes sure that it is on the disk, and then gives it its name.
///
/// # Errors
/// Those of the system; nothing is left of the file then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = unfinished(path);
    let written = write_synced(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = written {
        // It may not exist; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    sync_directory(path.parent().unwrap_or(Path::new(".")))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    // The new name is an entry of the directory, which has to reach the disk as well.
    File::open(if directory.as_os_str().is_empty() { Path::new(".") } else { directory })?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what an interrupted program left unfinished in a directory.
///
/// # Errors
/// Those of the system.
pub fn remove_unfinished(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.as_os_str().to_string_lossy().ends_with(UNFINISHED) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
