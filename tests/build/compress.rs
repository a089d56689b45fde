//! Encoding finished files anew: what they say stays, and so do files of which nothing better comes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use crate::tables::originals::original;
use crate::tables::{
    DISTANCES, Random, build_in, build_materials, contents, identity, open, stored, up_to, with_clocks, with_value,
};
use petrov::Tablebase;
use petrov::format::{Catalog, MANIFEST, Metric, TableErrorKind, game_folder};
use petrov::index::Material;
use petrov::probe::Options;
use petrov::rules::{self, Game, Russian, Variant};
use petrov_build::format::Level;
use petrov_build::solve::{BuildError, Compressed, Compressing, Compression, Engine, Progress, compress};
use petrov_build::verify::{Task, verify};

fn all(game: &'static Game, level: Level) -> Compression {
    let engine = Engine::for_game(game).unwrap();
    Compression::new(game, engine, level).with_threads(2)
}

fn russian(level: Level) -> Compression {
    all(Russian::GAME, level)
}

/// Runs a compression in a folder of tables; returns what came of each file.
fn run(directory: &Path, compression: &Compression) -> Result<Vec<Compressed>, BuildError> {
    let mut catalog = Catalog::new(compression.game.tables);
    catalog.add_directory(directory).unwrap();
    let folder = game_folder(directory, compression.game.tables);
    let finished = Mutex::new(Vec::new());
    let observe = |event: Compressing<'_>| {
        if let Compressing::Finished(file) = event {
            finished.lock().unwrap().push(file.clone());
        }
    };
    compress(compression, &folder, &mut catalog, &Progress::default(), &observe)?;
    Ok(finished.into_inner().unwrap())
}

fn write_all(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    fs::create_dir_all(folder).unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
}

fn bytes(files: &BTreeMap<String, Vec<u8>>) -> usize {
    files.iter().filter(|(name, _)| *name != MANIFEST).map(|(_, bytes)| bytes.len()).sum()
}

/// Three pieces and one table of four that is in large parts.
fn materials() -> Vec<Material> {
    up_to(3).into_iter().chain(["KKMvK".parse().unwrap()]).collect()
}

fn tablebase(directory: &Path) -> Tablebase {
    let mut tablebase = Tablebase::with_options(Russian::GAME, Options::default().with_embedded(false));
    tablebase.add_directory(directory).unwrap();
    tablebase
}

fn assert_proved(game: &'static Game, directory: &Path) {
    let task = Task::new([]).with_threads(2);
    let progress = petrov_build::verify::Progress::default();
    let report = verify(game, &[directory.to_owned()], &task, &progress, &|_| ()).unwrap();
    assert!(report.findings.is_empty() && report.tables > 0, "{:?}", report.findings);
}

