//! Files that are replaced while a program reads them: right answers all the time, or an error that says what is wrong.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::tables::forge::Forged;
use crate::tables::originals::original;
use crate::tables::{ALL_METRICS, Random, build_materials, contents, identity, up_to};
use petrov::board::Position;
use petrov::format::{Catalog, Metric, TableErrorKind as Kind};
use petrov::index::Material;
use petrov::probe::Options;
use petrov::rules::{Russian, Variant};
use petrov::{Outcome, ProbeError, Tablebase};
use petrov_build::format::Level;
use petrov_build::solve::{Compression, Engine, Progress, compress};

/// Three pieces and one table of four that has several blocks.
fn materials() -> Vec<Material> {
    up_to(3).into_iter().chain(["KKMvK".parse().unwrap()]).collect()
}

/// A folder with these tables, built once; it is not to be changed.
fn built() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        build_materials::<Russian>(folder.path(), &materials(), ALL_METRICS).unwrap();
        folder
    });
    folder.path()
}

/// A copy of them, and the folder of the game in it.
fn copy() -> (tempfile::TempDir, PathBuf) {
    let copy = tempfile::tempdir().unwrap();
    let folder = copy.path().join("russian");
    fs::create_dir(&folder).unwrap();
    for (name, bytes) in contents(&built().join("russian")) {
        fs::write(folder.join(name), bytes).unwrap();
    }
    (copy, folder)
}

fn tablebase(directory: &Path, options: Options) -> Tablebase {
    let mut tablebase = Tablebase::with_options(Russian::GAME, options.with_embedded(false));
    tablebase.add_directory(directory).unwrap();
    tablebase
}

/// A position, its outcome, and its plies to a capture or promotion, which are in a third table.
#[derive(Debug)]
struct Answer {
    position: Position,
    outcome: Outcome,
    plies: Option<u16>,
}

/// Some positions of all materials, in no order, and what tables that nobody touches say of them.
fn answers() -> &'static [Answer] {
    static ANSWERS: OnceLock<Vec<Answer>> = OnceLock::new();
    ANSWERS.get_or_init(|| {
        let tablebase = tablebase(built(), Options::default());
        let mut random = Random(0x5eed_0000_0000_0007);
        let materials = materials();
        let mut answer = || {
            let material = materials[random.below(materials.len() as u64) as usize];
            let half = random.below(material.halves().count() as u64) as usize;
            let entry = random.below(identity::<Russian>(material, Metric::Wdl).entries);
            let position = tablebase.position(material, half, entry).unwrap();
            let outcome = tablebase.probe(&position).unwrap();
            let plies = tablebase.probe_dtc(&position).unwrap();
            Answer { position, outcome, plies }
        };
        (0..3000).map(|_| answer()).collect()
    })
}

/// Asks for answers until the work is done, on several threads that share the readers. The work sees how many were given.
fn ask_during(readers: &[Tablebase], work: impl FnOnce(&AtomicUsize)) {
    let (finished, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    // Set even if the work panics: the readers would never end.
    struct Finish<'a>(&'a AtomicBool);
    impl Drop for Finish<'_> {
        fn drop(&mut self) {
            self.0.store(true, Relaxed);
        }
    }
    let ask = |reader: &Tablebase, first: usize| {
        for Answer { position, outcome, plies } in answers().iter().cycle().skip(first) {
            assert_eq!(reader.probe(position).unwrap(), *outcome, "{position:?}");
            assert_eq!(reader.probe_wdl(position).unwrap(), outcome.value, "{position:?}");
            assert_eq!(reader.probe_dtc(position).unwrap(), *plies, "{position:?}");
            asked.fetch_add(1, Relaxed);
            if finished.load(Relaxed) {
                break;
            }
        }
    };
    answers();
    thread::scope(|scope| {
        let finish = Finish(&finished);
        let ask = &ask;
        for (number, reader) in readers.iter().enumerate() {
            (0..2).for_each(|thread| drop(scope.spawn(move || ask(reader, 700 * number + 1100 * thread))));
        }
        work(&asked);
        drop(finish);
    });
}

