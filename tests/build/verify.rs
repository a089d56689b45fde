//! The proof of finished files: it accepts right tables and finds every single wrong value.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use crate::tables::forge::Forged;
use crate::tables::{
    DISTANCES, Manner, Random, VALUES, build_in, build_materials, clock, encoded, open, stored, values, with_clocks,
    with_value,
};
use petrov::board::Board8x8;
use petrov::format::{MANIFEST, Metric, file_name};
use petrov::index::{Layout, Material};
use petrov::internals::rules::can_capture;
use petrov::rules::{Ending, English, Frisian, Game, Russian, Turkish, Variant};
use petrov_build::verify::{Event, FindingKind, Progress, Prover, Report, Sample, Task, VerifyError, verify_with};

fn task(materials: &[Material], checksums_only: bool) -> Task {
    Task::new(materials.iter().copied()).with_checksums_only(checksums_only).with_threads(2)
}

fn verify(directory: &Path, materials: &[Material], checksums_only: bool) -> Result<Report, VerifyError> {
    verify_in(&[directory], &task(materials, checksums_only))
}

fn verify_in(directories: &[&Path], task: &Task) -> Result<Report, VerifyError> {
    let directories: Vec<_> = directories.iter().map(|&directory| directory.to_owned()).collect();
    petrov_build::verify::verify(Russian::GAME, &directories, task, &Progress::default(), &|_| ())
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
    build_in::<Russian>(directory.path(), 3, VALUES).unwrap();
    // The tables inside the program have distances; the folder has not.
    let all: Vec<Material> = up_to(3);
    let report = verify(directory.path(), &all, false).unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!(report.entries, 3_488 + 196_032);
}

/// An entry that a table stores, and another value for it.
fn wrong_value<V: Variant>(
    folder: &Path,
    material: Material,
    metric: Metric,
    random: &mut Random,
) -> (usize, u64, u16) {
    find_wrong_value::<V>(folder, material, metric, random).expect("a table stores something")
}

/// The same, or `None` for a table that seems to store nothing: of distances, where all quiet positions are drawn.
fn find_wrong_value<V: Variant>(
    folder: &Path,
    material: Material,
    metric: Metric,
    random: &mut Random,
) -> Option<(usize, u64, u16)> {
    let table = open::<V>(folder, material, metric);
    let wdl = open::<V>(folder, material, Metric::Wdl);
    for _ in 0..10_000 {
        let half = random.below(table.table.header().statistics.len() as u64) as usize;
        let entry = random.below(table.table.header().entries);
        let (mover, other) = material.halves().nth(half).unwrap();
        let layout = Layout::<V::Board>::new(mover, other).unwrap();
        let view = layout.view(petrov::internals::board::cpu::Portable, entry);
        let draw = stored(&wdl, half, entry) == 1;
        if can_capture::<V>(&view) || metric != Metric::Wdl && draw {
            continue;
        }
        let value = stored(&table, half, entry);
        let wrong = match metric {
            Metric::Wdl => (value + 1 + random.below(2) as u16) % 3,
            _ if random.below(2) == 0 => value + 1 + random.below(9) as u16,
            _ => value.wrapping_sub(1).min(60),
        };
        if wrong != value {
            return Some((half, entry, wrong));
        }
    }
    None
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
        let metric = [Metric::Wdl, Metric::Dtw][number % 2];
        let (half, entry, wrong) = wrong_value::<Russian>(&folder, material, metric, &mut random);
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
    let folder = build_in::<Russian>(directory.path(), 2, VALUES).unwrap();
    fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
    let mut random = Random(0x0fed_cba9_8765_4321);
    for _ in 0..100 {
        let material = up_to(2)[random.below(3) as usize];
        let (half, entry, wrong) = wrong_value::<Russian>(&folder, material, Metric::Wdl, &mut random);
        let path = folder.join(file_name(material, Metric::Wdl));
        let right = fs::read(&path).unwrap();
        fs::write(&path, with_value(&open::<Russian>(&folder, material, Metric::Wdl), half, entry, wrong)).unwrap();
        let report = verify(directory.path(), &[material], false).unwrap();
        assert!(!report.findings.is_empty(), "{material} half {half} entry {entry} as {wrong}");
        fs::write(&path, right).unwrap();
    }
}

