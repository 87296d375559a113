//! Kiro, and Amazon Q's command line before it: events in camel case, nothing but the exit code for an answer.

use serde_json::Value;

use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "kiro",
    title: "Kiro",
    aliases: &["kiro-cli", "amazon-q"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["execute_bash", "fs_write"];

/// A matcher is one tool's name; `shell` and `write` are newer names of the same tools.
const HOOKS: &[Hook] = &[
    Hook { event: "preToolUse", when: Event::Before, tools: WRITERS, servers: None },
    Hook { event: "postToolUse", when: Event::After, tools: WRITERS, servers: None },
    Hook { event: "userPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
];

const SHELL: Does = Does::Shell { command: &["command"], directory: &["working_dir"] };
const WRITE: Does = Does::Editor {
    path: &["path"],
    content: &["file_text", "content", "text"],
    words: Words { old: &["old_str", "oldStr"], new: &["new_str", "newStr"], all: &["replace_all"] },
};

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("execute_bash", SHELL),
    nothing("fs_read"),
    row("fs_write", WRITE),
    nothing("glob"),
    nothing("grep"),
    nothing("read"),
    row("shell", SHELL),
    nothing("thinking"),
    nothing("use_aws"),
    row("write", WRITE),
];

fn recognises(value: &Value) -> bool {
    let event = payload::text(value, &["hook_event_name"]).unwrap_or_default();
    matches!(event, "preToolUse" | "postToolUse" | "userPromptSubmit" | "agentSpawn")
}

fn read(value: Value) -> Result<Call, String> {
    payload::snake_case(value, TOOLS)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::by_exit_code(said)
}

/// What a hook prints at a prompt is the context itself.
fn context(_: &str, text: &str) -> Option<String> {
    Some(text.to_owned())
}
