//! Agents that nobody here knows: any usual spelling of a call is read, and only the exit code answers.
//!
//! Exit code 2 with a reason on stderr and nothing on stdout is what most agents take for a refusal.

use serde_json::Value;

use super::payload::Parts;
use super::{Agent, Reply, Said, payload, reply};
use crate::guard::call::Call;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "other",
    title: "another agent",
    aliases: &["generic", "unknown"],
    hooks: &[],
    recognises: |_| true,
    read,
    answer,
    context: reply::no_context,
    tools: &[],
};

fn read(value: Value) -> Result<Call, String> {
    let input = ["tool_input", "toolInput", "toolArgs", "input", "args", "parameters"];
    let parts = Parts {
        event_name: payload::owned(&value, &["hook_event_name", "hookEventName", "event", "hookName"]),
        tool_name: payload::owned(&value, &["tool_name", "toolName", "tool", "name"]),
        input: payload::input(input.iter().find_map(|field| value.get(*field))),
        cwd: payload::text(&value, &["cwd", "directory", "workdir"])
            .filter(|cwd| !cwd.is_empty())
            .map(str::to_owned)
            .or_else(|| payload::first(&value, "workspace_roots")),
        tools: &[],
    };
    payload::call(parts, value)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::by_exit_code(said)
}
