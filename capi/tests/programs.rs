//! Programs in C and C++ that are compiled against the header and linked with the library, as those of others are.

use std::path::{Path, PathBuf};
use std::process::Command;

use petrov_core::board::{Color, Piece, Position};
use petrov_core::format::{Catalog, game_folder};
use petrov_core::index::Material;
use petrov_core::rules::{Game, game};
use petrov_core::solve::{Plan, Progress, Request, build};
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

/// A file with positions, and what Rust says of them.
fn write_answers(directory: &Path, count: u32) -> PathBuf {
    let game = game("russian").unwrap();
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(tables()).unwrap();
    let mut random = Random(0x1234_5678_9abc_def1);
    let line = |_| {
        let position = random_position(game, &mut random, &tablebase);
        let outcome = tablebase.probe(&position).unwrap();
        let value = match outcome.value {
            Value::Win => 1,
            Value::Loss => 2,
            Value::Draw => 3,
        };
        let plies = outcome.distance.map_or(-1, i32::from);
        format!("{value} {plies} {}\n", game.write_fen(&position))
    };
    let lines: String = (0..count).map(line).collect();
    let answers = directory.join("answers");
    std::fs::write(&answers, lines).unwrap();
    answers
}

#[test]
fn a_million_probes_from_four_threads() {
    let directory = tempfile::tempdir().unwrap();
    let answers = write_answers(directory.path(), 20_000);
    let probe = |program: &Path, probes: &str| {
        run(Command::new(program).arg("russian").arg(tables()).arg(&answers).arg(probes))
    };
    let said = probe(&compile(directory.path(), "threads.c", false, &[]), "1000000");
    println!("{said}");
    assert!(said.starts_with("1000000 probes of 20000 positions, 0 wrong, "), "{said}");
    let said = probe(&compile(directory.path(), "threads.c", true, &[]), "100000");
    assert!(said.contains(" 0 wrong, "), "{said}");
}

/// Every read and write of memory, and every access of two threads, is looked at: `cargo test -p petrov-capi --test programs --
/// --ignored`, with valgrind installed.
#[test]
#[ignore = "needs valgrind and takes minutes"]
fn valgrind_finds_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let answers = write_answers(directory.path(), 500);
    let program = compile(directory.path(), "threads.c", false, &["-g"]);
    for tool in [&["--tool=memcheck", "--leak-check=full", "--errors-for-leak-kinds=definite"][..], &["--tool=drd"]] {
        let mut command = Command::new("valgrind");
        command.args(tool).args(["--error-exitcode=9", "-q"]).arg(&program);
        let said = run(command.arg("russian").arg(tables()).arg(&answers).arg("20000"));
        println!("{tool:?}: {said}");
        assert!(said.contains(" 0 wrong, "), "{said}");
    }
}

/// Builds a material of International draughts.
fn build_international(directory: &Path, material: &str) {
    let mut catalog = Catalog::new("international");
    let materials = vec![material.parse().unwrap()];
    let request = Request::new(materials).with_threads(2);
    let plan = Plan::new(game("international").unwrap(), &request, &catalog).unwrap();
    let folder = game_folder(directory, "international");
    build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &|_| ()).unwrap();
}

/// What `zugzwang.cpp` prints, found without it.
fn zugzwangs(tablebase: &Tablebase) -> String {
    let game = tablebase.game();
    let (mut counts, mut both_lose) = ([0_u32; 3], 0);
    for white_man in (6..=50).step_by(3) {
        for black_man in (1..=45).step_by(4) {
            for white_king in (1..=50).step_by(2) {
                for black_king in 1..=50 {
                    let mut squares = [white_man, black_man, white_king, black_king];
                    let mut position = Position::empty(Color::Black);
                    for (number, (color, king)) in squares.iter().zip([
                        (Color::White, false),
                        (Color::Black, false),
                        (Color::White, true),
                        (Color::Black, true),
                    ]) {
                        let square = game.notation.square_by_number(*number, game.geometry).unwrap();
                        position.place(square, Piece { color, king });
                    }
                    squares.sort_unstable();
                    if squares.windows(2).any(|two| two[0] == two[1]) {
                        continue;
                    }
                    let black = tablebase.probe_wdl(&position).unwrap();
                    let white = tablebase.probe_wdl(&Position { turn: Color::White, ..position }).unwrap();
                    counts[black as usize] += 1;
                    both_lose += u32::from(black == Value::Loss && white == Value::Loss);
                }
            }
        }
    }
    let [loss, draw, win] = counts;
    format!(
        "4 pieces, 2 of one side; {} positions: black to move wins {win}, draws {draw}, loses {loss}; both lose in {both_lose}\n",
        win + draw + loss
    )
}

#[test]
fn a_program_for_the_driver_of_kingsrow_runs() {
    let directory = tempfile::tempdir().unwrap();
    build_international(directory.path(), "KMvKM");
    let mut tablebase = Tablebase::new(game("international").unwrap());
    tablebase.add_directory(directory.path()).unwrap();
    for shared in [false, true] {
        let program = compile(directory.path(), "zugzwang.cpp", shared, &[]);
        assert_eq!(run(Command::new(&program).arg(directory.path())), zugzwangs(&tablebase));
        let none = Command::new(&program).arg(directory.path().join("none")).output().unwrap();
        assert!(!none.status.success());
    }
    // A damaged file is found by the call that looks for that.
    let path = directory.path().join("international/KMvKM.wdl");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let program = compile(directory.path(), "zugzwang.cpp", false, &[]);
    assert!(!Command::new(&program).arg(directory.path()).output().unwrap().status.success());
}
