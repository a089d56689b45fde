//! Builds: the same bytes with any threads, memory, folders, interruptions and neighbours; and no more memory than was
//! allowed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::tables::allocation::peak;
use crate::tables::undisturbed::{Contents, assert_undisturbed, some, undisturbed};
use crate::tables::{DISTANCES, Manner, VALUES, build_game, build_in, build_materials, contents, plan, up_to};
use petrov::format::{MANIFEST, TableErrorKind, game_folder};
use petrov::index::Material;
use petrov::rules::{GAMES, Russian};
use petrov_build::solve::{BuildError, Engine, Event, Progress, build};

#[test]
fn same_bytes_with_any_number_of_threads_and_any_memory() {
    // The undisturbed build has two threads and all memory that it wants.
    for (threads, least) in [(1, true), (2, true), (3, false)] {
        let directory = tempfile::tempdir().unwrap();
        let manner = Manner { threads, ..DISTANCES };
        let (plan, mut catalog) = plan::<Russian>(&[directory.path()], &up_to(4), manner);
        let memory = if least { plan.least_memory() } else { u64::MAX };
        let loaded = AtomicU64::new(0);
        let count = |event: Event<'_>| {
            loaded.fetch_add(u64::from(matches!(event, Event::Loading(_))), Relaxed);
        };
        let folder = game_folder(directory.path(), "russian");
        build(&plan, &folder, memory, &mut catalog, &Progress::default(), &count).unwrap();
        assert!(contents(&folder) == *undisturbed(), "{threads} threads, {memory} bytes of memory");
        assert_eq!(loaded.into_inner() > 0, least, "only with little memory tables are read again");
    }
}

#[test]
fn too_little_memory_is_refused_before_any_work() {
    let directory = tempfile::tempdir().unwrap();
    for (materials, manner) in
        [(up_to(3), DISTANCES), (up_to(4), Manner { threads: 1, ..DISTANCES }), (some(), DISTANCES)]
    {
        let (plan, mut catalog) = plan::<Russian>(&[directory.path()], &materials, manner);
        let folder = game_folder(directory.path(), "russian");
        let limit = plan.least_memory() - 1;
        let solving = AtomicU64::new(0);
        let count = |event: Event<'_>| {
            solving.fetch_add(u64::from(matches!(event, Event::Solving(..))), Relaxed);
        };
        let error = build(&plan, &folder, limit, &mut catalog, &Progress::default(), &count).unwrap_err();
        let BuildError::Memory { needed, limit: of_error, .. } = error else { panic!("{error}") };
        assert_eq!((needed, of_error), (limit + 1, limit));
        assert_eq!((contents(&folder).len(), solving.into_inner()), (0, 0));
    }
}

/// Not a test of its own: a build in a process of its own, whose memory can be measured.
#[test]
#[ignore = "started by other tests"]
fn child() {
    let Ok(directory) = std::env::var("PETROV_TEST_DIRECTORY") else { return };
    let number = |name| std::env::var(name).unwrap().parse().unwrap();
    let manner =
        Manner { threads: number("PETROV_TEST_THREADS") as usize, memory: number("PETROV_TEST_MEMORY"), ..DISTANCES };
    build_in::<Russian>(Path::new(&directory), number("PETROV_TEST_PIECES") as u32, manner).unwrap();
    // The resident memory has, beside what was allocated, the program, its stacks and zstd.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
    println!("\npeak {} {}", peak(), resident.unwrap_or(0_usize) << 10);
}

/// Builds in a process of its own with the least or the full memory of the plan, checks that it takes no more, and
/// returns the files.
fn build_within(pieces: u32, threads: usize, full: bool) -> Contents {
    let directory = tempfile::tempdir().unwrap();
    let plan = plan::<Russian>(&[directory.path()], &up_to(pieces), Manner { threads, ..DISTANCES }).0;
    let limit = if full { plan.full_memory() } else { plan.least_memory() };
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["builds::child", "--exact", "--ignored", "--nocapture"]).stderr(Stdio::null());
    child.env("PETROV_TEST_DIRECTORY", directory.path()).env("PETROV_TEST_PIECES", pieces.to_string());
    child.env("PETROV_TEST_THREADS", threads.to_string()).env("PETROV_TEST_MEMORY", limit.to_string());
    let output = child.output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let peaks = text.lines().find_map(|line| line.strip_prefix("peak ")).unwrap();
    let peaks: Vec<u64> = peaks.split(' ').map(|bytes| bytes.parse().unwrap()).collect();
    println!(
        "{threads} threads, limit {} MiB: allocated {} MiB, resident {} MiB",
        limit >> 20,
        peaks[0] >> 20,
        peaks[1] >> 20
    );
    assert!(peaks.iter().all(|&bytes| bytes <= limit), "limit {limit}, allocated and resident {peaks:?}");
    contents(&directory.path().join("russian"))
}

#[test]
fn no_more_memory_than_was_allowed() {
    assert!(build_within(4, 2, false) == *undisturbed());
    assert!(build_within(4, 2, true) == *undisturbed());
}

#[test]
#[ignore = "minutes: run with --ignored"]
fn five_pieces_are_the_same_bytes_with_the_least_memory() {
    let full = build_within(5, 2, true);
    assert!(build_within(5, 2, false) == full);
    assert!(build_within(5, 1, false) == full);
}

