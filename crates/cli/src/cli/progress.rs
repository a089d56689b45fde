//! How far a build has come, told from what it reports.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::estimate;
use super::meter::Meter;
use super::words;
use petrov::format::Metric;
use petrov::index::Material;
use petrov::internals::short;
use petrov_build::solve::{Event, Layer, Plan, Progress, Step};

/// Shows the progress of a build.
#[derive(Debug)]
pub(super) struct Reporter {
    meter: Arc<Meter>,
    progress: Arc<Progress>,
    /// The slices of the plan and the work of each, in nanoseconds of one thread.
    works: Vec<((Layer, Material), f64)>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    since: Instant,
    /// Work before this phase.
    done: f64,
    /// Work of this phase, and its entries.
    work: f64,
    entries: u64,
    /// What the counters of the build were when the phase began.
    solved: u64,
    written: u64,
    /// How long the slice took to solve, and how many of its entries were solved before.
    solving: Duration,
    restored: u64,
}

#[derive(Clone, Debug)]
enum Phase {
    Preparing,
    Loading(Material),
    Solving(Material, Metric),
    Writing(Material, Vec<Metric>),
}

impl Reporter {
    pub(super) fn new(plan: &Plan, meter: Arc<Meter>, progress: Arc<Progress>) -> Reporter {
        let state = State {
            phase: Phase::Preparing,
            since: Instant::now(),
            done: 0.0,
            work: 0.0,
            entries: 0,
            solved: 0,
            written: 0,
            solving: Duration::ZERO,
            restored: 0,
        };
        let works = plan.to_build().map(|step| ((step.layer, step.material), estimate::work(step))).collect();
        Reporter { meter, progress, works, state: Mutex::new(state) }
    }

    /// Takes note of what the build reports.
    pub(super) fn observe(&self, event: Event<'_>) {
        match event {
            Event::Waiting(folder) => self.meter.note(&format!(
                "another petrov builds in {}; waiting for it to finish (Ctrl-C to give up)",
                short::path(folder)
            )),
            Event::Loading(material) => self.begin(Phase::Loading(material), 0.0, 0.0, 0),
            Event::Solving(step, metric) => {
                // Slices that another program has built meanwhile are left out, so this is found anew.
                let before = self.works.iter().take_while(|(key, _)| *key != (step.layer, step.material));
                let before: f64 = before.map(|(_, work)| work).sum();
                // The second metric of a step comes after the work for the first.
                let state = self.state();
                let done = before.max(state.done + state.work);
                drop(state);
                self.begin(Phase::Solving(step.material, metric), done, estimate::solving(step), step.entries);
            }
            Event::Writing(step, metrics) => {
                let mut state = self.state();
                if let Phase::Solving(..) = state.phase {
                    let elapsed = state.since.elapsed();
                    state.solving += elapsed;
                }
                let done = state.done + state.work;
                drop(state);
                let work = metrics.iter().map(|&metric| estimate::writing(step, metric)).sum();
                let phase = Phase::Writing(step.material, metrics.to_vec());
                self.begin(phase, done, work, step.entries * metrics.len() as u64);
            }
            Event::Resumed(step, entries) => {
                self.state().restored = entries;
                self.meter.note(&format!(
                    "{}: {} of {} entries were solved before, and it goes on from there",
                    step.material,
                    words::number(entries),
                    words::number(step.entries)
                ));
            }
            Event::NotKept(step, path, error) => self.meter.note(&format!(
                "{}: {error}; {} goes on without it, and would be solved anew if this build were stopped",
                short::path(path),
                step.material
            )),
            Event::Finished(step, bytes) => self.finished(step, bytes),
        }
    }

    /// Shows where the build is.
    pub(super) fn tick(&self) {
        let state = self.state();
        let entries = self.phase_entries(&state);
        let what = match &state.phase {
            Phase::Preparing => "checking finished tables".to_owned(),
            Phase::Loading(material) => format!("reading {material}"),
            Phase::Solving(material, metric) => {
                let solved = entries.saturating_sub(state.restored);
                format!("solving {material}, {}  {}", metric.name(), words::rate(solved, state.since.elapsed()))
            }
            Phase::Writing(material, metrics) => {
                let names: Vec<&str> = metrics.iter().map(Metric::name).collect();
                let names = names.join(" and ");
                format!("writing {material}, {names}  {}", words::rate(entries, state.since.elapsed()))
            }
        };
        let part = entries as f64 / state.entries.max(1) as f64;
        let fraction = (state.done + state.work * part.min(1.0)) / self.whole();
        drop(state);
        self.meter.under_way(fraction, &what);
    }

    fn begin(&self, phase: Phase, done: f64, work: f64, entries: u64) {
        let mut state = self.state();
        // What was solved or read before stays done while a table is read.
        let done = if let Phase::Loading(_) = phase { state.done + state.work } else { done };
        let (solved, written) = (self.progress.solved.load(Relaxed), self.progress.written.load(Relaxed));
        let (solving, restored) = (state.solving, state.restored);
        *state = State { phase, since: Instant::now(), done, work, entries, solved, written, solving, restored };
    }

    fn finished(&self, step: &Step, bytes: u64) {
        let mut state = self.state();
        let (done, solving) = (state.done + state.work, std::mem::take(&mut state.solving));
        let solved = (step.entries * step.passes()).saturating_sub(std::mem::take(&mut state.restored));
        drop(state);
        let under = match step.layer {
            Layer::Values => String::new(),
            Layer::Clock(name) => format!(" under {}", name.as_str()),
        };
        let what = format!(
            "{:<9} {:>14} entries{under}, solved at {}, {}",
            step.material.to_string(),
            words::number(step.entries),
            words::rate(solved, solving),
            words::bytes(bytes)
        );
        self.meter.finished(done / self.whole(), &what);
    }

    /// Entries that are done in the present phase.
    fn phase_entries(&self, state: &State) -> u64 {
        match state.phase {
            Phase::Preparing | Phase::Loading(_) => 0,
            // A slice that does not fit in bytes is begun again, and its count with it.
            Phase::Solving(..) => self.progress.solved.load(Relaxed).saturating_sub(state.solved),
            Phase::Writing(..) => self.progress.written.load(Relaxed).saturating_sub(state.written),
        }
    }

    fn whole(&self) -> f64 {
        self.works.iter().map(|(_, work)| work).sum::<f64>().max(1.0)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
