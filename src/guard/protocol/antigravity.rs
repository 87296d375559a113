//! Antigravity: a tool call with arguments in capitals, and one JSON object for an answer.
//!
//! Its schema is strict and its exit codes are not documented: a refusal is `decision` and `reason` at exit code 0, and
//! silence is no byte at all.

use serde_json::{Value, json};

use super::payload::Parts;
use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "antigravity",
    title: "Antigravity",
    aliases: &["agy"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::no_context,
    tools: TOOLS,
};

const WRITERS: &[&str] =
    &["run_command", "write_to_file", "replace_file_content", "multi_replace_file_content"];

/// After a call it gives the same payload and takes no answer: such a hook could not tell what it is for.
const HOOKS: &[Hook] =
    &[Hook { event: "PreToolUse", when: Event::Before, tools: WRITERS, servers: Some("mcp__.*") }];

const PATH: &[&str] = &["TargetFile"];
const WORDS: Words = Words { old: &["TargetContent"], new: &["ReplacementContent"], all: &["AllowMultiple"] };

/// Sorted by name.
const TOOLS: &[Row] = &[
    nothing("find_by_name"),
    nothing("grep_search"),
    nothing("list_dir"),
    row("multi_replace_file_content", Does::Edits { path: PATH, list: &["ReplacementChunks"], words: WORDS }),
    nothing("read_url_content"),
    row("replace_file_content", Does::Edit { path: PATH, words: WORDS }),
    row("run_command", Does::Shell { command: &["CommandLine"], directory: &["Cwd"] }),
    nothing("search_web"),
    nothing("view_file"),
    row("write_to_file", Does::Write { path: PATH, content: &["CodeContent"] }),
];

fn recognises(value: &Value) -> bool {
    value.get("toolCall").is_some_and(|call| payload::has(call, "args"))
        || payload::has(value, "conversationId") && payload::has(value, "workspacePaths")
}

/// The payload tells no event: a call of a tool is one before it runs, unless it tells of an error.
fn read(value: Value) -> Result<Call, String> {
    let call = value.get("toolCall").cloned().unwrap_or(Value::Null);
    let named = payload::text(&value, &["hookEventName", "hook_event_name"]);
    let event_name = match named {
        Some(name) => name,
        None if call.is_null() => "PostInvocation",
        None if payload::has(&value, "error") || payload::has(&value, "toolResult") => "PostToolUse",
        None => "PreToolUse",
    };
    let parts = Parts {
        event_name: event_name.to_owned(),
        tool_name: payload::owned(&call, &["name"]),
        input: payload::input(call.get("args")),
        cwd: payload::first(&value, "workspacePaths").or_else(|| payload::cwd(&value)),
        tools: TOOLS,
    };
    payload::call(parts, value)
}

fn answer(said: &Said<'_>) -> Reply {
    let decision = match said.verdict {
        Verdict::Block => "deny",
        Verdict::Ask => "ask",
        Verdict::Allow | Verdict::Warn => return reply::pass(said),
    };
    if said.event != Event::Before {
        return reply::pass(said);
    }
    reply::object(said, &json!({ "decision": decision, "reason": reply::field(said.text) }))
}
