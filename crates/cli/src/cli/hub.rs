//! `hub`: an engine for graphical programs that speak the Hub protocol.

use std::io;

use super::context::Context;
use super::failure::{Failure, Finish, complain};
use super::output::Output;
use petrov::format::Metric;
use petrov::probe::Tablebase;
use petrov_hub::Session;

/// Run as a Hub-protocol engine, on standard input and output
///
/// It plays perfectly within tables with distances. With values alone it never gives a win away, but does not find the way to a
/// win of tens of moves. Outside of the tables it searches a little, above all for the way into them. The protocol is that of
/// Scan, version 2, with the one game of --game. On 8x8 boards positions and moves have the numbers of the squares that Petrov
/// prints (Russian: 1 is b8, 32 is g1), whatever --squares says.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  petrov hub --game international --tables /data/tables    the command to give to the graphical program

What it hears and says, on the way to a move:
  hub                                    id name=Petrov ..., wait
  init                                   ready
  pos pos=We...  moves=\"32-28 19-23\"
  level move-time=1
  go think                               info depth=5 score=0.12 ..., done move=37-32")]
pub(super) struct Arguments {}

/// Answers until the other side quits. Standard output must not be locked.
pub(super) fn run(_: &Arguments, context: &Context) -> Result<Finish, Failure> {
    if context.json {
        return Err(Failure::new("the Hub protocol has a form of its own: leave out --json"));
    }
    let (tablebase, _) = context.tablebase()?;
    if let Some(note) = note(&tablebase, context) {
        // Standard output belongs to the protocol.
        complain(&note);
    }
    match Session::new(&tablebase).run(io::stdin().lock(), Output(io::stdout())) {
        Ok(_) => Ok(Finish::Success),
        // The other side is gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Finish::Success),
        Err(error) => Err(error.into()),
    }
}

/// What is missing for perfect play.
fn note(tablebase: &Tablebase, context: &Context) -> Option<String> {
    let (tables, title) = (tablebase.tables(), context.game.title);
    if tables.is_empty() {
        let command = context.command("build --pieces 4");
        return Some(format!(
            "there are no tables of {title}, so every move comes from a small search; `{command}` makes some"
        ));
    }
    let has = |metric: Metric| tables.iter().any(|table| table.metric == metric);
    let none = has(Metric::Wdl) && !has(Metric::Dtw);
    none.then(|| format!("there are no distances of {title} (.dtw), so the way to a win has to be searched for"))
}
