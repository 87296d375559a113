//! Codex: `sessions/…/rollout-….jsonl`.
//!
//! A refused call's output begins with the agent's own words; what a command printed begins with `Chunk ID`.

use serde_json::{Value, json};

use super::{Block, Calls, text};

const REFUSED: &str = "Command blocked by PreToolUse hook: ";

/// What is known so far of one file.
#[derive(Debug, Default)]
pub struct Reading {
    calls: Calls,
    blocks: Vec<(String, Block)>,
    session: String,
    version: Option<String>,
    cwd: Option<String>,
}

impl Reading {
    /// Reads a row.
    pub fn row(&mut self, row: &Value) {
        let Some(payload) = row.get("payload") else { return };
        if matches!(text(row, "type"), Some("session_meta" | "turn_context")) {
            self.session = text(payload, "id").unwrap_or(&self.session).to_owned();
            self.version = text(payload, "cli_version").map(str::to_owned).or_else(|| self.version.take());
            self.cwd = text(payload, "cwd").map(str::to_owned).or_else(|| self.cwd.take());
            return;
        }
        let Some(id) = text(payload, "call_id") else { return };
        match text(payload, "type") {
            Some("function_call" | "custom_tool_call" | "local_shell_call") => {
                let (tool, input) = call(payload);
                self.calls.add(id, tool, input);
            }
            Some("function_call_output" | "custom_tool_call_output") => {
                let block = self.block(id, payload);
                self.blocks.extend(block);
            }
            _ => {}
        }
    }

    fn block(&self, id: &str, payload: &Value) -> Option<(String, Block)> {
        let output = payload.get("output")?;
        let output = output.as_str().or_else(|| text(output, "content"))?;
        let said = output.strip_prefix(REFUSED)?;
        let (tool, input) = self.calls.get(id)?;
        let command = text(input, "command").unwrap_or_default();
        let reason = said.strip_suffix(&format!(". Command: {command}")).unwrap_or(said);
        let block = Block {
            agent: "codex",
            version: self.version.clone(),
            call: id.to_owned(),
            tool: tool.to_owned(),
            input: json!({ "command": command }),
            cwd: text(input, "workdir").map(str::to_owned).or_else(|| self.cwd.clone()),
            reason: reason.to_owned(),
        };
        // Ids of calls begin anew in every session.
        Some((format!("codex {} {id}", self.session), block))
    }

    /// The blocks of the file that ends, by call.
    pub fn end(&mut self) -> Vec<(String, Block)> {
        let blocks = std::mem::take(&mut self.blocks);
        *self = Self::default();
        blocks
    }
}

/// The tool as a hook is told it, and its command, whatever the model's own tool is called.
fn call(payload: &Value) -> (&'static str, Value) {
    let given = text(payload, "arguments").and_then(|text| serde_json::from_str::<Value>(text).ok());
    let given = given.or_else(|| payload.get("action").cloned()).unwrap_or_default();
    if text(payload, "name") == Some("apply_patch") {
        let patch = text(payload, "input").or_else(|| text(&given, "input")).unwrap_or_default();
        return ("apply_patch", json!({ "command": patch }));
    }
    let command = match given.get("cmd").or_else(|| given.get("command")) {
        Some(Value::String(command)) => command.clone(),
        // An older tool took the words of a shell's call, the script last.
        Some(Value::Array(words)) => words.last().and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    let workdir = ["workdir", "working_directory"].iter().find_map(|key| text(&given, key));
    ("Bash", json!({ "command": command, "workdir": workdir }))
}
