//! Reads what agents send after a tool call, at a prompt and at a session's end.
//!
//! Owns the wire names of the after-call events of every agent and what they tell: success, exit code, duration, output.
//! It does not decide whether anything is recorded. Nothing is required: a field that is missing or of another type is
//! empty, and an event that is not known is [`Event::Other`].

mod output;

use serde_json::{Value, json};

use super::observation::{Details, Observation, Outcome, Touch};
use super::tools::{self, ToolKind};
use output::{read_failure, read_response, replacements};

/// One payload, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// a tool call has ended
    Tool(Box<Observation>),
    /// a person has sent a prompt
    Prompt(Prompt),
    /// a session has ended
    End {
        /// the agent's own name of the session
        session: String,
    },
    /// anything else
    Other,
}

/// A prompt that a person has sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The agent.
    pub agent: String,
    /// The agent's own name of the session.
    pub session: String,
    /// The agent's id of the prompt, where it sends one.
    pub id: Option<String>,
    /// The prompt itself.
    pub text: String,
    /// The session's directory.
    pub cwd: String,
}

/// Reads a payload that arrived at `now` (milliseconds since 1970-01-01 UTC).
///
/// ```
/// use willwrite::history::payload::{Event, read};
/// let payload = serde_json::json!({
///     "session_id": "s", "cwd": "/w", "hook_event_name": "PostToolUseFailure", "tool_name": "Bash",
///     "tool_input": {"command": "false"}, "error": "Exit code 1"
/// });
/// let Event::Tool(call) = read(&payload, 0) else { unreachable!() };
/// assert_eq!(call.details.exit_code, Some(1));
/// ```
#[must_use]
pub fn read(payload: &Value, now: i64) -> Event {
    let event =
        text(payload, &["hook_event_name", "hookEventName", "agent_action_name", "hookName", "event"]);
    match event {
        "PostToolUse" | "postToolUse" | "AfterTool" | "tool_result" | "tool.result" => {
            Event::Tool(Box::new(finished(payload, now, false)))
        }
        "tool.execute.after" => Event::Tool(Box::new(finished(&flattened(payload), now, false))),
        "PostToolUseFailure" | "postToolUseFailure" => Event::Tool(Box::new(finished(payload, now, true))),
        "afterFileEdit"
        | "afterShellExecution"
        | "afterMCPExecution"
        | "post_mcp_tool_use"
        | "post_run_command"
        | "post_write_code"
        | "post_read_code" => Event::Tool(Box::new(finished_by_event(payload, event, now))),
        "UserPromptSubmit"
        | "userPromptSubmit"
        | "userPromptSubmitted"
        | "BeforeAgent"
        | "beforeSubmitPrompt"
        | "pre_user_prompt" => Event::Prompt(prompt(payload)),
        "SessionEnd" | "sessionEnd" => Event::End { session: session(payload) },
        // Copilot's payloads in camel case carry no event name.
        "" if payload.get("toolName").is_some() && payload.get("toolResult").is_some() => {
            Event::Tool(Box::new(finished(payload, now, false)))
        }
        _ => Event::Other,
    }
}

/// The agent, by what only its payloads hold.
#[must_use]
pub fn agent(payload: &Value) -> &'static str {
    let has = |key: &str| payload.get(key).is_some();
    match payload {
        _ if has("cursor_version") => "cursor",
        _ if has("clineVersion") || has("postToolUse") => "cline",
        _ if has("agent_action_name") => "windsurf",
        _ if has("turn_id") && has("model") => "codex",
        _ if has("toolName") => "copilot-cli",
        _ if has("hookEventName") && has("sessionId") => "vscode-copilot",
        _ if has("tool_call_id") => "qwen-code",
        _ if text(payload, &["event"]).starts_with("tool.execute.") => "opencode",
        _ if has("toolUseID") => "amp",
        _ if has("toolCall") && has("workspacePaths") => "antigravity",
        _ => match text(payload, &["hook_event_name"]) {
            "AfterTool" | "BeforeAgent" => "gemini-cli",
            "postToolUse" | "userPromptSubmit" => "kiro",
            _ if matches!(text(payload, &["tool_name"]), "Execute" | "Create" | "ApplyPatch") => {
                "factory-droid"
            }
            _ => "claude-code",
        },
    }
}