/// Whether two values in the table of a clock mean the same, where the plies that it goes by are these.
fn mean_the_same(one: u16, other: u16, plies: u16) -> bool {
    // Of the two words below all plies, the first stands for those without the rule.
    let meant = |value| if value == 0 { plies + 2 } else { value };
    meant(one) == meant(other)
}

/// Plants so many single wrong values in the tables of a metric and finds each; `goes_by` is what a clock goes by.
fn plant_plies(metric: Metric, goes_by: Metric, number: u32) {
    let directory = tempfile::tempdir().unwrap();
    let metrics = Vec::leak(vec![Metric::Wdl, goes_by, metric]);
    let folder = build_in::<Russian>(directory.path(), 3, Manner { metrics, ..DISTANCES }).unwrap();
    fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
    let materials = up_to(3);
    let mut random = Random(0x7e57_ab1e_0000_0000 | u64::from(number));
    let mut planted = 0;
    for place in (0..materials.len()).cycle() {
        if planted == number {
            break;
        }
        let material = materials[place];
        let (half, entry, wrong) = wrong_value::<Russian>(&folder, material, metric, &mut random);
        let table = open::<Russian>(&folder, material, metric);
        let plies = stored(&open::<Russian>(&folder, material, goes_by), half, entry);
        if metric != goes_by && mean_the_same(stored(&table, half, entry), wrong, plies) {
            continue;
        }
        let path = folder.join(file_name(material, metric));
        let right = fs::read(&path).unwrap();
        fs::write(&path, with_value(&table, half, entry, wrong)).unwrap();
        let report = verify(directory.path(), &[material], false).unwrap();
        let is_it = |kind: &FindingKind| matches!(kind, FindingKind::Plies { metric: of, .. } if *of == metric);
        let found = report.findings.iter().any(|finding| is_it(&finding.kind));
        assert!(found, "{material} {metric:?} half {half} entry {entry} as {wrong}: {:?}", report.findings);
        fs::write(&path, right).unwrap();
        planted += 1;
    }
    assert!(verify(directory.path(), &materials, false).unwrap().findings.is_empty());
}

#[test]
fn each_of_a_hundred_wrong_plies_to_a_conversion_is_found() {
    plant_plies(Metric::Dtc, Metric::Dtc, 100);
}

#[test]
fn each_of_a_hundred_wrong_plies_to_a_move_of_a_man_is_found() {
    plant_plies(Metric::Dtz, Metric::Dtz, 100);
}

#[test]
fn each_of_a_hundred_wrong_values_of_clocks_is_found() {
    for (id, goes_by) in [("ru.bal5", Metric::Dtc), ("ru.kings15", Metric::Dtz), ("default", Metric::Dtc)] {
        plant_plies(clock(id), goes_by, 40);
    }
}

#[test]
fn a_clock_of_another_definition_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, with_clocks()).unwrap();
    fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
    let path = folder.join("KvM.ru.bal5.clk");
    let mut forged = Forged::read(&fs::read(&path).unwrap());
    forged.set_clock("ru.bal5 K1+,M0+,0+ v K1+,M0+,0+ of 2-3 Anywhere Conversion Each 6");
    fs::write(&path, forged.bytes()).unwrap();
    let findings = verify(directory.path(), &["KvM".parse().unwrap()], false).unwrap().findings;
    assert!(
        matches!(findings[..], [petrov_build::verify::Finding { kind: FindingKind::Damaged(_), .. }]),
        "{findings:?}"
    );
    let sentence = findings[0].to_string();
    assert!(sentence.contains("Each 6") && sentence.contains("build it again"), "{sentence}");
}

