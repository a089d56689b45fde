//! What there is too much or too little of: long arguments, long lines, no memory, no standard output.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::program::{Ran, ask, command, finish, four_pieces, run};

/// Letters that no sentence of the program has by itself.
const LETTER: char = '\u{17c}';

/// Checks that a run ended with one sentence that repeats little of what was typed.
fn says_little(arguments: &[&str], folder: &Path) -> Ran {
    let ran = repeats_little(arguments, folder);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("petrov: ")).count(), 1, "{ran:?}");
    ran
}

fn repeats_little(arguments: &[&str], folder: &Path) -> Ran {
    let mut program = command(folder, "");
    let ran = finish(program.args(arguments), "");
    let what: Vec<String> = arguments.iter().map(|word| word.chars().take(12).collect()).collect();
    let repeated = ran.err.matches(LETTER).count() * LETTER.len_utf8();
    assert!(repeated <= 200, "{what:?} repeats {repeated} bytes");
    assert!(ran.err.len() < 3000, "{what:?} takes {} bytes", ran.err.len());
    ran
}

#[test]
fn a_long_argument_is_not_repeated() {
    let long = LETTER.to_string().repeat(10_000);
    // So that the system, too, takes it for a name.
    let path = vec![LETTER.to_string().repeat(100); 15].join("/");
    let clock = format!("ru.kings15={long}");
    let option = format!("--{long}");
    let with_spaces = vec![LETTER.to_string().repeat(20); 200].join(" ");
    let fen = "W:WKa1:BKh8";
    let metrics = format!("wdl,{long}");
    for arguments in [
        &[&long[..]] as &[&str],
        &[&with_spaces],
        &[&option],
        &["games", &long],
        &["games", "--game", &long],
        &["probe", &long],
        &["probe", &with_spaces],
        &["probe", fen, "--after", &long],
        &["probe", fen, "--after", &with_spaces],
        &["probe", fen, "--squares", &long],
        &["probe", fen, "--clock", &long],
        &["probe", fen, "--clock", &clock],
        &["probe", "--file", &path],
        &["probe", "--file", &long],
        &["probe", fen, "--tables", &path],
        &["probe", fen, &option],
        &["moves", &long],
        &["line", &long],
        &["line", fen, "--plies", &long],
        &["perft", "--depth", &long],
        &["build", &long],
        &["build", "--pieces", &long],
        &["build", "--metric", &metrics],
        &["build", "KvK", "--memory", &long],
        &["build", "KvK", "--clock", &long],
        &["build", "KvK", "--threads", &long],
        &["build", "KvK", "--tables", &long],
        &["stats", &long],
        &["verify", &long],
        &["verify", "--tables", &path],
        &["compress", &long],
        &["compress", "--level", &long],
        &["thresholds", &long],
        &["info", &path],
        &["info", &long],
        &["annotate", &path],
        &["annotate", "--encoding", &long, "none.pdn"],
        &["annotate", "--output", &long, "none.pdn"],
        &["completions", &long],
    ] {
        says_little(arguments, four_pieces());
    }
}

#[test]
fn long_paths_are_read_and_their_middle_is_left_out_of_messages() {
    let folder = tempfile::tempdir().unwrap();
    let name = vec![LETTER.to_string().repeat(100); 5].join("/");
    let tables = folder.path().join(&name).join("russian");
    fs::create_dir_all(&tables).unwrap();
    fs::copy(four_pieces().join("tables/russian/KvM.wdl"), tables.join("KvM.wdl")).unwrap();
    fs::write(tables.join("KvM.dtw"), "no table").unwrap();
    let file = tables.join("KvM.dtw").into_os_string().into_string().unwrap();
    let ran = says_little(&["stats", "KvM", "--tables", &name], folder.path());
    assert!(ran.err.contains("/russian/KvM.dtw: not a table"), "{ran:?}");
    says_little(&["info", &file], folder.path());
    assert_eq!(repeats_little(&["verify", "--tables", &name], folder.path()).code, 1);
    says_little(&["compress", "--tables", &name], folder.path());
    says_little(&["probe", "W:WKa1,Kc1:BKh8,Kf8", "--tables", &name], folder.path());
}

