//! What is wrong is said in one sentence, with exit code 2.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use super::program::{ask, command, finish, four_pieces, run};
use crate::tables::forge::Forged;

#[test]
fn wrong_arguments() {
    for (arguments, parts) in [
        ("bild", ["unrecognized subcommand 'bild'", "'build'", "`petrov --help`"]),
        ("probe", ["required arguments", "<FEN>", "`petrov probe --help`"]),
        ("build", ["nothing was asked for", "petrov build --pieces 4", "petrov build KKKvK"]),
        ("build KQvK", ["unknown material \"KQvK\"", "kings and men", "KKMvK"]),
        ("stats KKv", ["without pieces", "no table", "over"]),
        ("stats KKKKKKKKKvK", ["at most 12 pieces", "8 of them", "side"]),
        ("build --pieces 1", ["--pieces 1", "2 to 12", "pieces"]),
        ("build --pieces many", ["many", "--pieces", "`petrov build --help`"]),
        ("build KvK --metric dtm", ["dtm", "--metric", "wdl, dtw, dtc, dtz"]),
        ("build KvK --memory much", ["'much'", "it is not a size", "500M"]),
        ("build KvK --threads 0", ["'0'", "--threads", "1..=1024"]),
        ("perft", ["--depth", "<N>", "`petrov perft --help`"]),
        ("completions tcsh", ["tcsh", "bash", "zsh"]),
        ("games --game chess", ["unknown game \"chess\"", "`petrov games`", "lists them all"]),
        ("games --squares c3", ["--squares", "\"c3\"", "b8, a1, g1 or h8"]),
        ("info", ["required arguments", "<FILE>...", "`petrov info --help`"]),
        ("info none.wdl", ["none.wdl", "file not found", "build it again"]),
        ("probe --file none", ["none", "cannot be read", "--file"]),
        ("list --tables none", ["none: there is no such folder", "--tables", "petrov build --pieces 4 --tables none"]),
    ] {
        let empty = tempfile::tempdir().unwrap();
        run(empty.path(), arguments).fails_with(&parts);
        run(empty.path(), &format!("{arguments} --json")).fails_with(&parts);
        assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "{arguments} leaves nothing behind");
    }
    ask("hub --json").fails_with(&["Hub protocol", "leave out --json"]);
}

#[test]
fn wrong_positions() {
    for (fen, parts) in [
        ("W:WKa1,Ka1:BKh8", ["column 8", "two pieces on a1", "once"]),
        ("W:Wa1,h8:BKg7", ["column 7", "a man on h8", "write Kh8"]),
        ("W:Wa1:Bc1", ["column 8", "a man on c1", "write Kc1"]),
        ("W:Wa2:Bh8", ["column 4", "no square a2", "dark squares"]),
        ("W:We7:b6", ["column 7", "b6 can mean Black on square number 6 or the square b6", "write Wb6 or Bb6"]),
        ("W:Wc3,22:Bh8", ["column 7", "c3 has a letter and 22 is a number", "all as numbers"]),
        ("Wa1:Bh8", ["column 2", "colon", "as in W:Wa1:Bh8"]),
        ("a1", ["column 1", "side to move", "W or B"]),
        ("?:Wa1:Bh8", ["column 1", "unknown", "W or B"]),
        ("W:Wa1:Bh8:X", ["column 11", "colour", "W or B"]),
    ] {
        for verb in ["probe", "moves", "line", "perft --depth 1"] {
            ask(&format!("{verb} {fen}")).fails_with(&parts);
        }
    }
}

#[test]
fn missing_tables() {
    let empty = tempfile::tempdir().unwrap();
    let looked = Path::new("tables").join("russian").display().to_string();
    for arguments in ["probe W:WKa1,Kc1,Ke1:BKh8", "line W:WKa1,Kc1,Ke1:BKh8", "stats KKKvK", "verify KKKvK"] {
        let parts = ["missing KKKvK.wdl, KKKvK.dtw", &looked, "build them with `petrov build KKKvK`"];
        run(empty.path(), arguments).fails_with(&parts);
    }
    run(empty.path(), "verify KKvKK KKKvK --checksums").fails_with(&["KKKvK.wdl", "KKvKK.dtw", "build KKKvK KKvKK"]);
    // All of them are named, and the folders; the command can be typed.
    fs::create_dir(empty.path().join("my")).unwrap();
    run(empty.path(), "probe W:Wa1,c1:BKh8,b8 --tables my").fails_with(&[
        "KKvMM.wdl, KKvMM.dtw, ",
        "KMvMM.wdl, KMvMM.dtw (looked in my",
        "`petrov build KMvMM --tables my`",
    ]);
}

