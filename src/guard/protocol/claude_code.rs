//! Claude Code: `PreToolUse` and its kin, exit code 2 with the reason on stderr.
//!
//! Owns the names of its events and tools. A tool's input with a missing or wrong field is judged as far as it goes.

use serde_json::{Value, json};

use super::{Agent, Reply};
use crate::edit::{Cell, CellMode, Change, FileEdit, Replacement};
use crate::guard::call::{Call, Event, Tool};
use crate::guard::message;
use crate::guard::verdict::{Decision, Verdict};

/// The agent's row.
pub static AGENT: Agent = Agent { id: "claude-code", recognises: |_| true, read, answer };

/// Text fields of a reply hold at most this many characters.
const FIELD_CAP: usize = 10_000;

/// Tools that write no file of the user by themselves.
const HARMLESS: &[&str] = &[
    "Agent",
    "AskUserQuestion",
    "BashOutput",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillBash",
    "KillShell",
    "LS",
    "ListMcpResourcesTool",
    "LSP",
    "NotebookRead",
    "Read",
    "ReadMcpResourceTool",
    "Skill",
    "SlashCommand",
    "Task",
    "TaskOutput",
    "TaskStop",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
];

fn read(payload: Value) -> Result<Call, String> {
    if !payload.is_object() {
        return Err("the input is no JSON object".to_owned());
    }
    let event_name = text(&payload, "hook_event_name").unwrap_or_default().to_owned();
    let event = event(&event_name);
    let tool_name = match (text(&payload, "tool_name"), event) {
        (Some(name), _) => name.to_owned(),
        (None, Event::Before) => return Err("the call names no tool (`tool_name`)".to_owned()),
        (None, Event::After | Event::Prompt | Event::Other) => String::new(),
    };
    let tool = if tool_name.is_empty() {
        Tool::Harmless
    } else {
        tool(&tool_name, payload.get("tool_input").unwrap_or(&Value::Null))
    };
    let cwd = text(&payload, "cwd").map(str::to_owned);
    Ok(Call { event, event_name, tool_name, tool, cwd, payload })
}

/// An event that nobody knows but that names a tool is taken to stand before it.
fn event(name: &str) -> Event {
    match name {
        "PostToolUse" | "PostToolUseFailure" | "PostToolBatch" => Event::After,
        "UserPromptSubmit" | "UserPromptExpansion" => Event::Prompt,
        "" | "PreToolUse" | "PreSkillShellCommand" | "PermissionRequest" => Event::Before,
        "PermissionDenied" | "SessionStart" | "SessionEnd" | "Setup" | "Stop" | "StopFailure"
        | "SubagentStart" | "SubagentStop" | "PreCompact" | "PostCompact" | "PreModelSwitch"
        | "PostModelSwitch" | "Notification" | "TeammateIdle" | "TaskCreated" | "TaskCompleted"
        | "Elicitation" | "ElicitationResult" | "ConfigChange" | "WorktreeCreate" | "WorktreeRemove"
        | "InstructionsLoaded" | "CwdChanged" | "FileChanged" | "DirectoryAdded" | "MessageDisplay" => {
            Event::Other
        }
        _ => Event::Before,
    }
}

fn tool(name: &str, input: &Value) -> Tool {
    match name {
        "Bash" | "Monitor" => shell(name, input),
        "Write" => file(input, "file_path", write),
        "Edit" => file(input, "file_path", |input| replacements(std::slice::from_ref(input))),
        "MultiEdit" => file(input, "file_path", multi_edit),
        "NotebookEdit" => file(input, "notebook_path", cell),
        _ if HARMLESS.contains(&name) => Tool::Harmless,
        // PowerShell is another language: its text is not Bash and is not read as such.
        _ => Tool::Unknown,
    }
}

fn shell(name: &str, input: &Value) -> Tool {
    match text(input, "command") {
        Some(command) => Tool::Shell(command.to_owned()),
        // A monitor may watch a socket and run no command.
        None if name == "Monitor" && input.get("ws").is_some() => Tool::Harmless,
        None => Tool::Malformed("the call has no command (`tool_input.command`)".to_owned()),
    }
}

fn file(input: &Value, field: &str, change: fn(&Value) -> Change) -> Tool {
    match text(input, field) {
        Some(path) => Tool::Files(vec![FileEdit { path: path.to_owned(), change: change(input) }]),
        None => Tool::Malformed(format!("the call has no path (`tool_input.{field}`)")),
    }
}

fn write(input: &Value) -> Change {
    text(input, "content").map_or(Change::Opaque, |content| Change::Write { content: content.to_owned() })
}

fn cell(input: &Value) -> Change {
    let mode = match text(input, "edit_mode") {
        Some("insert") => CellMode::Insert,
        Some("delete") => CellMode::Delete,
        _ => CellMode::Replace,
    };
    let source = text(input, "new_source").unwrap_or_default().to_owned();
    Change::Cell(Cell { id: text(input, "cell_id").map(str::to_owned), source, mode })
}

fn multi_edit(input: &Value) -> Change {
    input.get("edits").and_then(Value::as_array).map_or(Change::Opaque, |edits| replacements(edits))
}

