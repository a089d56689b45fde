//! Looking at every entry of a half with a prober, on the threads of the pool that this is called in.

use std::sync::Mutex;
use std::sync::PoisonError;

use crate::board::View;
use crate::index::{Layout, Sets, Side, each_view};
use crate::probe::ProbeError;
use crate::rules::{BitsOf, Movement};
use crate::threads;

/// What is done with the entries of a part of a half.
pub(crate) trait Look<M: Movement>: Sized {
    /// What comes of it.
    type Found: Default + Send;

    /// Looks at one entry.
    fn look(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<(), ProbeError>;

    /// What was found in the part.
    fn found(self) -> Self::Found;

    /// What was found in two parts, the first with the lower entries.
    fn merge(one: Self::Found, other: Self::Found) -> Self::Found;
}

/// Entries that a thread takes at a time.
const CHUNK: u64 = 1 << 13;

/// The parts of the half with this mover.
///
/// # Panics
/// If the half has too many entries to be numbered.
pub(crate) fn parts<M: Movement>((mover, other): (Side, Side)) -> u64 {
    let layout = Layout::<M::Board>::new(mover, other).expect("a table that is there has a numbering");
    layout.entries().div_ceil(CHUNK)
}

/// Looks at the entries of the half with this mover, each part with a new `look`; `chosen` says by their numbers which parts.
/// `go_on` is told how many entries are done, and asked with 0 before each part whether to go on.
///
/// # Errors
/// The error of a look, after which others are left out.
///
/// # Panics
/// If the half has too many entries to be numbered.
pub(crate) fn gather<M: Movement, L: Look<M>>(
    (mover, other): (Side, Side),
    chosen: &(dyn Fn(u64) -> bool + Sync),
    go_on: &(dyn Fn(u64) -> bool + Sync),
    look: &(dyn Fn() -> L + Sync),
) -> Result<L::Found, ProbeError> {
    let layout = Layout::<M::Board>::new(mover, other).expect("a table that is there has a numbering");
    let sets = Sets::new(&layout);
    let failed: Mutex<Option<ProbeError>> = Mutex::new(None);
    let error = || failed.lock().unwrap_or_else(PoisonError::into_inner);
    let chunk = |number: u64| {
        if !chosen(number) || !go_on(0) || error().is_some() {
            return L::Found::default();
        }
        let range = number * CHUNK..((number + 1) * CHUNK).min(layout.entries());
        let entries = range.end - range.start;
        let mut walker = Walker::<M, L> { look: look(), error: None, variant: Default::default() };
        each_view(&layout, &sets, range, |entry, view| walker.visit(entry, view));
        go_on(entries);
        if let Some(failure) = walker.error {
            *error() = Some(failure);
        }
        walker.look.found()
    };
    let found = threads::reduce(layout.entries().div_ceil(CHUNK), &chunk, L::Found::default, L::merge);
    let error = error().take();
    error.map_or(Ok(found), Err)
}

/// Looks at entries until there is an error.
struct Walker<M, L> {
    look: L,
    error: Option<ProbeError>,
    variant: std::marker::PhantomData<M>,
}

impl<M: Movement, L: Look<M>> Walker<M, L> {
    fn visit(&mut self, entry: u64, view: &View<BitsOf<M>>) {
        if self.error.is_none() {
            self.error = self.look.look(entry, view).err();
        }
    }
}