/// A copy of the tables of up to three pieces in which one file has other bytes.
fn with_file(name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (four_pieces().join("tables/russian"), folder.path().join("tables/russian"));
    fs::create_dir_all(&to).unwrap();
    for name in ["KvK.wdl", "KvK.dtw", "KKvK.wdl", "KKvK.dtw", "KKvM.wdl"] {
        fs::copy(from.join(name), to.join(name)).unwrap();
    }
    fs::write(to.join(name), change(fs::read(from.join(name)).unwrap())).unwrap();
    folder
}

/// The verbs that read the table of values of KKvK.
const READERS: [&str; 4] =
    ["probe W:WKa5,Ka7:BKg1", "moves W:WKa5,Ka7:BKg1", "line W:WKa5,Ka7:BKg1", "build KKvK --metric wdl"];

fn forged(change: impl FnOnce(&mut Forged)) -> tempfile::TempDir {
    with_file("KKvK.wdl", |bytes| {
        let mut forged = Forged::read(&bytes);
        change(&mut forged);
        forged.bytes()
    })
}

#[test]
fn files_that_are_not_what_their_name_says() {
    let other_game = forged(|file| file.set_game("brazilian"));
    let newer = forged(|file| file.version = 7);
    let other_material = with_file("KKvM.wdl", |_| fs::read(four_pieces().join("tables/russian/KKvK.wdl")).unwrap());
    for arguments in READERS {
        run(other_game.path(), arguments).fails_with(&["KKvK.wdl", "brazilian", "not of russian", "move it"]);
        run(newer.path(), arguments).fails_with(&["KKvK.wdl", "version 7 is newer than 2", "update the program"]);
    }
    // Of a game that is known as well as of one that is not.
    let unheard_of = forged(|file| file.set_game("unheard-of"));
    run(unheard_of.path(), READERS[0]).fails_with(&["KKvK.wdl", "unheard-of", "not of russian", "move it"]);
    run(other_material.path(), "probe W:WKa5,Ka7:Bh2").fails_with(&["KKvM.wdl", "a table of KKvK, not of KKvM"]);
    // `info` shows tables of games that it does not know.
    let text = run(unheard_of.path(), "info tables/russian/KKvK.wdl").ok();
    assert!(text.contains("unheard-of (unknown to this program)"), "{text}");
    let text = run(other_game.path(), "info tables/russian/KKvK.wdl").ok();
    assert!(text.contains("brazilian (Brazilian draughts)"), "{text}");
    run(newer.path(), "info tables/russian/KKvK.wdl").fails_with(&["KKvK.wdl", "version 7"]);
}

#[test]
fn damaged_files() {
    let truncated = with_file("KKvK.wdl", |bytes| bytes[..bytes.len() - 10].to_vec());
    let empty = with_file("KKvK.wdl", |_| Vec::new());
    let flipped = with_file("KKvK.wdl", |mut bytes| {
        bytes[60] ^= 4;
        bytes
    });
    let block = with_file("KKvK.wdl", |mut bytes| {
        *bytes.last_mut().unwrap() ^= 4;
        bytes
    });
    for arguments in READERS {
        run(truncated.path(), arguments).fails_with(&["KKvK.wdl", "bytes long, expected", "build it again"]);
        run(empty.path(), arguments).fails_with(&["KKvK.wdl", "not a table of petrov", "delete or rename"]);
        run(flipped.path(), arguments).fails_with(&["KKvK.wdl", "the checksum of the header", "build it again"]);
        run(block.path(), arguments).fails_with(&["KKvK.wdl", "the checksum of block 1", "build it again"]);
    }
    let ran = run(truncated.path(), "info tables/russian/KvK.wdl tables/russian/KKvK.wdl");
    assert!(ran.out.contains("KvK, 2 pieces"), "the other file is shown: {ran:?}");
    ran.fails_with(&["KKvK.wdl", "bytes long", "build it again"]);
    run(flipped.path(), "info tables/russian/KKvK.wdl").fails_with(&["KKvK.wdl", "the checksum of the header"]);
}

