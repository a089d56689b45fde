//! Programs in C and C++ that are compiled against the header and linked with the library, as those of others are.

use std::path::{Path, PathBuf};
use std::process::Command;

use petrov_build::solve::{Plan, Progress, Request, build};
use petrov_core::board::{Color, Piece, Position};
use petrov_core::format::{Catalog, ClockName, Metric, game_folder};
use petrov_core::index::Material;
use petrov_core::probe::{RatedMove, RuleValue};
use petrov_core::rules::{DEFAULT_SET, Game, Move, Until, game};
use petrov_core::{Outcome, Tablebase, Value};

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

/// Installs the libraries of this profile as a user does.
fn install(directory: &Path) -> PathBuf {
    let prefix = directory.join("a prefix").join("usr");
    std::fs::create_dir_all(&prefix).unwrap();
    let said = run(Command::new("sh").arg(package().join("install.sh")).arg(&prefix).arg(libraries()));
    assert!(said.contains("PKG_CONFIG_PATH="), "{said}");
    prefix
}

/// What pkg-config says of the library, word by word.
fn flags(prefix: &Path, wanted: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    let said = run(command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(wanted).arg("petrov"));
    // Spaces within a path have a backslash before them.
    let words = said.trim().replace("\\ ", "\0");
    words.split_whitespace().map(|word| word.replace('\0', " ")).collect()
}

/// Compiles a program against the installed library; `shared` says with which of the two it is linked.
fn compile(directory: &Path, source: &str, shared: bool, more: &[&str]) -> PathBuf {
    let prefix = directory.join("a prefix").join("usr");
    let prefix = if prefix.is_dir() { prefix } else { install(directory) };
    let name = source.rsplit('/').next().unwrap();
    let program = directory.join(format!("{}{}", name.replace('.', "_"), if shared { "_shared" } else { "" }));
    let is_c = source.ends_with(".c");
    let mut command = Command::new(if is_c { "gcc" } else { "g++" });
    command.args(["-O2", "-Wall", "-Wextra", "-Werror", if is_c { "-std=c11" } else { "-std=c++17" }]).args(more);
    command.arg("-D_POSIX_C_SOURCE=200809L").arg("-o").arg(&program).arg(package().join(source));
    command.args(flags(&prefix, &["--cflags"]));
    match shared {
        true => {
            let rpath = format!("-Wl,-rpath,{}", prefix.join("lib").display());
            command.args(flags(&prefix, &["--libs"])).arg(rpath).arg("-lpthread")
        }
        false => {
            let libs = flags(&prefix, &["--static", "--libs"]);
            let archive = prefix.join("lib/libpetrov.a").display().to_string();
            command.args(libs.into_iter().map(|word| if word == "-lpetrov" { archive.clone() } else { word }))
        }
    };
    let output = command.output().unwrap();
    assert!(output.status.success(), "{source}: {}", String::from_utf8_lossy(&output.stderr));
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
        compile(directory.path(), "examples/probe.c", false, &[]),
        compile(directory.path(), "examples/probe.c", true, &[]),
        compile(directory.path(), "examples/tablebase.cpp", false, &[]),
        compile(directory.path(), "examples/tablebase.cpp", true, &[]),
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
    for source in ["examples/threads.c", "examples/threads.cpp"] {
        for shared in [false, true] {
            let said = probe(&compile(directory.path(), source, shared, &[]), "1000000");
            println!("{source}: {said}");
            assert!(said.starts_with("1000000 probes of 20000 positions, 0 wrong, "), "{said}");
        }
    }
}

/// Every read and write of memory is looked at: `cargo test --release -p petrov-capi --test programs -- --ignored`, with
/// valgrind installed.
#[test]
#[ignore = "needs valgrind and takes a minute"]
fn valgrind_finds_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let answers = write_answers(directory.path(), 500);
    let program = compile(directory.path(), "examples/threads.c", false, &["-g"]);
    let mut command = Command::new("valgrind");
    command.args([
        "--tool=memcheck",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite",
        "--error-exitcode=9",
        "-q",
    ]);
    let said = run(command.arg(&program).arg("russian").arg(tables()).arg(&answers).arg("20000"));
    println!("{said}");
    assert!(said.contains(" 0 wrong, "), "{said}");
}

