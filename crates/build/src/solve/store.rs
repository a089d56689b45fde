//! The solved slices that are in memory while others are built.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::engine::Engine;
use super::plan::{Key, Layer, Plan, Step, closure, overhead};
use crate::clocks::{ClockSlice, goes_by, wide};
use crate::format::{Catalog, FilePool, Identity, Metric, Source, Table, TableError, TableErrorKind};
use crate::index::{Material, Side};
use crate::retrograde::{Cells, Solved};
use crate::rules::{ClockSet, Game};
use crate::stored::Files;

/// Layers of slices in memory, within a limit, as others are solved from them: of a clock whose scope depends on the
/// squares, only what is won in time.
#[derive(Debug, Default)]
pub(super) struct Store {
    solved: BTreeMap<Key, Solved>,
}

/// The memory that is left is too little.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLittle {
    /// Bytes that the slice takes.
    pub(super) needed: u64,
}

/// Why the slices for a step could not be provided.
#[derive(Debug)]
pub(super) enum ProvideError {
    Memory(TooLittle),
    Table(TableError),
}

/// The finished files of a layer.
enum Finished<'p> {
    Values(Box<Files>),
    Clock(&'p ClockSet, Box<Table>, BTreeMap<Metric, Table>),
}

impl<'p> Finished<'p> {
    fn open(plan: &'p Plan, (layer, material): Key, catalog: &Catalog) -> Result<Finished<'p>, TableError> {
        let open = |metric| open_table(plan, material, metric, catalog);
        match layer {
            Layer::Values => {
                let dtw = if plan.distances() { Some(open(Metric::Dtw)?) } else { None };
                Ok(Finished::Values(Box::new(Files { wdl: open(Metric::Wdl)?, dtw })))
            }
            Layer::Clock(name) => {
                let clocks = plan.clocks(name).expect("a plan has clocks of its game");
                Ok(Finished::Clock(
                    clocks,
                    Box::new(open(Metric::Clock(name))?),
                    tables_of_distances(plan, clocks, material, catalog)?,
                ))
            }
        }
    }

    /// Bytes of its cells in memory.
    fn bytes(&self) -> u64 {
        let (table, wide) = match self {
            Finished::Values(files) => (&files.wdl, files.wide()),
            Finished::Clock(_, table, _) => (&**table, wide(table)),
        };
        (1 + u64::from(wide)) * table.header().entries * table.header().statistics.len() as u64
    }
}

/// The tables of distances to an event that a clock goes by.
pub(super) fn tables_of_distances(
    plan: &Plan,
    clocks: &ClockSet,
    material: Material,
    catalog: &Catalog,
) -> Result<BTreeMap<Metric, Table>, TableError> {
    let metrics = goes_by(clocks).into_iter().filter(|&metric| metric != Metric::Dtw);
    metrics.map(|metric| Ok((metric, open_table(plan, material, metric, catalog)?))).collect()
}

impl Store {
    /// A layer of a slice.
    pub(super) fn solved(&self, layer: Layer, material: Material) -> Option<&Solved> {
        self.solved.get(&(layer, material))
    }

    /// The cells of a half.
    pub(super) fn cells(&self, layer: Layer, material: Material, mover: Side) -> Option<&Cells> {
        self.solved(layer, material).map(|solved| &solved.halves[material.half_of(mover)])
    }

    /// Keeps what a step has solved, if one of the `later` steps has a use for it.
    pub(super) fn keep(&mut self, plan: &Plan, key: Key, solved: Solved, later: &[Step]) {
        if next_use(key, later).is_some() {
            self.insert(plan, key, solved);
        }
    }

    /// The only way in, for what was solved now and for what was read from files.
    fn insert(&mut self, plan: &Plan, (layer, material): Key, solved: Solved) {
        if let Layer::Clock(name) = layer {
            let clocks = plan.clocks(name).expect("a plan has clocks of its game");
            plan.engine.keep_what_is_in_time(clocks, material, &solved);
        }
        self.solved.insert((layer, material), solved);
    }