#[test]
fn smaller_and_back_again() {
    let built = tempfile::tempdir().unwrap();
    let folder = build_materials::<Russian>(built.path(), &materials(), with_clocks()).unwrap();
    let before = contents(&folder);
    assert!(run(built.path(), &russian(Level::Default)).unwrap().iter().all(|file| !file.changed));
    assert!(contents(&folder) == before, "what a build writes stays");

    let files = run(built.path(), &russian(Level::Smallest)).unwrap();
    let small = contents(&folder);
    assert_eq!(files.len(), before.len() - 1);
    assert!(files.iter().all(|file| file.after <= file.before && file.changed == (file.after < file.before)));
    assert!(bytes(&small) * 100 < bytes(&before) * 96, "{} {}", bytes(&small), bytes(&before));
    let of_four = &small["KKMvK.dtw"];
    assert_eq!(crate::tables::forge::Forged::read(of_four).block_entries, 32 * 16_380);
    for file in &files {
        let name = file.path.file_name().unwrap().to_str().unwrap();
        let lengths = (before[name].len() as u64, small[name].len() as u64);
        assert_eq!((file.before, file.after), lengths, "{name}");
    }
    // Again, and with one thread from the start: the same.
    assert!(run(built.path(), &russian(Level::Smallest)).unwrap().iter().all(|file| !file.changed));
    let copy = tempfile::tempdir().unwrap();
    let folder_of_copy = copy.path().join("russian");
    write_all(&folder_of_copy, &before);
    run(copy.path(), &russian(Level::Smallest).with_threads(1)).unwrap();
    assert!(contents(&folder_of_copy) == small && contents(&folder) == small);

    assert_proved(Russian::GAME, built.path());
    same_answers(built.path(), {
        write_all(&folder_of_copy, &before);
        copy.path()
    });
    // A build goes on from them.
    build_materials::<Russian>(built.path(), &["KKMvM".parse().unwrap()], DISTANCES).unwrap();
    run(built.path(), &russian(Level::Default)).unwrap();
    let after = contents(&folder);
    assert!(before.iter().filter(|(name, _)| *name != MANIFEST).all(|(name, bytes)| after[name] == *bytes));
    let undisturbed = tempfile::tempdir().unwrap();
    let four = build_materials::<Russian>(undisturbed.path(), &["KKMvM".parse().unwrap()], DISTANCES).unwrap();
    assert!(contents(&four).iter().filter(|(name, _)| *name != MANIFEST).all(|(name, bytes)| after[name] == *bytes));
}

/// Probes of both folders, with captures and without, say the same.
fn same_answers(one: &Path, other: &Path) {
    let (one, other) = (tablebase(one), tablebase(other));
    let mut random = Random(0x0123_4567_89ab_cdef);
    for material in materials() {
        for half in 0..material.halves().count() {
            let entries = identity::<Russian>(material, Metric::Wdl).entries;
            for _ in 0..2000 {
                let position = one.position(material, half, random.below(entries)).unwrap();
                assert_eq!(one.probe_wdl(&position).unwrap(), other.probe_wdl(&position).unwrap());
                assert_eq!(one.probe(&position).unwrap(), other.probe(&position).unwrap());
            }
        }
    }
}

#[test]
fn a_part_of_the_files() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    let before = contents(&folder);
    let some = russian(Level::Smallest)
        .with_materials(["KMvK".parse().unwrap(), "MMvM".parse().unwrap()])
        .with_metrics([Metric::Dtw]);
    // First to find out.
    let found = run(directory.path(), &some.clone().with_dry_run(true)).unwrap();
    assert!(contents(&folder) == before);
    let files = run(directory.path(), &some).unwrap();
    let after = contents(&folder);
    let sizes = |files: &[Compressed]| files.iter().map(|file| (file.before, file.after)).collect::<Vec<_>>();
    assert_eq!((files.len(), sizes(&found)), (2, sizes(&files)));
    let changed: Vec<&String> = before.keys().filter(|name| after[*name] != before[*name]).collect();
    assert_eq!(changed, [MANIFEST, "KMvK.dtw", "MMvM.dtw"]);
    assert_proved(Russian::GAME, directory.path());
}

#[test]
fn what_older_versions_wrote() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("russian");
    let names = ["KvK.wdl", "KvM.wdl", "KvM.dtw", "KKvK.wdl", "KKMvK.wdl", "KKMvK.dtw", "KKKvM.wdl"];
    let old: BTreeMap<String, Vec<u8>> =
        names.iter().map(|&name| (name.to_owned(), original(name).whole().bytes)).collect();
    write_all(&folder, &old);
    assert_eq!(crate::tables::forge::Forged::read(&old["KKMvK.dtw"]).version, 1);
    let files = run(directory.path(), &russian(Level::Smallest)).unwrap();
    assert!(files.iter().all(|file| file.after <= file.before));
    assert!(contents(&folder)["KKMvK.dtw"].len() < original("KKMvK.dtw").bytes.len());
    let back = || {
        run(directory.path(), &russian(Level::Default)).unwrap();
        let after = contents(&folder);
        names.iter().for_each(|&name| assert!(after[name] == original(name).bytes, "{name}"));
    };
    back();
    // At once, too.
    fs::remove_file(folder.join(MANIFEST)).unwrap();
    write_all(&folder, &old);
    back();
}

