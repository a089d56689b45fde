//! The retrograde solver against the slow one: every entry, value and distance, in every game.
#![cfg(feature = "parallel")]

mod oracle;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use oracle::Oracle;
use petrov::board::cpu::Portable;
use petrov::index::{Layout, Material};
use petrov::rules::{GAMES, Game, GameVisitor, Russian, Variant, game, visit};
use petrov::solve::{Effort, Engine, Solved, Unsolved};

/// What to solve and how.
struct Manner {
    materials: Vec<Material>,
    threads: usize,
    /// Above this cells of one byte do not do.
    narrow_limit: u16,
}

/// Solves the materials in order.
fn solve_all(game: &Game, manner: &Manner, distances: bool) -> HashMap<Material, Solved> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(manner.threads).build().unwrap();
    let engine = Engine::for_game(game).unwrap();
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut solved: HashMap<Material, Solved> = HashMap::new();
    let mut entries = 0;
    for &material in &manner.materials {
        let narrow_limit = manner.narrow_limit;
        let effort = Effort { distances, stop: &stop, done: &done, narrow_limit, wide: true, phases: None };
        let cells_of = |next: Material, mover| Some(&solved[&next].halves[next.half_of(mover)]);
        let slice = pool.install(|| engine.solve(game, material, &cells_of, &effort)).unwrap();
        entries += slice.halves.iter().map(|half| half.entries()).sum::<u64>();
        assert_eq!(done.load(Ordering::Relaxed), entries, "{material}: every entry is worked at once");
        solved.insert(material, slice);
    }
    solved
}

/// Compares every entry with the slow solver.
struct Compare<'a>(&'a Game, &'a Manner);

impl GameVisitor for Compare<'_> {
    type Output = ();
    fn visit<V: Variant>(self) {
        let Compare(game, manner) = self;
        let begin = std::time::Instant::now();
        let oracle = Oracle::<V>::solve(game, &manner.materials);
        let slow = begin.elapsed();
        let solved = solve_all(game, manner, true);
        let values = solve_all(game, manner, false);
        let last = manner.materials.last().unwrap();
        println!("{} to {last}: {} positions, {slow:.1?}, {:.1?}", game.id, oracle.len(), begin.elapsed());
        let mut compared = 0;
        for (material, slice) in &solved {
            for (number, (mover, other)) in material.halves().enumerate() {
                let layout = Layout::<V::Board>::new(mover, other).unwrap();
                for entry in 0..layout.entries() {
                    let view = layout.view(Portable, entry);
                    let expected = oracle.distance(&view);
                    let cell = expected.map_or(0, |plies| plies + 1);
                    let at = || format!("{} {material} half {number} entry {entry} {view:?}", game.id);
                    assert_eq!(slice.halves[number].get(entry), cell, "{}", at());
                    let value = expected.map_or(0, |plies| 1 + plies % 2);
                    assert_eq!(values[material].halves[number].get(entry), value, "{}", at());
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, oracle.len(), "{}: the numbering has every position", game.id);
        assert!(compared > 0);
    }
}

fn compare(game: &Game, pieces: u32, threads: usize, narrow_limit: u16) {
    let all = (2..=pieces).flat_map(Material::all);
    let materials = all.filter(|material| game.ending.is_open(material.first(), material.second())).collect();
    visit(game, Compare(game, &Manner { materials, threads, narrow_limit })).unwrap();
}

/// The games with tables of their own and this many squares.
fn games_of(squares: u32) -> impl Iterator<Item = &'static Game> {
    GAMES.iter().copied().filter(move |game| game.geometry.squares() == squares && game.tables == game.id)
}

#[test]
fn up_to_three_pieces_on_32_squares() {
    assert!(games_of(32).count() > 15);
    games_of(32).for_each(|game| compare(game, 3, 2, 255));
}

#[test]
fn up_to_three_pieces_on_40_and_50_squares() {
    let games = games_of(40).chain(games_of(50)).filter(|game| game.ending.fewest_pieces == 1);
    games.for_each(|game| compare(game, 3, 2, 255));
}

#[test]
fn two_kings_against_two_where_one_piece_has_lost() {
    let manner = Manner { materials: vec!["KKvKK".parse().unwrap()], threads: 2, narrow_limit: 255 };
    let ghanaian = game("ghanaian").unwrap();
    visit(ghanaian, Compare(ghanaian, &manner)).unwrap();
}

#[test]
fn two_pieces_on_64_and_72_squares() {
    games_of(64).chain(games_of(72)).for_each(|game| compare(game, 2, 2, 255));
}

#[test]
fn men_that_step_sideways() {
    // Three pieces of the two games that differ most; their options and giveaways are in the long check.
    compare(game("turkish").unwrap(), 3, 2, 255);
    compare(game("anti-armenian").unwrap(), 3, 1, 255);
}

#[test]
fn any_number_of_threads() {
    for threads in [1, 2, 3] {
        compare(Russian::GAME, 3, threads, 255);
    }
}

#[test]
fn wide_cells_where_distances_do_not_fit() {
    compare(Russian::GAME, 3, 2, 9);
    compare(game("anti-english").unwrap(), 3, 2, 9);
}

#[test]
fn wide_cells_are_refused_where_there_is_no_memory_for_them() {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let effort = Effort { distances: true, stop: &stop, done: &done, narrow_limit: 2, wide: false, phases: None };
    let solve = |effort| Engine::of::<Russian>().solve(Russian::GAME, "KvK".parse().unwrap(), &|_, _| None, effort);
    assert_eq!(solve(&effort).unwrap_err(), Unsolved::TooFar);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(solve(&Effort { wide: true, ..effort }).unwrap_err(), Unsolved::Stopped);
}

#[test]
#[ignore = "long: run with --ignored"]
fn up_to_four_pieces_on_32_squares() {
    games_of(32).for_each(|game| compare(game, 4, 2, 255));
}

#[test]
#[ignore = "long: run with --ignored"]
fn up_to_three_pieces_on_64_squares() {
    games_of(64).for_each(|game| compare(game, 3, 2, 255));
}
