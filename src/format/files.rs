//! Opening files in folders of tables, where anything can have any name: links, pipes, devices, folders.
//!
//! The standard library has no name for the flags that make a single call of this, so the kind of a file is looked at before
//! it is opened, as opening a pipe waits for its other end, and once more when it is open, as another may have come between.

use std::fs::{self, File, FileType, Metadata};
use std::io;
use std::path::Path;

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

/// What a file is, if it is no regular one.
pub fn kind(of: FileType) -> Option<&'static str> {
    match of {
        _ if of.is_file() => None,
        _ if of.is_dir() => Some("a folder"),
        _ if of.is_symlink() => Some("a symbolic link"),
        _ => Some("a pipe, a socket or a device"),
    }
}
