//! What is said of positions: `probe`, `moves` and `line`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use super::program::{Running, ask, command, finish, run};

#[test]
fn a_position_is_drawn_and_told_in_words() {
    let expected = "\
W:Wc3,Ka5:Bb2,d4

8    .   .   .   .
7  .   .   .   .
6    .   .   .   .
5  W   .   .   .
4    .   b   .   .
3  .   w   .   .
2    b   .   .   .
1  .   .   .   .
   a b c d e f g h

White to move wins in 3 moves (5 plies).

  move   value  moves  plies
  c3:a1  win        3      5  the only move that wins
  c3:e5  draw       -      -
";
    // The tables of three pieces are inside the program.
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(run(empty.path(), "probe W:Wc3,Ka5:Bb2,d4").ok(), expected);
    assert_eq!(run(empty.path(), "moves W:Wc3,Ka5:Bb2,d4").ok(), expected);
}

#[test]
fn every_kind_of_outcome_has_its_words() {
    for (fen, words) in [
        ("W:WKa5,Ka7:BKg1", "White to move wins in 4 moves (7 plies)."),
        ("B:WKa7,Kc7:BKg1", "Black to move loses in 3 moves (6 plies)."),
        ("W:WKa1:BKh8", "White to move loses in 1 move (2 plies)."),
        ("W:Wa1,Kc3:BKf8", "White to move draws."),
        ("W:Wa1:Bd4,b2", "the only move\n"),
        ("W:Wa3:Bb4,c5", "White to move has lost: it has no legal move."),
        ("W:W:BKa1", "White to move has lost: it has no pieces."),
        ("B:WKa1:B", "Black to move has lost: it has no pieces."),
        ("B:W:BKa1", "Black to move wins in 1 move (1 ply)."),
        ("W:Wc1,e1,Kf2:BKg1", "White to move wins in 41 moves (81 plies)."),
    ] {
        let out = ask(&format!("probe {fen}")).ok();
        assert!(out.contains(words), "{fen}: {words} is not in\n{out}");
    }
}

#[test]
fn probe_in_json() {
    let out = ask("probe --json W:Wa1:Bd4,b2").ok();
    assert_eq!(
        out,
        "{\"game\":\"russian\",\"fen\":\"W:Wa1:Bb2,d4\",\"mover\":\"white\",\"value\":\"win\",\"dtw\":1,\
         \"moves\":[{\"move\":\"a1:c3:e5\",\"value\":\"win\",\"dtw\":1,\"captures\":[\"b2\",\"d4\"]}],\"left_out\":null}\n"
    );
    let draw = ask("probe --json W:Wa1,Kc3:BKf8").json();
    assert_eq!((&draw["value"], &draw["dtw"]), (&json!("draw"), &json!(null)));
    assert_eq!(draw["moves"][0], json!({"move": "a1-b2", "value": "draw", "dtw": null, "captures": []}));
    assert_eq!(draw["moves"][10], json!({"move": "c3-b4", "value": "loss", "dtw": 4, "captures": []}));
    let over = ask("probe --json W:W:BKa1").json();
    assert_eq!((&over["value"], &over["dtw"], &over["moves"]), (&json!("loss"), &json!(0), &json!([])));
}

#[test]
fn squares_are_numbered_as_the_user_says() {
    let empty = tempfile::tempdir().unwrap();
    let fen = |arguments: &str| run(empty.path(), arguments).json()["fen"].as_str().unwrap().to_owned();
    assert_eq!(fen("probe --json W:W29,K22:BK3"), "W:Wa1,Kc3:BKf8");
    assert_eq!(fen("probe --json --squares b8 W:W29,K22:BK3"), "W:Wa1,Kc3:BKf8");
    assert_eq!(fen("--squares A1 probe --json W:W1,K10:BK31"), "W:Wa1,Kc3:BKf8");
    assert_eq!(fen("probe --json --game Shashki b:bkF8:wA1,kC3."), "B:Wa1,Kc3:BKf8");
}

