//! What a build has to do, how much memory it takes, and what comes of it.

use std::collections::BTreeSet;
use std::fmt;

use super::engine::Engine;
use crate::format::{Catalog, Metric};
use crate::index::{IsOpen, Material};
use crate::rules::Game;

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The materials; all that they depend on is built as well.
    pub materials: Vec<Material>,
    /// Whether distances are wanted beside the values.
    pub distances: bool,
    /// How many threads work.
    pub threads: usize,
}

/// One slice of a plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// The material.
    pub material: Material,
    /// Positions, both sides to move.
    pub entries: u64,
    /// The files that have to be built; none if all are there.
    pub missing: Vec<Metric>,
    /// Bytes of memory that building takes at least: the slice itself, and what its moves lead to.
    pub memory: u64,
    /// The part of it for lists and counters, which is free again when the slice is solved.
    pub(super) scratch: u64,
    /// The materials whose cells must be in memory to solve this one: where its moves lead, and what reading those from
    /// their files takes.
    pub(super) needed: BTreeSet<Material>,
}

/// All that a request takes, in the order in which it is built.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: &'static Game,
    /// The code for its rules.
    pub(super) engine: Engine,
    /// The slices, finished ones included.
    pub steps: Vec<Step>,
    /// Whether distances are built.
    pub distances: bool,
    /// Threads.
    pub threads: usize,
}

/// Why there is no plan for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// A material that the request takes has more positions than can be numbered.
    TooManyEntries(Material),
    /// A material that the request takes has more positions for one placement of its men than the solver can count.
    BlockTooLarge(Material),
    /// With a material that was asked for the game is over.
    Over(Material),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::TooManyEntries(material) => {
                write!(f, "{material}, which this takes, has more positions than can be numbered; choose fewer pieces")
            }
            PlanError::BlockTooLarge(material) => write!(
                f,
                "{material}, which this takes, has more than 4,294,967,295 positions that have to be solved at once, for one \
                 placement of its men or, where men step sideways, for one in each row, and the solver counts them in 32 \
                 bits; choose fewer pieces"
            ),
            PlanError::Over(material) => {
                write!(f, "{material} has no table in this game, which is over with these pieces; choose others")
            }
        }
    }
}

impl std::error::Error for PlanError {}

/// Memory that a build takes beside its tables: the program, and each thread's compression.
const OVERHEAD: u64 = 24 << 20;
const OVERHEAD_OF_THREAD: u64 = 12 << 20;

impl Plan {
    /// The plan of a request, given the tables that are there already.
    ///
    /// # Errors
    /// If a material is too large, or the game is over with one.
    ///
    /// # Panics
    /// If there is no [`Engine`] for the game; for one of another crate there is [`Plan::with`].
    pub fn new(game: &'static Game, request: &Request, catalog: &Catalog) -> Result<Plan, PlanError> {
        Plan::with(Engine::for_game(game).expect("a game with known rules"), game, request, catalog)
    }

    /// The plan of a request for a game with the rules that the engine was made for: see [`Plan::new`].
    ///
    /// # Errors
    /// As [`Plan::new`].
    ///
    /// # Panics
    /// If the game has other rules, or contradicts itself.
    pub fn with(engine: Engine, game: &'static Game, request: &Request, catalog: &Catalog) -> Result<Plan, PlanError> {
        (engine.check)(game);
        let metrics: &[Metric] = if request.distances { &[Metric::Wdl, Metric::Dtw] } else { &[Metric::Wdl] };
        let is_open: IsOpen<'_> = &|one, other| game.ending.is_open(one, other);
        if let Some(&over) = request.materials.iter().find(|material| !is_open(material.first(), material.second())) {
            return Err(PlanError::Over(over));
        }
        let mut steps = Vec::new();
        for material in Material::closure(request.materials.iter().copied(), |material| material.successors(is_open)) {
            let entries = (engine.entries)(material).ok_or(PlanError::TooManyEntries(material))?;
            let missing = metrics.iter().copied().filter(|&metric| catalog.find(material, metric).is_none()).collect();
            let needed = material.needed(is_open);
            let scratch =
                (engine.scratch_bytes)(material, request.threads).ok_or(PlanError::BlockTooLarge(material))?;
            let tables = needed.iter().filter_map(|&material| (engine.entries)(material));
            let memory = tables.fold(entries, u64::saturating_add).saturating_add(scratch + overhead(request.threads));
            steps.push(Step { material, entries, missing, memory, scratch, needed });
        }
        Ok(Plan { game, engine, steps, distances: request.distances, threads: request.threads })
    }

    /// The same plan without the files that the catalog has by now.
    pub(super) fn without_finished(&self, catalog: &Catalog) -> Plan {
        let mut plan = self.clone();
        for step in &mut plan.steps {
            step.missing.retain(|&metric| catalog.find(step.material, metric).is_none());
        }
        plan
    }

    /// The slices that are still to be built.
    pub fn to_build(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.missing.is_empty())
    }

    /// The positions that are still to be solved.
    pub fn entries(&self) -> u64 {
        self.to_build().map(|step| step.entries).sum()
    }

    /// The least memory with which the build succeeds, in bytes.
    pub fn least_memory(&self) -> u64 {
        self.to_build().map(|step| step.memory).max().unwrap_or(0)
    }

    /// The memory with which no table is read twice, in bytes.
    pub fn full_memory(&self) -> u64 {
        let tables: u64 = self.steps.iter().map(|step| step.entries).sum();
        let scratch = self.to_build().map(|step| step.scratch).max();
        scratch.map_or(0, |scratch| tables + scratch + overhead(self.threads))
    }
}

/// The memory that a build takes beside its tables.
pub(super) fn overhead(threads: usize) -> u64 {
    OVERHEAD + OVERHEAD_OF_THREAD * threads as u64
}
