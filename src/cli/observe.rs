//! `willwrite observe`: keeps the record of calls behind the hook's policy of that name.
//!
//! Owns the way from a judged call to the history: what the call touched, by its write intents; the context that a
//! prompt gets; the cleaning at a session's end. Whatever happens, the call passes; a fault is one line on stderr.

use std::path::PathBuf;

use super::environment;
use crate::guard::config::{Settings as Config, key};
use crate::guard::context::Context;
use crate::guard::protocol::Agent;
use crate::guard::verdict::Decision;
use crate::guard::{Record, Recorder};
use crate::history::payload::{self, Event, Prompt};
use crate::history::{
    Finding, History, HistoryError, Observation, Outcome, Settings, Touch, context, database_path, store,
};
use crate::intent::{Branch, CommandClass, FileTarget, GitIntent, IntentKind, Place, WriteIntent};
use crate::world::{Lookup, World};

/// Records calls in the user's history.
pub struct Observer;

impl Recorder for Observer {
    fn record(&self, agent: &Agent, context: &Context<'_>, decision: &Decision) -> Record {
        match record(agent, context, decision) {
            Ok(context) => Record { context, fault: None },
            Err(error) => Record { context: None, fault: Some(format!("{error}; the call is not recorded")) },
        }
    }
}

/// Where the user's history lies.
pub fn place() -> Result<PathBuf, HistoryError> {
    database_path(environment("XDG_DATA_HOME").as_deref(), environment("HOME").as_deref())
        .ok_or(HistoryError::NoPlace)
}

/// What the configuration says of recording.
pub fn settings(config: &Config) -> Settings {
    let number = |key| usize::try_from(config.number(key)).unwrap_or(usize::MAX);
    Settings {
        excluded_tools: config.list(&key::OBSERVE_EXCLUDE),
        store_only_on_success: config.flag(&key::OBSERVE_ONLY_ON_SUCCESS),
        output_characters: number(&key::OBSERVE_OUTPUT_CHARACTERS),
        output_lines: number(&key::OBSERVE_OUTPUT_LINES),
        keep_observations: u64::from(config.number(&key::OBSERVE_RETENTION)),
        keep_days: u64::from(config.number(&key::OBSERVE_RETENTION_DAYS)),
        context_observations: number(&key::OBSERVE_CONTEXT),
    }
}

/// Records a call; a prompt gets what is known of its project.
fn record(agent: &Agent, context: &Context<'_>, decision: &Decision) -> Result<Option<String>, HistoryError> {
    let settings = settings(context.settings);
    let now = store::now();
    match payload::read(&context.call.payload, now) {
        Event::Tool(call) => {
            record_call(context, Observation { agent: agent.id.to_owned(), ..*call }, &settings)?;
        }
        Event::Prompt(prompt) => {
            let prompt = Prompt { agent: agent.id.to_owned(), ..prompt };
            return record_prompt(context, &prompt, &settings, now);
        }
        Event::End { session } => {
            let mut history = History::open(&place()?)?;
            history.record_end(&session, now)?;
            history.retain(&settings, now)?;
        }
        Event::Other => record_findings(agent, context, decision, now)?,
    }
    Ok(None)
}

fn record_call(
    context: &Context<'_>,
    mut call: Observation,
    settings: &Settings,
) -> Result<(), HistoryError> {
    // What is left out costs no analysis and opens no database.
    if !settings.wants(&call.tool, call.outcome) {
        return Ok(());
    }
    add_touches(context, &mut call);
    History::open(&place()?)?.record(&call, settings).map(drop)
}

fn record_prompt(
    context: &Context<'_>,
    prompt: &Prompt,
    settings: &Settings,
    now: i64,
) -> Result<Option<String>, HistoryError> {
    let mut history = History::open(&place()?)?;
    history.record_prompt(prompt, now)?;
    if settings.context_observations == 0 || prompt.cwd.is_empty() {
        return Ok(None);
    }
    let directory = project(context.world, &prompt.cwd);
    context::context(&mut history, &prompt.text, &directory, settings.context_observations)
}

