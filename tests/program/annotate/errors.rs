//! What is said of games that are wrong, and where the output goes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use petrov_cli::pdn;

use super::program::{Ran, annotate, command};

/// Annotates a text in an empty folder, with the embedded tables.
fn ran(text: &str, arguments: &str) -> Ran {
    annotate(tempfile::tempdir().unwrap().path(), text, arguments)
}

/// The sentences without the summary, and the exit code.
fn complaints(ran: &Ran) -> Vec<&str> {
    ran.err.lines().filter_map(|line| line.strip_prefix("petrov: standard input, ")).collect()
}

/// Texts with arguments, and what is said of each mistake.
const MISTAKES: [(&str, &str, &[&str]); 17] = [
    ("\n1. c3-d4\nd6-d5 *", "", &["line 3: move d6-d5: ", "there is no square d5", "name the game with --game"]),
    (
        "[GameType \"20\"]\n1. 32-29 *",
        "",
        &["line 2: move 32-29: 32-29 is not legal", "32-27 or 32-28", "International"],
    ),
    ("1. 32-28 *", "--game english", &["line 1: move 32-28: ", "name another game with --game"]),
    ("[FEN \"W:Wa1:Bb2,c5\"]\na1-b2 *", "", &["line 2: move a1-b2: ", "a capture is compulsory: a1:c3"]),
    (
        "[FEN \"W:Wc3:Bd4\"]\nc3:e5\nd4-c3 *",
        "",
        &["line 3: move d4-c3: the game is over", "take out what stands behind the end"],
    ),
    ("1. c3-d4 -- 2. d4-c5 *", "", &["line 1: -- is no move, as no side may pass"]),
    ("1. c3-d4 /FEN \"B::\"/ *", "", &["line 1: /FEN \"B::\"/ passes"]),
    ("1. c3-d4 /FEN \"B:W99:B1\"/ *", "", &["line 1: /FEN \"B:W99:B1\"/: column 4: there is no square 99"]),
    ("[FEN \"W:W1-99\"] *", "", &["line 1: FEN \"W:W1-99\": column"]),
    (
        "[FEN \"W:W1-50\"] *",
        "",
        &[
            "line 1: no tag says which game it is, and the board of Russian draughts does not have",
            "--game international",
        ],
    ),
    ("[GameType \"95\"]\n*", "", &["line 1: Petrov has no game of GameType \"95\": `petrov games`", "--ignore-tags"]),
    ("\n[GameType \"a,b\"]\n*", "", &["line 2: GameType \"a,b\" is not understood; write the number alone"]),
    (
        "\n[GameType \"20\"]\n*",
        "--game russian",
        &["line 2: GameType \"20\" is not that of --game russian; leave --game out"],
    ),
    ("[GameType \"20\"]\n*", "--squares b8", &["line 1: --squares: square number 1 cannot be \"b8\"", "International"]),
    ("1. c3-d4 {open", "", &["line 1, column 10: the comment that begins here does not end"]),
    ("1. c3-d4 White resigns", "", &["line 1, column 10: \"White\" stands nowhere in a game", "put braces around it"]),
    ("1. \u{441}3-d4 *", "", &["line 1: move \u{441}3-d4: ", "is not a Latin letter"]),
];

#[test]
fn every_mistake_has_its_place_and_its_remedy() {
    for (text, arguments, parts) in MISTAKES {
        let ran = ran(text, arguments);
        assert_eq!(ran.code, 2, "{text}: {}", ran.err);
        let complaints = complaints(&ran);
        assert_eq!(complaints.len(), 1, "{text}: {}", ran.err);
        for part in parts {
            assert!(complaints[0].contains(part), "{part:?} is not in {:?}", complaints[0]);
        }
    }
}

