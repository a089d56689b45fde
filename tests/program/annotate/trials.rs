//! Files that were annotated wrong, from outside: `tests/data/trials.jsonl`.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use super::program::{Ran, command};

/// Runs the row of this id; returns its text, and what came of it with `more` arguments. The output is that file that
/// was written, if one was named.
#[track_caller]
fn ran(id: &str, more: &str) -> (String, Ran) {
    let rows = include_str!("../../data/trials.jsonl").lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
    let row = rows.into_iter().find(|row| row["id"] == id).unwrap();
    let text = |name: &str| row[name].as_str().unwrap().to_owned();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    fs::write(&path, text("text")).unwrap();
    let arguments = text("args").replace("FILE", "game.pdn") + more;
    let arguments = arguments.strip_prefix("annotate ").unwrap();
    let output = command(directory.path(), arguments).stdin(Stdio::null()).output().unwrap();
    let bytes = if arguments.contains("--output") { fs::read(&path).unwrap() } else { output.stdout };
    let out = String::from_utf8(bytes.clone()).unwrap();
    (
        text("text"),
        Ran { code: output.status.code().unwrap(), out, bytes, err: String::from_utf8(output.stderr).unwrap() },
    )
}

#[test]
fn every_row_has_a_test() {
    let ids: Vec<String> = include_str!("../../data/trials.jsonl")
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    let tests = include_str!("trials.rs");
    assert!(ids.len() >= 8 && ids.iter().all(|id| tests.contains(&format!("ran(\"{id}\""))), "{ids:?}");
}

#[test]
fn a_game_that_cannot_be_read() {
    let (text, ran) = ran("failed-game-kept", "");
    assert_eq!((ran.code, ran.out), (2, text));
    assert!(ran.err.contains("game.pdn, line 3: move 40-34: "), "{}", ran.err);
}

#[test]
fn a_tag_against_moves() {
    let (_, only) = ran("tag-against-moves", "");
    assert!(
        only.err.contains("note: game.pdn, line 1: with the squares that GameType \"20,W,10,10,N1,0\""),
        "{}",
        only.err
    );
    assert_eq!(only.ok(), "[GameType \"20,W,10,10,N1,0\"]\n\n1. 32-28 18-23 *\n\n");
    let (_, json) = ran("tag-against-moves", " --json");
    let json: Value = serde_json::from_str(&json.ok()).unwrap();
    assert_eq!(json["fen"].as_str().unwrap()[..6], *"W:W31,");
    assert!(json["notes"][0].as_str().unwrap().contains("not all moves are legal"), "{json}");
}

#[test]
fn a_tag_that_may_be_wrong() {
    let (text, both) = ran("tag-against-moves-fen", "");
    assert!(both.err.contains("if that is wrong, use --squares b10"), "{}", both.err);
    assert_eq!(both.ok(), text + "\n", "nothing is numbered anew");
    let (_, json) = ran("tag-against-moves-fen", " --json");
    let json: Value = serde_json::from_str(&json.ok()).unwrap();
    assert_eq!((&json["fen"], &json["moves"][0]["move"]), (&"W:WK4,K36,K37:BK29".into(), &"37-42".into()));
    // The remedy works.
    let (_, usual) = ran("tag-against-moves-fen", " --squares b10");
    assert!(!usual.err.contains("note: "), "{}", usual.err);
    assert!(usual.ok().starts_with("[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:WK4,K36,K37:BK29\"]\n\n1. 37-42 29x47 *"));
}

#[test]
fn a_variant_makes_another_game() {
    let (text, kept) = ran("variant-tag", "");
    assert!(kept.err.contains("together mean Giveaway: International draughts"), "{}", kept.err);
    assert_eq!(kept.ok(), text + "\n");
    let (_, json) = ran("variant-tag", " --json");
    assert_eq!(serde_json::from_str::<Value>(&json.ok()).unwrap()["game"], "anti-international");
}

#[test]
fn a_variant_alone() {
    let (text, ran) = ran("variant-alone", "");
    assert!(!ran.err.contains("note: "), "{}", ran.err);
    assert_eq!(ran.ok(), text + "\n");
    let (_, json) = self::ran("variant-alone", " --json");
    assert_eq!(serde_json::from_str::<Value>(&json.ok()).unwrap()["game"], "brazilian");
}

#[test]
fn a_wrong_tag_can_be_overruled() {
    let (text, refused) = ran("override", "");
    assert!(refused.err.contains("overrule the tag with --ignore-tags"), "{}", refused.err);
    assert_eq!((refused.code, refused.out), (2, text));
    let (_, overruled) = ran("override", " --ignore-tags");
    assert_eq!(overruled.ok(), "[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 23-19 *\n\n");
}

#[test]
fn a_number_of_a_site() {
    let (text, ran) = ran("gametype-99", "");
    assert_eq!(ran.ok(), text + "\n");
}

#[test]
fn another_game_than_the_usual_one() {
    let (text, ran) = ran("other-side-name", "");
    assert!(
        ran.err.contains("no tag says which game it is") && ran.err.contains("--game international, "),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("a square") && !ran.err.contains("c3"), "{}", ran.err);
    assert_eq!((ran.code, ran.out), (2, text));
}
