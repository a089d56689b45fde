//! Tablebases: opened and closed, and what they say of themselves.

use std::ffi::{c_char, c_int};
use std::mem::size_of;
use std::path::{Path, PathBuf};
use std::primitive::usize as size_t;

use petrov_core::Tablebase;
use petrov_core::format::Metric;
use petrov_core::index::Material;
use petrov_core::internals::short::shortened;
use petrov_core::probe::{Options, Usage};
use petrov_core::rules::{self, Game};

use super::arguments::{read_sized, reference, size_of_struct, text, write, write_sized};
use super::code::{Failure, PETROV_IO, PETROV_OK, call};

/// A tablebase: the tables of one game. What is in it is known to the library alone.
pub struct petrov_tablebase {
    pub(crate) tables: Tablebase,
}

impl petrov_tablebase {
    pub(crate) fn game(&self) -> &'static Game {
        self.tables.game()
    }
}

/// Limits of a tablebase. Set all by petrov_options_default() first, so that a program works with later versions too.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct petrov_options {
    /// The size of this structure.
    pub struct_size: size_t,
    /// Bytes of decoded positions that are kept in memory.
    pub cache_bytes: size_t,
    /// Files that are open at once.
    pub open_files: size_t,
    /// 1 if the small tables inside the library are used where no folder has them, else 0.
    pub embedded: c_int,
}

/// What a tablebase holds at the moment.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct petrov_statistics {
    /// The size of this structure. Set it before the call.
    pub struct_size: size_t,
    /// Bytes of decoded positions in memory.
    pub cache_bytes: size_t,
    /// Pieces of tables that were decoded since it was opened, as they were not in memory: many more than fit mean that the
    /// cache is too small.
    pub cache_loads: u64,
    /// Files that are open.
    pub open_files: size_t,
    /// Tables that can be probed.
    pub tables: size_t,
    /// Pieces of the largest of them.
    pub max_pieces: c_int,
}

/// The sizes of the first versions of the structures, which programs may still have.
const FIRST_OPTIONS: size_t = 3 * size_of::<size_t>() + size_of::<size_t>();
const FIRST_STATISTICS: size_t = 5 * size_of::<size_t>() + size_of::<u64>();

/// What separates folders in a list of them.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The game of a name.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn game(name: *const c_char) -> Result<&'static Game, Failure> {
    // SAFETY: as the caller promises.
    let name = unsafe { text(name, "game") }?;
    rules::game(name).ok_or_else(|| Failure::argument(format!("no game is called {:?}", shortened(name))))
}

/// The folders of a list; none if it is null or empty. What is a folder as it stands is one, whatever letters it has.
///
/// # Safety
/// As [`text`], but for null.
pub(crate) unsafe fn folders(paths: *const c_char) -> Result<Vec<PathBuf>, Failure> {
    if paths.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: as the caller promises.
    let paths = unsafe { text(paths, "paths") }?;
    if Path::new(paths).is_dir() {
        return Ok(vec![PathBuf::from(paths)]);
    }
    Ok(paths.split(SEPARATOR).filter(|path| !path.is_empty()).map(PathBuf::from).collect())
}

/// The version of the library: 256 times the minor number, and 65536 times the major one, and the patch.
#[unsafe(no_mangle)]
pub extern "C" fn petrov_version() -> c_int {
    let number = |text: &str| text.parse::<c_int>().unwrap_or(0);
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")].map(number);
    major << 16 | minor << 8 | patch
}

/// Sets all options to what is used where there are none, and `struct_size` to `size`, which is `sizeof *options`.
///
/// # Safety
/// `options` points to a structure of type petrov_options of so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_options_default(options: *mut petrov_options, size: size_t) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        unsafe {
            write(options.cast::<size_t>(), size, "options")?;
            write_sized(options, FIRST_OPTIONS, defaults(), "options")?;
        }
        Ok(PETROV_OK)
    })
}