/// The giveaway of English draughts, as a type of its own.
#[derive(Clone, Copy, Debug, Default)]
struct Giveaway;

impl Variant for Giveaway {
    type Board = Board8x8;
    type Movement = Self;
    const GAME: &'static Game = &Game {
        id: "giveaway",
        tables: "giveaway",
        ending: Ending { giveaway: true, ..Ending::PLAIN },
        ..*English::GAME
    };
}

/// Plants wrong values in the tables of two pieces of a game, with distances and without.
fn plant<V: Variant>() {
    for manner in [DISTANCES, VALUES] {
        let directory = tempfile::tempdir().unwrap();
        let folder = build_in::<V>(directory.path(), 2, manner).unwrap();
        fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
        let folders = [directory.path().to_owned()];
        let verify = |materials: &[Material]| {
            let task = task(materials, false);
            verify_with(Prover::for_game(V::GAME).unwrap(), V::GAME, &folders, &task, &Progress::default(), &|_| ())
                .unwrap()
        };
        let mut random = Random(0x0bad_5eed_0bad_5eed);
        let mut planted = 0;
        for number in 0..40 {
            let material = up_to(2)[random.below(3) as usize];
            let metric = manner.metrics[number % manner.metrics.len()];
            let found = find_wrong_value::<V>(&folder, material, metric, &mut random);
            let Some((half, entry, wrong)) = found else { continue };
            planted += 1;
            let path = folder.join(file_name(material, metric));
            let right = fs::read(&path).unwrap();
            fs::write(&path, with_value(&open::<V>(&folder, material, metric), half, entry, wrong)).unwrap();
            let report = verify(&[material]);
            let found = report.findings.iter().any(|finding| matches!(finding.kind, FindingKind::Value { .. }));
            assert!(found, "{} {material} {metric:?} half {half} entry {entry} as {wrong}", V::GAME.id);
            fs::write(&path, right).unwrap();
        }
        assert!(planted >= 20, "{planted}");
        assert!(verify(&up_to(2)).findings.is_empty());
    }
}

#[test]
fn wrong_values_are_found_in_every_kind_of_game() {
    plant::<Giveaway>();
    plant::<Turkish>();
    plant::<Frisian>();
}

#[test]
fn a_file_that_is_not_the_one_that_was_built_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
    let material: Material = "KvM".parse().unwrap();
    let (half, entry, wrong) = wrong_value::<Russian>(&folder, material, Metric::Wdl, &mut Random(7));
    let bytes = with_value(&open::<Russian>(&folder, material, Metric::Wdl), half, entry, wrong);
    fs::write(folder.join("KvM.wdl"), bytes).unwrap();
    let report = verify(directory.path(), &[material], true).unwrap();
    assert!(matches!(report.findings[..], [petrov_build::verify::Finding { kind: FindingKind::Changed(_), .. }]));
}

/// Damages the last block of a file.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_proof_of_a_large_unit_stops_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let material: Material = "KKKvKK".parse().unwrap();
    build_materials::<Russian>(directory.path(), &[material], VALUES).unwrap();
    let progress = Progress::default();
    let directories = [directory.path().to_owned()];
    thread::scope(|scope| {
        let run =
            || petrov_build::verify::verify(Russian::GAME, &directories, &task(&[material], false), &progress, &|_| ());
        let proving = scope.spawn(run);
        // By then it looks at the single unit of the material.
        while progress.proved.load(Relaxed) == 0 {
            assert!(!proving.is_finished(), "entries are counted as they are done");
            thread::sleep(Duration::from_millis(1));
        }
        progress.stop.store(true, Relaxed);
        let stopping = Instant::now();
        assert!(matches!(proving.join().unwrap(), Err(VerifyError::Stopped)));
        assert!(stopping.elapsed() < Duration::from_secs(1), "{:?}", stopping.elapsed());
    });
    assert!(progress.proved.into_inner() < 4_027_520);
}

