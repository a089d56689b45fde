//! What is said of tables: `list`, `info`, `stats`, `verify`, `perft` and `completions`.

use std::fs;

use petrov::board::Board8x8;
use petrov::format::{Metric, file_name};
use petrov::index::{Material, entries};
use petrov::rules::{self, Counting, Russian};
use serde_json::json;

use super::program::{ask, command, finish, four_pieces, run};
use crate::tables::{DISTANCES, build_in, open, stored, up_to, with_value};

#[test]
fn list() {
    let text = ask("list").ok();
    let rows = text.lines().filter(|line| line.ends_with(&format!("tables{}russian", std::path::MAIN_SEPARATOR)));
    assert_eq!(rows.filter(|row| row.contains("wdl dtw")).count(), 23, "{text}");
    assert!(text.contains("found 46 tables of Russian draughts, up to 4 pieces"), "{text}");
    let json = ask("list --json").json();
    assert_eq!(json["max_pieces"], json!(4));
    let row = &json["tables"][45];
    assert_eq!((&row["material"], &row["metric"], &row["entries"]), (&json!("MMvMM"), &json!("dtw"), &json!(125_664)));
    let path = four_pieces().join(row["path"].as_str().unwrap());
    assert_eq!(row["bytes"], json!(fs::metadata(path).unwrap().len()));
}

#[test]
fn tables_inside_the_program_are_listed_and_folders_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = run(folder.path(), "list").ok();
    assert!(text.contains("inside the program: 18 tables") && text.contains("there is no such folder"), "{text}");
    fs::create_dir(folder.path().join("empty")).unwrap();
    let tables = four_pieces().join("tables");
    let path = std::env::join_paths([folder.path().join("none"), folder.path().join("empty"), tables.clone()]).unwrap();
    let ran = finish(command(folder.path(), "list --json").env("PETROV_PATH", &path), "");
    let json = ran.json();
    let found: Vec<_> = json["folders"].as_array().unwrap().iter().map(|folder| folder["tables"].clone()).collect();
    assert_eq!((found, &json["max_pieces"]), (vec![json!(null), json!(0), json!(46)], &json!(4)));
    // What is typed goes before the environment; the folder of the game may be named as well.
    let typed = format!("list --json --tables empty --tables {}", tables.join("russian").display());
    let json = finish(command(folder.path(), &typed).env("PETROV_PATH", "none"), "").json();
    assert_eq!((&json["folders"][0]["tables"], &json["folders"][1]["tables"]), (&json!(0), &json!(46)));
    assert_eq!(json["folders"].as_array().unwrap().len(), 2);
}

#[test]
fn info() {
    let text = ask("info tables/russian/KKvM.dtw tables/russian/KvK.wdl").ok();
    for part in [
        "tables/russian/KKvM.dtw\n",
        "format         version 1",
        "game           russian (Russian draughts)",
        "material       KKvM, 3 pieces",
        "metric         dtw",
        "entries        26,040",
        "codec          zstd",
        "first to move  win 12,626, draw 394, loss 0, longest win 5 moves (9 plies)",
        "\ntables/russian/KvK.wdl\n",
        "the same table for both sides to move",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let json = ask("info --json tables/russian/KKvM.dtw").json();
    assert_eq!((&json["entries_of_half"], &json["halves"][0]["longest_win"]), (&json!(13_020), &json!(9)));
}

#[test]
fn stats_in_json() {
    let json = ask("stats KvKKK --json").json();
    let first = &json["first_to_move"];
    assert_eq!(
        (&json["game"], &json["material"], &json["entries"]),
        (&json!("russian"), &json!("KKKvK"), &json!(287_680))
    );
    assert_eq!((&first["longest_win"], &first["longest_loss"]), (&json!(25), &json!(null)));
    assert_eq!(first["loss"], json!(0));
    let histogram = first["histogram"]["win"].as_object().unwrap();
    assert_eq!(histogram.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), first["win"].as_u64().unwrap());
    assert!(histogram.values().all(|count| count != 0) && histogram.contains_key("25"));
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&json), ["game", "material", "entries", "first_to_move", "second_to_move", "left_out"]);
    let of_half = ["win", "draw", "loss", "longest_win", "longest_loss", "longest_win_fen", "histogram"];
    assert_eq!(keys(first), of_half);
    assert_eq!(keys(&json["second_to_move"]), of_half);
    // The position of the longest win is one.
    let fen = first["longest_win_fen"].as_str().unwrap();
    assert!(fen.starts_with("W:W") && fen.matches('K').count() == 4, "{fen}");
    assert_eq!(ask(&format!("probe --json {fen}")).json()["dtw"], json!(25));
    let fen = json["second_to_move"]["longest_win_fen"].as_str().unwrap();
    assert!(fen.starts_with("B:W"), "{fen}");
    assert_eq!(ask(&format!("probe --json {fen}")).json()["dtw"], json["second_to_move"]["longest_win"]);
    let symmetric = ask("stats MvM --json").json();
    assert_eq!(
        (&symmetric["entries"], &symmetric["second_to_move"]),
        (&json!(entries::<Board8x8>("MvM".parse().unwrap()).unwrap()), &json!(null))
    );
}

