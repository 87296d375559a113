//! What stands in an agent's settings, in every scope.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use toml_edit::{DocumentMut, Item};

use super::{Entry, Finding, finding, probe, scope_word};
use crate::guard::hook_files::Scope;
use crate::guard::protocol::Agent;
use crate::setup::agents::{self, Content};
use crate::setup::handler::{Handler, handlers};
use crate::setup::{Ground, SetupError, file, install, merge};

/// An agent that has not told its version by then is left alone.
const VERSION_DEADLINE: Duration = Duration::from_secs(5);

/// An agent's settings.
pub struct Survey {
    /// The agent.
    pub agent: &'static Agent,
    /// Its version, if its program tells one.
    pub version: Option<String>,
    /// Its files that are there.
    pub files: Vec<SettingsFile>,
}

/// One file of settings.
pub struct SettingsFile {
    /// Whose it is; `None` for those of an administrator.
    pub scope: Option<Scope>,
    /// The file.
    pub path: String,
    /// What it holds.
    pub value: Value,
    /// Its handlers.
    pub handlers: Vec<Handler>,
    /// Why it can't be read, if it can't.
    pub error: Option<SetupError>,
}

/// Reads an agent's settings; `asks_version` runs its program for the version.
#[must_use]
pub fn survey(agent: &'static Agent, ground: &Ground, asks_version: bool) -> Survey {
    let mut files = Vec::new();
    for scope in install::scopes(agent) {
        let places = install::paths(agent, ground, scope).unwrap_or_default();
        files.extend(places.iter().filter_map(|place| read(agent, Some(scope), &place.path)));
    }
    if agent.id == "codex" {
        let places = install::scopes(agent).flat_map(|scope| {
            let places = install::paths(agent, ground, scope).unwrap_or_default();
            places.into_iter().map(move |place| (scope, place.path.with_file_name("config.toml")))
        });
        files.extend(places.filter_map(|(scope, path)| toml(scope, &path)));
    }
    for path in administrators(agent, ground) {
        files.extend(read(agent, None, Path::new(&path)));
    }
    let version = if asks_version { version(agent, ground) } else { None };
    Survey { agent, version, files }
}

fn read(agent: &Agent, scope: Option<Scope>, path: &Path) -> Option<SettingsFile> {
    let name = path.to_string_lossy().into_owned();
    let empty =
        |error| SettingsFile { scope, path: name.clone(), value: Value::Null, handlers: Vec::new(), error };
    let loaded = match file::load(path) {
        Ok(loaded) => loaded,
        Err(error) => return Some(empty(Some(error))),
    };
    loaded.bytes.as_ref()?;
    let text = match loaded.text() {
        Ok(text) => text.unwrap_or_default(),
        Err(error) => return Some(empty(Some(error))),
    };
    if let Some(Content::Whole(..)) = agents::form_of(agent.id).map(|form| &form.content) {
        let handlers = script(text, &name).into_iter().collect();
        return Some(SettingsFile { handlers, ..empty(None) });
    }
    match merge::value(text) {
        Ok(value) => Some(SettingsFile { handlers: handlers(&value), value, ..empty(None) }),
        Err(error) => Some(empty(Some(install::refused(&loaded, error)))),
    }
}

/// The hooks of a configuration in TOML, if it has any; what can't be read is told elsewhere.
fn toml(scope: Scope, path: &Path) -> Option<SettingsFile> {
    let loaded = file::load(path).ok()?;
    let document = loaded.text().ok()??.parse::<DocumentMut>().ok()?;
    let value = json(document.get("hooks")?, TOML_DEPTH);
    let handlers = handlers(&value);
    let path = path.to_string_lossy().into_owned();
    (!handlers.is_empty()).then_some(SettingsFile { scope: Some(scope), path, value, handlers, error: None })
}

/// Levels of TOML that are walked.
const TOML_DEPTH: usize = 16;

/// A part of TOML as JSON.
fn json(item: &Item, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    if let Some(table) = item.as_table_like() {
        return table.iter().map(|(key, item)| (key.to_owned(), json(item, depth))).collect();
    }
    if let Some(tables) = item.as_array_of_tables() {
        return tables.iter().map(|table| json(&Item::Table(table.clone()), depth)).collect();
    }
    if let Some(list) = item.as_array() {
        return list.iter().map(|value| json(&Item::Value(value.clone()), depth)).collect();
    }
    let scalar = item.as_str().map(Value::from).or_else(|| item.as_integer().map(Value::from));
    scalar.or_else(|| item.as_bool().map(Value::from)).unwrap_or_default()
}

