//! Building files: step by step through a plan, each file appearing whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use super::error::BuildError;
use super::event::Event;
use super::folder::{self, io_error, lock, read_manifest};
use super::plan::{Layer, Plan, Step, overhead};
use super::store::{ProvideError, Store, Work, open_table, tables_of_distances};
use crate::clocks::{ClockSlice, ends};
use crate::format::{
    Catalog, Content, Manifest, Metric, Statistics, Values, check_unfinished, encode_together, file_name, is_own,
    remove_own, remove_unfinished, sum_of, sum_of_file, write_atomically,
};
use crate::index::Material;
use crate::progress::Progress;
use crate::retrograde::{CellsOf, Checkpoint, Effort, Events, Goal, Note, SUFFIX, Scale, Solved, Unsolved, Until};
use crate::rules::{self, ClockSet};
use crate::stored::{agree, content, measure_of, statistics};
use crate::threads;

/// Builds what a plan says into a folder, with at most `limit` bytes of memory, and adds the files to the catalog.
///
/// Files that are there already are checked and skipped. The same plan gives the same bytes with any number of threads
/// and any limit.
///
/// # Errors
/// See [`BuildError`]. Files that were finished before stay.
///
/// ```
/// use petrov::{Tablebase, format::{Catalog, game_folder}, index::Material, rules};
/// use petrov_build::solve::{Event, Plan, Progress, Request, build};
///
/// let tables = tempfile::tempdir()?; // your folder of tables
/// let game = rules::game("russian").ok_or("no such game")?;
/// let mut catalog = Catalog::new(game.id);
/// catalog.add_directory(tables.path())?;
/// let plan = Plan::new(game, &Request::new(Material::all(2)), &catalog)?;
/// let (folder, memory) = (game_folder(tables.path(), game.id), 1 << 30);
/// build(&plan, &folder, memory, &mut catalog, &Progress::default(), &|event| {
///     if let Event::Finished(step, bytes) = event {
///         println!("{}: {} positions in {bytes} bytes", step.material, step.entries);
///     }
/// })?;
/// let mut tablebase = Tablebase::new(game);
/// assert_eq!(tablebase.add_directory(tables.path())?, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    plan: &Plan,
    folder: &Path,
    limit: u64,
    catalog: &mut Catalog,
    progress: &Progress,
    observe: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), BuildError> {
    let on_threads = |work: &mut (dyn FnMut() -> Result<(), BuildError> + Send)| {
        threads::on(plan.threads, work).unwrap_or_else(|why| Err(BuildError::Threads(why)))
    };
    if plan.to_build().next().is_none() {
        // Nothing will be written, so a folder that cannot be written to is right as well.
        let manifest = read_manifest(folder)?;
        let lock = folder::lock_if_free(folder);
        let mut builder = Builder { folder, manifest, plan, progress, observe, may_note: lock.is_some() };
        if lock.is_some() {
            plan.steps.iter().for_each(|step| builder.forget_checkpoint(step));
        }
        return on_threads(&mut || builder.check_finished(catalog));
    }
    fs::create_dir_all(folder).map_err(io_error(folder))?;
    let _lock = lock(folder, &progress.stop, &|| observe(Event::Waiting(folder)))?;
    // Another program may have finished files since the plan was made.
    catalog.add_directory(folder).map_err(io_error(folder))?;
    let plan = &plan.without_finished(catalog);
    if let Some(step) = plan.to_build().find(|step| step.memory > limit) {
        // Said before any work, not hours later when its turn has come.
        return Err(BuildError::Memory { material: step.material, needed: step.memory, limit });
    }
    remove_unfinished(folder).map_err(io_error(folder))?;
    let manifest = read_manifest(folder)?;
    // Nor would this be worth hours of work.
    let files = plan.to_build().flat_map(|step| step.missing.iter().map(|&metric| file_name(step.material, metric)));
    for path in files.map(|name| folder.join(name)).chain([manifest.path().to_owned()]) {
        check_unfinished(&path).map_err(io_error(&path))?;
    }
    let mut builder = Builder { folder, manifest, plan, progress, observe, may_note: true };
    on_threads(&mut || {
        builder.check_finished(catalog)?;
        builder.run(limit, catalog)
    })
}

struct Builder<'a> {
    folder: &'a Path,
    manifest: Manifest,
    plan: &'a Plan,
    progress: &'a Progress,
    observe: &'a (dyn Fn(Event<'_>) + Sync),
    /// Whether sums that the manifest lacks can be added: the folder is locked.
    may_note: bool,
}

