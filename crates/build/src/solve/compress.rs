//! Encoding finished files anew: each is replaced by one that holds the same and has other bytes, or stays as it is.

use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use super::compression::{Compressed, Compressing, Compression};
use super::error::BuildError;
use super::folder::{io_error, lock, read_manifest};
use super::store::open_file;
use crate::allocation::reserve;
use crate::format::{
    Catalog, Content, Identity, Level, Manifest, Metric, Source, Table, TableError, TableErrorKind, Unfinished, Values,
    check_unfinished, encode, file_name, open_regular, remove_unfinished, sum_of,
};
use crate::index::Material;
use crate::progress::Progress;
use crate::retrograde::Cells;
use crate::stored::{agree, check, most_stored, numbers};
use crate::threads;

/// Encodes the files in a folder anew that are meant. The catalog has the tables of that folder first; the values of a
/// slice may lie in another.
///
/// A new file is decoded and compared with the old one before it takes its place, and appears whole or not at all. One that would have
/// the same bytes, or with [`Level::Smallest`] not fewer, stays. The same files become the same bytes with any number of
/// threads.
///
/// # Errors
/// See [`BuildError`]. Files that were finished before stay finished, all others are as they were. A file that cannot be used is
/// an error at the end, the first if there are several; the others are encoded anyway.
///
/// ```
/// use petrov::{format::Catalog, rules};
/// use petrov_build::format::Level;
/// use petrov_build::solve::{Compressed, Compressing, Compression, Engine, Progress, compress};
/// use std::path::Path;
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let engine = Engine::for_game(game).ok_or("no code for its rules")?;
/// let folder = Path::new("../../tables/russian");
/// let mut catalog = Catalog::new(game.id);
/// catalog.add_directory(folder)?;
/// let compression = Compression::new(game, engine, Level::Smallest)
///     .with_materials(["MMvM".parse()?])
///     .with_metrics(["dtw".parse()?])
///     .with_threads(1)
///     .with_dry_run(true); // how small they would be
/// compress(&compression, folder, &mut catalog, &Progress::default(), &|event| {
///     if let Compressing::Finished(file) = event {
///         println!("{}: {} bytes, {} before", file.path.display(), file.after, file.before);
///         assert!(file.after <= file.before);
///     }
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compress(
    compression: &Compression,
    folder: &Path,
    catalog: &mut Catalog,
    progress: &Progress,
    observe: &(dyn Fn(Compressing<'_>) + Sync),
) -> Result<(), BuildError> {
    let mut lock_file = None;
    if !compression.dry_run {
        lock_file = Some(lock(folder, &progress.stop, &|| observe(Compressing::Waiting(folder)))?);
        // Another program may have finished files since the catalog was made.
        catalog.add_directory(folder).map_err(io_error(folder))?;
        remove_unfinished(folder).map_err(io_error(folder))?;
    }
    let manifest = read_manifest(folder)?;
    let mut work = Work { compression, catalog, progress, manifest, values: None };
    let files = compression.files(folder, catalog);
    if !compression.dry_run {
        let names = files.iter().map(|&(.., path)| path).chain([work.manifest.path()]);
        names.into_iter().try_for_each(|path| check_unfinished(path).map_err(io_error(path)))?;
    }
    observe(Compressing::Files(&files));
    let all = threads::on(compression.threads, || {
        let mut failed = None;
        for (material, metric, path) in files {
            observe(Compressing::Begun(material, metric));
            match work.compress(material, metric, path) {
                Ok(compressed) => observe(Compressing::Finished(&compressed)),
                Err(error) if error.is_of_a_file() => {
                    observe(Compressing::Failed(path, &error));
                    failed.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        failed.map_or(Ok(()), Err)
    });
    drop(lock_file);
    all.unwrap_or_else(|why| Err(BuildError::Threads(why)))
}

struct Work<'a> {
    compression: &'a Compression,
    catalog: &'a Catalog,
    progress: &'a Progress,
    manifest: Manifest,
    /// The material of which values are in memory, their table, and their numbers.
    values: Option<(Material, Table, Vec<Cells>)>,
}

impl Work<'_> {
    fn compress(&mut self, material: Material, metric: Metric, path: &Path) -> Result<Compressed, BuildError> {
        let old = self.read_checked(material, metric, path)?;
        let new = match self.is_made(material, metric)? {
            true => None,
            false => {
                self.provide_values(material)?;
                self.encode(material, metric, &old)?
            }
        };
        let (before, changed) = (old.len() as u64, new.is_some());
        let after = new.as_ref().map_or(before, |new| new.len() as u64);
        if !self.compression.dry_run {
            self.write(&file_name(material, metric), path, new.as_deref(), &old)?;
        }
        let entries = (self.compression.engine.entries)(material).unwrap_or(0);
        Ok(Compressed { material, metric, path: path.to_owned(), entries, before, after, changed })
    }

    /// Whether a file is what it is to become, as far as that shows at once: so the smallest ones need not be encoded again
    /// after an interruption.
    fn is_made(&self, material: Material, metric: Metric) -> Result<bool, BuildError> {
        let table = self.open(material, metric)?;
        let header = table.header();
        // Where halves had no grids, they would not be in parts.
        Ok(self.compression.level.made(&content(&table), true, header.block_entries, header.parts))
    }

    /// The bytes that a file gets instead of those that it has, if it gets others.
    fn encode(&self, material: Material, metric: Metric, old: &[u8]) -> Result<Option<Vec<u8>>, BuildError> {
        let &Compression { engine, level, .. } = self.compression;
        let (_, wdl, values) = self.values.as_ref().expect("they have just been read");
        let table = self.open(material, metric)?;
        table.check_belongs_to(wdl).map_err(BuildError::Table)?;
        let of_table;
        let numbers = match metric {
            Metric::Wdl => values,
            _ => {
                let kept = engine.kept(material, values);
                of_table = numbers(&table, &*kept, self.progress).map_err(BuildError::Table)?;
                &of_table
            }
        };
        self.stopped()?;
        let stored = engine.stored(material, metric, values, numbers, self.progress);
        let content = content(&table);
        check(&*stored, &content, &table).map_err(BuildError::Table)?;
        let new = encode(&content, &*stored, level);
        self.stopped()?;
        let new = new.map_err(|source| BuildError::Io { path: table.path().into(), source })?;
        if new == old || level == Level::Smallest && new.len() >= old.len() {
            return Ok(None);
        }
        self.check_new(&new, &table, wdl, &*stored)?;
        Ok(Some(new))
    }

    /// The bytes of a file, which are those that the manifest says.
    fn read_checked(&self, material: Material, metric: Metric, path: &Path) -> Result<Vec<u8>, BuildError> {
        self.stopped()?;
        let table = self.open(material, metric)?;
        for block in 0..table.blocks() {
            table.check_block(block).map_err(BuildError::Table)?;
        }
        let bytes = read_all(path).map_err(io_error(path))?;
        match self.manifest.sum(&file_name(material, metric)) {
            Some(expected) if sum_of(&bytes) != expected => Err(BuildError::Changed(path.to_owned())),
            _ => Ok(bytes),
        }
    }

    /// Reads the values of a material, if they are not in memory. All its other files are read with them.
    fn provide_values(&mut self, material: Material) -> Result<(), BuildError> {
        if self.values.as_ref().is_none_or(|(of, ..)| *of != material) {
            self.values = None;
            let table = self.open(material, Metric::Wdl)?;
            let kept = self.compression.engine.kept(material, &[]);
            let values = numbers(&table, &*kept, self.progress).map_err(BuildError::Table)?;
            drop(kept);
            self.stopped()?;
            self.values = Some((material, table, values));
        }
        Ok(())
    }

    fn open(&self, material: Material, metric: Metric) -> Result<Table, BuildError> {
        let Compression { game, engine, .. } = self.compression;
        let path = self.catalog.find(material, metric).ok_or_else(|| {
            let path = self.manifest.path().with_file_name(file_name(material, metric)).display().to_string();
            BuildError::Table(TableError { path, kind: TableErrorKind::Io(std::io::ErrorKind::NotFound.into()) })
        })?;
        open_file(game, engine, (material, metric), &self.definition(metric), path).map_err(BuildError::Table)
    }

    /// The definition of the clock of a metric; empty for another.
    fn definition(&self, metric: Metric) -> String {
        match metric {
            Metric::Clock(name) => self.compression.game.clock_set(name.as_str()),
            _ => None,
        }
        .map_or_else(String::new, |clocks| clocks.definition())
    }

    /// Checks that new bytes are a file that says the same as the old one, of itself and of every entry.
    fn check_new(&self, new: &[u8], old: &Table, wdl: &Table, stored: &dyn Values) -> Result<(), BuildError> {
        let header = old.header();
        let identity = Identity {
            game: self.compression.game.tables,
            material: header.material,
            metric: header.metric,
            clock: &header.clock,
            entries: header.entries,
        };
        let table = Table::open(Source::Memory(new.to_vec().into()), old.path(), &identity);
        let same = table.and_then(|table| {
            table.check_belongs_to(wdl)?;
            Ok(table.header().statistics == header.statistics && agree(stored, &table)?)
        });
        self.stopped()?;
        // Bytes that were made just now and are damaged are no damage of a file.
        if same.unwrap_or(false) { Ok(()) } else { Err(BuildError::Unlike(old.path().into())) }
    }

    /// Puts new bytes, if there are any, in place of a file, and sees to it that the manifest has its sum.
    fn write(&mut self, name: &str, path: &Path, new: Option<&[u8]>, old: &[u8]) -> Result<(), BuildError> {
        let manifest = self.manifest.path().to_owned();
        if let Some(new) = new {
            // Were the disk full, it would show before anything is changed. Killed in between, the file has no line in the manifest,
            // which is as right for the old one as for the new.
            let file = Unfinished::write(path, new).map_err(io_error(path))?;
            self.manifest.forget(name).map_err(io_error(&manifest))?;
            file.finish().map_err(io_error(path))?;
        }
        let sum = sum_of(new.unwrap_or(old));
        if self.manifest.sum(name) == Some(&sum) {
            return Ok(());
        }
        self.manifest.set(name, sum).map_err(io_error(&manifest))
    }

    fn stopped(&self) -> Result<(), BuildError> {
        if self.progress.stop.load(Relaxed) { Err(BuildError::Stopped) } else { Ok(()) }
    }
}

/// All bytes of a file.
fn read_all(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let mut bytes = Vec::new();
    reserve(&mut bytes, file.metadata()?.len())?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What a file is made of beside its numbers.
fn content(table: &Table) -> Content {
    let header = table.header();
    Content {
        metric: header.metric,
        game: header.game.clone(),
        material: header.material,
        clock: header.clock.clone(),
        entries: header.entries,
        statistics: header.statistics.clone(),
        most: most_stored(header.metric, &header.statistics),
    }
}
