//! The forms of answers that several agents share.
//!
//! Owns the exit-code form, which blocks in most agents (exit code 2, a reason on stderr, nothing on stdout), and the
//! nested JSON object of Claude Code and those that took it over.

use serde_json::{Value, json};

use super::{Reply, Said};
use crate::guard::verdict::Verdict;

/// Text fields of a reply hold at most this many characters.
const FIELD_CAP: usize = 10_000;

/// Refused by the exit code. The text stands on stderr alone: agents that find JSON there or on stdout read that first.
pub(super) fn refuse(said: &Said<'_>) -> Reply {
    Reply { blocks: true, stdout: String::new(), stderr: said.text.to_owned() }
}

/// The call runs, and people are told on stderr.
pub(super) fn pass(said: &Said<'_>) -> Reply {
    Reply { stderr: said.text.to_owned(), ..Reply::default() }
}

/// The call runs by the exit code, and one JSON object stands on stdout.
pub(super) fn object(said: &Said<'_>, object: &Value) -> Reply {
    Reply { blocks: false, stdout: line(object), stderr: said.text.to_owned() }
}

/// One JSON object as a line.
pub(super) fn line(object: &Value) -> String {
    format!("{object}\n")
}

/// The text as a field holds it: without its last newline, and not too long.
pub(super) fn field(text: &str) -> String {
    text.trim_end().chars().take(FIELD_CAP).collect()
}

/// For agents that know nothing but the exit code: what they can't ask is refused.
pub(super) fn by_exit_code(said: &Said<'_>) -> Reply {
    match said.verdict {
        Verdict::Allow | Verdict::Warn => pass(said),
        Verdict::Ask | Verdict::Block => refuse(said),
    }
}

/// Claude Code's form, in full.
pub(super) fn nested(said: &Said<'_>) -> Reply {
    match said.verdict {
        Verdict::Ask if said.can_ask => {
            object(said, &specific(said, "permissionDecisionReason", Some("ask")))
        }
        Verdict::Warn => object(said, &specific(said, "additionalContext", None)),
        Verdict::Allow | Verdict::Ask | Verdict::Block => by_exit_code(said),
    }
}

/// A prompt's context in Claude Code's form.
pub(super) fn nested_context(event_name: &str, text: &str) -> Option<String> {
    let output = json!({ "hookEventName": event_name, "additionalContext": field(text) });
    Some(line(&json!({ "hookSpecificOutput": output })))
}

/// For agents whose prompts take no context.
pub(super) fn no_context(_: &str, _: &str) -> Option<String> {
    None
}

/// Without the event's name the whole object is thrown away and the call runs.
fn specific(said: &Said<'_>, name: &str, permission: Option<&str>) -> Value {
    let event = if said.event_name.is_empty() { "PreToolUse" } else { said.event_name };
    let mut output = json!({ "hookEventName": event, name: field(said.text) });
    if let (Some(permission), Some(object)) = (permission, output.as_object_mut()) {
        object.insert("permissionDecision".to_owned(), permission.into());
    }
    json!({ "hookSpecificOutput": output })
}
