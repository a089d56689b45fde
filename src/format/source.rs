//! Where the bytes of a table come from: a file, or memory.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::Path;

/// Bytes that can be read at any place, by many threads at once.
#[derive(Debug)]
pub enum Source {
    /// A file, read with positioned reads: no memory is mapped, so a file that shrinks or fails while it is open gives
    /// an error and never a signal.
    File(File),
    /// Bytes in memory.
    Memory(Cow<'static, [u8]>),
}

impl Source {
    /// Opens a file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn open(path: &Path) -> io::Result<Source> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        Ok(Source::File(file))
    }

    /// The number of bytes.
    ///
    /// # Errors
    /// Those of the system.
    pub fn length(&self) -> io::Result<u64> {
        match self {
            Source::File(file) => Ok(file.metadata()?.len()),
            Source::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills the buffer with the bytes from this offset on.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::UnexpectedEof`] if there are not enough bytes.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Source::File(file) => read_file_at(file, offset, buffer),
            Source::Memory(bytes) => {
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let part = from.checked_add(buffer.len()).and_then(|to| bytes.get(from..to));
                buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

#[cfg(unix)]
fn read_file_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_file_at(file: &File, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    while !buffer.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[count..];
        offset += count as u64;
    }
    Ok(())
}