/// Opens the tables of a game ("russian", "international", ...) in some folders, which ':' separates (';' on Windows; a single
/// folder may have it in its name); null or "" for the small tables inside the library alone. `options` may be null. Folders
/// without tables of the game are no error: petrov_stats() says how many there are. After an error `*tablebase` is null.
///
/// # Safety
/// `game` and `paths` are texts, `options` is null or points to options, and `tablebase` to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_open(
    game: *const c_char,
    paths: *const c_char,
    options: *const petrov_options,
    tablebase: *mut *mut petrov_tablebase,
) -> c_int {
    call(|| {
        if !tablebase.is_null() {
            // Whoever closes it after an error closes nothing.
            // SAFETY: as the caller promises.
            unsafe { write(tablebase, std::ptr::null_mut(), "tablebase") }?;
        }
        // SAFETY: as the caller promises.
        let (game, folders) = unsafe { (self::game(game)?, self::folders(paths)?) };
        // SAFETY: as the caller promises.
        let options = if options.is_null() { Options::default() } else { unsafe { read(options) }? };
        let mut tables = Tablebase::with_options(game, options);
        for folder in folders {
            let added = tables.add_directory(&folder);
            added.map_err(|error| {
                Failure::new(PETROV_IO, format!("{}: {error}", petrov_core::internals::short::path(&folder)))
            })?;
        }
        let opened = Box::into_raw(Box::new(petrov_tablebase { tables }));
        // SAFETY: as the caller promises.
        let written = unsafe { write(tablebase, opened, "tablebase") };
        if written.is_err() {
            // SAFETY: it was just made, and nobody else has it.
            drop(unsafe { Box::from_raw(opened) });
        }
        written.map(|()| PETROV_OK)
    })
}

/// # Safety
/// As [`read_sized`].
unsafe fn read(options: *const petrov_options) -> Result<Options, Failure> {
    // SAFETY: as the caller promises.
    let options = unsafe { read_sized(options, FIRST_OPTIONS, defaults(), "options") }?;
    let petrov_options { cache_bytes, open_files, embedded, .. } = options;
    Ok(Options::default().with_cache_bytes(cache_bytes).with_open_files(open_files).with_embedded(embedded != 0))
}

fn defaults() -> petrov_options {
    let Options { cache_bytes, open_files, embedded, .. } = Options::default();
    petrov_options {
        struct_size: size_of::<petrov_options>(),
        cache_bytes,
        open_files,
        embedded: c_int::from(embedded),
    }
}

/// Closes a tablebase. No other thread may use it any more. Null is allowed.
///
/// # Safety
/// `tablebase` is null or comes from petrov_open() and was not closed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_close(tablebase: *mut petrov_tablebase) {
    call(|| {
        if !tablebase.is_null() {
            // SAFETY: as the caller promises.
            drop(unsafe { Box::from_raw(tablebase) });
        }
        Ok(PETROV_OK)
    });
}

/// Pieces of the largest material of which there are values; 0 without any.
///
/// # Safety
/// `tablebase` comes from petrov_open().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_max_pieces(tablebase: *const petrov_tablebase) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let tablebase = unsafe { reference(tablebase, "tablebase") }?;
        Ok(tablebase.tables.max_pieces() as c_int)
    })
}

/// 1 if there is a table of a material ("KKMvK") in a metric ("wdl", "dtw", "dtc", "dtz") or of a clock ("ru.3k1"), else 0; an error where none is
/// called so.
///
/// # Safety
/// `tablebase` comes from petrov_open(), the others are texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_has_table(
    tablebase: *const petrov_tablebase,
    material: *const c_char,
    metric: *const c_char,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (tablebase, material, metric) =
            unsafe { (reference(tablebase, "tablebase")?, text(material, "material")?, text(metric, "metric")?) };
        let material: Material = material.parse().map_err(|error| Failure::argument(format!("material: {error}")))?;
        let metric: Metric = metric.parse().map_err(|error| Failure::argument(format!("metric: {error}")))?;
        if let Metric::Clock(name) = metric
            && tablebase.game().clock(name.as_str()).is_none()
            && tablebase.game().clock_set(name.as_str()).is_none()
        {
            return Err(Failure::argument(format!(
                "metric: {} has no clock {:?}",
                tablebase.game().title,
                shortened(name.as_str())
            )));
        }
        Ok(c_int::from(tablebase.tables.contains(material, metric)))
    })
}

/// What a tablebase holds at the moment.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `statistics` points to such a structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_stats(tablebase: *const petrov_tablebase, statistics: *mut petrov_statistics) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (tablebase, size) = unsafe {
            (reference(tablebase, "tablebase")?, size_of_struct(statistics, FIRST_STATISTICS, "statistics")?)
        };
        let Usage { cache_bytes, loads, open_files, .. } = tablebase.tables.usage();
        let tables = tablebase.tables.tables().len();
        let max_pieces = tablebase.tables.max_pieces() as c_int;
        // SAFETY: as the caller promises.
        unsafe {
            let held = petrov_statistics {
                struct_size: size,
                cache_bytes,
                cache_loads: loads,
                open_files,
                tables,
                max_pieces,
            };
            write_sized(statistics, FIRST_STATISTICS, held, "statistics")
        }?;
        Ok(PETROV_OK)
    })
}
