//! A table in use, and what becomes of it when another file takes the place of its own.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwapOption;

use super::cache::MOST_TABLES;
use crate::format::{Found, Held, Identity, Statistics, Table, TableError, TableErrorKind};

/// A file of a table, and the number under which its parts are cached: no other file has it, so that what is cached of one
/// never stands for a part of another, which may be cut differently.
#[derive(Debug)]
pub struct Numbered {
    pub(crate) number: u32,
    pub(crate) table: Table,
}

/// The numbers of files.
#[derive(Debug, Default)]
pub(crate) struct Numbers(AtomicU32);

impl Numbers {
    /// A number that no other file has; `None` if there are no more.
    pub(crate) fn next(&self) -> Option<u32> {
        let next = |number: u32| (number < MOST_TABLES).then(|| number + 1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()
    }
}

/// A table that was opened. A file that has been replaced is noticed when a block of it cannot be read: the checksums of blocks tell.
#[derive(Debug)]
pub struct Opened {
    first: Numbered,
    /// Beside the first, which most tables keep: they need not look any further.
    replaced: AtomicBool,
    latest: ArcSwapOption<Numbered>,
    /// Held while the file is looked at again: one thread does it for all.
    looking: Mutex<()>,
}

/// The file of a table at the moment.
#[derive(Debug)]
pub(crate) enum Current<'o> {
    First(&'o Numbered),
    Later(Arc<Numbered>),
}

impl Deref for Current<'_> {
    type Target = Numbered;

    #[inline]
    fn deref(&self) -> &Numbered {
        match self {
            Current::First(file) => file,
            Current::Later(file) => file,
        }
    }
}

impl Opened {
    pub(crate) fn new(number: u32, table: Table) -> Opened {
        let first = Numbered { number, table };
        Opened { first, replaced: AtomicBool::new(false), latest: ArcSwapOption::empty(), looking: Mutex::new(()) }
    }

    /// The file that was opened first, unless it has been replaced.
    #[inline(always)]
    pub(crate) fn unreplaced(&self) -> Option<&Numbered> {
        if self.replaced.load(Ordering::Acquire) { None } else { Some(&self.first) }
    }

    /// The file that is read at the moment.
    #[inline]
    pub(crate) fn current(&self) -> Current<'_> {
        match self.unreplaced() {
            Some(first) => Current::First(first),
            None => self.latest.load_full().map_or(Current::First(&self.first), Current::Later),
        }
    }

    /// Looks at the file again, after something could not be read for this reason. What is read of the returned file
    /// while it is held cannot fail because it has been replaced.
    ///
    /// # Errors
    /// The reason, if the file cannot be another one; those of opening it.
    pub(crate) fn look_again(
        &self,
        wanted: &Identity<'_>,
        numbers: &Numbers,
        reason: TableError,
    ) -> Result<(Current<'_>, Held<'static>), TableError> {
        let _alone = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have done it meanwhile, and another file may have come since.
        let current = self.current();
        match current.table.look_again(wanted) {
            None => Err(reason),
            Some(Err(error)) => Err(error),
            Some(Ok(Found::Same(held))) => Ok((current, held)),
            Some(Ok(Found::Another(table, held))) => {
                let number = numbers.next().ok_or_else(|| none_left(table.path()))?;
                let file = Arc::new(Numbered { number, table: *table });
                self.latest.store(Some(file.clone()));
                self.replaced.store(true, Ordering::Release);
                Ok((Current::Later(file), held))
            }
        }
    }

    /// The statistics of each half, which all files of the table share.
    pub fn statistics(&self) -> &[Statistics] {
        &self.first.table.header().statistics
    }

    /// What errors call the file.
    pub fn path(&self) -> &str {
        self.first.table.path()
    }

    /// Checks that this table of distances can be of the same build as that table of values.
    pub(crate) fn ensure_same_build(table: &Table, values: &Opened) -> Result<(), TableError> {
        table.check_belongs_to(&values.first.table)
    }
}

/// There are no numbers left for more files.
pub(crate) fn none_left(path: &str) -> TableError {
    let error = std::io::Error::other("files were replaced too often while this program used them: start it again");
    TableError { path: path.to_owned(), kind: TableErrorKind::Io(error) }
}
