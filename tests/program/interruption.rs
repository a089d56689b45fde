//! Builds that are killed, stopped, or meet in one folder: nothing half-written, and the same bytes in the end.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::tables::undisturbed::{Contents, TABLES_OF_SOME, assert_undisturbed, some, undisturbed};
use crate::tables::{DISTANCES, Manner, Random, VALUES, build_in, build_materials, contents, plan};
use petrov::format::{MANIFEST, game_folder};
use petrov::index::Material;
use petrov::rules::Russian;
use petrov_build::format::write_atomically;
use petrov_build::solve::{BuildError, Event, Progress, build};

/// A build of [`some`] by the program itself.
fn start(directory: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petrov"));
    command.arg("build").args(some().iter().map(Material::to_string)).arg("--tables").arg(directory);
    command.args(["--threads", "2"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// How many files of a folder have a name with one of these ends.
fn files_in(folder: &Path, ends: &[&str]) -> usize {
    let names = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().file_name());
    names.filter(|name| ends.iter().any(|end| name.to_string_lossy().ends_with(end))).count()
}

#[test]
fn killed_at_ten_random_moments() {
    let mut random = Random(0x0ddb_a115_eed5_0123);
    for number in 0..10 {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("russian");
        let mut child = start(directory.path());
        // A while after a table: so the moments spread over the whole build on a machine of any speed.
        let tables = random.below(TABLES_OF_SOME as u64) as usize;
        while files_in(&folder, &[".wdl", ".dtw"]) < tables {
            assert!(child.try_wait().unwrap().is_none(), "it ended before {tables} tables");
            thread::sleep(Duration::from_micros(200));
        }
        if number % 2 == 0 {
            thread::sleep(Duration::from_micros(random.below(20_000)));
        } else {
            // In the middle of writing a file.
            while files_in(&folder, &[".unfinished"]) == 0 && child.try_wait().unwrap().is_none() {}
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let left = if folder.exists() { contents(&folder) } else { Contents::new() };
        for (name, bytes) in left.iter().filter(|(name, _)| *name != MANIFEST && !name.ends_with(".unfinished")) {
            assert!(undisturbed().get(name) == Some(bytes), "{name} is half-written");
        }
        println!("killed with {} files after {tables} tables", left.len());
        assert!(start(directory.path()).wait().unwrap().success());
        assert_undisturbed(&contents(&folder), TABLES_OF_SOME);
    }
}

#[test]
fn killed_inside_a_slice() {
    const MATERIAL: &str = "KMvKM";
    let program = |directory: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_petrov"));
        command.args(["build", MATERIAL, "--threads", "2", "--checkpoint-from", "0", "--tables"]).arg(directory);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let material: Material = MATERIAL.parse().unwrap();
    let right = tempfile::tempdir().unwrap();
    let right = contents(&build_materials::<Russian>(right.path(), &[material], DISTANCES).unwrap());
    let mut random = Random(0x1eaf_cafe_0123_4567);
    let mut resumed = 0;
    for number in 0..20 {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("russian");
        let checkpoint = folder.join(format!("{MATERIAL}.solving"));
        let mut child = program(directory.path()).spawn().unwrap();
        // Some of the levels are solved.
        let bytes = 17 + random.below(1 << (number % 14 + 2));
        while fs::metadata(&checkpoint).map_or(0, |file| file.len()) < bytes && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        if number % 4 == 3 && checkpoint.exists() {
            // A record that was cut off, or damaged.
            let mut damaged = fs::read(&checkpoint).unwrap();
            let at = random.below(damaged.len() as u64) as usize;
            if number % 8 == 3 {
                damaged.truncate(at)
            } else {
                damaged[at] ^= 1
            }
            fs::write(&checkpoint, damaged).unwrap();
        }
        let again = program(directory.path()).output().unwrap();
        let said = String::from_utf8(again.stderr).unwrap();
        assert!(again.status.success(), "{said}");
        resumed +=
            u32::from(said.contains("KMvKM: ") && said.contains("were solved before, and it goes on from there"));
        assert!(
            contents(&folder) == right,
            "killed after {bytes} bytes: other files than those of an undisturbed build"
        );
    }
    println!("{resumed} of 20 builds went on inside the slice");
    assert!(resumed >= 3, "{resumed}");
}

#[test]
fn a_checkpoint_of_other_tables_is_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let material: Material = "KMvK".parse().unwrap();
    let keeping = |metrics| {
        let (mut plan, mut catalog) =
            plan::<Russian>(&[directory.path()], &[material], Manner { metrics, ..DISTANCES });
        plan.checkpoint_from = 0;
        let progress = Progress::default();
        let resumed = AtomicU64::new(0);
        let observe = |event: Event<'_>| match event {
            // Stopped with all levels solved and no file written.
            Event::Writing(step, _) if step.material == material => progress.stop.store(true, Relaxed),
            Event::Resumed(step, entries) if step.material == material => resumed.store(entries, Relaxed),
            _ => {}
        };
        let folder = game_folder(directory.path(), "russian");
        let built = build(&plan, &folder, u64::MAX, &mut catalog, &progress, &observe);
        assert!(matches!(built, Err(BuildError::Stopped)), "{built:?}");
        resumed.into_inner()
    };
    assert_eq!(keeping(VALUES.metrics), 0);
    assert_eq!(keeping(VALUES.metrics), 52_080, "all entries are there");
    assert_eq!(keeping(DISTANCES.metrics), 0, "but not their distances");
    assert_eq!(keeping(DISTANCES.metrics), 52_080);
    assert_eq!(keeping(VALUES.metrics), 0);
}

/// Builds a material with what is solved of it kept, into the first folder; stopped where files are written, if that is wanted.
/// Returns how many entries were solved before, and how often nothing could be kept.
fn build_keeping(directories: &[&Path], material: Material, checkpoint_from: u64, stop: bool) -> (u64, u64) {
    let (mut plan, mut catalog) = plan::<Russian>(directories, &[material], DISTANCES);
    plan.checkpoint_from = checkpoint_from;
    let progress = Progress::default();
    let (resumed, not_kept) = (AtomicU64::new(0), AtomicU64::new(0));
    let observe = |event: Event<'_>| match event {
        Event::Writing(step, _) if stop && step.material == material => progress.stop.store(true, Relaxed),
        Event::Resumed(step, entries) if step.material == material => resumed.store(entries, Relaxed),
        Event::NotKept(step, ..) if step.material == material => _ = not_kept.fetch_add(1, Relaxed),
        _ => {}
    };
    let folder = game_folder(directories[0], "russian");
    let built = build(&plan, &folder, u64::MAX, &mut catalog, &progress, &observe);
    assert!(if stop { matches!(built, Err(BuildError::Stopped)) } else { built.is_ok() }, "{built:?}");
    (resumed.into_inner(), not_kept.into_inner())
}