#[test]
fn a_long_line_is_answered_as_the_help_says() {
    let long = "x".repeat(70_000);
    let input = format!("W:WKa1:BKh8\n{long}\n#{long}\n{}\n  # {long}\nW:WKa1:BKh8\n", " ".repeat(200_000));
    let ran = finish(&mut command(four_pieces(), "probe -"), &input);
    assert_eq!(ran.code, 2, "{ran:?}");
    let answers: Vec<&str> = ran.out.lines().collect();
    assert_eq!(answers.len(), 3, "comments and blank lines have no answer: {answers:?}");
    assert_eq!(answers[1], "-\terror\t-\t-");
    assert_eq!(answers[0], answers[2]);
    let expected = "petrov: standard input, line 2: the line is longer than 65536 bytes; shorten it\n";
    assert_eq!(ran.err, expected);
    let help = ask("probe --help").ok().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("(`-` and \"error\" if it has more than 65,536 bytes"), "{help}");
}

#[test]
fn a_comment_of_other_letters_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("positions"), b"\xef\xbb\xbf# caf\xe9\n# caf\xe9\nW:WKa1:BKh8\n").unwrap();
    let out = run(folder.path(), "probe --file positions").ok();
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error() {
    let closed = |arguments: &str, redirect: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec \"$0\" {arguments} {redirect}"), env!("CARGO_BIN_EXE_petrov")]);
        finish(shell.current_dir(four_pieces()), "hub\n")
    };
    let all = [
        "games",
        "games --json",
        "probe W:WKa1:BKh8",
        "list",
        "completions bash",
        "perft --depth 2",
        "hub",
        "--help",
        "probe --help",
        "--version",
    ];
    for arguments in all {
        let ran = closed(arguments, ">&-");
        assert_eq!(ran.code, 2, "{arguments}: {ran:?}");
        assert_eq!(
            ran.err.lines().last(),
            Some("petrov: standard output cannot be written: it is closed; redirect it to a file or to /dev/null"),
            "{arguments}"
        );
        // What is open takes it, though nobody reads it.
        assert_eq!(closed(arguments, "> /dev/null").code, 0, "{arguments}");
        assert_eq!(closed(arguments, "1<> /dev/null").code, 0, "{arguments}");
    }
    // Without anything to write it is as good as any.
    let quiet = closed("list --tables none", ">&- 2>&-");
    assert_eq!(quiet.code, 2);
}

/// The program with so many KiB of memory.
#[cfg(target_os = "linux")]
fn with_memory(folder: &Path, kib: u64, arguments: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kib} && exec \"$0\" {arguments}"), env!("CARGO_BIN_EXE_petrov")]);
    shell.env("PETROV_PATH", four_pieces().join("tables")).stdin(Stdio::null());
    finish(shell.current_dir(folder), "")
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_not_there() {
    // As much as the program itself takes, and then more and more, until there is enough.
    let starts = (10_000..).step_by(2_000).find(|&kib| with_memory(four_pieces(), kib, "--version").code == 0).unwrap();
    for arguments in [
        "build KKKvKK --threads 1 --memory 100G --tables new --tables \"$PETROV_PATH\"",
        "verify KKMvK --threads 1 --tables \"$PETROV_PATH\"",
    ] {
        let mut refused = 0;
        for kib in (starts..).step_by(3_000) {
            let folder = tempfile::tempdir().unwrap();
            let ran = with_memory(folder.path(), kib, arguments);
            if ran.code == 0 {
                break;
            }
            refused += 1;
            assert_eq!(ran.code, 2, "{kib} KiB: {ran:?}");
            assert!(ran.err.lines().last().is_some_and(|line| line.starts_with("petrov: ")), "{kib} KiB: {ran:?}");
            assert!(!ran.err.contains("panicked") && kib < starts + 400_000, "{kib} KiB: {ran:?}");
        }
        assert!(refused > 0, "{arguments} takes no memory at all");
    }
}
