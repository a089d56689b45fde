//! `probe`: what positions are worth.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::answer::{Answer, MoveJson};
use super::clocks::{ClockOption, Named};
use super::context::{Context, Played};
use super::failure::{Failure, Finish, complain};
use super::lines::{Line, Lines, MOST_BYTES};
use super::ruled::{self, Ruled};
use super::write_json;
use petrov::board::Position;
use petrov::internals::short;
use petrov::probe::{Tablebase, Umpire};

/// Show who wins a position, in how many moves, and what every move is worth
///
/// Without --clock no draw rules apply. Distances count plies to the end of the game: the winner hurries and the loser holds
/// out.
///
/// With --clock, every move also has its value under the rules: a win that a rule cuts off is a cursed-win, the loss that it
/// saves a blessed-loss. The moves that win under the rules come first.
///
/// With `-` or --file, FENs are read one a line; blank lines and lines that begin with # are skipped. Each answer is one line:
/// FEN, value, plies and best move, separated by tabs; with --clock the value under the rules comes last. The answer to a
/// wrong line is the line itself and "error" (`-` and "error" if it has more than 65,536 bytes or is not UTF-8); it is reported
/// on standard error, and the exit code is 2.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov probe W:Wc3,Ka5:Bb2,d4
  petrov probe '[FEN \"W:W29,K22:BK3.\"]'          numbers from 1 = b8
  petrov probe --squares a1 W:W1,K10:BK31         numbers from 1 = a1
  petrov probe W:We7:Bb6,c5,d2 --after \"e7-d8 d2-e1\"
  petrov probe W:WKa1,Kb2,Kc3:BKd8 --clock default
  petrov probe W:WKa1,Kb2,Kc3:BKd8 --clock ru.kings15=7
  petrov probe --file positions.txt > answers.tsv
  echo W:WKa5,Ka7:BKg1 | petrov probe - --json")]
pub(super) struct Arguments {
    /// Positions as FEN; `-` reads them from standard input
    #[arg(value_name = "FEN", required_unless_present = "file")]
    fens: Vec<String>,
    /// File of positions, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "fens")]
    file: Option<PathBuf>,
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    clocks: ClockOption,
}

#[derive(Serialize)]
struct ProbeJson {
    game: &'static str,
    fen: String,
    mover: &'static str,
    value: &'static str,
    dtw: Option<u16>,
    moves: Vec<MoveJson>,
    /// What of the rules the values leave out; null if nothing.
    left_out: Option<&'static str>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (tablebase, _) = context.tablebase()?;
    let (named, ruled) = (arguments.clocks.read(context.game)?, arguments.clocks.is_some());
    let umpire = RefCell::new(ruled::umpire(&tablebase, &named));
    let prober = Prober { context, tablebase: &tablebase, named, ruled, umpire };
    let one = arguments.file.is_none() && arguments.fens.len() == 1 && arguments.fens[0] != "-";
    if arguments.played.is_some() && !one {
        return Err(Failure::new("--after goes with a single position; leave it out, or name one".to_owned()));
    }
    match (&arguments.file, arguments.fens.as_slice()) {
        (Some(path), _) => {
            let name = short::path(path);
            let file = File::open(path).map_err(|error| {
                Failure::new(format!("{name}: cannot be read: {error}; name another file with --file"))
            })?;
            prober.lines(file, &name, out)
        }
        (None, [dash]) if dash == "-" => prober.lines(io::stdin().lock(), "standard input", out),
        (None, [fen]) => {
            let position = context.read_position(fen, &arguments.played)?;
            prober.full(&position, out).map(|()| Finish::Success)
        }
        (None, fens) => prober.several(fens, out),
    }
}

struct Prober<'a> {
    context: &'a Context,
    tablebase: &'a Tablebase,
    /// The clocks that are applied.
    named: Vec<Named>,
    /// What judges under them, one for all positions, as it remembers what it has found.
    umpire: RefCell<Umpire<'a>>,
    /// Whether any were named: those that never take a win away are not applied.
    ruled: bool,
}