#[test]
fn what_is_kept_is_used_once_and_then_removed() {
    let material: Material = "KMvK".parse().unwrap();
    let (directory, others) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // What it depends on may lie in another folder.
    let needed: Vec<Material> = ["KKvK", "KvK", "MvK"].map(|name| name.parse().unwrap()).into();
    build_materials::<Russian>(others.path(), &needed, DISTANCES).unwrap();
    let directories = [directory.path(), others.path()];
    let kept = || files_in(&directory.path().join("russian"), &[".solving"]);
    assert_eq!(build_keeping(&directories, material, 0, true), (0, 0));
    assert_eq!(kept(), 1);
    // It is there, so it is used even if nothing new would be kept.
    assert_eq!(build_keeping(&directories, material, u64::MAX, true), (52_080, 0));
    assert_eq!(build_keeping(&directories, material, u64::MAX, false), (52_080, 0));
    assert_eq!(kept(), 0);
    // One that was left by a program that was killed goes with the next build.
    fs::write(directory.path().join("russian/KMvK.solving"), "left").unwrap();
    assert_eq!(build_keeping(&directories, material, u64::MAX, false), (0, 0));
    assert_eq!(kept(), 0);
}

#[test]
fn what_cannot_be_kept_is_solved_all_the_same() {
    let material: Material = "KMvK".parse().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let right = contents(&build_materials::<Russian>(directory.path(), &[material], DISTANCES).unwrap());
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("russian");
    // No file can be where a folder is.
    fs::create_dir_all(folder.join("KMvK.solving")).unwrap();
    assert_eq!(build_keeping(&[directory.path()], material, 0, false), (0, 1));
    fs::remove_dir(folder.join("KMvK.solving")).unwrap();
    assert!(contents(&folder) == right);
}

