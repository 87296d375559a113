//! Windsurf's Cascade: an event for each kind of tool, and nothing but the exit code for an answer.

use serde_json::Value;

use super::tool::{Does, Read, Row, STRINGS, apply};
use super::{Agent, Hook, Reply, Said, mcp, payload, reply};
use crate::guard::call::{Call, Event, Tool};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "windsurf",
    title: "Windsurf",
    aliases: &["cascade", "devin-desktop"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::no_context,
    tools: TOOLS,
};

const HOOKS: &[Hook] = &[
    Hook { event: "pre_run_command", when: Event::Before, tools: &[], servers: None },
    Hook { event: "pre_write_code", when: Event::Before, tools: &[], servers: None },
    Hook { event: "pre_mcp_tool_use", when: Event::Before, tools: &[], servers: None },
    Hook { event: "post_run_command", when: Event::After, tools: &[], servers: None },
    Hook { event: "post_write_code", when: Event::After, tools: &[], servers: None },
    Hook { event: "post_mcp_tool_use", when: Event::After, tools: &[], servers: None },
    Hook { event: "pre_user_prompt", when: Event::Prompt, tools: &[], servers: None },
];

/// Its events name no tools.
const TOOLS: &[Row] = &[];

const SHELL: Does = Does::Shell { command: &["command_line"], directory: &[] };
const EDITS: Does = Does::Edits { path: &["file_path"], list: &["edits"], words: STRINGS };

fn recognises(value: &Value) -> bool {
    payload::has(value, "agent_action_name")
}

fn read(value: Value) -> Result<Call, String> {
    if !value.is_object() {
        return Err("the input is no JSON object".to_owned());
    }
    let event_name = payload::owned(&value, &["agent_action_name"]);
    let info = value.get("tool_info").unwrap_or(&Value::Null);
    let cwd = payload::cwd(info);
    let (tool_name, read) = match event_name.as_str() {
        "pre_run_command" | "post_run_command" => ("run_command".to_owned(), apply(SHELL, info)),
        "pre_write_code" | "post_write_code" => ("write_code".to_owned(), apply(EDITS, info)),
        "pre_mcp_tool_use" | "post_mcp_tool_use" => server(info),
        "pre_read_code" | "post_read_code" => ("read_code".to_owned(), Read::of(Tool::Harmless)),
        other => (other.to_owned(), Read::of(Tool::Unknown)),
    };
    let event = payload::event(&event_name);
    Ok(Call { event, event_name, tool_name, tool: read.tool, cwd, payload: value })
}

fn server(info: &Value) -> (String, Read) {
    let name = payload::owned(info, &["mcp_tool_name", "tool_name"]);
    let input = payload::input(info.get("mcp_tool_arguments").or_else(|| info.get("tool_input")));
    let server = payload::text(info, &["mcp_server_name"]).unwrap_or_default();
    let tool = mcp::read_of(server, &name, &input);
    (name, Read::of(tool))
}

fn answer(said: &Said<'_>) -> Reply {
    reply::by_exit_code(said)
}
