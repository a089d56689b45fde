//! A session: what the other side says, and the answers.

mod level;
mod shared;
mod thinker;

use std::io::{self, BufRead, Read, Write};
use std::thread;
use std::time::Duration;

use super::grammar::{Command, Words};
use super::squares::{read_move, read_position};
use crate::play::Limits;
use petrov::board::Position;
use petrov::internals::short::shortened;
use petrov::probe::Tablebase;
use petrov::rules::{self, play};

use level::{Level, level};
use shared::{Shared, Stop};
use thinker::Thinker;

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

impl<'t> Session<'t> {
    /// One for the game of a tablebase.
    pub fn new(tablebase: &'t Tablebase) -> Session<'t> {
        let position = tablebase.game().start();
        let level = Level { limits: Limits { time: Some(Duration::from_secs(1)), ..Limits::default() }, clock: None };
        Session { tablebase, position: Some(position), history: Vec::new(), level }
    }

    /// Reads lines and answers each, to the end of the input.
    ///
    /// # Errors
    /// If nothing can be read or written any more.
    pub fn run(&mut self, mut input: impl BufRead, out: impl Write + Send) -> io::Result<Ended> {
        let (shared, tablebase) = (&Shared::new(out), self.tablebase);
        thread::scope(|scope| {
            let _stop = Stop(&shared.stop);
            let mut thinker = Thinker::new(scope, tablebase, shared);
            let mut line = Vec::new();
            loop {
                line.clear();
                if (&mut input).take(MOST_BYTES + 1).read_until(b'\n', &mut line)? == 0 {
                    thinker.finish()?;
                    return Ok(Ended::EndOfInput);
                }
                let whole = line.len() as u64 <= MOST_BYTES || line.ends_with(b"\n");
                let text = String::from_utf8_lossy(&line);
                match Command::parse(&text) {
                    Ok(command) if whole => {
                        if let Some(ended) = self.obey(&command, &mut thinker)? {
                            return Ok(ended);
                        }
                    }
                    Err(error) if whole => {
                        self.forget_position(&text, &mut thinker)?;
                        shared.error(error)?;
                    }
                    _ => {
                        self.forget_position(&text, &mut thinker)?;
                        shared.error(format!("a line has more than {MOST_BYTES} bytes"))?;
                        skip_line(&mut input)?;
                    }
                }
            }
        })
    }

    /// After a line that cannot be read: what was to be the position is not known now.
    fn forget_position<W: Write + Send>(&mut self, line: &str, thinker: &mut Thinker<'_, '_, W>) -> io::Result<()> {
        let first = line.split([' ', '\t', '\r', '\n', '=', '"']).find(|word| !word.is_empty());
        if matches!(first, Some("pos" | "new-game")) {
            thinker.ponders = false;
            thinker.drop_search()?;
            self.position = None;
        }
        Ok(())
    }

    /// Does what a command says; returns how the session ends, if it does.
    fn obey<W: Write + Send>(
        &mut self,
        command: &Command,
        thinker: &mut Thinker<'_, '_, W>,
    ) -> io::Result<Option<Ended>> {
        match command.name.as_str() {
            "ping" => thinker.shared.say("pong")?,
            // What it thought of came about: now the time of the move counts.
            "ponder-hit" if thinker.ponders => {
                thinker.ponders = false;
                thinker.drop_search()?;
                let position = self.position.expect("it was thought of");
                thinker.start(position, self.history.clone(), self.level.limits(), false);
            }
            "stop" => {
                thinker.ponders = false;
                thinker.finish()?;
            }
            "quit" => {
                thinker.finish()?;
                return Ok(Some(Ended::Quit));
            }
            "go" => self.go(command, thinker)?,
            name if SETTINGS.contains(&name) => {
                thinker.ponders = false;
                thinker.drop_search()?;
                self.answer(command, thinker.shared)?;
            }
            _ => {}
        }
        Ok(None)
    }

    /// Begins to think of the position.
    fn go<W: Write + Send>(&self, command: &Command, thinker: &mut Thinker<'_, '_, W>) -> io::Result<()> {
        thinker.drop_search()?;
        thinker.ponders = false;
        let Some(position) = self.position else {
            return thinker.shared.error("there is no position: the last one could not be read");
        };
        thinker.ponders = command.has("ponder");
        let waits = thinker.ponders || command.has("analyze");
        let limits = if waits { Limits::default() } else { self.level.limits() };
        thinker.start(position, self.history.clone(), limits, waits);
        Ok(())
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
