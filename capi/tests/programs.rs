//! Programs in C and C++ that are compiled against the header and linked with the library, as those of others are.

use std::path::{Path, PathBuf};
use std::process::Command;

use petrov_core::board::Position;
use petrov_core::index::Material;
use petrov_core::rules::{Game, game};
use petrov_core::{Tablebase, Value};

/// The folder where the libraries of this profile are: that of the test itself.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The tables that come with the source.
fn tables() -> PathBuf {
    package().parent().unwrap().join("tables")
}

/// Compiles an example; `shared` says with which of the libraries it is linked.
fn compile(directory: &Path, example: &str, shared: bool, flags: &[&str]) -> PathBuf {
    let source = package().join("examples").join(example);
    let program = directory.join(format!("{}{}", example.replace('.', "_"), if shared { "_shared" } else { "" }));
    let is_c = example.ends_with(".c");
    let mut command = Command::new(if is_c { "cc" } else { "c++" });
    command.args(["-O2", "-Wall", "-Wextra", "-Werror", if is_c { "-std=c11" } else { "-std=c++17" }]).args(flags);
    command.arg("-D_POSIX_C_SOURCE=200809L");
    command.arg("-I").arg(package().join("include")).arg("-o").arg(&program).arg(source);
    match shared {
        true => command.arg("-L").arg(libraries()).arg("-lpetrov").arg(format!("-Wl,-rpath,{}", libraries().display())),
        false => command.arg(libraries().join("libpetrov.a")),
    };
    command.args(["-lpthread", "-ldl", "-lm"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    program
}

/// What a program prints; it must succeed.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{command:?}: {out}{err}");
    out
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// A random position with so many pieces.
fn random_position(game: &Game, random: &mut Random, tablebase: &Tablebase) -> Position {
    let materials: Vec<Material> = (2..=3).flat_map(Material::all).collect();
    loop {
        let material = materials[random.below(materials.len() as u64) as usize];
        let entries = random.below(1 << 14);
        if let Some(position) =
            tablebase.position(material, random.below(2) as usize % material.halves().count(), entries)
            && position.validate(game.geometry).is_ok()
        {
            return position;
        }
    }
}

#[test]
fn c_and_cpp_say_what_rust_says() {
    let directory = tempfile::tempdir().unwrap();
    let game = game("russian").unwrap();
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(tables()).unwrap();
    let programs = [
        compile(directory.path(), "probe.c", false, &[]),
        compile(directory.path(), "probe.c", true, &[]),
        compile(directory.path(), "tablebase.cpp", false, &[]),
        compile(directory.path(), "tablebase.cpp", true, &[]),
    ];
    for fen in ["W:WKb8,Kd8:BKg1", "W:Wa3,c3:BKh8", "B:WKa1:Bb4,d6", "W:Wa1:Bb2", "W:W:BKa1"] {
        let position = game.read_fen(fen).unwrap();
        let outcome = tablebase.probe(&position).unwrap();
        let plies = |distance: Option<u16>| distance.map_or("-1".to_owned(), |plies| plies.to_string());
        let moves: String = (tablebase.moves(&position).unwrap().iter())
            .map(|rated| {
                let (value, distance) = (rated.outcome.value.name(), plies(rated.outcome.distance));
                format!("{} {value} {distance}\n", game.move_text(&rated.mv))
            })
            .collect();
        for (number, program) in programs.iter().enumerate() {
            let said = run(Command::new(program).args(["russian"]).arg(tables()).arg(fen));
            let first = match number {
                0 | 1 => format!("{} {}\n", outcome.value.name(), plies(outcome.distance)),
                _ => format!("{}\n", outcome.value.name()),
            };
            assert_eq!(said, first + &moves, "{fen}");
        }
    }
    for (arguments, part) in [
        (["russian", "none", "W:Wa1:Bb2"], "none"),
        (["chess", "", "W:Wa1:Bb2"], "no game is called \"chess\""),
        (["russian", "", "W:Wa1:Bz2"], "column"),
        (["russian", "", "W:WKa1,Kb2,Kc3,Kd4,Ke5:BKh8,Kg7,Kf6,Ke7"], "missing"),
    ] {
        for program in &programs {
            let output = Command::new(program).args(arguments).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && said.contains(part), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn a_million_probes_from_four_threads() {
    let directory = tempfile::tempdir().unwrap();
    let game = game("russian").unwrap();
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(tables()).unwrap();
    let mut random = Random(0x1234_5678_9abc_def1);
    let lines: String = (0..20_000)
        .map(|_| {
            let position = random_position(game, &mut random, &tablebase);
            let outcome = tablebase.probe(&position).unwrap();
            let value = match outcome.value {
                Value::Win => 1,
                Value::Loss => 2,
                Value::Draw => 3,
            };
            let plies = outcome.distance.map_or(-1, i32::from);
            format!("{value} {plies} {}\n", game.write_fen(&position))
        })
        .collect();
    let answers = directory.path().join("answers");
    std::fs::write(&answers, lines).unwrap();
    let probe = |program: &Path, probes: &str| {
        run(Command::new(program).arg("russian").arg(tables()).arg(&answers).arg(probes))
    };
    let said = probe(&compile(directory.path(), "threads.c", false, &[]), "1000000");
    println!("{said}");
    assert!(said.starts_with("1000000 probes of 20000 positions, 0 wrong, "), "{said}");
    let said = probe(&compile(directory.path(), "threads.c", true, &[]), "100000");
    assert!(said.contains(" 0 wrong, "), "{said}");
}
