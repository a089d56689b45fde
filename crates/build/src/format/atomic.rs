//! Writing a file so that it appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::files::{create_anew, ensure_own_or_none};
use super::{MANIFEST, table_of};

/// The end of the names of files that are being written.
const UNFINISHED: &str = ".unfinished";

/// The name under which a file is written before it gets its own.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(UNFINISHED);
    name.into()
}

/// A file that is on the disk under a name of its own, until it gets the one that it is meant to have. If it gets none, it is
/// removed.
#[derive(Debug)]
#[must_use = "it is removed if it gets no name"]
pub struct Unfinished<'p> {
    path: &'p Path,
    temporary: PathBuf,
}

impl<'p> Unfinished<'p> {
    /// Writes the file that is to have this path, and makes sure that it is on the disk. It takes the place of one that was
    /// left unfinished.
    ///
    /// # Errors
    /// Those of the system; nothing is left of the file then. [`io::ErrorKind::InvalidInput`] if a link or anything else
    /// that is no regular file has the name of the unfinished one: that stays as it is.
    pub fn write(path: &'p Path, bytes: &[u8]) -> io::Result<Unfinished<'p>> {
        let temporary = unfinished(path);
        let mut file = create_anew(&temporary).map_err(of_unfinished)?;
        // From here on it is removed if anything fails.
        let unfinished = Unfinished { path, temporary };
        // Whoever may not read the file that it replaces may not read this one.
        if let Ok(replaced) = fs::metadata(path) {
            file.set_permissions(replaced.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(unfinished)
    }

    /// Gives the file its name, in place of any file that has it.
    ///
    /// # Errors
    /// Those of the system; nothing is left of the file then.
    pub fn finish(self) -> io::Result<()> {
        fs::rename(&self.temporary, self.path)?;
        sync_directory(self.path.parent().unwrap_or(Path::new(".")))
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        // It is not there if it got its name, or could not be made: the first error is the one to report.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes a file under a name of its own, makes sure that it is on the disk, and then gives it its name.
///
/// # Errors
/// Those of the system; nothing is left of the file then.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("KvK.wdl");
/// petrov_build::format::write_atomically(&path, b"whole or not at all")?;
/// assert_eq!(std::fs::read(&path)?, b"whole or not at all");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Unfinished::write(path, bytes)?.finish()
}

/// Whoever reads the error knows the name of the finished file alone.
fn of_unfinished(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::InvalidInput => io::Error::new(
            error.kind(),
            format!("what has its name and {UNFINISHED} behind that is in the way: {error}"),
        ),
        _ => error,
    }
}

/// Makes sure early that a file with this path can be written: nothing but a regular file has the name of the unfinished one.
///
/// # Errors
/// As [`Unfinished::write`].
pub fn check_unfinished(path: &Path) -> io::Result<()> {
    ensure_own_or_none(&unfinished(path)).map_err(of_unfinished)
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

/// Removes what an interrupted program left unfinished in a directory: files of tables and of the manifest. Whatever else
/// has a name like that is not of its making and stays.
///
/// # Errors
/// Those of the system.
pub fn remove_unfinished(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        let finished = name.to_str().and_then(|name| name.strip_suffix(UNFINISHED));
        let ours = finished.is_some_and(|name| name == MANIFEST || table_of(name).is_some());
        if ours && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_left_unfinished_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["KvK.wdl.unfinished", "KKMvK.dtw.unfinished", "BLAKE3SUMS.unfinished"] {
            fs::write(directory.path().join(name), "half").unwrap();
        }
        let others = ["notes.unfinished", ".unfinished", "KQvK.wdl.unfinished", "KvK.wdl", "MvK.wdl.unfinished"];
        for name in others {
            fs::write(directory.path().join(name), "whole").unwrap();
        }
        let folders = ["KvM.wdl.unfinished", "folder.unfinished"];
        folders.iter().for_each(|name| fs::create_dir(directory.path().join(name)).unwrap());
        remove_unfinished(directory.path()).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        let mut expected = [&others[..], &folders].concat();
        expected.sort();
        assert_eq!(left, expected);
    }
}
