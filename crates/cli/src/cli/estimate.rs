//! What a build will take, before it is begun.
//!
//! All figures are measured for Russian draughts with 5 pieces (145,859,644 entries) on a server core of 2023. Smaller
//! slices take more bytes for an entry and larger ones fewer; other machines differ in time by a factor of two or so.

use std::time::Duration;

use petrov::format::Metric;
use petrov_build::solve::{Layer, Plan, Step};

/// Nanoseconds of one thread to solve an entry: 12 million a second.
const SOLVING: f64 = 1000.0 / 12.0;
/// Nanoseconds of one thread to compress the values of an entry, and its distances.
const WRITING_VALUES: f64 = 10.0;
const WRITING_DISTANCES: f64 = 15.0;
/// The same of distances to an event.
const WRITING_EVENTS: f64 = 30.0;
/// The same of what a clock changes in them, which is mostly nothing.
const WRITING_CLOCK: f64 = 20.0;
/// Nanoseconds of one thread to prove an entry.
const PROVING: f64 = 1100.0;
/// Nanoseconds of one thread to read an entry, to encode it in one way, or to compare it.
const COMPRESSING: f64 = 35.0;
/// Entries in a byte of the file.
const VALUES_PER_BYTE: f64 = 67.0;
const DISTANCES_PER_BYTE: f64 = 13.7;
const EVENTS_PER_BYTE: f64 = 22.0;
const CLOCK_ENTRIES_PER_BYTE: f64 = 500.0;

/// The same of the file that keeps what is solved of a large slice meanwhile.
const KEPT_PER_BYTE: f64 = 3.5;

/// Bytes on disk beside the files while a plan is carried out: what is kept of the largest slice that keeps something.
pub(super) fn kept(plan: &Plan) -> u64 {
    let keeps = plan.to_build().filter(|step| step.layer == Layer::Values && step.entries >= plan.checkpoint_from);
    (keeps.map(|step| step.entries).max().unwrap_or(0) as f64 / KEPT_PER_BYTE) as u64
}

/// Nanoseconds of one thread to solve a slice once.
pub(super) fn solving(step: &Step) -> f64 {
    step.entries as f64 * SOLVING
}

/// Nanoseconds of one thread to compress and write a slice.
pub(super) fn writing(step: &Step, metric: Metric) -> f64 {
    let of_entry = match metric {
        Metric::Wdl => WRITING_VALUES,
        Metric::Dtw => WRITING_DISTANCES,
        Metric::Dtc | Metric::Dtz => WRITING_EVENTS,
        Metric::Clock(_) => WRITING_CLOCK,
    };
    step.entries as f64 * of_entry
}

/// Nanoseconds of one thread for all that is to be done for a slice.
pub(super) fn work(step: &Step) -> f64 {
    if step.missing.is_empty() {
        return 0.0;
    }
    solving(step) * step.passes() as f64 + step.missing.iter().map(|&metric| writing(step, metric)).sum::<f64>()
}

/// Bytes of the files that are to be built for a slice.
pub(super) fn disk(step: &Step) -> u64 {
    let bytes = step.missing.iter().map(|metric| match metric {
        Metric::Wdl => step.entries as f64 / VALUES_PER_BYTE,
        Metric::Dtw => step.entries as f64 / DISTANCES_PER_BYTE,
        Metric::Dtc | Metric::Dtz => step.entries as f64 / EVENTS_PER_BYTE,
        Metric::Clock(_) => step.entries as f64 / CLOCK_ENTRIES_PER_BYTE,
    });
    // A file has a header however few its entries are.
    (bytes.sum::<f64>() + 300.0 * step.missing.len() as f64) as u64
}

/// The time to prove so many entries.
pub(super) fn proving(entries: u64, threads: usize) -> Duration {
    Duration::from_secs_f64(entries as f64 * PROVING / 1e9 / threads.max(1) as f64)
}

/// The time to look at so many entries while files are encoded anew, each as often as it is looked at.
pub(super) fn compressing(entries: u64, threads: usize) -> Duration {
    Duration::from_secs_f64(entries as f64 * COMPRESSING / 1e9 / threads.max(1) as f64)
}

/// The time of a whole plan.
pub(super) fn time(plan: &Plan) -> Duration {
    let nanoseconds: f64 = plan.to_build().map(work).sum();
    Duration::from_secs_f64(nanoseconds / 1e9 / plan.threads.max(1) as f64)
}
