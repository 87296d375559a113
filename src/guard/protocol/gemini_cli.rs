//! Gemini CLI: `BeforeTool`, exit code 2 with the reason on stderr.
//!
//! It reads stderr where stdout is empty, and whatever of the two is JSON decides whatever the exit code says: no JSON may
//! stand on stderr, and none on stdout beside a refusal. Its shell starts in `dir_path` below the call's directory.

use serde_json::{Value, json};

use super::tool::{Does, Row, Words, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "gemini-cli",
    title: "Gemini CLI",
    aliases: &["gemini"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["run_shell_command", "write_file", "replace"];

const HOOKS: &[Hook] = &[
    Hook { event: "BeforeTool", when: Event::Before, tools: WRITERS, servers: Some("mcp_.*") },
    Hook { event: "AfterTool", when: Event::After, tools: WRITERS, servers: Some("mcp_.*") },
    Hook { event: "BeforeAgent", when: Event::Prompt, tools: &[], servers: None },
    Hook { event: "SessionEnd", when: Event::Other, tools: &[], servers: None },
];

const REPLACE: Words =
    Words { old: &["old_string"], new: &["new_string"], all: &["allow_multiple", "expected_replacements"] };

/// Sorted by name.
const TOOLS: &[Row] = &[
    nothing("activate_skill"),
    nothing("ask_user"),
    nothing("enter_plan_mode"),
    nothing("exit_plan_mode"),
    nothing("glob"),
    nothing("google_web_search"),
    nothing("grep_search"),
    nothing("invoke_agent"),
    nothing("list_background_processes"),
    nothing("list_directory"),
    nothing("read_background_output"),
    nothing("read_file"),
    nothing("read_many_files"),
    row("replace", Does::Edit { path: &["file_path"], words: REPLACE }),
    row("run_shell_command", Does::Shell { command: &["command"], directory: &["dir_path", "directory"] }),
    nothing("save_memory"),
    nothing("search_file_content"),
    nothing("update_topic"),
    nothing("web_fetch"),
    row("write_file", Does::Write { path: &["file_path"], content: &["content"] }),
    nothing("write_todos"),
];

fn recognises(value: &Value) -> bool {
    let event = payload::text(value, &["hook_event_name"]).unwrap_or_default();
    let own = ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel"];
    own.contains(&event)
        || payload::text(value, &["transcript_path"]).is_some_and(|path| path.contains("/.gemini/"))
}

fn read(value: Value) -> Result<Call, String> {
    payload::snake_case(value, TOOLS)
}

fn answer(said: &Said<'_>) -> Reply {
    if said.verdict != Verdict::Warn {
        return reply::by_exit_code(said);
    }
    reply::object(said, &json!({ "systemMessage": reply::field(said.text) }))
}
