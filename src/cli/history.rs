//! `willwrite history`: what tools did, for people and as JSON.

mod arguments;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use arguments::{Context, File, Json, Narrow, PurgeArguments, Report, Search};

pub use arguments::History;

use super::machine::environment;
use super::{machine, observe, output};
use crate::guard::config::{files, key};
use crate::guard::message;
use crate::history::payload::absolute;
use crate::history::semantic::{Ranking, WordVectors};
use crate::history::store::{Entry, Filter, Hit, Purge, Statistics, Touched, now};
use crate::history::{History as Store, HistoryError, Outcome, context, report, time};

/// Runs the subcommand.
pub fn run(arguments: &History) -> ExitCode {
    let done = match arguments {
        History::Search(arguments) => search(arguments),
        History::File(arguments) => file(arguments),
        History::Context(arguments) => print_context(arguments),
        History::Stats(arguments) => stats(arguments),
        History::Purge(arguments) => purge(arguments),
        History::Export(arguments) => export(arguments),
        History::Report(arguments) => print_report(arguments),
    };
    done.unwrap_or_else(|reason| output::failed(&message::escape(&reason)))
}

fn open() -> Result<Store, String> {
    observe::place().and_then(|path| Store::open_existing(&path)).map_err(|error| said(&error))
}

fn said(error: &HistoryError) -> String {
    error.to_string()
}

impl Narrow {
    fn filter(&self) -> Result<Filter, String> {
        let since = self.since.as_deref().map(moment).transpose()?;
        Ok(Filter {
            tool: self.tool.clone(),
            file: self.file.clone(),
            branch: self.branch.clone(),
            since,
            failed: self.failed,
            session: self.session.clone(),
            ..Filter::default()
        })
    }
}

fn moment(text: &str) -> Result<i64, String> {
    time::since(text, now())
        .ok_or_else(|| format!("`{text}` is no age (2h, 3d), day (2026-11-30) or time (2026-11-30T13:55)"))
}

fn search(arguments: &Search) -> Result<ExitCode, String> {
    let filter = arguments.narrow.filter()?;
    let mut history = open()?;
    let model = model()?;
    let ranking = model.as_ref().map(|model| model as &dyn Ranking);
    let found = history
        .search(&arguments.query.join(" "), &filter, arguments.limit, ranking)
        .map_err(|error| said(&error))?;
    if found.behind {
        let _ = writeln!(std::io::stderr(), "willwrite: the newest observations are not in the index yet");
    }
    note_if_nothing(found.hits.is_empty(), "no call is like that");
    let paint = output::Paint::for_stdout();
    let mut text = String::new();
    for hit in &found.hits {
        if arguments.json {
            let mut value = hit.entry.json();
            if let Some(fields) = value.as_object_mut() {
                fields.insert("snippet".into(), unmarked(&hit.snippet).into());
                fields.insert("score".into(), hit.score.into());
            }
            let _ = writeln!(text, "{value}");
        } else {
            text.push_str(&shown_hit(hit, paint));
        }
    }
    Ok(output::print(text.as_bytes()))
}

/// An empty answer is told beside it, where no program reads.
fn note_if_nothing(is_nothing: bool, note: &str) {
    if is_nothing {
        let _ = writeln!(std::io::stderr(), "willwrite: {note}");
    }
}

/// The model that the user's settings name.
fn model() -> Result<Option<WordVectors>, String> {
    let settings = files::user_settings(None).map_err(|error| error.to_string())?;
    let path = settings.text(&key::HISTORY_MODEL);
    let path = match path.strip_prefix("~/") {
        Some(below) => format!("{}/{below}", environment("HOME").unwrap_or_default()),
        None => path,
    };
    match path.as_str() {
        "" => Ok(None),
        absolute if absolute.starts_with('/') => Ok(Some(WordVectors::new(absolute.as_ref()))),
        relative => Err(format!(
            "`history.model` wants an absolute path or one that begins with `~/`, not `{relative}`"
        )),
    }
}

const RED: u8 = 31;
const YELLOW: u8 = 33;
const CYAN: u8 = 36;
const DIM: u8 = 2;
const BOLD: u8 = 1;