impl Prober<'_> {
    /// Asks the tables.
    ///
    /// # Errors
    /// A sentence, also if tables for the position itself are missing.
    fn ask(&self, position: &Position) -> Result<Answer, String> {
        let answer = Answer::new(position, self.tablebase).map_err(|error| error.to_string())?;
        match (&answer.outcome, &answer.unknown) {
            (None, Some(error)) => Err(self.context.explain(error, position, self.tablebase)),
            _ => Ok(answer),
        }
    }

    /// Asks the tables for the value under clocks.
    fn ask_ruled(&self, position: &Position) -> Result<Ruled, String> {
        Ruled::new(self.context, self.tablebase, &mut self.umpire.borrow_mut(), position, &self.named)
    }

    /// The long answer.
    fn full(&self, position: &Position, out: &mut dyn Write) -> Result<(), Failure> {
        if self.ruled {
            let ruled = self.ask_ruled(position).map_err(Failure::Error)?;
            return match self.context.json {
                true => write_json(&ruled.to_json(self.context), out),
                false => Ok(ruled.write(self.context, out)?),
            };
        }
        let answer = self.ask(position).map_err(Failure::Error)?;
        if self.context.json {
            return self.json(&answer, out);
        }
        Ok(answer.write(self.context, self.tablebase, out)?)
    }

    /// Long answers to several positions.
    fn several(&self, fens: &[String], out: &mut dyn Write) -> Result<Finish, Failure> {
        let mut finish = Finish::Success;
        for (number, fen) in (1..).zip(fens) {
            let full = match self.context.read_fen(fen) {
                Err(error) => Err(Failure::Error(error.to_string())),
                Ok(position) => {
                    if number > 1 && !self.context.json {
                        writeln!(out)?;
                    }
                    self.full(&position, out)
                }
            };
            match full {
                Ok(()) => {}
                Err(Failure::Error(sentence)) => {
                    out.flush()?;
                    complain(format_args!("FEN {number}, {sentence}"));
                    finish = Finish::Errors;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(finish)
    }

    /// Short answers to positions that come one a line.
    fn lines(&self, input: impl Read, name: &str, out: &mut dyn Write) -> Result<Finish, Failure> {
        let mut input = Lines::new(input);
        let mut finish = Finish::Success;
        for number in 1_u64.. {
            // Whoever writes a line and waits for its answer gets it, and nobody else waits for the output.
            if input.must_wait() {
                out.flush()?;
            }
            let line = input.next().map_err(|error| {
                Failure::new(format!("{name}: line {number} cannot be read: {error}; name another file with --file"))
            })?;
            let text = match line {
                None => break,
                Some(Line::Whole(line) | Line::TooLong(line)) if is_comment(line) => continue,
                Some(Line::TooLong(_)) => Err(format!("the line is longer than {MOST_BYTES} bytes; shorten it")),
                Some(Line::Whole(line)) => text_of(line),
            };
            let answer = match &text {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => self.context.read_fen(text).map_err(|error| error.to_string()),
                Err(sentence) => Err(sentence.clone()),
            };
            let answered = match self.ruled {
                false => answer.and_then(|position| self.ask(&position)).map(|answer| self.short(&answer, out)),
                true => {
                    answer.and_then(|position| self.ask_ruled(&position)).map(|ruled| self.short_ruled(&ruled, out))
                }
            };
            match answered {
                Ok(written) => written?,
                Err(sentence) => {
                    self.no_answer(number, text.as_deref().unwrap_or("-").trim(), &sentence, out)?;
                    complain(format_args!("{name}, line {number}: {sentence}"));
                    finish = Finish::Errors;
                }
            }
        }
        Ok(finish)
    }

    fn short(&self, answer: &Answer, out: &mut dyn Write) -> Result<(), Failure> {
        if self.context.json {
            return self.json(answer, out);
        }
        let game = self.context.game;
        let outcome = answer.outcome.expect("asked for");
        let plies = outcome.distance.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let best = answer.moves.first().filter(|(_, outcome)| outcome.is_some());
        let best = best.map_or_else(|| "-".to_owned(), |(mv, _)| game.move_text(mv));
        Ok(writeln!(out, "{}\t{}\t{plies}\t{best}", game.write_fen(&answer.position), outcome.value.name())?)
    }

    fn short_ruled(&self, ruled: &Ruled, out: &mut dyn Write) -> Result<(), Failure> {
        if self.context.json {
            return write_json(&ruled.to_json(self.context), out);
        }
        let game = self.context.game;
        let plies = ruled.outcome.distance.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let best = ruled.moves.first().map_or_else(|| "-".to_owned(), |best| game.move_text(&best.mv));
        let (value, rules) = (ruled.outcome.value.name(), ruled.judgement.value.name());
        Ok(writeln!(out, "{}\t{value}\t{plies}\t{best}\t{rules}", game.write_fen(&ruled.position))?)
    }

    /// What stands in the place of an answer to a wrong line, so that answers and lines keep together.
    fn no_answer(&self, line: u64, text: &str, sentence: &str, out: &mut dyn Write) -> Result<(), Failure> {
        if self.context.json {
            return write_json(&serde_json::json!({ "line": line, "error": sentence }), out);
        }
        let rules = if self.ruled { "\t-" } else { "" };
        Ok(writeln!(out, "{}\terror\t-\t-{rules}", text.replace('\t', " "))?)
    }

    fn json(&self, answer: &Answer, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.context.game;
        let outcome = answer.outcome.expect("asked for");
        let json = ProbeJson {
            game: game.id,
            fen: game.write_fen(&answer.position),
            mover: answer.position.turn.name(),
            value: outcome.value.name(),
            dtw: outcome.distance,
            moves: answer.moves_json(game),
            left_out: answer.caveat(self.context),
        };
        write_json(&json, out)
    }
}

/// Whether a line is one to pass over, whatever bytes it has besides.
fn is_comment(line: &[u8]) -> bool {
    line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii_start().starts_with(b"#")
}

/// The text of a line, without spaces at its end and the mark that some editors put in front of a file.
fn text_of(line: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let column = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1;
        format!("column {column}: the line is not UTF-8 text")
    })?;
    Ok(text.trim_start_matches('\u{feff}').trim_end())
}
