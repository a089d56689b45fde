//! `completions`: what a shell needs to complete commands.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::failure::{Failure, Finish};

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov completions bash > ~/.local/share/bash-completion/completions/petrov")]
pub(super) struct Arguments {
    /// Shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Finish, Failure> {
    // Through memory, because the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "petrov", &mut script);
    out.write_all(&script)?;
    Ok(Finish::Success)
}
