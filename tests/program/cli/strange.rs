//! What else can have the names of files among the tables: links, pipes, sockets, devices, folders, and what has no end.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::program::{Ran, Running, run};

const LONG: Duration = Duration::from_secs(60);

/// Runs the program, which must end in time.
fn ends(directory: &Path, arguments: &str) -> Ran {
    Running::start(directory, arguments).end_within(LONG)
}

/// A folder with the tables of two pieces, and the folder of the game in it.
fn small() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "build --pieces 2").ok();
    let tables = folder.path().join("tables/russian");
    (folder, tables)
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Puts something that is no regular file in a place: what it is called, and how it is made.
type Strange = (&'static str, fn(&Path));

const STRANGE: [Strange; 4] = [
    ("a pipe, a socket or a device", make_pipe),
    ("a pipe, a socket or a device", |path| drop(UnixListener::bind(path).unwrap())),
    ("a folder", |path| fs::create_dir(path).unwrap()),
    ("a symbolic link", |path| symlink("/dev/zero", path).unwrap()),
];

#[test]
fn a_link_in_the_way_is_not_followed() {
    for (name, command) in [
        ("KKvK.wdl.unfinished", "build KKvK"),
        ("KKvK.dtw.unfinished", "build KKvK"),
        ("BLAKE3SUMS.unfinished", "build KKvK"),
        (".lock", "build KKvK"),
        ("KvM.dtw.unfinished", "compress KvM --level smallest"),
        (".lock", "compress KvM"),
    ] {
        let (folder, tables) = small();
        let target = folder.path().join("precious");
        fs::write(&target, "precious").unwrap();
        let _ = fs::remove_file(tables.join(name));
        symlink(&target, tables.join(name)).unwrap();
        let before = fs::read_dir(&tables).unwrap().count();
        ends(folder.path(), command).fails_with(&["a symbolic link", "remove it"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious", "{name}, {command}");
        assert!(tables.join(name).is_symlink(), "{name} stays");
        assert!(fs::read_dir(&tables).unwrap().count() <= before + 1, "nothing was written but the lock");
        fs::remove_file(tables.join(name)).unwrap();
        ends(folder.path(), command).ok();
    }
}

#[test]
fn a_link_in_place_of_what_is_solved_so_far_is_not_followed() {
    for make in [make_pipe as fn(&Path), |path| symlink("../../precious", path).unwrap()] {
        let (folder, tables) = small();
        let target = folder.path().join("precious");
        fs::write(&target, "precious").unwrap();
        make(&tables.join("KKvK.solving"));
        let ran = ends(folder.path(), "build KKvK --checkpoint-from 0");
        assert!(ran.err.contains("KKvK.solving"), "{ran:?}");
        ran.ok();
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
        assert!(fs::symlink_metadata(tables.join("KKvK.solving")).is_ok(), "it is not ours to remove");
    }
}

#[test]
fn whatever_has_the_name_of_a_file_to_write_ends_in_a_sentence() {
    for (kind, make) in STRANGE {
        for name in ["KKvK.wdl.unfinished", ".lock", "BLAKE3SUMS.unfinished"] {
            let (folder, tables) = small();
            let _ = fs::remove_file(tables.join(name));
            make(&tables.join(name));
            ends(folder.path(), "build KKvK").fails_with(&[kind, "remove it"]);
            assert!(!fs::symlink_metadata(tables.join(name)).unwrap().is_file(), "{name} stays");
        }
    }
}

#[test]
fn whatever_has_the_name_of_the_manifest_ends_in_a_sentence() {
    for (kind, make) in STRANGE {
        let (folder, tables) = small();
        fs::remove_file(tables.join("BLAKE3SUMS")).unwrap();
        make(&tables.join("BLAKE3SUMS"));
        let kind = if kind == "a symbolic link" { "a device" } else { kind };
        for command in ["build KKvK", "build KvM", "verify", "compress"] {
            ends(folder.path(), command).fails_with(&["BLAKE3SUMS", kind, "move it away"]);
        }
    }
    let (folder, tables) = small();
    let endless = fs::File::create(tables.join("BLAKE3SUMS")).unwrap();
    endless.set_len(1 << 40).unwrap();
    for command in ["build KvM", "verify"] {
        ends(folder.path(), command).fails_with(&["BLAKE3SUMS", "more than 16 MiB", "delete the file"]);
    }
}

#[test]
fn whatever_has_the_name_of_a_table_ends_in_a_sentence() {
    for (_, make) in STRANGE {
        let (folder, tables) = small();
        fs::remove_file(tables.join("KvM.wdl")).unwrap();
        make(&tables.join("KvM.wdl"));
        for command in
            ["probe W:WKa1:Bc5", "build KvM", "build KKvM", "compress", "info tables/russian/KvM.wdl", "stats KvM"]
        {
            ends(folder.path(), command).fails_with(&["KvM.wdl", "not a regular file", "move it away"]);
        }
        let ran = ends(folder.path(), "verify");
        assert!(ran.code == 2 && ran.err.contains("not a regular file"), "{ran:?}");
        ends(folder.path(), "list").ok();
    }
}

#[test]
fn links_that_lead_nowhere_say_what_to_do() {
    for target in ["nothing.wdl", "KvM.wdl"] {
        let (folder, tables) = small();
        fs::remove_file(tables.join("KvM.wdl")).unwrap();
        symlink(target, tables.join("KvM.wdl")).unwrap();
        for command in ["build KvM", "build KKvM", "stats KvM"] {
            ends(folder.path(), command).fails_with(&["KvM.wdl", "remove it", "build it again"]);
        }
        // What it says helps.
        fs::remove_file(tables.join("KvM.wdl")).unwrap();
        ends(folder.path(), "build KvM").ok();
        ends(folder.path(), "verify").ok();
    }
}

#[test]
fn links_to_regular_files_are_read_and_never_written_through() {
    let (folder, tables) = small();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    for name in ["KvM.wdl", "KvM.dtw", "BLAKE3SUMS"] {
        fs::rename(tables.join(name), elsewhere.join(name)).unwrap();
        symlink(elsewhere.join(name), tables.join(name)).unwrap();
    }
    let before = ["KvM.wdl", "KvM.dtw", "BLAKE3SUMS"].map(|name| fs::read(elsewhere.join(name)).unwrap());
    ends(folder.path(), "probe W:WKa1:Bc5").ok();
    ends(folder.path(), "verify").ok();
    ends(folder.path(), "build KKvK").ok();
    assert!(!tables.join("BLAKE3SUMS").is_symlink(), "a file of its own takes the place of the link");
    ends(folder.path(), "compress --level smallest").ok();
    ends(folder.path(), "verify").ok();
    assert!(before == ["KvM.wdl", "KvM.dtw", "BLAKE3SUMS"].map(|name| fs::read(elsewhere.join(name)).unwrap()));
    // Of a hard link of such a name, too, the other name keeps its bytes.
    let precious = folder.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    fs::hard_link(&precious, tables.join("KKvM.wdl.unfinished")).unwrap();
    fs::remove_file(tables.join(".lock")).unwrap();
    fs::hard_link(&precious, tables.join(".lock")).unwrap();
    ends(folder.path(), "build KKvM").ok();
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
}
