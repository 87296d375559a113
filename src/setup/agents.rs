//! What each agent's settings look like: one row an agent, joined to its protocol by name.
//!
//! Owns the forms of entries. Which events and tools an agent has stands in its protocol, where its files are in
//! `guard::hook_files`.

use serde_json::{Value, json};

use super::merge::Wanted;
use crate::guard::call::Event;
use crate::guard::protocol::{Agent, Hook};

/// A hook that has not answered by then is given up (seconds).
const TIMEOUT: u32 = 10;

/// How an agent is told to call the guard.
pub struct Form {
    /// The agent's id.
    pub agent: &'static str,
    /// Directories below home or project that tell that the agent is used.
    pub folders: &'static [&'static str],
    /// Programs that tell that the agent is installed.
    pub programs: &'static [&'static str],
    /// What is left to do for a person after an install; empty if nothing.
    pub then: &'static str,
    /// What stands in the file.
    pub content: Content,
}

/// What stands in an agent's file.
pub enum Content {
    /// entries among others in JSON
    Entries(fn(&Order<'_>) -> Wanted),
    /// a file that is all the guard's, with its mode
    Whole(fn(&Order<'_>) -> String, u32),
}

/// What is to be installed.
pub struct Order<'o> {
    /// The agent.
    pub agent: &'static Agent,
    /// Its events that are wanted.
    pub hooks: Vec<&'static Hook>,
    /// The command line, quoted for a shell.
    pub line: &'o str,
    /// The same as words, for files that are no command line.
    pub words: &'o [&'o str],
    /// The path of the settings file; some agents keep the same thing in two forms of file.
    pub path: &'o str,
}

/// The words in the first line of a file that is all the guard's.
pub const OWN_FILE: &str = "made by `willwrite install`";

/// All agents, by id.
pub static FORMS: &[Form] = &[
    whole("amp", &[".config/amp", ".amp"], &["amp"], amp),
    form("antigravity", &[".antigravity", ".gemini/antigravity"], &["agy", "antigravity"], named),
    form("claude-code", &[".claude"], &["claude"], groups),
    Form {
        agent: "cline",
        folders: &["Documents/Cline", ".clinerules", ".cline"],
        programs: &["cline"],
        then: "switch on Hooks in Cline's settings",
        content: Content::Whole(script, 0o755),
    },
    Form {
        agent: "codex",
        folders: &[".codex"],
        programs: &["codex"],
        then: "run /hooks in Codex and trust the hook: until then Codex skips it in silence",
        content: Content::Entries(groups),
    },
    form("copilot-cli", &[".copilot"], &["copilot"], copilot),
    form("cursor", &[".cursor"], &["cursor", "cursor-agent"], flat),
    form("factory-droid", &[".factory"], &["droid"], droid),
    form("gemini-cli", &[".gemini"], &["gemini"], gemini),
    form("kiro", &[".kiro"], &["kiro", "kiro-cli"], kiro),
    whole("opencode", &[".config/opencode", ".opencode"], &["opencode"], opencode),
    form("qwen-code", &[".qwen"], &["qwen"], groups),
    // Many have the editor without the agent: it is put in where it is named.
    form("vscode-copilot", &[], &[], vscode),
    form("windsurf", &[".codeium/windsurf", ".windsurf"], &["windsurf"], windsurf),
];

const fn form(
    agent: &'static str,
    folders: &'static [&'static str],
    programs: &'static [&'static str],
    entries: fn(&Order<'_>) -> Wanted,
) -> Form {
    Form { agent, folders, programs, then: "", content: Content::Entries(entries) }
}

const fn whole(
    agent: &'static str,
    folders: &'static [&'static str],
    programs: &'static [&'static str],
    text: fn(&Order<'_>) -> String,
) -> Form {
    Form { agent, folders, programs, then: "", content: Content::Whole(text, 0o644) }
}

/// The form of an agent.
#[must_use]
pub fn form_of(agent: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.agent == agent)
}

/// A matcher for exactly the tools that write; nothing for events that are for all tools.
fn matcher(hook: &Hook) -> Option<String> {
    if hook.when != Event::Before || hook.tools.is_empty() {
        return None;
    }
    let tools = hook.tools.iter().copied().chain(hook.servers);
    Some(format!("^({})$", tools.collect::<Vec<_>>().join("|")))
}

/// `{matcher, hooks: [handler]}` for each event, below these keys.
fn grouped(order: &Order<'_>, keys: &[&str], handler: &Value) -> Wanted {
    let entry = |hook: &&'static Hook| {
        let group = match matcher(hook) {
            Some(matcher) => json!({ "matcher": matcher, "hooks": [handler] }),
            None => json!({ "hooks": [handler] }),
        };
        (path(keys, hook.event), group)
    };
    Wanted { defaults: Vec::new(), entries: order.hooks.iter().map(entry).collect() }
}

fn path(keys: &[&str], event: &str) -> Vec<String> {
    keys.iter().copied().chain([event]).map(str::to_owned).collect()
}

fn groups(order: &Order<'_>) -> Wanted {
    grouped(order, &["hooks"], &json!({ "type": "command", "command": order.line, "timeout": TIMEOUT }))
}

/// Gemini counts in milliseconds.
fn gemini(order: &Order<'_>) -> Wanted {
    let timeout = TIMEOUT * 1000;
    let handler =
        json!({ "name": "willwrite", "type": "command", "command": order.line, "timeout": timeout });
    grouped(order, &["hooks"], &handler)
}

