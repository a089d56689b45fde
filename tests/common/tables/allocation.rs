//! An allocator that counts, to be made the global one of a test that watches memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Passes everything on to the allocator of the system and counts it.
pub struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    // Without a destructor, so that it can be used at any time in the life of a thread.
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

/// The most bytes that the program had at once until now.
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}

/// Runs something; returns with its result the largest piece of memory that this thread asked for.
pub fn largest_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    LARGEST.set(0);
    let result = run();
    (result, LARGEST.get())
}

fn count(new: usize, old: usize) {
    let bytes = BYTES.fetch_add(new, Relaxed) + new;
    PEAK.fetch_max(bytes, Relaxed);
    BYTES.fetch_sub(old, Relaxed);
    LARGEST.set(LARGEST.get().max(new));
}

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Counted as if both pieces were there at once, as they are where it cannot grow in place.
        count(size, layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}
