//! `willwrite doctor`: is the guard installed rightly, and does it answer as it should?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::{corpus, install, observe, output};
use crate::corpus::replay::Report;
use crate::guard::config::files;
use crate::guard::protocol::{self, Agent};
use crate::history::{History, HistoryError};
use crate::setup::doctor::{Finding, Survey, examine, examine_settings, survey};
use crate::setup::install::found;
use crate::setup::{Ground, agents, file};

/// The version of the JSON.
const VERSION: u32 = 1;

/// Options of `doctor`.
#[derive(clap::Args)]
pub struct Doctor {
    /// The agents to look at [default: all that are found here or have the guard]
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    /// Leave out the replay of the corpus
    #[arg(long)]
    no_corpus: bool,
}

/// Runs the subcommand: 0 if all is well, 1 with findings.
pub fn run(arguments: &Doctor) -> ExitCode {
    let asked =
        || -> Result<_, String> { Ok((install::ground()?, install::named_agents(&arguments.agents)?)) };
    let (ground, named) = match asked() {
        Ok(asked) => asked,
        Err(reason) => return output::failed(&reason),
    };
    let surveys = surveys(&ground, &named);
    let mut findings = examine_settings(ground.project.as_deref());
    let settings = files::user_settings(None).unwrap_or_default();
    findings.extend(examine(&surveys, &ground, &settings));
    if surveys.is_empty() {
        findings.push(nothing());
    }
    findings.extend(database());
    let replayed = (!arguments.no_corpus).then(|| replay(&surveys, &ground));
    findings.extend(replayed.iter().flat_map(mismatch));
    let report = replayed.and_then(Result::ok);
    let text = if arguments.json {
        format!("{:#}\n", json(&surveys, &findings, report.as_ref()))
    } else {
        people(&surveys, &findings, report.as_ref(), output::Paint::for_stdout())
    };
    let printed = output::print(text.as_bytes());
    if findings.is_empty() { printed } else { ExitCode::from(1) }
}

/// The settings of the named agents, else of those that are used here or hold the guard.
fn surveys(ground: &Ground, named: &[&'static Agent]) -> Vec<Survey> {
    if !named.is_empty() {
        return named.iter().map(|agent| survey(agent, ground, true)).collect();
    }
    let used = found(ground);
    let all = agents::FORMS.iter().filter_map(|form| protocol::find(form.agent));
    let surveys = all.filter_map(|agent| {
        let is_used = used.iter().any(|other| other.id == agent.id);
        let survey = survey(agent, ground, is_used);
        (is_used || survey.is_installed()).then_some(survey)
    });
    surveys.collect()
}

fn nothing() -> Finding {
    Finding {
        kind: "no-entry",
        agent: None,
        place: String::new(),
        message: "no agent is found here, and none has the guard".to_owned(),
        mend: "name one: `willwrite install claude-code`".to_owned(),
    }
}

fn database() -> Option<Finding> {
    let place = observe::place().ok()?;
    let unsound = |message: String| Finding {
        kind: "database-unsound",
        agent: None,
        place: place.display().to_string(),
        message,
        mend: "move the file away: a new one is made".to_owned(),
    };
    match History::open_existing(&place) {
        Err(HistoryError::Missing { .. }) => None,
        Err(error) => Some(unsound(error.to_string())),
        Ok(history) => match history.check() {
            Ok(None) => None,
            Ok(Some(complaint)) => Some(unsound(format!("the database is damaged: {complaint}"))),
            Err(error) => Some(unsound(error.to_string())),
        },
    }
}

/// Replays the corpus through the installed binary, or through this one where none is installed.
fn replay(surveys: &[Survey], ground: &Ground) -> Result<Report, String> {
    let installed = surveys.iter().flat_map(|survey| &survey.files).flat_map(|file| &file.handlers);
    let program = installed.filter(|handler| handler.is_ours()).find_map(|handler| {
        handler.words.iter().find(|word| Path::new(word).is_absolute()).map(PathBuf::from)
    });
    let binary =
        program.filter(|path| file::is_executable(path)).unwrap_or_else(|| PathBuf::from(&ground.binary));
    let rows = crate::corpus::built_in().map_err(|error| error.to_string())?;
    corpus::replayed(&rows, &binary)
}

fn mismatch(replayed: &Result<Report, String>) -> Option<Finding> {
    let finding = |message: String| Finding {
        kind: "corpus-mismatch",
        agent: None,
        place: String::new(),
        message,
        mend: "`willwrite corpus replay` tells which; install a binary of this version".to_owned(),
    };
    match replayed {
        Err(reason) => Some(finding(format!("the corpus can't be replayed: {reason}"))),
        Ok(report) if report.mismatches.is_empty() => None,
        Ok(report) => {
            let ids: Vec<&str> = report.mismatches.iter().take(3).map(|row| row.id.as_str()).collect();
            let count = report.mismatches.len();
            Some(finding(format!("{count} calls are answered otherwise, such as {}", ids.join(", "))))
        }
    }
}

fn json(surveys: &[Survey], findings: &[Finding], report: Option<&Report>) -> Value {
    let agent = |survey: &Survey| {
        json!({
            "agent": survey.agent.id,
            "title": survey.agent.title,
            "version": survey.version,
            "installed": survey.is_installed(),
            "files": survey.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(),
        })
    };
    json!({
        "version": VERSION,
        "ok": findings.is_empty(),
        "agents": surveys.iter().map(agent).collect::<Vec<_>>(),
        "findings": findings.iter().map(Finding::json).collect::<Vec<_>>(),
        "corpus": report.map(|report| json!({ "matched": report.matched, "total": report.total })),
    })
}

fn people(surveys: &[Survey], findings: &[Finding], report: Option<&Report>, paint: output::Paint) -> String {
    let row = |survey: &Survey| {
        let count = findings.iter().filter(|finding| finding.agent == Some(survey.agent.id)).count();
        let state = match (survey.is_installed(), count) {
            (true, 0) => (32, "well".to_owned()),
            (false, _) => (31, "not installed".to_owned()),
            (true, 1) => (31, "1 finding".to_owned()),
            (true, count) => (31, format!("{count} findings")),
        };
        vec![(1, survey.agent.title.to_owned()), (2, survey.version.clone().unwrap_or_default()), state]
    };
    let mut text = output::table(&surveys.iter().map(row).collect::<Vec<_>>(), paint);
    for finding in findings {
        let place = if finding.place.is_empty() { String::new() } else { format!("{}: ", finding.place) };
        text.push_str(&format!("\n{}  {place}{}\n", paint.colour(31, finding.kind), finding.message));
        text.push_str(&format!("    {} {}\n", paint.colour(32, "mend:"), finding.mend));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    if let Some(report) = report {
        text.push_str(&format!("hook corpus: {}/{}\n", report.matched, report.total));
    }
    text.push_str(
        match findings.len() {
            0 => "all is well\n".to_owned(),
            1 => "1 finding\n".to_owned(),
            count => format!("{count} findings\n"),
        }
        .as_str(),
    );
    text
}
