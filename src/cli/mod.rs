//! One thin file a subcommand; the only place with stdin, stdout, arguments and exit codes.
//!
//! Owns the command line. The hook's road comes first and goes round the argument parser: it runs before every tool call
//! and must never answer with the parser's own exit code.
#![expect(clippy::disallowed_methods, reason = "the command line is read here")]

mod analyze;
mod arguments;
mod config;
mod corpus;
mod doctor;
mod explain;
mod extract;
mod history;
mod hook;
mod install;
mod jsonl;
mod machine;
mod manual;
mod observe;
mod output;
mod parse;

use std::process::ExitCode;

use self::machine::environment;

/// Runs the command line and gives its exit code.
#[must_use]
pub fn run() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match hook::policies_of(arguments.first().map_or("", String::as_str)) {
        Some(policies) => hook::run(policies, arguments.get(1..).unwrap_or_default()),
        None => arguments::run(&arguments),
    }
}
