//! `build`: makes tables.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::clocks;
use super::context::Context;
use super::estimate;
use super::failure::{Failure, Finish, STOPPED};
use super::interrupt::on_interrupt;
use super::memory::{parse_size, write_size};
use super::meter::{Meter, with_ticks};
use super::plan;
use super::progress::Reporter;
use super::selection::{Selection, Threads, example};
use super::summary;
use super::words;
use petrov::format::{Catalog, Metric};
use petrov_build::solve::{
    self, BuildError, CHECKPOINT_FROM, DEFAULT_PERCENT, Event, Plan, PlanError, Progress, Request, default_memory,
};

/// Build tables, and the tables that they depend on
///
/// A file appears whole or not at all. Ctrl-C stops the build, and the same command goes on: finished files are checked and
/// skipped, and so are the solved levels of a large table. The same tables are the same bytes on every machine, with any number
/// of threads and any limit of memory.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov build --pieces 4                 all tables of 2 to 4 pieces
  petrov build KKKvK                      three kings against one, and what comes of captures
  petrov build KKKvK --clock default      the same, and what the draw rules leave of it
  petrov build --pieces 6 --dry-run       what that would take
  petrov build --pieces 5 --memory 1G --tables /data/tables")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Metrics: values (wdl, always built), plies to the end (dtw), to the next capture or promotion (dtc), to the next
    /// capture or forward move of a man (dtz)
    #[arg(long, value_name = "METRICS", value_delimiter = ',', default_value = "wdl,dtw",
          value_parser = clap::builder::PossibleValuesParser::new(Metric::PLAIN_NAMES))]
    metric: Vec<String>,
    /// Draw rules that count moves, by the names that `petrov games --rules` lists, or `default` or `all`. Also builds the
    /// metric that each rule needs
    #[arg(long, value_name = "CLOCKS", value_delimiter = ',')]
    clock: Vec<String>,
    #[command(flatten)]
    threads: Threads,
    /// Most memory to use: 500M, 1.5G, 2GiB (powers of 1024), 2GB (powers of 1000) or bytes [default: 80 % of what is
    /// free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, allow_hyphen_values = true)]
    memory: Option<u64>,
    /// Keep the solved part of tables with at least so many entries on disk, to go on from there after a stop
    #[arg(long, value_name = "ENTRIES", default_value_t = CHECKPOINT_FROM, allow_hyphen_values = true)]
    checkpoint_from: u64,
    /// Show what would be built, with its memory, disk space and time, and build nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let mut catalog = context.catalog()?;
    let plan = make_plan(arguments, context, &catalog)?;
    let folder = context.output_folder();
    if arguments.dry_run {
        match context.json {
            true => plan::write_plan_json(context, &plan, &folder, out)?,
            false => plan::write_plan(context, &plan, &folder, out)?,
        }
        return Ok(Finish::Success);
    }
    let limit = memory_limit(arguments, &plan)?;
    build(context, &plan, &folder, limit, &mut catalog)?;
    summary::write(context, &plan, out)?;
    Ok(Finish::Success)
}

fn make_plan(arguments: &Arguments, context: &Context, catalog: &Catalog) -> Result<Plan, Failure> {
    let materials = arguments.selection.materials(context.game)?;
    if materials.is_empty() {
        let examples = ["--pieces 4".to_owned(), example(context.game).to_string()];
        let [pieces, material] = examples.map(|example| context.command(&format!("build {example}")));
        return Err(Failure::new(format!(
            "nothing was asked for: name what to build, as in `{pieces}` or `{material}`"
        )));
    }
    let plain = Metric::PLAIN.into_iter().filter(|metric| arguments.metric.iter().any(|name| name == metric.name()));
    let metrics = plain.chain(clocks::metrics(context.game, &arguments.clock)?);
    let request = Request::new(materials).with_metrics(metrics).with_threads(arguments.threads.count());
    let mut plan = Plan::new(context.game, &request, catalog).map_err(|error| plan_failure(&error))?;
    plan.checkpoint_from = arguments.checkpoint_from;
    Ok(plan)
}

/// The bytes of memory that the build may use.
///
/// # Errors
/// If they are too few for the plan.
fn memory_limit(arguments: &Arguments, plan: &Plan) -> Result<u64, Failure> {
    let limit = arguments.memory.or_else(default_memory).unwrap_or(u64::MAX);
    let largest = plan.to_build().max_by_key(|step| step.memory);
    let Some(largest) = largest.filter(|step| step.memory > limit) else { return Ok(limit) };
    let least = write_size(largest.memory);
    let limit_is = match arguments.memory {
        Some(limit) => format!("--memory allows {}", words::bytes(limit)),
        None => format!("{DEFAULT_PERCENT} % of the free memory are {}", words::bytes(limit)),
    };
    Err(Failure::new(format!(
        "{} takes {} of memory and {limit_is}: raise it with --memory {least}",
        largest.material,
        words::bytes(largest.memory),
    )))
}

fn build(context: &Context, plan: &Plan, folder: &Path, limit: u64, catalog: &mut Catalog) -> Result<(), Failure> {
    for line in plan::summary(context, plan, folder) {
        // As with progress: the tables matter more than what is said of them.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
    let progress = Arc::new(Progress::default());
    let meter = Arc::new(Meter::new(estimate::time(plan)));
    let reporter = Reporter::new(plan, meter.clone(), progress.clone());
    let stop = progress.clone();
    on_interrupt(meter.clone(), move || stop.stop.store(true, Relaxed))?;
    let observe = |event: Event<'_>| reporter.observe(event);
    let built = with_ticks(|| reporter.tick(), || solve::build(plan, folder, limit, catalog, &progress, &observe));
    meter.clear();
    match built {
        Ok(()) => {
            meter.note(&format!("done in {}\n", words::duration(meter.elapsed())));
            Ok(())
        }
        Err(BuildError::Stopped) => Err(Failure::Stopped(STOPPED.to_owned())),
        Err(error) => Err(Failure::Error(with_remedy(&error, folder))),
    }
}

/// The sentence of an error, and the option that is the remedy.
pub(super) fn with_remedy(error: &BuildError, folder: &Path) -> String {
    use std::io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match error {
        BuildError::Memory { needed, .. } => format!("{error} with --memory {}M", needed.div_ceil(1 << 20)),
        BuildError::Threads(_) => format!("{error} with --threads"),
        BuildError::Io { path, source } => match source.kind() {
            StorageFull | QuotaExceeded => format!("{error} with --tables, then run the same command again"),
            PermissionDenied | ReadOnlyFilesystem => format!("{error} with --tables"),
            _ if path == folder => format!("{error}; choose another folder with --tables"),
            _ => error.to_string(),
        },
        _ => error.to_string(),
    }
}

/// A plan that cannot be made, with what to do about it.
fn plan_failure(error: &PlanError) -> Failure {
    match error {
        PlanError::NoClock(_) => Failure::new(format!("{error}; `petrov games --rules` lists its clocks")),
        error => Failure::new(error),
    }
}
