//! Entries per byte of finished files, and what reading them back costs.

mod settings;

use std::time::Instant;

use petrov::Tablebase;
use petrov::format::Metric;
use petrov::index::{Material, entries};
use petrov::rules::{Russian, Variant, game};
use petrov::verify::{Progress, Sample, Task, verify};
use settings::line;

fn main() {
    let pieces = settings::number("PETROV_BENCH_PIECES", 4) as u32;
    let directory = settings::tables();
    let game = game("russian").unwrap();
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(&directory).unwrap();
    let materials: Vec<Material> = (2..=pieces).flat_map(Material::all).collect();
    for metric in [Metric::Wdl, Metric::Dtw] {
        let (mut all_entries, mut all_bytes) = (0, 0);
        for &material in &materials {
            let entries = entries::<<Russian as Variant>::Board>(material).unwrap();
            let bytes = std::fs::metadata(tablebase.path(material, metric).unwrap()).unwrap().len();
            all_entries += entries;
            all_bytes += bytes;
            if material.pieces() == pieces {
                line(&format!("size {material}.{}", metric.name()), entries as f64 / bytes as f64, "entries/byte");
            }
        }
        let name = format!("size of all up to {pieces} pieces, {}", metric.name());
        line(&name, all_entries as f64 / all_bytes as f64, "entries/byte");
    }
    let task = Task {
        materials: materials.clone(),
        checksums_only: true,
        sample: Sample::ALL,
        threads: 1,
        cache_bytes: 1 << 20,
    };
    let start = Instant::now();
    let report = verify(game, &[directory], &task, &Progress::default(), &|_| ()).unwrap();
    assert!(report.findings.is_empty() && report.tables == 2 * materials.len() as u64);
    let entries: u64 = materials.iter().map(|&m| entries::<<Russian as Variant>::Board>(m).unwrap()).sum();
    line("read and check all blocks of both files", start.elapsed().as_nanos() as f64 / entries as f64, "ns/entry");
}
