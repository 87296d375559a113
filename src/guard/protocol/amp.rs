//! Amp: its plugin in `plugins/` hands a call over; a rule that delegates gives the bare parameters and the tool's name in
//! the environment.
//!
//! A delegate that exits with 1 asks; the hook never does (its exit codes are 0 and 2), so what would be asked is refused.

use serde_json::Value;

use super::payload::Parts;
use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};
use crate::guard::config::files;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "amp",
    title: "Amp",
    aliases: &[],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::no_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["Bash", "PowerShell", "create_file", "edit_file", "undo_edit", "apply_patch"];

const HOOKS: &[Hook] = &[
    Hook { event: "tool.call", when: Event::Before, tools: WRITERS, servers: None },
    Hook { event: "tool.result", when: Event::After, tools: WRITERS, servers: None },
];

const COMMAND: &[&str] = &["cmd", "command"];
const DIRECTORY: &[&str] = &["cwd"];
const PATH: &[&str] = &["path"];
const WORDS: Words =
    Words { old: &["old_str", "old_string"], new: &["new_str", "new_string"], all: &["replace_all"] };

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("Bash", Does::Shell { command: COMMAND, directory: DIRECTORY }),
    nothing("Glob"),
    nothing("Grep"),
    row("PowerShell", Does::PowerShell { command: COMMAND, directory: DIRECTORY }),
    nothing("Read"),
    nothing("Task"),
    row("apply_patch", Does::Patch { text: &["patchText", "patch", "input"] }),
    row("create_file", Does::Write { path: PATH, content: &["content"] }),
    row("edit_file", Does::Edit { path: PATH, words: WORDS }),
    nothing("glob"),
    nothing("list_directory"),
    nothing("oracle"),
    nothing("read_web_page"),
    nothing("todo_read"),
    nothing("todo_write"),
    row("undo_edit", Does::Touch { path: PATH }),
    nothing("web_search"),
];

/// How Amp names the tool to a program that it delegates to.
const TOOL_VARIABLE: &str = "AGENT_TOOL_NAME";

fn recognises(value: &Value) -> bool {
    payload::has(value, "tool") && payload::has(value, "input") && payload::has(value, "toolUseID")
        || payload::has(value, "cmd") && files::environment("AGENT").as_deref() == Some("amp")
}

fn read(value: Value) -> Result<Call, String> {
    let named = payload::text(&value, &["tool"]).map(str::to_owned);
    let directory = payload::text(&value, &["directory"]).map(str::to_owned);
    let (tool_name, input) = match named {
        Some(name) => (name, payload::input(value.get("input"))),
        None => (files::environment(TOOL_VARIABLE).unwrap_or_default(), value.clone()),
    };
    let parts = Parts {
        event_name: payload::text(&value, &["event"]).unwrap_or("tool.call").to_owned(),
        tool_name,
        input,
        // A delegate is started in the workspace.
        cwd: directory.or_else(|| files::environment("PWD").filter(|path| path.starts_with('/'))),
        tools: TOOLS,
    };
    payload::call(parts, value)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::by_exit_code(said)
}
