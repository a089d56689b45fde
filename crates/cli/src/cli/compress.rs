//! `compress`: encodes finished table files anew.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use serde::Serialize;

use super::build::with_remedy;
use super::clocks;
use super::columns::Columns;
use super::context::Context;
use super::estimate;
use super::failure::{Failure, Finish, STOPPED};
use super::interrupt::on_interrupt;
use super::list::entries_of;
use super::meter::{Meter, with_ticks};
use super::selection::{Selection, Threads};
use super::words;
use super::write_json;
use petrov::format::{Catalog, Metric, file_name};
use petrov::index::Material;
use petrov::internals::short;
use petrov_build::command::build_options;
use petrov_build::format::Level;
use petrov_build::solve::{self, BuildError, Compressed, Compressing, Compression, Engine, Progress};

/// Recompress tables, or restore the default encoding
///
/// Works on the first folder of --tables; without materials, on all tables there. A new file replaces the old one, whole or not
/// at all, after everything in it has been compared. Files that would not change stay. Ctrl-C stops the work, and the same
/// command goes on. It takes 2 bytes of memory for each entry of the largest material, 3 or 4 if distances are long.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov compress --level smallest             all tables: fewer bytes, slower probes
  petrov compress KKKvK --level smallest       those of a material
  petrov compress --level smallest --dry-run   what that would save
  petrov compress                              as `build` writes them, also what older versions wrote")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// `default` is what `build` writes; `smallest` takes longer to write and several times as long to decode
    #[arg(long, value_name = "LEVEL", default_value = "default")]
    level: LevelName,
    /// Only these metrics: wdl, dtw, dtc, dtz [default: all that are there, and all clocks]
    #[arg(long, value_name = "METRICS", value_delimiter = ',',
          value_parser = clap::builder::PossibleValuesParser::new(Metric::PLAIN_NAMES))]
    metric: Vec<String>,
    /// Only the tables of these clocks, by the names that `petrov games --rules` lists, or `default` or `all`
    #[arg(long, value_name = "CLOCKS", value_delimiter = ',')]
    clock: Vec<String>,
    #[command(flatten)]
    threads: Threads,
    /// Show the sizes and write nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelName {
    Default,
    Smallest,
}

#[derive(Serialize)]
struct FileJson {
    material: String,
    metric: String,
    file: String,
    entries: u64,
    bytes_before: u64,
    bytes: u64,
    changed: bool,
}

#[derive(Serialize)]
struct TotalJson {
    game: &'static str,
    level: &'static str,
    dry_run: bool,
    files: u64,
    changed: u64,
    entries: u64,
    bytes_before: u64,
    bytes: u64,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let mut catalog = context.catalog()?;
    let folder = context.output_folder();
    let compression = compression(arguments, context)?;
    check_selection(arguments, &compression, context, &catalog, &folder)?;
    let (finished, result) = watch(&compression, &folder, &mut catalog)?;
    match context.json {
        true => write_results_json(context, &compression, &finished, out)?,
        false => write_results(&compression, &finished, out)?,
    }
    match result {
        Ok(()) => Ok(Finish::Success),
        // What was done is said first.
        Err(error) => {
            out.flush()?;
            match error {
                BuildError::Stopped => Err(Failure::Stopped(STOPPED.to_owned())),
                error => Err(Failure::Error(with_remedy(&error, &folder))),
            }
        }
    }
}

fn compression(arguments: &Arguments, context: &Context) -> Result<Compression, Failure> {
    let plain = Metric::PLAIN.into_iter().filter(|metric| arguments.metric.iter().any(|name| name == metric.name()));
    let level = match arguments.level {
        LevelName::Default => Level::Default,
        LevelName::Smallest => Level::Smallest,
    };
    let engine = Engine::for_game(context.game).expect("a game with known rules");
    Ok(Compression::new(context.game, engine, level)
        .with_materials(arguments.selection.materials(context.game)?)
        .with_metrics(plain.chain(clocks::metrics(context.game, &arguments.clock)?))
        .with_threads(arguments.threads.count())
        .with_dry_run(arguments.dry_run))
}

/// Sees to it that there is something to do, and that no material was asked for in vain.
fn check_selection(
    arguments: &Arguments,
    compression: &Compression,
    context: &Context,
    catalog: &Catalog,
    folder: &Path,
) -> Result<(), Failure> {
    let files = compression.files(folder, catalog);
    let has_files = |wanted: &Material| files.iter().any(|(material, ..)| material == wanted);
    let missing: Vec<&Material> = compression.materials.iter().filter(|material| !has_files(material)).collect();
    let options = build_options(compression.metrics.iter().copied());
    let folder = short::path(folder);
    if let Some(first) = missing.first() {
        let pieces = arguments.selection.pieces().map(|pieces| format!("--pieces {pieces}"));
        let asked = pieces.filter(|_| missing.len() > 1);
        let what = match missing.len() as u64 - 1 {
            0 => first.to_string(),
            more => format!("{first} and {}", words::counted(more, "other material", "other materials")),
        };
        return Err(Failure::new(format!(
            "{folder} has no such tables of {what}: build them with `{}`, or name others",
            context.command(&format!("build {}{options}", asked.unwrap_or_else(|| first.to_string())))
        )));
    }
    if files.is_empty() {
        return Err(Failure::new(format!(
            "{folder} has no such tables of {}: make some with `{}`, or name another folder with --tables",
            context.game.title,
            context.command(&format!("build --pieces 4{options}"))
        )));
    }
    Ok(())
}

