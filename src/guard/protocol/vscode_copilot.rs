//! Copilot's agent in VS Code: Claude Code's answers, names of its own in the payload.
//!
//! It ignores matchers, so the hook gets every tool.

use serde_json::Value;

use super::payload::Parts;
use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "vscode-copilot",
    title: "Copilot in VS Code",
    aliases: &["vscode", "vs-code"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: &[], servers: None },
    Hook { event: "PostToolUse", when: Event::After, tools: &[], servers: None },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
];

const PATH: &[&str] = &["filePath", "path", "file_path"];
const WORDS: Words =
    Words { old: &["oldString", "old_string"], new: &["newString", "new_string"], all: &["replaceAll"] };
const SHELL: Does = Does::Shell { command: &["command"], directory: &["cwd", "workdir"] };
const WRITE: Does = Does::Write { path: PATH, content: &["content"] };
const REPLACE: Does = Does::Edit { path: PATH, words: WORDS };
const PATCH: Does = Does::Patch { text: &["input", "patch"] };
const TOUCH: Does = Does::Touch { path: PATH };

/// Sorted by name. The tools have a name for the model and one for people's settings.
const TOOLS: &[Row] = &[
    row("applyPatch", PATCH),
    row("apply_patch", PATCH),
    row("createFile", WRITE),
    row("create_directory", Does::Touch { path: &["dirPath", "path"] }),
    row("create_file", WRITE),
    row("create_new_jupyter_notebook", TOUCH),
    row("editNotebook", TOUCH),
    row("edit_notebook_file", TOUCH),
    nothing("file_search"),
    nothing("get_errors"),
    nothing("grep_search"),
    row("insertEdit", TOUCH),
    row("insert_edit_into_file", TOUCH),
    nothing("list_dir"),
    row(
        "multi_replace_string_in_file",
        Does::EditsByFile { list: &["replacements"], path: PATH, words: WORDS },
    ),
    nothing("read_file"),
    row("replaceString", REPLACE),
    row("replace_string_in_file", REPLACE),
    row("runInTerminal", SHELL),
    row("runTerminalCommand", SHELL),
    row("run_in_terminal", SHELL),
    nothing("semantic_search"),
];

fn recognises(value: &Value) -> bool {
    payload::has(value, "hookEventName") && payload::has(value, "sessionId")
}

fn read(value: Value) -> Result<Call, String> {
    let parts = Parts {
        event_name: payload::owned(&value, &["hookEventName", "hook_event_name"]),
        tool_name: payload::owned(&value, &["tool_name"]),
        input: payload::input(value.get("tool_input")),
        cwd: payload::cwd(&value),
        tools: TOOLS,
    };
    payload::call(parts, value)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::nested(said)
}
