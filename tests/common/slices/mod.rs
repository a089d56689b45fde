//! Slices of any game, solved in memory.
// Every test uses a part of this.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use petrov::index::{Material, Side};
use petrov::rules::Game;
use petrov_build::internals::{Cells, Effort, Events, Goal, Solved, Until};
use petrov_build::solve::Engine;

/// What to solve and how.
#[derive(Clone)]
pub struct Manner {
    pub materials: Vec<Material>,
    pub threads: usize,
    /// Above this cells of one byte do not do.
    pub narrow_limit: u16,
    pub distances: bool,
}

impl Manner {
    /// All materials of a game up to so many pieces.
    pub fn up_to(game: &Game, pieces: u32) -> Manner {
        Manner { materials: materials(game, pieces), threads: 2, narrow_limit: 255, distances: true }
    }
}

/// All materials of a game up to so many pieces.
pub fn materials(game: &Game, pieces: u32) -> Vec<Material> {
    let all = (2..=pieces).flat_map(Material::all);
    all.filter(|material| game.ending.is_open(material.first(), material.second())).collect()
}

impl Manner {
    fn effort<'a>(&self, stop: &'a AtomicBool, done: &'a AtomicU64) -> Effort<'a> {
        Effort { stop, done, narrow_limit: self.narrow_limit, wide: true, checkpoint: None, phases: None }
    }
}

/// Solved slices.
pub struct Slices(pub HashMap<Material, Solved>);

impl Slices {
    /// Solves materials in order.
    pub fn solve(engine: Engine, game: &Game, manner: &Manner) -> Slices {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(manner.threads).build().unwrap();
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut slices = Slices(HashMap::new());
        let mut entries = 0;
        for &material in &manner.materials {
            let effort = manner.effort(&stop, &done);
            let cells_of = |next: Material, mover| Some(slices.cells(next, mover));
            let goal = if manner.distances { Goal::Ends(&cells_of) } else { Goal::Values(&cells_of) };
            let slice = pool.install(|| engine.solve(game, material, goal, &effort)).unwrap();
            entries += slice.halves.iter().map(|half| half.entries()).sum::<u64>();
            assert_eq!(done.load(Ordering::Relaxed), entries, "{material}: every entry is worked at once");
            slices.0.insert(material, slice);
        }
        slices
    }

    /// Solves the same materials for the plies to an event.
    pub fn events(&self, engine: Engine, game: &Game, manner: &Manner, until: Until<'_>) -> Slices {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(manner.threads).build().unwrap();
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let values = |next: Material, mover| Some(self.cells(next, mover));
        let solve = |&material: &Material| {
            let effort = manner.effort(&stop, &done);
            let events = Events { until, values: &values, of_clocks: &|_, _| None };
            (material, pool.install(|| engine.solve(game, material, Goal::Events(events), &effort)).unwrap())
        };
        Slices(manner.materials.iter().map(solve).collect())
    }

    /// The cells of the half with this mover.
    pub fn cells(&self, material: Material, mover: Side) -> &Cells {
        &self.0[&material].halves[material.half_of(mover)]
    }
}
