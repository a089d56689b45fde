//! What docs/draw-rules.md says of the draw rules is what `thresholds` prints, and each of its examples shows what it is said to show.
//!
//! `PETROV_UPDATE_README=1 cargo test --release --test program draw_rules` writes the page anew.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A game on the page: its name, what is built for it.
const PAGE: [(&str, &str); 7] = [
    ("russian", "--pieces 4"),
    ("pool", "--pieces 4"),
    ("portuguese", "--pieces 4"),
    ("brazilian", "--pieces 4"),
    ("frisian", "--pieces 3"),
    ("international", "KKKvK KKMvK KMMvK MMMvK"),
    ("english", "--pieces 4"),
];

/// Runs the program in a folder, where the tables are; returns what it prints.
fn run(arguments: &str, directory: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_petrov"))
        .args(arguments.split_whitespace())
        .current_dir(directory)
        .env_remove("PETROV_PATH")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The block of the page for a game: the command, and what it prints.
fn block(game: &str, directory: &Path) -> String {
    let option = if game == "russian" { String::new() } else { format!(" --game {game}") };
    let command = format!("thresholds --summary{option}");
    format!("```text\n$ petrov {command}\n{}```\n", run(&command, directory))
}

#[test]
fn the_page_of_the_readme_is_what_the_tables_say() {
    let directory = tempfile::tempdir().unwrap();
    let path = Path::new(crate::ROOT).join("docs/draw-rules.md");
    let mut readme = std::fs::read_to_string(&path).unwrap();
    let update = std::env::var_os("PETROV_UPDATE_README").is_some();
    for (game, what) in PAGE {
        run(&format!("build {what} --game {game} --metric wdl,dtw,dtc,dtz --clock all"), directory.path());
        assert!(readme.contains(&format!("petrov build {what} --game {game} ")) || what == "--pieces 4", "{game}");
        let block = block(game, directory.path());
        let (begin, end) = (format!("<!-- {game} -->\n"), format!("<!-- end of {game} -->\n"));
        let from = readme.find(&begin).unwrap_or_else(|| panic!("the page has a place for {game}")) + begin.len();
        let to = readme.find(&end).unwrap();
        if update {
            readme.replace_range(from..to, &block);
        } else {
            assert_eq!(readme[from..to], block, "PETROV_UPDATE_README=1 writes the page anew");
        }
        check_examples(game, directory.path());
    }
    if update {
        std::fs::write(path, readme).unwrap();
    }
}

/// Asks `probe` and `line` of all examples of a game.
fn check_examples(game: &str, directory: &Path) {
    let thresholds = run(&format!("thresholds --json --game {game}"), directory);
    let thresholds: Value = serde_json::from_str(&thresholds).unwrap();
    let (mut taken, mut slowest) = (0, 0);
    for limit in thresholds["limits"].as_array().unwrap() {
        let clock = limit["clock"].as_str().unwrap();
        if let Some(fen) = limit["taken_fen"].as_str() {
            let answer = probe(game, fen, clock, directory);
            let value = answer["rules"]["value"].as_str().unwrap();
            assert!(["cursed-win", "blessed-loss"].contains(&value), "{game} {clock} {fen}: {value}");
            assert_ne!(answer["value"], "draw", "{game} {clock} {fen}");
            assert_eq!(answer["rules"]["exact"], true, "{game} {clock} {fen}");
            let line = line(game, fen, clock, directory);
            assert!(["rule", "repetition"].contains(&line["end"].as_str().unwrap()), "{game} {clock} {fen}: {line}");
            taken += 1;
        }
        let (Some(fen), true) = (limit["slowest_fen"].as_str(), clock != "default") else { continue };
        let answer = probe(game, fen, clock, directory);
        let ruling = &answer["rules"]["clocks"][0];
        assert_eq!(ruling["plies"], limit["slowest_plies"], "{game} {clock} {fen}");
        if ruling["in_time"] == true {
            let line = line(game, fen, clock, directory);
            assert_eq!(line["end"], "over", "{game} {clock} {fen}");
        }
        slowest += 1;
    }
    println!("{game}: {taken} examples of wins that are taken, {slowest} of the slowest");
    assert!(slowest > 0);
}

fn probe(game: &str, fen: &str, clock: &str, directory: &Path) -> Value {
    serde_json::from_str(&run(&format!("probe {fen} --clock {clock} --game {game} --json"), directory)).unwrap()
}

fn line(game: &str, fen: &str, clock: &str, directory: &Path) -> Value {
    serde_json::from_str(&run(&format!("line {fen} --clock {clock} --game {game} --json"), directory)).unwrap()
}

/// Won on the board, drawn under the seven-move rule of Frisian draughts: the line shows it.
#[test]
fn two_kings_that_need_eight_moves() {
    let directory = tempfile::tempdir().unwrap();
    run("build KKvK --game frisian --metric wdl,dtw,dtc --clock fr.7,fr.1v1", directory.path());
    let fen = "W:WK42,K47:BK46";
    let on_the_board = run(&format!("line {fen} --game frisian --json"), directory.path());
    let on_the_board: Value = serde_json::from_str(&on_the_board).unwrap();
    assert_eq!((&on_the_board["value"], &on_the_board["dtw"]), (&"win".into(), &15.into()));
    assert_eq!((&on_the_board["end"], on_the_board["line"].as_array().unwrap().len()), (&"over".into(), 15));
    let ruled = line("frisian", fen, "fr.7", directory.path());
    assert_eq!((&ruled["rules"]["value"], &ruled["end"]), (&"cursed-win".into(), &"rule".into()));
    assert_eq!(ruled["ran_out"], serde_json::json!(["fr.7"]));
    // Seven moves of White, and no capture.
    let moves = ruled["line"].as_array().unwrap();
    assert_eq!(moves.len(), 13);
    assert!(moves.iter().all(|mv| mv["captures"].as_array().unwrap().is_empty()));
    // With one move on the clock less it would be a win: the same position one move on is one with a fresh count.
    let later = moves[1]["fen"].as_str().unwrap();
    assert_eq!(probe("frisian", later, "fr.7", directory.path())["rules"]["value"], "win");
    assert_eq!(probe("frisian", later, "fr.7=1", directory.path())["rules"]["value"], "cursed-win");
}
