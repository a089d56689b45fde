//! A session: what the other side says, and the answers.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::grammar::{Command, Words};
use super::squares::{read_move, read_position, write_move};
use crate::play::{Limits, Player, Report};
use petrov::board::Position;
use petrov::internals::short::shortened;
use petrov::probe::Tablebase;
use petrov::rules::{self, play};

/// What the protocol calls the games that Scan plays.
const VARIANTS: [(&str, &str); 4] =
    [("normal", "international"), ("killer", "killer"), ("bt", "breakthrough"), ("losing", "anti-international")];

/// No line is longer: a position and the moves of a long game.
const MOST_BYTES: u64 = 1 << 20;
/// What changes what there is to think of. Anything else that is not known is passed over, also while it thinks.
const SETTINGS: [&str; 6] = ["hub", "init", "new-game", "pos", "level", "set-param"];

/// How a session ended.
///
/// ```
/// use petrov::{Tablebase, rules};
/// use petrov_hub::{Ended, Session};
///
/// let tablebase = Tablebase::new(rules::game("russian").unwrap());
/// let ended = Session::new(&tablebase).run("hub\n".as_bytes(), std::io::sink())?;
/// assert_eq!(ended, Ended::EndOfInput);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// The other side said so.
    Quit,
    /// There was no more to read.
    EndOfInput,
}

/// One who answers.
///
/// ```
/// use petrov::{Tablebase, rules};
/// use petrov_hub::{Ended, Session};
///
/// let tablebase = Tablebase::new(rules::game("russian").unwrap());
/// let mut written = Vec::new();
/// let ended = Session::new(&tablebase).run("ping\nquit\n".as_bytes(), &mut written)?;
/// assert_eq!((String::from_utf8(written)?.as_str(), ended), ("pong\n", Ended::Quit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session<'t> {
    tablebase: &'t Tablebase,
    /// `None` after one that could not be read.
    position: Option<Position>,
    /// The positions before it.
    history: Vec<Position>,
    level: Level,
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    limits: Limits,
    /// For the rest of the game, or for so many moves, and with each move.
    clock: Option<(f64, Option<f64>, f64)>,
}

impl Level {
    /// The limits for one move.
    fn limits(&self) -> Limits {
        let Some((time, moves, increment)) = self.clock else { return self.limits };
        let share = time / moves.unwrap_or(30.0).max(1.0) + 0.8 * increment;
        let seconds = share.min(time / 2.0).clamp(0.001, 1e6);
        Limits { time: Some(Duration::from_secs_f64(seconds)), ..self.limits }
    }
}

/// What one who thinks and one who reads share.
struct Shared<W> {
    out: Mutex<W>,
    stop: AtomicBool,
    /// Nobody wants to hear the move that was found.
    dropped: AtomicBool,
}

/// Stops a search when the session ends, however it does.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl<W: Write> Shared<W> {
    fn say(&self, line: impl std::fmt::Display) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let said = writeln!(out, "{line}").and_then(|()| out.flush());
        if said.is_err() {
            // Nobody hears what is thought of.
            self.stop.store(true, Relaxed);
        }
        said
    }

    fn error(&self, message: impl std::fmt::Display) -> io::Result<()> {
        self.say(Words::new("error").with("message", message))
    }
}

impl<'t> Session<'t> {
    /// One for the game of a tablebase.
    pub fn new(tablebase: &'t Tablebase) -> Session<'t> {
        let position = tablebase.game().start();
        let level = Level { limits: Limits { time: Some(Duration::from_secs(1)), ..Limits::default() }, clock: None };
        Session { tablebase, position: Some(position), history: Vec::new(), level }
    }

    /// Reads and answers line by line, until there is none any more.
    ///
    /// # Errors
    /// If nothing can be read or written any more.
    pub fn run(&mut self, mut input: impl BufRead, out: impl Write + Send) -> io::Result<Ended> {
        let no = || AtomicBool::new(false);
        let shared = &Shared { out: Mutex::new(out), stop: no(), dropped: no() };
        thread::scope(|scope| {
            let mut thinking: Option<thread::ScopedJoinHandle<'_, io::Result<()>>> = None;
            let finish = |thinking: &mut Option<thread::ScopedJoinHandle<'_, io::Result<()>>>| {
                shared.stop.store(true, Relaxed);
                let result = thinking.take().map_or(Ok(()), |thread| thread.join().expect("no search panics"));
                shared.stop.store(false, Relaxed);
                result
            };
            let _stop = Stop(&shared.stop);
            let tablebase = self.tablebase;
            let start = |position: Position, history: Vec<Position>, limits: Limits, waits: bool| {
                scope.spawn(move || think(tablebase, &position, &history, limits, waits, shared))
            };
            let mut ponders = false;
            let mut line = Vec::new();
            loop {
                line.clear();
                if (&mut input).take(MOST_BYTES + 1).read_until(b'\n', &mut line)? == 0 {
                    finish(&mut thinking)?;
                    return Ok(Ended::EndOfInput);
                }
                // A search that nobody waits for any more ends without a word.
                let drop_search = |thinking: &mut Option<_>| {
                    shared.dropped.store(true, Relaxed);
                    let result = finish(thinking);
                    shared.dropped.store(false, Relaxed);
                    result
                };
                let whole = line.len() as u64 <= MOST_BYTES || line.ends_with(b"\n");
                let text = String::from_utf8_lossy(&line);
                let command = match Command::parse(&text) {
                    Ok(command) if whole => command,
                    wrong => {
                        // What was to be the position is not known now.
                        let first = text.split([' ', '\t', '\r', '\n', '=', '"']).find(|word| !word.is_empty());
                        if matches!(first, Some("pos" | "new-game")) {
                            ponders = false;
                            drop_search(&mut thinking)?;
                            self.position = None;
                        }
                        match wrong {
                            Err(error) if whole => shared.error(error)?,
                            _ => {
                                shared.error(format!("a line has more than {MOST_BYTES} bytes"))?;
                                skip_line(&mut input)?;
                            }
                        }
                        continue;
                    }
                };
                match command.name.as_str() {
                    "ping" => shared.say("pong")?,
                    // What it thought of came about: now the time of the move counts.
                    "ponder-hit" if ponders => {
                        ponders = false;
                        drop_search(&mut thinking)?;
                        let position = self.position.expect("it was thought of");
                        thinking = Some(start(position, self.history.clone(), self.level.limits(), false));
                    }
                    "stop" => {
                        ponders = false;
                        finish(&mut thinking)?;
                    }
                    "quit" => {
                        finish(&mut thinking)?;
                        return Ok(Ended::Quit);
                    }
                    "go" => {
                        drop_search(&mut thinking)?;
                        ponders = false;
                        let Some(position) = self.position else {
                            shared.error("there is no position: the last one could not be read")?;
                            continue;
                        };
                        ponders = command.has("ponder");
                        let waits = ponders || command.has("analyze");
                        let limits = if waits { Limits::default() } else { self.level.limits() };
                        thinking = Some(start(position, self.history.clone(), limits, waits));
                    }
                    name if SETTINGS.contains(&name) => {
                        ponders = false;
                        drop_search(&mut thinking)?;
                        self.answer(&command, shared)?;
                    }
                    _ => {}
                }
            }
        })
    }