#[test]
fn positions_come_one_a_line() {
    let lines = "# two kings\n\nW:WKa5,Ka7:BKg1\r\n  \n[FEN \"W:Wa1,Kc3:BKf8\"]\nW:W:BKa1";
    let answers = "W:WKa5,Ka7:BKg1\twin\t7\ta7-g1\nW:Wa1,Kc3:BKf8\tdraw\t-\ta1-b2\nW:W:BKa1\tloss\t0\t-\n";
    let folder = tempfile::tempdir().unwrap();
    let piped = finish(&mut command(folder.path(), "probe -"), lines).ok();
    let fields =
        |text: &str| text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect::<Vec<Vec<_>>>();
    let (found, expected) = (fields(&piped), fields(answers));
    assert_eq!(found.len(), expected.len());
    // Of moves that are equally good any may come first.
    found.iter().zip(&expected).for_each(|(found, expected)| assert_eq!(found[..3], expected[..3]));
    fs::write(folder.path().join("positions"), lines).unwrap();
    assert_eq!(run(folder.path(), "probe --file positions").ok(), piped);
    let json = run(folder.path(), "probe --json --file positions").ok();
    assert_eq!(json.lines().count(), 3);
    assert_eq!(json.lines().next().unwrap(), run(folder.path(), "probe --json W:WKa5,Ka7:BKg1").ok().trim_end());
    assert_eq!(run(folder.path(), "probe --json W:WKa5,Ka7:BKg1 W:Wa1,Kc3:BKf8 W:W:BKa1").ok(), json);
}

#[test]
fn wrong_lines_are_reported_in_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "W:WKa1:BKh8\nnonsense\n\u{feff}W:Wa1,a1:BKh8\nW:WKa1,Kc1,Ke1:BKh8\nW:WKa1:BKg7\n";
    let ran = finish(&mut command(folder.path(), "probe -"), lines);
    assert_eq!((ran.code, ran.out.lines().count()), (2, 5), "every line has its answer: {ran:?}");
    assert_eq!(ran.out.lines().nth(1), Some("nonsense\terror\t-\t-"));
    let json = finish(&mut command(folder.path(), "probe - --json"), lines).out;
    let second: serde_json::Value = serde_json::from_str(json.lines().nth(1).unwrap()).unwrap();
    assert!(second["line"] == 2 && second["error"].as_str().unwrap().starts_with("column 1: "), "{second}");
    let complaints: Vec<&str> = ran.err.lines().collect();
    assert!(complaints[0].starts_with("petrov: standard input, line 2: column 1: "), "{ran:?}");
    assert!(complaints[1].starts_with("petrov: standard input, line 3: column 7: two pieces on a1"), "{ran:?}");
    assert!(complaints[2].starts_with("petrov: standard input, line 4: missing KKKvK.wdl, KKKvK.dtw "), "{ran:?}");
    let ran = finish(&mut command(folder.path(), "probe W:WKa1:BKh8 nonsense W:WKa1:BKg7 --json"), "");
    assert_eq!((ran.code, ran.out.lines().count()), (2, 2), "{ran:?}");
    assert!(ran.err.starts_with("petrov: FEN 2, column 1: "), "{ran:?}");
}

#[test]
fn lines_that_are_too_long_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(1 << 20);
    for (lines, number) in [(format!("W:WKa1:BKh8\n{long}\nW:WKa1:BKg7\n"), 2), (format!("{long}\n\nW:WKa1:BKh8"), 1)] {
        let ran = finish(&mut command(folder.path(), "probe -"), &lines);
        assert_eq!((ran.code, ran.out.lines().count()), (2, if number == 2 { 3 } else { 2 }), "{ran:?}");
        let expected = format!("petrov: standard input, line {number}: the line is longer than 65536 bytes; ");
        assert!(ran.err.starts_with(&expected) && ran.err.lines().count() == 1, "{ran:?}");
    }
}

