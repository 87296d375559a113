//! The arguments of `willwrite history`, with their help.

use clap::{Args, Subcommand};

const SEARCH: &str = "Examples:
  willwrite history search cargo test --failed --since 2d
  willwrite history search '\"merge conflict\"' --branch feat/login
  willwrite history search 'parse*' -- -lexer";
const FILE: &str = "Examples:
  willwrite history file src/main.rs
  willwrite history file docs --reads --limit 50";
const CONTEXT: &str = "Example:
  willwrite history context why does the parser test fail";
const PURGE: &str = "Examples:
  willwrite history purge --before 30d
  willwrite history purge --session 0f3a9c1e
  willwrite history purge --all";
const EXPORT: &str = "Example:
  willwrite history export --since 1d | jq -r .command";
const REPORT: &str = "Examples:
  willwrite history report --day 2026-11-30 -o day.html
  willwrite history report --session 0f3a9c1e > session.html";

/// Find what tools did.
#[derive(Subcommand)]
pub enum History {
    /// Find calls by words: tool, file, command, pattern, result
    ///
    /// The best matches come first. Without words the newest calls are printed. With `history.model` in the settings the
    /// matches are ordered by their meaning.
    #[command(after_help = SEARCH)]
    Search(Search),
    /// Tell what wrote a file, newest first
    ///
    /// Counts edits, the writes of shell commands and git's work on the files of a repository; `(perhaps)` stands where it
    /// is not sure that the command got so far.
    #[command(after_help = FILE)]
    File(File),
    /// Print the context that a prompt would get
    ///
    /// These are the earlier calls below the directory that have most to do with the prompt's words.
    #[command(after_help = CONTEXT)]
    Context(Context),
    /// Count tools, failures, slowest calls, most-written files, masked secrets
    Stats(Json),
    /// Let go of observations
    ///
    /// They are removed for good, with the blocks and warnings that belong to them, and the room is given back to the disk.
    #[command(after_help = PURGE)]
    Purge(PurgeArguments),
    /// Print observations as JSON lines
    ///
    /// Oldest first, one object a line. Fields that are not known are left out; times are in UTC.
    #[command(after_help = EXPORT)]
    Export(Narrow),
    /// Write one HTML page of a session or a day
    ///
    /// It holds the calls, the files written and the blocks and warnings by repository and branch, and the failures. It
    /// needs no network.
    #[command(after_help = REPORT)]
    Report(Report),
}

/// Which calls are wanted.
#[derive(Args, Default)]
pub struct Narrow {
    /// Only calls of this tool
    #[arg(long)]
    pub(super) tool: Option<String>,
    /// Only calls about this file or below this directory; a relative path is the end of a path
    #[arg(long)]
    pub(super) file: Option<String>,
    /// Only calls that touched a repository on this branch
    #[arg(long)]
    pub(super) branch: Option<String>,
    /// Only calls since an age (2h, 3d), a day or a time (2026-11-30, 2026-11-30T13:55), in UTC
    #[arg(long)]
    pub(super) since: Option<String>,
    /// Only calls that failed
    #[arg(long)]
    pub(super) failed: bool,
    /// Only calls of this session, or of those whose name begins so
    #[arg(long)]
    pub(super) session: Option<String>,
}

/// The arguments of `search`.
#[derive(Args)]
pub struct Search {
    /// Words; `word*`, `"two words"`, `-unwanted` and `OR` are known
    pub(super) query: Vec<String>,
    #[command(flatten)]
    pub(super) narrow: Narrow,
    /// Print at most this many
    #[arg(long, default_value_t = 10)]
    pub(super) limit: usize,
    /// Print JSON, one object a line
    #[arg(long)]
    pub(super) json: bool,
}

/// The arguments of `file`.
#[derive(Args)]
pub struct File {
    /// The file or directory
    pub(super) path: String,
    /// Tell what read it, too
    #[arg(long)]
    pub(super) reads: bool,
    /// Print at most this many
    #[arg(long, default_value_t = 20)]
    pub(super) limit: usize,
    /// Print JSON, one object a line
    #[arg(long)]
    pub(super) json: bool,
}

/// The arguments of `context`.
#[derive(Args)]
pub struct Context {
    /// The prompt
    pub(super) prompt: Vec<String>,
    /// The directory (default: the current one)
    #[arg(long, value_name = "DIR")]
    pub(super) cwd: Option<String>,
    /// At most this many calls
    #[arg(long, default_value_t = 3)]
    pub(super) limit: usize,
}

/// How numbers are printed.
#[derive(Args)]
pub struct Json {
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The arguments of `purge`.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct PurgeArguments {
    /// All of them
    #[arg(long)]
    pub(super) all: bool,
    /// Those older than an age (30d), a day or a time, in UTC
    #[arg(long)]
    pub(super) before: Option<String>,
    /// Those of this session
    #[arg(long)]
    pub(super) session: Option<String>,
}

/// The arguments of `report`.
#[derive(Args)]
pub struct Report {
    /// The session, or the beginning of its name
    #[arg(long, conflicts_with = "day")]
    pub(super) session: Option<String>,
    /// The day (2026-11-30), in UTC (default: today)
    #[arg(long)]
    pub(super) day: Option<String>,
    /// The file to write (default: stdout)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<String>,
}
