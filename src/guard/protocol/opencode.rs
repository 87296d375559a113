//! OpenCode: the plugin in `plugins/` hands the hook's two arguments over and throws where the call is refused.

use serde_json::Value;

use super::payload::Parts;
use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "opencode",
    title: "OpenCode",
    aliases: &[],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::no_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["bash", "write", "edit", "multiedit", "patch", "apply_patch"];

const HOOKS: &[Hook] = &[
    Hook { event: "tool.execute.before", when: Event::Before, tools: WRITERS, servers: None },
    Hook { event: "tool.execute.after", when: Event::After, tools: WRITERS, servers: None },
];

const PATH: &[&str] = &["filePath"];
const WORDS: Words = Words { old: &["oldString"], new: &["newString"], all: &["replaceAll"] };
const PATCH: Does = Does::Patch { text: &["patchText", "patch", "input"] };

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("apply_patch", PATCH),
    row("bash", Does::Shell { command: &["command"], directory: &["workdir"] }),
    row("edit", Does::Edit { path: PATH, words: WORDS }),
    nothing("glob"),
    nothing("grep"),
    nothing("list"),
    row("multiedit", Does::Edits { path: PATH, list: &["edits"], words: WORDS }),
    row("patch", PATCH),
    nothing("question"),
    nothing("read"),
    nothing("skill"),
    nothing("task"),
    nothing("todoread"),
    nothing("todowrite"),
    nothing("webfetch"),
    nothing("websearch"),
    row("write", Does::Write { path: PATH, content: &["content"] }),
];

fn recognises(value: &Value) -> bool {
    value.get("input").is_some_and(|input| payload::has(input, "tool") && payload::has(input, "callID"))
}

fn read(value: Value) -> Result<Call, String> {
    let input = value.get("input").cloned().unwrap_or(Value::Null);
    // Before a call the arguments stand in the second argument, after it in the first.
    let arguments = value.pointer("/output/args").or_else(|| input.get("args"));
    let event_name = match payload::text(&value, &["event"]) {
        Some(name) => name.to_owned(),
        None => "tool.execute.before".to_owned(),
    };
    let parts = Parts {
        event_name,
        tool_name: payload::owned(&input, &["tool"]),
        input: payload::input(arguments),
        cwd: payload::text(&value, &["directory", "cwd"]).map(str::to_owned),
        tools: TOOLS,
    };
    payload::call(parts, value)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::by_exit_code(said)
}