#[test]
fn folders_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    run(folder.path(), "build KvK --tables file").fails_with(&["file: the folder cannot be read", "--tables"]);
    run(folder.path(), "build KvK --tables file/folder").fails_with(&["file/folder", "--tables"]);
    run(folder.path(), "probe W:WKa1:BKh8 --tables file").fails_with(&["file: the folder cannot be read", "--tables"]);
    run(folder.path(), "build KvK --tables new --tables none").fails_with(&["none: there is no such folder"]);
    if cfg!(target_os = "linux") {
        run(folder.path(), "build KvK --tables /proc/petrov").fails_with(&["/proc/petrov", "--tables"]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn a_standard_output_that_cannot_be_written() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for arguments in ["games", "games --json", "probe W:WKa1:BKh8", "perft --depth 2", "list", "completions bash"] {
        let mut program = command(four_pieces(), arguments);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program.stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {err}");
        assert!(err.starts_with("petrov: standard output cannot be written: "), "{arguments}: {err}");
    }
}

/// A file system of its own, unmounted at the end.
struct Mounted(tempfile::TempDir);

impl Mounted {
    /// `None` where this program may not mount any.
    fn new(options: &str) -> Option<Mounted> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = cfg!(target_os = "linux") && mount(&["-t", "tmpfs", "-o", options, "petrov"], folder.path());
        if !mounted {
            println!("skipped: a file system cannot be mounted here");
        }
        mounted.then_some(Mounted(folder))
    }
}

fn mount(options: &[&str], folder: &Path) -> bool {
    let command = Command::new("mount").args(options).arg(folder).stderr(Stdio::null()).status();
    command.is_ok_and(|status| status.success())
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk() {
    let Some(disk) = Mounted::new("size=120k") else { return };
    run(disk.0.path(), "build KKMvK").fails_with(&["No space left", "free some space", "--tables", "again"]);
    let left = fs::read_dir(disk.0.path().join("tables/russian")).unwrap();
    let names: Vec<String> = left.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| !name.ends_with(".unfinished")), "{names:?}");
    assert!(names.iter().any(|name| name == "KvK.wdl"), "what was finished stays: {names:?}");
    run(disk.0.path(), "verify --checksums").ok();
    // With more space, the same command goes on.
    assert!(mount(&["-o", "remount,size=10m"], disk.0.path()));
    run(disk.0.path(), "build KKMvK").ok();
    let table = |folder: &Path| fs::read(folder.join("tables/russian/KKMvK.dtw")).unwrap();
    assert!(table(disk.0.path()) == table(four_pieces()));
}

#[test]
fn a_disk_that_cannot_be_written() {
    let Some(disk) = Mounted::new("ro") else { return };
    let parts = ["Read-only file system", "choose a folder that can be written with --tables"];
    run(disk.0.path(), "build KvK").fails_with(&parts);
    let ran = finish(command(disk.0.path(), "build KvK").env("PETROV_PATH", disk.0.path()), "");
    ran.fails_with(&parts);
}

#[test]
fn moves_that_are_not_legal() {
    for (fen, played, parts) in [
        ("W:We7:Bb6,c5,d2", "e7-c5", ["--after e7-c5", "is not legal", "e7-d8 or e7-f8"]),
        ("W:We7:Bb6,c5,d2", "e7-d8,d2-e1", ["--after e7-d8,d2-e1", "column", "-"]),
        ("W:WKd8:Bb6", "d8-c7", ["--after d8-c7", "a capture is compulsory", "d8:a5"]),
        ("W:WKa5:Bb4,d4,g5,b2,f2", "a5:a1", ["a5:c3:a1 or", "a5:e1:h4:f6:c3:a1", "where it turns"]),
    ] {
        let mut moves = command(four_pieces(), "moves");
        finish(moves.args([fen, "--after", played]), "").fails_with(&parts);
    }
    // Numbers of moves are passed over, and nothing else is.
    for played in ["c3-d4", "1. c3-d4", "1.c3-d4", "1… c3-d4", "cd4"] {
        let mut probe = command(four_pieces(), "probe W:Wc3:Bb6,f6 --after");
        assert!(finish(probe.arg(played), "").ok().starts_with("B:Wd4:Bb6,f6\n"), "{played}");
    }
    for played in ["... c3-d4", ".c3-d4", "1) c3-d4"] {
        finish(command(four_pieces(), "probe W:Wc3:Bb6,f6 --after").arg(played), "").fails_with(&["--after"; 1]);
    }
    // Numbers of --after count as the game does, and a move that --squares would make another of is none.
    let two = ["--after 22-18", "c3-d4, counted as the game does, or d6-c5, counted as --squares says", "with letters"];
    ask("probe W:Wc3,Kd6:Bh8 --squares a1 --after 22-18").fails_with(&two);
    assert!(ask("probe W:Wc3:Bh8 --squares a1 --after 22-18").ok().starts_with("B:Wd4:Bh8\n"));
    ask("probe - --after a1-b2").fails_with(&["--after", "single position", "name one"]);
}
