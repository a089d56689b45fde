//! What the benchmarks share.
#![allow(dead_code)] // Each benchmark uses a part.

#[path = "../../tests/common/random.rs"]
pub mod random;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

/// A number from the environment.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Prints a result.
pub fn line(what: &str, figure: f64, unit: &str) {
    println!("{what:<40} {figure:>10.2} {unit}");
}

/// Calls `work` for each of `count` numbers; returns nanoseconds for each.
pub fn time(count: u64, mut work: impl FnMut(u64)) -> f64 {
    let start = Instant::now();
    (0..count).for_each(|number| work(black_box(number)));
    start.elapsed().as_nanos() as f64 / count as f64
}

/// Pieces, and wins, draws and losses of the mover in all positions of Russian draughts with so many.
pub const COUNTS: [(u32, [u64; 3]); 4] = [
    (2, [1_291, 1_507, 690]),
    (3, [67_475, 95_144, 33_413]),
    (4, [2_409_393, 2_544_014, 1_255_909]),
    (5, [55_883_180, 53_367_881, 30_199_747]),
];

/// A folder with all tables up to 4 pieces, built if need be.
pub fn tables() -> PathBuf {
    use petrov::format::{Catalog, game_folder};
    use petrov::index::Material;
    use petrov::rules::{Russian, Variant};
    use petrov_build::solve::{Plan, Progress, Request, build};
    let pieces = number("PETROV_BENCH_PIECES", 5) as u32;
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables");
    std::fs::create_dir_all(&directory).unwrap();
    let mut catalog = Catalog::new("russian");
    catalog.add_directory(&directory).unwrap();
    let request = Request::new((2..=pieces).flat_map(Material::all)).with_threads(2);
    let plan = Plan::new(Russian::GAME, &request, &catalog).unwrap();
    let folder = game_folder(&directory, "russian");
    build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &|_| ()).unwrap();
    directory
}
