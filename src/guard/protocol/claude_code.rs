//! Claude Code: `PreToolUse` and its kin, exit code 2 with the reason on stderr.
//!
//! Owns the names of its tools. A tool's input with a missing or wrong field is judged as far as it goes.

use serde_json::Value;

use super::tool::{Does, Row, STRINGS, nothing, row};
use super::{Agent, Hook, Reply, Said, payload, reply};
use crate::guard::call::{Call, Event};

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "claude-code",
    title: "Claude Code",
    aliases: &["claude"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["Bash", "PowerShell", "Monitor", "Write", "Edit", "MultiEdit", "NotebookEdit"];

/// Only `PreToolUse` is known to every version: an older one throws its whole settings away for a name that it does not
/// know.
const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "PostToolUse", when: Event::After, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
    Hook { event: "SessionEnd", when: Event::Other, tools: &[], servers: None },
];

const COMMAND: &[&str] = &["command"];
const SHELL: Does = Does::Shell { command: COMMAND, directory: &[] };
const PATH: &[&str] = &["file_path"];

/// Sorted by name.
const TOOLS: &[Row] = &[
    nothing("Agent"),
    nothing("AskUserQuestion"),
    row("Bash", SHELL),
    nothing("BashOutput"),
    nothing("CronCreate"),
    nothing("CronDelete"),
    nothing("CronList"),
    row("Edit", Does::Edit { path: PATH, words: STRINGS }),
    nothing("EnterPlanMode"),
    nothing("EnterWorktree"),
    nothing("ExitPlanMode"),
    nothing("ExitWorktree"),
    nothing("Glob"),
    nothing("Grep"),
    nothing("KillBash"),
    nothing("KillShell"),
    nothing("LS"),
    nothing("LSP"),
    nothing("ListMcpResourcesTool"),
    row("Monitor", SHELL),
    row("MultiEdit", Does::Edits { path: PATH, list: &["edits"], words: STRINGS }),
    row("NotebookEdit", Does::Cell),
    nothing("NotebookRead"),
    row("PowerShell", Does::PowerShell { command: COMMAND, directory: &[] }),
    nothing("Read"),
    nothing("ReadMcpResourceTool"),
    nothing("ReportFindings"),
    nothing("ScheduleWakeup"),
    nothing("SendMessage"),
    nothing("Skill"),
    nothing("SlashCommand"),
    nothing("Task"),
    nothing("TaskCreate"),
    nothing("TaskGet"),
    nothing("TaskList"),
    nothing("TaskOutput"),
    nothing("TaskStop"),
    nothing("TaskUpdate"),
    nothing("TodoRead"),
    nothing("TodoWrite"),
    nothing("ToolSearch"),
    nothing("WebFetch"),
    nothing("WebSearch"),
    row("Write", Does::Write { path: PATH, content: &["content"] }),
];

/// Its events begin with a capital; others took its form over and are asked before it.
fn recognises(value: &Value) -> bool {
    payload::text(value, &["hook_event_name"]).is_some_and(|name| name.starts_with(char::is_uppercase))
}

fn read(value: Value) -> Result<Call, String> {
    payload::snake_case(value, TOOLS)
}

fn answer(said: &Said<'_>) -> Reply {
    reply::nested(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Cell, CellMode, Change, FileEdit, Replacement};
    use crate::guard::call::Tool;
    use rstest::rstest;
    use serde_json::json;

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
        let cell = Cell { id: None, source: "2".into(), mode: CellMode::Replace, kind: None };
        assert_eq!(notebook.tool, edit("/w/n.ipynb", Change::Cell(cell)));
        assert_eq!(call("Grep", json!({"pattern": "x"})).tool, Tool::Harmless);
        assert_eq!(call("PowerShell", json!({"command": "ls"})).tool, Tool::PowerShell("ls".into()));
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
