//! The command line program: parse, run, exit code.

use std::process::ExitCode;

use petrov::cli;

fn main() -> ExitCode {
    match cli::parse().and_then(cli::run) {
        Ok(finish) => finish.into(),
        Err(failure) => failure.report(),
    }
}
