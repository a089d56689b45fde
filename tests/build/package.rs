//! What a user of the crate gets: a package that holds too much or too little, dependencies that an engine did not ask for,
//! types that cannot be used from several threads or as errors.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use petrov::format::TableError;
use petrov::rules::ReadMoveError;
use petrov::{ProbeError, Tablebase};

const ROOT: &str = crate::ROOT;

/// Runs cargo in a folder; what it prints.
fn cargo(folder: &Path, target: Option<&Path>, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(folder);
    if let Some(target) = target {
        // Only what works counts there, not how fast.
        command.env("CARGO_TARGET_DIR", target).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All files below a folder of the repository, by their paths in it.
fn files_in(folder: &str) -> BTreeSet<String> {
    fn add(folder: &Path, files: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(&path, files);
            } else {
                let parts: Vec<_> =
                    path.strip_prefix(ROOT).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
                files.insert(parts.join("/"));
            }
        }
    }
    let mut files = BTreeSet::new();
    add(&Path::new(ROOT).join(folder), &mut files);
    files
}

#[test]
fn the_package_has_the_sources_and_the_small_tables_and_no_more() {
    let list = cargo(Path::new(ROOT), None, &["package", "-p", "petrov", "--list", "--allow-dirty", "--offline"]);
    // With this sign on Windows.
    let list: BTreeSet<String> = list.lines().map(|line| line.replace('\\', "/")).collect();
    let mut expected = files_in("src");
    for name in ["KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"] {
        expected.extend(["wdl", "dtw"].map(|metric| format!("tables/russian/{name}.{metric}")));
    }
    expected.insert("tables/russian/BLAKE3SUMS".into());
    let own = ["README.md", "docs/format.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
    // Made by cargo, the last of them only in a repository.
    let made = ["Cargo.toml", "Cargo.toml.orig", "Cargo.lock", ".cargo_vcs_info.json"];
    expected.extend(own.into_iter().chain(made).map(String::from));
    let unexpected: Vec<_> = list.difference(&expected).collect();
    let absent: Vec<_> = expected.difference(&list).filter(|file| *file != ".cargo_vcs_info.json").collect();
    assert!(unexpected.is_empty() && absent.is_empty(), "too much: {unexpected:?}; absent: {absent:?}");
}

/// The crates that a crate takes with these features, itself left out.
fn crates(of: &str, features: &[&str]) -> BTreeSet<String> {
    let tree = ["tree", "-p", of, "-e", "normal", "--prefix", "none", "--locked", "--offline"];
    let tree = cargo(Path::new(ROOT), None, &[&tree, features].concat());
    let names = tree.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty());
    names.filter(|&name| name != of).map(String::from).collect()
}

#[test]
fn an_engine_takes_none_of_the_dependencies_of_the_program() {
    let small = ["arc-swap", "rustc-hash", "triomphe", "xxhash-rust", "zstd"];
    // What these take themselves.
    let below = ["zstd-safe", "zstd-sys", "rustversion"];
    for features in [&["--no-default-features"][..], &["--no-default-features", "--features", "embedded"]] {
        let crates = crates("petrov", features);
        let others: Vec<_> =
            crates.iter().filter(|name| !small.iter().chain(&below).any(|known| known == name)).collect();
        assert!(others.is_empty(), "{features:?}: {others:?}");
        assert!(small.iter().all(|&name| crates.contains(name)), "{crates:?}");
    }
    let of_builder = crates("petrov-build", &[]);
    for name in ["rayon", "blake3"] {
        assert!(of_builder.contains(name), "the test would not notice {name}");
    }
}

#[test]
fn threads_share_a_tablebase_and_errors_go_anywhere() {
    fn shared<T: Send + Sync + std::fmt::Debug + 'static>() {}
    fn error<T: Error + Send + Sync + 'static>() {}
    shared::<Tablebase>();
    shared::<petrov::probe::Options>();
    error::<ProbeError>();
    error::<TableError>();
    error::<ReadMoveError>();
    error::<petrov::board::FenError>();
    error::<petrov::board::InvalidPosition>();
    error::<petrov::index::MaterialError>();
    error::<petrov::format::UnknownMetric>();
    error::<petrov_build::solve::PlanError>();
    error::<petrov_build::solve::BuildError>();
    error::<petrov_build::verify::VerifyError>();
}

/// An engine that probes, as its author would write it.
const ENGINE: &str = r#"
use petrov::{ProbeError, Tablebase, Value, rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = rules::game("russian").ok_or("no such game")?;
    let tablebase = Tablebase::new(game);
    let position = game.read_fen("W:WKa1,Kc1:Ba5")?;
    match tablebase.probe_wdl(&position) {
        Ok(Value::Win) => println!("win"),
        Ok(value) => return Err(format!("{value}").into()),
        Err(ProbeError::Missing { tables, .. }) => println!("{} missing", tables.len()),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
"#;

/// The crate is built from its package, and an engine with the package: nothing of the repository is at hand.
#[test]
#[ignore = "compiles the program and the library anew: two minutes"]
fn the_package_alone_is_enough() {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("package");
    cargo(Path::new(ROOT), Some(&target), &["package", "-p", "petrov", "--allow-dirty", "--locked"]);
    let package = target.join("package").join(concat!("petrov-", env!("CARGO_PKG_VERSION")));
    let file = target.join("package").join(concat!("petrov-", env!("CARGO_PKG_VERSION"), ".crate"));
    let size = std::fs::metadata(file).unwrap().len();
    assert!(size < 600_000, "the package has {size} bytes");
    for (features, expected) in [("[\"embedded\"]", "win\n"), ("[]", "1 missing\n")] {
        let engine = tempfile::tempdir().unwrap();
        let manifest = format!(
            "[package]\nname = \"engine\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\npetrov = {{ path = \
             {package:?}, default-features = false, features = {features} }}\n\n[workspace]\n"
        );
        std::fs::write(engine.path().join("Cargo.toml"), manifest).unwrap();
        std::fs::create_dir(engine.path().join("src")).unwrap();
        std::fs::write(engine.path().join("src/main.rs"), ENGINE).unwrap();
        std::fs::copy(Path::new(ROOT).join("Cargo.lock"), engine.path().join("Cargo.lock")).unwrap();
        assert_eq!(cargo(engine.path(), Some(&target), &["run", "--quiet"]), expected, "{features}");
    }
}
