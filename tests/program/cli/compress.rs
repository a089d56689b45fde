//! `compress`: what it says, and how it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::program::{Running, copy_of, four_pieces, run, wait_for};

/// A copy of all tables up to four pieces; the folder of the game in it too.
fn copy() -> (tempfile::TempDir, PathBuf) {
    copy_of(four_pieces())
}

fn sums(folder: &Path) -> String {
    fs::read_to_string(folder.join("BLAKE3SUMS")).unwrap()
}

#[test]
fn a_material_is_made_smaller_and_as_it_was() {
    let (folder, tables) = copy();
    let before = sums(&tables);
    let dry = run(folder.path(), "compress KKMvK KKvK --level smallest --dry-run").ok();
    assert!(dry.ends_with("4 of 4 files would change; nothing was written\n"), "{dry}");
    assert_eq!(sums(&tables), before);
    let ran = run(folder.path(), "compress KKMvK KKvK --level smallest");
    assert!(ran.err.contains("100 %") && ran.err.contains("KKMvK.dtw: ") && ran.err.contains(" -> "), "{ran:?}");
    let text = ran.ok();
    assert!(text.starts_with("file ") && text.contains("entries/byte\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("KKMvK.")).count(), 2, "{text}");
    assert!(text.contains("\nall ") && text.ends_with("\n4 of 4 files changed\n"), "{text}");
    assert_ne!(sums(&tables), before);
    assert!(run(folder.path(), "verify KKMvK").ok().starts_with("proved 2 tables"));
    assert!(run(folder.path(), "verify --checksums").ok().contains("46 tables are right"));
    // What is in large parts already is not encoded again.
    let again = run(folder.path(), "compress KKMvK --level smallest").ok();
    assert!(again.ends_with("0 of 2 files changed\n"), "{again}");
    let info = run(folder.path(), "info tables/russian/KKMvK.dtw").ok();
    assert!(info.contains("524,160 entries in 32 parts"), "{info}");

    let out = run(folder.path(), "compress --json").ok();
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 47);
    let changed = |line: &&Value| line["changed"] == json!(true);
    let file = lines.iter().find(|line| line["material"] == json!("KKMvK") && line["metric"] == json!("dtw")).unwrap();
    assert!(changed(&file) && file["bytes"].as_u64() > file["bytes_before"].as_u64(), "{file}");
    let total = &lines[46];
    let sum: u64 = lines[..46].iter().map(|line| line["bytes"].as_u64().unwrap()).sum();
    assert_eq!((&total["files"], &total["bytes"], &total["level"]), (&json!(46), &json!(sum), &json!("default")));
    assert_eq!(total["changed"], json!(lines[..46].iter().filter(changed).count()));
    assert_eq!(sums(&tables), before);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "compress").fails_with(&["has no such tables of Russian draughts", "petrov build --pieces 4"]);
    run(folder.path(), "compress --level tiny").fails_with(&["tiny", "default, smallest", "`petrov compress --help`"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let (folder, tables) = copy();
    run(folder.path(), "compress KKKKvK KKvK").fails_with(&["no such tables of KKKKvK:", "`petrov build KKKKvK`"]);
    run(folder.path(), "compress KKvK --metric dtz")
        .fails_with(&["no such tables of KKvK:", "`petrov build KKvK --metric wdl,dtw,dtz`"]);
    run(folder.path(), "compress --pieces 6").fails_with(&["and 58 other materials:", "`petrov build --pieces 6`"]);
    run(folder.path(), "compress --clock ru.bal5").fails_with(&["no such tables"]);
    // A damaged file is named and stays; what was done before it is said.
    let path = tables.join("KKvM.dtw");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let ran = run(folder.path(), "compress KKvK KKvM --level smallest");
    assert!(ran.out.contains("KKvM.wdl ") && !ran.out.contains("KKvM.dtw"), "{ran:?}");
    assert!(ran.out.contains("KKvK.dtw "), "the others are not touched by it: {ran:?}");
    ran.fails_with(&["KKvM.dtw: the checksum of block", "build it again"]);
    assert!(fs::read(&path).unwrap() == bytes);
}

#[test]
#[cfg(unix)]
fn it_can_be_stopped_or_killed_and_goes_on() {
    let (whole, tables) = copy();
    let before: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&tables)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "wdl" || end == "dtw"))
        .map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap()))
        .collect();
    run(whole.path(), "compress --level smallest").ok();
    for (signal, file) in [("INT", "MMvM.dtw"), ("TERM", "KKKvK.wdl"), ("KILL", "KKvK.wdl"), ("KILL", "KKMvK.wdl")] {
        let (folder, in_work) = copy();
        let path = in_work.join(file);
        let bytes = fs::metadata(&path).unwrap().len();
        let program = Running::start(folder.path(), "compress --level smallest");
        wait_for("a file to become smaller", || fs::metadata(&path).unwrap().len() < bytes);
        program.signal(signal);
        let ran = program.end_within(Duration::from_secs(5));
        if signal != "KILL" {
            assert_eq!(ran.code, 130, "{ran:?}");
            assert!(ran.err.ends_with("petrov: stopped; run the same command again to go on\n"), "{ran:?}");
            assert!(ran.out.contains(file), "what was done is said: {ran:?}");
        }
        for (name, old) in &before {
            let left = fs::read(in_work.join(name)).unwrap();
            assert!(left == *old || left == fs::read(tables.join(name)).unwrap(), "{} is neither", name.display());
        }
        assert!(run(folder.path(), "verify --checksums").ok().contains("46 tables are right"));
        run(folder.path(), "compress --level smallest").ok();
        assert_eq!(sums(&in_work), sums(&tables));
    }
}
