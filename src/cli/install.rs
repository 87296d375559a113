//! `willwrite install` and `uninstall`: the guard into agents' settings and out again.

use std::collections::BTreeSet;
use std::process::ExitCode;

use super::{machine, output};
use crate::guard::config::{files, key};
use crate::guard::hook_files::Scope;
use crate::guard::policy::{self, Policy};
use crate::guard::protocol::{self, Agent};
use crate::setup::install::{Outcome, Request, Step, found, install, scopes, uninstall};
use crate::setup::{Ground, SetupError, agents, diff, file};
use crate::world::{Lookup, World as _};

/// Options of `install`.
#[derive(clap::Args)]
pub struct Install {
    /// The agents, such as `claude-code`, `codex`, `gemini-cli` [default: all that are found here]
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// Whose settings to change
    #[arg(long, value_enum, default_value = "user")]
    scope: ScopeArgument,
    /// Run this policy, and no others but those named so [default: those of the settings, else guard-main].
    /// `self-protect` alone comes with guard-main
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Options of `uninstall`.
#[derive(clap::Args)]
pub struct Uninstall {
    /// The agents [default: all]
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// Whose settings to change
    #[arg(long, value_enum, default_value = "user")]
    scope: ScopeArgument,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// A scope on the command line.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ScopeArgument {
    /// yours, for all projects
    User,
    /// the project's, shared with others
    Project,
    /// yours in this project alone (Claude Code)
    Local,
}

impl From<ScopeArgument> for Scope {
    fn from(scope: ScopeArgument) -> Self {
        match scope {
            ScopeArgument::User => Self::User,
            ScopeArgument::Project => Self::Project,
            ScopeArgument::Local => Self::Local,
        }
    }
}

/// Runs `install`.
pub fn run_install(arguments: &Install) -> ExitCode {
    let asked = || -> Result<_, String> {
        let ground = ground()?;
        let named = policies(&arguments.policies)?;
        let running = if named.is_empty() { of_settings()? } else { named.clone() };
        let agents = match named_agents(&arguments.agents)? {
            agents if agents.is_empty() => found_for(&ground, arguments.scope.into())?,
            agents => agents,
        };
        Ok((ground, named, running, agents))
    };
    let (ground, named, running, agents) = match asked() {
        Ok(asked) => asked,
        Err(reason) => return output::failed(&reason),
    };
    let request = Request { scope: arguments.scope.into(), named: &named, running: &running };
    let steps = agents.iter().map(|agent| install(agent, &ground, &request));
    finish(steps, arguments.dry_run, Some(&ground.binary))
}

/// Runs `uninstall`.
pub fn run_uninstall(arguments: &Uninstall) -> ExitCode {
    let asked = || -> Result<_, String> { Ok((ground()?, named_agents(&arguments.agents)?)) };
    let (ground, named) = match asked() {
        Ok(asked) => asked,
        Err(reason) => return output::failed(&reason),
    };
    let scope: Scope = arguments.scope.into();
    let agents: Vec<&'static Agent> = if named.is_empty() {
        let all = agents::FORMS.iter().filter_map(|form| protocol::find(form.agent));
        all.filter(|agent| scopes(agent).any(|other| other == scope)).collect()
    } else {
        named
    };
    let steps = agents.iter().map(|agent| uninstall(agent, &ground, scope));
    let code = finish(steps, arguments.dry_run, None);
    for (agent, other) in still_installed(&ground, scope) {
        let word = other.word();
        output::print(
            format!("{agent}: the guard is still in the scope `{word}`; `--scope {word}` takes it out\n")
                .as_bytes(),
        );
    }
    code
}

/// The agents that have the guard in another scope here.
fn still_installed(ground: &Ground, scope: Scope) -> Vec<(&'static str, Scope)> {
    let agents = agents::FORMS.iter().filter_map(|form| protocol::find(form.agent));
    let places = agents.flat_map(|agent| scopes(agent).map(move |scope| (agent, scope)));
    let has = |(agent, other): &(&'static Agent, Scope)| {
        *other != scope && uninstall(agent, ground, *other).is_ok_and(|steps| !steps.is_empty())
    };
    places.filter(has).map(|(agent, scope)| (agent.id, scope)).collect()
}

/// The ground of this process, its project being the repository around the current directory.
pub fn ground() -> Result<Ground, String> {
    let directory = machine::directory(None)?;
    let root = match machine::world(None).repository(&directory) {
        Lookup::Found(repository) => Some(repository.root.clone()),
        Lookup::Outside | Lookup::Unknown => None,
    };
    Ground::here(directory, root)
}

/// The agents of these names.
pub fn named_agents(names: &[String]) -> Result<Vec<&'static Agent>, String> {
    let known = || agents::FORMS.iter().map(|form| form.agent).collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        let agent = protocol::find(name).filter(|agent| agents::form_of(agent.id).is_some());
        agent.ok_or_else(|| format!("`{name}` is no known agent; there are {}", known()))
    };
    names.iter().map(find).collect()
}

