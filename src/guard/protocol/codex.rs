//! Codex: Claude Code's payload with a turn, and the strictest reader of answers.
//!
//! An unknown field, `ask`, a bare `allow` or a deny without a reason make it throw the answer away and run the call. So
//! only the exit code refuses here, silence is no byte at all, and what would be asked is refused.

use serde_json::{Value, json};

use super::tool::{Does, Row, STRINGS, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "codex",
    title: "Codex",
    aliases: &["codex-cli"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["Bash", "apply_patch"];

const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "PostToolUse", when: Event::After, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
];

/// Sorted by name. The shell is called `Bash` whatever tool the model used; the hook's directory follows the call's own.
const TOOLS: &[Row] = &[
    row("Bash", Does::Shell { command: &["command"], directory: &[] }),
    row("Edit", Does::Edit { path: &["file_path"], words: STRINGS }),
    row("Write", Does::Write { path: &["file_path"], content: &["content"] }),
    row("apply_patch", Does::Patch { text: &["command", "input", "patch"] }),
    nothing("update_plan"),
    nothing("view_image"),
];

fn recognises(value: &Value) -> bool {
    payload::has(value, "turn_id") && payload::has(value, "model")
}

fn read(value: Value) -> Result<Call, String> {
    payload::snake_case(value, TOOLS)
}

fn answer(said: &Said<'_>) -> Reply {
    if said.verdict != Verdict::Warn || said.event_name.is_empty() {
        return reply::by_exit_code(said);
    }
    let output = json!({ "hookEventName": said.event_name, "additionalContext": reply::field(said.text) });
    reply::object(said, &json!({ "hookSpecificOutput": output }))
}