/// Malformed ones are left out; where none is left, nobody knows what the tool does.
fn replacements(edits: &[Value]) -> Change {
    let replacement = |edit: &Value| {
        let (old, new) = (text(edit, "old_string")?.to_owned(), text(edit, "new_string")?.to_owned());
        Some(Replacement { old, new, all: edit.get("replace_all").and_then(Value::as_bool).unwrap_or(false) })
    };
    let known: Vec<_> = edits.iter().filter_map(replacement).collect();
    if known.is_empty() { Change::Opaque } else { Change::Replace(known) }
}

fn text<'v>(value: &'v Value, field: &str) -> Option<&'v str> {
    value.get(field).and_then(Value::as_str)
}

fn answer(call: &Call, decision: &Decision) -> Reply {
    let text = message::text(decision);
    match decision.verdict() {
        Verdict::Allow => Reply::default(),
        Verdict::Block => Reply { blocks: true, stdout: String::new(), stderr: text },
        Verdict::Ask => reply(call, "permissionDecisionReason", &text, Some("ask")),
        Verdict::Warn => reply(call, "additionalContext", &text, None),
    }
}

fn reply(call: &Call, field: &str, text: &str, permission: Option<&str>) -> Reply {
    let name = if call.event_name.is_empty() { "PreToolUse" } else { &call.event_name };
    let shown: String = text.trim_end().chars().take(FIELD_CAP).collect();
    let mut output = json!({ "hookEventName": name, field: shown });
    if let (Some(permission), Some(object)) = (permission, output.as_object_mut()) {
        object.insert("permissionDecision".to_owned(), permission.into());
    }
    let stdout = format!("{}\n", json!({ "hookSpecificOutput": output }));
    Reply { blocks: false, stdout, stderr: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn call(tool: &str, input: Value) -> Call {
        let payload = json!({
            "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "cwd": "/w", "model": "x"
        });
        read(payload).unwrap()
    }

    fn edit(path: &str, change: Change) -> Tool {
        Tool::Files(vec![FileEdit { path: path.into(), change }])
    }

    #[test]
    fn reads_each_tool_that_writes() {
        let one = || vec![Replacement { old: "a".into(), new: "b".into(), all: false }];
        assert_eq!(call("Bash", json!({"command": "ls"})).tool, Tool::Shell("ls".into()));
        assert_eq!(call("Monitor", json!({"command": "ls"})).tool, Tool::Shell("ls".into()));
        let write = call("Write", json!({"file_path": "/w/f", "content": "x"}));
        assert_eq!(write.tool, edit("/w/f", Change::Write { content: "x".into() }));
        let replace = call("Edit", json!({"file_path": "/w/f", "old_string": "a", "new_string": "b"}));
        assert_eq!(replace.tool, edit("/w/f", Change::Replace(one())));
        let several = json!({"file_path": "/w/f", "edits": [{"old_string": "a", "new_string": "b"}, 3]});
        assert_eq!(call("MultiEdit", several).tool, edit("/w/f", Change::Replace(one())));
        let notebook = call("NotebookEdit", json!({"notebook_path": "/w/n.ipynb", "new_source": "2"}));
        let cell = Cell { id: None, source: "2".into(), mode: CellMode::Replace };
        assert_eq!(notebook.tool, edit("/w/n.ipynb", Change::Cell(cell)));
        assert_eq!(call("Grep", json!({"pattern": "x"})).tool, Tool::Harmless);
        assert_eq!(call("PowerShell", json!({"command": "ls"})).tool, Tool::Unknown);
    }

    #[test]
    fn a_path_is_judged_also_where_the_rest_is_malformed() {
        let edit_without_texts = call("Edit", json!({"file_path": "/w/f", "old_string": 7}));
        assert_eq!(edit_without_texts.tool, edit("/w/f", Change::Opaque));
        assert_eq!(call("Write", json!({"file_path": "/w/f"})).tool, edit("/w/f", Change::Opaque));
    }

    #[rstest]
    #[case::no_command("Bash", json!({}), "the call has no command (`tool_input.command`)")]
    #[case::wrong_type("Bash", json!({"command": ["ls"]}), "the call has no command (`tool_input.command`)")]
    #[case::no_input("Edit", Value::Null, "the call has no path (`tool_input.file_path`)")]
    fn says_what_it_cannot_read(#[case] tool: &str, #[case] input: Value, #[case] reason: &str) {
        assert_eq!(call(tool, input).tool, Tool::Malformed(reason.into()));
    }

    #[rstest]
    #[case("PreToolUse", Event::Before)]
    #[case("PreSkillShellCommand", Event::Before)]
    #[case("PostToolUse", Event::After)]
    #[case("PostToolUseFailure", Event::After)]
    #[case("UserPromptSubmit", Event::Prompt)]
    #[case("Stop", Event::Other)]
    #[case("EventOfTomorrow", Event::Before)]
    fn events(#[case] name: &str, #[case] expected: Event) {
        let payload = json!({"hook_event_name": name, "tool_name": "Read"});
        assert_eq!(read(payload).unwrap().event, expected);
    }

    #[test]
    fn a_prompt_names_no_tool_but_a_call_must() {
        let prompt = read(json!({"hook_event_name": "UserPromptSubmit", "prompt": "x"})).unwrap();
        assert_eq!(prompt.tool, Tool::Harmless);
        assert!(read(json!({"hook_event_name": "PreToolUse"})).is_err());
        assert!(read(json!([])).is_err());
    }
}