/// Every access of two threads to the same memory is looked at: the library, its standard library and zstd are compiled for
/// ThreadSanitizer. Runs with the tests of valgrind; needs `rustup component add rust-src`.
#[test]
#[ignore = "compiles the standard library, which takes many minutes"]
fn no_two_threads_race() {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    let directory = tempfile::tempdir().unwrap();
    let answers = write_answers(directory.path(), 5_000);
    let built = package().parent().unwrap().join("target/tsan");
    // The flags that these checks need are those of the compiler of every night, which the stable one has too.
    run(Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "-Zbuild-std", "--target", TARGET, "--target-dir"])
        .arg(&built)
        .arg("--manifest-path")
        .arg(package().join("Cargo.toml"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=thread -Zexternal-clangrt")
        .env("CFLAGS", "-fsanitize=thread"));
    let names = directory.path().join("names.o");
    run(Command::new("gcc")
        .args(["-O1", "-fno-builtin", "-c"])
        .arg(package().join("tests/c/tsan.c"))
        .arg("-o")
        .arg(&names));
    // A race that is there is found, so that it means something if none is.
    for (flags, race) in [(&["-DRACE"][..], true), (&[], false)] {
        let program = directory.path().join("threads");
        let mut command = Command::new("gcc");
        command.args(["-g", "-O1", "-fsanitize=thread", "-std=c11", "-D_POSIX_C_SOURCE=200809L"]).args(flags);
        command.arg("-I").arg(package().join("include")).arg(package().join("examples/threads.c")).arg(&names);
        command.arg(built.join(TARGET).join("release/libpetrov_c.a")).arg("-o").arg(&program);
        run(command.args(["-lpthread", "-ldl", "-lm"]));
        let output = Command::new(&program).arg("russian").arg(tables()).arg(&answers).arg("1000000").output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        println!("{out}");
        assert!(out.starts_with("1000000 probes of 5000 positions, 0 wrong, "), "{out}{err}");
        assert_eq!(
            (err.contains("WARNING: ThreadSanitizer: data race"), output.status.success()),
            (race, !race),
            "{err}"
        );
    }
}

/// What `answers.c` prints of a position, found without it.
fn all_answers(tablebase: &Tablebase, fen: &str) -> String {
    let game = tablebase.game();
    let position = game.read_fen(fen).unwrap();
    let outcome = tablebase.probe(&position).unwrap();
    let code = |value: Value| match value {
        Value::Win => 1,
        Value::Loss => 2,
        Value::Draw => 3,
    };
    let plies = |distance: Option<u16>| distance.map_or(-1, i32::from);
    let [dtc, dtz] =
        [tablebase.probe_dtc(&position), tablebase.probe_dtz(&position)].map(|found| plies(found.unwrap()));
    let clocks = game.clock_set(DEFAULT_SET).unwrap().clocks;
    let mut umpire = tablebase.umpire(&clocks);
    let fresh = umpire.fresh(&position);
    let category = match umpire.judge(&position, &fresh).unwrap().value {
        RuleValue::Win => 1,
        RuleValue::Loss => 2,
        RuleValue::Draw => 3,
        RuleValue::CursedWin => 4,
        RuleValue::BlessedLoss => 5,
    };
    let move_text = |mv: &Move, outcome: Option<Outcome>| {
        let (value, dtw) = outcome.map_or((0, -1), |outcome| (code(outcome.value), plies(outcome.distance)));
        let number = |&square: &u32| game.notation.number(square, game.geometry).to_string();
        let path: Vec<String> = mv.path.iter().map(number).collect();
        let (king, promotes) = (u8::from(mv.king), u8::from(mv.promotes));
        format!(" {}/{value}/{dtw}/{king}{promotes}/{}", game.move_text(mv), path.join(","))
    };
    let rated = |moves: &[RatedMove]| -> String {
        moves.iter().map(|rated| move_text(&rated.mv, Some(rated.outcome))).collect()
    };
    let legal: String = game.legal_moves(&position).iter().map(|mv| move_text(mv, None)).collect();
    format!(
        "{} {} {} {dtc} {dtz} {category} moves{} legal{legal} best{} only{} line{}\n",
        game.write_fen(&position),
        code(outcome.value),
        plies(outcome.distance),
        rated(&tablebase.moves(&position).unwrap()),
        rated(tablebase.best_move(&position).unwrap().as_slice()),
        rated(tablebase.only_move(&position).unwrap().as_slice()),
        rated(&tablebase.line(&position, 256).unwrap().moves),
    )
}