fn found_for(ground: &Ground, scope: Scope) -> Result<Vec<&'static Agent>, String> {
    let mut agents = found(ground);
    agents.retain(|agent| scopes(agent).any(|other| other == scope));
    if agents.is_empty() {
        return Err("no agent is found here; name one, such as `willwrite install claude-code`".to_owned());
    }
    Ok(agents)
}

/// The named policies. `self-protect` guards the guard, so that it does not replace it.
fn policies(names: &[String]) -> Result<Vec<&'static Policy>, String> {
    let mut found: Vec<&'static Policy> = Vec::new();
    for name in names {
        let policy = policy::find(name)
            .ok_or_else(|| format!("`{name}` is no policy; there are {}", policy::names()))?;
        if !found.iter().any(|other| other.id == policy.id) {
            found.push(policy);
        }
    }
    if let ([only], Some(main)) = (found.as_slice(), policy::find("guard-main"))
        && only.id == "self-protect"
    {
        found.insert(0, main);
    }
    Ok(found)
}

fn of_settings() -> Result<Vec<&'static Policy>, String> {
    let settings = files::user_settings(None).map_err(|error| error.to_string())?;
    Ok(settings.list(&key::POLICIES).iter().filter_map(|name| policy::find(name)).collect())
}

/// Does the steps or shows them, and tells what became of each; `installed` is the binary that they put in, if they do.
fn finish(
    steps: impl Iterator<Item = Result<Vec<Step>, SetupError>>,
    dry_run: bool,
    installed: Option<&str>,
) -> ExitCode {
    let paint = output::Paint::for_stdout();
    let (mut rows, mut notes, mut shown) = (Vec::new(), Vec::new(), String::new());
    let mut failed = Vec::new();
    for steps in steps {
        let steps = steps.unwrap_or_else(|error| {
            failed.push(error);
            Vec::new()
        });
        for step in steps {
            if dry_run {
                shown.push_str(&painted(&difference(&step), paint));
            } else if let Err(error) = step.apply() {
                failed.push(error);
                continue;
            }
            rows.push(row(&step, dry_run));
            notes.extend(note(&step, installed));
        }
    }
    let mut told = BTreeSet::new();
    notes.retain(|note: &String| told.insert(note.clone()));
    let mut text = format!("{shown}{}", output::table(&rows, paint));
    for note in notes {
        text.push_str(&format!("{note}\n"));
    }
    if rows.is_empty() && failed.is_empty() {
        text.push_str("the guard is not installed there\n");
    }
    let printed = output::print(text.as_bytes());
    failed.iter().fold(printed, |_, error| output::failed(&error.to_string()))
}

fn row(step: &Step, dry_run: bool) -> Vec<(u8, String)> {
    let (done, planned, colour) = match step.outcome {
        Outcome::Created => ("created", "would create", 32),
        Outcome::Changed => ("changed", "would change", 32),
        Outcome::Already => ("already there", "already there", 2),
        Outcome::Restored => ("restored", "would restore", 32),
        Outcome::Removed => ("removed", "would remove", 32),
        Outcome::Deleted => ("deleted", "would delete", 32),
        Outcome::Absent => ("not there", "not there", 2),
    };
    let word = if dry_run { planned } else { done };
    vec![(1, step.agent.to_owned()), (colour, word.to_owned()), (0, step.path.display().to_string())]
}

/// What a person has to know or to do besides.
fn note(step: &Step, installed: Option<&str>) -> Vec<String> {
    let mut notes = Vec::new();
    let is_passing =
        |binary: &&str| ["/target/debug/", "/target/release/"].iter().any(|place| binary.contains(place));
    if let Some(binary) = installed.filter(is_passing)
        && step.changes()
    {
        notes.push(format!(
            "{binary} lies where builds are made and cleared away: put it where it stays, and install anew"
        ));
    }
    let then = agents::form_of(step.agent).map_or("", |form| form.then);
    if installed.is_some() && step.changes() && !then.is_empty() {
        notes.push(format!("{}: {then}", step.agent));
    }
    if step.outcome == Outcome::Removed {
        let backup = file::backup_of(&step.loaded.target);
        if file::is_there(&backup) {
            notes.push(format!(
                "{}: the file has changed since the install; {} still holds what it was before",
                step.agent,
                backup.display()
            ));
        }
    }
    notes
}

fn difference(step: &Step) -> String {
    let text =
        |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let (before, after) = (text(&step.loaded.bytes), text(&step.after));
    diff::unified(&step.path.display().to_string(), before.as_deref(), after.as_deref())
}

fn painted(diff: &str, paint: output::Paint) -> String {
    let colour = |line: &str| match line.as_bytes() {
        [b'-', b'-', b'-', ..] | [b'+', b'+', b'+', ..] => 1,
        [b'@', ..] => 36,
        [b'-', ..] => 31,
        [b'+', ..] => 32,
        _ => 0,
    };
    let line = |line: &str| match colour(line) {
        0 => format!("{line}\n"),
        code => format!("{}\n", paint.colour(code, line)),
    };
    diff.lines().map(line).collect()
}