/// Compresses and shows the progress. Returns what was finished, also if not all was.
fn watch(
    compression: &Compression,
    folder: &Path,
    catalog: &mut Catalog,
) -> Result<(Vec<Compressed>, Result<(), BuildError>), Failure> {
    let entries_of = |files: &[(Material, Metric, &Path)]| -> u64 {
        files.iter().map(|&(material, ..)| entries_of(compression.game, material)).sum()
    };
    let expected = entries_of(&compression.files(folder, catalog));
    let passes = compression.passes();
    let meter = Arc::new(Meter::new(estimate::compressing(expected * passes, compression.threads)));
    let progress = Arc::new(Progress::default());
    let stop = progress.clone();
    on_interrupt(meter.clone(), move || stop.stop.store(true, Relaxed))?;
    let finished = Mutex::new(Vec::<Compressed>::new());
    let failed = Mutex::new(Vec::<String>::new());
    let entries = AtomicU64::new(expected);
    // Entries of files that are finished, and what was written when the present one was begun.
    let (done, begun) = (AtomicU64::new(0), AtomicU64::new(0));
    let now = Mutex::new(String::new());
    let fraction = |of_file: u64| {
        (done.load(Relaxed) as f64 + of_file as f64 / passes as f64) / entries.load(Relaxed).max(1) as f64
    };
    let tick = || {
        let of_file = progress.written.load(Relaxed).saturating_sub(begun.load(Relaxed));
        let what = format!("compressing {}", now.lock().unwrap_or_else(PoisonError::into_inner));
        meter.under_way(fraction(of_file).min(1.0), &what);
    };
    let observe = |event: Compressing<'_>| match event {
        Compressing::Waiting(folder) => meter.note(&format!(
            "another petrov writes in {}; waiting for it to finish (Ctrl-C to give up)",
            short::path(folder)
        )),
        // There may be more than before it waited.
        Compressing::Files(files) => entries.store(entries_of(files), Relaxed),
        Compressing::Begun(material, metric) => {
            begun.store(progress.written.load(Relaxed), Relaxed);
            *now.lock().unwrap_or_else(PoisonError::into_inner) = file_name(material, metric);
        }
        Compressing::Finished(file) => {
            done.fetch_add(file.entries, Relaxed);
            let name = file_name(file.material, file.metric);
            let (before, after) = (words::number(file.before), words::counted(file.after, "byte", "bytes"));
            let what = if file.changed { format!("{before} -> {after}") } else { format!("{after}, unchanged") };
            meter.finished(fraction(0).min(1.0), &format!("{name}: {what}"));
            finished.lock().unwrap_or_else(PoisonError::into_inner).push(file.clone());
        }
        Compressing::Failed(_, error) => {
            failed.lock().unwrap_or_else(PoisonError::into_inner).push(with_remedy(error, folder));
        }
    };
    let result = with_ticks(tick, || solve::compress(compression, folder, catalog, &progress, &observe));
    meter.clear();
    // The first is the error of all.
    for error in failed.into_inner().unwrap_or_else(PoisonError::into_inner).iter().skip(1) {
        meter.note(&format!("error: {error}"));
    }
    Ok((finished.into_inner().unwrap_or_else(PoisonError::into_inner), result))
}

/// The sums over all files.
fn total(files: &[Compressed]) -> Compressed {
    let (first, others) = files.split_first().expect("there are files");
    let mut total = first.clone();
    for file in others {
        total.entries += file.entries;
        total.before += file.before;
        total.after += file.after;
    }
    total
}

fn write_results(compression: &Compression, files: &[Compressed], out: &mut dyn Write) -> io::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let mut columns = Columns::new(["file", "bytes", "new bytes", "%", "entries/byte", ""], &[0, 5]);
    let mut row = |name: String, file: &Compressed, note: &str| {
        columns.row([
            name,
            words::number(file.before),
            words::number(file.after),
            format!("{:.1}", 100.0 * file.after as f64 / file.before.max(1) as f64),
            format!("{:.2}", file.entries as f64 / file.after.max(1) as f64),
            note.to_owned(),
        ]);
    };
    for file in files {
        row(file_name(file.material, file.metric), file, if file.changed { "" } else { "unchanged" });
    }
    row("all".to_owned(), &total(files), "");
    columns.write("", out)?;
    let changed = files.iter().filter(|file| file.changed).count() as u64;
    let all = words::counted(files.len() as u64, "file", "files");
    let changed = words::number(changed);
    match compression.dry_run {
        true => writeln!(out, "\n{changed} of {all} would change; nothing was written"),
        false => writeln!(out, "\n{changed} of {all} changed"),
    }
}

fn write_results_json(
    context: &Context,
    compression: &Compression,
    files: &[Compressed],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for file in files {
        let file = FileJson {
            material: file.material.to_string(),
            metric: file.metric.name().to_owned(),
            file: file.path.display().to_string(),
            entries: file.entries,
            bytes_before: file.before,
            bytes: file.after,
            changed: file.changed,
        };
        write_json(&file, out)?;
    }
    let sum = |of: fn(&Compressed) -> u64| files.iter().map(of).sum();
    let total = TotalJson {
        game: context.game.id,
        level: match compression.level {
            Level::Default => "default",
            Level::Smallest => "smallest",
        },
        dry_run: compression.dry_run,
        files: files.len() as u64,
        changed: sum(|file| file.changed.into()),
        entries: sum(|file| file.entries),
        bytes_before: sum(|file| file.before),
        bytes: sum(|file| file.after),
    };
    write_json(&total, out)
}