#[test]
fn whoever_stops_a_proof_is_never_told_that_all_is_right() {
    let directory = tempfile::tempdir().unwrap();
    build_in::<Russian>(directory.path(), 2, VALUES).unwrap();
    for checksums_only in [false, true] {
        let progress = Progress::default();
        let observe = |event: Event<'_>| {
            let last: Material = up_to(2)[2];
            match event {
                Event::Proved(material, _) if material == last => progress.stop.store(true, Relaxed),
                Event::Checked(material) if checksums_only && material == last => progress.stop.store(true, Relaxed),
                _ => {}
            }
        };
        let directories = [directory.path().to_owned()];
        let report = petrov_build::verify::verify(
            Russian::GAME,
            &directories,
            &task(&up_to(2), checksums_only),
            &progress,
            &observe,
        );
        assert!(matches!(report, Err(VerifyError::Stopped)), "{report:?}");
    }
}

#[test]
fn entries_are_counted_once() {
    for manner in [VALUES, DISTANCES] {
        let directory = tempfile::tempdir().unwrap();
        build_in::<Russian>(directory.path(), 3, manner).unwrap();
        let progress = Progress::default();
        petrov_build::verify::verify(
            Russian::GAME,
            &[directory.path().to_owned()],
            &task(&up_to(3), false),
            &progress,
            &|_| (),
        )
        .unwrap();
        assert_eq!(progress.proved.into_inner(), 3_488 + 196_032);
    }
}

#[test]
fn the_findings_do_not_depend_on_the_threads() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, VALUES).unwrap();
    fs::remove_file(folder.join("BLAKE3SUMS")).unwrap();
    let mut random = Random(0x5eed_0fd1_ff1c_0175);
    for material in ["KKvK", "KKvM"].map(|name| name.parse::<Material>().unwrap()) {
        for _ in 0..30 {
            let (half, entry, wrong) = wrong_value::<Russian>(&folder, material, Metric::Wdl, &mut random);
            let bytes = with_value(&open::<Russian>(&folder, material, Metric::Wdl), half, entry, wrong);
            fs::write(folder.join(file_name(material, Metric::Wdl)), bytes).unwrap();
        }
        let findings = |threads| {
            let report = verify_in(&[directory.path()], &task(&[material], false).with_threads(threads)).unwrap();
            format!("{:?}", report.findings)
        };
        let with_one = findings(1);
        assert_eq!(with_one.matches("Value {").count(), 5, "{with_one}");
        (0..10).for_each(|_| assert_eq!(findings(4), with_one));
    }
}

#[test]
fn files_that_are_listed_and_not_there_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
    let absent = |materials: &[Material]| -> Vec<String> {
        let findings = verify(directory.path(), materials, false).unwrap().findings;
        let sentences = findings.iter().filter(|finding| matches!(finding.kind, FindingKind::Absent(_)));
        sentences.map(ToString::to_string).collect()
    };
    fs::remove_file(folder.join("MvM.dtw")).unwrap();
    let found = absent(&["MvM".parse().unwrap()]);
    assert!(found.len() == 1 && found[0].contains("MvM.dtw") && found[0].contains("build it again"), "{found:?}");
    assert!(absent(&["KvK".parse().unwrap()]).is_empty(), "that of another material");
    fs::remove_file(folder.join("MvM.wdl")).unwrap();
    assert_eq!(absent(&[]).len(), 2, "of a material without any file too");
}

#[test]
fn files_that_others_hide_are_not_passed_over() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build_in::<Russian>(first.path(), 2, DISTANCES).unwrap();
    let folder = build_in::<Russian>(second.path(), 3, DISTANCES).unwrap();
    let directories = [first.path(), second.path()];
    let report = verify_in(&directories, &task(&[], false)).unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!((report.tables, report.hidden.len()), (18, 6));
    assert!(report.hidden.iter().all(|path| path.starts_with(&folder)), "{:?}", report.hidden);
    // The same folder once more hides nothing.
    let again = verify_in(&[first.path(), &first.path().join("russian"), &first.path().join(".")], &task(&[], true));
    assert!(again.unwrap().hidden.is_empty());
    damage(&folder.join("KvM.wdl"));
    let report = verify_in(&directories, &task(&[], true)).unwrap();
    assert!(matches!(report.findings[..], [petrov_build::verify::Finding { kind: FindingKind::Damaged(_), .. }]));
}