/// OpenCode's two arguments as one object.
fn flattened(payload: &Value) -> Value {
    let part = |pointer: &str| payload.pointer(pointer).cloned().unwrap_or(Value::Null);
    json!({
        "session_id": part("/input/sessionID"),
        "cwd": part("/directory"),
        "tool_name": part("/input/tool"),
        "tool_use_id": part("/input/callID"),
        "tool_input": part("/input/args"),
        "tool_response": opencode_response(payload),
        "event": part("/event"),
    })
}

/// What OpenCode's tool gave back; a shell's exit code stands beside it.
fn opencode_response(payload: &Value) -> Value {
    let exit = ["/output/metadata/exit", "/output/metadata/exitCode"];
    let code = exit.iter().find_map(|pointer| payload.pointer(pointer)?.as_i64());
    let output = payload.pointer("/output/output").cloned().unwrap_or(Value::Null);
    match code {
        Some(code) => json!({ "stdout": output, "exit_code": code }),
        None => output,
    }
}

fn prompt(payload: &Value) -> Prompt {
    Prompt {
        agent: agent(payload).to_owned(),
        session: session(payload),
        id: owned(payload, &["prompt_id", "turn_id", "generation_id"]),
        text: text(payload, &["prompt", "user_prompt"]).to_owned(),
        cwd: cwd(payload),
    }
}

/// A call by the shape that most agents share: a tool's name, its input, its response.
fn finished(payload: &Value, now: i64, failed: bool) -> Observation {
    let inner = payload.get("postToolUse").unwrap_or(payload);
    let tool = text(inner, &["tool_name", "toolName", "tool"]).to_owned();
    let input = input(inner);
    let response = ["tool_response", "toolResult", "result", "tool_output", "output"]
        .iter()
        .find_map(|key| inner.get(*key));
    let mut call = Observation { tool, input, ..envelope(payload, now) };
    call.duration = duration(inner, response);
    call.details = details(tools::kind(&call.tool), &call.input);
    match response {
        _ if failed => read_failure(&mut call, inner),
        Some(response) => read_response(&mut call, response),
        None => {}
    }
    if inner.get("success").and_then(Value::as_bool) == Some(false) {
        call.outcome = Outcome::Failed;
    }
    call.touches = touches(&call, response);
    call
}

/// A call by an event that stands for one kind of tool: Cursor's and Windsurf's.
fn finished_by_event(payload: &Value, event: &str, now: i64) -> Observation {
    let info = payload.get("tool_info").unwrap_or(payload);
    let (tool, keys): (&str, &[&str]) = match event {
        "afterShellExecution" | "post_run_command" => ("Bash", &["command", "command_line", "cwd"]),
        "afterFileEdit" | "post_write_code" => ("Edit", &["file_path", "edits"]),
        "post_read_code" => ("Read", &["file_path"]),
        _ => (text(info, &["tool_name", "mcp_tool_name"]), &["tool_input", "mcp_tool_arguments"]),
    };
    let mut input: serde_json::Map<String, Value> =
        keys.iter().filter_map(|key| Some(((*key).to_owned(), info.get(*key)?.clone()))).collect();
    if let Some(line) = input.remove("command_line") {
        input.insert("command".into(), line);
    }
    let mut call =
        Observation { tool: tool.to_owned(), input: Value::Object(input), ..envelope(payload, now) };
    if let Some(directory) = owned(info, &["cwd"]) {
        call.cwd = directory;
    }
    call.details = details(tools::kind(tool), &call.input);
    call.duration = duration(info, None);
    if tools::kind(tool) == ToolKind::Edit {
        call.outcome = Outcome::Succeeded;
        call.output = replacements(&call.input);
    }
    if let Some(output) = ["output", "result_json", "mcp_result"].iter().find_map(|key| info.get(*key)) {
        read_response(&mut call, output);
    }
    call.touches = touches(&call, None);
    call
}

