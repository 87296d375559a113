//! Cline: a hook file for each event, and one JSON object for an answer.
//!
//! `cancel` decides, whatever the exit code says; so the exit code is 0 and the object is always there. There is no way to
//! ask. The tool's parameters are strings all through.

use serde_json::{Value, json};

use super::payload::Parts;
use super::tool::{Does, Row, STRINGS, nothing, row};
use super::{Agent, Hook, Reply, Said, mcp, payload, reply};
use crate::guard::call::{Call, Event, Tool};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "cline",
    title: "Cline",
    aliases: &[],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context,
    tools: TOOLS,
};

const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: &[], servers: None },
    Hook { event: "PostToolUse", when: Event::After, tools: &[], servers: None },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
];

const COMMAND: &[&str] = &["command"];
const PATH: &[&str] = &["path", "absolutePath"];

/// Sorted by name.
const TOOLS: &[Row] = &[
    nothing("access_mcp_resource"),
    row("apply_patch", Does::Patch { text: &["input", "patch"] }),
    nothing("ask_followup_question"),
    nothing("attempt_completion"),
    nothing("browser_action"),
    row("editor", Does::Editor { path: PATH, content: &["file_text", "content"], words: STRINGS }),
    row("execute_command", Does::Shell { command: COMMAND, directory: &[] }),
    nothing("list_code_definition_names"),
    nothing("list_files"),
    row("new_rule", Does::Write { path: PATH, content: &["content"] }),
    nothing("new_task"),
    nothing("plan_mode_respond"),
    nothing("read_file"),
    row("replace_in_file", Does::Blocks { path: PATH, diff: &["diff"] }),
    row("run_commands", Does::Shell { command: COMMAND, directory: &[] }),
    nothing("search_files"),
    nothing("web_fetch"),
    row("write_to_file", Does::Write { path: PATH, content: &["content"] }),
];

fn recognises(value: &Value) -> bool {
    payload::has(value, "clineVersion")
        || payload::has(value, "preToolUse")
        || payload::has(value, "postToolUse")
        || payload::has(value, "hookName") && payload::has(value, "tool_call")
}

fn read(value: Value) -> Result<Call, String> {
    let event_name = payload::owned(&value, &["hookName"]);
    let inner = ["preToolUse", "postToolUse", "tool_call"].iter().find_map(|key| value.get(*key));
    let inner = inner.cloned().unwrap_or(Value::Null);
    let input = ["parameters", "input"].iter().find_map(|key| inner.get(*key));
    let input = lines(payload::input(input));
    let tool_name = payload::owned(&inner, &["toolName", "name"]);
    let cwd = payload::first(&value, "workspaceRoots").or_else(|| payload::cwd(&value));
    let server = (tool_name == "use_mcp_tool").then(|| server(&input));
    let call = payload::call(Parts { event_name, tool_name, input, cwd, tools: TOOLS }, value)?;
    Ok(match server {
        Some(tool) => Call { tool, ..call },
        None => call,
    })
}

/// Several commands of one call run one after the other.
fn lines(mut input: Value) -> Value {
    let joined = input.get("commands").and_then(Value::as_array).map(|commands| {
        let texts: Vec<&str> = commands
            .iter()
            .filter_map(|command| command.as_str().or_else(|| payload::text(command, COMMAND)))
            .collect();
        texts.join("\n")
    });
    if let (Some(joined), Some(object)) = (joined, input.as_object_mut()) {
        object.insert("command".to_owned(), joined.into());
    }
    input
}

fn server(input: &Value) -> Tool {
    let arguments = payload::input(input.get("arguments"));
    let name = payload::text(input, &["tool_name"]).unwrap_or_default();
    mcp::read_of(payload::text(input, &["server_name"]).unwrap_or_default(), name, &arguments)
}

fn answer(said: &Said<'_>) -> Reply {
    let text = reply::field(said.text);
    reply::object(
        said,
        &match said.verdict {
            Verdict::Ask | Verdict::Block if said.event == Event::Before => {
                json!({ "cancel": true, "errorMessage": text, "contextModification": "" })
            }
            Verdict::Allow => json!({ "cancel": false }),
            // What ran already can't be taken back: cancelling would only end the task.
            Verdict::Warn | Verdict::Ask | Verdict::Block => {
                json!({ "cancel": false, "contextModification": text })
            }
        },
    )
}

fn context(_: &str, text: &str) -> Option<String> {
    Some(reply::line(&json!({ "cancel": false, "contextModification": reply::field(text) })))
}
