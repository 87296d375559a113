//! True blocks of hooks out of agents' transcripts, as corpus rows.
//!
//! Owns the reading of transcripts line by line; each agent's form has a file. A block is what the agent itself wrote down
//! as a refusal by a hook: the place where it stands counts, never a word inside a tool's output. It opens no file.

mod claude_code;
mod codex;
mod gemini_cli;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// Calls without an answer yet that are kept; a transcript with more loses the oldest.
const OPEN_CALLS: usize = 100_000;

/// A call that a hook refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The agent's id.
    pub agent: &'static str,
    /// The agent's version, if the transcript tells it.
    pub version: Option<String>,
    /// The call's id, unique in its session.
    pub call: String,
    /// The tool.
    pub tool: String,
    /// The tool's input.
    pub input: Value,
    /// The directory of the call, if the transcript tells it.
    pub cwd: Option<String>,
    /// What the hook said, without the agent's words around it.
    pub reason: String,
}

impl Block {
    /// The block as a corpus row; `mask` takes the secrets out of a value.
    #[must_use]
    pub fn row(&self, mask: &dyn Fn(&Value) -> Value) -> Value {
        let first =
            self.reason.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given").trim();
        let version = self.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
        let policy = policy_of(first).unwrap_or("guard-main");
        let row = json!({
            "id": format!("extracted-{}-{}", self.agent, self.call),
            "rules": [],
            "class": "extracted",
            "policy": policy,
            "tool": self.tool,
            "cwd": self.cwd,
            "input": self.input,
            "expect": "block",
            "why": format!("{}{version} refused it: {first}", self.agent),
        });
        mask(&row)
    }
}

/// The policy in `BLOCKED [policy]: …`.
fn policy_of(reason: &str) -> Option<&str> {
    let (_, behind) = reason.split_once("BLOCKED [")?;
    let (name, _) = behind.split_once("]: ")?;
    crate::guard::policy::find(name).map(|policy| policy.id)
}

/// The reading of transcripts, one line after the other.
#[derive(Debug, Default)]
pub struct Extraction {
    claude: claude_code::Reading,
    codex: codex::Reading,
    gemini: gemini_cli::Reading,
    seen: BTreeSet<String>,
    blocks: Vec<Block>,
}

impl Extraction {
    /// Reads one line of a file. False if it is no JSON, as the last line of a running session may be.
    pub fn line(&mut self, line: &str) -> bool {
        match serde_json::from_str(line) {
            Ok(value) => {
                self.value(&value);
                true
            }
            Err(_) => false,
        }
    }

    /// Reads one value of a file.
    pub fn value(&mut self, value: &Value) {
        match text(value, "type") {
            Some("session_meta" | "turn_context" | "response_item") if value.get("payload").is_some() => {
                self.codex.row(value);
            }
            _ if value.get("message").is_some() || value.get("attachment").is_some() => {
                self.claude.row(value)
            }
            _ => self.gemini.row(value),
        }
    }

    /// Ends a file: what was said before and behind a result is together now.
    pub fn end_of_file(&mut self) {
        let found = self.claude.end().into_iter().chain(self.codex.end()).chain(self.gemini.end());
        for (key, block) in found {
            // Resumed and forked sessions repeat rows.
            if self.seen.insert(key) {
                self.blocks.push(block);
            }
        }
    }

    /// The blocks of the files that have ended, each once.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

/// Calls by id that wait for their result.
#[derive(Debug, Default)]
struct Calls {
    open: BTreeMap<String, (u64, String, Value)>,
    count: u64,
}

impl Calls {
    fn add(&mut self, id: &str, tool: &str, input: Value) {
        self.count += 1;
        self.open.insert(id.to_owned(), (self.count, tool.to_owned(), input));
        if self.open.len() > OPEN_CALLS {
            let middle = self.count - OPEN_CALLS as u64 / 2;
            self.open.retain(|_, (number, ..)| *number > middle);
        }
    }

