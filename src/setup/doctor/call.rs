//! A call as each agent sends it, for trying an installed command line.

use serde_json::{Value, json};

/// A shell call of an agent in this directory; `None` for an agent whose calls go another way.
pub fn shell(agent: &str, cwd: &str, command: &str) -> Option<Value> {
    let session = "00000000-0000-4000-8000-000000000000";
    let like_claude = |event: &str, tool: &str| {
        json!({
            "session_id": session, "transcript_path": null, "cwd": cwd, "hook_event_name": event,
            "tool_name": tool, "tool_input": { "command": command }, "tool_use_id": "doctor",
        })
    };
    let with = |mut value: Value, more: Value| {
        if let (Some(fields), Value::Object(more)) = (value.as_object_mut(), more) {
            fields.extend(more);
        }
        value
    };
    Some(match agent {
        "claude-code" => like_claude("PreToolUse", "Bash"),
        "codex" => with(like_claude("PreToolUse", "Bash"), json!({ "turn_id": "1", "model": "none" })),
        "qwen-code" => with(like_claude("PreToolUse", "run_shell_command"), json!({ "tool_call_id": "1" })),
        "factory-droid" => like_claude("PreToolUse", "Execute"),
        "gemini-cli" => like_claude("BeforeTool", "run_shell_command"),
        "kiro" => like_claude("preToolUse", "execute_bash"),
        "cursor" => json!({
            "hook_event_name": "beforeShellExecution", "command": command, "cwd": cwd, "cursor_version": "0",
            "workspace_roots": [cwd], "conversation_id": "1", "generation_id": "1",
        }),
        "copilot-cli" => json!({
            "sessionId": session, "timestamp": 0, "cwd": cwd, "toolName": "bash", "toolArgs": { "command": command },
        }),
        "vscode-copilot" => json!({
            "timestamp": "1970-01-01T00:00:00Z", "sessionId": session, "cwd": cwd, "hookEventName": "PreToolUse",
            "tool_name": "runTerminalCommand", "tool_input": { "command": command }, "tool_use_id": "doctor",
        }),
        "windsurf" => json!({
            "agent_action_name": "pre_run_command", "trajectory_id": "1", "execution_id": "1",
            "tool_info": { "command_line": command, "cwd": cwd },
        }),
        "cline" => json!({
            "clineVersion": "0", "hookName": "PreToolUse", "taskId": "1", "workspaceRoots": [cwd],
            "preToolUse": { "toolName": "execute_command", "parameters": { "command": command } },
        }),
        "antigravity" => json!({
            "conversationId": "1", "workspacePaths": [cwd], "stepIdx": 0,
            "toolCall": { "name": "run_command", "args": { "CommandLine": command, "Cwd": cwd } },
        }),
        _ => return None,
    })
}

/// The event at which an agent asks about a shell call.
pub fn event(agent: &str) -> &'static str {
    match agent {
        "gemini-cli" => "BeforeTool",
        "kiro" | "copilot-cli" => "preToolUse",
        "cursor" => "beforeShellExecution",
        "windsurf" => "pre_run_command",
        _ => "PreToolUse",
    }
}
