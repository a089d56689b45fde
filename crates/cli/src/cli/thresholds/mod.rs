//! `thresholds`: what the draw rules leave of the wins.

mod csv;
mod json;
mod study;
mod text;
mod verdict;

use std::io::Write;

use super::claims;
use super::context::Context;
use super::failure::{Failure, Finish};
use super::selection::Threads;
use petrov::index::Material;

use csv::write_csv;
use json::write_all_json;
use study::study_of;
pub(super) use study::{Study, fen};
use text::{write_claims, write_clocks, write_limits, write_road};
pub(super) use verdict::verdict;

/// Say what the draw rules leave of the wins: who needs how many moves, and which rule costs wins
///
/// First three pieces against a lone king, by who stands on the main road (the diagonal from corner to corner): what is
/// won, in how many moves, how many positions take so many. Then what is said of the rules, and what the tables say. Then
/// every clock and material that has tables: the limit, the slowest win under the rule, how many of the wins it makes
/// draws (each position with a fresh count), an example, and whether the rule is exact, generous or costs wins. Positions
/// of both sides to move are counted together; kings are not told apart and nothing is mirrored.
///
/// Build the tables first: `petrov build --pieces 4 --metric wdl,dtw,dtc,dtz --clock all`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov thresholds
  petrov thresholds KKKvK
  petrov thresholds --summary --game frisian
  petrov thresholds --csv > thresholds.csv")]
pub(super) struct Arguments {
    /// Materials to show [default: all that have tables]
    #[arg(value_name = "MATERIAL")]
    materials: Vec<Material>,
    /// Clocks to show, as in ru.3k1,ru.bal5, or `default` or `all`
    #[arg(long, value_name = "CLOCKS", value_delimiter = ',')]
    clock: Vec<String>,
    /// Only what is said of the rules, and one line for each clock
    #[arg(long)]
    summary: bool,
    /// The clocks and materials as comma-separated values
    #[arg(long, conflicts_with_all = ["summary", "json"])]
    csv: bool,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (tablebase, _) = context.tablebase()?;
    let threads = arguments.threads.count();
    let study = study_of(arguments, context, &tablebase, threads)?;
    let claims = claims::claims(context.game, &study, &tablebase);
    if context.json {
        return write_all_json(arguments, context, &tablebase, &study, &claims, out).map(|()| Finish::Success);
    }
    if arguments.csv {
        return Ok(write_csv(context.game, &tablebase, &study.limits, out).map(|()| Finish::Success)?);
    }
    if !arguments.summary {
        for road in &study.roads {
            write_road(context.game, &tablebase, road, out)?;
        }
    }
    if !claims.is_empty() {
        write_claims(&claims, out)?;
    }
    write_clocks(context.game, &tablebase, &study.limits, out)?;
    if !arguments.summary {
        writeln!(out)?;
        write_limits(context.game, &tablebase, &study.limits, out)?;
    }
    Ok(Finish::Success)
}