/// Every kind of answer: of random positions of three pieces, with all metrics and the draw rules.
#[test]
fn all_calls_say_what_rust_says() {
    let directory = tempfile::tempdir().unwrap();
    let game = game("russian").unwrap();
    let mut metrics = vec![Metric::Wdl, Metric::Dtw, Metric::Dtc, Metric::Dtz];
    let clock = |id: &str| Metric::Clock(ClockName::new(id).unwrap());
    let with_table = game.clocks.iter().filter(|clock| clock.until != Until::WonPosition);
    metrics.extend(with_table.map(|clock| clock.id).chain([DEFAULT_SET]).map(clock));
    let mut catalog = Catalog::new("russian");
    let materials = (2..=3).flat_map(Material::all);
    let plan = Plan::new(game, &Request::new(materials).with_metrics(metrics).with_threads(2), &catalog).unwrap();
    let folder = game_folder(directory.path(), "russian");
    build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &|_| ()).unwrap();
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(directory.path()).unwrap();
    let mut random = Random(0x0fed_cba9_8765_4321);
    let fens: Vec<String> = (0..400).map(|_| game.write_fen(&random_position(game, &mut random, &tablebase))).collect();
    let input = directory.path().join("fens");
    std::fs::write(&input, fens.join("\n") + "\n").unwrap();
    for shared in [false, true] {
        let program = compile(directory.path(), "tests/c/answers.c", shared, &[]);
        let said =
            run(Command::new(program).arg("russian").arg(directory.path()).stdin(std::fs::File::open(&input).unwrap()));
        assert_eq!(said.lines().count(), fens.len());
        for (line, fen) in said.lines().zip(&fens) {
            assert_eq!(format!("{line}\n"), all_answers(&tablebase, fen));
        }
    }
}

#[test]
fn mistakes_of_the_caller_are_named() {
    let directory = tempfile::tempdir().unwrap();
    for shared in [false, true] {
        let program = compile(directory.path(), "tests/c/mistakes.c", shared, &[]);
        assert_eq!(run(Command::new(program).arg(tables())), "0 wrong\n");
    }
}

#[test]
fn what_engines_name_of_the_driver_is_there() {
    let directory = tempfile::tempdir().unwrap();
    // The driver takes one folder, whatever its name is.
    let tables = directory.path().join("one:two");
    build_international(&tables, "KvK");
    for source in ["tests/c/egdb.c", "tests/c/egdb.cpp"] {
        let program = compile(directory.path(), source, true, &[]);
        assert_eq!(run(Command::new(program).arg(&tables)), "0 wrong\n", "{source}");
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
        let program = compile(directory.path(), "examples/zugzwang.cpp", shared, &[]);
        assert_eq!(run(Command::new(&program).arg(directory.path())), zugzwangs(&tablebase));
        let none = Command::new(&program).arg(directory.path().join("none")).output().unwrap();
        assert!(!none.status.success());
    }
    // A damaged file is found by the call that looks for that.
    let path = directory.path().join("international/KMvKM.wdl");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let program = compile(directory.path(), "examples/zugzwang.cpp", false, &[]);
    assert!(!Command::new(&program).arg(directory.path()).output().unwrap().status.success());
}
