//! The solved slices that are in memory while others are built.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Cells;
use super::load::Files;
use super::plan::{Plan, Step, overhead};
use super::slice::Solved;
use crate::format::{Catalog, FilePool, Identity, Metric, Source, Table, TableError, TableErrorKind};
use crate::index::{IsOpen, Material, Side};

/// Slices in memory, within a limit.
#[derive(Debug, Default)]
pub(super) struct Store {
    solved: BTreeMap<Material, Solved>,
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

impl Store {
    /// The cells of a half.
    pub(super) fn cells(&self, material: Material, mover: Side) -> Option<&Cells> {
        self.solved.get(&material).map(|solved| &solved.halves[material.half_of(mover)])
    }

    /// Keeps a slice that has just been solved, if one of the `later` steps has a use for it.
    pub(super) fn keep(&mut self, material: Material, solved: Solved, later: &[Step]) {
        if next_use(material, later).is_some() {
            self.solved.insert(material, solved);
        }
    }

    /// Sees to it that all slices are in memory to which moves from the first of `steps` lead, and that there is room
    /// for it within the limit: reads files, and forgets the slices whose next use is farthest away.
    pub(super) fn provide(
        &mut self,
        plan: &Plan,
        steps: &[Step],
        limit: u64,
        catalog: &Catalog,
        loading: &dyn Fn(Material),
    ) -> Result<(), ProvideError> {
        let (game, step) = (plan.game, &steps[0]);
        let is_open: IsOpen<'_> = &|one, other| game.ending.is_open(one, other);
        let wanted: BTreeSet<Material> = step.material.successors(is_open).into_iter().collect();
        let missing = wanted.iter().copied().filter(|material| !self.solved.contains_key(material));
        // To read a slice takes those to which captures lead from it; one in memory needs nothing more.
        let to_read = Material::closure(missing, |material| {
            material.after_capture(is_open).into_iter().filter(|next| !self.solved.contains_key(next)).collect()
        });
        let kept_for_reading = to_read.iter().flat_map(|material| material.after_capture(is_open));
        let keep: BTreeSet<Material> = wanted.iter().copied().chain(kept_for_reading).chain(to_read.clone()).collect();
        self.solved.retain(|&material, _| keep.contains(&material) || next_use(material, steps).is_some());

        let files: Vec<(Material, Files)> = to_read
            .iter()
            .map(|&material| Ok((material, open(plan, material, catalog)?)))
            .collect::<Result<_, _>>()
            .map_err(ProvideError::Table)?;
        let bytes_to_read: u64 = files
            .iter()
            .map(|(_, files)| {
                (1 + u64::from(files.wide())) * files.wdl.header().entries * files.wdl.header().statistics.len() as u64
            })
            .sum();
        let fixed = step
            .entries
            .saturating_add(step.scratch)
            .saturating_add(overhead(plan.threads))
            .saturating_add(bytes_to_read);
        while fixed.saturating_add(self.bytes()) > limit {
            let farthest = self
                .solved
                .keys()
                .copied()
                .filter(|material| !keep.contains(material))
                .max_by_key(|&material| (next_use(material, steps).unwrap_or(usize::MAX), material));
            let Some(farthest) = farthest else {
                return Err(ProvideError::Memory(TooLittle { needed: fixed.saturating_add(self.bytes()) }));
            };
            self.solved.remove(&farthest);
        }
        for (material, files) in files {
            loading(material);
            let solved = plan
                .engine
                .load(game, material, &files, &|next, mover| self.cells(next, mover))
                .map_err(ProvideError::Table)?;
            self.solved.insert(material, solved);
        }
        Ok(())
    }

    /// Bytes of all slices in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.solved.values().map(Solved::bytes).sum()
    }
}

/// How many steps from now a slice is needed again.
fn next_use(material: Material, steps: &[Step]) -> Option<usize> {
    steps.iter().position(|step| !step.missing.is_empty() && step.needed.contains(&material))
}

/// Opens the files of a finished slice.
fn open(plan: &Plan, material: Material, catalog: &Catalog) -> Result<Files, TableError> {
    let wdl = open_table(plan, material, Metric::Wdl, catalog)?;
    let dtw = if plan.distances { Some(open_table(plan, material, Metric::Dtw, catalog)?) } else { None };
    Ok(Files { wdl, dtw })
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
    let name = path.display().to_string();
    let entries = (plan.engine.entries)(material).unwrap_or(0) / material.halves().count() as u64;
    let source = Source::open(path, &FilePool::new(1));
    Table::open(source, &name, &Identity { game: plan.game.tables, material, metric, entries })
}
