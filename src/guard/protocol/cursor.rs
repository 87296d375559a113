//! Cursor: an event for each kind of tool beside the one for all, exit code 2 with the reason on stderr.
//!
//! Its fields are flat. It fails open, but for hooks that people set to `failClosed`: those take silence for a failure,
//! so an agent whose settings say `fail = "closed"` is always told the verdict in words. What would be asked is refused:
//! one event ignores `ask`, the other blocks it without asking.

use serde_json::{Value, json};

use super::payload::Parts;
use super::tool::{Does, Row, STRINGS, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, mcp, payload, reply};
use crate::guard::call::{Call, Event};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "cursor",
    title: "Cursor",
    aliases: &[],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::no_context,
    tools: TOOLS,
};

/// A shell call fires both `beforeShellExecution` and `preToolUse`: one of them is enough.
const HOOKS: &[Hook] = &[
    Hook { event: "beforeShellExecution", when: Event::Before, tools: &[], servers: None },
    Hook { event: "beforeMCPExecution", when: Event::Before, tools: &[], servers: None },
    Hook { event: "preToolUse", when: Event::Before, tools: &["Write", "Delete"], servers: None },
    Hook { event: "afterShellExecution", when: Event::After, tools: &[], servers: None },
    Hook { event: "afterMCPExecution", when: Event::After, tools: &[], servers: None },
    Hook { event: "afterFileEdit", when: Event::After, tools: &[], servers: None },
    Hook { event: "beforeSubmitPrompt", when: Event::Prompt, tools: &[], servers: None },
    Hook { event: "sessionEnd", when: Event::Other, tools: &[], servers: None },
];

const PATH: &[&str] = &["file_path", "path", "target_file"];
const WORDS: Words =
    Words { old: &["old_string", "old_str"], new: &["new_string", "new_str"], all: &["replace_all"] };

/// Sorted by name.
const TOOLS: &[Row] = &[
    row("Delete", Does::Delete { path: PATH }),
    row("Edit", Does::Edit { path: PATH, words: WORDS }),
    row("EditNotebook", Does::Touch { path: &["target_notebook", "notebook_path", "file_path", "path"] }),
    nothing("Glob"),
    nothing("Grep"),
    nothing("LS"),
    row("MultiEdit", Does::Edits { path: PATH, list: &["edits"], words: WORDS }),
    nothing("Read"),
    nothing("SemanticSearch"),
    row("Shell", Does::Shell { command: &["command"], directory: &["cwd", "working_directory"] }),
    row("StrReplace", Does::Edit { path: PATH, words: WORDS }),
    nothing("Task"),
    nothing("TodoWrite"),
    nothing("WebFetch"),
    nothing("WebSearch"),
    row("Write", Does::Write { path: PATH, content: &["content", "contents"] }),
];

/// What an event that stands for one kind of tool would do.
const SHELL: Does = Does::Shell { command: &["command"], directory: &[] };
const EDITS: Does = Does::Edits { path: &["file_path"], list: &["edits"], words: STRINGS };

fn recognises(value: &Value) -> bool {
    payload::has(value, "cursor_version")
}

fn read(value: Value) -> Result<Call, String> {
    let event_name = payload::owned(&value, &["hook_event_name"]);
    let cwd = payload::cwd(&value).or_else(|| payload::first(&value, "workspace_roots"));
    let by_event = |tool: &str, does: Does, value: Value| {
        let event = payload::event(&event_name);
        let read = super::tool::apply(does, &value);
        let (event_name, tool_name) = (event_name.clone(), tool.to_owned());
        Ok(Call { event, event_name, tool_name, tool: read.tool, cwd: cwd.clone(), payload: value })
    };
    match event_name.as_str() {
        "beforeShellExecution" | "afterShellExecution" => by_event("Shell", SHELL, value),
        "afterFileEdit" => by_event("Edit", EDITS, value),
        "beforeMCPExecution" | "afterMCPExecution" => Ok(server(event_name, cwd, value)),
        "beforeReadFile" | "beforeTabFileRead" => by_event("Read", Does::Nothing, value),
        _ => {
            let tool_name = payload::owned(&value, &["tool_name"]);
            let input = payload::input(value.get("tool_input"));
            payload::call(Parts { event_name, tool_name, input, cwd, tools: TOOLS }, value)
        }
    }
}

/// A server's tool: the event tells how the server is started, which is all that is known of it.
fn server(event_name: String, cwd: Option<String>, value: Value) -> Call {
    let tool_name = payload::owned(&value, &["tool_name"]);
    let input = payload::input(value.get("tool_input"));
    let server = payload::text(&value, &["command", "url"]).unwrap_or_default();
    let name = tool_name.strip_prefix("MCP:").unwrap_or(&tool_name);
    let tool = mcp::read_of(server, name, &input);
    Call { event: payload::event(&event_name), event_name, tool_name, tool, cwd, payload: value }
}

fn answer(said: &Said<'_>) -> Reply {
    let (decisive, text) = (said.decisive && said.event == Event::Before, reply::field(said.text));
    match said.verdict {
        Verdict::Ask | Verdict::Block => reply::refuse(said),
        Verdict::Warn if decisive => reply::object(
            said,
            &json!({ "permission": "allow", "user_message": text, "agent_message": text }),
        ),
        Verdict::Warn if said.event == Event::Before => {
            reply::object(said, &json!({ "user_message": text, "agent_message": text }))
        }
        Verdict::Allow if decisive => reply::object(said, &json!({ "permission": "allow" })),
        Verdict::Allow | Verdict::Warn => reply::pass(said),
    }
}
