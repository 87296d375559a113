//! Gemini CLI: `tmp/<project>/chats/session-….jsonl`, and older chats that are one JSON object.
//!
//! A call stands in a row again when it changes, so that its last form counts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Block, text};

const REFUSED: &str = "Tool execution blocked: ";

/// What is known so far of one file.
#[derive(Debug, Default)]
pub struct Reading {
    session: String,
    /// By session and call: whether it was refused, in the order in which the calls first came.
    calls: BTreeMap<String, (usize, Option<Block>)>,
}

impl Reading {
    /// Reads a row, or a whole chat.
    pub fn row(&mut self, row: &Value) {
        if let Some(session) = text(row, "sessionId") {
            session.clone_into(&mut self.session);
        }
        for message in row.get("messages").and_then(Value::as_array).into_iter().flatten() {
            self.calls_of(message);
        }
        self.calls_of(row);
    }

    fn calls_of(&mut self, row: &Value) {
        for call in row.get("toolCalls").and_then(Value::as_array).into_iter().flatten() {
            let Some(id) = text(call, "id") else { continue };
            let key = format!("gemini-cli {} {id}", self.session);
            let number = self.calls.get(&key).map_or(self.calls.len(), |(number, _)| *number);
            self.calls.insert(key, (number, block(id, call)));
        }
    }

    /// The blocks of the file that ends, by call.
    pub fn end(&mut self) -> Vec<(String, Block)> {
        let mut calls: Vec<_> = std::mem::take(self).calls.into_iter().collect();
        calls.sort_by_key(|(_, (number, _))| *number);
        calls.into_iter().filter_map(|(key, (_, block))| Some((key, block?))).collect()
    }
}

fn block(id: &str, call: &Value) -> Option<Block> {
    if text(call, "status") != Some("error") {
        return None;
    }
    let error = call.pointer("/result/0/functionResponse/response/error")?.as_str()?;
    let reason = error.strip_prefix(REFUSED)?;
    let (tool, input, cwd) = told(text(call, "name")?, call.get("args").unwrap_or(&Value::Null));
    Some(Block {
        agent: "gemini-cli",
        version: None,
        call: id.to_owned(),
        tool,
        input,
        cwd,
        reason: reason.to_owned(),
    })
}

/// A call in the words of corpus rows, which are Claude Code's.
fn told(name: &str, input: &Value) -> (String, Value, Option<String>) {
    let cwd = text(input, "dir_path").map(str::to_owned);
    match name {
        "run_shell_command" => ("Bash".to_owned(), json!({ "command": text(input, "command") }), cwd),
        "write_file" => ("Write".to_owned(), input.clone(), cwd),
        "replace" => ("Edit".to_owned(), input.clone(), cwd),
        _ => (name.to_owned(), input.clone(), cwd),
    }
}
