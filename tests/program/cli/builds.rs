//! `build`: plans, limits, interruptions and neighbours.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::program::{Running, four_pieces, run, wait_for};

#[test]
fn a_dry_run_tells_and_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = run(folder.path(), "build KKKvK --dry-run --threads 2").ok();
    for part in
        ["KKKvK     wdl dtw", "3 materials, 318,432 entries", "memory", "disk    about", "time    about", "2 threads"]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let json = run(folder.path(), "build --pieces 5 --dry-run --json --threads 2").json();
    assert_eq!((&json["entries"], json["slices"].as_array().unwrap().len()), (&json!(145_859_644), 45));
    assert_eq!(json["slices"][0]["missing"], json!(["wdl", "dtw"]));
    let number = |key: &str| json[key].as_f64().unwrap();
    assert!(number("least_memory") < number("full_memory") && number("full_memory") < 1.5e9);
    assert!((1e7..4e7).contains(&number("disk_bytes")) && number("seconds") > 1.0);
    // However large, a plan is made at once: all of design.md's 2 to 8 pieces, both sides to move.
    assert!(run(folder.path(), "build --pieces 8 --dry-run").ok().contains(" 210 materials, 440,005,309,505 entries"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn results_go_to_standard_output_and_progress_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), "build --pieces 3");
    for part in ["9 materials, 199,520 entries", "100 %", "KKvK ", "million/s", " left ", "done in "] {
        assert!(ran.err.contains(part), "{part} is not in {ran:?}");
    }
    assert_eq!(ran.err.lines().filter(|line| line.contains("solved at")).count(), 9, "a line for each slice: {ran:?}");
    for part in ["KKvK       29,760", "Longest wins\n", "  MMvM         13     25  B:W", "Try next\n  petrov probe B:W"]
    {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
    // Again: everything is there, and said in the same words.
    let tables = folder.path().join("tables/russian");
    let written = |name: &str| fs::metadata(tables.join(name)).unwrap().modified().unwrap();
    let before = written("KKvK.dtw");
    let again = run(folder.path(), "build --pieces 3");
    assert!(again.err.contains("nothing to build"), "{again:?}");
    assert_eq!((again.ok(), written("KKvK.dtw")), (ran.out, before));
    // One file is gone: it alone is built.
    let bytes = fs::read(tables.join("KKvK.dtw")).unwrap();
    fs::remove_file(tables.join("KKvK.dtw")).unwrap();
    let ran = run(folder.path(), "build --pieces 3 --json");
    assert!(ran.err.contains("1 material (8 more are there), 29,760 entries"), "{ran:?}");
    let last = ran.ok().lines().last().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()).unwrap();
    assert_eq!((&last["material"], &last["first_to_move"]["longest_win"]), (&json!("MMvM"), &json!(19)));
    assert!(fs::read(tables.join("KKvK.dtw")).unwrap() == bytes);
}

#[test]
fn values_alone() {
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), "build KKvK --metric wdl").ok();
    assert!(out.contains("KKvK       29,760"), "{out}");
    let names = fs::read_dir(folder.path().join("tables/russian")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().ends_with(".dtw")));
    // Distances bring the values with them, here those that are there.
    run(folder.path(), "build KKvK --metric dtw").ok();
    for name in ["KvK.wdl", "KvK.dtw", "KKvK.wdl", "KKvK.dtw"] {
        let table = |folder: &Path| fs::read(folder.join("tables/russian").join(name)).unwrap();
        assert!(table(folder.path()) == table(four_pieces()), "{name}");
    }
}

#[test]
fn the_least_memory_is_enough_and_less_is_refused_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let least = run(folder.path(), "build --pieces 4 --dry-run --json").json()["least_memory"].as_u64().unwrap();
    let accepted = least.div_ceil(1 << 20);
    let ran = run(folder.path(), &format!("build --pieces 4 --memory {}", least - 1));
    ran.fails_with(&["KKvKK takes", "of memory", &format!("--memory {accepted}M")]);
    run(folder.path(), "build --pieces 4 --memory 10M").fails_with(&["--memory allows 10.0 MiB", "raise it with"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no folder is made");
    run(folder.path(), &format!("build --pieces 4 --memory {least}")).ok();
    let sums = |folder: &Path| fs::read_to_string(folder.join("tables/russian/BLAKE3SUMS")).unwrap();
    assert_eq!(sums(folder.path()), sums(four_pieces()));
}

/// The files that a build has not finished.
fn unfinished(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".unfinished")).collect()
}

#[test]
#[cfg(unix)]
fn a_build_can_be_stopped_and_goes_on() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path().join("tables/russian");
        let program = Running::start(folder.path(), "build --pieces 5");
        wait_for("the first slice of five pieces", || tables.join("KKKKvK.dtw").exists());
        program.signal(signal);
        let ran = program.end_within(Duration::from_secs(2));
        assert_eq!((ran.code, ran.out.as_str()), (130, ""), "{ran:?}");
        assert!(ran.err.contains("stopping; press Ctrl-C again to stop at once\n"), "{ran:?}");
        assert!(ran.err.ends_with("petrov: stopped; run the same command again to go on\n"), "{ran:?}");
        assert_eq!(unfinished(&tables), [""; 0]);
        // What is finished is left alone.
        let again = run(folder.path(), "build --pieces 4 KKKKvK");
        assert!(again.err.contains("nothing to build: all tables of 24 materials are there"), "{again:?}");
        again.ok();
    }
}

#[test]
#[cfg(unix)]
fn a_second_build_in_the_same_folder_waits() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables/russian");
    let first = Running::start(folder.path(), "build --pieces 5");
    wait_for("the first table", || tables.join("KvK.wdl").exists());
    // Both plan to build these; only one of them does.
    let second = Running::start(folder.path(), "build --pieces 4 --tables tables/russian");
    wait_for("the first slice of five pieces", || tables.join("KKKKvK.dtw").exists());
    first.signal("INT");
    first.end_within(Duration::from_secs(2));
    let ran = second.end_within(Duration::from_secs(10));
    assert!(ran.err.contains("another petrov builds in tables/russian; waiting for it"), "{ran:?}");
    assert!(!ran.err.contains("solved at"), "everything was there by then: {ran:?}");
    ran.ok();
    assert_eq!(unfinished(&tables), [""; 0]);
}
