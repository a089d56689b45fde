//! The proof of finished files: it accepts right tables and finds every single wrong value.
#![cfg(feature = "parallel")]

mod tables;

use std::fs;
use std::path::Path;

use petrov::format::{Metric, file_name};
use petrov::index::{Layout, Material};
use petrov::rules::{Russian, Variant, can_capture};
use petrov::verify::{FindingKind, Progress, Report, Task, VerifyError, verify_as};
use tables::{DISTANCES, Manner, Random, build_in, open, stored, with_value};

fn verify(directory: &Path, materials: &[Material], checksums_only: bool) -> Result<Report, VerifyError> {
    let task = Task { materials: materials.to_vec(), checksums_only, threads: 2, cache_bytes: 64 << 20 };
    verify_as::<Russian>(&[directory.to_owned()], &task, &Progress::default(), &|_| ())
}

fn up_to(pieces: u32) -> Vec<Material> {
    (2..=pieces).flat_map(Material::all).collect()
}

#[test]
fn right_tables_are_proved() {
    let directory = tempfile::tempdir().unwrap();
    build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    let report = verify(directory.path(), &up_to(3), false).unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!((report.tables, report.entries), (18, 3_488 + 196_032));
}

#[test]
fn tables_of_values_alone_are_proved() {
    let directory = tempfile::tempdir().unwrap();
    build_in::<Russian>(directory.path(), 3, Manner { distances: false, ..DISTANCES }).unwrap();
    // The tables inside the program have distances; the folder has not.
    let all: Vec<Material> = up_to(3);
    let report = verify(directory.path(), &all, false).unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!(report.entries, 3_488 + 196_032);
}

/// An entry that a table stores, and another value for it.
fn wrong_value(folder: &Path, material: Material, metric: Metric, random: &mut Random) -> (usize, u64, u16) {
    let table = open::<Russian>(folder, material, metric);
    let wdl = open::<Russian>(folder, material, Metric::Wdl);
    loop {
        let half = random.below(table.header().statistics.len() as u64) as usize;
        let entry = random.below(table.header().entries);
        let (mover, other) = material.halves().nth(half).unwrap();
        let layout = Layout::<<Russian as Variant>::Board>::new(mover, other).unwrap();
        let view = layout.view(petrov::board::cpu::Portable, entry);
        let draw = stored(&wdl, half, entry) == 1;
        if can_capture::<Russian>(&view) || metric == Metric::Dtw && draw {
            continue;
        }
        let value = stored(&table, half, entry);
        let wrong = match metric {
            Metric::Wdl => (value + 1 + random.below(2) as u16) % 3,
            Metric::Dtw if random.below(2) == 0 => value + 1 + random.below(9) as u16,
            Metric::Dtw => value.wrapping_sub(1).min(60),
        };
        if wrong != value {
            return (half, entry, wrong);
        }
    }
}

#[test]
fn each_of_a_thousand_single_wrong_values_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
    let materials = up_to(3);
    let mut random = Random(0x1234_5678_9abc_def1);
    for number in 0..1000 {
        let material = materials[random.below(materials.len() as u64) as usize];
        let metric = Metric::ALL[number % 2];
        let (half, entry, wrong) = wrong_value(&folder, material, metric, &mut random);
        let path = folder.join(file_name(material, metric));
        let right = fs::read(&path).unwrap();
        fs::write(&path, with_value(&open::<Russian>(&folder, material, metric), half, entry, wrong)).unwrap();
        let report = verify(directory.path(), &[material], false).unwrap();
        let found = report.findings.iter().any(|finding| matches!(finding.kind, FindingKind::Value { .. }));
        assert!(found, "{material} {metric:?} half {half} entry {entry} as {wrong}: {:?}", report.findings);
        fs::write(&path, right).unwrap();
    }
    assert!(verify(directory.path(), &materials, false).unwrap().findings.is_empty());
}

#[test]
fn wrong_values_are_found_without_distances() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, Manner { distances: false, ..DISTANCES }).unwrap();
    fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
    let mut random = Random(0x0fed_cba9_8765_4321);
    for _ in 0..100 {
        let material = up_to(2)[random.below(3) as usize];
        let (half, entry, wrong) = wrong_value(&folder, material, Metric::Wdl, &mut random);
        let path = folder.join(file_name(material, Metric::Wdl));
        let right = fs::read(&path).unwrap();
        fs::write(&path, with_value(&open::<Russian>(&folder, material, Metric::Wdl), half, entry, wrong)).unwrap();
        let report = verify(directory.path(), &[material], false).unwrap();
        assert!(!report.findings.is_empty(), "{material} half {half} entry {entry} as {wrong}");
        fs::write(&path, right).unwrap();
    }
}

#[test]
fn a_file_that_is_not_the_one_that_was_built_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
    let material: Material = "KvM".parse().unwrap();
    let (half, entry, wrong) = wrong_value(&folder, material, Metric::Wdl, &mut Random(7));
    let bytes = with_value(&open::<Russian>(&folder, material, Metric::Wdl), half, entry, wrong);
    fs::write(folder.join("KvM.wdl"), bytes).unwrap();
    let report = verify(directory.path(), &[material], true).unwrap();
    assert!(matches!(report.findings[..], [petrov::verify::Finding { kind: FindingKind::Changed(_), .. }]));
}
