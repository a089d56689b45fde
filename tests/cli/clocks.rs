//! Draw rules on the command line: `--clock`, `games --rules`, `thresholds`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::json;

use crate::program::{Ran, command, finish, run};

/// A folder whose `tables` has three kings against one under all clocks, built once. It is not to be changed.
fn three_kings() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("petrov-cli-clocks");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        run(&folder, "build KKKvK --metric wdl,dtw,dtc,dtz --clock all").ok();
        folder
    })
}

fn ask(arguments: &str) -> Ran {
    run(three_kings(), arguments)
}

/// Three kings that own the main road, twelve moves from the end.
const FEN: &str = "W:WKa1,Kb2,Kc3:BKd8";

#[test]
fn a_position_under_the_default_set() {
    let out = ask(&format!("probe {FEN} --clock default")).ok();
    for words in [
        "White to move wins in 12 moves (23 plies).\nUnder the draw rules: the win stands.\n",
        "  ru.3k1               0     15            20          29  in time\n",
        "  ru.bal5              -      5            20         any  does not run here\n",
        "  c3-d4  win          20   20   20   23\n",
        "  c3-f6  draw          -    -    -    -\n",
    ] {
        assert!(out.contains(words), "{words} is not in\n{out}");
    }
    assert_eq!(ask(&format!("moves {FEN} --clock default")).ok(), out);
}

#[test]
fn counts_that_are_on_the_clock() {
    // Eight and a half moves of each are left for twenty plies, then ten.
    for (count, value, verdict) in [
        ("7", "cursed-win", "a draw: ru.kings15 runs out first"),
        ("5.5", "cursed-win", "a draw: ru.kings15 runs out first"),
        ("5", "win", "the win stands"),
    ] {
        let out = ask(&format!("probe {FEN} --clock ru.kings15={count}")).ok();
        assert!(out.contains(&format!("Under the draw rules: {verdict}.")), "{count}: {out}");
        let answer = ask(&format!("probe {FEN} --clock default,ru.kings15={count} --json")).json();
        assert_eq!(answer["rules"]["value"], value, "{count}");
        assert_eq!(answer["value"], "win");
        let bites = if value == "win" { json!([]) } else { json!(["ru.kings15"]) };
        assert_eq!((&answer["rules"]["bites"], &answer["rules"]["exact"]), (&bites, &json!(true)));
        let clocks = answer["rules"]["clocks"].as_array().unwrap();
        let kings = clocks.iter().find(|clock| clock["clock"] == "ru.kings15").unwrap();
        assert_eq!((&kings["count"], &kings["limit"]), (&json!(count.parse::<f64>().unwrap()), &json!(15)));
        assert_eq!((&kings["plies"], clocks.len()), (&json!(20), 5));
    }
    // The clock that counts the three kings: of 15 moves 5 are made, so ten are left, and 19 plies.
    let answer = ask(&format!("probe {FEN} --clock ru.3k1=5 --json")).json();
    assert_eq!((&answer["rules"]["clocks"][0]["left"], &answer["rules"]["value"]), (&json!(19), &json!("cursed-win")));
    assert_eq!(answer["moves"][0]["rule_value"], "cursed-win");
    assert_eq!(answer["moves"][0]["to_event"], 20);
    assert_eq!((&answer["moves"][0]["dtc"], &answer["moves"][0]["dtw"]), (&json!(20), &json!(23)));
}

#[test]
fn lines_under_clocks() {
    let won = ask(&format!("line {FEN} --clock default --json")).json();
    assert_eq!((&won["end"], &won["rules"]["value"]), (&json!("over"), &json!("win")));
    assert!(won["line"].as_array().unwrap().len() >= 23);
    let cut = ask(&format!("line {FEN} --clock default --plies 4 --json")).json();
    assert_eq!((&cut["end"], cut["line"].as_array().unwrap().len()), (&json!("cut"), 4));
    let drawn = ask(&format!("line {FEN} --clock ru.kings15=9 --json")).json();
    assert_eq!((&drawn["end"], &drawn["ran_out"]), (&json!("rule"), &json!(["ru.kings15"])));
    assert_eq!(drawn["line"].as_array().unwrap().len(), 12);
    let out = ask(&format!("line {FEN} --clock ru.kings15=9")).ok();
    assert!(out.contains("drawn\n") && out.contains("A draw: ru.kings15 has run out."), "{out}");
}

#[test]
fn many_positions_under_clocks() {
    let input = format!("{FEN}\nW:WKa1,Kc3:BKb8\nB:WKa1:B\nnonsense\n");
    let ran = finish(&mut command(three_kings(), "probe - --clock ru.kings15=7"), &input);
    assert_eq!(ran.code, 2);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], format!("{FEN}\twin\t23\tc3-d4\tcursed-win"));
    assert_eq!(lines[1].split('\t').collect::<Vec<_>>()[4], "draw");
    assert_eq!(lines[2].split('\t').collect::<Vec<_>>()[1..], ["loss", "0", "-", "loss"]);
    assert_eq!(lines[3], "nonsense\terror\t-\t-");
}