    fn get(&self, id: &str) -> Option<(&str, &Value)> {
        self.open.get(id).map(|(_, tool, input)| (tool.as_str(), input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn extracted(rows: &[Value]) -> Vec<Block> {
        let mut extraction = Extraction::default();
        for row in rows {
            extraction.value(row);
        }
        extraction.end_of_file();
        extraction.blocks().to_vec()
    }

    fn used(tool: &str) -> Value {
        json!({"type": "assistant", "message": {"content": [
            {"type": "tool_use", "id": "t1", "name": tool, "input": {"command": "rm -rf build"}}]}})
    }

    fn failed(content: &str, more: Value) -> Value {
        let part = json!({"type": "tool_result", "tool_use_id": "t1", "is_error": true, "content": content});
        let mut row = json!({"type": "user", "message": {"content": [part]}, "cwd": "/w", "version": "2.1.20",
            "toolUseResult": format!("Error: {content}")});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    }

    /// The texts and marks are those that versions 1.0.60 to 2.1.332 wrote.
    #[rstest]
    #[case::prefixed("PreToolUse:Bash hook error: [/b/guard hook]: BLOCKED [guard-main]: x", json!({}), Some("BLOCKED [guard-main]: x"))]
    #[case::oldest("Bash operation blocked by hook:\n- reason", json!({"version": "1.0.60"}), Some("reason"))]
    #[case::no_reason("Hook PreToolUse:Bash denied this tool", json!({}), Some(""))]
    #[case::bare("legacy block reason", json!({}), Some("legacy block reason"))]
    #[case::said_by_hook("PreToolUse:Bash hook error: r", json!({"permissionDecision": {"decision": "reject", "source": "hook"}}), Some("r"))]
    #[case::ordinary_failure("Exit code 3\nBLOCKED by something", json!({}), None)]
    #[case::ordinary_failure_that_quotes("Exit code 1\nPreToolUse:Bash hook error: x", json!({}), None)]
    #[case::oldest_failure("BLOCKED by something", json!({"version": "1.0.60"}), None)]
    #[case::accepted("BLOCKED [guard-main]: x", json!({"permissionDecision": {"decision": "accept", "source": "config"}}), None)]
    #[case::rule("Permission to use Bash with command x has been denied.", json!({"toolDenialKind": "permission-rule"}), None)]
    #[case::ask("please confirm", json!({"toolDenialKind": "user-rejected"}), None)]
    #[case::approval("This command requires approval", json!({}), None)]
    #[case::not_granted("Claude requested permissions to use Bash, but you haven't granted it yet.", json!({}), None)]
    #[case::misuse("<tool_use_error>InputValidationError</tool_use_error>", json!({}), None)]
    #[case::ran("BLOCKED [guard-main]: x", json!({"toolUseResult": {"stdout": ""}}), None)]
    fn only_a_hook_s_refusal_is_a_block(
        #[case] content: &str,
        #[case] more: Value,
        #[case] reason: Option<&str>,
    ) {
        let blocks = extracted(&[used("Bash"), failed(content, more)]);
        assert_eq!(blocks.iter().map(|block| block.reason.as_str()).next(), reason);
    }

    #[test]
    fn another_tool_s_bare_error_is_none_unless_it_begins_as_ours() {
        assert_eq!(extracted(&[used("Edit"), failed("String to replace not found", json!({}))]), []);
        let ours = failed("BLOCKED [require-plan]: /w/src/a.py has no plan", json!({}));
        let blocks = extracted(&[used("Edit"), ours]);
        assert_eq!(blocks[0].row(&Value::clone)["policy"], "require-plan");
    }

    #[test]
    fn an_attachment_tells_of_a_block_and_of_a_question_wherever_it_stands() {
        let attachment = |kind: &str, stdout: &str| {
            json!({"type": "attachment", "attachment": {"type": kind, "toolUseID": "t1",
                "hookEvent": "PreToolUse", "stdout": stdout}})
        };
        let refused = [used("Read"), failed("no", json!({})), attachment("hook_blocking_error", "")];
        assert_eq!(extracted(&refused).len(), 1);
        let ask = r#"{"hookSpecificOutput":{"permissionDecision":"ask"}}"#;
        let asked = [used("Bash"), attachment("hook_success", ask), failed("please confirm", json!({}))];
        assert_eq!(extracted(&asked), []);
    }

    #[test]
    fn a_call_counts_once_and_a_row_reads_as_one_of_the_corpus() {
        let mut extraction = Extraction::default();
        for _ in 0..2 {
            extraction.value(&used("Bash"));
            extraction.value(&failed("Hook PreToolUse:Bash denied this tool", json!({})));
            extraction.end_of_file();
        }
        let [block] = extraction.blocks() else { panic!("one block") };
        let row = block.row(&Value::clone).to_string();
        let rows = crate::corpus::read([("f", row.as_str())]).unwrap();
        assert_eq!((rows[0].id.as_str(), rows[0].cwd.as_deref()), ("extracted-claude-code-t1", Some("/w")));
        assert!(!extraction.line("{\"type\":\"user\",\"mess"));
    }
}