/// A file that is all the guard's is an entry itself: a script's last line is the command line, a plugin holds
/// it as a list.
fn script(text: &str, path: &str) -> Option<Handler> {
    let line = text.lines().rev().find_map(|line| line.trim().strip_prefix("exec "));
    let plugin = || {
        let words = text.lines().find_map(|line| line.strip_prefix(agents::PLUGIN_COMMAND))?;
        serde_json::from_str(words.trim_end_matches(';')).ok()
    };
    let words = line.and_then(|line| shell_words::split(line).ok()).or_else(plugin)?;
    let event = Path::new(path).file_name()?.to_string_lossy().into_owned();
    Some(Handler {
        keys: Vec::new(),
        event,
        matcher: None,
        words,
        line: Some(shell_words::quote(path).into_owned()),
        fields: serde_json::Map::new(),
    })
}

/// The files of an administrator, below the system's root.
fn administrators(agent: &Agent, ground: &Ground) -> Vec<String> {
    let root = ground.system.trim_end_matches('/');
    match agent.id {
        "claude-code" => {
            let further =
                file::list(Path::new(&format!("{root}/etc/claude-code/managed-settings.d")), ".json");
            let further = further.iter().map(|path| path.to_string_lossy().into_owned());
            std::iter::once(format!("{root}/etc/claude-code/managed-settings.json")).chain(further).collect()
        }
        "gemini-cli" => vec![format!("{root}/etc/gemini-cli/settings.json")],
        "cursor" => vec![format!("{root}/etc/cursor/hooks.json")],
        "windsurf" => vec![format!("{root}/etc/windsurf/hooks.json")],
        _ => Vec::new(),
    }
}

fn version(agent: &Agent, ground: &Ground) -> Option<String> {
    let form = agents::form_of(agent.id)?;
    let program = form.programs.iter().find_map(|program| ground.program(program))?;
    let answer =
        probe::run(&[program.to_str()?.to_owned(), "--version".to_owned()], "", "/", VERSION_DEADLINE)?;
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    answer.stdout.split(|c: char| c.is_whitespace() || c == 'v').find(is_version).map(str::to_owned)
}

impl Survey {
    /// The guard's entries.
    pub(super) fn own(&self) -> Vec<Entry<'_>> {
        self.all().into_iter().filter(|entry| entry.handler.is_ours()).collect()
    }

    /// All entries.
    pub(super) fn all(&self) -> Vec<Entry<'_>> {
        self.files
            .iter()
            .flat_map(|file| file.handlers.iter().map(|handler| Entry { file: &file.path, handler }))
            .collect()
    }

    /// Is the guard in the agent's settings, or a plugin of it switched on?
    #[must_use]
    pub fn is_installed(&self) -> bool {
        !self.own().is_empty() || self.plugin().is_some()
    }

    /// The file that switches the guard's plugin on.
    pub(super) fn plugin(&self) -> Option<&str> {
        let enables = |file: &&SettingsFile| {
            let plugins = file.value.get("enabledPlugins").and_then(Value::as_object);
            plugins.is_some_and(|plugins| {
                plugins.iter().any(|(name, on)| name.starts_with("willwrite@") && on != &Value::Bool(false))
            })
        };
        self.files.iter().find(enables).map(|file| file.path.as_str())
    }

    /// Findings about files that can't be read.
    pub(super) fn faults(&self) -> Vec<Finding> {
        let fault = |file: &SettingsFile| {
            let error = file.error.as_ref()?;
            let scope = scope_word(file.scope);
            let title = self.agent.title;
            let text = error.to_string();
            let message = text.strip_prefix(&format!("{}: ", file.path)).unwrap_or(&text);
            let message = message.split("; nothing was changed").next().unwrap_or(message);
            Some(finding(
                "settings-invalid",
                self.agent,
                &file.path,
                format!("the {scope} settings can't be read: {message}"),
                format!("mend the file: {title} may run no hook of it"),
            ))
        };
        self.files.iter().filter_map(fault).collect()
    }
}
