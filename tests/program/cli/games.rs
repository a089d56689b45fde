//! Games other than the usual: how they are named and listed, and what is said of their positions and tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use petrov::rules::{self, GAMES, Game};
use serde_json::json;

use super::program::{ask, run};

/// A folder with small tables of some games, built once by the program. It is not to be changed.
fn some_games() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("petrov-cli-games");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for built in [
            "--pieces 3 --game poddavki",
            "MMvK --game frisian",
            "--pieces 3 --game breakthrough-8x8",
            "KvM --game turkish+king-beats-man",
            "KvM --game jamaican",
        ] {
            run(&folder, &format!("build {built}")).ok();
        }
        folder
    })
}

/// Asks where the tables of these games are.
fn ask_some(arguments: &str) -> super::program::Ran {
    run(some_games(), arguments)
}

#[test]
fn all_are_listed() {
    let text = ask("games").ok();
    for part in [
        "russian  Russian draughts\n  board        8 x 8, 32 squares\n  begins       White\n  rules        men ",
        "kings fly",
        "  PDN GameType 25,W,8,8,A0,0\n  other names  draughts-64, ",
        "  giveaway     --game anti-russian (poddavki, giveaway, russian-giveaway)\n\n80-cell",
        "  board        10 x 8, 40 squares\n",
        "\n\njamaican  ",
        "  giveaway     --game anti-jamaican\n  tables       those of pool\n",
        "  left out     art. 17: a side with kings and men ",
        "  PDN GameType none\n",
        "english  English draughts (checkers)\n  board        8 x 8, 32 squares\n  begins       Black\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!text.lines().any(|line| line.starts_with("anti-")), "{text}");
    let entries = text.split("\n\n").count();
    assert_eq!(entries, GAMES.iter().filter(|game| !game.ending.giveaway).count());
}

#[test]
fn all_are_listed_in_json() {
    let lines = ask("games --json").ok();
    let listed: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&str> = listed.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(ids, GAMES.iter().map(|game| game.id).collect::<Vec<_>>());
    let of = |id: &str| listed.iter().find(|game| game["game"] == id).unwrap();
    let russian = of("russian");
    assert_eq!((&russian["squares"], &russian["begins"]), (&json!(32), &json!("white")));
    assert_eq!((&russian["giveaway"], &russian["left_out"]), (&json!(false), &json!(null)));
    let anti = of("anti-jamaican");
    assert_eq!((&anti["giveaway"], &anti["tables"]), (&json!(true), &json!("anti-pool")));
    assert_eq!((&anti["begins"], &anti["pdn_game_type"]), (&json!("black"), &json!(null)));
    assert!(of("frisian")["left_out"].as_str().unwrap().starts_with("art. 17: "));
}

#[test]
fn some_are_listed() {
    let text = ask("games Poddavki damii").ok();
    let starts: Vec<&str> = text.split("\n\n").map(|entry| entry.lines().next().unwrap()).collect();
    assert_eq!(starts, ["anti-russian  Giveaway: Russian draughts", "ghanaian  Ghanaian draughts (damii)"]);
    assert!(!text.contains("--game"), "neither has a giveaway: {text}");
    let json = ask("games --json 28").json();
    assert_eq!((&json["game"], &json["tables"]), (&json!("portuguese"), &json!("spanish")));
}

#[test]
fn unknown_games() {
    for (arguments, sentence) in [
        ("games chess", "unknown game \"chess\": `petrov games` lists them all"),
        ("games russian Rusian", "unknown game \"Rusian\": did you mean \"russian\"? `petrov games` lists them all"),
        ("list --game podavki", "unknown game \"podavki\": did you mean \"poddavki\"? `petrov games` lists them all"),
        (
            "list --game anti-damii",
            "unknown game \"anti-damii\": there is no giveaway of Ghanaian draughts (damii); `petrov games` lists them all",
        ),
    ] {
        let ran = ask(arguments);
        assert_eq!((ran.code, ran.err.as_str()), (2, format!("petrov: {sentence}\n").as_str()), "{arguments}");
        assert_eq!(ran.out, "");
    }
}

#[test]
fn shells_complete_the_ids_of_games() {
    for shell in ["bash", "fish", "zsh"] {
        let script = ask(&format!("completions {shell}")).ok();
        assert!(script.contains("anti-russian") && script.contains("turkish+king-beats-man"), "{shell}");
    }
    // But help does not list them, and other names are taken.
    let help = ask("--help").ok();
    assert!(help.contains("petrov games ") && !help.contains("anti-russian"), "{help}");
    ask("games --game shashki").ok();
}

#[test]
fn a_game_is_over_as_its_pieces_say() {
    for (game, fen, value, words) in [
        ("breakthrough", "W:WK1:B20", "win", "The game is over: White has won, as it has a king."),
        ("breakthrough", "W:W16:BK50", "loss", "The game is over: Black has won, as it has a king."),
        ("ghanaian", "W:W50:BK3,4", "loss", "The game is over: Black has won, as White has fewer than 2 pieces."),
        ("ghanaian", "B:W50:BK3,4", "win", "The game is over: Black has won, as White has fewer than 2 pieces."),
        ("ghanaian", "W:W:BK3,4", "loss", "White to move has lost: it has no pieces."),
        (
            "turkish+king-beats-man",
            "B:WKa1:Be5",
            "loss",
            "The game is over: White has won, as Black is to move with one man against one king.",
        ),
        ("anti-russian", "W:W:BKa1", "win", "White to move has won: it has no pieces."),
        ("anti-russian", "W:Wa3:Bb4,c5", "win", "White to move has won: it has no legal move."),
    ] {
        for verb in ["probe", "moves", "line"] {
            let asked = format!("{verb} --game {game} {fen}");
            let text = ask_some(&asked).ok();
            assert!(text.ends_with(&format!("\n\n{words}\n")), "{asked}: {text}");
            let json = ask_some(&format!("{asked} --json")).json();
            assert_eq!((&json["value"], &json["dtw"]), (&json!(value), &json!(0)), "{asked}");
            let moves = if verb == "line" { &json["line"] } else { &json["moves"] };
            assert_eq!((moves, &json["left_out"]), (&json!([]), &json!(null)), "{asked}");
        }
    }
    // With more pieces than tables can have, too.
    for verb in ["probe", "moves", "line"] {
        let text = ask_some(&format!("{verb} --game breakthrough W:WK1:B11-25")).ok();
        assert!(text.ends_with("The game is over: White has won, as it has a king.\n"), "{text}");
    }
    let text = ask_some("probe --game breakthrough W:W6:B11-25").ok();
    assert!(text.contains("White to move wins in 1 move (1 ply).\n\n") && text.contains("\n  6-1 "), "{text}");
}

#[test]
fn the_first_king_ends_a_line() {
    let text = ask_some("probe --game breakthrough-8x8 W:Wb6:Bd4").ok();
    assert!(text.contains("White to move wins in 2 moves (3 plies).\n"), "{text}");
    let text = ask_some("line --game breakthrough-8x8 W:Wb6:Bd4").ok();
    assert!(text.ends_with("The game is over: White has won, as it has a king.\n"), "{text}");
    let json = ask_some("line --json --game breakthrough-8x8 W:Wb6:Bd4").json();
    assert_eq!((&json["dtw"], &json["end"]), (&json!(3), &json!("over")));
    assert_eq!(json["line"].as_array().unwrap().len(), 3);
}

#[test]
fn moves_of_the_winner_in_giveaway() {
    let text = ask_some("probe --game poddavki W:WKa1:BKh6").ok();
    for part in [
        "White to move wins in 1 move (2 plies).\n",
        "\n  a1-g7  win        1      2  the only move that wins\n",
        "\n  a1-b2  loss       1      3\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let text = ask_some("probe --game poddavki B:W:BKa1").ok();
    assert!(text.contains("Black to move loses in 1 ply.\n") && text.contains("\n  a1-b2  loss       0      1\n"));
    let text = ask_some("line --game poddavki W:WKa1:BKh6").ok();
    assert!(text.ends_with("White to move has won: it has no pieces.\n"), "{text}");
    let text = ask_some("stats --game poddavki KvM").ok();
    for part in
        ["4 moves (8 plies)\n", "1 move (3 plies)\n", "\n      4      8     8  #", "\n      0      1     182  ##"]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let text = ask_some(&format!("info {}", Path::new("tables/anti-russian/KKvM.dtw").display())).ok();
    assert!(text.contains("game           anti-russian (Giveaway: Russian draughts)"), "{text}");
    assert!(text.contains("longest win 5 moves (10 plies), longest loss 2 moves (5 plies)"), "{text}");
    let histogram = ask_some("stats --game poddavki KKvM --json").json()["first_to_move"]["histogram"].clone();
    let parities = |value: &str, parity: u32| {
        histogram[value].as_object().unwrap().keys().all(|plies| plies.parse::<u32>().unwrap() % 2 == parity)
    };
    assert!(parities("win", 0) && parities("loss", 1), "{histogram}");
}

#[test]
fn what_the_values_leave_out() {
    let left_out = "art. 17: a side with kings and men may move the same king three times in a row at most";
    let note = format!("\n\nnote: the values leave out {left_out}\n");
    for arguments in ["probe W:WK1,31:BK50", "moves B:WK1,31:BK50", "line W:WK1,31:BK50", "stats KMvK", "stats MMvK"] {
        let text = ask_some(&format!("{arguments} --game frisian")).ok();
        assert!(text.ends_with(&note), "{arguments}: {text}");
        let json = ask_some(&format!("{arguments} --game frisian --json")).json();
        assert_eq!(json["left_out"], json!(left_out), "{arguments}");
    }
    // Where nothing is left out: other pieces, no value, another game.
    let start = "W:WK1,31-46:BK50,1-15";
    for arguments in
        ["probe W:WK1:BK50", "moves W:W31:BK50", "line W:WK1:BK50", "stats KKvK", &format!("moves {start}")[..]]
    {
        let text = ask_some(&format!("{arguments} --game frisian")).out;
        assert!(!text.contains("note: "), "{arguments}: {text}");
    }
    assert_eq!(ask_some("stats --game frisian KvK --json").json()["left_out"], json!(null));
    assert_eq!(ask("stats KMvK --json").json()["left_out"], json!(null));
    assert!(!ask("probe W:Wa1,Kc3:BKf8").ok().contains("note: "));
}

#[test]
fn only_materials_that_have_a_table_are_selected() {
    let json = ask_some("build --pieces 4 --dry-run --json --game breakthrough").json();
    let materials: Vec<&str> =
        json["slices"].as_array().unwrap().iter().map(|slice| slice["material"].as_str().unwrap()).collect();
    assert_eq!(materials, ["MvM", "MMvM", "MMMvM", "MMvMM"]);
    assert!(ask_some("verify --pieces 3 --game breakthrough-8x8").ok().starts_with("proved 4 tables: "));
    let json = ask_some("build --pieces 4 --dry-run --json --game ghanaian").json();
    assert_eq!(json["slices"][0]["material"], "KKvKK");
    for verb in ["build", "stats", "verify"] {
        ask_some(&format!("{verb} KKKvK --game ghanaian")).fails_with(&[
            "KKKvK has no table in Ghanaian draughts (damii)",
            "the game is over",
            "as in KKvKK",
        ]);
        ask_some(&format!("{verb} KvM --game breakthrough")).fails_with(&["KvM has no table", "as in MMMvM"]);
    }
    for verb in ["build", "verify"] {
        ask_some(&format!("{verb} --pieces 3 --game ghanaian")).fails_with(&[
            "--pieces 3",
            "Ghanaian draughts (damii)",
            "4 to 12 pieces",
        ]);
    }
    let examples = ["`petrov build --pieces 4 --game ghanaian`", "`petrov build KKvKK --game ghanaian`"];
    ask_some("build --game ghanaian").fails_with(&examples);
    // A man against a king is decided only where the man is to move.
    assert!(ask_some("verify KvM --game turkish+king-beats-man").ok().starts_with("proved 2 tables: "));
}

#[test]
fn games_that_differ_in_notation_share_their_tables() {
    let folder = Path::new("tables").join("pool").display().to_string();
    for game in ["jamaican", "pool"] {
        let text = ask_some(&format!("list --game {game}")).ok();
        assert!(text.contains(&folder) && !text.contains("found 0 tables"), "{text}");
    }
    // The same position, written as each game writes it.
    let (pool, jamaican) = (rules::game("pool").unwrap(), rules::game("jamaican").unwrap());
    let position = pool.read_fen("W:WK5:B12").unwrap();
    let asked = |game: &Game| {
        let json = ask_some(&format!("probe --json --game {} {}", game.id, game.write_fen(&position))).json();
        assert_eq!((&json["game"], &json["fen"]), (&json!(game.id), &json!(game.write_fen(&position))));
        (json["value"].clone(), json["dtw"].clone(), json["moves"].as_array().unwrap().len())
    };
    assert_ne!(pool.write_fen(&position), jamaican.write_fen(&position));
    assert_eq!(asked(pool), asked(jamaican));
    ask_some("stats KKvK --game jamaican").fails_with(&[&folder, "`petrov build KKvK --game jamaican`"]);
}

#[test]
fn nothing_is_not_proved() {
    ask_some("verify --game english").fails_with(&[
        "there are no tables of English draughts (checkers)",
        &Path::new("tables").join("english").display().to_string(),
        "`petrov build --pieces 4 --game english`",
    ]);
}
