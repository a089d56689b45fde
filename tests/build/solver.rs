//! The retrograde solver against the slow one: every entry, value and distance, in every game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::cases::made_up::{LargeRussian, MadeUp};
use crate::oracle::Oracle;
use crate::oracle::metrics::{Event, Metrics};
use crate::slices::{Manner, Slices};
use petrov::index::Layout;
use petrov::internals::board::cpu::Portable;
use petrov::internals::rules::{GameVisitor, visit};
use petrov::rules::{GAMES, Game, Russian, Variant, game};
use petrov_build::internals::{Effort, Goal, Unsolved, Until};
use petrov_build::solve::Engine;

/// Compares every entry with the slow solver.
struct Compare<'a>(&'a Game, &'a Manner, Engine);

impl<'a> Compare<'a> {
    /// With the code of the library: compiled anew here for each game it would take minutes.
    fn known(game: &'a Game, manner: &'a Manner) -> Compare<'a> {
        Compare(game, manner, Engine::for_game(game).unwrap())
    }
}

impl GameVisitor for Compare<'_> {
    type Output = ();
    fn visit<V: Variant>(self) {
        let Compare(game, manner, engine) = self;
        let begin = std::time::Instant::now();
        let oracle = Oracle::<V>::solve(game, &manner.materials);
        let slow = begin.elapsed();
        let solved = Slices::solve(engine, game, manner);
        let values = Slices::solve(engine, game, &Manner { distances: false, ..manner.clone() });
        let conversions = Metrics::solve(&oracle, Event::Conversion);
        let zeroings = Metrics::solve(&oracle, Event::Zeroing);
        let to_conversion = solved.events(engine, game, manner, Until::Conversion);
        let to_zeroing = values.events(engine, game, manner, Until::Zeroing);
        let last = manner.materials.last().unwrap();
        println!("{} to {last}: {} positions, {slow:.1?}, {:.1?}", game.id, oracle.len(), begin.elapsed());
        let mut compared = 0;
        for (material, slice) in &solved.0 {
            for (number, (mover, other)) in material.halves().enumerate() {
                let layout = Layout::<V::Board>::new(mover, other).unwrap();
                for entry in 0..layout.entries() {
                    let view = layout.view(Portable, entry);
                    let expected = oracle.distance(&view);
                    let cell = expected.map_or(0, |plies| plies + 1);
                    let at = || format!("{} {material} half {number} entry {entry} {view:?}", game.id);
                    assert_eq!(slice.halves[number].get(entry), cell, "{}", at());
                    let value = expected.map_or(0, |plies| 1 + plies % 2);
                    assert_eq!(values.0[material].halves[number].get(entry), value, "{}", at());
                    let event = |plies: Option<u16>| plies.map_or(0, |plies| 2 * plies + value);
                    for (slices, metrics) in [(&to_conversion, &conversions), (&to_zeroing, &zeroings)] {
                        let found = slices.0[material].halves[number].get(entry);
                        assert_eq!(found, event(metrics.plies(&view)), "{}", at());
                    }
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, oracle.len(), "{}: the numbering has every position", game.id);
        assert!(compared > 0);
    }
}

fn compare(game: &Game, pieces: u32, threads: usize, narrow_limit: u16) {
    let manner = Manner { threads, narrow_limit, ..Manner::up_to(game, pieces) };
    visit(game, Compare::known(game, &manner)).unwrap();
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
    let ghanaian = game("ghanaian").unwrap();
    let manner = Manner { materials: vec!["KKvKK".parse().unwrap()], ..Manner::up_to(ghanaian, 4) };
    visit(ghanaian, Compare::known(ghanaian, &manner)).unwrap();
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
fn games_that_are_in_no_list() {
    let (made_up, large) = (Manner::up_to(MadeUp::GAME, 3), Manner::up_to(LargeRussian::GAME, 2));
    let of_made_up = || Compare(MadeUp::GAME, &made_up, Engine::of::<MadeUp>());
    assert!(visit(MadeUp::GAME, of_made_up()).is_none() && Engine::for_game(MadeUp::GAME).is_none());
    of_made_up().visit::<MadeUp>();
    let of_large = || Compare(LargeRussian::GAME, &large, Engine::of::<LargeRussian>());
    assert!(visit(LargeRussian::GAME, of_large()).is_none());
    of_large().visit::<LargeRussian>();
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
    let effort = Effort { stop: &stop, done: &done, narrow_limit: 2, wide: false, checkpoint: None, phases: None };
    let solve = |effort| {
        Engine::for_game(Russian::GAME).unwrap().solve(
            Russian::GAME,
            "KvK".parse().unwrap(),
            Goal::Ends(&|_, _| None),
            effort,
        )
    };
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
