//! Tables that are missing, damaged, elsewhere or not in memory, and limits that do not hold: what a tablebase finds, and
//! what it says where it finds nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::Random;
use petrov::board::Position;
use petrov::format::{Metric, TableErrorKind, file_name};
use petrov::index::{Material, entries};
use petrov::probe::{Options, Usage};
use petrov::rules::{Game, Russian, Variant};
use petrov::{ProbeError, Tablebase, Value};

const GAME: &Game = Russian::GAME;
const NOTHING_INSIDE: Options = Options::DEFAULT.with_embedded(false);

fn tablebase(directories: &[&Path], options: Options) -> Tablebase {
    let mut tablebase = Tablebase::with_options(GAME, options);
    for directory in directories {
        tablebase.add_directory(directory).unwrap();
    }
    tablebase
}

fn committed() -> PathBuf {
    Path::new(crate::ROOT).join("tables")
}

/// A folder with the tables of two and three pieces of the repository, to do with as one likes.
fn copy() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("russian")).unwrap();
    for (material, metric) in small_tables() {
        let name = Path::new("russian").join(file_name(material, metric));
        fs::copy(committed().join(&name), directory.path().join(&name)).unwrap();
    }
    directory
}

fn small_tables() -> Vec<(Material, Metric)> {
    let materials = (2..=3).flat_map(Material::all);
    materials.flat_map(|material| [Metric::Wdl, Metric::Dtw].map(|metric| (material, metric))).collect()
}

/// Random positions of some materials, with either colour to move.
fn random_positions(materials: &[Material], count: usize) -> Vec<Position> {
    let tablebase = tablebase(&[], NOTHING_INSIDE);
    let mut random = Random(0x0fee_1dea_d0d0_cafe);
    let mut position = || {
        let material = materials[random.below(materials.len() as u64) as usize];
        let halves = material.halves().count() as u64;
        let entries = entries::<<Russian as Variant>::Board>(material).unwrap() / halves;
        let half = random.below(halves) as usize;
        tablebase.position(material, half, random.below(entries)).unwrap()
    };
    (0..count).map(|_| position()).collect()
}

fn small_positions(count: usize) -> Vec<Position> {
    random_positions(&(2..=3).flat_map(Material::all).collect::<Vec<_>>(), count)
}

fn read(fen: &str) -> Position {
    GAME.read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The names of the tables that an error says are missing, and its text.
fn missing(error: ProbeError) -> (Vec<String>, String) {
    let text = petrov_build::command::with_remedy(&error);
    let ProbeError::Missing { tables, .. } = error else { panic!("{text}") };
    (tables.iter().map(|&(material, metric)| file_name(material, metric)).collect(), text)
}

#[test]
fn all_missing_tables_are_named_with_the_folders() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(other.path().join("russian")).unwrap();
    let tablebase = tablebase(&[one.path(), other.path()], NOTHING_INSIDE);
    let quiet = read("W:WKa1,c3:BKh4");
    let (names, text) = missing(tablebase.probe_wdl(&quiet).unwrap_err());
    assert_eq!(names, ["KMvK.wdl"]);
    for part in [one.path(), other.path()].map(|path| path.join("russian").display().to_string()) {
        assert!(text.contains(&part), "{text}");
    }
    assert!(text.contains("KMvK.wdl") && text.contains("petrov build KMvK"), "{text}");
    let (names, _) = missing(tablebase.probe_dtw(&quiet).unwrap_err());
    assert_eq!(names, ["KMvK.wdl", "KMvK.dtw"]);
    for error in [tablebase.moves(&quiet).unwrap_err(), tablebase.line(&quiet, 9).unwrap_err()] {
        assert_eq!(missing(error).0, ["KMvK.wdl", "KMvK.dtw"]);
    }
    // Two captures that lead to different materials.
    let captures = read("W:Wc3,Kh2:Bd4,Kb4");
    let mut expected: BTreeSet<Material> = BTreeSet::new();
    for mv in GAME.legal_moves(&captures) {
        assert!(mv.is_capture());
        let after = petrov::rules::play(&captures, &mv).view::<<Russian as Variant>::Board>();
        expected.insert(Material::of(&after).unwrap());
    }
    let (names, text) = missing(tablebase.probe_wdl(&captures).unwrap_err());
    let expected: Vec<String> = expected.into_iter().map(|material| file_name(material, Metric::Wdl)).collect();
    assert!(expected.len() > 1, "{expected:?}");
    assert_eq!(names, expected, "{text}");
}

