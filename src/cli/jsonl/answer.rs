//! One line of `analyze --jsonl` and its answer.
//!
//! Owns the form of a line and that each gets exactly one answer, whatever is wrong with it. Batches and processes are
//! the parent's.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use super::LINE_CAP;
use crate::cli::analyze;
use crate::guard::config::Settings;
use crate::intent::json::Answer;
use crate::world::World;

/// What the caller is told where the analysis itself is at fault.
const INTERNAL: &str = "an internal error";

/// Appends the answer to one line; whatever is wrong with it, there is exactly one.
pub fn answer(line: Option<&[u8]>, cwd: &str, settings: &Settings, world: &dyn World, out: &mut Vec<u8>) {
    let start = out.len();
    let (id, given) = match call(line) {
        Ok(call) => (call.id.clone(), Ok(call)),
        Err((id, reason)) => (id, Err(reason)),
    };
    let done = given.and_then(|call| {
        let directory = call.cwd.as_deref().unwrap_or(cwd);
        catch_unwind(AssertUnwindSafe(|| {
            let analysis = settings.analyze(&call.command, &analyze::options(directory), world);
            Answer { analysis: &analysis, command: &call.command, directory, id: id.as_ref() }.write(out);
        }))
        .map_err(|_| INTERNAL.to_owned())
    });
    if let Err(reason) = done {
        out.truncate(start);
        out.extend(refusal(id, &reason).bytes());
    }
    out.push(b'\n');
}

/// The answer to a line of which the analysis has ended the process.
pub fn failed(line: Option<&[u8]>) -> String {
    let id = match call(line) {
        Ok(call) => call.id,
        Err((id, _)) => id,
    };
    refusal(id, INTERNAL) + "\n"
}

fn refusal(id: Option<Value>, reason: &str) -> String {
    let mut form = json!({ "error": reason });
    if let (Some(id), Some(object)) = (id, form.as_object_mut()) {
        object.insert("id".to_owned(), id);
    }
    form.to_string()
}

struct Call {
    id: Option<Value>,
    command: String,
    cwd: Option<String>,
}

fn call(line: Option<&[u8]>) -> Result<Call, (Option<Value>, String)> {
    let line = line.ok_or_else(|| (None, format!("the line is longer than {} MiB", LINE_CAP >> 20)))?;
    let mut value: Value =
        serde_json::from_slice(line).map_err(|error| (None, format!("the line is no JSON: {error}")))?;
    let id = value.get_mut("id").map(Value::take);
    let mut text = |field: &str| match value.get_mut(field).map(Value::take) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err((id.clone(), format!("`{field}` is no string"))),
    };
    let command = text("command")?;
    let cwd = text("cwd")?;
    match (command, cwd) {
        (_, Some(cwd)) if !cwd.starts_with('/') => Err((id, "`cwd` is no absolute path".to_owned())),
        (Some(command), cwd) => Ok(Call { id, command, cwd }),
        (None, _) => Err((id, "the line has no `command`".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::memory::Memory;
    use rstest::rstest;

    #[rstest]
    #[case::no_json("x", "{\"error\":\"the line is no JSON: expected value at line 1 column 1\"}\n")]
    #[case::no_command("{\"id\":7}", "{\"error\":\"the line has no `command`\",\"id\":7}\n")]
    #[case::wrong_type("{\"command\":1}", "{\"error\":\"`command` is no string\"}\n")]
    #[case::relative("{\"command\":\"ls\",\"cwd\":\"a\"}", "{\"error\":\"`cwd` is no absolute path\"}\n")]
    fn a_bad_line_gives_an_error_in_its_place(#[case] line: &str, #[case] expected: &str) {
        let mut out = Vec::new();
        answer(Some(line.as_bytes()), "/", &Settings::default(), &Memory::new(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
