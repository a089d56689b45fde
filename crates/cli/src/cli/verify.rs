//! `verify`: proves that tables are right.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind::{InvalidData, InvalidInput};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::context::Context;
use super::estimate;
use super::failure::{Failure, Finish};
use super::interrupt::on_interrupt;
use super::list::entries_of;
use super::meter::{Meter, with_ticks};
use super::selection::{Selection, Threads};
use super::words;
use super::write_json;
use petrov::format::Metric;
use petrov::index::Material;
use petrov::internals::short;
use petrov::probe::{ProbeError, Tablebase};
use petrov_build::solve::default_memory;
use petrov_build::verify::{self, Event, Finding, Progress, Report, Sample, Task, VerifyError};

/// Prove tables: compare every value with what the moves from its position say
///
/// Without materials, all tables that are found. `verify` first compares the checksums of all files, then reads every position
/// as `probe` does and compares it with the positions after its moves. If those are of other materials, the proof takes their
/// tables for granted and says so. If a table is wrong, or listed in BLAKE3SUMS and absent, the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov verify                  prove everything
  petrov verify --pieces 3       the smallest tables only
  petrov verify --one-of 100     a sample, of large tables
  petrov verify --checksums      find damaged files, fast")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Compare only the checksums of the files: this finds damage, but not values that were wrong from the start
    #[arg(long)]
    checksums: bool,
    /// Prove only one block of so many, at least one of each table, the same ones every time. Counts in the headers are not
    /// compared then. A block has 8,192 entries; of values without distances, all placements of the kings for one of the men
    #[arg(long, value_name = "NUMBER", default_value_t = 1, conflicts_with = "checksums",
          value_parser = clap::value_parser!(u64).range(1..))]
    one_of: u64,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct VerifyJson {
    game: &'static str,
    /// Whether nothing wrong was found.
    right: bool,
    checksums_only: bool,
    /// Of so many blocks one was proved.
    one_of: u64,
    tables: u64,
    /// How many of them are inside the program.
    inside: u64,
    /// Entries whose value was proved.
    entries: u64,
    /// Materials whose tables the proof takes for granted.
    given: Vec<String>,
    /// Files of which only the checksums were compared, as others of their names come first.
    hidden: Vec<String>,
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
    let task = Task::new(materials(arguments, context, &tablebase)?)
        .with_checksums_only(arguments.checksums)
        .with_sample(Sample { one_of: arguments.one_of })
        .with_threads(arguments.threads.count())
        .with_cache_bytes(default_memory().unwrap_or(CACHE_BYTES).min(CACHE_BYTES) as usize);
    let existing = folders.into_iter().filter(|folder| folder.tables.is_some());
    let folders: Vec<_> = existing.map(|folder| folder.path).collect();
    let start = Instant::now();
    let wrong = AtomicUsize::new(0);
    let report = watch(context, &tablebase, &folders, &task, &wrong).map_err(|error| match &error {
        VerifyError::Stopped => Failure::Stopped(match wrong.load(Relaxed) {
            0 => "stopped before the end; nothing wrong was found so far".to_owned(),
            _ => "stopped before the end; what was wrong so far is named above".to_owned(),
        }),
        VerifyError::Probe(ProbeError::Missing { tables, .. }) => {
            Failure::Error(context.missing(&materials_of(tables), tables, &tablebase))
        }
        VerifyError::Threads(_) => Failure::new(format!("{error} with --threads")),
        VerifyError::Io { source, .. } if !matches!(source.kind(), InvalidData | InvalidInput) => {
            Failure::new(format!("{error} with --tables"))
        }
        error => Failure::new(error),
    })?;
    if report.tables == 0 && report.findings.is_empty() {
        return Err(Failure::new(format!(
            "there are no tables of {} ({}): build them with `{}`",
            context.game.title,
            context.looked_in(),
            context.command("build --pieces 4")
        )));
    }
    if context.json {
        write_json(&to_json(context, &task, &report), out)?;
    } else {
        write(context, &task, &report, start.elapsed(), out)?;
    }
    Ok(if report.findings.is_empty() { Finish::Success } else { Finish::NegativeFinding })
}

