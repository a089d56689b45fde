//! Which tables of a game lie in which folders.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::metric::{Metric, of_suffix, suffix};
use crate::index::Material;

/// The name of the file with the sums of the tables of a folder.
///
/// ```
/// assert_eq!(petrov::format::MANIFEST, "BLAKE3SUMS");
/// ```
pub const MANIFEST: &str = "BLAKE3SUMS";

/// The name of the file of a table.
///
/// ```
/// use petrov::format::{Metric, file_name};
///
/// assert_eq!(file_name("KMvK".parse()?, Metric::Dtw), "KMvK.dtw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn file_name(material: Material, metric: Metric) -> String {
    format!("{material}.{}", suffix(&metric))
}

/// The folder of a game within a folder of tables; a folder that has the name of the game is its own.
///
/// ```
/// use petrov::format::game_folder;
/// use std::path::Path;
///
/// assert_eq!(game_folder(Path::new("tables"), "russian"), Path::new("tables/russian"));
/// assert_eq!(game_folder(Path::new("tables/russian"), "russian"), Path::new("tables/russian"));
/// ```
pub fn game_folder(directory: &Path, game: &str) -> PathBuf {
    let named = |path: &Path| path.file_name().is_some_and(|name| name == game);
    let own = match directory.file_name() {
        Some(_) => named(directory),
        // `.`, and what ends with `..`: the name is that of the folder which they stand for.
        None => fs::canonicalize(directory).is_ok_and(|path| named(&path)),
    };
    if own { directory.to_owned() } else { directory.join(game) }
}

/// The tables of one game that were found, by material and metric. Of two with the same name, the folder that was
/// added first has precedence.
///
/// ```
/// use petrov::format::{Catalog, Metric};
/// use std::path::Path;
///
/// let mut catalog = Catalog::new("russian");
/// let found = catalog.add_directory(Path::new("tables"))?;
/// assert!(found >= 18 && catalog.tables().count() == found);
/// assert!(catalog.find("KMvK".parse()?, Metric::Wdl).unwrap().ends_with("russian/KMvK.wdl"));
/// assert!(catalog.has_any("KMvK".parse()?) && !catalog.has_any("KKKKKKvK".parse()?));
/// assert_eq!((catalog.game(), catalog.folders().len()), ("russian", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Catalog {
    game: String,
    folders: Vec<PathBuf>,
    tables: BTreeMap<(Material, Metric), PathBuf>,
}

impl Catalog {
    /// A catalog without folders.
    pub fn new(game: &str) -> Catalog {
        Catalog { game: game.to_owned(), folders: Vec::new(), tables: BTreeMap::new() }
    }

    /// Adds the tables of a folder, which may be that of the game or one of all games. Returns how many tables it has.
    ///
    /// Files are told by their names; none is opened.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::NotFound`] if there is no such folder. A folder of tables without one of
    /// this game is no error.
    pub fn add_directory(&mut self, directory: &Path) -> io::Result<usize> {
        if !fs::metadata(directory)?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"));
        }
        let folder = game_folder(directory, &self.game);
        if !self.folders.contains(&folder) {
            self.folders.push(folder.clone());
        }
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            entries => entries?,
        };
        let mut count = 0;
        for entry in entries {
            let name = entry?.file_name();
            if let Some(table) = name.to_str().and_then(table_of) {
                count += 1;
                self.tables.entry(table).or_insert_with(|| folder.join(&name));
            }
        }
        Ok(count)
    }

    /// Notes that a table now lies in the first folder.
    pub fn insert(&mut self, material: Material, metric: Metric, path: PathBuf) {
        self.tables.insert((material, metric), path);
    }

    /// The path of a table.
    pub fn find(&self, material: Material, metric: Metric) -> Option<&Path> {
        self.tables.get(&(material, metric)).map(PathBuf::as_path)
    }

    /// Whether there is any table of a material.
    pub fn has_any(&self, material: Material) -> bool {
        self.tables.range((material, Metric::Wdl)..).next().is_some_and(|(&(of, _), _)| of == material)
    }

    /// All tables, by material and metric.
    pub fn tables(&self) -> impl Iterator<Item = (Material, Metric, &Path)> {
        self.tables.iter().map(|(&(material, metric), path)| (material, metric, path.as_path()))
    }

    /// The folders that were searched.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }
}

/// The table that a file of this name must be, if it is the name of one.
pub fn table_of(name: &str) -> Option<(Material, Metric)> {
    let (stem, end) = name.split_once('.')?;
    let metric = of_suffix(end)?;
    let material: Material = stem.parse().ok()?;
    (file_name(material, metric) == name).then_some((material, metric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_a_game_is_known_by_its_name() {
        let directory = tempfile::tempdir().unwrap();
        let own = directory.path().join("russian");
        fs::create_dir_all(own.join("old")).unwrap();
        assert_eq!(game_folder(directory.path(), "russian"), own);
        assert_eq!(game_folder(&own, "russian"), own);
        assert_eq!(game_folder(&own.join("."), "russian"), own);
        assert_eq!(game_folder(&own.join("old/.."), "russian"), own.join("old/.."));
        assert_eq!(game_folder(&own.join(".."), "russian"), own.join("../russian"));
        assert_eq!(game_folder(&own.join("none/.."), "russian"), own.join("none/../russian"));
    }
}