/// Readers with one open file: without a cache, with one for a few parts, and with one for all.
fn readers(directory: &Path) -> Vec<Tablebase> {
    let with = |bytes| tablebase(directory, Options::default().with_open_files(1).with_cache_bytes(bytes));
    [0, 20_000, 64 << 20].map(with).into()
}

#[test]
fn readers_do_not_notice_that_tables_are_compressed() {
    let (directory, folder) = copy();
    let before = contents(&folder);
    let readers = readers(directory.path());
    let compress_all = |level| {
        let engine = Engine::for_game(Russian::GAME).unwrap();
        let compression = Compression::new(Russian::GAME, engine, level).with_threads(1);
        let mut catalog = Catalog::new(Russian::GAME.id);
        catalog.add_directory(directory.path()).unwrap();
        compress(&compression, &folder, &mut catalog, &Progress::default(), &|_| ()).unwrap();
    };
    ask_during(&readers, |asked| {
        while asked.load(Relaxed) < 500 {
            [Level::Smallest, Level::Default].into_iter().for_each(compress_all);
        }
    });
    assert!(contents(&folder) == before, "what is compressed and built again has the same bytes");
}

/// Three files of each table that say the same: as it was built, small, and as the first version wrote it.
fn versions() -> &'static [BTreeMap<String, Vec<u8>>] {
    static VERSIONS: OnceLock<Vec<BTreeMap<String, Vec<u8>>>> = OnceLock::new();
    VERSIONS.get_or_init(make_versions)
}

fn make_versions() -> Vec<BTreeMap<String, Vec<u8>>> {
    let (directory, folder) = copy();
    let built = contents(&folder);
    let engine = Engine::for_game(Russian::GAME).unwrap();
    let compression = Compression::new(Russian::GAME, engine, Level::Smallest).with_threads(2);
    let mut catalog = Catalog::new(Russian::GAME.id);
    catalog.add_directory(directory.path()).unwrap();
    compress(&compression, &folder, &mut catalog, &Progress::default(), &|_| ()).unwrap();
    let mut old = BTreeMap::new();
    for name in ["KvM.wdl", "KvM.dtw", "KKvK.wdl", "KKMvK.wdl", "KKMvK.dtw"] {
        old.insert(name.to_owned(), original(name).whole().bytes);
    }
    vec![built, contents(&folder), old]
}

/// Puts bytes in place of a file, as programs do.
fn replace(folder: &Path, name: &str, bytes: &[u8]) {
    let new = folder.join("new");
    fs::write(&new, bytes).unwrap();
    fs::rename(&new, folder.join(name)).unwrap();
}

#[test]
fn files_that_are_replaced_all_the_time() {
    let (directory, folder) = copy();
    let versions = versions();
    let tables: Vec<(&String, &Vec<u8>)> =
        versions.iter().flatten().filter(|(name, _)| name.starts_with('K') || name.starts_with('M')).collect();
    let readers = readers(directory.path());
    let mut random = Random(0x1234_5678_9abc_def0);
    ask_during(&readers, |asked| {
        for number in 0.. {
            if number > 2000 && asked.load(Relaxed) > 500 {
                break;
            }
            let (name, bytes) = tables[random.below(tables.len() as u64) as usize];
            replace(&folder, name, bytes);
        }
    });
    // The numbers of files tell cached parts apart: what is cached stays so, and is right.
    let reader = &readers[2];
    let ask_all =
        || answers().iter().for_each(|answer| assert_eq!(reader.probe(&answer.position).unwrap(), answer.outcome));
    ask_all();
    let loads = reader.usage().loads;
    ask_all();
    // But for a few that have no place beside those of former files.
    let more = reader.usage().loads - loads;
    assert!(more < 50, "{more} of {} answers were not in memory", answers().len());
}

