//! Qwen Code: Claude Code's events and answers, Gemini CLI's tools.

use serde_json::Value;

use super::tool::{Does, Row, STRINGS, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "qwen-code",
    title: "Qwen Code",
    aliases: &["qwen"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["run_shell_command", "monitor", "write_file", "edit", "notebook_edit"];

const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "PostToolUse", when: Event::After, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
    Hook { event: "SessionEnd", when: Event::Other, tools: &[], servers: None },
];

const SHELL: Does = Does::Shell { command: &["command"], directory: &["directory", "dir_path"] };

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("edit", Does::Edit { path: &["file_path"], words: STRINGS }),
    nothing("glob"),
    nothing("grep_search"),
    nothing("list_directory"),
    row("monitor", SHELL),
    row("notebook_edit", Does::Cell),
    nothing("read_file"),
    nothing("read_many_files"),
    row("run_shell_command", SHELL),
    nothing("save_memory"),
    nothing("search_file_content"),
    nothing("task"),
    nothing("todo_write"),
    nothing("web_fetch"),
    nothing("web_search"),
    row("write_file", Does::Write { path: &["file_path"], content: &["content"] }),
];

fn recognises(value: &Value) -> bool {
    payload::has(value, "tool_call_id")
        || payload::text(value, &["transcript_path"]).is_some_and(|path| path.contains("/.qwen/"))
}

fn read(value: Value) -> Result<Call, String> {
    payload::snake_case(value, TOOLS)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::nested(said)
}
