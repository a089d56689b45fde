//! Progress on standard error: a bar on a terminal, otherwise now and then a line.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::words;

/// Shows how far a long work has come.
#[derive(Debug)]
pub(super) struct Meter {
    /// `None` where standard error is no terminal.
    bar: Option<ProgressBar>,
    started: Instant,
    /// The time that the whole work was thought to take before it began.
    estimate: Duration,
    /// When the last line was written.
    last_line: Mutex<Instant>,
}

/// How often the bar is drawn anew.
const TICK: Duration = Duration::from_millis(200);
/// Without a terminal: no more than one line in this time while nothing gets finished.
const QUIET: Duration = Duration::from_secs(10);
/// Steps of the bar.
const BAR_STEPS: u64 = 1000;
/// When so much of the work is done, its speed alone tells how long the rest takes; before, the estimate has a say too,
/// as the first slices are small and work on them is slow.
const TELLING_FRACTION: f64 = 0.2;

impl Meter {
    pub(super) fn new(estimate: Duration) -> Meter {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:16} {percent:>3} %  {wide_msg}");
            let bar = ProgressBar::with_draw_target(Some(BAR_STEPS), ProgressDrawTarget::stderr());
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let now = Instant::now();
        Meter { bar, started: now, estimate, last_line: Mutex::new(now) }
    }

    /// The time since the work began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Writes a line that stays.
    pub(super) fn note(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                // The work matters more than what is said of it.
                let _ = writeln!(io::stderr().lock(), "{line}");
            }
        }
        *self.last_line.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Shows that this part of the whole is done and what is under way.
    pub(super) fn under_way(&self, fraction: f64, what: &str) {
        match &self.bar {
            Some(bar) => self.draw(bar, fraction, what),
            None => {
                let last_line = *self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
                if last_line.elapsed() >= QUIET {
                    self.note(&self.line(fraction, what));
                }
            }
        }
    }

    /// Shows that a step is finished: a line of its own, unless there is a bar, which has no room for it.
    pub(super) fn finished(&self, fraction: f64, what: &str) {
        match &self.bar {
            Some(bar) => bar.set_position((fraction * BAR_STEPS as f64) as u64),
            None => self.note(&self.line(fraction, what)),
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn draw(&self, bar: &ProgressBar, fraction: f64, what: &str) {
        bar.set_position((fraction * BAR_STEPS as f64) as u64);
        bar.set_message(format!("{}  {what}", self.time_left(fraction)));
    }

    fn line(&self, fraction: f64, what: &str) -> String {
        format!("{:>3.0} %  {}  {what}", (100.0 * fraction).floor(), self.time_left(fraction))
    }

    fn time_left(&self, fraction: f64) -> String {
        let elapsed = self.elapsed();
        let measured = elapsed.as_secs_f64() * (1.0 - fraction).max(0.0) / fraction.max(1e-9);
        let estimated = self.estimate.as_secs_f64() * (1.0 - fraction).max(0.0);
        let weight = (fraction / TELLING_FRACTION).min(1.0);
        // Several centuries are as good as more of them.
        let left = (weight * measured + (1.0 - weight) * estimated).min(1e10);
        format!("{} left", words::duration(Duration::from_secs_f64(left)))
    }
}

/// Does a work and calls `tick` several times a second meanwhile.
pub(super) fn with_ticks<T>(tick: impl Fn() + Sync, work: impl FnOnce() -> T) -> T {
    /// Ends the ticking even if the work panics, as the scope waits for its threads.
    struct End<'a>(&'a AtomicBool, Thread);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(true, Relaxed);
            self.1.unpark();
        }
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let ticker = thread::Builder::new().spawn_scoped(scope, || {
            while !done.load(Relaxed) {
                thread::park_timeout(TICK);
                tick();
            }
        });
        // The work matters more than what is said of it: where no thread can be started, nothing is said.
        let _end = ticker.ok().map(|ticker| End(&done, ticker.thread().clone()));
        work()
    })
}
