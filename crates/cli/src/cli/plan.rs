//! What a build is going to do, shown before it is done.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::columns::Columns;
use super::context::Context;
use super::estimate;
use super::failure::Failure;
use super::words;
use super::write_json;
use petrov::format::Metric;
use petrov_build::solve::{Layer, Plan, Step};

#[derive(Serialize)]
struct PlanJson {
    game: &'static str,
    folder: String,
    threads: usize,
    /// Slices that are to be built.
    slices: Vec<SliceJson>,
    /// Entries of these slices, both sides to move.
    entries: u64,
    /// Bytes of the least memory that `--memory` accepts, and of that with which no table is read twice.
    least_memory: u64,
    full_memory: u64,
    /// Estimates: bytes of the files, and seconds.
    disk_bytes: u64,
    /// Beside them, for the solved part of a large table.
    kept_bytes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct SliceJson {
    material: String,
    entries: u64,
    missing: Vec<String>,
    memory: u64,
    disk_bytes: u64,
}

/// Writes the plan as JSON.
pub(super) fn write_plan_json(
    context: &Context,
    plan: &Plan,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let slice = |step: &Step| SliceJson {
        material: step.material.to_string(),
        entries: step.entries,
        missing: step.missing.iter().map(|metric| metric.name().to_owned()).collect(),
        memory: step.memory,
        disk_bytes: estimate::disk(step),
    };
    let json = PlanJson {
        game: context.game.id,
        folder: folder.display().to_string(),
        threads: plan.threads,
        slices: plan.to_build().map(slice).collect(),
        entries: plan.entries(),
        least_memory: plan.least_memory(),
        full_memory: plan.full_memory(),
        disk_bytes: disk(plan),
        kept_bytes: estimate::kept(plan),
        seconds: estimate::time(plan).as_secs_f64(),
    };
    write_json(&json, out)
}

/// Writes the plan with a row for each slice.
pub(super) fn write_plan(context: &Context, plan: &Plan, folder: &Path, out: &mut dyn Write) -> io::Result<()> {
    let mut columns = Columns::new(["material", "to build", "entries", "memory", "disk, about"], &[0, 1]);
    for step in plan.to_build() {
        let metrics: Vec<&str> = step.missing.iter().map(|metric: &Metric| metric.name()).collect();
        columns.row([
            step.material.to_string(),
            metrics.join(" "),
            words::number(step.entries),
            words::bytes(step.memory),
            words::bytes(estimate::disk(step)),
        ]);
    }
    if plan.entries() > 0 {
        columns.write("  ", out)?;
        writeln!(out)?;
    }
    summary(context, plan, folder).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The plan in a few lines.
pub(super) fn summary(context: &Context, plan: &Plan, folder: &Path) -> Vec<String> {
    let of_values = |step: &&Step| step.layer == Layer::Values;
    let slices = plan.to_build().filter(of_values).count() as u64;
    let of_clocks = plan.to_build().count() as u64 - slices;
    let there = plan.steps.iter().filter(of_values).count() as u64 - slices;
    let clocks = match of_clocks {
        0 => String::new(),
        tables => format!(", {} of clocks", words::counted(tables, "table", "tables")),
    };
    if slices + of_clocks == 0 {
        let there = words::counted(there, "material", "materials");
        return vec![format!("nothing to build: all tables of {there} are there, and are only checked")];
    }
    // Those of clocks are the same ones.
    let entries: u64 = match slices {
        0 => plan.to_build().map(|step| step.entries).sum(),
        _ => plan.to_build().filter(of_values).map(|step| step.entries).sum(),
    };
    let kept = match estimate::kept(plan) {
        0 => String::new(),
        bytes => format!(", and {} for the solved part of a large table", words::bytes(bytes)),
    };
    let skipped = if there == 0 { String::new() } else { format!(" ({} more are there)", words::number(there)) };
    vec![
        format!("{}, into {}", context.game.title, folder.display()),
        format!(
            "  build   {}{skipped}{clocks}, {}",
            words::counted(slices, "material", "materials"),
            words::counted(entries, "entry", "entries")
        ),
        format!(
            "  memory  {} at least, {} to read no table twice",
            words::bytes(plan.least_memory()),
            words::bytes(plan.full_memory())
        ),
        format!("  disk    about {}{kept}", words::bytes(disk(plan))),
        format!(
            "  time    about {} with {}",
            words::duration(estimate::time(plan)),
            words::counted(plan.threads as u64, "thread", "threads")
        ),
    ]
}

fn disk(plan: &Plan) -> u64 {
    plan.to_build().map(estimate::disk).sum()
}