    fn answer<W: Write>(&mut self, command: &Command, shared: &Shared<W>) -> io::Result<()> {
        match command.name.as_str() {
            "hub" => {
                let id = Words::new("id").with("name", "Petrov").with("version", env!("CARGO_PKG_VERSION"));
                shared.say(id.with("author", "the authors of Petrov"))?;
                let variant = Words::new("param").with("name", "variant").with("value", self.tablebase.game().id);
                shared.say(variant.with("type", "enum").with("values", self.tablebase.game().id))?;
                shared.say("wait")
            }
            "set-param" => self.set_param(command).or_else(|error| shared.error(error)),
            "init" => shared.say("ready"),
            "new-game" => {
                (self.position, self.history) = (Some(self.tablebase.game().start()), Vec::new());
                Ok(())
            }
            "pos" => self.set_position(command).or_else(|error| {
                // No move is better than one of another position.
                self.position = None;
                shared.error(error)
            }),
            "level" => match level(command) {
                Ok(level) => {
                    self.level = level;
                    Ok(())
                }
                Err(error) => shared.error(error),
            },
            // What is not known is passed over, as the protocol wants it.
            _ => Ok(()),
        }
    }

    /// There is one parameter, and it has one value. Those that only other engines have are passed over.
    fn set_param(&self, command: &Command) -> Result<(), String> {
        let game = self.tablebase.game();
        let Some(value) = command.value("value").filter(|_| command.value("name") == Some("variant")) else {
            return Ok(());
        };
        let own = VARIANTS.iter().find(|(name, _)| *name == value).map_or(value, |&(_, id)| id);
        if rules::game(own).is_some_and(|other| other.id == game.id) {
            return Ok(());
        }
        Err(format!("variant: this is an engine for {}; start petrov hub with --game for another", game.title))
    }

    fn set_position(&mut self, command: &Command) -> Result<(), String> {
        let game = self.tablebase.game();
        let known = ["start", "pos", "moves"];
        if let Some((name, _)) = command.arguments.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            return Err(format!("pos: what {:?} means is not known; several moves stand in quotes", shortened(name)));
        }
        let mut position = match command.value("pos") {
            Some(text) => read_position(game, text).map_err(|error| {
                let of_another = text.chars().count() != game.geometry.squares() as usize + 1;
                let hint = if of_another { "; for another game start petrov hub with --game" } else { "" };
                format!("{error}{hint}")
            })?,
            None if command.has("start") || !command.has("pos") => game.start(),
            None => return Err("pos: without a position".to_owned()),
        };
        let mut history = Vec::new();
        for text in command.value("moves").unwrap_or("").split_whitespace() {
            let mv = read_move(game, &position, text)?;
            history.push(position);
            position = play(&position, &mv);
        }
        (self.position, self.history) = (Some(position), history);
        Ok(())
    }
}

/// Passes over the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let held = input.fill_buf()?;
        let end = held.iter().position(|&byte| byte == b'\n');
        let (used, last) = (end.map_or(held.len(), |end| end + 1), end.is_some() || held.is_empty());
        input.consume(used);
        if last {
            return Ok(());
        }
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

/// Reads how long to think.
fn level(command: &Command) -> Result<Level, String> {
    let number = |name: &str| match command.value(name) {
        None => Ok(None),
        Some(text) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
            _ => Err(format!("level: {name}={} is no number of that kind", shortened(text))),
        },
    };
    let time = number("move-time")?.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.001, 1e6)));
    let limits = Limits {
        depth: number("depth")?.map(|depth| depth as u32),
        nodes: number("nodes")?.map(|nodes| nodes as u64),
        time,
    };
    let clock = number("time")?.map(|time| Ok::<_, String>((time, number("moves")?, number("inc")?.unwrap_or(0.0))));
    Ok(Level { limits, clock: clock.transpose()? })
}
