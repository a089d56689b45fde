//! Where the bytes of a table come from: a file, or memory.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::files::open_regular;

/// Bytes that can be read at any place, by many threads at once.
#[derive(Debug)]
pub enum Source {
    /// A file, read with positioned reads: no memory is mapped, so a file that shrinks or fails while it is open gives
    /// an error and never a signal.
    File(PooledFile),
    /// Bytes in memory.
    Memory(Cow<'static, [u8]>),
}

impl Source {
    /// A file that is opened when it is read, and closed when too many of its pool are open.
    pub fn open(path: &Path, pool: &Arc<FilePool>) -> Source {
        Source::File(PooledFile { path: path.to_owned(), pool: pool.clone(), handle: Arc::default() })
    }

    /// The number of bytes.
    ///
    /// # Errors
    /// Those of the system.
    pub fn length(&self) -> io::Result<u64> {
        self.hold()?.length()
    }

    /// What is read from it as long as it is held is of one file, whatever takes its name meanwhile.
    ///
    /// # Errors
    /// Those of the system.
    pub fn hold(&self) -> io::Result<Held<'_>> {
        match self {
            Source::File(file) => Ok(Held::File(file.handle()?)),
            Source::Memory(bytes) => Ok(Held::Memory(bytes)),
        }
    }

    /// What has the name of the file now, opened anew; `None` for bytes in memory.
    ///
    /// # Errors
    /// Those of the system.
    pub fn hold_anew(&self) -> Option<io::Result<Held<'static>>> {
        match self {
            Source::File(file) => Some(open_regular(&file.path).map(|file| Held::File(Arc::new(file)))),
            Source::Memory(_) => None,
        }
    }

    /// A file with the same name and the same pool that was opened anew just now.
    pub fn another(&self, held: &Held<'_>) -> Source {
        match self {
            Source::File(PooledFile { path, pool, .. }) => {
                let source = Source::open(path, pool);
                source.keep(held);
                source
            }
            Source::Memory(bytes) => Source::Memory(bytes.clone()),
        }
    }

    /// Reads from this file from now on, until the pool closes it.
    pub fn keep(&self, held: &Held<'_>) {
        if let (Source::File(file), Held::File(opened)) = (self, held) {
            file.keep(opened);
        }
    }
}

/// One open file, or bytes in memory.
#[derive(Clone, Debug)]
pub enum Held<'s> {
    /// A file that stays open.
    File(Arc<File>),
    /// Bytes.
    Memory(&'s [u8]),
}

impl Held<'_> {
    /// The number of bytes.
    pub fn length(&self) -> io::Result<u64> {
        match self {
            Held::File(file) => Ok(file.metadata()?.len()),
            Held::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills the buffer with the bytes from this offset on; [`io::ErrorKind::UnexpectedEof`] if there are not enough.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Held::File(file) => read_file_at(file, offset, buffer),
            Held::Memory(bytes) => {
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let part = from.checked_add(buffer.len()).and_then(|to| bytes.get(from..to));
                buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// A file handle that may be closed by the pool at any time between two reads.
type Handle = Arc<Mutex<Option<Arc<File>>>>;

/// A file of a pool. When it is opened again, its name may be that of another file, which the checksum of the next block tells.
#[derive(Debug)]
pub struct PooledFile {
    path: PathBuf,
    pool: Arc<FilePool>,
    handle: Handle,
}

impl PooledFile {
    fn handle(&self) -> io::Result<Arc<File>> {
        let mut handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &*handle {
            return Ok(file.clone());
        }
        let file = Arc::new(open_regular(&self.path)?);
        *handle = Some(file.clone());
        // Released before the pool closes another, which has to lock that one's handle.
        drop(handle);
        self.pool.opened(&self.handle);
        Ok(file)
    }

    fn keep(&self, file: &Arc<File>) {
        let mut handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = handle.replace(file.clone()).is_some();
        drop(handle);
        if !counted {
            self.pool.opened(&self.handle);
        }
    }
}

/// Keeps the number of open files within a limit: the one that was opened first is closed first.
#[derive(Debug)]
pub struct FilePool {
    most: usize,
    open: Mutex<VecDeque<Handle>>,
}

impl FilePool {
    /// A pool of at most `most` open files, at least one.
    pub fn new(most: usize) -> Arc<FilePool> {
        Arc::new(FilePool { most: most.max(1), open: Mutex::default() })
    }

    /// The number of files that are open.
    pub fn open_files(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn opened(&self, handle: &Handle) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.push_back(handle.clone());
        let too_many = open.len().saturating_sub(self.most);
        let closing: Vec<Handle> = open.drain(..too_many).collect();
        drop(open);
        for handle in closing {
            *handle.lock().unwrap_or_else(PoisonError::into_inner) = None;
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
