//! The subcommands for people, and their way to the files that do them.

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use super::{analyze, corpus, history};

/// Tells what a shell command will write before it runs, and guards your main branch with it.
#[derive(Parser)]
#[command(
    name = "willwrite",
    version,
    after_help = "`willwrite hook --help` tells how agents call the guard."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the write intents of a command
    Analyze(analyze::Analyze),
    /// Replay hook calls with known verdicts
    #[command(subcommand)]
    Corpus(corpus::Corpus),
    /// Find what tools did
    #[command(subcommand)]
    History(history::History),
}

/// Parses and runs; bad usage is exit 1, as 2 means a block.
pub fn run(arguments: &[String]) -> ExitCode {
    let line = std::iter::once("willwrite").chain(arguments.iter().map(String::as_str));
    let parsed = match Arguments::try_parse_from(line) {
        Ok(parsed) => parsed,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let printed = error.print();
            return if asked && printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) };
        }
    };
    match parsed.command {
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
    }
}
