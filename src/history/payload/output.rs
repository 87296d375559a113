//! What a tool gave back: how the call ended, its exit code, its output as text.

use serde_json::Value;

use super::super::observation::{Details, Observation, Outcome};
use super::super::tools::{self, ToolKind};
use super::{owned, text};

/// The failure events: no response, but an error whose first line may tell the exit code.
pub(super) fn read_failure(call: &mut Observation, payload: &Value) {
    let error = text(payload, &["error", "tool_error", "message"]).to_owned();
    let interrupted = payload.get("is_interrupt").and_then(Value::as_bool) == Some(true);
    call.outcome = if interrupted { Outcome::Interrupted } else { Outcome::Failed };
    call.details.exit_code = exit_code(&error);
    call.error = Some(error);
}

pub(super) fn read_response(call: &mut Observation, response: &Value) {
    let kind = tools::kind(&call.tool);
    call.output = output(kind, response);
    if call.output.is_empty() && kind == ToolKind::Edit {
        call.output = replacements(&call.input);
    }
    call.details.exit_code = reported_exit_code(kind, response, &call.output);
    call.outcome = outcome(response, call.details.exit_code);
    if call.outcome == Outcome::Failed {
        call.error = owned_error(response);
    }
    read_counts(&mut call.details, kind, response);
}

/// How a response says that the call ended. A plain string without an exit code (Codex) says nothing.
fn outcome(response: &Value, exit_code: Option<i64>) -> Outcome {
    let flag = |key: &str| response.get(key).and_then(Value::as_bool);
    let word = text(response, &["resultType", "status"]);
    let failed = flag("isError") == Some(true)
        || flag("is_error") == Some(true)
        || flag("success") == Some(false)
        || response.get("error").is_some_and(|error| !error.is_null())
        || matches!(word, "failure" | "failed" | "error" | "denied");
    if flag("interrupted") == Some(true) {
        return Outcome::Interrupted;
    }
    match exit_code {
        _ if failed => Outcome::Failed,
        Some(0) => Outcome::Succeeded,
        // A search that found nothing exits with 1, and Claude Code says in words that this is no failure.
        Some(_) if response.get("returnCodeInterpretation").is_some() => Outcome::Succeeded,
        Some(_) => Outcome::Failed,
        None if response.is_string() || response.is_null() => Outcome::Unknown,
        None => Outcome::Succeeded,
    }
}

fn reported_exit_code(kind: ToolKind, response: &Value, output: &str) -> Option<i64> {
    if kind != ToolKind::Shell {
        return None;
    }
    let number = ["exit_code", "exitCode", "exit_status"].iter().find_map(|key| response.get(*key)?.as_i64());
    let silent_success = response.get("stdout").is_some()
        && response.get("returnCodeInterpretation").is_none_or(Value::is_null)
        && response.get("backgroundTaskId").is_none_or(Value::is_null)
        && response.get("interrupted").and_then(Value::as_bool) != Some(true);
    // Gemini CLI speaks to the model of an exit code only when it is not zero.
    let gemini = response.get("llmContent").and_then(Value::as_str);
    number
        .or_else(|| exit_code(gemini.unwrap_or(output)))
        .or(silent_success.then_some(0))
        .or(gemini.filter(|text| !text.contains("\nError: ")).map(|_| 0))
}

/// The exit code that a text tells in one of its first or last lines: `Exit code 3`, `Exit Code: 3`,
/// `Process exited with code 3`.
fn exit_code(text: &str) -> Option<i64> {
    const HEADS: [&str; 4] = ["Exit code ", "Exit Code: ", "Exit code: ", "Process exited with code "];
    const LINES: usize = 8;
    let code = |line: &str| {
        let rest = HEADS.iter().find_map(|head| line.trim().strip_prefix(head))?;
        rest.trim().parse().ok()
    };
    text.lines().take(LINES).find_map(code).or_else(|| text.lines().rev().take(LINES).find_map(code))
}

/// The output as text, by what the kind of tool gives back. Never a file's old content.
fn output(kind: ToolKind, response: &Value) -> String {
    if let Some(text) = response.as_str() {
        return text.to_owned();
    }
    match kind {
        ToolKind::Shell => shell_output(response),
        ToolKind::Edit | ToolKind::Write => patch(response),
        ToolKind::Read => response.pointer("/file/content").and_then(Value::as_str).map(str::to_owned),
        ToolKind::Search => found(response),
        ToolKind::Fetch | ToolKind::Patch | ToolKind::Other => None,
    }
    .or_else(|| content(response))
    .unwrap_or_else(|| if response.is_null() { String::new() } else { response.to_string() })
}

fn shell_output(response: &Value) -> Option<String> {
    let parts: Vec<&str> =
        ["stdout", "stderr"].iter().filter_map(|key| response.get(*key)?.as_str()).collect();
    let filled: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| filled.join("\n"))
}

/// The changed lines as a unified diff has them.
fn patch(response: &Value) -> Option<String> {
    let hunks = response.get("structuredPatch")?.as_array()?;
    let mut out = String::new();
    for hunk in hunks {
        let number = |key: &str| hunk.get(key).and_then(Value::as_i64).unwrap_or(0);
        let (old, new) = ((number("oldStart"), number("oldLines")), (number("newStart"), number("newLines")));
        out.push_str(&format!("@@ -{},{} +{},{} @@\n", old.0, old.1, new.0, new.1));
        for line in
            hunk.get("lines").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            out.push_str(line);
            out.push('\n');
        }
    }
    Some(out)
}

/// An edit's own words as a diff, for agents that give nothing back.
pub(super) fn replacements(input: &Value) -> String {
    let one = std::slice::from_ref(input);
    let edits = input.get("edits").and_then(Value::as_array).map_or(one, Vec::as_slice);
    let mut out = String::new();
    for edit in edits {
        for (key, sign) in [("old_string", '-'), ("new_string", '+')] {
            for line in text(edit, &[key]).lines() {
                out.push(sign);
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

fn found(response: &Value) -> Option<String> {
    if let Some(content) = response.get("content").and_then(Value::as_str).filter(|text| !text.is_empty()) {
        return Some(content.to_owned());
    }
    let names = response.get("filenames")?.as_array()?;
    Some(names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"))
}

/// Text out of the shapes that answers to models have: a string, or a list of parts with `text`.
fn content(response: &Value) -> Option<String> {
    const KEYS: [&str; 9] = [
        "returnDisplay",
        "llmContent",
        "textResultForLlm",
        "result",
        "content",
        "output",
        "stdout",
        "message",
        "text",
    ];
    let value = match response {
        Value::Array(_) => response,
        _ => KEYS
            .iter()
            .find_map(|key| response.get(*key).filter(|value| value.is_string() || value.is_array()))?,
    };
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts: Vec<&str> = parts
                .iter()
                .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
                .collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        }
        _ => None,
    }
}

fn owned_error(response: &Value) -> Option<String> {
    let error = response.get("error")?;
    error.as_str().map(str::to_owned).or_else(|| owned(error, &["message"]))
}

fn read_counts(details: &mut Details, kind: ToolKind, response: &Value) {
    let number = |keys: &[&str]| keys.iter().find_map(|key| response.pointer(key)?.as_i64());
    match kind {
        ToolKind::Read => details.lines = number(&["/file/numLines", "/numLines"]),
        ToolKind::Search => {
            details.matches = number(&["/numMatches", "/numLines", "/totalMatches", "/numFiles"]);
        }
        ToolKind::Fetch => details.status = number(&["/code", "/status", "/statusCode"]),
        _ => {}
    }
}