impl Builder<'_> {
    /// Checks the files of the plan that are there already: by the sum in the manifest of their folder, or where there
    /// is none, by their own checksums.
    fn check_finished(&mut self, catalog: &Catalog) -> Result<(), BuildError> {
        for step in &self.plan.steps {
            for metric in self.plan.metrics_of(step.layer) {
                let Some(path) = catalog.find(step.material, metric) else { continue };
                self.check_file(step.material, metric, path, catalog)?;
            }
        }
        Ok(())
    }

    fn check_file(
        &mut self,
        material: Material,
        metric: Metric,
        path: &Path,
        catalog: &Catalog,
    ) -> Result<(), BuildError> {
        self.stopped()?;
        let name = file_name(material, metric);
        let table = open_table(self.plan, material, metric, catalog).map_err(BuildError::Table)?;
        let of_other_folder;
        let own = path.parent() == Some(self.folder);
        let manifest = if own {
            &self.manifest
        } else {
            let folder = path.parent().unwrap_or(Path::new("."));
            of_other_folder = read_manifest(folder)?;
            &of_other_folder
        };
        match manifest.agrees_with(path, &name).map_err(io_error(path))? {
            Some(true) => return Ok(()),
            Some(false) => return Err(BuildError::Changed(path.to_owned())),
            None => {}
        }
        for block in 0..table.blocks() {
            table.check_block(block).map_err(BuildError::Table)?;
        }
        if own && self.may_note {
            let sum = sum_of_file(path).map_err(io_error(path))?;
            let manifest = self.manifest.path().to_owned();
            self.manifest.set(&name, sum).map_err(io_error(&manifest))?;
        }
        Ok(())
    }

    fn run(&mut self, limit: u64, catalog: &mut Catalog) -> Result<(), BuildError> {
        let mut store = Store::default();
        let plan = self.plan;
        for (number, step) in plan.steps.iter().enumerate() {
            if step.missing.is_empty() {
                self.forget_checkpoint(step);
                continue;
            }
            self.stopped()?;
            let loading = |material| (self.observe)(Event::Loading(material));
            store.provide(plan, &plan.steps[number..], limit, catalog, &loading).map_err(|error| match error {
                ProvideError::Table(error) => BuildError::Table(error),
                ProvideError::Memory(short) => {
                    BuildError::Memory { material: step.material, needed: short.needed, limit }
                }
            })?;
            let fixed = step.cells().saturating_add(step.scratch).saturating_add(overhead(plan.threads));
            let work = Work { step, store: &store, memory: fixed.saturating_add(store.bytes()), limit };
            let solved = match step.layer {
                Layer::Values => self.build_values(&work, catalog)?,
                Layer::Clock(name) => {
                    self.build_clock(&work, plan.clocks(name).expect("a plan has clocks of its game"), catalog)?
                }
            };
            store.keep(plan, (step.layer, step.material), solved, &plan.steps[number + 1..]);
        }
        Ok(())
    }

    /// Solves a slice for values and distances and writes its files. Returns the cells of values.
    fn build_values(&mut self, work: &Work<'_>, catalog: &mut Catalog) -> Result<Solved, BuildError> {
        let &Work { step, store, .. } = work;
        let cells_of: CellsOf<'_, '_> = &|next, mover| store.cells(Layer::Values, next, mover);
        let goal = if self.plan.distances() { Goal::Ends(cells_of) } else { Goal::Values(cells_of) };
        let main = if self.plan.distances() { Metric::Dtw } else { Metric::Wdl };
        let observe = self.observe;
        let note = |note: Note<'_>| match note {
            Note::Restored(entries) => observe(Event::Resumed(step, entries)),
            Note::NotKept(path, error) => observe(Event::NotKept(step, path, error)),
        };
        let checkpoint = self.checkpoint(step, &note, catalog);
        let solved = self.solve(work, main, goal, checkpoint.as_ref())?;
        self.check_the_others(step, &solved, catalog)?;
        let halves = self.statistics(&solved, main);
        let mut bytes = 0;
        let is_missing = |metric: &Metric| step.missing.contains(metric);
        let metrics: Vec<Metric> = [Metric::Wdl, Metric::Dtw].into_iter().filter(is_missing).collect();
        bytes += self.write(step, &metrics, &solved, &halves, catalog)?;
        for (metric, until) in [(Metric::Dtc, Until::Conversion), (Metric::Dtz, Until::Zeroing)] {
            if !step.missing.contains(&metric) {
                continue;
            }
            let values_of: CellsOf<'_, '_> = &|next, mover| match next == step.material {
                true => Some(&solved.halves[next.half_of(mover)]),
                false => cells_of(next, mover),
            };
            let events = Events { until, values: values_of, of_clocks: &|_, _| None };
            let distances = self.solve(work, metric, Goal::Events(events), None)?;
            let statistics = self.statistics(&distances, metric);
            let counts = |half: &Statistics| (half.win, half.draw, half.loss);
            assert!(
                statistics.iter().map(counts).eq(halves.iter().map(counts)),
                "{}: the values do not depend on what is measured beside them",
                step.material
            );
            bytes += self.write(step, &[metric], &distances, &statistics, catalog)?;
        }
        drop(checkpoint);
        self.forget_checkpoint(step);
        (self.observe)(Event::Finished(step, bytes));
        Ok(solved)
    }

    /// Where the levels of a large slice are kept while it is solved, or of one of which some are kept from before.
    fn checkpoint<'c>(
        &self,
        step: &Step,
        note: &'c (dyn Fn(Note<'_>) + Sync),
        catalog: &Catalog,
    ) -> Option<Checkpoint<'c>> {
        if step.entries < self.plan.checkpoint_from && !is_own(&self.checkpoint_path(step)) {
            return None;
        }
        let distances = self.plan.distances();
        let mut depends_on =
            format!("{} {} {} {distances}", env!("CARGO_PKG_VERSION"), self.plan.game.tables, step.material);
        for &(_, material) in &step.needed {
            for metric in [Metric::Wdl, Metric::Dtw].into_iter().filter(|&metric| metric == Metric::Wdl || distances) {
                let sum = self.manifest.sum(&file_name(material, metric)).map(str::to_owned);
                // A table of another folder may have its sum there, but what counts is what it is now.
                let sum = sum.or_else(|| sum_of_file(catalog.find(material, metric)?).ok());
                // Without it the table is missing, and so are its cells: that is said where they are read.
                depends_on += &format!(" {}", sum?);
            }
        }
        Some(Checkpoint::new(self.checkpoint_path(step), &depends_on, note))
    }

    fn checkpoint_path(&self, step: &Step) -> PathBuf {
        self.folder.join(format!("{}{}", step.material, SUFFIX))
    }

    /// Removes what is kept of a slice that is finished. If it stays, it does no harm.
    fn forget_checkpoint(&self, step: &Step) {
        remove_own(&self.checkpoint_path(step));
    }

    /// Solves a slice for a clock and writes its file. Returns the cells for the slices that come after it.
    fn build_clock(&mut self, work: &Work<'_>, clocks: &ClockSet, catalog: &mut Catalog) -> Result<Solved, BuildError> {
        let (plan, &Work { step, store, .. }) = (self.plan, work);
        let &Step { material, layer, .. } = step;
        let metric = step.missing[0];
        let values = store.solved(Layer::Values, material).expect("a clock needs the values of its slice");
        let metrics = tables_of_distances(plan, clocks, material, catalog).map_err(BuildError::Table)?;
        let slice = ClockSlice { game: plan.game, clocks, material, values, metrics: &metrics };
        let cells_of = |next, mover| store.cells(Layer::Values, next, mover);
        let of_clock = |next, mover| store.cells(layer, next, mover);
        let covered = clocks.covers(material.first(), material.second());
        let waits_for_the_end = clocks.single().is_some_and(|clock| clock.until == rules::Until::End);
        let no_memory = |_| BuildError::NoMemory { material };
        let solved = if covered && clocks.asks_for_squares().is_some() {
            (self.observe)(Event::Solving(step, metric));
            let solved = plan.engine.solve_on_squares(&slice, &cells_of, &of_clock).map_err(no_memory)?;
            self.progress.solved.fetch_add(step.entries, Relaxed);
            solved
        } else if covered && waits_for_the_end {
            self.progress.solved.fetch_add(step.entries, Relaxed);
            ends(&slice).map_err(no_memory)?
        } else {
            let events = Events { until: Until::Clocks(clocks), values: &cells_of, of_clocks: &of_clock };
            self.solve(work, metric, Goal::Events(events), None)?
        };
        let statistics = plan.engine.statistics_of_clock(&slice, &solved);
        let values = plan.engine.values_of_clock(&slice, &solved, self.progress);
        let content = content(plan.game.tables, plan.definition(metric), material, metric, &solved, statistics);
        let bytes = self.write_files(step, &[(content, &*values)], catalog)?;
        drop(values);
        (self.observe)(Event::Finished(step, bytes));
        Ok(solved)
    }

    fn solve(
        &self,
        work: &Work<'_>,
        metric: Metric,
        goal: Goal<'_, '_>,
        checkpoint: Option<&Checkpoint<'_>>,
    ) -> Result<Solved, BuildError> {
        let &Work { step, memory, limit, .. } = work;
        (self.observe)(Event::Solving(step, metric));
        let wide = step.entries.saturating_add(memory);
        let effort = Effort {
            stop: &self.progress.stop,
            done: &self.progress.solved,
            narrow_limit: u16::MAX,
            wide: wide <= limit,
            checkpoint,
            phases: None,
        };
        let solved = self.plan.engine.solve(self.plan.game, step.material, goal, &effort);
        solved.map_err(|unsolved| match unsolved {
            Unsolved::Stopped => BuildError::Stopped,
            Unsolved::TooFar => BuildError::Memory { material: step.material, needed: wide, limit },
            Unsolved::NoMemory => BuildError::NoMemory { material: step.material },
        })
    }

    fn statistics(&self, solved: &Solved, metric: Metric) -> Vec<Statistics> {
        let scale = Scale { giveaway: self.plan.game.ending.giveaway, measure: measure_of(metric) };
        solved.halves.iter().map(|cells| statistics(cells, scale)).collect()
    }

    /// Writes metrics of a solved slice. Returns the bytes of the files.
    fn write(
        &mut self,
        step: &Step,
        metrics: &[Metric],
        solved: &Solved,
        statistics: &[Statistics],
        catalog: &mut Catalog,
    ) -> Result<u64, BuildError> {
        let Plan { game, engine, .. } = self.plan;
        let values = metrics.iter().map(|&metric| engine.values(game, step.material, metric, solved, self.progress));
        let values: Vec<_> = values.collect();
        let (game, plan) = (self.plan.game.tables, self.plan);
        let content = |&metric: &Metric| {
            content(game, plan.definition(metric), step.material, metric, solved, statistics.to_vec())
        };
        let contents = metrics.iter().map(content);
        let files: Vec<_> = contents.zip(&values).map(|(content, values)| (content, &**values)).collect();
        self.write_files(step, &files, catalog)
    }

    fn write_files(
        &mut self,
        step: &Step,
        files: &[(Content, &dyn Values)],
        catalog: &mut Catalog,
    ) -> Result<u64, BuildError> {
        let metrics: Vec<Metric> = files.iter().map(|(content, _)| content.metric).collect();
        if metrics.is_empty() {
            return Ok(0);
        }
        (self.observe)(Event::Writing(step, &metrics));
        let path_of = |metric| self.folder.join(file_name(step.material, metric));
        let encoded = encode_together(files);
        self.stopped()?;
        if let Some(error) = files.iter().find_map(|(_, values)| values.failure()) {
            return Err(BuildError::Table(error));
        }
        let encoded = encoded.map_err(io_error(&path_of(metrics[0])))?;
        let mut bytes = 0;
        for (metric, file) in metrics.into_iter().zip(encoded) {
            let path = path_of(metric);
            write_atomically(&path, &file).map_err(io_error(&path))?;
            let manifest = self.manifest.path().to_owned();
            self.manifest.set(&file_name(step.material, metric), sum_of(&file)).map_err(io_error(&manifest))?;
            catalog.insert(step.material, metric, path);
            bytes += file.len() as u64;
        }
        Ok(bytes)
    }

    /// Checks the files of values and distances that were there already, so that no wrong one stands beside a right one.
    fn check_the_others(&self, step: &Step, solved: &Solved, catalog: &Catalog) -> Result<(), BuildError> {
        let there = |metric: &Metric| self.plan.metrics.contains(metric) && !step.missing.contains(metric);
        for metric in [Metric::Wdl, Metric::Dtw].into_iter().filter(there) {
            let table = open_table(self.plan, step.material, metric, catalog).map_err(BuildError::Table)?;
            let values = self.plan.engine.values(self.plan.game, step.material, metric, solved, self.progress);
            if !agree(&*values, &table).map_err(BuildError::Table)? {
                return Err(BuildError::Wrong(table.path().into()));
            }
        }
        Ok(())
    }

    fn stopped(&self) -> Result<(), BuildError> {
        if self.progress.stop.load(Relaxed) { Err(BuildError::Stopped) } else { Ok(()) }
    }
}
