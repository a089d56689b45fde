//! Imports that break the layers: what each part of the library may know of the others and of other crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A room, and the rooms that it may use beside itself. The compiler sees to the order of the crates: what a crate takes from
/// one below it has the names of the rooms there. One that is not here may use none.
type Rooms = &'static [(&'static str, &'static [&'static str])];

/// The crates, where they have their files, and their rooms. In the names of files a crate that is one room stands before
/// them.
const CRATES: &[(&str, &str, Rooms)] = &[
    (
        "src",
        "",
        &[
            ("board", &[]),
            ("rules", &["board"]),
            ("index", &["board"]),
            ("format", &["board", "index"]),
            ("probe", &["board", "rules", "index", "format"]),
        ],
    ),
    (
        "crates/build/src",
        "",
        &[
            ("format", &["board", "index", "threads"]),
            ("retrograde", &["board", "rules", "index", "format", "levels", "threads"]),
            ("stored", &["board", "rules", "index", "format", "progress", "retrograde", "threads"]),
            // The one thing that it takes of the prober is the name of a metric.
            ("clocks", &["board", "rules", "index", "format", "probe", "progress", "retrograde", "stored", "threads"]),
            ("solve", &["board", "rules", "index", "format", "progress", "retrograde", "stored", "clocks", "threads"]),
            ("verify", &["board", "rules", "index", "format", "probe", "gather", "levels", "threads"]),
            ("study", &["board", "rules", "index", "format", "probe", "gather", "threads"]),
        ],
    ),
    ("crates/hub/src", "hub/", &[("hub", &["board", "rules", "index", "probe"])]),
    (
        "crates/cli/src",
        "",
        &[
            ("pdn", &[]),
            ("cli", &["board", "rules", "index", "format", "solve", "probe", "verify", "study", "hub", "pdn"]),
        ],
    ),
];

/// All rooms and small modules that lines name.
const NAMES: &[&str] = &[
    "board",
    "rules",
    "index",
    "format",
    "probe",
    "retrograde",
    "stored",
    "clocks",
    "solve",
    "verify",
    "study",
    "hub",
    "pdn",
    "cli",
    "levels",
    "gather",
    "progress",
    "threads",
];

/// What stands in code that uses a crate or a feature of the language, and where that may be.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("clap::", &["cli/"]),
    ("clap_complete::", &["cli/"]),
    ("indicatif::", &["cli/"]),
    ("ctrlc::", &["cli/"]),
    ("same_file::", &["cli/"]),
    ("serde::", &["cli/"]),
    ("serde_json::", &["cli/"]),
    ("rayon::", &["threads.rs"]),
    ("zstd::", &["format/codec.rs"]),
    ("xxhash_rust::", &["format/"]),
    ("blake3::", &["format/manifest.rs"]),
    ("unsafe {", &["board/cpu.rs", "main.rs"]),
    ("unsafe fn", &["board/cpu.rs", "main.rs"]),
    ("unsafe impl", &["board/cpu.rs", "main.rs"]),
    ("allow(unsafe_code)", &["board/cpu.rs"]),
];

/// A file: its path below its source, its text, and the rooms of its crate.
type File = (String, String, Rooms);

fn files() -> Vec<File> {
    fn add(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { add(&path, files) } else { files.push(path) }
        }
    }
    let mut all = Vec::new();
    for &(source, room, rooms) in CRATES {
        let source = Path::new(crate::ROOT).join(source);
        let mut paths = Vec::new();
        add(&source, &mut paths);
        paths.retain(|path| path.extension().is_some_and(|end| end == "rs"));
        paths.sort();
        all.extend(paths.into_iter().map(|path| {
            let name = path.strip_prefix(&source).unwrap().iter().map(|part| part.to_str().unwrap());
            let name = room.to_owned() + &name.collect::<Vec<_>>().join("/");
            (name, fs::read_to_string(&path).unwrap(), rooms)
        }));
    }
    all
}

/// The lines that are not comments, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The modules at the top of a crate that a line names: behind `crate::` or `petrov::`, or behind enough `super::` to get there.
fn named(line: &str, depth: usize) -> impl Iterator<Item = &str> {
    let prefix = "super::".repeat(depth);
    let behind_super = line.split_once(&prefix).map(|(_, rest)| rest).filter(|_| depth > 0);
    let identifier =
        |rest: &str| rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let behind = |name: &'static str| line.match_indices(name).map(|(at, found)| &line[at + found.len()..]);
    let others = ["petrov::", "petrov::internals::", "petrov_build::"].map(behind).into_iter().flatten();
    behind("crate::").chain(others).chain(behind_super).map(move |rest| &rest[..identifier(rest)])
}

#[test]
fn uses_are_seen() {
    let seen = |line, depth| named(line, depth).collect::<Vec<_>>();
    assert_eq!(seen("use crate::probe::{Value, Outcome};", 2), ["probe"]);
    assert_eq!(seen("fn f(board: crate::board::View) -> crate::rules::Move {", 1), ["board", "rules"]);
    assert_eq!(seen("use super::super::solve;", 2), ["solve"]);
    assert_eq!(seen("use petrov::index::Material;", 1), ["index"]);
    assert_eq!(seen("use petrov::internals::index::Sets;", 1), ["internals", "index"]);
    assert_eq!(seen("use petrov_build::solve::Plan;", 1), ["solve"]);
    assert!(seen("use super::view::View;", 2).is_empty());
}

