//! What is to be verified.

use crate::index::Material;
use crate::probe::Options;
use crate::threads;

/// What is to be verified, and how.
///
/// ```
/// use petrov_build::verify::{Sample, Task};
///
/// let task = Task::new(["KKvK".parse()?]).with_sample(Sample { one_of: 100 }).with_threads(2);
/// assert_eq!((task.materials.len(), task.threads, task.checksums_only), (1, 2, false));
/// let task = task.with_checksums_only(true).with_cache_bytes(1 << 20);
/// assert_eq!((task.checksums_only, task.cache_bytes), (true, 1 << 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// The materials; tables of these are verified, and those that their moves lead to are read. Without any, all of
    /// which there are tables, or of which the manifest of a folder lists some.
    pub materials: Vec<Material>,
    /// Only the checksums of the files, not their values.
    pub checksums_only: bool,
    /// Of which blocks the values are proved.
    pub sample: Sample,
    /// Threads.
    pub threads: usize,
    /// Bytes of decoded blocks that are kept.
    pub cache_bytes: usize,
}

impl Task {
    /// All of these materials is verified, files and values, with all threads of the machine and 64 MiB for blocks. Without
    /// materials those of all tables that are there.
    pub fn new(materials: impl IntoIterator<Item = Material>) -> Task {
        let materials = materials.into_iter().collect();
        let cache_bytes = Options::default().cache_bytes;
        Task { materials, checksums_only: false, sample: Sample::ALL, threads: threads::all(), cache_bytes }
    }

    /// The same with the checksums of the files alone, or with their values too.
    #[must_use]
    pub fn with_checksums_only(self, checksums_only: bool) -> Task {
        Task { checksums_only, ..self }
    }

    /// The same with a sample of the blocks.
    #[must_use]
    pub fn with_sample(self, sample: Sample) -> Task {
        Task { sample, ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Task {
        Task { threads, ..self }
    }

    /// The same with so many bytes for decoded blocks.
    #[must_use]
    pub fn with_cache_bytes(self, cache_bytes: usize) -> Task {
        Task { cache_bytes, ..self }
    }
}

/// A sample of blocks: one of so many, chosen by their numbers as if by chance, and the same every time; of each table at
/// least one. The counts in the headers are compared only where it is all of them. With distances the blocks are stretches of
/// 8,192 entries, of values alone all placements of the kings for one of the men.
///
/// ```
/// use petrov_build::verify::{Sample, Task};
///
/// assert_eq!(Task::new([]).sample, Sample::ALL);
/// assert_eq!(Task::new([]).with_sample(Sample { one_of: 100 }).sample.one_of, 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// One of so many; 0 and 1 are all.
    pub one_of: u64,
}

impl Sample {
    /// All blocks.
    pub const ALL: Sample = Sample { one_of: 1 };

    pub(super) fn is_all(self) -> bool {
        self.one_of <= 1
    }

    /// Which of so many blocks it has, by their numbers: of a few at least the first.
    pub(super) fn of(self, blocks: u64) -> impl Fn(u64) -> bool + Sync {
        let none = !(0..blocks).any(|number| self.has(number));
        move |number| self.has(number) || none && number == 0
    }

    /// Whether the block with this number is one of them.
    pub(super) fn has(self, number: u64) -> bool {
        // The golden ratio spreads numbers that follow each other.
        let spread = (number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32;
        self.is_all() || spread.is_multiple_of(self.one_of)
    }
}