#[test]
fn a_line_without_end_is_reported_once_and_can_be_stopped() {
    if !Path::new("/dev/zero").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut limited = Command::new("sh");
    // Of memory, 500 MB at the most.
    limited.args(["-c", "ulimit -v 500000; exec \"$0\" probe --file /dev/zero", env!("CARGO_BIN_EXE_petrov")]);
    let program = Running::spawn(limited.current_dir(folder.path()));
    std::thread::sleep(Duration::from_secs(1));
    program.signal("TERM");
    let ran = program.end_within(Duration::from_secs(2));
    assert_eq!((ran.code, ran.err.lines().count()), (-1, 1), "it ran until the signal came: {ran:?}");
    assert!(ran.err.starts_with("petrov: /dev/zero, line 1: the line is longer than 65536 bytes"), "{ran:?}");
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    use std::io::{BufRead, BufReader, Write};
    let folder = tempfile::tempdir().unwrap();
    let mut program = command(folder.path(), "probe -").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    for fen in ["W:WKa1:BKh8", "W:WKa1:BKg7"] {
        writeln!(input, "{fen}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(fen), "{answer}");
    }
    drop(input);
    assert!(program.wait().unwrap().success());
}

#[test]
fn moves_are_listed_without_tables() {
    let empty = tempfile::tempdir().unwrap();
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    let out = run(empty.path(), &format!("moves {start}")).ok();
    assert!(out.contains("White to move; who wins is not known.") && out.contains("\n  c3-d4  ?          -      -\n"));
    assert!(out.contains("tables have at most 12 pieces"), "{out}");
    let out = run(empty.path(), "moves W:WKa1,Kc1,Ke1:BKh8").ok();
    assert!(out.contains("Not everything is known: missing KKKvK.wdl, KKKvK.dtw (looked in "), "{out}");
    assert!(out.contains("build them with `petrov build KKKvK`."), "{out}");
    let json = run(empty.path(), "moves --json W:WKa1,c1:Bg3,h2").json();
    assert_eq!(json["moves"].as_array().unwrap().len(), 9, "{json}");
    let files = ["KKvMM.wdl", "KKvMM.dtw", "KMvKM.wdl", "KMvKM.dtw", "KMvMM.wdl", "KMvMM.dtw"];
    assert_eq!(json["missing"], json!(files));
    // Where a move sacrifices, its value comes from the tables of three pieces, and one that wins is enough.
    let out = run(empty.path(), "moves W:WKa1,Kc1,Ke1:BKh8").ok();
    assert!(out.contains("White to move wins, perhaps sooner than is known.\n"), "{out}");
    assert!(
        out.contains("\n  e1-c3  win        2      3\n") && out.contains("\n  e1-a5  ?          -      -\n"),
        "{out}"
    );
    let known = ask("moves --json W:WKa1,c1:Bg3,h2").json();
    assert_eq!((&known["missing"], &known["note"]), (&json!([]), &json!(null)));
    assert!(known["moves"].as_array().unwrap().iter().all(|mv| mv["value"].is_string()), "{known}");
}

#[test]
fn a_line_is_numbered_like_a_game() {
    let out = ask("line B:WKa7,Kc7:BKg1").ok();
    assert!(out.contains("\n      White  plies  Black  plies\n  1.  ...           "), "{out}");
    assert!(out.ends_with("Black to move has lost: it has no pieces.\n"), "{out}");
    let json = ask("line --json W:Wc1,e1,Kf2:BKg1").json();
    let line = json["line"].as_array().unwrap();
    assert_eq!((&json["dtw"], line.len(), &json["end"]), (&json!(81), 81, &json!("over")));
    for (ply, mv) in line.iter().enumerate() {
        assert_eq!(mv["dtw"], json!(81 - ply));
        assert_eq!(mv["mover"], if ply % 2 == 0 { "white" } else { "black" });
    }
    assert_eq!(line[80]["fen"], json["final_fen"]);
    let cut = ask("line --json --plies 5 W:Wc1,e1,Kf2:BKg1").json();
    assert_eq!((cut["line"].as_array().unwrap().as_slice(), &cut["end"]), (&line[..5], &json!("cut")));
    let out = ask("line --plies 5 W:Wc1,e1,Kf2:BKg1").ok();
    assert!(out.ends_with("Black to move loses in 38 moves (76 plies).\n"), "{out}");
    assert!(ask("line W:Wa1,Kc3:BKf8").ok().ends_with("White to move draws.\n"));
    assert!(ask("line W:W:BKa1").ok().ends_with("White to move has lost: it has no pieces.\n"));
    assert_eq!(ask("line --json W:Wa1,Kc3:BKf8").json()["end"], "draw");
}

#[test]
fn a_reader_may_leave_early() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("positions"), "W:WKa1:BKh8\n".repeat(100_000)).unwrap();
    for arguments in ["probe --file positions", "games", "games --help", "completions zsh", "perft --depth 7", "list"] {
        let mut program = command(folder.path(), arguments);
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments}");
    }
    // Standard error may be closed as well.
    let mut program = command(folder.path(), "probe nonsense");
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_long_answer_can_be_stopped() {
    if !cfg!(unix) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = Running::start(folder.path(), "perft --depth 30");
    std::thread::sleep(Duration::from_millis(200));
    // Not INT, which a program inherits as ignored where the tests run in the background.
    program.signal("TERM");
    let ran = program.end_within(Duration::from_secs(2));
    assert!(ran.code != 0, "{ran:?}");
}