fn envelope(payload: &Value, now: i64) -> Observation {
    let inner = payload.get("postToolUse").unwrap_or(payload);
    Observation {
        at: now,
        agent: agent(payload).to_owned(),
        session: session(payload),
        prompt: owned(payload, &["prompt_id", "turn_id", "generation_id"]),
        call: owned(inner, &["tool_use_id", "tool_call_id", "toolCallId", "toolUseID"]),
        subagent: owned(payload, &["agent_type", "agent_id"]),
        cwd: cwd(payload),
        ..Observation::default()
    }
}

fn session(payload: &Value) -> String {
    text(payload, &["session_id", "sessionId", "conversation_id", "trajectory_id", "taskId"]).to_owned()
}

fn cwd(payload: &Value) -> String {
    let first_root = |key: &str| payload.get(key)?.get(0)?.as_str();
    match text(payload, &["cwd"]) {
        "" => first_root("workspace_roots").or(first_root("workspaceRoots")).unwrap_or_default().to_owned(),
        directory => directory.to_owned(),
    }
}

/// The input; Copilot's older versions send it as JSON in a string.
fn input(payload: &Value) -> Value {
    let Some(input) =
        ["tool_input", "toolArgs", "parameters", "input"].iter().find_map(|key| payload.get(*key))
    else {
        return Value::Null;
    };
    match input.as_str().and_then(|text| serde_json::from_str(text).ok()) {
        Some(parsed @ Value::Object(_)) => parsed,
        _ => input.clone(),
    }
}

fn duration(payload: &Value, response: Option<&Value>) -> Option<i64> {
    let own = ["duration_ms", "executionTimeMs", "duration"].iter().find_map(|key| payload.get(*key));
    let inner = || ["durationMs", "totalDurationMs"].iter().find_map(|key| response?.get(*key));
    let number = own.or_else(inner)?;
    number.as_i64().or_else(|| number.as_f64().map(rounded)).filter(|value| *value >= 0)
}

/// Milliseconds of a JSON number with a fraction; what is no time of a call becomes zero.
fn rounded(value: f64) -> i64 {
    let sane = value.is_finite() && (0.0..1e15).contains(&value);
    if sane { format!("{value:.0}").parse().unwrap_or(0) } else { 0 }
}

fn details(kind: ToolKind, input: &Value) -> Details {
    let file = owned(input, &["file_path", "notebook_path", "filePath", "absolute_path", "target_file"])
        .or_else(|| {
            matches!(kind, ToolKind::Write | ToolKind::Edit | ToolKind::Read)
                .then(|| owned(input, &["path"]))?
        });
    let file_type = file.as_deref().and_then(extension);
    let mut details = Details { file, file_type, ..Details::default() };
    match kind {
        ToolKind::Shell => details.command = command(input),
        ToolKind::Search => {
            details.pattern = owned(input, &["pattern", "query", "regex"]);
            details.file = owned(input, &["path", "dir_path"]);
        }
        ToolKind::Fetch => details.url = owned(input, &["url"]),
        ToolKind::Write => details.lines = owned(input, &["content", "file_text"]).map(|text| lines(&text)),
        ToolKind::Other => {
            details.url = owned(input, &["url"]);
            details.pattern = owned(input, &["query"]);
            details.command = owned(input, &["command"]);
        }
        ToolKind::Edit | ToolKind::Patch | ToolKind::Read => {}
    }
    details
}

/// The command line; a list of words (Codex's older shell tool) is joined.
fn command(input: &Value) -> Option<String> {
    let value = ["command", "cmd", "CommandLine"].iter().find_map(|key| input.get(*key))?;
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(words) => Some(words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")),
        _ => None,
    }
}

