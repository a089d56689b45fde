//! `verify`: what it says that it has proved, and how it ends.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::program::{Running, ask, finish, four_pieces, run};

/// A folder with the tables of values of a material whose kings all move in one unit of four million entries.
fn large_unit() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "build KKKvKK --metric wdl").ok();
    folder
}

/// Copies tables of the folder with all up to four pieces.
fn copy(names: &[&str], to: &Path) {
    fs::create_dir_all(to).unwrap();
    for name in names {
        fs::copy(four_pieces().join("tables/russian").join(name), to.join(name)).unwrap();
    }
}

#[test]
fn a_large_unit_takes_little_memory_and_can_be_stopped() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = large_unit();
    let limited = || {
        let mut shell = Command::new("sh");
        let line = "ulimit -v 700000; exec \"$0\" verify KKKvKK --threads 2";
        shell.args(["-c", line, env!("CARGO_BIN_EXE_petrov")]).current_dir(folder.path()).env_remove("PETROV_PATH");
        shell
    };
    let out = finish(&mut limited(), "").ok();
    assert!(out.starts_with("proved 1 table: 4,027,520 entries, and all counts and checksums, given the "), "{out}");
    let program = Running::spawn(&mut limited());
    thread::sleep(Duration::from_millis(250));
    program.signal("INT");
    let ran = program.end_within(Duration::from_secs(2));
    assert_eq!((ran.code, ran.out.as_str()), (130, ""), "{ran:?}");
    assert!(ran.err.ends_with("petrov: stopped before the end; nothing wrong was found so far\n"), "{ran:?}");
}

#[test]
fn the_result_says_where_tables_come_from_and_what_is_taken_for_granted() {
    let empty = tempfile::tempdir().unwrap();
    let out = run(empty.path(), "verify").ok();
    assert!(out.starts_with("proved 18 tables (all inside the program): 199,520 entries"), "{out}");
    let out = run(empty.path(), "verify KvM --checksums").ok();
    assert!(out.starts_with("the checksums of 2 tables (all inside the program) are right"), "{out}");
    copy(&["KvM.wdl", "KvM.dtw"], &empty.path().join("tables/russian"));
    let out = run(empty.path(), "verify").ok();
    assert!(out.starts_with("proved 18 tables (16 inside the program): 199,520 entries"), "{out}");
    let json = run(empty.path(), "verify --json").json();
    assert_eq!((&json["tables"], &json["inside"], &json["given"]), (&json!(18), &json!(16), &json!([])));

    let out = ask("verify KMvM").ok();
    let given = ", given the 5 materials that their moves lead to, which `petrov verify` proves too (";
    assert!(out.starts_with("proved 2 tables: 45,600 entries") && out.contains(given), "{out}");
    let out = ask("verify KvM").ok();
    assert!(out.contains(", given the material KvK that their moves lead to, which `petrov verify` proves"), "{out}");
    assert_eq!(ask("verify KMvM --json").json()["given"], json!(["KvK", "KvM", "MvM", "KKvM", "KMvK"]));
    assert!(!ask("verify --pieces 3").ok().contains("given"));
}

#[test]
fn listed_files_that_are_not_there_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables/russian");
    copy(&["KvK.wdl", "KvK.dtw", "KKKvK.wdl", "BLAKE3SUMS"], &tables);
    let ran = run(folder.path(), "verify KKKvK --checksums");
    let file = Path::new("tables/russian/KKKvK.dtw").display();
    let sentence =
        format!("wrong: {file}: BLAKE3SUMS lists it but it is not there; build it again or take its line out");
    assert_eq!((ran.code, ran.out.lines().next()), (1, Some(sentence.as_str())), "{ran:?}");
    run(folder.path(), "verify KvK --checksums").ok();
    let json: serde_json::Value = serde_json::from_str(&run(folder.path(), "verify --json").out).unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), 46 - 3, "{json}");
}

#[test]
fn files_that_others_hide_are_checked_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let tables = four_pieces().join("tables").display().to_string();
    copy(&["KvK.wdl", "KvK.dtw", "KvM.wdl"], &folder.path().join("b/russian"));
    let verify = format!("verify --pieces 2 --tables {tables} --tables b");
    let out = run(folder.path(), &verify).ok();
    let note = format!(
        "note: of 3 tables in {} only the checksums were compared, as folders named before hide them",
        Path::new("b/russian").display()
    );
    assert!(out.starts_with("proved 6 tables: ") && out.lines().any(|line| line == note), "{out}");
    let hidden = Path::new("b/russian/KvK.wdl").display().to_string();
    assert_eq!(run(folder.path(), &format!("{verify} --json")).json()["hidden"][0], json!(hidden));
    fs::write(folder.path().join("b/russian/KvK.wdl"), "no table").unwrap();
    let ran = run(folder.path(), &verify);
    assert!(ran.code == 1 && ran.out.contains("KvK.wdl"), "{ran:?}");
}

#[test]
fn a_folder_may_lack_the_game() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let tables = four_pieces().join("tables").display().to_string();
    run(folder.path(), &format!("verify --pieces 3 --tables {tables} --tables empty")).ok();
    run(folder.path(), &format!("verify --pieces 3 --tables empty --tables {tables}")).ok();
    run(folder.path(), "verify --pieces 3 --tables empty").ok();
    run(folder.path(), "verify --tables empty --tables none")
        .fails_with(&["none: there is no such folder", "--tables"]);
    // A manifest that cannot be used, as it is no text or no file.
    let manifest = folder.path().join("empty/russian/BLAKE3SUMS");
    fs::create_dir_all(manifest.parent().unwrap()).unwrap();
    fs::write(&manifest, b"\xff\xfe\n").unwrap();
    run(folder.path(), "verify --tables empty").fails_with(&["BLAKE3SUMS: line 1 is not a sum", "delete the file"]);
    fs::remove_file(&manifest).unwrap();
    fs::create_dir(&manifest).unwrap();
    run(folder.path(), "verify --tables empty").fails_with(&["BLAKE3SUMS: it is a folder", "move it away"]);
}

#[test]
fn the_folder_of_the_game_is_known_from_inside() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("tables/russian");
    fs::create_dir_all(own.join("notes.unfinished")).unwrap();
    fs::write(own.join("mine.unfinished"), "half a letter").unwrap();
    run(&own, "build KvK --tables .").ok();
    let found = |directory: &Path, tables: &str| {
        run(directory, &format!("list --json --tables {tables}")).json()["folders"][0]["tables"].clone()
    };
    assert_eq!((found(&own, "."), found(folder.path(), "tables")), (json!(2), json!(2)));
    assert_eq!(found(&own.join("notes.unfinished"), ".."), json!(2));
    assert!(!own.join("russian").exists() && own.join("mine.unfinished").exists());
    let out = run(&own, "verify KvK --tables .").ok();
    assert!(out.starts_with("proved 2 tables: "), "{out}");
}

/// Tables without distances hide those inside the program, whose distances then cannot be proved, but their values can.
#[test]
fn values_in_a_folder_and_distances_inside_the_program() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "build KKvK --metric wdl").ok();
    let out = run(folder.path(), "verify").ok();
    assert!(out.contains("proved"), "{out}");
}
