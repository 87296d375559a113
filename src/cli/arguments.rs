//! The subcommands for people, and their way to the files that do them.

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

use super::{analyze, config, corpus, doctor, explain, history, install, manual, output, parse};

const ANALYZE: &str = "Examples:
  willwrite analyze 'cd api && sed -i s/a/b/ x.py && git push origin HEAD:main'
  willwrite analyze --json --cwd ~/project - < script.sh
  willwrite analyze --jsonl < commands.jsonl";
const EXPLAIN: &str = "Examples:
  willwrite explain 'git switch -c fix/a; echo x > notes.md'
  willwrite explain --policy guard-main --cwd ~/project 'rm -rf build'";
const PARSE: &str = "Examples:
  willwrite parse 'if true; then echo a; fi'
  willwrite parse --json - < script.sh";
const INSTALL: &str = "Examples:
  willwrite install --dry-run
  willwrite install claude-code
  willwrite install claude-code --scope project --policy guard-main --policy placeholder";
const UNINSTALL: &str = "Examples:
  willwrite uninstall --dry-run
  willwrite uninstall claude-code";
const DOCTOR: &str = "Examples:
  willwrite doctor
  willwrite doctor claude-code --no-corpus";

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
    #[command(after_help = ANALYZE)]
    Analyze(analyze::Analyze),
    /// Show what a command writes and moves, and what each policy says of it
    #[command(after_help = EXPLAIN)]
    Explain(explain::Explain),
    /// Print the syntax tree of a command
    #[command(after_help = PARSE)]
    Parse(parse::Parse),
    /// Put the guard into coding agents' settings
    #[command(after_help = INSTALL)]
    Install(install::Install),
    /// Take the guard out of coding agents' settings
    #[command(after_help = UNINSTALL)]
    Uninstall(install::Uninstall),
    /// Find out whether the guard is installed rightly
    #[command(after_help = DOCTOR)]
    Doctor(doctor::Doctor),
    /// Replay hook calls with known verdicts
    #[command(subcommand)]
    Corpus(corpus::Corpus),
    /// Find what tools did
    #[command(subcommand)]
    History(history::History),
    /// Print or check settings
    #[command(subcommand)]
    Config(config::Config),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
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
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Parse(arguments) => parse::run(&arguments),
        Command::Install(arguments) => install::run_install(&arguments),
        Command::Uninstall(arguments) => install::run_uninstall(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Config(arguments) => config::run(&arguments),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "willwrite", &mut text);
            output::print(&text)
        }
        Command::Man => match manual::page(&Arguments::command()) {
            Ok(page) => output::print(&page),
            Err(error) => output::failed(&format!("the manual page can't be made: {error}")),
        },
    }
}
