//! Three kings against one under the draw rules: counts, lines, and `thresholds`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::json;

use super::program::{Ran, run};

/// A folder whose `tables` has three kings against one under all clocks, built once. It is not to be changed.
fn three_kings() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("petrov-cli-thresholds");
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
        "no draw-rule tables",
        "petrov build --pieces 4",
        "--clock all",
    ]);
}