/// The materials that were asked for; none stand for all.
///
/// # Errors
/// If one that was asked for has no table.
fn materials(arguments: &Arguments, context: &Context, tablebase: &Tablebase) -> Result<Vec<Material>, Failure> {
    let asked = arguments.selection.materials(context.game)?;
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
fn watch(
    context: &Context,
    tablebase: &Tablebase,
    folders: &[PathBuf],
    task: &Task,
    wrong: &AtomicUsize,
) -> Result<Report, VerifyError> {
    let mut materials: BTreeSet<Material> = task.materials.iter().copied().collect();
    if materials.is_empty() {
        materials = tablebase.tables().iter().map(|table| table.material).collect();
    }
    // Values and distances to the end are proved together, all else by itself.
    let proofs = |material| {
        let metrics = tablebase.metrics_of(material);
        metrics.len() - usize::from(metrics.contains(&Metric::Wdl) && metrics.contains(&Metric::Dtw))
    };
    let of_material = |&material: &Material| entries_of(context.game, material) * proofs(material) as u64;
    let entries = materials.iter().map(of_material).sum::<u64>() / task.sample.one_of.max(1);
    let estimate = if task.checksums_only { Duration::ZERO } else { estimate::proving(entries, task.threads) };
    let meter = Arc::new(Meter::new(estimate));
    let progress = Arc::new(Progress::default());
    let stop = progress.clone();
    // Without it, Ctrl-C ends the program all the same.
    let _ = on_interrupt(meter.clone(), move || stop.stop.store(true, Relaxed));
    let checked = AtomicUsize::new(0);
    let fraction = || match task.checksums_only {
        true => checked.load(Relaxed) as f64 / materials.len().max(1) as f64,
        // A sample may have some more than its share.
        false => (progress.proved.load(Relaxed) as f64 / entries.max(1) as f64).min(1.0),
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
        Event::Found(finding) => {
            wrong.fetch_add(1, Relaxed);
            meter.note(&format!("wrong: {finding}"));
        }
    };
    let report = with_ticks(tick, || verify::verify(context.game, folders, task, &progress, &observe));
    meter.clear();
    report
}

fn write(context: &Context, task: &Task, report: &Report, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    for finding in &report.findings {
        writeln!(out, "wrong: {finding}")?;
    }
    let tables = tables(report);
    let time = words::duration(time);
    match (report.findings.len(), task.checksums_only) {
        (0, true) => writeln!(out, "the checksums of {tables} are right ({time})")?,
        (0, false) if task.sample.one_of > 1 => writeln!(
            out,
            "proved a sample of {tables}, one block of {}: {}, and all checksums{} ({time})",
            words::number(task.sample.one_of),
            words::counted(report.entries, "entry", "entries"),
            given(context, report)
        )?,
        (0, false) => writeln!(
            out,
            "proved {tables}: {}, and all counts and checksums{} ({time})",
            words::counted(report.entries, "entry", "entries"),
            given(context, report)
        )?,
        (wrong, _) => writeln!(
            out,
            "{} in {tables}: delete the files and build them again",
            words::counted(wrong as u64, "thing is wrong", "things are wrong")
        )?,
    }
    write_hidden(report, out)
}

/// `18 tables (all inside the program)`
fn tables(report: &Report) -> String {
    let tables = words::counted(report.tables, "table", "tables");
    match report.inside {
        0 => tables,
        inside if inside == report.tables => format!("{tables} (all inside the program)"),
        inside => format!("{tables} ({} inside the program)", words::number(inside)),
    }
}

/// What the proof takes for granted, in words.
fn given(context: &Context, report: &Report) -> String {
    let verify = context.command("verify");
    match report.given.len() as u64 {
        0 => String::new(),
        1 => format!(", given the material {} that their moves lead to, which `{verify}` proves too", report.given[0]),
        many => {
            let many = words::number(many);
            format!(", given the {many} materials that their moves lead to, which `{verify}` proves too")
        }
    }
}

/// A line for each folder with files that others hide.
fn write_hidden(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut folders: BTreeMap<&Path, u64> = BTreeMap::new();
    for folder in report.hidden.iter().filter_map(|path| path.parent()) {
        *folders.entry(folder).or_default() += 1;
    }
    for (folder, count) in folders {
        writeln!(
            out,
            "note: of {} in {} only the checksums were compared, as folders named before hide them",
            words::counted(count, "table", "tables"),
            short::path(folder)
        )?;
    }
    Ok(())
}

fn to_json(context: &Context, task: &Task, report: &Report) -> VerifyJson {
    let finding =
        |finding: &Finding| FindingJson { material: finding.material.to_string(), finding: finding.to_string() };
    VerifyJson {
        game: context.game.id,
        right: report.findings.is_empty(),
        checksums_only: task.checksums_only,
        one_of: task.sample.one_of,
        tables: report.tables,
        inside: report.inside,
        entries: report.entries,
        given: report.given.iter().map(Material::to_string).collect(),
        hidden: report.hidden.iter().map(|path| path.display().to_string()).collect(),
        findings: report.findings.iter().map(finding).collect(),
    }
}
