//! Probing: warm with the blocks in memory, cold with the file in the page cache of the system.

mod settings;

use std::hint::black_box;

use petrov::board::Position;
use petrov::index::{Material, entries};
use petrov::internals::rules::can_capture;
use petrov::probe::Options;
use petrov::rules::{Russian, Variant, game};
use petrov::{Tablebase, Value};
use settings::random::Random;
use settings::{line, time};

const POSITIONS: usize = 20_000;

/// Random positions of the largest materials, with or without a capture.
fn positions(tablebase: &Tablebase, pieces: u32, keep: impl Fn(&Position) -> bool) -> Vec<Position> {
    let materials = Material::all(pieces);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let material = materials[random.below(materials.len() as u64) as usize];
        let halves = material.halves().count() as u64;
        let half = random.below(halves) as usize;
        let size = entries::<<Russian as Variant>::Board>(material).unwrap() / halves;
        let position = tablebase.position(material, half, random.below(size)).unwrap();
        if keep(&position) {
            found.push(position);
        }
    }
    found
}

fn quiet(position: &Position) -> bool {
    !can_capture::<Russian>(&position.view::<<Russian as Variant>::Board>())
}

/// Probes that find what they need in memory.
fn warm_probes(warm: &Tablebase, name: &str, positions: &[Position]) {
    let expected: Vec<Value> = positions.iter().map(|position| warm.probe_wdl(position).unwrap()).collect();
    let rounds = 20;
    let values = time(rounds, |_| {
        for (position, expected) in positions.iter().zip(&expected) {
            assert_eq!(black_box(warm.probe_wdl(position).unwrap()), *expected);
        }
    });
    line(&format!("warm probe of values, {name}"), values / POSITIONS as f64, "ns/probe");
    let cached = time(rounds, |_| {
        for (position, expected) in positions.iter().zip(&expected) {
            assert_eq!(black_box(warm.probe_wdl_cached(position).unwrap()), Some(*expected));
        }
    });
    line(&format!("probe_wdl_cached, {name}"), cached / POSITIONS as f64, "ns/probe");
    let distances: Vec<Option<u16>> = positions.iter().map(|position| warm.probe_dtw(position).unwrap()).collect();
    let plies = time(rounds, |_| {
        for (position, expected) in positions.iter().zip(&distances) {
            assert_eq!(black_box(warm.probe_dtw(position).unwrap()), *expected);
        }
    });
    line(&format!("warm probe of distances, {name}"), plies / POSITIONS as f64, "ns/probe");
}

/// Few positions again and again, and two threads that share the memory.
fn few_and_shared(warm: &Tablebase, positions: &[Position]) {
    let few = &positions[..1000];
    let probe = |position| {
        black_box(warm.probe_wdl(position).unwrap());
    };
    let one = time(400, |_| few.iter().for_each(probe));
    line("warm probe of values, 1,000 quiet positions", one / 1000.0, "ns/probe");
    let round = |_| positions.iter().for_each(probe);
    let alone = time(50, round);
    let beside = time(1, |_| {
        std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(|| (0..50).for_each(round)))));
    }) / 50.0;
    line("two threads, quiet positions", 2.0 * alone / beside, "times one");
}

/// Probes of a cache without room, which keeps next to nothing: nearly every one reads and decodes its block.
fn cold_probes(warm: &Tablebase, cold: &Tablebase, positions: &[Position]) {
    for position in positions {
        // Opens the tables, which is another matter.
        cold.probe_dtw(position).unwrap();
    }
    let values = time(1, |_| {
        for position in &positions[..2000] {
            assert_eq!(cold.probe_wdl(position).unwrap(), warm.probe_wdl(position).unwrap());
        }
    });
    line("cold probe of values, quiet positions", values / 2000.0, "ns/probe");
    let plies = time(1, |_| {
        for position in &positions[..2000] {
            assert_eq!(cold.probe_dtw(position).unwrap(), warm.probe_dtw(position).unwrap());
        }
    });
    line("cold probe of distances, quiet positions", plies / 2000.0, "ns/probe");
}

fn main() {
    let pieces = settings::number("PETROV_BENCH_PIECES", 5) as u32;
    let directory = settings::tables();
    let game = game("russian").unwrap();
    let open = |cache_bytes| {
        let mut tablebase = Tablebase::with_options(game, Options::default().with_cache_bytes(cache_bytes));
        tablebase.add_directory(&directory).unwrap();
        tablebase
    };
    let warm = open(1 << 30);
    let sets =
        [("quiet positions", positions(&warm, pieces, quiet)), ("all positions", positions(&warm, pieces, |_| true))];
    for (name, positions) in &sets {
        warm_probes(&warm, name, positions);
    }
    let (_, quiet) = &sets[0];
    few_and_shared(&warm, quiet);
    cold_probes(&warm, &open(0), quiet);
}
