//! Files that this program keeps for itself in folders of tables, where anything can have their names.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use petrov::internals::format::kind;

/// Makes a file that is not there yet, in place of one that was left behind. No link is followed, and nothing but a regular
/// file is removed.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] if anything else has the name.
pub fn create_anew(path: &Path) -> io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            ensure_own(&fs::symlink_metadata(path)?)?;
            fs::remove_file(path)?;
            File::create_new(path)
        }
        file => file,
    }
}

/// Opens a file that this program keeps for itself, to be read and written; it is made if `create` says so. What is in it stays.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] if a link or anything else has the name.
pub fn open_own(path: &Path, create: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    if create {
        match options.clone().create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => return file,
        }
    }
    let seen = fs::symlink_metadata(path)?;
    ensure_own(&seen)?;
    let file = options.open(path)?;
    let opened = file.metadata()?;
    ensure_own(&opened)?;
    // Nothing has been written yet, so a link that came between has done no harm.
    if is_same(&seen, &opened) { Ok(file) } else { Err(io::Error::other("it was replaced just now; try again")) }
}

/// Removes a file that this program keeps for itself, if there is one. Whatever else has the name stays.
pub fn remove_own(path: &Path) {
    if is_own(path) {
        // If it stays, it does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Whether a regular file has this name: no link, nothing else.
pub fn is_own(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Makes sure that what has this name, if anything, is a regular file.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if it is not.
pub fn ensure_own_or_none(path: &Path) -> io::Result<()> {
    fs::symlink_metadata(path).map_or(Ok(()), |metadata| ensure_own(&metadata))
}

fn ensure_own(metadata: &Metadata) -> io::Result<()> {
    match kind(metadata.file_type()) {
        None => Ok(()),
        Some(kind) => {
            let message = format!("it is {kind}, where a file of this program belongs; remove it");
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}
