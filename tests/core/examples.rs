//! Concepts without an example: each type that can do something, and each function that stands alone, shows how it is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The rooms of the library that others use.
const ROOMS: &[&str] = &[
    "src/board",
    "src/rules",
    "src/index",
    "src/format",
    "src/probe",
    "crates/build/src/format",
    "crates/build/src/solve",
    "crates/build/src/verify",
    "crates/build/src/study",
    "crates/hub/src",
];

/// A public item, or a function or constant of one.
#[derive(Debug)]
struct Item {
    /// The item, and the function of it if it is one.
    name: String,
    of: Option<String>,
    function: bool,
    place: String,
    /// The lines of its examples.
    example: String,
}

/// The name behind `pub fn`, `pub struct` and the like.
fn named(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["const fn ", "fn ", "struct ", "enum ", "trait ", "const ", "static ", "type "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

/// The type of an `impl` without a trait.
fn implemented(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let rest = if rest.starts_with('<') { rest.split_once("> ")?.1 } else { rest.trim_start() };
    let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    Some(if line.contains(" for ") { String::new() } else { name.to_owned() })
}

/// What is in the examples of a comment above an item.
fn examples(comment: &[&str]) -> String {
    let lines = comment.iter().filter_map(|line| line.trim_start().strip_prefix("///"));
    // Whether a block is open that is code, and not a picture.
    let mut open: Option<bool> = None;
    let mut example = String::new();
    for line in lines.map(str::trim) {
        if line.starts_with("```") {
            open = if open.is_some() { None } else { Some(line == "```") };
        } else if open == Some(true) {
            example = example + line + "\n";
        }
    }
    example
}

/// The public items of a file that are not hidden.
fn items(place: &str, text: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let (mut above, mut of) = (Vec::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        if line == "#[cfg(test)]" || line.starts_with("#[cfg(all(test") {
            break;
        }
        if let Some(name) = implemented(line) {
            of = Some(name);
        } else if line == "}" {
            of = None;
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("///") || trimmed.starts_with("#[") {
            above.push(line);
            continue;
        }
        let hidden = above.iter().any(|line| line.trim() == "#[doc(hidden)]");
        if let Some(name) = named(line).filter(|_| !hidden) {
            let of = of.clone().filter(|_| line.starts_with(' '));
            let place = format!("{place}:{number}");
            let function = line.contains("fn ");
            items.push(Item { name: name.to_owned(), of, function, place, example: examples(&above) });
        }
        above.clear();
    }
    items
}

/// The names that a `mod.rs` shows: its items, what it takes out of private modules without hiding it, and what is in public
/// modules, of which `file` is the text.
fn shown(text: &str, file: impl Fn(&str) -> String) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    let joined = text.replace("{\n", "{").replace(",\n    ", ", ").replace(",\n}", "}").replace("    ", " ");
    let mut hidden = false;
    for line in joined.lines() {
        if let Some(names) = line.strip_prefix("pub use ").filter(|_| !hidden) {
            let names = names.trim_end_matches([';', '}']).rsplit(['{', ':']).next().unwrap_or_default();
            shown.extend(names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
        } else if let Some(name) = named(line).filter(|_| !hidden) {
            shown.insert(name.to_owned());
        } else if let Some(module) = line.strip_prefix("pub mod ").filter(|_| !hidden) {
            shown.extend(file(module.trim_end_matches(';')).lines().filter_map(named).map(str::to_owned));
        }
        hidden = line == "#[doc(hidden)]" || hidden && line.starts_with("#[");
    }
    shown
}

/// The files of a room, with those in folders below it.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(self::texts(&path));
        } else {
            texts.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    texts.sort();
    texts
}

/// The concepts that a room shows and that have no example; and how many it shows.
fn without_example(texts: &[(String, String)], shown: &BTreeSet<String>) -> (Vec<String>, usize) {
    let all: Vec<Item> = texts.iter().flat_map(|(place, text)| items(place, text)).collect();
    let with_functions: BTreeSet<&str> = all.iter().filter_map(|item| item.of.as_deref()).collect();
    let is_concept = |item: &&Item| {
        let stands_alone = item.of.is_none() && shown.contains(&item.name);
        stands_alone && (item.function || with_functions.contains(&*item.name))
    };
    let concepts: Vec<&Item> = all.iter().filter(is_concept).collect();
    let without = concepts.iter().filter(|item| !item.example.contains("assert"));
    (without.map(|item| format!("{}: {}", item.place, item.name)).collect(), concepts.len())
}

#[test]
fn every_concept_has_an_example() {
    let (mut without, mut count) = (Vec::new(), 0);
    for room in ROOMS {
        let texts = texts(&Path::new(crate::ROOT).join(room));
        let find = |names: [&str; 2]| {
            let is_one = |place: &str| names.iter().any(|name| place.ends_with(&format!("{room}/{name}.rs")));
            &texts.iter().find(|(place, _)| is_one(place)).expect("a module is a file").1
        };
        let text = find(["mod", "lib"]);
        let file = |name: &str| find([name, &format!("{name}/mod")]).clone();
        let (of_room, shown) = without_example(&texts, &shown(text, file));
        assert!(shown > 0, "{room} shows items");
        without.extend(of_room);
        count += shown;
    }
    assert!(count > 60, "{count} concepts were found");
    assert!(without.is_empty(), "add an example to\n{}", without.join("\n"));
}

#[test]
fn items_without_examples_are_found() {
    let module = "mod a;\npub mod b;\n\npub use a::{One, two};\n#[doc(hidden)]\npub use a::three;\n/// Four.\npub const FOUR: u8 = 4;\n";
    let file = "\
/// One.
///
/// ```
/// assert!(One.is_one());
/// ```
pub struct One;

impl One {
    /// In the example of the type.
    pub fn is_one(&self) -> bool {
        true
    }

    /// In none.
    pub fn is(&self) {}

    #[doc(hidden)]
    pub fn hidden(&self) {}
}

/// Two.
#[inline]
pub fn two() {}

pub fn three() {}
";
    let shown = shown(module, |_| "/// Five.\npub fn five() {}\n".to_owned());
    assert!(shown.iter().eq(["FOUR", "One", "five", "two"]));
    let texts = [("mod.rs".to_owned(), module.to_owned()), ("a.rs".to_owned(), file.to_owned())];
    let (without, count) = without_example(&texts, &shown);
    assert_eq!((without.join(" ").as_str(), count), ("a.rs:23: two", 2));
}