#[test]
fn one_wrong_game_does_no_harm_to_others() {
    let game = |number: usize, mv: &str| format!("[Event \"{number}\"]\n\n1. c3-d4 {mv} *\n\n");
    let mut text: String = (0..1_000).map(|number| game(number, "d6-c5")).collect();
    text = text.replace(&game(17, "d6-c5"), &game(17, "d6-e7"));
    text = text.replace(&game(500, "d6-c5"), "[Event \"500\"]\n\n1. c3-d4 {lost\n\n");
    text = text.replace(&game(800, "d6-c5"), &game(800, "d6-c5 (1... a1-a2 $1) 2. b2-c3"));
    let ran = ran(&text, "");
    assert_eq!(ran.code, 2);
    let complaints = complaints(&ran);
    assert_eq!(complaints.len(), 3, "{}", ran.err);
    assert!(complaints[0].starts_with("line 71: move d6-e7: "), "{}", ran.err);
    assert!(complaints[1].starts_with("line 2003, column 10: the comment"), "{}", ran.err);
    assert!(complaints[2].starts_with("line 3203: move a1-a2: "), "{}", ran.err);
    assert!(ran.err.ends_with(
        "\n999 games, 1,997 moves; 0 positions within reach of the tables, 0 mistakes; 3 errors reported\n"
    ));
    assert!(
        ran.err.contains("note: standard input, line 1 and 997 more games: no tag says which game it is"),
        "{}",
        ran.err
    );
    let games: Vec<pdn::Record> = pdn::Reader::new(ran.out.as_bytes()).filter_map(Result::ok).collect();
    assert_eq!(games.len(), 999);
    assert!(
        ran.out.contains("[Event \"500\"]\n\n1. c3-d4 {lost\n\n[Event \"501\"]\n\n1. c3-d4"),
        "what is no PDN is kept"
    );
    // The game with a wrong move is there as it was, and so is the variation.
    assert_eq!(games[17].moves().collect::<Vec<_>>(), ["c3-d4", "d6-e7"]);
    assert_eq!(games[17].tag("GameType"), None);
    assert_eq!(games[500].tag("Event"), Some("501"));
    assert!(ran.out.contains("d6-c5 (1... a1-a2 $1) 2. b2-c3 *"));
}

#[test]
fn a_damaged_table_costs_its_own_positions_alone() {
    let directory = tempfile::tempdir().unwrap();
    let from = Path::new(crate::ROOT).join("tables/russian");
    let to = directory.path().join("tables/russian");
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    fs::write(to.join("KKvK.wdl"), "no table").unwrap();
    let game = |fen: &str, mv: &str| format!("[FEN \"{fen}\"]\n\n1. {mv} *\n\n");
    let text = game("W:WKa1,Kc1:BKa5", "a1-b2") + &game("W:WKa1:BKa5", "a1-b2") + &game("W:WKa1,Ke1:BKa5", "a1-b2");
    for arguments in ["--tables tables", "--tables tables --json"] {
        let ran = annotate(directory.path(), &text, arguments);
        assert_eq!(ran.code, 2, "{}", ran.err);
        let complaints = complaints(&ran);
        assert_eq!(complaints.len(), 1, "{}", ran.err);
        assert!(complaints[0].starts_with("line 1: ") && complaints[0].contains("KKvK.wdl"), "{}", ran.err);
        assert!(ran.err.contains("\n3 games, 3 moves; 2 positions within reach"), "{}", ran.err);
        assert_eq!(ran.out.matches("\"error\":").count(), usize::from(arguments.ends_with("json")));
        if !arguments.ends_with("json") {
            let games = pdn::read(&ran.out).unwrap();
            assert_eq!(games.iter().map(|game| game.items.len()).collect::<Vec<_>>(), [2, 4, 2], "{}", ran.out);
        }
    }
}