fn shown_hit(hit: &Hit, paint: output::Paint) -> String {
    let entry = &hit.entry;
    let mut text = format!("{}\n", headline(entry, paint));
    let _ = writeln!(text, "  {}", line(entry.subject()));
    let snippet = unmarked(&hit.snippet);
    if !snippet.trim().is_empty() && !entry.subject().contains(snippet.trim()) {
        let marked =
            hit.snippet.split('\u{2}').enumerate().map(|(index, part)| match part.split_once('\u{3}') {
                Some((word, rest)) if index > 0 => {
                    format!("{}{}", paint.colour(BOLD, &line(word)), line(rest))
                }
                _ => line(part),
            });
        let _ = writeln!(text, "  {}", marked.collect::<String>().trim());
    }
    text
}

fn headline(entry: &Entry, paint: output::Paint) -> String {
    let outcome = match entry.outcome {
        Outcome::Failed | Outcome::Interrupted => paint.colour(RED, entry.outcome.word()),
        outcome => outcome.word().to_owned(),
    };
    let code = entry
        .details
        .exit_code
        .filter(|code| *code != 0)
        .map(|code| format!(" ({code})"))
        .unwrap_or_default();
    let branches = entry.branches().join(", ");
    let branch = if branches.is_empty() {
        String::new()
    } else {
        format!("  {}", paint.colour(CYAN, &line(&branches)))
    };
    let session: String = entry.session.chars().take(8).collect();
    format!(
        "{}  {}  {outcome}{code}{branch}  {}",
        paint.colour(DIM, &time::text(entry.at)),
        paint.colour(YELLOW, &line(&entry.tool)),
        paint.colour(DIM, &format!("{} #{}.{}", line(&session), entry.prompt_index, entry.tool_index)),
    )
}

/// One line that a terminal can show.
fn line(text: &str) -> String {
    const CHARACTERS: usize = 200;
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.starts_with(char::is_whitespace) {
        words.insert(0, ' ');
    }
    if text.ends_with(char::is_whitespace) {
        words.push(' ');
    }
    let short: String = words.chars().take(CHARACTERS).collect();
    let more = if short.len() < words.len() { "…" } else { "" };
    format!("{}{more}", message::escape(&short))
}

fn unmarked(snippet: &str) -> String {
    snippet.replace(['\u{2}', '\u{3}'], "")
}

fn file(arguments: &File) -> Result<ExitCode, String> {
    let path = absolute(&machine::directory(None)?, &arguments.path);
    let which = if arguments.reads { Touched::ReadToo } else { Touched::Written };
    let entries = open()?.file(&path, which, arguments.limit).map_err(|error| said(&error))?;
    note_if_nothing(entries.is_empty(), "no call is known to have touched that");
    let paint = output::Paint::for_stdout();
    let mut text = String::new();
    for entry in &entries {
        if arguments.json {
            let _ = writeln!(text, "{}", entry.json());
            continue;
        }
        let branch = entry.branch.as_deref().unwrap_or("-");
        let unsure = if entry.certain { "" } else { " (perhaps)" };
        let by = entry.command.as_deref().unwrap_or(&entry.tool);
        let below = if entry.path == path { String::new() } else { format!("  {}", line(&entry.path)) };
        let _ = writeln!(
            text,
            "{}  {}{unsure}{below}  {}  {}",
            paint.colour(DIM, &time::text(entry.at)),
            paint.colour(YELLOW, &line(&entry.effect)),
            paint.colour(CYAN, &line(branch)),
            line(by),
        );
    }
    Ok(output::print(text.as_bytes()))
}

fn print_context(arguments: &Context) -> Result<ExitCode, String> {
    let cwd = machine::directory(arguments.cwd.as_deref())?;
    let directory = observe::project(&machine::world(None), &cwd);
    let prompt = arguments.prompt.join(" ");
    let told =
        context::context(&mut open()?, &prompt, &directory, arguments.limit).map_err(|error| said(&error))?;
    let lines = told.unwrap_or_default();
    let text: String = lines.lines().map(|line| format!("{}\n", message::escape(line))).collect();
    Ok(output::print(text.as_bytes()))
}