#[test]
fn files_of_all_games() {
    let source = Path::new(crate::ROOT).join("tables");
    for entry in fs::read_dir(source).unwrap() {
        let from = entry.unwrap().path();
        let id = from.file_name().unwrap().to_str().unwrap().to_owned();
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join(&id);
        let before: BTreeMap<_, _> =
            contents(&from).into_iter().filter(|(name, _)| name == MANIFEST || name.ends_with("vM.wdl")).collect();
        write_all(&folder, &before);
        let game = rules::game(&id).unwrap();
        let files = run(directory.path(), &all(game, Level::Default)).unwrap();
        assert!(files.iter().all(|file| !file.changed), "{id}: {files:?}");
        run(directory.path(), &all(game, Level::Smallest)).unwrap();
        assert!(bytes(&contents(&folder)) <= bytes(&before), "{id}");
        run(directory.path(), &all(game, Level::Default)).unwrap();
        assert!(contents(&folder) == before, "{id}");
    }
}

/// A folder with all tables of up to three pieces, one of which has other bytes; and without a manifest.
fn with_file(name: &str, bytes: Vec<u8>) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
    (directory, folder)
}

#[test]
fn damaged_files_stay_and_are_named() {
    let right = &original("KKvM.dtw").bytes;
    let mut damaged = right.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let (directory, folder) = with_file("KKvM.dtw", damaged);
    let material = |name: &str| vec![name.parse().unwrap()];
    let only = russian(Level::Smallest).with_materials(material("KKvM"));
    let kind = |compression: &Compression| match run(directory.path(), compression) {
        Err(BuildError::Table(error)) => error.kind,
        other => panic!("{other:?}"),
    };
    let before = contents(&folder);
    assert!(matches!(kind(&only), TableErrorKind::BlockChecksum { .. }));
    let after = contents(&folder);
    assert!(after["KKvM.dtw"] == before["KKvM.dtw"], "it stays");
    assert!(after["KKvM.wdl"] != before["KKvM.wdl"], "what came before it is done");
    // A right file, but not the one of the manifest.
    let dtw = only.clone().with_metrics([Metric::Dtw]);
    let other = with_value(&open::<Russian>(&folder, "KKvK".parse().unwrap(), Metric::Dtw), 0, 0, 5);
    fs::write(folder.join("KKvK.dtw"), other).unwrap();
    let of_king = dtw.clone().with_materials(material("KKvK"));
    assert!(matches!(run(directory.path(), &of_king), Err(BuildError::Changed(path)) if path.ends_with("KKvK.dtw")));
    // Without its values.
    fs::remove_file(folder.join(MANIFEST)).unwrap();
    fs::write(folder.join("KKvM.dtw"), right).unwrap();
    let values = fs::read(folder.join("KKvM.wdl")).unwrap();
    fs::remove_file(folder.join("KKvM.wdl")).unwrap();
    assert!(matches!(kind(&dtw), TableErrorKind::Io(_)));
    // With those of another build.
    let mut forged = original("KKvM.wdl").forged();
    let (wins, draws) = (forged.statistics[0], forged.statistics[8]);
    (forged.statistics[0], forged.statistics[8]) = (wins - 1, draws + 1);
    fs::write(folder.join("KKvM.wdl"), forged.bytes()).unwrap();
    assert!(matches!(kind(&dtw), TableErrorKind::OtherBuild { .. }));
    // A distance beyond those that the header names.
    fs::write(folder.join("KKvM.wdl"), values).unwrap();
    let opened = open::<Russian>(&folder, "KKvM".parse().unwrap(), Metric::Dtw);
    let wdl = open::<Russian>(&folder, "KKvM".parse().unwrap(), Metric::Wdl);
    let quiet = (0..).find(|&entry| stored(&wdl, 0, entry) == 2 && stored(&opened, 0, entry) > 2).unwrap();
    let far = with_value(&opened, 0, quiet, 200);
    fs::write(folder.join("KKvM.dtw"), &far).unwrap();
    assert!(matches!(kind(&dtw), TableErrorKind::Field { name: "statistics", .. }));
    assert!(fs::read(folder.join("KKvM.dtw")).unwrap() == far);
    assert!(contents(&folder).keys().all(|name| !name.ends_with(".unfinished")));
}