#[test]
fn without_tables_of_distances_there_are_values() {
    let directory = copy();
    for (material, _) in small_tables() {
        let _ = fs::remove_file(directory.path().join("russian").join(file_name(material, Metric::Dtw)));
    }
    let (values, all) = (tablebase(&[directory.path()], NOTHING_INSIDE), tablebase(&[&committed()], NOTHING_INSIDE));
    for position in small_positions(2000) {
        let (found, right) = (values.probe(&position).unwrap(), all.probe(&position).unwrap());
        assert_eq!(found.value, right.value);
        assert!(found.distance.is_none() || found.distance == right.distance, "known without a table, or not known");
        for rated in values.moves(&position).unwrap() {
            assert_eq!(rated.outcome.value, all.probe(&rated.after).unwrap().value.opposite());
        }
        match values.line(&position, 99) {
            Ok(line) => assert!(right.value == Value::Draw || line.moves.len() == usize::from(right.distance.unwrap())),
            Err(error) => assert!(missing(error).0.iter().all(|name| name.ends_with(".dtw"))),
        }
    }
}

#[test]
fn probes_of_the_cache_never_touch_the_disk() {
    let directory = copy();
    let (warm, cold) = (tablebase(&[directory.path()], NOTHING_INSIDE), tablebase(&[directory.path()], NOTHING_INSIDE));
    let positions = small_positions(3000);
    let values: Vec<Value> = positions.iter().map(|position| warm.probe_wdl(position).unwrap()).collect();
    let usage = warm.usage();
    fs::remove_dir_all(directory.path().join("russian")).unwrap();
    for (position, value) in positions.iter().zip(&values) {
        assert_eq!(warm.probe_wdl_cached(position).unwrap(), Some(*value));
        let needs_no_table = tablebase(&[], NOTHING_INSIDE).probe_wdl(position).is_ok();
        assert_eq!(cold.probe_wdl_cached(position).unwrap(), needs_no_table.then_some(*value));
    }
    assert_eq!((warm.usage(), cold.usage()), (usage, Usage::default()));
    // Tables that are open while their blocks are not in memory.
    let forgetful = tablebase(&[&committed()], NOTHING_INSIDE.with_cache_bytes(0));
    assert!(positions.iter().all(|position| forgetful.probe_wdl(position).is_ok()));
    let (usage, mut unknown) = (forgetful.usage(), 0);
    for (position, value) in positions.iter().zip(values) {
        let found = forgetful.probe_wdl_cached(position).unwrap();
        assert!(found.is_none_or(|found| found == value));
        unknown += u32::from(found.is_none());
    }
    assert!(unknown > 100, "{unknown}");
    assert_eq!(forgetful.usage(), usage);
}

#[test]
fn the_first_folder_goes_before_the_second_and_any_before_the_program() {
    let (right, damaged) = (copy(), copy());
    let path = damaged.path().join("russian/KKvM.wdl");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let material: Material = "KKvM".parse().unwrap();
    let positions = random_positions(&[material], 300);
    // The tables inside the program would answer as well.
    for directories in [&[damaged.path(), right.path()][..], &[damaged.path()]] {
        let tablebase = tablebase(directories, Options::default());
        assert_eq!(tablebase.path(material, Metric::Wdl).as_ref(), Some(&path));
        let errors = positions.iter().filter_map(|position| tablebase.probe(position).err());
        let mut count = 0;
        for error in errors {
            let ProbeError::Table(error) = error else { panic!("{error}") };
            assert_eq!(error.path, path.display().to_string());
            assert!(matches!(error.kind, TableErrorKind::BlockChecksum { .. }));
            count += 1;
        }
        assert!(count > 10, "{count} probes of the damaged block");
    }
    let tablebase = tablebase(&[right.path(), damaged.path()], Options::default());
    assert!(positions.iter().all(|position| tablebase.probe(position).is_ok()));
    assert_eq!(tablebase.path(material, Metric::Wdl), Some(right.path().join("russian/KKvM.wdl")));
}