#[test]
fn what_a_proof_takes_for_granted_is_said_and_its_checksums_are_compared() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    let given = |names: &[&str]| {
        let materials: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
        let report = verify(directory.path(), &materials, false).unwrap();
        assert!(report.findings.is_empty(), "{:?}", report.findings);
        report.given.iter().map(Material::to_string).collect::<Vec<_>>()
    };
    // A man is crowned, and then a king is taken.
    assert_eq!(given(&["KMvM"]), ["KvK", "KvM", "MvM", "KKvM", "KMvK"]);
    assert_eq!(given(&["KKvK", "KvK"]), [""; 0]);
    assert!(verify(directory.path(), &["KMvM".parse().unwrap()], true).unwrap().given.is_empty(), "nothing is proved");
    damage(&folder.join("KvM.dtw"));
    let report = verify(directory.path(), &["KMvM".parse().unwrap()], false).unwrap();
    assert!(matches!(report.findings[..], [petrov_build::verify::Finding { kind: FindingKind::Damaged(_), .. }]));
    assert_eq!((report.tables, report.entries), (2, 0));
}

#[test]
fn folders_without_the_game_and_tables_inside_the_program() {
    let empty = tempfile::tempdir().unwrap();
    let report = verify(empty.path(), &[], false).unwrap();
    assert_eq!((report.tables, report.inside, report.entries), (18, 18, 3_488 + 196_032));
    let directory = tempfile::tempdir().unwrap();
    build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
    let report = verify_in(&[directory.path(), empty.path()], &task(&up_to(3), true)).unwrap();
    assert_eq!((report.tables, report.inside), (18, 12));
    let error = verify(&empty.path().join("none"), &[], false).unwrap_err().to_string();
    assert!(error.contains("none: it cannot be read") && error.contains("name other folders"), "{error}");
}

#[test]
fn a_sample_is_a_part_of_the_proof() {
    let directory = tempfile::tempdir().unwrap();
    let material: Material = "KMvKM".parse().unwrap();
    for manner in [VALUES, DISTANCES] {
        let folder = build_materials::<Russian>(directory.path(), &[material], manner).unwrap();
        let proved = |one_of| {
            let task = task(&[material], false).with_sample(Sample { one_of });
            verify_in(&[directory.path()], &task).unwrap()
        };
        let whole = proved(1);
        assert!(whole.findings.is_empty() && proved(0).entries == whole.entries);
        for one_of in [3, 20] {
            let report = proved(one_of);
            assert!(report.findings.is_empty(), "{:?}", report.findings);
            let share = whole.entries / one_of;
            assert!((share / 2..2 * share).contains(&report.entries), "one of {one_of}: {}", report.entries);
            assert_eq!(proved(one_of).entries, report.entries, "the same blocks every time");
        }
        let least = proved(u64::MAX);
        assert!(least.findings.is_empty() && (1..whole.entries / 10).contains(&least.entries), "{}", least.entries);
        // A table in which every stored value is another one is wrong in every sample.
        let path = folder.join(file_name(material, Metric::Wdl));
        let right = fs::read(&path).unwrap();
        let opened = open::<Russian>(&folder, material, Metric::Wdl);
        let mut wrong = values(&opened.table, &opened.kept).unwrap();
        wrong.iter_mut().flatten().for_each(|value| *value = 2 - *value);
        fs::write(&path, encoded(opened.table.header(), wrong)).unwrap();
        fs::remove_file(folder.join(MANIFEST)).unwrap();
        assert!([20, u64::MAX].iter().all(|&one_of| !proved(one_of).findings.is_empty()));
        fs::write(&path, right).unwrap();
    }
}