#[test]
fn stats_in_words() {
    let text = ask("stats kkkvk").ok();
    for part in [
        "KKKvK, Russian draughts: 4 pieces, 287,680 entries",
        "KKK (White) to move against K\n",
        "K (Black) to move against KKK\n",
        "13 moves (25 plies)",
        "Longest win  W:W",
        "a b c d e f g h",
        "     13     25 ",
        "##",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn stats_of_values_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("tables/russian")).unwrap();
    fs::copy(four_pieces().join("tables/russian/KKvKK.wdl"), folder.path().join("tables/russian/KKvKK.wdl")).unwrap();
    let text = run(folder.path(), "stats KKvKK").ok();
    assert!(text.contains("petrov build KKvKK --metric dtw"), "{text}");
    let half = run(folder.path(), "stats KKvKK --json").json()["first_to_move"].clone();
    for null in ["longest_win", "longest_loss", "longest_win_fen"] {
        assert_eq!(half[null], json!(null));
    }
    assert_eq!(half["histogram"], json!({"win": {}, "loss": {}}));
    let json = run(folder.path(), "probe --json W:WKh2,Kc5:BKg1,Kb8").json();
    assert_eq!((&json["value"], &json["dtw"]), (&json!("win"), &json!(null)), "{json}");
    let text = run(folder.path(), "probe W:WKh2,Kc5:BKg1,Kb8").ok();
    assert!(text.contains("White to move wins.\n") && text.contains("missing KKvKK.dtw"), "{text}");
}

#[test]
fn right_tables_are_proved() {
    let text = ask("verify --pieces 3").ok();
    assert!(text.starts_with("proved 18 tables: 199,520 entries, and all counts and checksums"), "{text}");
    let json = ask("verify KvM KKvK --json").json();
    assert_eq!((&json["right"], &json["entries"], &json["findings"]), (&json!(true), &json!(31_496), &json!([])));
    let text = ask("verify --checksums").ok();
    assert!(text.starts_with("the checksums of 46 tables are right"), "{text}");
    // A fresh installation has the tables inside the program.
    let empty = tempfile::tempdir().unwrap();
    assert!(run(empty.path(), "verify").ok().starts_with("proved 18 tables"));
}

#[test]
fn wrong_tables_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let game = build_in::<Russian>(&folder.path().join("tables"), 3, DISTANCES).unwrap();
    let material: Material = up_to(3)[3];
    let table = open::<Russian>(&game, material, Metric::Wdl);
    // Found by the proof only where the value is stored, but then the first entry is quiet.
    let wrong = (0..).find_map(|entry| {
        let value = stored(&table, 0, entry);
        (value != 0).then(|| with_value(&table, 0, entry, 0))
    });
    let path = game.join(file_name(material, Metric::Wdl));
    fs::write(&path, wrong.unwrap()).unwrap();
    // The manifest tells; without it, the proof does.
    let ran = run(folder.path(), "verify KKvK --checksums");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("wrong: ") && ran.out.contains("BLAKE3"), "{ran:?}");
    fs::remove_file(game.join("BLAKE3SUMS")).unwrap();
    let ran = run(folder.path(), "verify --json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&json["right"], &json["findings"][0]["material"]), (&json!(false), &json!("KKvK")));
    // A damaged file.
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let ran = run(folder.path(), "verify --checksums");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("KKvK.wdl: the checksum of block 1 is"), "{ran:?}");
}

#[test]
fn perft() {
    let game = rules::game("russian").unwrap();
    let lines = ask("perft --depth 6 --json").ok();
    for (depth, line) in (1..).zip(lines.lines()) {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(json["count"], json!(game.perft(&game.start(), depth, Counting::DistinctMoves)));
    }
    assert_eq!(lines.lines().count(), 6);
    let text = ask("perft --depth 3 B:WKc5:Bd4,b6,d2 --every-path").ok();
    assert!(text.starts_with("B:WKc5:Bd2,d4,b6\n\ndepth "), "{text}");
    assert_eq!(text.lines().count(), 6);
}

#[test]
fn completions_and_help() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(ask(&format!("completions {shell}")).ok().contains("perft"), "{shell}");
    }
    assert!(ask("--version").ok().starts_with("petrov "));
    for verb in "games build compress list info probe moves line stats verify perft completions".split(' ') {
        let text = ask(&format!("{verb} --help")).ok();
        assert!(text.contains("\nExample") && text.contains(&format!("\n  petrov {verb}")), "{text}");
    }
}
