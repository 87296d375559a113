//! Codex: Claude Code's payload with a turn, and the strictest reader of answers.
//!
//! An unknown field, `ask`, a bare `allow` or a deny without a reason make it throw the answer away and run the call. So
//! only the exit code refuses here, silence is no byte at all, and what would be asked is refused.

use serde_json::{Value, json};

use super::tool::{Does, Row, STRINGS, nothing, row};
use super::{Agent, Hook, Reply, Said, patch, payload, reply};
use crate::guard::call::{Call, Event, Tool};
use crate::guard::verdict::Verdict;

/// The agent's row.
pub static AGENT: Agent = Agent {
    id: "codex",
    title: "Codex",
    aliases: &["codex-cli"],
    hooks: HOOKS,
    recognises,
    read,
    answer,
    context: reply::nested_context,
    tools: TOOLS,
};

const WRITERS: &[&str] = &["Bash", "apply_patch"];

const HOOKS: &[Hook] = &[
    Hook { event: "PreToolUse", when: Event::Before, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "PostToolUse", when: Event::After, tools: WRITERS, servers: Some("mcp__.*") },
    Hook { event: "UserPromptSubmit", when: Event::Prompt, tools: &[], servers: None },
];

/// Sorted by name. The shell is called `Bash` whatever tool the model used; the hook's directory follows the call's own.
const TOOLS: &[Row] = &[
    row("Bash", Does::Shell { command: &["command"], directory: &[] }),
    row("Edit", Does::Edit { path: &["file_path"], words: STRINGS }),
    row("Write", Does::Write { path: &["file_path"], content: &["content"] }),
    row("apply_patch", Does::Patch { text: &["command", "input", "patch"] }),
    nothing("create_goal"),
    nothing("get_goal"),
    nothing("request_user_input"),
    nothing("update_goal"),
    nothing("update_plan"),
    nothing("view_image"),
];

fn recognises(value: &Value) -> bool {
    payload::has(value, "turn_id") && payload::has(value, "model")
}

/// A patch that the shell is asked to apply is applied by Codex itself, so it is one.
fn read(value: Value) -> Result<Call, String> {
    let call = payload::snake_case(value, TOOLS)?;
    let Tool::Shell(text) = &call.tool else { return Ok(call) };
    let Some((directory, patch)) = shell_patch(text) else { return Ok(call) };
    let cwd = payload::directory(call.cwd.clone(), directory);
    Ok(match patch::read(patch) {
        Tool::Files(edits) => Call { tool: Tool::Files(edits), cwd, ..call },
        _ => call,
    })
}

/// `apply_patch <<'TAG'` with its here-document and nothing else, behind a `cd` or not: the directory and the patch.
fn shell_patch(text: &str) -> Option<(Option<&str>, &str)> {
    let text = text.trim();
    let (directory, command) = match text.strip_prefix("cd ").and_then(|rest| rest.split_once(" && ")) {
        Some((directory, command)) => (Some(directory.trim()), command.trim_start()),
        None => (None, text),
    };
    let plain =
        |name: &str| !name.contains(|c: char| c.is_whitespace() || "'\"\\$`*?[]{}()<>|&;~#!".contains(c));
    if !directory.is_none_or(plain) {
        return None;
    }
    let rest = command.strip_prefix("apply_patch").or_else(|| command.strip_prefix("applypatch"))?;
    let (tag, body) = rest.trim_start().strip_prefix("<<")?.split_once('\n')?;
    let bare = tag.trim().trim_matches(['\'', '"']);
    // Without quotes the shell would expand the text.
    if bare.is_empty() || bare == tag.trim() && body.contains(['$', '`', '\\']) {
        return None;
    }
    let patch = body.strip_suffix(bare)?;
    patch.ends_with('\n').then_some((directory, patch))
}

fn answer(said: &Said<'_>) -> Reply {
    if said.verdict != Verdict::Warn || said.event_name.is_empty() {
        return reply::by_exit_code(said);
    }
    let output = json!({ "hookEventName": said.event_name, "additionalContext": reply::field(said.text) });
    reply::object(said, &json!({ "hookSpecificOutput": output }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const PATCH: &str = "*** Begin Patch\n*** Delete File: a\n*** End Patch\n";

    #[rstest]
    #[case::quoted(&format!("apply_patch <<'EOF'\n{PATCH}EOF\n"), Some(None))]
    #[case::bare(&format!("applypatch <<EOF\n{PATCH}EOF"), Some(None))]
    #[case::behind_cd(&format!("cd sub && apply_patch <<'E'\n{PATCH}E"), Some(Some("sub")))]
    #[case::more_behind(&format!("apply_patch <<'EOF'\n{PATCH}EOF\ngit add ."), None)]
    #[case::unknown_directory(&format!("cd \"$d\" && apply_patch <<'E'\n{PATCH}E"), None)]
    #[case::expanded(&format!("apply_patch <<EOF\n{PATCH}+$x\nEOF"), None)]
    #[case::another(&format!("cat <<'EOF'\n{PATCH}EOF"), None)]
    fn a_patch_in_a_shell_is_one(#[case] text: &str, #[case] expected: Option<Option<&str>>) {
        assert_eq!(shell_patch(text).map(|(directory, _)| directory), expected);
    }
}