/// The files that the call itself names: what is read and what is edited. A shell command's are told by its intents.
fn touches(call: &Observation, response: Option<&Value>) -> Vec<Touch> {
    let kind = tools::kind(&call.tool);
    if kind == ToolKind::Patch {
        return patched(call);
    }
    let effect = match kind {
        ToolKind::Read => Touch::READ,
        ToolKind::Write if response.is_some_and(|response| text(response, &["type"]) == "create") => "create",
        ToolKind::Write => "overwrite",
        ToolKind::Edit => "modify",
        _ => return Vec::new(),
    };
    let failed = matches!(call.outcome, Outcome::Failed | Outcome::Interrupted);
    match &call.details.file {
        Some(file) if !failed => vec![touch(&call.cwd, file, effect)],
        _ => Vec::new(),
    }
}

/// The files of Codex's patch format: `*** Add File: p`, `*** Update File: p`, `*** Delete File: p`, `*** Move to: p`.
fn patched(call: &Observation) -> Vec<Touch> {
    const HEADS: [(&str, &str); 4] = [
        ("*** Add File: ", "create"),
        ("*** Update File: ", "modify"),
        ("*** Delete File: ", "delete"),
        ("*** Move to: ", "create"),
    ];
    let patch = text(&call.input, &["command", "input", "patch"]);
    let head = |line: &str| {
        HEADS
            .iter()
            .find_map(|(head, effect)| Some(touch(&call.cwd, line.strip_prefix(head)?.trim(), effect)))
    };
    patch.lines().filter_map(head).collect()
}

fn touch(cwd: &str, file: &str, effect: &str) -> Touch {
    Touch { path: absolute(cwd, file), effect: effect.to_owned(), certain: true, ..Touch::default() }
}

/// A path seen from `cwd`, with `.` and `..` taken out by the letter.
#[must_use]
pub fn absolute(cwd: &str, path: &str) -> String {
    let joined = if path.starts_with('/') { path.to_owned() } else { format!("{cwd}/{path}") };
    if !joined.starts_with('/') {
        return joined; // a Windows path, or no directory is known
    }
    let mut kept: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(kept.pop()),
            name => kept.push(name),
        }
    }
    format!("/{}", kept.join("/"))
}

fn extension(file: &str) -> Option<String> {
    let name = file.rsplit(['/', '\\']).next()?;
    let (stem, extension) = name.rsplit_once('.')?;
    let sane = !stem.is_empty() && !extension.is_empty() && extension.len() <= 16;
    sane.then(|| extension.to_ascii_lowercase())
}

fn lines(text: &str) -> i64 {
    i64::try_from(text.lines().count()).unwrap_or(i64::MAX)
}

/// The first of these keys that holds a string; empty if none does.
fn text<'payload>(value: &'payload Value, keys: &[&str]) -> &'payload str {
    keys.iter().find_map(|key| value.get(*key)?.as_str()).unwrap_or_default()
}

