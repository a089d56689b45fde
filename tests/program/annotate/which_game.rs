//! Which game a record is taken for, and what is said of it.

use serde_json::Value;

use super::program::{annotate, tables};

#[test]
fn a_default_is_said_once_and_never_written() {
    let directory = tempfile::tempdir().unwrap();
    let text = "[A \"\"]\n\n1. c3-d4 *\n\n".repeat(3);
    let ran = annotate(directory.path(), &text, "");
    let notes: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("note: ")).collect();
    assert_eq!(notes.len(), 1, "{}", ran.err);
    assert!(
        notes[0].starts_with("note: standard input, line 1 and 2 more games: no tag") && notes[0].contains("--game")
    );
    assert_eq!(ran.ok(), text);
    // What the user says is written.
    let named = annotate(directory.path(), &text, "--game russian");
    assert!(!named.err.contains("note: "), "{}", named.err);
    assert_eq!(named.ok(), text.replace("]\n\n", "]\n[GameType \"25,W,8,8,A0,0\"]\n\n"));
}

#[test]
fn the_verdict_is_that_of_the_game_that_is_meant() {
    let directory = tempfile::tempdir().unwrap();
    let fen = "[FEN \"W:W50:B5\"]\n\n1. 50-44 *\n";
    let verdict = |tags: &str| {
        let ran = annotate(directory.path(), format!("{tags}\n{fen}"), &format!("{} --json", tables()));
        let json: Value = serde_json::from_str(&ran.ok()).unwrap();
        let after = json["moves"][0]["value"].clone();
        assert!(after.is_string(), "{json}");
        (json["game"].as_str().unwrap().to_owned(), after)
    };
    let (plain, giveaway) = (verdict("[GameType \"20\"]"), verdict("[GameType \"20\"]\n[Variant \"Antidraughts\"]"));
    assert_eq!((plain.0.as_str(), giveaway.0.as_str()), ("international", "anti-international"));
    assert_eq!(giveaway.1, verdict("[GameType \"98\"]").1);
    assert_ne!(plain.1, giveaway.1, "the one is lost where the other is won");
}

#[test]
fn other_options_that_are_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let ran = annotate(directory.path(), "*", "--ignore-tags");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "petrov: --ignore-tags needs the game of all records; name it with --game\n")
    );
    // A remedy that is named for a wrong move works.
    let text = "[GameType \"26\"]\n1. 11-15 23-19 *";
    let ran = annotate(directory.path(), text, "");
    assert!(ran.code == 2 && ran.err.contains("name another game with --game and --ignore-tags"), "{}", ran.err);
    assert_eq!(annotate(directory.path(), text, "--game english --ignore-tags").code, 0);
}