/// What guards said before a call.
fn record_findings(
    agent: &Agent,
    context: &Context<'_>,
    decision: &Decision,
    now: i64,
) -> Result<(), HistoryError> {
    if decision.findings.is_empty() {
        return Ok(());
    }
    let payload = &context.call.payload;
    let text = |key: &str| payload.get(key).and_then(|value| value.as_str()).map(str::to_owned);
    let mut history = History::open(&place()?)?;
    for finding in &decision.findings {
        let place = place_of(context, &finding.target, &finding.reason);
        history.record_finding(&Finding {
            at: now,
            agent: agent.id.to_owned(),
            session: text("session_id").or_else(|| text("sessionId")).unwrap_or_default(),
            call: text("tool_use_id"),
            cwd: context.call.cwd.clone().unwrap_or_default(),
            tool: context.call.tool_name.clone(),
            policy: finding.policy.to_owned(),
            verdict: finding.verdict.word().to_owned(),
            message: match &finding.headline {
                Some(headline) => headline.clone(),
                None => format!("{} {}", finding.target, finding.reason),
            },
            repository: place.map(|place| place.root.clone()),
            branch: place.and_then(branch),
        })?;
    }
    Ok(())
}

/// The place that a finding speaks of: of the write that has its target, else one whose root its reason names.
fn place_of<'c>(context: &'c Context<'_>, target: &str, reason: &str) -> Option<&'c Place> {
    let intents = context.intents();
    let of_target = intents.iter().find(|intent| match &intent.kind {
        IntentKind::File(file) => matches!(&file.target, FileTarget::Path(path) if path == target),
        _ => false,
    });
    let named =
        |intent: &&WriteIntent| intent.place.as_ref().is_some_and(|place| reason.contains(&place.root));
    let longest = |intent: &&WriteIntent| intent.place.as_ref().map_or(0, |place| place.root.len());
    let found = of_target.or_else(|| intents.iter().filter(named).max_by_key(longest));
    found.or_else(|| intents.first())?.place.as_deref()
}

/// The root of the repository that holds a directory, else the directory itself.
pub fn project(world: &dyn World, directory: &str) -> String {
    match world.repository(directory) {
        Lookup::Found(repository) => repository.root.clone(),
        Lookup::Outside | Lookup::Unknown => directory.to_owned(),
    }
}

/// Adds what the call's write intents say: the files of a shell command, and the repository and branch of an edit.
fn add_touches(context: &Context<'_>, call: &mut Observation) {
    let intents = context.intents();
    for touch in &mut call.touches {
        let place = intents.iter().filter_map(|intent| intent.place.as_deref()).next();
        touch.repository = place.map(|place| place.root.clone());
        touch.branch = place.and_then(branch);
    }
    if call.touches.is_empty() {
        let succeeded = call.outcome == Outcome::Succeeded;
        call.touches.extend(intents.iter().filter_map(|intent| touch(intent, succeeded)));
    }
}

fn touch(intent: &WriteIntent, succeeded: bool) -> Option<Touch> {
    if !intent.assumes.is_empty() || intent.class == CommandClass::Build {
        return None;
    }
    let place = intent.place.as_deref();
    let (path, effect) = match &intent.kind {
        IntentKind::File(file) => {
            let path = match &file.target {
                FileTarget::Path(path) | FileTarget::Pattern(path) => path.clone(),
                FileTarget::Below(directory) => format!("{directory}/**"),
                FileTarget::Unresolved(_) => return None,
            };
            (path, file.effect.word().to_owned())
        }
        IntentKind::Git(git) => (git_path(git, place?), format!("git {}", git.operation)),
        IntentKind::Push(push) => (place?.root.clone(), format!("git push {}", push.reference.as_deref()?)),
        IntentKind::Run => return None,
    };
    Some(Touch {
        path,
        effect,
        repository: place.map(|place| place.root.clone()),
        branch: place.and_then(branch),
        certain: intent.certain && intent.fails.is_none() && succeeded,
    })
}

/// git's work on files may touch any of the work tree; its work on refs and the index touches the repository alone.
fn git_path(git: &GitIntent, place: &Place) -> String {
    const ON_FILES: [&str; 14] = [
        "am",
        "apply",
        "checkout-path",
        "cherry-pick",
        "clean",
        "detach",
        "merge",
        "mv",
        "pull",
        "rebase",
        "reset-hard",
        "restore",
        "revert",
        "switch",
    ];
    let stash = git.operation.starts_with("stash") && git.operation != "stash-drop";
    if stash || ON_FILES.contains(&git.operation.as_str()) {
        format!("{}/**", place.root)
    } else {
        place.root.clone()
    }
}

fn branch(place: &Place) -> Option<String> {
    match &place.branch {
        Branch::Named(name) => Some(name.clone()),
        Branch::Detached | Branch::Unknown(_) => None,
    }
}
