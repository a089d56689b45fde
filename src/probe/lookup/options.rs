//! Limits of a tablebase, and what it uses.

/// Limits of what a tablebase keeps open and in memory.
///
/// ```
/// use petrov::probe::Options;
///
/// assert_eq!(Options::default(), Options::DEFAULT);
/// let options = Options::default().with_cache_bytes(1 << 30).with_open_files(16).with_embedded(false);
/// assert_eq!((options.cache_bytes, options.open_files, options.embedded), (1 << 30, 16, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Bytes of decoded parts that are kept.
    pub cache_bytes: usize,
    /// Files that are open at once.
    pub open_files: usize,
    /// Whether the tables inside the program are used where no folder has them.
    pub embedded: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options::DEFAULT
    }
}

impl Options {
    /// 64 MiB of decoded parts, 128 open files, and the tables inside the program.
    pub const DEFAULT: Options = Options { cache_bytes: 64 << 20, open_files: 128, embedded: true };

    /// The same with so many bytes for decoded parts; 0 keeps none.
    #[must_use]
    pub const fn with_cache_bytes(self, cache_bytes: usize) -> Options {
        Options { cache_bytes, ..self }
    }

    /// The same with so many files open at once.
    #[must_use]
    pub const fn with_open_files(self, open_files: usize) -> Options {
        Options { open_files, ..self }
    }

    /// The same with or without the tables inside the program.
    #[must_use]
    pub const fn with_embedded(self, embedded: bool) -> Options {
        Options { embedded, ..self }
    }
}

/// What a tablebase uses at the moment: see [`Tablebase::usage`](crate::Tablebase::usage).
///
/// ```
/// use petrov::{Tablebase, rules};
///
/// let tablebase = Tablebase::new(rules::game("russian").ok_or("no such game")?);
/// let usage = tablebase.usage();
/// assert_eq!((usage.cache_bytes, usage.loads, usage.open_files), (0, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Bytes of decoded parts of tables in memory, no more than [`Options::cache_bytes`].
    pub cache_bytes: usize,
    /// Parts that were decoded since the tablebase was made: probes that did not find what they needed in memory. Many more of
    /// them than parts that fit say that the cache is too small.
    pub loads: u64,
    /// Files that are open, no more than [`Options::open_files`].
    pub open_files: usize,
}
