//! Entries per byte of finished files, and what writing and reading them back costs.

mod settings;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use petrov::Tablebase;
use petrov::format::{Catalog, Metric, game_folder};
use petrov::index::{Material, entries};
use petrov::rules::{Russian, Variant, game};
use petrov_build::solve::{Event, Plan, Progress as BuildProgress, Request, build};
use petrov_build::verify::{Progress, Task, verify};
use settings::line;

/// Builds all tables anew on one thread; returns the time in which files are written, for each entry of both sides to move.
fn writing(materials: &[Material]) -> f64 {
    let directory = tempfile::tempdir().unwrap();
    let mut catalog = Catalog::new("russian");
    let metrics = vec![Metric::Wdl, Metric::Dtw];
    let plan = Plan::new(
        Russian::GAME,
        &Request::new(materials.iter().copied()).with_metrics(metrics).with_threads(1),
        &catalog,
    )
    .unwrap();
    let entries: u64 = plan.steps.iter().map(|step| step.entries).sum();
    let written = Mutex::new((None::<Instant>, Duration::ZERO));
    let observe = |event: Event<'_>| {
        let mut written = written.lock().unwrap();
        if let Some(since) = written.0.take() {
            written.1 += since.elapsed();
        }
        if matches!(event, Event::Writing(..)) {
            written.0 = Some(Instant::now());
        }
    };
    let folder = game_folder(directory.path(), "russian");
    build(&plan, &folder, u64::MAX, &mut catalog, &BuildProgress::default(), &observe).unwrap();
    written.into_inner().unwrap().1.as_nanos() as f64 / entries as f64
}

fn main() {
    let pieces = settings::number("PETROV_BENCH_PIECES", 5) as u32;
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
    let task = Task::new(materials.iter().copied()).with_checksums_only(true).with_threads(1).with_cache_bytes(1 << 20);
    let start = Instant::now();
    let report = verify(game, &[directory], &task, &Progress::default(), &|_| ()).unwrap();
    assert!(report.findings.is_empty() && report.tables == 2 * materials.len() as u64);
    let entries: u64 = materials.iter().map(|&m| entries::<<Russian as Variant>::Board>(m).unwrap()).sum();
    line("read and check all blocks of both files", start.elapsed().as_nanos() as f64 / entries as f64, "ns/entry");
    line("write both files, one thread", writing(&materials), "ns/entry");
}
