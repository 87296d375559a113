//! Claude Code: `projects/<folder>/<session>.jsonl`, and `subagents/agent-….jsonl` beside it.
//!
//! Owns the marks by which a refused call is told from one that failed. They changed with the versions: since 2.1.295 a
//! row says who decided; before, the text's start tells; versions 2.0 to 2.1.2 wrote the bare reason of a JSON answer.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Block, Calls, policy_of, text};

/// How a refusal by somebody or something other than a hook begins.
const OTHER_REFUSALS: &[&str] = &[
    "<",
    "API Error",
    "Auto mode ",
    "Cancelled",
    "Claude requested permissions ",
    "Command timed out",
    "Command was aborted",
    "Error: ",
    "Exit code ",
    "Permission for this action ",
    "Permission to use ",
    "Request was aborted",
    "Stream",
    "The user ",
    "This Bash command ",
    "This command ",
    "Tool ",
    "User rejected ",
    "[Request interrupted",
];

/// Parts of refusals that are not at the start.
const OTHER_PARTS: &[&str] = &["requires approval", " was blocked. For security, "];

/// What is known so far of one file.
#[derive(Debug, Default)]
pub struct Reading {
    calls: Calls,
    results: Vec<Failure>,
    /// What hooks are said to have done, by call.
    hooks: BTreeMap<String, Hook>,
}

/// What an attachment says of a hook before a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hook {
    /// it blocked
    Blocked,
    /// it asked
    Asked,
}

/// A result that is an error.
#[derive(Debug)]
struct Failure {
    call: String,
    content: String,
    /// The row's own account is a text, not an object as a tool's result is.
    told_as_text: bool,
    decision: Option<Value>,
    denial: Option<String>,
    version: Option<String>,
    cwd: Option<String>,
}

impl Reading {
    /// Reads a row.
    pub fn row(&mut self, row: &Value) {
        if let Some(attachment) = row.get("attachment") {
            self.attachment(attachment);
        }
        let content = row.pointer("/message/content").and_then(Value::as_array);
        for part in content.into_iter().flatten() {
            match text(part, "type") {
                Some("tool_use") => {
                    if let (Some(id), Some(name)) = (text(part, "id"), text(part, "name")) {
                        self.calls.add(id, name, part.get("input").cloned().unwrap_or_default());
                    }
                }
                Some("tool_result") => self.results.extend(failure(row, part)),
                _ => {}
            }
        }
    }

    fn attachment(&mut self, attachment: &Value) {
        let is_before = text(attachment, "hookEvent") == Some("PreToolUse");
        let Some(call) = text(attachment, "toolUseID").filter(|_| is_before) else { return };
        match text(attachment, "type") {
            Some("hook_blocking_error") => {
                self.hooks.insert(call.to_owned(), Hook::Blocked);
            }
            Some("hook_success" | "hook_permission_decision") if asks(attachment) => {
                self.hooks.entry(call.to_owned()).or_insert(Hook::Asked);
            }
            _ => {}
        }
    }

    /// The blocks of the file that ends, by call.
    pub fn end(&mut self) -> Vec<(String, Block)> {
        let hooks = std::mem::take(&mut self.hooks);
        let results = std::mem::take(&mut self.results);
        results.into_iter().filter_map(|failure| block(&self.calls, &hooks, failure)).collect()
    }
}

/// Did the hook answer with a question?
fn asks(attachment: &Value) -> bool {
    let said = text(attachment, "stdout").and_then(|stdout| serde_json::from_str::<Value>(stdout).ok());
    let decision = said.as_ref().and_then(|said| said.pointer("/hookSpecificOutput/permissionDecision"));
    decision.or_else(|| attachment.get("decision")).and_then(Value::as_str) == Some("ask")
}

fn failure(row: &Value, part: &Value) -> Option<Failure> {
    if part.get("is_error") != Some(&Value::Bool(true)) {
        return None;
    }
    let content = match part.get("content")? {
        Value::String(content) => content.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| text(part, "text")).collect::<Vec<_>>().join("\n")
        }
        _ => return None,
    };
    let owned = |key: &str| text(row, key).map(str::to_owned);
    Some(Failure {
        call: text(part, "tool_use_id")?.to_owned(),
        content,
        told_as_text: !row.get("toolUseResult").is_some_and(Value::is_object),
        decision: row.get("permissionDecision").filter(|decision| decision.is_object()).cloned(),
        denial: owned("toolDenialKind"),
        version: owned("version"),
        cwd: owned("cwd"),
    })
}

fn block(calls: &Calls, hooks: &BTreeMap<String, Hook>, failure: Failure) -> Option<(String, Block)> {
    let (tool, input) = calls.get(&failure.call)?;
    if !is_block(tool, hooks.get(&failure.call).copied(), &failure) {
        return None;
    }
    let block = Block {
        agent: "claude-code",
        version: failure.version,
        call: failure.call.clone(),
        tool: tool.to_owned(),
        input: input.clone(),
        cwd: failure.cwd,
        reason: reason(&failure.content, tool).to_owned(),
    };
    Some((format!("claude-code {}", failure.call), block))
}

/// The strongest mark that there is decides.
fn is_block(tool: &str, hook: Option<Hook>, failure: &Failure) -> bool {
    if !failure.told_as_text {
        return false;
    }
    if let Some(decision) = &failure.decision {
        return text(decision, "source") == Some("hook") && text(decision, "decision") == Some("reject");
    }
    if prefix(&failure.content, tool).is_some() || hook == Some(Hook::Blocked) {
        return true;
    }
    if hook == Some(Hook::Asked) || is_other_refusal(&failure.content) {
        return false;
    }
    match failure.denial.as_deref() {
        Some("permission-rule") => true,
        Some(_) => false,
        None => is_bare_reason(tool, failure),
    }
}

/// Versions 2.0 to 2.1.2 write the reason of a hook's JSON answer without any mark. A shell's failure begins with its exit
/// code there, so that what is left of it is a hook's; another tool's error can be anything, unless it begins as ours do.
fn is_bare_reason(tool: &str, failure: &Failure) -> bool {
    let is_version_2 = failure.version.as_deref().is_some_and(|version| version.starts_with("2."));
    let is_shell = matches!(tool, "Bash" | "PowerShell");
    is_version_2
        && (is_shell || failure.content.starts_with("BLOCKED [") && policy_of(&failure.content).is_some())
}

fn is_other_refusal(content: &str) -> bool {
    OTHER_REFUSALS.iter().any(|start| content.starts_with(start))
        || OTHER_PARTS.iter().any(|part| content.contains(part))
}

/// What stands behind the words that the agent itself puts before a hook's refusal.
fn prefix<'c>(content: &'c str, tool: &str) -> Option<&'c str> {
    let denied = format!("Hook PreToolUse:{tool} denied this tool");
    if content.trim_end() == denied {
        return Some("");
    }
    let behind = content
        .strip_prefix(&format!("PreToolUse:{tool} hook error: "))
        .or_else(|| content.strip_prefix(&format!("{tool} operation blocked by hook:\n- ")))?;
    Some(behind)
}

/// The hook's own words: behind the agent's, and behind the command line in brackets.
fn reason<'c>(content: &'c str, tool: &str) -> &'c str {
    let behind = prefix(content, tool).unwrap_or(content);
    match behind.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
        Some((_, said)) => said,
        None => behind,
    }
}