#[test]
fn wrong_clocks() {
    for (arguments, parts) in [
        ("--clock ru.3k2", ["no clock \"ru.3k2\"", "ru.3k1, ru.bal5", "petrov games russian --rules"]),
        ("--clock intl.25", ["no clock \"intl.25\"", "ru.3k1", "petrov games russian --rules"]),
        ("--clock default=7", ["default=7", "a count goes with one clock", "ru.3k1=7"]),
        ("--clock ru.kings15=15", ["ru.kings15=15", "the limit is 15", "a draw already"]),
        ("--clock ru.3k1=99", ["ru.3k1=99", "the limit is 15", "a draw already"]),
        ("--clock ru.3k1=7.5", ["ru.3k1=7.5", "one side", "no half moves"]),
        ("--clock ru.kings15=many", ["ru.kings15=many", "as 7", "7.5"]),
        ("--clock ru.kings15=-1", ["ru.kings15=-1", "as 7", "7.5"]),
        ("--clock ru.bal5=1", ["ru.bal5", "does not run in this position", "leave its count out"]),
        ("--clock default --game thai", ["Thai", "no clocks", "no draw rule"]),
    ] {
        for verb in ["probe", "moves", "line"] {
            let fen = if arguments.contains("thai") { "W:WK1:BK32" } else { FEN };
            ask(&format!("{verb} {fen} {arguments}")).fails_with(&parts);
        }
    }
    ask("build KvK --clock nonsense").fails_with(&["no clock \"nonsense\"", "petrov games russian --rules"]);
}

#[test]
fn missing_tables_of_clocks_are_named_with_the_command_that_makes_them() {
    let directory = tempfile::tempdir().unwrap();
    let question = "probe W:WKa5,Ka7:BKg1 --clock default";
    let ran = run(directory.path(), question);
    let sentence = ran.err.clone();
    ran.fails_with(&["missing", "KKvK.ru.bal5.clk", "KKvK.dtc", "make them with `petrov build KKvK"]);
    let build = sentence.split('`').nth(1).unwrap().strip_prefix("petrov ").unwrap();
    run(directory.path(), build).ok();
    let out = run(directory.path(), question).ok();
    assert!(out.contains("Under the draw rules: the win stands."), "{out}");
}

#[test]
fn the_clocks_of_games() {
    let out = ask("games russian thai --rules").ok();
    for words in [
        "clock ru.3k1, in the default set",
        "15 moves of the stronger side",
        "clock ru.3p1, not in the default set",
        "never takes a win away",
        "no draw rule that counts moves is known",
    ] {
        assert!(out.contains(words), "{words} is not in\n{out}");
    }
    let games = ask("games frisian --rules --json").json();
    let clocks = games["clocks"].as_array().unwrap();
    assert_eq!(clocks.len(), 3);
    assert_eq!((&clocks[0]["id"], &clocks[0]["limit"]), (&json!("fr.7"), &json!(7)));
    assert!(ask("games frisian --json").json().get("clocks").is_none());
}

#[test]
fn thresholds_of_three_kings() {
    let out = ask("thresholds").ok();
    for words in [
        "C      a strong king alone on the road              32,492       0     0     13",
        "confirmed: of 32,492 positions in which three kings are to move",
        "costs wins (1.5 %)",
    ] {
        assert!(out.contains(words), "{words} is not in\n{out}");
    }
    let csv = ask("thresholds KKKvK --csv --clock ru.3k1,ru.road5.strict").ok();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("game,clock,material,runs,limit,won,taken,exact,never,"));
    assert!(lines[1].starts_with("russian,ru.3k1,KKKvK,true,15,190612,0,true,0,23,12,3,generous,,\""), "{}", lines[1]);
    assert!(lines[2].starts_with("russian,ru.road5.strict,KKKvK,true,5,190612,2834,true,0,"), "{}", lines[2]);
    assert_eq!(lines.len(), 3);
    let all = ask("thresholds --json").json();
    let road = &all["roads"][2];
    assert_eq!(
        (&road["class"], &road["calm"]["won"], &road["all"]["won"]),
        (&json!("C"), &json!(32_492), &json!(64_800))
    );
    let moves: u64 = road["calm"]["moves"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(moves, 32_492);
    let empty = tempfile::tempdir().unwrap();
    run(empty.path(), "thresholds --game english").fails_with(&[
        "no tables of clocks",
        "petrov build --pieces 4",
        "--clock all",
    ]);
}
