//! The retrograde solver against the slow one: every entry, value and distance.
#![cfg(feature = "parallel")]

mod oracle;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use oracle::Oracle;
use petrov::board::cpu::Portable;
use petrov::index::{Layout, Material};
use petrov::rules::{Russian, Variant};
use petrov::solve::{Effort, Solved, Unsolved, solve};

/// Solves all materials up to so many pieces.
fn solve_all<V: Variant>(pieces: u32, distances: bool, narrow_limit: u16) -> HashMap<Material, Solved> {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut solved: HashMap<Material, Solved> = HashMap::new();
    let mut entries = 0;
    for material in (2..=pieces).flat_map(Material::all) {
        let effort = Effort { distances, stop: &stop, done: &done, narrow_limit, wide: true, phases: None };
        let start = std::time::Instant::now();
        let slice =
            solve::<V>(material, |next, mover| Some(&solved[&next].halves[next.half_of(mover)]), &effort).unwrap();
        let size: u64 = slice.halves.iter().map(|half| half.entries()).sum();
        println!("{material} {size} {:.1} ns/entry", start.elapsed().as_nanos() as f64 / size as f64);
        entries += size;
        assert_eq!(done.load(Ordering::Relaxed), entries, "{material}: every entry is worked at once");
        solved.insert(material, slice);
    }
    solved
}

fn compare<V: Variant>(pieces: u32, threads: usize, narrow_limit: u16) {
    let oracle = Oracle::<V>::solve(pieces);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let solved = pool.install(|| solve_all::<V>(pieces, true, narrow_limit));
    let values = pool.install(|| solve_all::<V>(pieces, false, narrow_limit));
    let mut compared = 0;
    for (material, slice) in &solved {
        for (number, (mover, other)) in material.halves().enumerate() {
            let layout = Layout::<V::Board>::new(mover, other).unwrap();
            for entry in 0..layout.entries() {
                let view = layout.view(Portable, entry);
                let expected = oracle.distance(&view);
                let cell = expected.map_or(0, |plies| plies + 1);
                assert_eq!(slice.halves[number].get(entry), cell, "{material} half {number} entry {entry} {view:?}");
                let value = expected.map_or(0, |plies| 1 + plies % 2);
                assert_eq!(values[material].halves[number].get(entry), value, "{material} {number} {entry}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, oracle.len(), "the numbering has every position");
}

#[test]
fn up_to_three_pieces() {
    for threads in [1, 2, 3] {
        compare::<Russian>(3, threads, 255);
    }
}

#[test]
fn wide_cells_where_distances_do_not_fit() {
    compare::<Russian>(3, 2, 9);
}

#[test]
fn wide_cells_are_refused_where_there_is_no_memory_for_them() {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let effort = Effort { distances: true, stop: &stop, done: &done, narrow_limit: 2, wide: false, phases: None };
    let result = solve::<Russian>("KvK".parse().unwrap(), |_, _| None, &effort);
    assert_eq!(result.unwrap_err(), Unsolved::TooFar);
    stop.store(true, Ordering::Relaxed);
    let effort = Effort { wide: true, ..effort };
    assert_eq!(solve::<Russian>("KvK".parse().unwrap(), |_, _| None, &effort).unwrap_err(), Unsolved::Stopped);
}

#[test]
#[ignore = "long: run with --ignored"]
fn up_to_four_pieces() {
    compare::<Russian>(4, 2, 255);
}
