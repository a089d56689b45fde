//! Solving rate by phase and material, without files. `PETROV_BENCH_PIECES` sets the number of pieces (5),
//! `PETROV_BENCH_THREADS` the threads (1).

mod settings;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use petrov::index::Material;
use petrov::rules::{Russian, Variant};
use petrov_build::internals::{Effort, Goal, Measure, Phases, Scale, Solved};
use petrov_build::solve::Engine;

/// Wins, draws and losses of the mover in all positions of so many pieces.
fn counts(solved: &HashMap<Material, Solved>, pieces: u32) -> [u64; 3] {
    let scale = Scale { giveaway: false, measure: Measure::Ends };
    let mut counts = [0; 3];
    for (material, slice) in solved {
        for half in slice.halves.iter().filter(|_| material.pieces() == pieces) {
            for entry in 0..half.entries() {
                let cell = half.get(entry);
                counts[if cell == 0 { 1 } else { 2 * usize::from(scale.is_loss(cell)) }] += 1;
            }
        }
    }
    counts
}

fn main() {
    let pieces = settings::number("PETROV_BENCH_PIECES", 5);
    let threads = settings::number("PETROV_BENCH_THREADS", 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build().unwrap();
    let engine = Engine::of::<Russian>();
    let phases = Phases::default();
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut solved: HashMap<Material, Solved> = HashMap::new();
    let begin = Instant::now();
    for material in (2..=pieces as u32).flat_map(Material::all) {
        let effort = Effort {
            stop: &stop,
            done: &done,
            narrow_limit: u16::MAX,
            wide: true,
            checkpoint: None,
            phases: Some(&phases),
        };
        let start = Instant::now();
        let cells = |next: Material, mover| Some(&solved[&next].halves[next.half_of(mover)]);
        let slice = pool.install(|| engine.solve(Russian::GAME, material, Goal::Ends(&cells), &effort)).unwrap();
        let entries: u64 = slice.halves.iter().map(|half| half.entries()).sum();
        if u64::from(material.pieces()) == pieces {
            settings::line(
                &format!("solve {material}"),
                start.elapsed().as_nanos() as f64 / entries as f64,
                "ns/entry",
            );
        }
        solved.insert(material, slice);
    }
    let wall = begin.elapsed();
    let entries = done.load(Relaxed) as f64;
    settings::line("solve, forward looks", phases.forward.load(Relaxed) as f64 / entries, "ns/entry of a thread");
    settings::line("solve, un-moves", phases.backward.load(Relaxed) as f64 / entries, "ns/entry of a thread");
    settings::line("solve, all", wall.as_nanos() as f64 / entries, "ns/entry");
    settings::line("solve, all", entries / 1e6 / wall.as_secs_f64() / threads as f64, "million entries/s/thread");
    for (pieces, expected) in settings::COUNTS.iter().filter(|(of, _)| u64::from(*of) <= pieces) {
        assert_eq!(counts(&solved, *pieces), *expected, "wins, draws and losses of {pieces} pieces");
    }
}