#[test]
fn letters_of_other_encodings() {
    // Иванов, in Windows-1251.
    let name = [0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2];
    let text = [&b"[White \""[..], &name, &b"\"]\n\n1. c3-d4 *\n"[..]].concat();
    let directory = tempfile::tempdir().unwrap();
    let named = annotate(directory.path(), &text, "--encoding windows-1251");
    assert!(named.out.contains("Иванов") && !named.err.contains("Latin-1") && named.code == 0, "{named:?}");
    let taken = annotate(directory.path(), &text, "--json");
    assert!(taken.out.contains("Èâàíîâ") && taken.err.contains("standard input is not UTF-8"), "{taken:?}");
    assert!(taken.err.contains("--encoding windows-1251") && taken.code == 0, "{taken:?}");
    let wide: Vec<u8> = "\u{feff}[White \"Иванов\"]\n1. c3-d4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = annotate(directory.path(), &wide, "");
    assert!(wide.out.contains("Иванов") && wide.code == 0, "{wide:?}");
    let marked = annotate(directory.path(), "\u{feff}[White \"Иванов\"]\n1. c3-d4 *", "--encoding windows-1251");
    assert!(marked.out.contains("[White \"Иванов\"]") && marked.code == 0, "{marked:?}");
    // What cannot be decoded is not lost silently, and never in place.
    let path = directory.path().join("old.pdn");
    fs::write(&path, &text).unwrap();
    let wrong = annotate(directory.path(), &text, "--encoding utf-8");
    assert!(wrong.code == 2 && wrong.err.contains("no letters of utf-8"), "{wrong:?}");
    let output = command(directory.path(), "old.pdn --encoding utf-8 --output old.pdn").output().unwrap();
    assert!(output.status.code() == Some(2) && fs::read(&path).unwrap() == text, "{output:?}");
    assert_eq!(annotate(directory.path(), &text, "--encoding Latin-1").code, 0);
    let unknown = annotate(directory.path(), "", "--encoding cyrillic-9");
    assert!(unknown.code == 2 && unknown.err.contains("windows-1251"), "{unknown:?}");
}

#[test]
fn as_json_a_wrong_game_is_an_error() {
    let ran = ran("[Event \"a\"]\n1. c3-d4 *\n[Event \"b\"]\n1. c3-c4 *\n1. <> *\n", "--json");
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["game"], &lines[0]["tags"]["Event"], &lines[0]["line"]),
        (&"russian".into(), &"a".into(), &1.into())
    );
    assert_eq!(lines[0]["moves"][0]["move"], "c3-d4");
    for (line, place) in [(&lines[1], 3), (&lines[2], 5)] {
        assert_eq!((&line["file"], &line["line"]), (&"standard input".into(), &place.into()));
        assert!(line["error"].as_str().unwrap().starts_with("line "), "{line}");
    }
    assert_eq!(ran.code, 2);
}

#[test]
fn an_output_file_appears_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    fs::write(&path, "1. c3-d4 *\n").unwrap();
    let run = |arguments: &str| command(directory.path(), arguments).stdin(Stdio::null()).output().unwrap();
    let annotated = "1. c3-d4 *\n\n";
    // In place of the file that was read.
    let output = run("game.pdn --output game.pdn");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(fs::read_to_string(&path).unwrap(), annotated);
    for (arguments, part) in [
        ("game.pdn missing.pdn -o game.pdn", "missing.pdn: cannot be read: "),
        (". -o game.pdn", ".: cannot be read: "),
        ("game.pdn -o .", ".: cannot be written: it is no file; name another file with --output"),
        ("game.pdn -o nowhere/x.pdn", "nowhere/x.pdn: cannot be written: "),
        ("game.pdn --tables nowhere -o game.pdn", "nowhere: there is no such folder"),
    ] {
        let output = run(arguments);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {err}");
        let lines: Vec<&str> = err.lines().filter(|line| !line.starts_with("note: game.pdn, line 1: no tag")).collect();
        assert!(lines.len() == 1 && lines[0].starts_with(&format!("petrov: {part}")), "{arguments}: {err}");
        assert_eq!(fs::read_to_string(&path).unwrap(), annotated, "{arguments}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "{arguments}: nothing is left");
    }
}

#[test]
fn complaints_stay_short() {
    let long = "x".repeat(100_000);
    for text in [
        format!("[FEN \"W:W{long}\"]"),
        format!("[GameType \"{long}\"]"),
        format!("[GameType \"1,{long}\"]"),
        format!("c3-d4 /FEN \"{long}\"/"),
        format!("c3-1{long}"),
        format!("c3-1{}", &long[..900]),
    ] {
        let ran = ran(&text, "");
        assert_eq!((ran.code, complaints(&ran).len()), (2, 1), "{}", ran.err);
        assert!(ran.err.len() < 1_500, "{}", ran.err);
    }
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let directory = tempfile::tempdir().unwrap();
    let text = "[Event \"a\"]\n\n1. c3-d4 d6-c5 *\n\n".repeat(20_000);
    fs::write(directory.path().join("games.pdn"), text).unwrap();
    let mut child = command(directory.path(), "games.pdn").stdin(Stdio::null()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "[Event \"a\"]\n");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
