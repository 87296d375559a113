//! Factory Droid: Claude Code's payloads and answers, tools of its own.

use serde_json::Value;

use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "factory-droid",
    title: "Factory Droid",
    aliases: &["droid", "factory"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["Execute", "Create", "Edit", "MultiEdit", "ApplyPatch"];

const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "PostToolUse", when: Event::After, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
    Hook { event: "SessionEnd", when: Event::Other, tools: &[], servers: None },
];

const PATH: &[&str] = &["file_path", "path"];
const WORDS: Words = Words {
    old: &["old_str", "old_string"],
    new: &["new_str", "new_string"],
    all: &["change_all", "replace_all"],
};

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("ApplyPatch", Does::Patch { text: &["input", "patch", "command"] }),
    row("Create", Does::Write { path: PATH, content: &["content", "file_text"] }),
    row("Edit", Does::Edit { path: PATH, words: WORDS }),
    row("Execute", Does::Shell { command: &["command"], directory: &[] }),
    nothing("FetchUrl"),
    nothing("Glob"),
    nothing("Grep"),
    nothing("LS"),
    row("MultiEdit", Does::Edits { path: PATH, list: &["edits", "changes"], words: WORDS }),
    nothing("Read"),
    nothing("Task"),
    nothing("TodoWrite"),
    nothing("WebSearch"),
    row("Write", Does::Write { path: PATH, content: &["content"] }),
];

fn recognises(value: &Value) -> bool {
    matches!(payload::text(value, &["tool_name"]), Some("Execute" | "Create" | "ApplyPatch"))
        || payload::text(value, &["transcript_path"]).is_some_and(|path| path.contains("/.factory/"))
}

fn read(value: Value) -> Result<Call, String> {
    payload::snake_case(value, TOOLS)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::nested(said)
}