/// Droid's `hooks.json` is keyed by event; its older settings file has the events below `hooks`.
fn droid(order: &Order<'_>) -> Wanted {
    let keys: &[&str] = if order.path.ends_with("/hooks.json") { &[] } else { &["hooks"] };
    grouped(order, keys, &json!({ "type": "command", "command": order.line, "timeout": TIMEOUT }))
}

fn named(order: &Order<'_>) -> Wanted {
    let handler = json!({ "type": "command", "command": order.line });
    let wanted = grouped(order, &["willwrite"], &handler);
    Wanted { defaults: vec![(path(&["willwrite"], "enabled"), json!(true))], ..wanted }
}

/// One element an event, below `hooks`, in a file with a version.
fn elements(order: &Order<'_>, version: Option<Value>, element: impl Fn(&Hook) -> Vec<Value>) -> Wanted {
    let entries = order
        .hooks
        .iter()
        .flat_map(|hook| element(hook).into_iter().map(|element| (path(&["hooks"], hook.event), element)));
    Wanted {
        defaults: version.map(|version| (vec!["version".to_owned()], version)).into_iter().collect(),
        entries: entries.collect(),
    }
}

fn flat(order: &Order<'_>) -> Wanted {
    elements(order, Some(json!(1)), |hook| {
        let mut element = json!({ "command": order.line, "timeout": TIMEOUT });
        if let (Some(matcher), Some(fields)) = (matcher(hook), element.as_object_mut()) {
            fields.insert("matcher".to_owned(), matcher.into());
        }
        vec![element]
    })
}

/// A matcher of Copilot's is anchored by itself.
fn copilot(order: &Order<'_>) -> Wanted {
    elements(order, Some(json!(1)), |hook| {
        let mut element = json!({ "type": "command", "bash": order.line, "timeoutSec": TIMEOUT });
        if hook.when == Event::Before
            && let Some(fields) = element.as_object_mut()
        {
            fields.insert("matcher".to_owned(), hook.tools.join("|").into());
        }
        vec![element]
    })
}

/// VS Code ignores matchers; the guard passes tools that write nothing.
fn vscode(order: &Order<'_>) -> Wanted {
    elements(order, None, |_| vec![json!({ "type": "command", "command": order.line, "timeout": TIMEOUT })])
}

fn windsurf(order: &Order<'_>) -> Wanted {
    elements(order, None, |_| vec![json!({ "command": order.line, "show_output": true })])
}

/// A matcher of Kiro's is one tool's name.
fn kiro(order: &Order<'_>) -> Wanted {
    let timeout = TIMEOUT * 1000;
    elements(order, None, |hook| match hook.when {
        Event::Before => hook
            .tools
            .iter()
            .map(|tool| json!({ "matcher": tool, "command": order.line, "timeout_ms": timeout }))
            .collect(),
        _ => vec![json!({ "command": order.line, "timeout_ms": timeout })],
    })
}

fn script(order: &Order<'_>) -> String {
    format!("#!/bin/sh\n# {OWN_FILE}; `willwrite uninstall` removes it\nexec {}\n", order.line)
}

fn amp(order: &Order<'_>) -> String {
    let text = include_str!("../../plugins/amp/willwrite.ts");
    // The agent wants its own mark in the first line.
    let (mark, rest) = text.split_once('\n').unwrap_or(("", text));
    format!("{mark}\n// {OWN_FILE}; `willwrite uninstall` removes it\n{}", plugin(rest, order))
}

fn opencode(order: &Order<'_>) -> String {
    let text = include_str!("../../plugins/opencode/willwrite.js");
    format!("// {OWN_FILE}; `willwrite uninstall` removes it\n{}", plugin(text, order))
}

/// What stands in a plugin before the words of its command line.
pub const PLUGIN_COMMAND: &str = "const COMMAND = ";

/// A plugin's text with this command line in the place of its general one.
fn plugin(text: &str, order: &Order<'_>) -> String {
    let line = |line: &str| match line.strip_prefix(PLUGIN_COMMAND) {
        Some(_) => format!("{PLUGIN_COMMAND}{}\n", json!(order.words)),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::protocol;

    #[test]
    fn every_agent_with_hooks_has_a_form() {
        assert!(FORMS.is_sorted_by_key(|form| form.agent));
        for agent in protocol::AGENTS.iter().filter(|agent| agent.id != "other") {
            assert!(form_of(agent.id).is_some(), "{}", agent.id);
        }
    }

    #[test]
    fn plugins_name_the_binary_and_the_policies() {
        for (id, make) in [("amp", amp as fn(&Order<'_>) -> String), ("opencode", opencode)] {
            let agent = protocol::find(id).unwrap();
            let words = ["/o p/willwrite", "hook", "--agent", id, "--policy", "syntax"];
            let text = make(&Order { agent, hooks: vec![], line: "", words: &words, path: "" });
            let command = format!(
                "\nconst COMMAND = [\"/o p/willwrite\",\"hook\",\"--agent\",\"{id}\",\"--policy\",\"syntax\"]\n"
            );
            assert!(text.contains(&command), "{text}");
            assert!(text.lines().take(2).any(|line| line.contains(OWN_FILE)), "{text}");
        }
    }
}
