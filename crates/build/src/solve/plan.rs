//! What a build has to do, how much memory it takes, and what comes of it.

use std::collections::{BTreeMap, BTreeSet};

use super::engine::Engine;
use super::request::{PlanError, Request};
use crate::clocks::{BYTES_PER_ENTRY_ON_SQUARES, goes_by};
use crate::format::{Catalog, ClockName, Metric};
use crate::index::{IsOpen, Material};
use crate::rules::{ClockSet, Game};

/// What of a slice is solved together and kept for others.
///
/// ```
/// use petrov::{format::Catalog, index::Material, rules};
/// use petrov_build::solve::{Layer, Plan, Request};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let plan = Plan::new(game, &Request::new(["KKvM".parse()?]).with_threads(2), &Catalog::new(game.id))?;
/// assert!(plan.steps.iter().all(|step| step.layer == Layer::Values));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Values and distances.
    Values,
    /// What a clock makes of them.
    Clock(ClockName),
}

/// A layer of a slice.
pub(super) type Key = (Layer, Material);

/// One layer of a slice in a plan.
///
/// ```
/// use petrov::{format::Catalog, index::Material, rules};
/// use petrov_build::solve::{Layer, Plan, Request};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let plan = Plan::new(game, &Request::new(["KKvM".parse()?]).with_threads(2), &Catalog::new(game.id))?;
/// // What captures and promotions lead to comes first.
/// let order: Vec<String> = plan.steps.iter().map(|step| step.material.to_string()).collect();
/// assert_eq!(order, ["KvK", "KvM", "KKvK", "KKvM"]);
/// let step = &plan.steps[3];
/// assert_eq!((step.entries, step.missing.len(), step.passes()), (26_040, 2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The material.
    pub material: Material,
    /// The layer.
    pub layer: Layer,
    /// Positions, both sides to move.
    pub entries: u64,
    /// The files that have to be built; none if all are there.
    pub missing: Vec<Metric>,
    /// Bytes of memory that building takes at least: the slice itself, and what its moves lead to.
    pub memory: u64,
    /// The part of it for lists and counters, which is free again when the slice is solved.
    pub(super) scratch: u64,
    /// The layers whose cells must be in memory to solve this one: where its moves lead, and what reading those from
    /// their files takes.
    pub(super) needed: BTreeSet<Key>,
}

impl Step {
    /// The metrics that are solved one after the other: the values and all distances to an event.
    pub fn passes(&self) -> u64 {
        let events = self.missing.iter().filter(|metric| matches!(metric, Metric::Dtc | Metric::Dtz)).count() as u64;
        match self.layer {
            _ if self.missing.is_empty() => 0,
            Layer::Values => 1 + events,
            Layer::Clock(_) => 1,
        }
    }

    /// Bytes of the cells of the step itself: those of distances to events are beside those of the values.
    pub(super) fn cells(&self) -> u64 {
        self.entries.saturating_mul(self.passes().min(2))
    }
}

/// All that a request takes, in the order in which it is built.
///
/// ```
/// use petrov::{format::Catalog, index::Material, rules};
/// use petrov_build::solve::{Layer, Plan, Request};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let plan = Plan::new(game, &Request::new(["KKvM".parse()?]).with_threads(2), &Catalog::new(game.id))?;
/// assert_eq!(plan.to_build().count(), 4);
/// assert_eq!(plan.entries(), 992 + 1_736 + 29_760 + 26_040);
/// assert!(plan.distances());
/// // Bytes: with the least memory tables are read again, with the full memory never.
/// assert!(plan.least_memory() <= plan.full_memory());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: &'static Game,
    /// The code for its rules.
    pub(super) engine: Engine,
    /// The layers of the slices, finished ones included: first the values of all, then clock after clock.
    pub steps: Vec<Step>,
    /// The metrics that are built, those included that others take.
    pub metrics: Vec<Metric>,
    /// The clocks of those that are of clocks.
    clocks: BTreeMap<ClockName, ClockSet>,
    /// Threads.
    pub threads: usize,
    /// Slices with at least so many entries keep what is solved of them on disk, and go on there after they were stopped.
    pub checkpoint_from: u64,
}

/// What [`Plan::checkpoint_from`] is at first: smaller slices are solved in seconds.
///
/// ```
/// assert_eq!(petrov_build::solve::CHECKPOINT_FROM, 134_217_728);
/// ```
pub const CHECKPOINT_FROM: u64 = 1 << 27;

