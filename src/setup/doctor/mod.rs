//! Is the guard installed rightly? Each finding names its place and its mend.
//!
//! Owns the findings and the order of the examination: what stands in the settings ([`survey`]), what is wrong with it
//! (`entries`, `switches`), and what the installed command line really answers (`probe`). What only the command line
//! can know (the history, the replay of the corpus) is handed in by it.

mod call;
mod entries;
mod events;
mod probe;
mod survey;
mod switches;

use serde_json::{Value, json};

use super::Ground;
use super::handler::Handler;
use crate::guard::config::{Settings, files, key};
use crate::guard::hook_files::Scope;
use crate::guard::protocol::Agent;

pub use self::survey::{Survey, survey};

/// All kinds of findings, and what each says; a contract with readers of the JSON.
pub static KINDS: &[(&str, &str)] = &[
    ("binary-missing", "an entry names a program that is not there"),
    ("binary-not-executable", "an entry names a file that can't be started"),
    ("block-fails", "the installed command line does not refuse a call that it must refuse"),
    ("config-invalid", "the guard's own settings can't be read"),
    ("corpus-mismatch", "calls with known verdicts are answered otherwise"),
    ("database-unsound", "the history can't be read or is damaged"),
    ("entry-twice", "two entries run the guard for the same call"),
    ("event-unknown", "an event that the installed version of the agent does not know"),
    ("hook-untrusted", "the agent skips the hook until a person trusts it"),
    ("hooks-disabled", "the agent's settings switch its hooks off"),
    (
        "interpreter-and-script",
        "an entry starts an interpreter with a script: without the script every call is refused",
    ),
    ("matcher-misses", "an entry's matcher leaves out tools that run commands or write files"),
    ("matcher-wrong", "an entry's matcher takes in no tool at all"),
    ("no-entry", "the guard is not in the agent's settings"),
    ("on-failure-misspelt", "a misspelt `onFailure`, for which the agent drops the hook"),
    ("only-managed-hooks", "the agent runs only hooks of managed settings"),
    ("pass-fails", "the installed command line refuses a call that it must pass, or fails"),
    ("plugin-and-settings", "the guard runs as a plugin and by the settings"),
    ("settings-invalid", "an agent's settings can't be read"),
    ("timeout-in-seconds", "a timeout that the agent takes for milliseconds"),
    ("way-out", "a way out of the guard is in force"),
];

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing, of [`KINDS`].
    pub kind: &'static str,
    /// The agent that it is about, if it is about one.
    pub agent: Option<&'static str>,
    /// The file or variable where it is.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub mend: String,
}

impl Finding {
    /// The finding as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "kind": self.kind,
            "agent": self.agent,
            "place": self.place,
            "message": self.message,
            "mend": self.mend,
        })
    }
}

/// A finding about an agent.
fn finding(kind: &'static str, agent: &Agent, place: &str, message: String, mend: String) -> Finding {
    Finding { kind, agent: Some(agent.id), place: place.to_owned(), message, mend }
}

/// What is wrong with the guard's entries in the surveyed settings.
#[must_use]
pub fn examine(surveys: &[Survey], ground: &Ground, settings: &Settings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for survey in surveys {
        findings.extend(survey.faults());
        findings.extend(entries::findings(survey, ground));
        findings.extend(switches::findings(survey, ground));
    }
    findings.extend(probe::findings(surveys, settings));
    findings
}

/// What is wrong with the guard's own settings, and which ways out are in force.
#[must_use]
pub fn examine_settings(root: Option<&str>) -> Vec<Finding> {
    let own = |kind, place: String, message: String, mend: &str| Finding {
        kind,
        agent: None,
        place,
        message,
        mend: mend.to_owned(),
    };
    let mut findings = Vec::new();
    let invalid = |error: &crate::guard::config::ConfigError| {
        let place = match error.line {
            0 => error.file.clone(),
            line => format!("{}:{line}", error.file),
        };
        own(
            "config-invalid",
            place,
            error.message.clone(),
            "mend the file; `willwrite config check` tells when it is well",
        )
    };
    let user = files::user_settings(None).unwrap_or_else(|error| {
        findings.push(invalid(&error));
        Settings::default()
    });
    let merged = match root.map(files::repository_layer) {
        Some(Err(error)) => {
            findings.push(invalid(&error));
            user
        }
        Some(Ok(Some(layer))) => user.with_repository(&layer),
        Some(Ok(None)) | None => user,
    };
    if files::environment("WILLWRITE_GUARD").as_deref() == Some("off") {
        let message = "the guard is switched off for everything that is started from here".to_owned();
        findings.push(own(
            "way-out",
            "WILLWRITE_GUARD".to_owned(),
            message,
            "`unset WILLWRITE_GUARD`, and start the agent anew",
        ));
    }
    let file = files::user_file().map_or_else(String::new, |file| file.display().to_string());
    let allowed = merged.list(&key::ALLOW_PATHS);
    if !allowed.is_empty() {
        let message = format!("`allow-paths` passes what is written to {}", allowed.join(", "));
        findings.push(own("way-out", file.clone(), message, "take out what need not be there"));
    }
    if merged.is(&key::IGNORED, "allow") {
        let message = "`ignored = \"allow\"` passes what is written to files that git ignores".to_owned();
        findings.push(own("way-out", file, message, "take the line out if it need not be there"));
    }
    findings
}

/// The scopes' words for people: where an entry stands.
fn scope_word(scope: Option<Scope>) -> &'static str {
    scope.map_or("managed", Scope::word)
}

/// An entry of the guard with the file that it stands in.
struct Entry<'s> {
    file: &'s str,
    handler: &'s Handler,
}
