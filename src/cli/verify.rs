//! `verify`: proves that tables are right.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::context::Context;
use super::estimate;
use super::failure::{Failure, Finish};
use super::interrupt::on_interrupt;
use super::list::entries_of;
use super::memory::default_limit;
use super::meter::{Meter, with_ticks};
use super::selection::{Selection, Threads};
use super::words;
use super::write_json;
use crate::format::Metric;
use crate::index::Material;
use crate::probe::{ProbeError, Tablebase};
use crate::verify::{self, Event, Finding, Progress, Report, Task, VerifyError};

/// Prove tables: that every value is what the moves from its position say
///
/// Without materials, all tables that are found. First the checksums of all files are compared, then every position is
/// read as `probe` reads it and compared with the positions after each of its moves. A table that is wrong makes the exit
/// code 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov verify                  prove everything
  petrov verify --pieces 3       the smallest tables only
  petrov verify --checksums      find damaged files, fast")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Compare only the checksums of the files: this finds damage, but no values that were wrong from the start
    #[arg(long)]
    checksums: bool,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct VerifyJson {
    game: &'static str,
    /// Whether nothing wrong was found.
    right: bool,
    checksums_only: bool,
    tables: u64,
    /// Entries whose value was proved.
    entries: u64,
    findings: Vec<FindingJson>,
}

#[derive(Serialize)]
struct FindingJson {
    material: String,
    finding: String,
}

/// Decoded blocks are kept up to this size, and to a share of the free memory.
const CACHE_BYTES: u64 = 1 << 30;

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (tablebase, folders) = context.tablebase()?;
    let materials = materials(arguments, context, &tablebase)?;
    let task = Task {
        materials,
        checksums_only: arguments.checksums,
        threads: arguments.threads.count(),
        cache_bytes: default_limit().unwrap_or(CACHE_BYTES).min(CACHE_BYTES) as usize,
    };
    let existing = folders.into_iter().filter(|folder| folder.tables.is_some());
    let folders: Vec<_> = existing.map(|folder| folder.of_game).collect();
    let start = Instant::now();
    let report = watch(context, &folders, &task).map_err(|error| match &error {
        VerifyError::Stopped => Failure::Stopped("stopped before the end; nothing wrong was found so far".to_owned()),
        VerifyError::Probe(ProbeError::Missing { tables, .. }) => {
            Failure::Error(context.missing(&materials_of(tables), tables, &tablebase))
        }
        error => Failure::new(error),
    })?;
    if context.json {
        write_json(&to_json(context, &task, &report), out)?;
    } else {
        write(&task, &report, start.elapsed(), out)?;
    }
    Ok(if report.findings.is_empty() { Finish::Success } else { Finish::NegativeFinding })
}

/// The materials that were asked for, or all that have tables.
///
/// # Errors
/// If one that was asked for has none.
fn materials(arguments: &Arguments, context: &Context, tablebase: &Tablebase) -> Result<Vec<Material>, Failure> {
    let asked = arguments.selection.materials()?;
    if asked.is_empty() {
        let all: BTreeSet<Material> = tablebase.tables().iter().map(|table| table.material).collect();
        return Ok(all.into_iter().collect());
    }
    let tables: Vec<(Material, Metric)> = asked.iter().map(|&material| (material, Metric::Wdl)).collect();
    let missing: Vec<_> =
        tables.into_iter().filter(|&(material, metric)| !tablebase.contains(material, metric)).collect();
    match missing.is_empty() {
        true => Ok(asked),
        false => Err(Failure::Error(context.missing(&materials_of(&missing), &missing, tablebase))),
    }
}

fn materials_of(tables: &[(Material, Metric)]) -> Vec<Material> {
    let materials: BTreeSet<Material> = tables.iter().map(|&(material, _)| material).collect();
    materials.into_iter().collect()
}

/// Verifies and shows the progress.
fn watch(context: &Context, folders: &[std::path::PathBuf], task: &Task) -> Result<Report, VerifyError> {
    let entries: u64 = task.materials.iter().map(|&material| entries_of(context.game, material)).sum();
    let estimate = if task.checksums_only { Duration::ZERO } else { estimate::proving(entries, task.threads) };
    let meter = Arc::new(Meter::new(estimate));
    let progress = Arc::new(Progress::default());
    let stop = progress.clone();
    // Without it, Ctrl-C ends the program all the same.
    let _ = on_interrupt(meter.clone(), move || stop.stop.store(true, Relaxed));
    let checked = AtomicUsize::new(0);
    let fraction = || match task.checksums_only {
        true => checked.load(Relaxed) as f64 / task.materials.len().max(1) as f64,
        false => progress.proved.load(Relaxed) as f64 / entries.max(1) as f64,
    };
    let tick = || {
        let proved = progress.proved.load(Relaxed);
        let what = if proved == 0 { "checksums".to_owned() } else { words::rate(proved, meter.elapsed()) };
        meter.under_way(fraction(), &what);
    };
    let observe = |event: Event<'_>| match event {
        Event::Checked(material) if task.checksums_only => {
            checked.fetch_add(1, Relaxed);
            meter.finished(fraction(), &format!("{material}: checksums are right"));
        }
        Event::Checked(_) => {}
        Event::Proved(material, entries) => {
            let what = format!("{material}: {} proved", words::counted(entries, "entry", "entries"));
            meter.finished(fraction(), &what);
        }
        Event::Found(finding) => meter.note(&format!("wrong: {finding}")),
    };
    let report = with_ticks(tick, || verify::verify(context.game, folders, task, &progress, &observe));
    meter.clear();
    report
}

fn write(task: &Task, report: &Report, time: Duration, out: &mut dyn Write) -> std::io::Result<()> {
    for finding in &report.findings {
        writeln!(out, "wrong: {finding}")?;
    }
    let tables = words::counted(report.tables, "table", "tables");
    let time = words::duration(time);
    match (report.findings.len(), task.checksums_only) {
        (0, true) => writeln!(out, "the checksums of {tables} are right ({time})"),
        (0, false) => writeln!(
            out,
            "proved {tables}: {}, and all counts and checksums ({time})",
            words::counted(report.entries, "entry", "entries")
        ),
        (wrong, _) => writeln!(
            out,
            "{} in {tables}: delete the files and build them again",
            words::counted(wrong as u64, "thing is wrong", "things are wrong")
        ),
    }
}

fn to_json(context: &Context, task: &Task, report: &Report) -> VerifyJson {
    let finding =
        |finding: &Finding| FindingJson { material: finding.material.to_string(), finding: finding.to_string() };
    VerifyJson {
        game: context.game.id,
        right: report.findings.is_empty(),
        checksums_only: task.checksums_only,
        tables: report.tables,
        entries: report.entries,
        findings: report.findings.iter().map(finding).collect(),
    }
}
