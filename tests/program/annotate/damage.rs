//! Texts that are damaged in every way: no panic, every complaint is a sentence with a place, and no byte is lost.

use std::fs;
use std::process::Stdio;

use petrov_cli::pdn::{Content, Reader, write};

use super::program::command;
use crate::tables::Random;

const TEXTS: [&str; 5] = [
    "[Event \"A \\\"cup\\\"\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28! 19-23 $1 2.28x19 {takes} (2. 37-32 14-20 (2... 13-18) \
     3. 41-37) 14x23?! 2-0\n\n",
    "[GameType \"25,W,8,8,A0,0\"]\n[FEN \"W:WKa1,Kc3:BKb8.\"]\n% line\n1. a1-b2 {[%petrov $2] x} b8-a7 ; end\n2. c3-e5 (!) *\n\n",
    "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 1/2-1/2 {agreed}\n1. 9-14 /FEN \"B:W32:B1\"/ 1-5 *\n",
    "\u{feff}[White \"Andr\u{e9}\"]\r\n[GameType \"30\"]\r\n\r\n1. a3-a4 a6-a5 2.a4:a6 b6:a6 *\r\n",
    "[FEN \"B:W18,24,27,28,K10:B12,16,20,K22\"]\n1. ... 2218 $255 -- 12 . 3-4 ((((1-2)))) [x] ... \u{2026} 1-1",
];

/// A text with some changes by chance.
fn damaged(random: &mut Random) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    for _ in 0..1 + random.below(3) {
        bytes.extend(TEXTS[random.below(TEXTS.len() as u64) as usize].bytes());
    }
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let signs = b"[]{}()\"'\\/$%;*!?.-:x0123456789aKW\n\r\t \0\xff\xe9\xc3";
        match random.below(6) {
            0 => bytes.insert(at, signs[random.below(signs.len() as u64) as usize]),
            1 => bytes.truncate(at.max(1)),
            2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
            3 => {
                let end = (at + random.below(12) as usize).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let end = (at + random.below(40) as usize).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len() as u64 + 1) as usize;
                bytes.splice(to..to, piece);
            }
            _ => {
                let sign = signs[random.below(signs.len() as u64) as usize];
                bytes.splice(at..at, std::iter::repeat_n(sign, random.below(80) as usize));
            }
        }
        if bytes.is_empty() {
            bytes.push(b'x');
        }
    }
    bytes
}

#[test]
fn no_text_is_too_damaged() {
    let directory = tempfile::tempdir().unwrap();
    let mut random = Random(0xdead_beef_0bad_f00d);
    let (mut good, mut bad) = (0, 0);
    let mut names = Vec::new();
    for number in 0..2_000 {
        let bytes = damaged(&mut random);
        let mut reader = Reader::new(&bytes[..]);
        let mut together = Vec::new();
        while let Some(piece) = reader.next_piece() {
            together.extend(piece.source);
            let game = match piece.content {
                Content::Game(game) => game,
                Content::Wrong(_) => {
                    bad += 1;
                    continue;
                }
                Content::Rest => continue,
            };
            good += 1;
            // What was read can be written and read again, and then stays as it is.
            let once = write(&game);
            let again: String = Reader::new(once.as_bytes()).map(|game| write(&game.unwrap())).collect();
            assert_eq!(once, again, "{bytes:?}");
        }
        assert_eq!(together, bytes, "the pieces are the text");
        let name = format!("{number}.pdn");
        fs::write(directory.path().join(&name), bytes).unwrap();
        names.push(name);
    }
    assert!(good > 1_000 && bad > 500, "{good} {bad}");
    for json in ["", " --json"] {
        let output = command(directory.path(), &(names.join(" ") + json)).stdin(Stdio::null()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        let mut lines: Vec<&str> = err.lines().collect();
        let note = lines.pop().unwrap();
        assert!(note.starts_with("note: ") && note.contains("is not UTF-8"), "{note}");
        let summary = lines.pop().unwrap();
        assert!(summary.contains(" games, ") && summary.ends_with(" errors reported"), "{summary}");
        // Said once for each game of which there are no tables here.
        let missing = |line: &&str| !line.starts_with("petrov: there are no tables of ");
        for line in lines.into_iter().filter(missing) {
            assert!(
                (line.starts_with("petrov: ") || line.starts_with("note: ")) && line.contains(".pdn, line "),
                "{line}"
            );
            assert!(line.chars().count() < 2_000, "{line}");
        }
        if !json.is_empty() {
            let out = String::from_utf8(output.stdout).unwrap();
            assert!(out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
        }
    }
}

#[test]
fn in_place_again_and_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    let mut random = Random(0x0b57_ac1e);
    let mut changed = 0;
    for _ in 0..200 {
        let bytes = damaged(&mut random);
        fs::write(&path, &bytes).unwrap();
        let annotated = || {
            let output = command(directory.path(), "game.pdn -o game.pdn").stdin(Stdio::null()).output().unwrap();
            assert!(output.status.code().is_some_and(|code| code == 0 || code == 2), "{output:?}");
            fs::read(&path).unwrap()
        };
        let (once, twice) = (annotated(), annotated());
        let text = String::from_utf8_lossy;
        assert_eq!(text(&once), text(&twice), "{:?}", text(&bytes));
        changed += usize::from(once != bytes);
    }
    assert!(changed > 20 && changed < 180, "{changed}");
}