fn owned(value: &Value, keys: &[&str]) -> Option<String> {
    Some(text(value, keys)).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(payload: Value) -> Observation {
        match read(&payload, 0) {
            Event::Tool(call) => *call,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn codex_tells_its_exit_code_in_the_text_or_not_at_all() {
        let payload = |response: &str| {
            json!({"session_id": "s", "turn_id": "t", "model": "m", "hook_event_name": "PostToolUse", "tool_name": "Bash",
                "tool_input": {"command": "rm -rf build"}, "tool_response": response})
        };
        let silent = call(payload("ok\n"));
        assert_eq!(
            (silent.agent.as_str(), silent.outcome, silent.details.exit_code),
            ("codex", Outcome::Unknown, None)
        );
        let told = call(payload("Chunk ID: b4\nProcess exited with code 2\nOutput:\nno"));
        assert_eq!((told.outcome, told.details.exit_code), (Outcome::Failed, Some(2)));
    }

    #[test]
    fn gemini_speaks_of_an_exit_code_only_when_it_is_not_zero() {
        let payload = |content: &str| {
            json!({"session_id": "s", "hook_event_name": "AfterTool", "tool_name": "run_shell_command",
                "tool_input": {"command": "ls"}, "tool_response": {"llmContent": content, "returnDisplay": "shown"}})
        };
        let good = call(payload("Output: ok"));
        assert_eq!(
            (good.agent.as_str(), good.outcome, good.output.as_str()),
            ("gemini-cli", Outcome::Succeeded, "shown")
        );
        let bad = call(payload("Output: (empty)\nExit Code: 1"));
        assert_eq!((bad.outcome, bad.details.exit_code), (Outcome::Failed, Some(1)));
    }

    #[test]
    fn cursor_s_edits_are_edits() {
        let edit = call(
            json!({"conversation_id": "c", "hook_event_name": "afterFileEdit", "cursor_version": "3",
            "workspace_roots": ["/w"], "file_path": "/w/a.txt", "edits": [{"old_string": "a", "new_string": "b"}]}),
        );
        assert_eq!(
            (edit.agent.as_str(), edit.tool.as_str(), edit.output.as_str()),
            ("cursor", "Edit", "-a\n+b\n")
        );
        assert_eq!((edit.touches[0].path.as_str(), edit.touches[0].effect.as_str()), ("/w/a.txt", "modify"));
    }

    #[test]
    fn plugins_hand_over_what_their_agents_tell() {
        let opencode = call(json!({"event": "tool.execute.after", "directory": "/w",
            "input": {"tool": "bash", "sessionID": "s", "callID": "c", "args": {"command": "false"}},
            "output": {"title": "", "output": "no\n", "metadata": {"exit": 1}}}));
        assert_eq!(
            (opencode.agent.as_str(), opencode.tool.as_str(), opencode.cwd.as_str(), opencode.outcome),
            ("opencode", "bash", "/w", Outcome::Failed)
        );
        assert_eq!(opencode.details.command.as_deref(), Some("false"));
        let amp = call(json!({"event": "tool.result", "tool": "Bash", "toolUseID": "t",
            "input": {"cmd": "ls", "cwd": "/w"}, "output": "a\n"}));
        assert_eq!((amp.agent.as_str(), amp.output.as_str()), ("amp", "a\n"));
        assert_eq!(amp.details.command.as_deref(), Some("ls"));
    }

    #[test]
    fn patches_name_their_files() {
        let patch = "*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: /w/b\n*** End Patch";
        let patched = call(json!({"hook_event_name": "PostToolUse", "tool_name": "apply_patch", "cwd": "/w",
            "tool_input": {"command": patch}, "tool_response": "Done"}));
        let touched: Vec<_> =
            patched.touches.iter().map(|touch| (touch.path.as_str(), touch.effect.as_str())).collect();
        assert_eq!(touched, [("/w/a", "create"), ("/w/b", "delete")]);
    }

    #[test]
    fn an_interrupted_call_is_neither_success_nor_failure() {
        let payload = json!({"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "sleep 9"},
            "tool_response": {"stdout": "", "stderr": "", "interrupted": true}});
        assert_eq!(call(payload).outcome, Outcome::Interrupted);
        let quiet = json!({"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "grep x f"},
            "tool_response": {"stdout": "", "stderr": "", "returnCodeInterpretation": "No matches found"}});
        assert_eq!((call(quiet.clone()).outcome, call(quiet).details.exit_code), (Outcome::Succeeded, None));
    }

    #[test]
    fn payloads_without_their_fields_are_read_as_far_as_they_go() {
        for payload in [
            json!({}),
            json!([]),
            json!(null),
            json!({"hook_event_name": 7}),
            json!({"hook_event_name": "Stop"}),
        ] {
            assert_eq!(read(&payload, 0), Event::Other);
        }
        let empty = call(json!({"hook_event_name": "PostToolUse"}));
        assert_eq!((empty.tool.as_str(), empty.outcome), ("", Outcome::Unknown));
        assert_eq!(read(&json!({"hook_event_name": "SessionEnd"}), 0), Event::End { session: String::new() });
    }
}