#[test]
fn stopped_at_random_moments() {
    let mut random = Random(0x7e57_ab1e_0f00_d123);
    // Of each material, which has two tables: solving, writing, finished.
    let events = 3 * TABLES_OF_SOME as u64 / 2;
    for _ in 0..10 {
        let directory = tempfile::tempdir().unwrap();
        let (plan, mut catalog) = plan::<Russian>(&[directory.path()], &some(), DISTANCES);
        let folder = game_folder(directory.path(), "russian");
        let progress = Progress::default();
        let (seen, event) = mpsc::channel();
        let observe = |_: Event<'_>| seen.send(()).unwrap();
        let (result, waited) = thread::scope(|scope| {
            let building = scope.spawn(|| build(&plan, &folder, u64::MAX, &mut catalog, &progress, &observe));
            (0..random.below(events)).for_each(|_| event.recv().unwrap());
            thread::sleep(Duration::from_micros(random.below(20_000)));
            progress.stop.store(true, Relaxed);
            let stopping = Instant::now();
            (building.join().unwrap(), stopping.elapsed())
        });
        // It may have come to its end before.
        assert!(matches!(result, Ok(()) | Err(BuildError::Stopped)), "{result:?}");
        assert!(waited < Duration::from_secs(3), "{waited:?}");
        let left = contents(&folder);
        println!("{result:?} with {} files after {waited:?}", left.len());
        if !left.is_empty() {
            assert_undisturbed(&left, left.len() - 1);
        }
        build_materials::<Russian>(directory.path(), &some(), DISTANCES).unwrap();
        assert_undisturbed(&contents(&folder), TABLES_OF_SOME);
    }
}

#[test]
fn a_file_is_whole_whenever_it_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("KvK.wdl");
    let versions = [vec![1; 1 << 20], vec![2; 1 << 19]];
    write_atomically(&path, &versions[0]).unwrap();
    let finished = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Relaxed) {
                assert!(versions.contains(&fs::read(&path).unwrap()));
            }
        });
        (0..100).for_each(|number| write_atomically(&path, &versions[number % 2]).unwrap());
        finished.store(true, Relaxed);
    });
    // What cannot be written leaves nothing.
    let folder = directory.path().join("KvM.wdl");
    fs::create_dir(&folder).unwrap();
    assert!(write_atomically(&folder, b"").is_err());
    assert!(write_atomically(&directory.path().join("nowhere/KvK.wdl"), b"").is_err());
    assert_eq!((fs::read_dir(directory.path()).unwrap().count(), fs::read_dir(&folder).unwrap().count()), (2, 0));
}

#[test]
fn what_an_interrupted_build_left_unfinished_is_removed() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("russian");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("KvK.wdl.unfinished"), b"half a tab").unwrap();
    fs::write(folder.join("BLAKE3SUMS.unfinished"), b"").unwrap();
    // Of a table that this build does not make.
    fs::write(folder.join("KKKKvK.dtw.unfinished"), b"half a tab").unwrap();
    build_in::<Russian>(directory.path(), 3, DISTANCES).unwrap();
    assert_undisturbed(&contents(&folder), 18);
}

#[test]
fn of_two_builds_in_one_folder_the_second_waits() {
    let directory = tempfile::tempdir().unwrap();
    let folder = game_folder(directory.path(), "russian");
    let (waits, is_waiting) = mpsc::channel();
    let is_waiting = Mutex::new(Some(is_waiting));
    let (begins, has_begun) = mpsc::channel();
    let first = |event: Event<'_>| {
        assert!(!matches!(event, Event::Waiting(_)));
        // Goes on only when the other one waits for it.
        if matches!(event, Event::Solving(..))
            && let Some(is_waiting) = is_waiting.lock().unwrap().take()
        {
            begins.send(()).unwrap();
            is_waiting.recv_timeout(Duration::from_secs(60)).unwrap();
        }
    };
    thread::scope(|scope| {
        let building = scope.spawn(|| {
            let (plan, mut catalog) = plan::<Russian>(&[directory.path()], &some(), DISTANCES);
            build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &first)
        });
        has_begun.recv().unwrap();
        let (plan, mut catalog) = plan::<Russian>(&[directory.path()], &some(), DISTANCES);
        let solved = AtomicU64::new(0);
        let second = |event: Event<'_>| match event {
            Event::Waiting(_) => waits.send(()).unwrap(),
            Event::Solving(..) => drop(solved.fetch_add(1, Relaxed)),
            _ => {}
        };
        build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &second).unwrap();
        building.join().unwrap().unwrap();
        assert_eq!(solved.into_inner(), 0, "what the first one finished is not made again");
    });
    assert_undisturbed(&contents(&folder), TABLES_OF_SOME);
}
