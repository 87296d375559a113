//! Copilot CLI and its agent in the cloud: two spellings of one event, exit code 2 with the reason on stderr.
//!
//! In camel case the payload tells no event and older versions give the arguments as JSON in a string; in Pascal case it
//! is Claude Code's. Any exit code but 0 refuses.

use serde_json::{Value, json};

use super::payload::Parts;
use super::tool::{Does, Row, STRINGS, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "copilot-cli",
    title: "Copilot CLI",
    aliases: &["copilot"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::no_context,
    tools: TOOLS,
};

const WRITERS: &[&str] =
    &["bash", "powershell", "create", "edit", "apply_patch", "str_replace_editor", "create_file"];

const HOOKS: &[Hook] = &[
    Hook { event: "preToolUse", when: Event::Before, tools: WRITERS, servers: None },
    Hook { event: "postToolUse", when: Event::After, tools: WRITERS, servers: None },
    Hook { event: "userPromptSubmitted", when: Event::Prompt, tools: &[], servers: None },
    Hook { event: "sessionEnd", when: Event::Other, tools: &[], servers: None },
];

const COMMAND: &[&str] = &["command"];
const PATH: &[&str] = &["path", "filePath", "file_path"];
const WORDS: Words = Words {
    old: &["old_str", "oldString", "old_string"],
    new: &["new_str", "newString", "new_string"],
    all: &["replace_all"],
};
const CONTENT: &[&str] = &["file_text", "content"];

/// Sorted by name; those of the Pascal spelling are Claude Code's.
const TOOLS: &[Row] = &[
    row("Bash", Does::Shell { command: COMMAND, directory: &[] }),
    row("Edit", Does::Edit { path: &["file_path", "path"], words: STRINGS }),
    row("Write", Does::Write { path: &["file_path", "path"], content: &["content", "file_text"] }),
    row("apply_patch", Does::Patch { text: &["input", "patch", "patchText", "command"] }),
    row("bash", Does::Shell { command: COMMAND, directory: &[] }),
    row("create", Does::Write { path: PATH, content: CONTENT }),
    row("create_file", Does::Write { path: PATH, content: CONTENT }),
    row("edit", Does::Edit { path: PATH, words: WORDS }),
    nothing("glob"),
    nothing("grep"),
    row("powershell", Does::PowerShell { command: COMMAND, directory: &[] }),
    row("replace_string_in_file", Does::Edit { path: PATH, words: WORDS }),
    nothing("report_intent"),
    row("str_replace_editor", Does::Editor { path: PATH, content: CONTENT, words: WORDS }),
    nothing("task"),
    nothing("view"),
    nothing("web_fetch"),
    nothing("web_search"),
];

fn recognises(value: &Value) -> bool {
    payload::has(value, "toolName") && payload::has(value, "toolArgs")
        || payload::has(value, "sessionId")
            && payload::has(value, "timestamp")
            && !payload::has(value, "hookEventName")
}

fn read(value: Value) -> Result<Call, String> {
    if payload::has(&value, "hook_event_name") {
        return payload::snake_case(value, TOOLS);
    }
    let event_name = match () {
        () if payload::has(&value, "toolResult") => "postToolUse",
        () if payload::has(&value, "toolName") => "preToolUse",
        () if payload::has(&value, "prompt") => "userPromptSubmitted",
        () => "sessionEnd",
    };
    let parts = Parts {
        event_name: event_name.to_owned(),
        tool_name: payload::owned(&value, &["toolName"]),
        input: payload::input(value.get("toolArgs")),
        cwd: payload::cwd(&value),
        tools: TOOLS,
    };
    payload::call(parts, value)
}

/// The Pascal spelling is answered in Claude Code's form.
fn answer(said: &Said<'_>) -> Reply {
    if said.event_name.starts_with(char::is_uppercase) {
        return reply::nested(said);
    }
    let text = reply::field(said.text);
    match said.verdict {
        Verdict::Ask => {
            reply::object(said, &json!({ "permissionDecision": "ask", "permissionDecisionReason": text }))
        }
        Verdict::Warn => reply::object(said, &json!({ "additionalContext": text })),
        Verdict::Allow | Verdict::Block => reply::by_exit_code(said),
    }
}
