//! Draw rules that count moves: how they are listed, built and asked about, and what is said when something is wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use petrov::board::Position;
use petrov::rules::{DEFAULT_SET, GAMES, Russian, Until, Variant};
use petrov::{ProbeError, Tablebase};
use serde_json::{Value, json};

use super::program::{Ran, ask, command, copy_of, finish, run};
use crate::tables::forge::Forged;

/// A folder with all of three pieces for the default set of Russian, built once by the program. It is not to be changed.
fn three_pieces() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("petrov-cli-clocks");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        run(&folder, "build --pieces 3 --metric wdl,dtw,dtc,dtz --clock default").ok();
        folder
    })
}

/// Asks where these tables are.
fn ask_clocks(arguments: &str) -> Ran {
    run(three_pieces(), arguments)
}

/// A copy of them that may be changed.
fn copy() -> tempfile::TempDir {
    copy_of(three_pieces()).0
}

/// A win in 4 moves, 7 plies.
const WIN: &str = "W:WKa5,Ka7:BKg1";

fn object<'a>(list: &'a Value, key: &str, name: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|object| object[key] == name).unwrap()
}

#[test]
fn games_list_their_clocks() {
    let text = ask("games russian frisian pool portuguese thai --rules").ok();
    for part in [
        "\n  clock ru.3k1, in the default set\n    rule       three kings or more against a lone king: ",
        "\n    limit      15 moves of the stronger side\n    anew       by a capture or a promotion\n",
        "\n    source     Russian Draughts Codex, 2004; FMJD-64, art. 7.2.4\n",
        "\n    anew       by a capture or a forward move of a man\n",
        "\n    note       it never takes a win away, as a won position meets it at once\n",
        "\n  clock ru.3k1.total, not in the default set\n",
        "\n    anew       by nothing but the end of the game: ",
        "\n    limit      13 moves of the weaker side, the last of which makes the draw whatever it is\n",
        "\n    begins     with a king of the stronger side on the main road, ",
        "\n    limit      none: the win must come by a capture now, or by one that the next move forces\n",
        "\n  clocks       none: no draw rule that counts moves is known\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(text.split("\n\n").count(), 5);
    let text = ask("games --rules").ok();
    let listed = text.lines().filter(|line| line.starts_with("  clock ")).count();
    assert_eq!(listed, GAMES.iter().map(|game| game.clocks.len()).sum::<usize>());
    let never = GAMES.iter().flat_map(|game| game.clocks).filter(|clock| clock.until == Until::WonPosition).count();
    assert_eq!(text.matches("never takes a win away").count(), never);
    assert!(!ask("games russian").ok().contains("ru.3k1"));
}

#[test]
fn games_list_their_clocks_in_json() {
    let json = ask("games russian --rules --json").json();
    let clocks = &json["clocks"];
    assert_eq!(clocks.as_array().unwrap().len(), Russian::GAME.clocks.len());
    let three = json!({
        "id": "ru.3k1",
        "default": true,
        "text": "three kings or more against a lone king: the king must be taken by the 15th move",
        "source": "Russian Draughts Codex, 2004; FMJD-64, art. 7.2.4",
        "limit": 15,
        "counts": "stronger",
        "until": "conversion",
        "scope": {
            "stronger": "3 or more kings, no men",
            "weaker": "1 king, no men",
            "together": "any pieces",
            "road": "anywhere"
        }
    });
    assert_eq!(clocks[0], three);
    let road = object(clocks, "id", "ru.road5.won");
    assert_eq!((&road["until"], &road["scope"]["road"]), (&json!("won-position"), &json!("weaker")));
    assert_eq!(object(clocks, "id", "ru.3k1.total")["until"], "end");
    assert_eq!(object(clocks, "id", "ru.3p1")["default"], false);
    let kings = object(clocks, "id", "ru.kings15");
    assert_eq!((&kings["until"], &kings["counts"]), (&json!("zeroing"), &json!("each")));
    let of =
        |game: &str, id: &str| object(&ask(&format!("games {game} --rules --json")).json()["clocks"], "id", id).clone();
    assert_eq!(of("frisian", "fr.1v1")["counts"], "at-once");
    assert_eq!(of("pool", "pool.13")["counts"], "weaker");
    let sixteen = of("international", "intl.16");
    assert_eq!(
        (&sixteen["until"], &sixteen["scope"]["stronger"]),
        (&json!("scope"), &json!("3 pieces, 1 or more kings"))
    );
    assert_eq!(of("spanish", "es.12")["scope"]["road"], "stronger");
    assert_eq!(ask("games thai --rules --json").json()["clocks"], json!([]));
    assert_eq!(ask("games russian --json").json().get("clocks"), None);
}

#[test]
fn a_build_makes_the_tables_of_clocks() {
    let names = fs::read_dir(three_pieces().join("tables/russian")).unwrap();
    let names: Vec<String> = names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    for end in ["wdl", "dtw", "dtc", "dtz", "ru.bal5.clk", "ru.kings15.clk", "default.clk"] {
        // Nine materials.
        assert_eq!(
            names.iter().filter(|name| name.split_once('.').is_some_and(|(_, of)| of == end)).count(),
            9,
            "{end}"
        );
    }
    assert!(!names.iter().any(|name| name.contains("ru.bal60")), "no rule for so few pieces");
    let text = ask_clocks("info tables/russian/KKvM.default.clk").ok();
    assert!(text.contains("clock          default ru.3k1+ru.bal5+"), "{text}");
    assert!(ask_clocks("verify").ok().starts_with("proved 63 tables: "));
}

#[test]
fn values_under_the_default_set() {
    let text = ask_clocks(&format!("probe {WIN} --clock default")).ok();
    for part in [
        "White to move wins in 4 moves (7 plies).\nUnder the draw rules: the win stands.\n",
        "  clock       moves made  limit  plies needed  plies left\n",
        "  ru.bal5              0      5             7          10  in time\n",
        "  ru.kings15           0     15             7          30  in time\n",
        "  a5-c7  win           7    7    7    7\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(ask_clocks(&format!("moves {WIN} --clock default")).ok(), text);
    // A clock that never takes a win away is not applied.
    let text = ask_clocks(&format!("probe {WIN} --clock ru.road5.won")).ok();
    assert!(text.contains("the win stands") && !text.contains("moves made"), "{text}");
}

#[test]
fn values_with_counts() {
    let text = ask_clocks(&format!("probe {WIN} --clock ru.kings15=7")).ok();
    assert!(text.contains("  ru.kings15           7     15             7          16  in time\n"), "{text}");
    let text = ask_clocks(&format!("probe {WIN} --clock default,ru.kings15=14.5")).ok();
    for part in [
        "Under the draw rules: a draw: ru.kings15 runs out first.\n",
        "  ru.bal5              0      5             7          10  in time\n",
        "  ru.kings15        14.5     15             7           1  runs out first\n",
        "  a5-c7  cursed-win         -    7    7    7  makes the draw\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    // The last count with which the win stands, and the first with which it does not.
    for (count, value) in [("11.5", "win"), ("12", "cursed-win")] {
        let json = ask_clocks(&format!("probe {WIN} --clock default,ru.kings15={count} --json")).json();
        assert_eq!(json["rules"]["value"], value, "{count}");
    }
    // The order of the names does not matter.
    let asked = |clocks: &str| ask_clocks(&format!("probe {WIN} --clock {clocks} --json")).json();
    assert_eq!(asked("ru.kings15=14.5,default"), asked("default,ru.kings15=14.5"));
    assert_eq!(asked("ru.bal5=2 --clock ru.kings15=3"), asked("ru.kings15=3,ru.bal5=2"));
}

#[test]
fn answers_under_clocks_in_json() {
    let asked = format!("{WIN} --clock default,ru.kings15=14.5 --json");
    let json = ask_clocks(&format!("probe {asked}")).json();
    assert_eq!(json, ask_clocks(&format!("moves {asked}")).json());
    assert_eq!((&json["game"], &json["fen"], &json["mover"]), (&json!("russian"), &json!(WIN), &json!("white")));
    assert_eq!((&json["value"], &json["dtw"], &json["left_out"]), (&json!("win"), &json!(7), &json!(null)));
    let rules = &json["rules"];
    assert_eq!((&rules["value"], &rules["exact"]), (&json!("cursed-win"), &json!(true)));
    assert_eq!(rules["bites"], json!(["ru.kings15"]));
    assert_eq!(
        rules["clocks"],
        json!([
            {"clock": "ru.3k1", "count": null, "limit": 15, "plies": null, "left": null, "in_time": true},
            {"clock": "ru.bal5", "count": 0.0, "limit": 5, "plies": 7, "left": 10, "in_time": true},
            {"clock": "ru.bal30", "count": null, "limit": 30, "plies": null, "left": null, "in_time": true},
            {"clock": "ru.bal60", "count": null, "limit": 60, "plies": null, "left": null, "in_time": true},
            {"clock": "ru.kings15", "count": 14.5, "limit": 15, "plies": 7, "left": 1, "in_time": false},
        ])
    );
    assert_eq!(
        json["moves"][0],
        json!({
            "move": "a5-c7", "value": "win", "dtw": 7, "captures": [], "rule_value": "cursed-win", "exact": true,
            "counts": null, "to_event": null, "dtc": 7, "dtz": 7
        })
    );
    let draw = object(&json["moves"], "move", "a7-b8");
    assert_eq!((&draw["rule_value"], &draw["dtc"], &draw["to_event"]), (&json!("draw"), &json!(null), &json!(null)));
    let loss = ask_clocks("probe W:WKa1:BKh8 --clock default --json").json();
    assert_eq!((&loss["rules"]["value"], &loss["moves"][0]["rule_value"]), (&json!("loss"), &json!("loss")));
    assert_eq!(loss["moves"][0]["to_event"], 2);
}

#[test]
fn lines_under_clocks() {
    let text = ask_clocks(&format!("line {WIN} --clock default,ru.kings15=11")).ok();
    for part in [
        "Under the draw rules: the win stands.\n",
        "\nThe clocks, in the order of their counts: ru.3k1, ru.bal5, ru.bal30, ru.bal60, ru.kings15.\n",
        "  1.  a5-c7    7  - 0.5 - - 11.5  ",
        "  4.  a7:c5    1       - - - - 0\n",
        "\nBlack to move has lost: it has no pieces.\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let text = ask_clocks(&format!("line {WIN} --clock ru.kings15=14.5")).ok();
    assert!(text.ends_with("\nA draw: ru.kings15 has run out.\n"), "{text}");
    let json = ask_clocks(&format!("line {WIN} --clock ru.kings15=14.5 --json")).json();
    assert_eq!((&json["end"], &json["ran_out"]), (&json!("rule"), &json!(["ru.kings15"])));
    assert_eq!((&json["fen"], &json["rules"]["value"]), (&json!(WIN), &json!("cursed-win")));
    assert_eq!(
        json["line"],
        json!([{
            "mover": "white", "move": "a5-c7", "value": "win", "dtw": 7, "captures": [], "rule_value": "cursed-win",
            "exact": true, "counts": null, "to_event": null, "dtc": 7, "dtz": 7, "fen": "B:WKa7,Kc7:BKg1"
        }])
    );
    assert_eq!((&json["final_fen"], &json["left_out"]), (&json!("B:WKa7,Kc7:BKg1"), &json!(null)));
    let json = ask_clocks(&format!("line {WIN} --clock default --json")).json();
    assert_eq!((&json["end"], json["line"].as_array().unwrap().len()), (&json!("over"), 7));
    assert_eq!(json["line"][0]["counts"], json!([null, 0.5, null, null, 0.5]));
    let json = ask_clocks(&format!("line {WIN} --clock default --plies 2 --json")).json();
    assert_eq!((&json["end"], json["line"].as_array().unwrap().len()), (&json!("cut"), 2));
    let json = ask_clocks("line W:Wa1,Kc3:BKf8 --clock default --json").json();
    assert_eq!((&json["end"], &json["line"], &json["ran_out"]), (&json!("draw"), &json!([]), &json!([])));
}

#[test]
fn positions_under_clocks_come_one_a_line() {
    let lines = format!("# wins\n{WIN}\nnonsense\n\nW:Wc3,Ka5:Bb2,d4\nW:Wa1,Kc3:BKf8\nW:W:BKa1\n");
    // The fourth piece of this one is taken at once.
    let expected = [
        [WIN, "win", "7", "a5-c7", "win"],
        ["nonsense", "error", "-", "-", "-"],
        ["W:Wc3,Ka5:Bb2,d4", "win", "5", "c3:a1", "win"],
        ["W:Wa1,Kc3:BKf8", "draw", "-", "", "draw"],
        ["W:W:BKa1", "loss", "0", "-", "loss"],
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions");
    fs::write(&file, &lines).unwrap();
    let ran = ask_clocks(&format!("probe --file {} --clock default", file.display()));
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.err.contains(", line 3: column 1: "), "{ran:?}");
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), expected.len(), "{ran:?}");
    for (row, expected) in rows.iter().zip(expected) {
        assert_eq!(row.len(), 5, "{row:?}");
        // Of moves that are equally good any may come first.
        let same = row.iter().zip(expected).all(|(cell, expected)| expected.is_empty() || *cell == expected);
        assert!(same, "{row:?} is not {expected:?}");
    }
    let piped = finish(&mut command(three_pieces(), "probe - --clock default"), &lines);
    assert_eq!(piped.out, ran.out);
    let counted = finish(&mut command(three_pieces(), "probe - --clock ru.kings15=14.5"), &format!("{WIN}\n")).ok();
    assert_eq!(counted, format!("{WIN}\twin\t7\ta5-c7\tcursed-win\n"));
    let json = finish(&mut command(three_pieces(), "probe - --clock default --json"), &format!("{WIN}\n")).json();
    assert_eq!(json, ask_clocks(&format!("probe {WIN} --clock default --json")).json());
}

#[test]
fn wrong_clocks() {
    for (clocks, parts) in [
        (
            "nonsense",
            ["Russian draughts has no clock \"nonsense\"", "ru.3k1, ru.bal5", "`petrov games russian --rules`"],
        ),
        ("fr.7", ["Russian draughts has no clock \"fr.7\"", "ru.old30", "`petrov games russian --rules`"]),
        ("default=3", ["--clock default=3", "a count goes with one clock", "ru.3k1=7"]),
        ("ru.kings15=15", ["--clock ru.kings15=15", "the limit is 15", "a draw already"]),
        ("ru.kings15=99.5", ["--clock ru.kings15=99.5", "the limit is 15", "a draw already"]),
        ("ru.3k1=2.5", ["--clock ru.3k1=2.5", "one side", "no half moves"]),
        ("ru.3k1=2", ["the clock ru.3k1 does not run in this position", "leave its count out", "three kings"]),
        ("ru.kings15=many", ["--clock ru.kings15=many", "moves of each side", "7.5"]),
        ("ru.kings15=7.25", ["--clock ru.kings15=7.25", "moves of each side", "7.5"]),
        ("ru.3k1=-1", ["--clock ru.3k1=-1", "a number of moves", "as 7"]),
        ("ru.kings15=", ["--clock ru.kings15=", "moves of each side", "7.5"]),
        ("ru.kings15=3,ru.kings15=4", ["--clock ru.kings15=4", "another count", "ru.kings15"]),
        ("ru.road5.won=3", ["--clock ru.road5.won=3", "never takes a win away", "leave it out"]),
        ("default,nonsense", ["has no clock \"nonsense\"", "ru.3k1", "--rules"]),
    ] {
        for verb in ["probe", "moves", "line", "probe --json"] {
            ask_clocks(&format!("{verb} {WIN} --clock {clocks}")).fails_with(&parts);
        }
    }
    // Men cannot come of the kings that start this clock.
    ask_clocks("probe W:Wc5:Bd8 --clock ru.3k1.total=14")
        .fails_with(&["does not run in this position", "leave its count out"]);
    // The same count twice is none too many, and a name without one leaves it.
    ask_clocks(&format!("probe {WIN} --clock ru.kings15=3,ru.kings15=3,ru.kings15,default")).ok();
    let empty = tempfile::tempdir().unwrap();
    let none = ["Thai draughts (makhos) has no clocks", "no draw rule of it that counts moves is known"];
    run(empty.path(), "probe --game thai W:W32:B1 --clock default").fails_with(&none);
    run(empty.path(), "build KvK --game thai --clock default").fails_with(&none);
    let parts = ["has no clock \"nonsense\"", "ru.3k1, ru.bal5", "`petrov games russian --rules`"];
    run(empty.path(), "build KvK --clock nonsense").fails_with(&parts);
    run(empty.path(), "build KvK --clock ru.3k1=3").fails_with(&["a count goes with a position", "--clock ru.3k1"]);
    run(empty.path(), "thresholds --game poddavki").fails_with(&["has no clocks", "no draw rule of it"]);
    run(empty.path(), "build KvK --clock default=3").fails_with(&["has no clock \"default=3\"", "ru.3k1", "--rules"]);
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is left behind");
}

/// The command that a sentence suggests, without the name of the program.
fn suggested(sentence: &str) -> &str {
    let command = sentence.split("build them with `petrov ").nth(1).and_then(|rest| rest.split('`').next());
    command.unwrap_or_else(|| panic!("no command in {sentence:?}"))
}

/// Checks that what is asked fails for want of these files, and goes through after the command that is suggested.
fn fails_until_built(folder: &Path, asked: &str, files: &[&str], build: &str) {
    let ran = run(folder, asked);
    let sentence = ran.err.clone();
    ran.fails_with(&["missing ", "looked in ", "build them with `petrov build "]);
    files.iter().for_each(|file| assert!(sentence.contains(file), "{file} is not in {sentence}"));
    assert_eq!(suggested(&sentence), build, "{asked}");
    run(folder, build).ok();
    run(folder, asked).ok();
}

#[test]
fn missing_tables_of_clocks() {
    let all = "build KKvK --metric wdl,dtw,dtc,dtz --clock default";
    for verb in ["probe", "moves", "line"] {
        // The values and distances of three pieces are inside the program.
        let empty = tempfile::tempdir().unwrap();
        let files = ["KKvK.dtc, KKvK.dtz, KKvK.default.clk, KKvK.ru.bal5.clk, KKvK.ru.kings15.clk", "KvK.dtc"];
        fails_until_built(empty.path(), &format!("{verb} {WIN} --clock default"), &files, all);
        let text = run(empty.path(), &format!("probe {WIN}")).ok();
        assert!(text.contains("(7 plies)"), "no distances are lost: {text}");
    }
    for (asked, files, build) in [
        (
            "W:WKa5,Ka7:BKg1 --clock ru.kings15=3",
            &["KKvK.dtz, KKvK.ru.kings15.clk"][..],
            "build KKvK --metric wdl,dtw,dtz --clock ru.kings15",
        ),
        (
            "W:WKa1,Kb2,Kc3:BKd8 --clock ru.3p1",
            &["KKKvK.wdl, KKKvK.dtw, KKKvK.dtc, KKKvK.ru.3p1.clk"],
            "build KKKvK --metric wdl,dtw,dtc --clock ru.3p1",
        ),
        (
            "W:WKa1,Kb2,Kc3:BKd8 --clock default,ru.3k1.total",
            &["KKKvK.ru.3k1.clk", "KKKvK.ru.3k1.total.clk", "KKKvK.ru.bal30.clk", "KKvK.ru.bal5.clk"],
            // The default set is not all that is asked for, so its own table is of no use.
            "build KKKvK --metric wdl,dtw,dtc,dtz --clock ru.3k1,ru.3k1.total,ru.bal30,ru.bal5,ru.kings15",
        ),
        (
            "W:Wc1,e1:Bh4,Kg7 --clock ru.bal5,ru.bal30",
            &["KMvMM.default.clk", "KMvMM.ru.bal30.clk"],
            "build KMvMM --metric wdl,dtw,dtc --clock default",
        ),
        (
            "W:WK50:BK1 --game frisian --clock fr.1v1",
            &["KvK.wdl, KvK.dtw, KvK.dtc, KvK.fr.1v1.clk"],
            "build KvK --metric wdl,dtw,dtc --clock fr.1v1 --game frisian",
        ),
    ] {
        let empty = tempfile::tempdir().unwrap();
        fails_until_built(empty.path(), &format!("probe {asked}"), files, build);
    }
}

#[test]
fn single_missing_tables_of_clocks() {
    for (file, asked, build) in [
        ("KvK.ru.bal5.clk", "W:WKa1:BKh8 --clock default", "build KvK --clock ru.bal5"),
        ("KvK.dtc", "W:WKa1:BKh8 --clock ru.bal5", "build KvK --metric wdl,dtw,dtc"),
        ("KKvK.dtz", "W:WKa5,Ka7:BKg1 --clock ru.kings15", "build KKvK --metric wdl,dtw,dtz"),
        ("KKvK.wdl", "W:WKa5,Ka7:BKg1 --clock ru.kings15", "build KKvK"),
        ("KKvK.default.clk", "W:WKa5,Ka7:BKg1 --clock default", "build KKvK --clock default"),
    ] {
        let folder = copy();
        fs::remove_file(folder.path().join("tables/russian").join(file)).unwrap();
        fails_until_built(folder.path(), &format!("probe {asked}"), &[file], build);
        let restored = fs::read(folder.path().join("tables/russian").join(file)).unwrap();
        assert!(restored == fs::read(three_pieces().join("tables/russian").join(file)).unwrap(), "{file}");
    }
}

/// Checks that a question to the library fails for want of tables, and goes through after the command that is suggested.
fn library_fails_until_built(build: &str, question: impl Fn(&Tablebase) -> Result<(), ProbeError>) {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).unwrap();
    let answer = || {
        let mut tablebase = Tablebase::new(Russian::GAME);
        tablebase.add_directory(&tables).unwrap();
        question(&tablebase)
    };
    let error = answer().unwrap_err();
    assert!(matches!(error, ProbeError::Missing { .. }), "{error}");
    // Which names the folder, wherever it is run.
    let sentence = petrov_build::command::with_remedy(&error);
    let command = suggested(&sentence);
    assert_eq!(command, format!("{build} --tables {}", tables.display()));
    run(Path::new("/"), command).ok();
    answer().unwrap();
}

#[test]
fn what_the_library_suggests_makes_missing_tables() {
    let position = Russian::GAME.read_fen(WIN).unwrap();
    type Ask = fn(&Tablebase, &Position) -> Result<Option<u16>, ProbeError>;
    for (ask, name) in [(Tablebase::probe_dtc as Ask, "dtc"), (Tablebase::probe_dtz, "dtz")] {
        library_fails_until_built(&format!("build KKvK --metric wdl,dtw,{name}"), |tablebase| {
            ask(tablebase, &position).map(|_| ())
        });
    }
    let clocks = Russian::GAME.clock_set(DEFAULT_SET).unwrap().clocks;
    let build = "build KvK KKvK --metric wdl,dtw,dtc,dtz --clock default,ru.bal5,ru.kings15";
    library_fails_until_built(build, |tablebase| {
        let mut umpire = tablebase.umpire(&clocks);
        let states = umpire.fresh(&position);
        umpire.judge(&position, &states).map(|_| ())
    });
    library_fails_until_built(build, |tablebase| {
        let mut umpire = tablebase.umpire(&clocks);
        let states = umpire.fresh(&position);
        umpire.moves(&position, &states).map(|_| ())
    });
}

#[test]
fn a_table_of_another_definition_is_refused() {
    let folder = copy();
    let path = folder.path().join("tables/russian/KKvK.ru.kings15.clk");
    let mut forged = Forged::read(&fs::read(&path).unwrap());
    forged.set_clock("ru.kings15 K0+,M0+,0+ v K0+,M0+,0+ of 0+ Anywhere Zeroing Each 20");
    fs::write(&path, forged.bytes()).unwrap();
    let parts = ["KKvK.ru.kings15.clk", "a table of the clock \"ru.kings15", "Each 20", "Each 15", "build it again"];
    for verb in ["probe", "moves", "line"] {
        run(folder.path(), &format!("{verb} {WIN} --clock default")).fails_with(&parts);
    }
    // What does not ask for it works on, and the file tells what it is.
    run(folder.path(), &format!("probe {WIN} --clock ru.bal5")).ok();
    let text = run(folder.path(), "info tables/russian/KKvK.ru.kings15.clk").ok();
    assert!(text.contains("Zeroing Each 20"), "{text}");
    let ran = run(folder.path(), "verify KKvK");
    assert!(ran.code == 1 && ran.err.contains("KKvK.ru.kings15.clk"), "{ran:?}");
}
