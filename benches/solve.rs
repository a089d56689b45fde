//! Solving rate by material, without files.
use petrov::index::Material;
use petrov::rules::Russian;
use petrov::solve::{Effort, Solved, solve};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

fn main() {
    let pieces: u32 = std::env::var("PIECES").ok().and_then(|p| p.parse().ok()).unwrap_or(4);
    let threads: usize = std::env::var("THREADS").ok().and_then(|p| p.parse().ok()).unwrap_or(2);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut solved: HashMap<Material, Solved> = HashMap::new();
        let begin = Instant::now();
        for material in (2..=pieces).flat_map(Material::all) {
            let effort = Effort { distances: true, stop: &stop, done: &done, narrow_limit: 255 };
            let start = Instant::now();
            let slice =
                solve::<Russian>(material, |next, mover| Some(&solved[&next].halves[next.half_of(mover)]), &effort)
                    .unwrap();
            let size: u64 = slice.halves.iter().map(|half| half.len()).sum();
            if material.pieces() >= 4 {
                println!("{material} {size} {:.1} ns/entry", start.elapsed().as_nanos() as f64 / size as f64);
            }
            solved.insert(material, slice);
        }
        println!("total {:.2} s", begin.elapsed().as_secs_f64());
    });
}