#[test]
fn what_cannot_be_written_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    let before = contents(&folder);
    // As with a full disk, the new file cannot be made beside the old one.
    let in_the_way = folder.join("KMvK.dtw.unfinished");
    fs::create_dir(&in_the_way).unwrap();
    let only = russian(Level::Smallest).with_metrics([Metric::Dtw]);
    let only = only.with_materials(["KMvK".parse().unwrap()]);
    let failed = run(directory.path(), &only);
    assert!(matches!(&failed, Err(BuildError::Io { path, .. }) if path.ends_with("KMvK.dtw")), "{failed:?}");
    fs::remove_dir(&in_the_way).unwrap();
    assert!(contents(&folder) == before);
}

#[test]
fn stopped_between_and_within_files() {
    let built = tempfile::tempdir().unwrap();
    let before = contents(&build_materials::<Russian>(built.path(), &materials(), DISTANCES).unwrap());
    run(built.path(), &russian(Level::Smallest)).unwrap();
    let after = contents(&built.path().join("russian"));
    for (number, within) in [(0, true), (1, false), (5, true), (9, false), (19, true)] {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("russian");
        write_all(&folder, &before);
        let mut catalog = Catalog::new("russian");
        catalog.add_directory(directory.path()).unwrap();
        let (progress, begun) = (Progress::default(), Mutex::new((0, 0)));
        let observe = |event: Compressing<'_>| {
            let mut counts = begun.lock().unwrap();
            match event {
                Compressing::Begun(..) => counts.0 += 1,
                Compressing::Finished(_) => counts.1 += 1,
                _ => return,
            }
            if *counts == (number + u32::from(within), number) {
                progress.stop.store(true, Relaxed);
            }
        };
        let stopped = compress(&russian(Level::Smallest), &folder, &mut catalog, &progress, &observe);
        assert!(matches!(stopped, Err(BuildError::Stopped)), "{stopped:?}");
        let left = contents(&folder);
        assert_eq!(left.len(), before.len());
        let (mut old, mut new) = (0, 0);
        for (name, bytes) in left.iter().filter(|(name, _)| *name != MANIFEST) {
            (old, new) = (old + u32::from(*bytes == before[name]), new + u32::from(*bytes == after[name]));
            assert!(*bytes == before[name] || *bytes == after[name], "{name}");
        }
        assert!(new >= number && old > 0, "{number}: {old} old, {new} new");
        run(directory.path(), &russian(Level::Smallest)).unwrap();
        assert!(contents(&folder) == after);
    }
}

#[test]
fn of_two_programs_in_one_folder_the_second_waits() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
    let lock = fs::File::create(folder.join(".lock")).unwrap();
    lock.lock().unwrap();
    let (waits, is_waiting) = mpsc::channel();
    let observe = move |event: Compressing<'_>| {
        if matches!(event, Compressing::Waiting(_)) {
            waits.send(()).unwrap();
        }
    };
    thread::scope(|scope| {
        let compressing = scope.spawn(|| {
            let mut catalog = Catalog::new("russian");
            catalog.add_directory(directory.path()).unwrap();
            compress(&russian(Level::Default), &folder, &mut catalog, &Progress::default(), &observe)
        });
        is_waiting.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(!compressing.is_finished());
        drop(lock);
        compressing.join().unwrap().unwrap();
    });
}
