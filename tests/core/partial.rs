//! Tables of values without all of those of distances: what is said of a distance is true, or nothing is said.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::Random;
use petrov::board::Position;
use petrov::format::Metric;
use petrov::probe::Options;
use petrov::rules::{GAMES, Game, game};
use petrov::{ProbeError, Tablebase, Value};

fn tablebase(game: &'static Game, directory: &Path) -> Tablebase {
    let mut tablebase = Tablebase::with_options(game, Options::DEFAULT.with_embedded(false));
    tablebase.add_directory(directory).unwrap();
    tablebase
}

/// Games with tables beside the source, and their folders.
fn games() -> impl Iterator<Item = (&'static Game, PathBuf)> {
    let tables = Path::new(crate::ROOT).join("tables");
    let names = GAMES.iter().flat_map(|game| [game.id.to_owned(), format!("anti-{}", game.id)]);
    let found = names.filter_map(|name| game(&name));
    found.map(move |game| (game, tables.join(game.tables))).filter(|(_, folder)| folder.is_dir())
}

/// A folder with all tables of values and those of distances that are chosen.
fn some(game: &Game, from: &Path, mut chosen: impl FnMut() -> bool) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let to = directory.path().join(game.tables);
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let wanted = match path.extension().and_then(|extension| extension.to_str()) {
            Some("wdl") => true,
            Some("dtw") => chosen(),
            _ => false,
        };
        if wanted {
            fs::copy(&path, to.join(entry.file_name())).unwrap();
        }
    }
    directory
}

/// Positions of all materials of a tablebase, by chance.
fn positions(all: &Tablebase, random: &mut Random, count: usize) -> Vec<Position> {
    let tables = all.tables();
    let materials: Vec<_> =
        tables.iter().filter(|table| table.metric == Metric::Wdl).map(|table| table.material).collect();
    let mut found = Vec::new();
    while found.len() < count {
        let material = materials[random.below(materials.len() as u64) as usize];
        let half = random.below(material.halves().count() as u64) as usize;
        // Of a number beyond the last there is no position.
        found.extend(all.position(material, half, random.below(1 << (4 * material.pieces() + 2))));
    }
    found
}

/// Compares with all tables; how many distances of decided positions were known, and how many were not.
fn compare(all: &Tablebase, part: &Tablebase, position: &Position) -> [usize; 2] {
    let game = all.game();
    let says = || format!("{} of {}", game.write_fen(position), game.id);
    let right = all.probe(position).unwrap();
    let found = part.probe(position).unwrap();
    assert_eq!(found.value, right.value, "{}", says());
    assert!(found.distance.is_none() || found.distance == right.distance, "{found:?}, not {right:?}: {}", says());
    match part.probe_dtw(position) {
        Ok(distance) => assert_eq!(distance, right.distance, "{}", says()),
        Err(error) => assert!(matches!(error, ProbeError::Missing { .. }), "{error}"),
    }
    let moves = part.moves(position).unwrap();
    for rated in &moves {
        let after = all.probe(&rated.after).unwrap().one_ply_before();
        assert_eq!(rated.outcome.value, after.value, "{}", says());
        assert!(rated.outcome.distance.is_none() || rated.outcome.distance == after.distance, "{rated:?}: {}", says());
    }
    // What the best move is worth is taken for what the position is worth.
    if let Some(best) = moves.first() {
        assert_eq!(best.outcome.value, right.value, "{}", says());
        let distance = best.outcome.distance;
        assert!(distance.is_none() || distance == right.distance, "{best:?}, not {right:?}: {}", says());
        // A move that ends the game needs no table.
        if right.value == Value::Win && right.distance == Some(1) {
            assert_eq!(distance, Some(1), "{}", says());
        }
        let known = usize::from(right.distance.is_some() && distance.is_some());
        return [known, usize::from(right.distance.is_some() && distance.is_none())];
    }
    assert_eq!(found, right, "where the game is over all is known: {}", says());
    [0, 0]
}

#[test]
fn no_distance_is_better_than_a_wrong_one() {
    let mut random = Random(0x1dea_0f5a_11ce_7e57);
    let mut tested = 0;
    for (game, folder) in games() {
        let all = tablebase(game, &folder);
        let (none, mut some_are_there) = (some(game, &folder, || false), Vec::new());
        for _ in 0..3 {
            some_are_there.push(some(game, &folder, || random.below(2) == 0));
        }
        let mut counts = [0; 2];
        for directory in some_are_there.iter().chain([&none]) {
            let part = tablebase(game, directory.path());
            for position in positions(&all, &mut random, 2_000) {
                let found = compare(&all, &part, &position);
                counts = [counts[0] + found[0], counts[1] + found[1]];
            }
        }
        // With two pieces alone some games end at once.
        tested += usize::from(counts.iter().all(|&count| count > 0));
    }
    assert!(tested > 20, "{tested} games with distances that are known and some that are not");
}