#[test]
fn folders_are_found_by_either_name() {
    let mut tablebase = Tablebase::with_options(GAME, NOTHING_INSIDE);
    assert_eq!((tablebase.tables().len(), tablebase.max_pieces()), (0, 0));
    assert!(!tablebase.contains("KvK".parse().unwrap(), Metric::Wdl));
    assert!(matches!(tablebase.probe(&read("W:WKa1:BKh4")), Err(ProbeError::Missing { .. })));
    let directory = copy();
    fs::write(directory.path().join("russian/notes.txt"), "no table").unwrap();
    fs::write(directory.path().join("russian/kvk.wdl"), "no table either").unwrap();
    assert_eq!(tablebase.add_directory(directory.path()).unwrap(), 18);
    let names: Vec<_> = tablebase.tables().iter().map(|table| (table.material, table.metric)).collect();
    assert_eq!((names, tablebase.max_pieces()), (small_tables(), 3));
    assert!(tablebase.missing_for("KMvM".parse().unwrap()).is_empty());
    assert!(tablebase.missing_for("KKKvK".parse().unwrap()).iter().all(|(material, _)| material.pieces() == 4));
    let mut of_game = Tablebase::with_options(GAME, NOTHING_INSIDE);
    assert_eq!(of_game.add_directory(directory.path().join("russian")).unwrap(), 18);
    assert!(small_positions(100).iter().all(|position| of_game.probe(position).is_ok()));
    assert!(of_game.add_directory(directory.path().join("nowhere")).is_err());
    assert!(of_game.add_directory(directory.path().join("russian/notes.txt")).is_err());
    assert_eq!(of_game.add_directory(tempfile::tempdir().unwrap().path()).unwrap(), 0);
}

#[test]
fn the_tables_inside_the_program_are_the_committed_ones() {
    let (inside, committed) = (Tablebase::new(GAME), tablebase(&[&committed()], NOTHING_INSIDE));
    let names: Vec<_> = inside.tables().iter().map(|table| (table.material, table.metric)).collect();
    assert_eq!((names, inside.max_pieces()), (small_tables(), 3));
    assert!(inside.tables().iter().all(|table| table.path.is_none()));
    for (material, _) in small_tables() {
        assert_eq!(inside.statistics(material).unwrap(), committed.statistics(material).unwrap());
    }
    for position in small_positions(20_000) {
        assert_eq!(inside.probe(&position).unwrap(), committed.probe(&position).unwrap());
    }
    assert_eq!(inside.usage().open_files, 0, "no file is open");
}

/// The files of a folder that this program has open; `None` where the system does not tell.
fn open_files(folder: &Path) -> Option<usize> {
    let links = fs::read_dir("/proc/self/fd").ok()?;
    let paths = links.filter_map(|link| fs::read_link(link.ok()?.path()).ok());
    Some(paths.filter(|path| path.starts_with(folder)).count())
}

#[test]
fn limits_hold_with_one_thread_and_with_four() {
    let directory = tempfile::tempdir().unwrap();
    let materials: Vec<Material> = ["KKMvM", "KKvKM"].map(|name| name.parse().unwrap()).into();
    crate::tables::build_materials::<Russian>(directory.path(), &materials, crate::tables::DISTANCES).unwrap();
    let positions = random_positions(&materials, 20_000);
    let plenty = tablebase(&[directory.path()], NOTHING_INSIDE);
    let expected: Vec<_> = positions.iter().map(|position| plenty.probe(position).unwrap()).collect();
    let cache_bytes = plenty.usage().cache_bytes / 2;
    drop(plenty);
    let scarce = tablebase(&[directory.path()], NOTHING_INSIDE.with_cache_bytes(cache_bytes).with_open_files(3));
    let check = |thread: usize| {
        // Each thread begins somewhere else.
        let from = thread * positions.len() / 4;
        for number in (from..positions.len()).chain(0..from) {
            assert_eq!(scarce.probe(&positions[number]).unwrap(), expected[number], "{:?}", positions[number]);
            let Usage { cache_bytes: bytes, open_files: files, .. } = scarce.usage();
            assert!(bytes <= cache_bytes && files <= 3, "{bytes} bytes of {cache_bytes}, {files} files");
        }
    };
    check(0);
    assert!(open_files(directory.path()).is_none_or(|files| files <= 3));
    std::thread::scope(|scope| (0..4).for_each(|thread| drop(scope.spawn(move || check(thread)))));
}
