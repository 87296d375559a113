//! What the payloads of several agents have in common: events by name, fields, the making of a [`Call`].
//!
//! Owns the table of event names. They differ enough that one table serves all agents.

use serde_json::Value;

use super::tool::{self, Row};
use crate::guard::call::{Call, Event, Tool};

/// The parts of a payload that a call is made of.
pub(super) struct Parts<'t> {
    pub(super) event_name: String,
    pub(super) tool_name: String,
    pub(super) input: Value,
    pub(super) cwd: Option<String>,
    pub(super) tools: &'t [Row],
}

/// Makes a call of its parts.
///
/// # Errors
/// The payload is none, or stands before a tool and names none.
pub(super) fn call(parts: Parts<'_>, payload: Value) -> Result<Call, String> {
    if !payload.is_object() {
        return Err("the input is no JSON object".to_owned());
    }
    let Parts { event_name, tool_name, input, cwd, tools } = parts;
    let event = event(&event_name);
    if tool_name.is_empty() {
        if event == Event::Before {
            return Err("the call names no tool (`tool_name`)".to_owned());
        }
        return Ok(Call { event, event_name, tool_name, tool: Tool::Harmless, cwd, payload });
    }
    let read = tool::read(tools, &tool_name, &input);
    let cwd = directory(cwd, read.directory.as_deref());
    Ok(Call { event, event_name, tool_name, tool: read.tool, cwd, payload })
}

/// The shape that Claude Code gave the world: `hook_event_name`, `tool_name`, `tool_input`, `cwd`.
pub(super) fn snake_case(payload: Value, tools: &[Row]) -> Result<Call, String> {
    let parts = Parts {
        event_name: owned(&payload, &["hook_event_name"]),
        tool_name: owned(&payload, &["tool_name"]),
        input: input(payload.get("tool_input")),
        cwd: cwd(&payload),
        tools,
    };
    call(parts, payload)
}

/// A tool's input; some agents and versions send it as JSON in a string.
pub(super) fn input(value: Option<&Value>) -> Value {
    let Some(value) = value else { return Value::Null };
    match value.as_str().and_then(|text| serde_json::from_str(text).ok()) {
        Some(parsed @ Value::Object(_)) => parsed,
        _ => value.clone(),
    }
}

/// The directory of a call, `None` where it is missing or empty.
pub(super) fn cwd(payload: &Value) -> Option<String> {
    text(payload, &["cwd"]).filter(|cwd| !cwd.is_empty()).map(str::to_owned)
}

/// The first of a list of directories.
pub(super) fn first(payload: &Value, list: &str) -> Option<String> {
    payload.get(list)?.get(0)?.as_str().map(str::to_owned)
}

/// Where a tool starts that names a directory of its own.
pub(super) fn directory(cwd: Option<String>, own: Option<&str>) -> Option<String> {
    match (own.filter(|own| !own.is_empty()), cwd) {
        (None, cwd) => cwd,
        (Some(own), _) if own.starts_with('/') => Some(own.to_owned()),
        (Some(own), Some(cwd)) => Some(format!("{}/{own}", cwd.trim_end_matches('/'))),
        (Some(_), None) => None,
    }
}

/// The first of these fields that holds a string.
pub(super) fn text<'v>(value: &'v Value, fields: &[&str]) -> Option<&'v str> {
    fields.iter().find_map(|field| value.get(*field)?.as_str())
}

/// The same, owned; empty where none does.
pub(super) fn owned(value: &Value, fields: &[&str]) -> String {
    text(value, fields).unwrap_or_default().to_owned()
}

pub(super) fn has(payload: &Value, field: &str) -> bool {
    payload.get(field).is_some()
}

/// When an event is. One that nobody knows but that names a tool is taken to stand before it.
pub(super) fn event(name: &str) -> Event {
    match name {
        "PostToolUse"
        | "PostToolUseFailure"
        | "PostToolBatch"
        | "postToolUse"
        | "postToolUseFailure"
        | "AfterTool"
        | "afterFileEdit"
        | "afterShellExecution"
        | "afterMCPExecution"
        | "afterTabFileEdit"
        | "post_read_code"
        | "post_write_code"
        | "post_run_command"
        | "post_mcp_tool_use"
        | "tool_result"
        | "tool.execute.after"
        | "tool.result" => Event::After,
        "UserPromptSubmit"
        | "UserPromptExpansion"
        | "userPromptSubmit"
        | "userPromptSubmitted"
        | "beforeSubmitPrompt"
        | "BeforeAgent"
        | "pre_user_prompt" => Event::Prompt,
        "PermissionDenied"
        | "SessionStart"
        | "SessionEnd"
        | "Setup"
        | "Stop"
        | "StopFailure"
        | "SubagentStart"
        | "SubagentStop"
        | "PreCompact"
        | "PostCompact"
        | "PreModelSwitch"
        | "PostModelSwitch"
        | "Notification"
        | "TeammateIdle"
        | "TaskCreated"
        | "TaskCompleted"
        | "Elicitation"
        | "ElicitationResult"
        | "ConfigChange"
        | "WorktreeCreate"
        | "WorktreeRemove"
        | "InstructionsLoaded"
        | "CwdChanged"
        | "FileChanged"
        | "DirectoryAdded"
        | "MessageDisplay"
        | "AfterAgent"
        | "BeforeModel"
        | "AfterModel"
        | "BeforeToolSelection"
        | "PreCompress"
        | "sessionStart"
        | "sessionEnd"
        | "subagentStart"
        | "subagentStop"
        | "stop"
        | "preCompact"
        | "afterAgentResponse"
        | "afterAgentThought"
        | "workspaceOpen"
        | "agentSpawn"
        | "agentStop"
        | "errorOccurred"
        | "TaskStart"
        | "TaskResume"
        | "TaskCancel"
        | "TaskComplete"
        | "PreInvocation"
        | "PostInvocation"
        | "post_cascade_response"
        | "post_cascade_response_with_transcript"
        | "post_setup_worktree" => Event::Other,
        _ => Event::Before,
    }
}