    /// Sees to it that everything is in memory from which the first of `steps` is solved, and that there is room for it
    /// within the limit: reads files, and forgets the slices whose next use is farthest away.
    pub(super) fn provide(
        &mut self,
        plan: &Plan,
        steps: &[Step],
        limit: u64,
        catalog: &Catalog,
        loading: &dyn Fn(Material),
    ) -> Result<(), ProvideError> {
        let step = &steps[0];
        let wanted: BTreeSet<Key> = plan.solved_from(step.layer, step.material).into_iter().collect();
        let missing = wanted.iter().copied().filter(|key| !self.solved.contains_key(key));
        // To read a slice takes those to which captures lead from it; one in memory needs nothing more.
        let to_read = closure(missing, |key| {
            plan.read_from(key).into_iter().filter(|next| !self.solved.contains_key(next)).collect()
        });
        let kept_for_reading = to_read.iter().flat_map(|&key| plan.read_from(key));
        let keep: BTreeSet<Key> = wanted.iter().copied().chain(kept_for_reading).chain(to_read.clone()).collect();
        self.solved.retain(|&key, _| keep.contains(&key) || next_use(key, steps).is_some());

        let files: Vec<(Key, Finished<'_>)> = to_read
            .iter()
            .map(|&key| Ok((key, Finished::open(plan, key, catalog)?)))
            .collect::<Result<_, _>>()
            .map_err(ProvideError::Table)?;
        let bytes_to_read: u64 = files.iter().map(|(_, files)| files.bytes()).sum();
        let fixed = step
            .cells()
            .saturating_add(step.scratch)
            .saturating_add(overhead(plan.threads))
            .saturating_add(bytes_to_read);
        while fixed.saturating_add(self.bytes()) > limit {
            let farthest = self
                .solved
                .keys()
                .copied()
                .filter(|key| !keep.contains(key))
                .max_by_key(|&key| (next_use(key, steps).unwrap_or(usize::MAX), key));
            let Some(farthest) = farthest else {
                return Err(ProvideError::Memory(TooLittle { needed: fixed.saturating_add(self.bytes()) }));
            };
            self.solved.remove(&farthest);
        }
        for (key, files) in files {
            loading(key.1);
            let solved = self.read(plan, key, &files).map_err(ProvideError::Table)?;
            self.insert(plan, key, solved);
        }
        Ok(())
    }

    fn read(&self, plan: &Plan, (layer, material): Key, files: &Finished<'_>) -> Result<Solved, TableError> {
        let values_of = |next, mover| self.cells(Layer::Values, next, mover);
        match files {
            Finished::Values(files) => plan.engine.load(plan.game, material, files, &values_of),
            Finished::Clock(clocks, table, metrics) => {
                let values = self.solved(Layer::Values, material).expect("values are read before clocks");
                let slice = ClockSlice { game: plan.game, clocks, material, values, metrics };
                plan.engine.load_clock(&slice, table, &values_of, &|next, mover| self.cells(layer, next, mover))
            }
        }
    }

    /// Bytes of all slices in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.solved.values().map(Solved::bytes).sum()
    }
}

/// How many steps from now a layer is needed again.
fn next_use(key: Key, steps: &[Step]) -> Option<usize> {
    steps.iter().position(|step| !step.missing.is_empty() && step.needed.contains(&key))
}

/// Opens the file of a table that the catalog has.
pub(super) fn open_table(
    plan: &Plan,
    material: Material,
    metric: Metric,
    catalog: &Catalog,
) -> Result<Table, TableError> {
    let Some(path) = catalog.find(material, metric) else {
        let path = crate::format::file_name(material, metric);
        return Err(TableError { path, kind: TableErrorKind::Io(std::io::ErrorKind::NotFound.into()) });
    };
    open_file(plan.game, &plan.engine, (material, metric), &plan.definition(metric), path)
}

/// Opens the file of a table of a game; `clock` is the definition of the clock, if it is one of a clock.
pub(super) fn open_file(
    game: &Game,
    engine: &Engine,
    (material, metric): (Material, Metric),
    clock: &str,
    path: &Path,
) -> Result<Table, TableError> {
    let name = path.display().to_string();
    let entries = (engine.entries)(material).unwrap_or(0) / material.halves().count() as u64;
    let source = Source::open(path, &FilePool::new(1));
    Table::open(source, &name, &Identity { game: game.tables, material, metric, clock, entries })
}

/// A step that is under way.
pub(super) struct Work<'a> {
    pub(super) step: &'a Step,
    pub(super) store: &'a Store,
    /// Bytes that it takes, what is in the store included.
    pub(super) memory: u64,
    pub(super) limit: u64,
}