#[test]
fn committed_tables_are_reproduced() {
    let tables = Path::new(crate::ROOT).join("tables");
    let mut bytes = 0;
    for game in GAMES.iter().filter(|game| game.tables == game.id) {
        // Three pieces of the games on 32 squares, two of the others.
        let pieces = if game.geometry.squares() == 32 { 3 } else { 2 };
        let mut materials = up_to(pieces);
        materials.retain(|material| game.ending.is_open(material.first(), material.second()));
        if materials.is_empty() {
            continue;
        }
        let directory = tempfile::tempdir().unwrap();
        let engine = Engine::for_game(game).unwrap();
        let built = contents(&build_game(directory.path(), engine, game, &materials, DISTANCES).unwrap());
        assert_eq!(built.len(), 2 * materials.len() + 1, "{}", game.id);
        // Whoever builds into the folder has more tables there.
        let mut committed = contents(&tables.join(game.id));
        committed.retain(|name, _| built.contains_key(name));
        let lines = |contents: &Contents| String::from_utf8(contents[MANIFEST].clone()).unwrap();
        let (listed, expected) = (lines(&committed), lines(&built));
        assert!(expected.lines().all(|line| listed.lines().any(|other| other == line)), "{}: {listed}", game.id);
        committed.insert(MANIFEST.to_owned(), built[MANIFEST].clone());
        assert!(committed == built, "{}", game.id);
        bytes += built.values().map(Vec::len).sum::<usize>();
    }
    assert!((1 << 19..8 << 20).contains(&bytes), "{bytes} bytes are committed");
}

fn times(folder: &Path) -> BTreeMap<PathBuf, std::time::SystemTime> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap())).collect()
}

#[test]
fn finished_tables_are_skipped() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    let before = times(&folder);
    let (plan, mut catalog) = plan::<Russian>(&[directory.path()], &up_to(3), DISTANCES);
    assert_eq!((plan.entries(), plan.least_memory(), plan.full_memory()), (0, 0, 0));
    let refuse = |event: Event<'_>| panic!("{event:?}");
    build(&plan, &folder, 0, &mut catalog, &Progress::default(), &refuse).unwrap();
    let without_lock = |mut times: BTreeMap<PathBuf, _>| {
        times.remove(&folder.join(".lock"));
        times
    };
    assert_eq!(without_lock(times(&folder)), without_lock(before));
    // A line that is missing in the manifest, as after a loss of power between a table and its line.
    let manifest = fs::read_to_string(folder.join(MANIFEST)).unwrap();
    let shorter: String =
        manifest.lines().filter(|line| !line.ends_with("KvM.dtw")).map(|line| format!("{line}\n")).collect();
    assert_ne!(shorter, manifest);
    for text in [&shorter, ""] {
        fs::write(folder.join(MANIFEST), text).unwrap();
        build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
        assert_eq!(fs::read_to_string(folder.join(MANIFEST)).unwrap(), manifest);
    }
}

#[test]
fn damaged_finished_tables_are_errors_that_name_them() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    let path = folder.join("KMvK.wdl");
    let right = fs::read(&path).unwrap();
    let error = |at: usize| {
        let mut bytes = right.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        let error = build_materials::<Russian>(directory.path(), &some(), DISTANCES).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with(&path.display().to_string()) && text.contains("delete it and build it again"),
            "{text}"
        );
        error
    };
    assert!(matches!(error(right.len() - 1), BuildError::Changed(_)));
    assert!(matches!(error(90), BuildError::Table(_)));
    fs::remove_file(folder.join(MANIFEST)).unwrap();
    let BuildError::Table(of_block) = error(right.len() - 1) else { panic!("the block is damaged") };
    assert!(matches!(of_block.kind, TableErrorKind::BlockChecksum { .. }));
    assert!(!folder.join("KKMvK.wdl").exists(), "nothing is made of damaged tables");
    // The remedy that the sentence names.
    fs::remove_file(&path).unwrap();
    build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    assert_undisturbed(&contents(&folder), 18);
}

#[test]
fn tables_of_another_folder_are_read_and_not_copied() {
    let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let other_folder = build_in::<Russian>(other.path(), 3, DISTANCES).unwrap();
    let before = times(&other_folder);
    let (plan, mut catalog) = plan::<Russian>(&[own.path(), other.path()], &some(), DISTANCES);
    let folder = game_folder(own.path(), "russian");
    let loaded = Mutex::new(Vec::new());
    let observe = |event: Event<'_>| {
        if let Event::Loading(material) = event {
            loaded.lock().unwrap().push(material);
        }
    };
    build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &observe).unwrap();
    assert!(!loaded.into_inner().unwrap().is_empty());
    assert_undisturbed(&contents(&folder), 2 * 2);
    assert_eq!(times(&other_folder), before);
}

#[test]
fn a_build_that_goes_on_makes_the_same_bytes_as_one_from_scratch() {
    let directory = tempfile::tempdir().unwrap();
    // Values alone first, then distances beside them: the values are solved again and their files stay.
    let values = VALUES;
    let folder = build_in::<Russian>(directory.path(), 3, values).unwrap();
    assert_undisturbed(&contents(&folder), 9);
    let before = times(&folder);
    build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    assert_undisturbed(&contents(&folder), 18);
    assert!(before.iter().all(|(path, time)| !path.ends_with(".wdl") || times(&folder)[path] == *time));
    // One material after the other, each from the files of those before.
    for material in Material::all(4) {
        build_materials::<Russian>(directory.path(), &[material], DISTANCES).unwrap();
    }
    assert!(contents(&folder) == *undisturbed());
    // A hole in the middle.
    for name in ["KvM.wdl", "KKMvK.dtw", "MMvM.dtw", "MMvM.wdl"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    build_in::<Russian>(directory.path(), 4, DISTANCES).unwrap();
    assert!(contents(&folder) == *undisturbed());
}
