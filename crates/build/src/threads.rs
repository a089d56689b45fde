//! Threads, and work shared by them. Everything here is compiled once, and not for each game that uses it.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Does something on so many threads: the functions below, called by it, use them.
///
/// # Errors
/// If the threads could not be started: why.
pub(crate) fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(|error| error.to_string())?.install(work))
}

/// How many threads the machine runs at once.
pub(crate) fn all() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The threads that work is shared by.
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
}

/// Does all tasks, each on a thread of its own as far as there are threads.
pub(crate) fn each(tasks: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..tasks).into_par_iter().with_max_len(1).for_each(work);
}

/// Does all tasks; their results in order, or an error of one of them, after which others are left out.
pub(crate) fn try_map<T: Send, E: Send>(tasks: u64, work: &(dyn Fn(u64) -> Result<T, E> + Sync)) -> Result<Vec<T>, E> {
    (0..tasks).into_par_iter().map(work).collect()
}

/// Does all tasks; their results merged in order. Without a task there is `none`.
pub(crate) fn reduce<T: Send>(
    tasks: u64,
    work: &(dyn Fn(u64) -> T + Sync),
    none: fn() -> T,
    merge: fn(T, T) -> T,
) -> T {
    (0..tasks).into_par_iter().map(work).reduce(none, merge)
}

/// Does all tasks; the first result in the order of the tasks that is not `None`.
pub(crate) fn find<T: Send>(tasks: u64, work: &(dyn Fn(u64) -> Option<T> + Sync)) -> Option<T> {
    (0..tasks).into_par_iter().find_map_first(work)
}

/// Things that threads use one after the other, such as large working memory.
#[derive(Debug, Default)]
pub(crate) struct Reserve<T>(Mutex<Vec<T>>);

impl<T> Reserve<T> {
    pub(crate) fn new() -> Reserve<T> {
        Reserve(Mutex::new(Vec::new()))
    }

    /// All of them, when nobody uses them any more.
    pub(crate) fn into_all(self) -> Vec<T> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses one that nobody else uses now, or a new one.
    pub(crate) fn with<R>(&self, new: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let free = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let mut thing = kept.unwrap_or_else(new);
        let result = work(&mut thing);
        free().push(thing);
        result
    }
}