#[test]
fn another_file_is_opened_once_and_its_parts_are_kept() {
    let (directory, folder) = copy();
    let versions = versions();
    let reader = tablebase(directory.path(), Options::default().with_open_files(1));
    let ask_all = || {
        answers()
            .iter()
            .for_each(|answer| assert_eq!(reader.probe_wdl(&answer.position).unwrap(), answer.outcome.value))
    };
    // Only some parts are in memory, and most files are closed.
    let (first, rest) = answers().split_at(20);
    first.iter().for_each(|answer| assert_eq!(reader.probe_wdl(&answer.position).unwrap(), answer.outcome.value));
    for (name, bytes) in &versions[1] {
        replace(&folder, name, bytes);
    }
    assert!(rest.iter().all(|answer| reader.probe_wdl(&answer.position).unwrap() == answer.outcome.value));
    ask_all();
    let usage = reader.usage();
    ask_all();
    assert_eq!(reader.usage(), usage);
    assert_eq!(usage.open_files, 1);
}

/// The error of the first question of a table that a reader cannot answer.
fn first_error(reader: &Tablebase) -> Kind {
    let error = answers().iter().find_map(|answer| match reader.probe_wdl(&answer.position) {
        Ok(value) => {
            assert_eq!(value, answer.outcome.value);
            None
        }
        Err(error) => Some(error),
    });
    match error {
        Some(ProbeError::Table(error)) => {
            assert!(error.path.ends_with("KKMvK.wdl"), "{error}");
            error.kind
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_longer_the_same_table_is_an_error_until_it_is_back() {
    let name = "KKMvK.wdl";
    let right = fs::read(built().join("russian").join(name)).unwrap();
    let mut damaged = right.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let middle = damaged.len() / 2;
    damaged[middle..].iter_mut().for_each(|byte| *byte ^= 0x55);
    // Encoded in another way: the same blocks would be read, whatever the header says of them.
    let small = &versions()[1][name];
    let mut forged = Forged::read(small);
    let (wins, draws) = (forged.statistics[0], forged.statistics[8]);
    (forged.statistics[0], forged.statistics[8]) = (wins - 1, draws + 1);
    let other_counts = forged.bytes();
    let other_table = fs::read(built().join("russian/KMvK.wdl")).unwrap();
    let (directory, folder) = copy();
    let reader = tablebase(directory.path(), Options::default().with_open_files(1).with_cache_bytes(0));
    let is_right =
        || answers().iter().all(|answer| reader.probe_wdl(&answer.position).unwrap() == answer.outcome.value);
    assert!(is_right());
    fs::remove_file(folder.join(name)).unwrap();
    let error = first_error(&reader);
    assert!(matches!(&error, Kind::Io(error) if error.kind() == std::io::ErrorKind::NotFound), "{error:?}");
    replace(&folder, name, &right);
    assert!(is_right());
    replace(&folder, name, &damaged);
    let error = first_error(&reader);
    assert!(matches!(error, Kind::BlockChecksum { .. }), "{error:?}");
    replace(&folder, name, &other_counts);
    let error = first_error(&reader);
    assert!(matches!(error, Kind::Replaced), "{error:?}");
    replace(&folder, name, &other_table);
    let error = first_error(&reader);
    assert!(matches!(error, Kind::OtherMaterial { .. }), "{error:?}");
    fs::write(folder.join("new"), b"no table").unwrap();
    fs::rename(folder.join("new"), folder.join(name)).unwrap();
    let error = first_error(&reader);
    assert!(matches!(error, Kind::NotATable), "{error:?}");
    replace(&folder, name, small);
    assert!(is_right());
    // Written over in place, too: then the open file itself has other bytes.
    fs::write(folder.join(name), &right).unwrap();
    assert!(is_right());
}
