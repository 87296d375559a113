//! What keeps a right entry from running: switches, and the trust that an agent wants.

use std::path::Path;

use serde_json::Value;
use toml_edit::DocumentMut;

use super::survey::SettingsFile;
use super::{Finding, Survey, finding};
use crate::setup::handler::calls_guard;
use crate::setup::{Ground, file, ground};

/// What keeps the agent's hooks from running.
pub fn findings(survey: &Survey, ground: &Ground) -> Vec<Finding> {
    let mut findings = disabled(survey);
    match survey.agent.id {
        "claude-code" => findings.extend(managed(survey)),
        "codex" => findings.extend(codex(survey, ground)),
        _ => {}
    }
    findings
}

/// Keys that switch hooks off, by agent: where they stand, and the value that does it.
static SWITCHES: &[(&str, &str, bool)] = &[
    ("claude-code", "/disableAllHooks", true),
    ("qwen-code", "/disableAllHooks", true),
    ("factory-droid", "/hooksDisabled", true),
    ("gemini-cli", "/hooksConfig/enabled", false),
    ("gemini-cli", "/tools/enableHooks", false),
    ("antigravity", "/willwrite/enabled", false),
];

fn disabled(survey: &Survey) -> Vec<Finding> {
    let mut findings = Vec::new();
    for settings in &survey.files {
        for (_, pointer, off) in SWITCHES.iter().filter(|(agent, ..)| *agent == survey.agent.id) {
            if settings.value.pointer(pointer) == Some(&Value::Bool(*off)) {
                let key = pointer.trim_start_matches('/').replace('/', ".");
                let message = format!("`{key}` is {off}, which switches the hooks off");
                findings.push(finding(
                    "hooks-disabled",
                    survey.agent,
                    &settings.path,
                    message,
                    "take the line out".to_owned(),
                ));
            }
        }
    }
    findings.extend(survey.files.iter().filter_map(|settings| named_off(survey, settings)));
    for entry in survey.own() {
        if entry.handler.fields.get("enabled") == Some(&Value::Bool(false)) {
            let message = "`enabled` is false at the guard's entry".to_owned();
            findings.push(finding(
                "hooks-disabled",
                survey.agent,
                entry.file,
                message,
                "take the line out".to_owned(),
            ));
        }
    }
    findings
}

/// Gemini's list of hooks that do not run, by their names or command lines.
fn named_off(survey: &Survey, settings: &SettingsFile) -> Option<Finding> {
    let pointers =
        ["/hooksConfig/disabled", "/hooks/disabled"].iter().filter(|_| survey.agent.id == "gemini-cli");
    let mut names = pointers.filter_map(|pointer| settings.value.pointer(pointer)?.as_array()).flatten();
    let is_ours = |name: &str| {
        let words = shell_words::split(name).unwrap_or_default();
        name == "willwrite" || calls_guard(&words)
    };
    let name = names.find_map(|name| name.as_str().filter(|name| is_ours(name)))?;
    let message = format!("`{name}` stands in the list of hooks that do not run");
    Some(finding(
        "hooks-disabled",
        survey.agent,
        &settings.path,
        message,
        "take it out of the list".to_owned(),
    ))
}

fn managed(survey: &Survey) -> Option<Finding> {
    let only = |value: &Value| value.get("allowManagedHooksOnly") == Some(&Value::Bool(true));
    let file = survey.files.iter().find(|file| file.scope.is_none() && only(&file.value))?;
    let is_managed = file.handlers.iter().any(crate::setup::handler::Handler::is_ours);
    let message = "`allowManagedHooksOnly` is true: hooks of the user and of projects do not run".to_owned();
    let mend = "ask the administrator to put the guard's entry into the managed settings".to_owned();
    (!is_managed).then(|| finding("only-managed-hooks", survey.agent, &file.path, message, mend))
}

/// Codex runs a hook only when its text was trusted; the record stands in its configuration, under the file, the event and
/// the places in the lists.
fn codex(survey: &Survey, ground: &Ground) -> Vec<Finding> {
    let folder = ground::variable("CODEX_HOME")
        .or_else(|| ground.home.as_deref().map(|home| format!("{home}/.codex")))
        .unwrap_or_default();
    let config = format!("{folder}/config.toml");
    let loaded = file::load(Path::new(&config)).ok();
    let text = loaded.as_ref().and_then(|loaded| loaded.text().ok().flatten()).unwrap_or_default();
    let document = match text.parse::<DocumentMut>() {
        Ok(document) => document,
        Err(error) => {
            let message = error.message().lines().next().unwrap_or_default().to_owned();
            let message = format!("the configuration can't be read: {message}");
            return vec![finding(
                "settings-invalid",
                survey.agent,
                &config,
                message,
                "mend the file".to_owned(),
            )];
        }
    };
    let mut findings = Vec::new();
    let features = document.get("features");
    let off = ["hooks", "codex_hooks"]
        .iter()
        .any(|key| features.and_then(|features| features.get(key)?.as_bool()) == Some(false));
    if off {
        let message = "the feature `hooks` is off".to_owned();
        findings.push(finding(
            "hooks-disabled",
            survey.agent,
            &config,
            message,
            "take the line out".to_owned(),
        ));
    }
    let trusted: Vec<String> = document
        .get("hooks")
        .and_then(|hooks| hooks.get("state")?.as_table_like())
        .into_iter()
        .flat_map(|state| state.iter())
        .filter(|(_, record)| {
            let is_on = record.get("enabled").and_then(toml_edit::Item::as_bool) != Some(false);
            is_on && record.get("trusted_hash").is_some()
        })
        .map(|(key, _)| key.to_owned())
        .collect();
    for entry in survey.own() {
        let event = snake(&entry.handler.event);
        let known = trusted.iter().any(|key| {
            key.strip_prefix(entry.file).is_some_and(|rest| rest.starts_with(&format!(":{event}:")))
        });
        if !known {
            let message = "Codex skips the hook in silence until a person trusts it".to_owned();
            let mend = "run /hooks in Codex and trust it".to_owned();
            findings.push(finding("hook-untrusted", survey.agent, entry.file, message, mend));
        }
    }
    findings
}

/// `PreToolUse` as `pre_tool_use`.
fn snake(event: &str) -> String {
    let mut name = String::new();
    for (index, letter) in event.chars().enumerate() {
        if letter.is_ascii_uppercase() && index > 0 {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
