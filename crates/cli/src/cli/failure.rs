//! How the program ends: exit codes, and errors of one sentence.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextValue, ErrorKind};

use super::output;
use petrov::internals::short::{MOST_BYTES, shortened_to};

const NEGATIVE_FINDING: u8 = 1;
const ERROR: u8 = 2;
/// What a shell reports for a program that Ctrl-C ended.
pub(super) const INTERRUPTED: u8 = 130;

/// How a run ended that went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Everything was done.
    Success,
    /// The answer is no: a table is wrong.
    NegativeFinding,
    /// Parts of the input were wrong, each of which has been reported.
    Errors,
}

impl From<Finish> for ExitCode {
    fn from(finish: Finish) -> ExitCode {
        match finish {
            Finish::Success => ExitCode::SUCCESS,
            Finish::NegativeFinding => NEGATIVE_FINDING.into(),
            Finish::Errors => ERROR.into(),
        }
    }
}

/// What is said where Ctrl-C ended a build or recompression.
pub(super) const STOPPED: &str = "stopped; run the same command again to go on";

/// Why a run ended early.
#[derive(Debug)]
pub enum Failure {
    /// One sentence that names what is wrong and the remedy.
    Error(String),
    /// Ctrl-C; the sentence says how to go on.
    Stopped(String),
    /// Nobody reads the standard output any more, which is no mistake.
    Closed,
    /// What was typed is no command, or asks for help.
    Usage(Box<clap::Error>),
}

impl Failure {
    /// The error that this sentence describes.
    pub(super) fn new(sentence: impl fmt::Display) -> Failure {
        Failure::Error(sentence.to_string())
    }

    /// Tells the user, and returns the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Error(sentence) => {
                complain(sentence);
                ERROR.into()
            }
            Failure::Stopped(sentence) => {
                complain(sentence);
                INTERRUPTED.into()
            }
            Failure::Closed => ExitCode::SUCCESS,
            Failure::Usage(error) => report_usage(&error),
        }
    }
}

/// Only writing results gives bare errors of the system; whatever reads or writes files has words of its own.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Error(format!("standard output cannot be written: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}

/// Says on standard error what is wrong.
pub(super) fn complain(sentence: impl fmt::Display) {
    // There is nobody left to tell if this fails.
    let _ = writeln!(io::stderr().lock(), "petrov: {sentence}");
}

fn report_usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            match output::ensure_open().and_then(|()| error.print()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Failure::from(error).report(),
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ERROR.into()
        }
        _ => Failure::Error(usage_sentence(&short_text(error), &typed_command())).report(),
    }
}

/// What clap says, but for most of the long words that were typed.
fn short_text(error: &clap::Error) -> String {
    let mut text = error.to_string();
    for (_, value) in error.context() {
        let words = match value {
            ContextValue::String(word) => std::slice::from_ref(word),
            ContextValue::Strings(words) => words,
            _ => continue,
        };
        // Names of options that are there are short; what was typed may be anything.
        for word in words.iter().filter(|word| word.len() > MOST_BYTES) {
            // What is wrong with it may name it again.
            text = text.replace(&**word, &shortened_to(word, MOST_BYTES / 2));
            // What follows are tips, which say it again.
            text.truncate(text.find("\n\n").unwrap_or(text.len()));
        }
    }
    text
}

/// One sentence of what clap says in several paragraphs, and where to read more.
fn usage_sentence(text: &str, command: &str) -> String {
    let message = text.split("\n\nUsage:").next().unwrap_or_default();
    let message = message.split("\n\nFor more information").next().unwrap_or_default();
    let paragraphs = message.trim_start_matches("error: ").split("\n\n");
    let joined = paragraphs.map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    let sentences: Vec<String> = joined.filter(|sentence| !sentence.is_empty()).collect();
    format!("{}; see `{command} --help`", sentences.join("; "))
}

/// `petrov` with the verb that was typed, if there was one.
fn typed_command() -> String {
    let program = super::Arguments::command();
    let typed = std::env::args_os().skip(1).find_map(|word| program.find_subcommand(word));
    typed.map_or_else(|| "petrov".to_owned(), |verb| format!("petrov {}", verb.get_name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_errors_become_one_sentence() {
        let command = "petrov";
        let text = "error: unrecognized subcommand 'bild'\n\n  tip: a similar subcommand exists: 'build'\n\n\
                    Usage: petrov [OPTIONS] <COMMAND>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            usage_sentence(text, command),
            "unrecognized subcommand 'bild'; tip: a similar subcommand exists: 'build'; see `petrov --help`"
        );
        let command = "petrov line";
        let text = "error: the following required arguments were not provided:\n  <FEN>\n\n\
                    Usage: petrov line <FEN>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            usage_sentence(text, command),
            "the following required arguments were not provided: <FEN>; see `petrov line --help`"
        );
    }
}
