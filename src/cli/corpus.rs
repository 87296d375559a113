//! `willwrite corpus`: replays hook calls with known verdicts.
#![expect(clippy::disallowed_methods, reason = "corpus files are read, and this binary is asked where it is")]

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::{extract, output};
use crate::corpus::layout::Layout;
use crate::corpus::replay::{Report, replay};
use crate::corpus::{self, Row};
use crate::guard::message;

/// The subcommands of `corpus`.
#[derive(clap::Subcommand)]
pub enum Corpus {
    /// Replay hook calls on real repositories in a folder of their own
    Replay {
        /// Corpus files or folders of them (default: the corpus that this binary carries)
        #[arg(value_name = "FILE|DIR")]
        files: Vec<PathBuf>,
        /// The binary whose hook is asked (default: this one)
        #[arg(long, value_name = "FILE")]
        binary: Option<PathBuf>,
    },
    /// Print the calls that hooks refused, out of agents' transcripts, as corpus lines
    ///
    /// Reads transcripts of Claude Code, Codex and Gemini CLI. Secrets are masked; the repositories that the calls
    /// speak of are to be put into braces by hand before the lines are replayed.
    Extract {
        /// Transcripts, or folders of them
        #[arg(value_name = "TRANSCRIPT", required = true)]
        transcripts: Vec<PathBuf>,
    },
}

/// Runs the subcommand.
pub fn run(arguments: &Corpus) -> ExitCode {
    match arguments {
        Corpus::Replay { files, binary } => match report(files, binary.as_deref()) {
            Ok(report) => finish(&report),
            Err(reason) => output::failed(&reason),
        },
        Corpus::Extract { transcripts } => extract::run(transcripts),
    }
}

fn report(files: &[PathBuf], binary: Option<&Path>) -> Result<Report, String> {
    let rows = rows(files)?;
    let binary = match binary {
        Some(binary) => binary.to_owned(),
        None => std::env::current_exe().map_err(|error| format!("this binary can't be found: {error}"))?,
    };
    replayed(&rows, &binary)
}

/// What comes of the rows at a binary; with a progress bar on a terminal.
pub fn replayed(rows: &[Row], binary: &Path) -> Result<Report, String> {
    let layout = Layout::build(&std::env::temp_dir())
        .map_err(|error| format!("the repositories can't be built: {error}"))?;
    let bar = progress(rows.len() as u64);
    let report = replay(binary, rows, &layout, &mut || bar.inc(1));
    bar.finish_and_clear();
    report.map_err(|error| format!("the replay fails: {error}"))
}

/// A progress bar of this length on a terminal, none elsewhere.
pub fn progress(length: u64) -> ProgressBar {
    if std::io::stderr().is_terminal() {
        ProgressBar::new(length).with_style(ProgressStyle::default_bar())
    } else {
        ProgressBar::hidden()
    }
}

fn rows(files: &[PathBuf]) -> Result<Vec<Row>, String> {
    if files.is_empty() {
        return corpus::built_in().map_err(|error| error.to_string());
    }
    let mut texts = Vec::new();
    for path in files.iter().map(|path| listed(path)).collect::<Result<Vec<_>, _>>()?.concat() {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        texts.push((path.display().to_string(), text));
    }
    let texts = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    corpus::read(texts).map_err(|error| error.to_string())
}

/// The file itself, or the `.jsonl` files in a folder, by name.
fn listed(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

fn finish(report: &Report) -> ExitCode {
    let mut text = String::new();
    for mismatch in &report.mismatches {
        let (id, class, wanted, got) = (&mismatch.id, &mismatch.class, mismatch.wanted, &mismatch.got);
        let remarks = message::escape(&mismatch.remarks);
        text.push_str(&format!("{id} [{class}] wanted {wanted}, got {got}: {remarks}\n"));
    }
    text.push_str(&format!("corpus: {}/{}\n", report.matched, report.total));
    let printed = output::print(text.as_bytes());
    if report.mismatches.is_empty() { printed } else { ExitCode::from(1) }
}