fn stats(arguments: &Json) -> Result<ExitCode, String> {
    let statistics = open()?.statistics().map_err(|error| said(&error))?;
    let text = if arguments.json {
        format!("{}\n", statistics.json())
    } else {
        shown_statistics(&statistics, output::Paint::for_stdout())
    };
    Ok(output::print(text.as_bytes()))
}

/// A number and its noun.
fn counted(count: impl Into<i128>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn shown_statistics(statistics: &Statistics, paint: output::Paint) -> String {
    let mut text = format!(
        "{} in {}, {} masked, {} KiB\n",
        counted(statistics.observations, "observation"),
        counted(statistics.sessions, "session"),
        counted(statistics.masked, "secret"),
        statistics.bytes / 1024
    );
    if let Some((first, last)) = statistics.time {
        let _ = writeln!(text, "from {} to {}", time::text(first), time::text(last));
    }
    let mut part = |title: &str, rows: Vec<Vec<(u8, String)>>| {
        if !rows.is_empty() {
            let _ = write!(text, "\n{}\n{}", paint.colour(BOLD, title), output::table(&rows, paint));
        }
    };
    let plain = |text: String| (0, text);
    let tools = statistics.tools.iter().map(|row| {
        let mean = row.mean.map(|mean| format!("{} on average", time::span(mean))).unwrap_or_default();
        let failed = if row.failed > 0 { RED } else { 0 };
        vec![
            (YELLOW, line(&row.tool)),
            plain(counted(row.calls, "call")),
            (failed, format!("{} failed", row.failed)),
            plain(mean),
        ]
    });
    part("Tools", tools.collect());
    let findings = statistics.findings.iter();
    part(
        "Guards",
        findings
            .map(|(policy, verdict, count)| {
                vec![(YELLOW, line(policy)), plain(line(verdict)), plain(count.to_string())]
            })
            .collect(),
    );
    let slowest = statistics.slowest.iter();
    part(
        "Slowest",
        slowest
            .map(|(duration, tool, subject)| {
                vec![plain(time::span(*duration)), (YELLOW, line(tool)), plain(line(subject))]
            })
            .collect(),
    );
    let files = statistics.files.iter();
    part(
        "Most written",
        files.map(|(path, count)| vec![plain(count.to_string()), plain(line(path))]).collect(),
    );
    text
}

fn purge(arguments: &PurgeArguments) -> Result<ExitCode, String> {
    let what = match (&arguments.before, &arguments.session) {
        (Some(before), _) => Purge::Before(moment(before)?),
        (_, Some(session)) => Purge::Session(session.clone()),
        _ => Purge::All,
    };
    let purged = open()?.purge(&what).map_err(|error| said(&error))?;
    let text = format!("{} observations and {} findings removed\n", purged.observations, purged.findings);
    Ok(output::print(text.as_bytes()))
}

fn export(arguments: &Narrow) -> Result<ExitCode, String> {
    let filter = arguments.filter()?;
    let history = open()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut failed = None;
    let mut take = |entry: Entry| match writeln!(out, "{}", entry.json()) {
        Ok(()) => true,
        Err(error) => {
            failed = Some(error);
            false
        }
    };
    history.each(&filter, &mut take).map_err(|error| said(&error))?;
    match failed.map_or_else(|| out.flush(), Err) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("stdout can't be written: {error}"))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn print_report(arguments: &Report) -> Result<ExitCode, String> {
    let today = time::day(now());
    let (filter, title) = match &arguments.session {
        Some(session) => {
            (Filter { session: Some(session.clone()), ..Filter::default() }, format!("Session {session}"))
        }
        None => {
            let day = arguments.day.as_deref().unwrap_or(&today);
            let start = time::start_of_day(day).ok_or_else(|| format!("`{day}` is no day (2026-11-30)"))?;
            let until = time::start_of_day(day).map(|start| start + 86_400_000);
            (Filter { since: Some(start), until, ..Filter::default() }, format!("Day {day}"))
        }
    };
    let page = report::page(&open()?, &filter, &title).map_err(|error| said(&error))?;
    match &arguments.output {
        Some(path) => machine::write_file(path, page.as_bytes()).map(|()| ExitCode::SUCCESS),
        None => Ok(output::print(page.as_bytes())),
    }
}
