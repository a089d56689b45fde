//! One who thinks beside the session: a thread for each search.

use std::io::{self, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use super::shared::Shared;
use crate::grammar::Words;
use crate::play::{Limits, Player, Report};
use crate::squares::write_move;
use petrov::board::Position;
use petrov::probe::Tablebase;

/// One who thinks of one position after another.
pub(super) struct Thinker<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    tablebase: &'env Tablebase,
    pub(super) shared: &'env Shared<W>,
    thread: Option<ScopedJoinHandle<'scope, io::Result<()>>>,
    /// Whether it thinks of what the other side may play.
    pub(super) ponders: bool,
}

impl<'scope, 'env, W: Write + Send> Thinker<'scope, 'env, W> {
    /// One who does not think yet.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        tablebase: &'env Tablebase,
        shared: &'env Shared<W>,
    ) -> Thinker<'scope, 'env, W> {
        Thinker { scope, tablebase, shared, thread: None, ponders: false }
    }

    /// Begins to think of a position, with those before it. No search may be going on.
    pub(super) fn start(&mut self, position: Position, history: Vec<Position>, limits: Limits, waits: bool) {
        let (tablebase, shared) = (self.tablebase, self.shared);
        self.thread = Some(self.scope.spawn(move || think(tablebase, &position, &history, limits, waits, shared)));
    }

    /// Stops the search, and waits until it has said its move.
    ///
    /// # Errors
    /// If nothing could be written.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.shared.stop.store(true, Relaxed);
        let result = self.thread.take().map_or(Ok(()), |thread| thread.join().expect("no search panics"));
        self.shared.stop.store(false, Relaxed);
        result
    }

    /// A search that nobody waits for any more ends without a word.
    ///
    /// # Errors
    /// If nothing could be written.
    pub(super) fn drop_search(&mut self) -> io::Result<()> {
        self.shared.dropped.store(true, Relaxed);
        let result = self.finish();
        self.shared.dropped.store(false, Relaxed);
        result
    }
}

/// Thinks, and says the move.
fn think<W: Write>(
    tablebase: &Tablebase,
    position: &Position,
    history: &[Position],
    limits: Limits,
    waits: bool,
    shared: &Shared<W>,
) -> io::Result<()> {
    let game = tablebase.game();
    let mut failed = Ok(());
    let mut tell = |report: &Report| {
        let line: Vec<String> = report.line.iter().map(|mv| write_move(game, mv)).collect();
        let seconds = report.time.as_secs_f64();
        let info = Words::new("info").with("depth", report.depth).with("score", format!("{:.2}", report.score.men()));
        let info = info.with("nodes", report.nodes).with("time", format!("{seconds:.2}"));
        let info = info.with("nps", format!("{:.2}", report.nodes as f64 / seconds.max(1e-6) / 1e6));
        if failed.is_ok() {
            failed = shared.say(info.with("pv", line.join(" ")));
        }
    };
    let choice = Player::new(tablebase, &shared.stop).choose(position, history, limits, &mut tell);
    failed?;
    while waits && !shared.stop.load(Relaxed) {
        thread::sleep(Duration::from_millis(2));
    }
    if shared.dropped.load(Relaxed) {
        return Ok(());
    }
    let Some(choice) = choice else { return shared.error("the game is over: there is no move") };
    let done = Words::new("done").with("move", write_move(game, &choice.mv));
    match choice.report.line.get(1) {
        Some(reply) => shared.say(done.with("ponder", write_move(game, reply))),
        None => shared.say(done),
    }
}
