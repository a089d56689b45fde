//! Opening files in folders of tables, where anything can have any name: links, pipes, devices, folders.
//!
//! The standard library has no name for the flags that make a single call of this, so the kind of a file is looked at before
//! it is opened, as opening a pipe waits for its other end, and once more when it is open, as another may have come between.

use std::fs::{self, File, FileType, Metadata};
use std::io;
use std::path::Path;

#[cfg(feature = "parallel")]
use std::fs::OpenOptions;

/// Opens a regular file, or a link to one, to be read.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] if it is anything else, which is not waited for.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let ensure = |metadata: Metadata| match kind(metadata.file_type()) {
        None => Ok(()),
        Some(kind) => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {kind}, not a regular file"))),
    };
    ensure(fs::metadata(path)?)?;
    let file = File::open(path)?;
    ensure(file.metadata()?)?;
    Ok(file)
}

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
#[cfg(feature = "parallel")]
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
#[cfg(feature = "parallel")]
pub fn remove_own(path: &Path) {
    if is_own(path) {
        // If it stays, it does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Whether a regular file has this name: no link, nothing else.
#[cfg(feature = "parallel")]
pub fn is_own(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Makes sure that what has this name, if anything, is a regular file.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if it is not.
#[cfg(feature = "parallel")]
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

/// What a file is, if it is no regular one.
fn kind(of: FileType) -> Option<&'static str> {
    match of {
        _ if of.is_file() => None,
        _ if of.is_dir() => Some("a folder"),
        _ if of.is_symlink() => Some("a symbolic link"),
        _ => Some("a pipe, a socket or a device"),
    }
}

#[cfg(all(unix, feature = "parallel"))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(all(not(unix), feature = "parallel"))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}