#[test]
fn modules_use_only_those_below_them() {
    for (name, text, rooms) in files() {
        let Some((module, rest)) = name.split_once('/') else { continue };
        let allowed = rooms.iter().find(|(of, _)| *of == module).map_or(&[][..], |(_, allowed)| allowed);
        // From `src/a/b.rs` it takes two steps up to the top, from `src/a/mod.rs` one.
        let depth = rest.split('/').count() + usize::from(!rest.ends_with("mod.rs"));
        for (number, line) in code(&text) {
            assert!(!line.contains("crate::{"), "src/{name}:{number}: name each module in a line of its own");
            let modules = named(line, depth).filter(|used| NAMES.contains(used));
            for used in modules.filter(|used| *used != module) {
                assert!(allowed.contains(&used), "src/{name}:{number}: {module} must not use {used}");
            }
        }
    }
}

#[test]
fn rooms_have_no_cycles() {
    // Each is named behind those that it may use.
    for (source, _, rooms) in CRATES {
        for (number, (room, allowed)) in rooms.iter().enumerate() {
            let later = rooms[number..].iter().map(|(name, _)| name);
            let cycle = later.filter(|name| allowed.contains(name)).collect::<Vec<_>>();
            assert!(cycle.is_empty(), "{source}: {room} uses {cycle:?}, which come later");
        }
    }
}

/// More files than these do not import each other in a circle.
const LARGEST_CYCLE: usize = 3;

/// The files of the same folder that a file imports, by their names without the end.
fn siblings<'t>(text: &'t str, names: &BTreeSet<&'t str>) -> BTreeSet<&'t str> {
    let code: String = code(text).map(|(_, line)| line).collect::<Vec<_>>().join("\n");
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let behind = code.match_indices("super::").map(|(at, found)| (at, at + found.len()));
    // Not those of the folder above.
    let own = behind.filter(|&(at, end)| !code[..at].ends_with("super::") && !code[end..].starts_with("super::"));
    let named = own.map(|(_, end)| code[end..].split(|letter| !is_part(letter)).next().unwrap_or_default());
    names.iter().copied().filter(|name| named.clone().any(|found| found == *name)).collect()
}

#[test]
fn files_of_a_room_form_no_large_cycle() {
    let files = files();
    let mut folders: BTreeMap<(&str, Rooms), Vec<(&str, &str)>> = BTreeMap::new();
    for (name, text, rooms) in &files {
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        if let Some(file) = file.strip_suffix(".rs").filter(|file| !["mod", "lib", "main"].contains(file)) {
            folders.entry((folder, rooms)).or_default().push((file, text));
        }
    }
    for ((folder, _), files) in folders {
        let names: BTreeSet<&str> = files.iter().map(|(name, _)| *name).collect();
        let imports: BTreeMap<&str, BTreeSet<&str>> =
            files.iter().map(|(name, text)| (*name, siblings(text, &names))).collect();
        for name in &names {
            let cycle: Vec<&str> = names
                .iter()
                .copied()
                .filter(|other| reaches(&imports, name, other) && reaches(&imports, other, name))
                .collect();
            assert!(cycle.len() <= LARGEST_CYCLE, "{folder}: {cycle:?} import each other in a circle");
        }
    }
}

/// Whether a file imports another, itself or through others.
fn reaches(imports: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        for &other in &imports[file] {
            if other == to {
                return true;
            }
            if seen.insert(other) {
                next.push(other);
            }
        }
    }
    false
}

/// Lines of the longest function that fits a screen.
const LONGEST_FUNCTION: usize = 60;

/// The functions of a text with their lines, as rustfmt writes them: the end has the indentation of the beginning.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| {
        let words = line.trim_start().split(['(', '<']).next().unwrap_or_default();
        words.starts_with("fn ") || words.contains(" fn ") && !words.starts_with("//")
    };
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| begins(line)) {
        let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        let is_short = line.ends_with(['}', ';']);
        let length = lines[number..].iter().position(|later| **later == end);
        found.push((line.trim(), if is_short { 1 } else { length.map_or(1, |length| length + 1) }));
    }
    found
}

#[test]
fn functions_fit_a_screen() {
    let (mut long, mut count) = (Vec::new(), 0);
    for (name, text, _) in files() {
        for (function, lines) in functions(&text) {
            count += 1;
            if lines > LONGEST_FUNCTION {
                long.push(format!("{name}: {lines} lines: {function}"));
            }
        }
    }
    assert!(count > 1500, "{count} functions were found");
    assert!(long.is_empty(), "{long:#?}");
    assert_eq!(functions("fn a() {\n    b();\n}\n").first().map(|(_, lines)| *lines), Some(3));
}

/// What the compiler cannot see as a layer: parts that features switch, and items that are public but not shown.
#[test]
fn features_and_hidden_items_stay_few() {
    let files = files();
    let count =
        |mark: &str| files.iter().flat_map(|(_, text, _)| code(text)).filter(|(_, line)| line.contains(mark)).count();
    assert!(count("cfg(feature") + count("cfg(not(feature") <= 8);
    assert!((1..=5).contains(&count("doc(hidden)")));
}

#[test]
fn crates_are_used_only_in_their_places() {
    for (name, text, _) in files() {
        for (number, line) in code(&text) {
            for (mark, places) in ONLY_IN {
                let here = places.iter().any(|place| name.starts_with(place));
                assert!(here || !line.contains(mark), "src/{name}:{number}: {mark} belongs to {places:?}");
            }
        }
    }
}

#[test]
fn files_say_what_they_are_and_end() {
    let files = files();
    assert!(files.len() > 40);
    for (name, text, _) in files {
        assert!(text.starts_with("//! "), "src/{name} begins with a line that says what it is");
        let lines = text.lines().count();
        assert!(lines <= 400, "src/{name} has {lines} lines");
    }
}