/// Memory that a build takes beside its tables: the program, what the system's allocator does not give back (glibc keeps
/// up to 32 MiB of pieces that are no larger, so that tables of that size leave gaps), and each thread's compression.
const OVERHEAD: u64 = (24 + 32) << 20;
const OVERHEAD_OF_THREAD: u64 = 12 << 20;

impl Plan {
    /// The plan of a request, given the tables that are there already.
    ///
    /// # Errors
    /// If a material is too large, or the game is over with one.
    ///
    /// # Panics
    /// If there is no [`Engine`] for the game; for one of another crate there is [`Plan::with`].
    ///
    /// ```
    /// use petrov::{format::Catalog, index::Material, rules};
    /// use petrov_build::solve::{Layer, Plan, Request};
    ///
    /// let game = rules::game("russian").ok_or("no such game")?;
    /// let plan = Plan::new(game, &Request::new(["KKvM".parse()?]).with_threads(2), &Catalog::new(game.id))?;
    /// assert_eq!(plan.game.id, "russian");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use petrov::rules::{Russian, Variant};
    /// use petrov_build::solve::{Engine, Plan, Request};
    /// use petrov::{format::Catalog, index::Material};
    ///
    /// let (engine, request) = (Engine::of::<Russian>(), Request::new(Material::all(2)));
    /// let plan = Plan::with(engine, Russian::GAME, &request, &Catalog::new("russian"))?;
    /// assert_eq!(plan.steps.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(engine: Engine, game: &'static Game, request: &Request, catalog: &Catalog) -> Result<Plan, PlanError> {
        (engine.check)(game);
        let is_open: IsOpen<'_> = &|one, other| game.ending.is_open(one, other);
        if let Some(&over) = request.materials.iter().find(|material| !is_open(material.first(), material.second())) {
            return Err(PlanError::Over(over));
        }
        let clocks = clocks_of(game, &request.metrics)?;
        let metrics = all_metrics(&request.metrics, &clocks);
        let materials = Material::closure(request.materials.iter().copied(), |material| material.successors(is_open));
        let mut plan = Plan {
            game,
            engine,
            steps: Vec::new(),
            metrics,
            clocks,
            threads: request.threads,
            checkpoint_from: CHECKPOINT_FROM,
        };
        for &material in &materials {
            plan.add(Layer::Values, material, catalog)?;
        }
        for metric in plan.metrics.clone() {
            let Metric::Clock(name) = metric else { continue };
            for &material in &materials {
                if plan.concerns(name, material) {
                    plan.add(Layer::Clock(name), material, catalog)?;
                }
            }
        }
        Ok(plan)
    }

    fn add(&mut self, layer: Layer, material: Material, catalog: &Catalog) -> Result<(), PlanError> {
        let entries = (self.engine.entries)(material).ok_or(PlanError::TooManyEntries(material))?;
        let scratch = (self.engine.scratch_bytes)(material, self.threads).ok_or(PlanError::BlockTooLarge(material))?;
        let scratch = if self.is_on_squares(layer, material) { BYTES_PER_ENTRY_ON_SQUARES * entries } else { scratch };
        let missing =
            self.metrics_of(layer).into_iter().filter(|&metric| catalog.find(material, metric).is_none()).collect();
        let needed = closure(self.solved_from(layer, material), |key| self.read_from(key));
        let mut step = Step { material, layer, entries, missing, memory: 0, scratch, needed };
        let tables = step.needed.iter().filter_map(|&(_, material)| (self.engine.entries)(material));
        let memory = tables.fold(step.cells(), u64::saturating_add);
        step.memory = memory.saturating_add(scratch + overhead(self.threads));
        self.steps.push(step);
        Ok(())
    }

    /// The metrics of a layer that are built.
    pub(super) fn metrics_of(&self, layer: Layer) -> Vec<Metric> {
        let is_of = |metric: &Metric| match (layer, *metric) {
            (Layer::Clock(name), Metric::Clock(of)) => name == of,
            (layer, metric) => layer == Layer::Values && !matches!(metric, Metric::Clock(_)),
        };
        self.metrics.iter().copied().filter(is_of).collect()
    }

    /// The clocks of a name.
    pub(super) fn clocks(&self, name: ClockName) -> Option<&ClockSet> {
        self.clocks.get(&name)
    }

    /// The definition of the clock of a metric; empty for another.
    pub(super) fn definition(&self, metric: Metric) -> String {
        match metric {
            Metric::Clock(name) => self.clocks(name).map(ClockSet::definition).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// Whether a clock has anything to say of a material.
    fn concerns(&self, name: ClockName, material: Material) -> bool {
        self.clocks(name).is_some_and(|clocks| clocks.concerns(material.first(), material.second()))
    }

    /// Whether a layer of a slice is solved square by square.
    fn is_on_squares(&self, layer: Layer, material: Material) -> bool {
        let Layer::Clock(name) = layer else { return false };
        let clock = self.clocks(name).and_then(ClockSet::asks_for_squares);
        clock.is_some_and(|clock| clock.covers(material.first(), material.second()))
    }

    /// The layer in which the worth of a position of a material is found under a layer of another.
    pub(super) fn layer_of(&self, layer: Layer, material: Material) -> Layer {
        match layer {
            Layer::Clock(name) if self.concerns(name, material) => layer,
            _ => Layer::Values,
        }
    }

    /// What must be in memory to solve a layer of a slice.
    pub(super) fn solved_from(&self, layer: Layer, material: Material) -> Vec<Key> {
        let is_open: IsOpen<'_> = &|one, other| self.game.ending.is_open(one, other);
        let next = material.successors(is_open).into_iter().map(|next| (self.layer_of(layer, next), next));
        next.chain((layer != Layer::Values).then_some((Layer::Values, material))).collect()
    }

    /// What must be in memory to read a layer of a slice from its files.
    pub(super) fn read_from(&self, (layer, material): Key) -> Vec<Key> {
        let is_open: IsOpen<'_> = &|one, other| self.game.ending.is_open(one, other);
        let next = material.after_capture(is_open).into_iter().map(|next| (self.layer_of(layer, next), next));
        next.chain((layer != Layer::Values).then_some((Layer::Values, material))).collect()
    }

    /// Whether distances to the end are built.
    pub fn distances(&self) -> bool {
        self.metrics.contains(&Metric::Dtw)
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

    /// The positions that are still to be solved, counted once for each time that they are.
    pub fn entries(&self) -> u64 {
        self.to_build().map(|step| step.entries * step.passes()).sum()
    }

    /// The least memory with which the build succeeds, in bytes.
    pub fn least_memory(&self) -> u64 {
        self.to_build().map(|step| step.memory).max().unwrap_or(0)
    }

    /// The memory with which no table is read twice, in bytes.
    pub fn full_memory(&self) -> u64 {
        let tables: u64 = self.steps.iter().map(|step| step.entries.max(step.cells())).sum();
        let scratch = self.to_build().map(|step| step.scratch).max();
        scratch.map_or(0, |scratch| tables + scratch + overhead(self.threads))
    }
}

/// These keys and all to which `next` leads from them.
pub(super) fn closure(keys: impl IntoIterator<Item = Key>, next: impl Fn(Key) -> Vec<Key>) -> BTreeSet<Key> {
    let mut all = BTreeSet::new();
    let mut open: Vec<Key> = keys.into_iter().collect();
    while let Some(key) = open.pop() {
        if all.insert(key) {
            open.extend(next(key));
        }
    }
    all
}

/// The clocks of a game that are asked for, by their names.
fn clocks_of(game: &Game, asked: &[Metric]) -> Result<BTreeMap<ClockName, ClockSet>, PlanError> {
    let names = asked.iter().filter_map(|metric| if let Metric::Clock(name) = metric { Some(*name) } else { None });
    names.map(|name| Ok((name, game.clock_set(name.as_str()).ok_or(PlanError::NoClock(name))?))).collect()
}

/// Metrics with all that they take, in order, each once.
fn all_metrics(asked: &[Metric], clocks: &BTreeMap<ClockName, ClockSet>) -> Vec<Metric> {
    let mut all = BTreeSet::from([Metric::Wdl]);
    all.extend(asked);
    all.extend(clocks.values().flat_map(goes_by));
    all.into_iter().collect()
}

/// The memory that a build takes beside its tables.
pub(super) fn overhead(threads: usize) -> u64 {
    OVERHEAD + OVERHEAD_OF_THREAD * threads as u64
}
