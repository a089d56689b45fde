//! Every command of the README and the guide does what it says: none may fail. (The test command itself and the long builds excepted.)

use std::path::Path;
use std::process::Command;

use petrov::board::Board8x8;
use petrov::format::{Metric, file_name};
use petrov::index::{Material, entries};

const README: &str = include_str!("../../README.md");
const STUDYING: &str = include_str!("../../docs/studying.md");
const BUILDING: &str = include_str!("../../docs/building.md");
/// The README and the pages of the guide that show commands.
const PAGES: [&str; 6] = [
    README,
    STUDYING,
    BUILDING,
    include_str!("../../docs/draw-rules.md"),
    include_str!("../../docs/games.md"),
    include_str!("../../docs/engines.md"),
];
/// The game that the README annotates.
const GAME: &str = "[FEN \"W:We7:Bb6,c5,d2\"]\n\n1. e7-d8 d2-e1 2. d8:a5 c5-b4 *\n";

/// The lines that begin with `$ petrov`, each once, but what the page on draw rules prints, which takes tables of many games:
/// `draw_rules.rs` compares it.
fn commands() -> Vec<&'static str> {
    let lines = PAGES.iter().flat_map(|page| page.lines()).filter_map(|line| line.strip_prefix("$ "));
    let mut commands: Vec<&str> = Vec::new();
    for line in lines.filter(|line| line.starts_with("petrov ") && !line.starts_with("petrov thresholds --summary")) {
        if !commands.contains(&line) {
            commands.push(line);
        }
    }
    commands
}

/// Runs a line with `petrov` being this program; returns what it prints.
fn run(line: &str, directory: &Path) -> String {
    let program = env!("CARGO_BIN_EXE_petrov");
    let shell = format!("set -eu; petrov() {{ \"{program}\" \"$@\"; }}; {line}");
    let output =
        Command::new("sh").args(["-c", &shell]).current_dir(directory).env_remove("PETROV_PATH").output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_works() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("positions.txt"), "W:WKa1:BKb8\nB:Wc3:Bd6,f6\n").unwrap();
    std::fs::write(directory.path().join("game.pdn"), GAME).unwrap();
    // The first command of the README, as its users run it.
    assert!(README.contains("\ncargo run --release -- build --pieces 4\n"));
    let built = run("petrov build --pieces 4", directory.path());
    assert!(built.contains("petrov probe"), "it says what to do next");
    check_sizes(&directory.path().join("tables/russian"));
    // In the folder of the README there are small tables of other games too.
    for game in ["killer", "english", "anti-russian"] {
        let (from, to) = (Path::new(crate::ROOT).join("tables").join(game), directory.path().join("tables"));
        std::fs::create_dir(to.join(game)).unwrap();
        for file in std::fs::read_dir(from).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), to.join(game).join(file.file_name())).unwrap();
        }
    }
    let annotated = run("petrov annotate game.pdn", directory.path());
    let block =
        STUDYING.split("<!-- annotated -->\n```text\n").nth(1).and_then(|rest| rest.split("```\n").next()).unwrap();
    assert_eq!(annotated.trim_end(), block.trim_end());
    let commands = commands();
    assert!(commands.len() >= 30, "the pages show commands");
    for line in commands {
        assert!(!run(line, directory.path()).is_empty(), "{line} prints nothing");
    }
}

/// The row of the guide for each number of pieces that is built has the entries and the sizes of the files.
fn check_sizes(folder: &Path) {
    for pieces in 2..=4 {
        let materials = Material::all(pieces);
        let entries: u64 = materials.iter().map(|&material| entries::<Board8x8>(material).unwrap()).sum();
        let size = |metric| -> u64 {
            let path = |&material| folder.join(file_name(material, metric));
            materials.iter().map(|material| std::fs::metadata(path(material)).unwrap().len()).sum()
        };
        let numbers = [entries, size(Metric::Wdl), size(Metric::Dtw)].map(with_commas).join(" | ");
        assert!(BUILDING.contains(&format!("| {pieces} pieces | {numbers} |")), "{pieces} pieces: {numbers}");
    }
}

/// A number with commas between groups of three digits.
fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let group = |(place, digit): (usize, char)| {
        let comma = place > 0 && (digits.len() - place).is_multiple_of(3);
        if comma { format!(",{digit}") } else { digit.to_string() }
    };
    digits.chars().enumerate().map(group).collect()
}

/// Bytes of the program that is released.
const LARGEST_PROGRAM: u64 = 10_000_000;

#[test]
fn the_program_is_small() {
    let size = std::fs::metadata(env!("CARGO_BIN_EXE_petrov")).unwrap().len();
    assert!(cfg!(debug_assertions) || size <= LARGEST_PROGRAM, "{size} bytes");
}

#[test]
fn the_readme_is_short_and_leads_on() {
    assert!(README.len() <= 8 << 10, "{} bytes", README.len());
    let folder = Path::new(crate::ROOT);
    for page in ["README.md", "docs/README.md", "docs/SUMMARY.md"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let path = folder.join(page).parent().unwrap().join(link);
            assert!(path.is_file(), "{page} leads to {link}");
        }
    }
}

#[test]
fn the_answer_of_the_readme_is_given() {
    let directory = tempfile::tempdir().unwrap();
    run("petrov build MMMvM", directory.path());
    let answer = run("petrov probe W:We7:Bb6,c5,d2", directory.path());
    let block = README.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(answer.contains(block.trim_end()), "{answer}\nhas not\n{block}");
}

#[test]
fn what_comes_next_after_a_build_works() {
    let directory = tempfile::tempdir().unwrap();
    let built = run("petrov build --pieces 3", directory.path());
    let next: Vec<&str> = built.lines().map(str::trim).filter(|line| line.starts_with("petrov ")).collect();
    assert!(next.len() >= 3, "{built}");
    for line in next {
        run(line, directory.path());
    }
}
