//! What the agents' tools do, as rows: a tool's name, and the fields of its input that tell what it writes.
//!
//! Owns the words of the rows and their reading. Each agent's file holds its own rows, because a field that one agent
//! obeys is noise to another: only the fields that the agent itself reads may steer a verdict.

use serde_json::Value;

use super::payload::text;
use super::{AGENTS, mcp, patch};
use crate::edit::{Cell, CellKind, CellMode, Change, FileEdit, Replacement};
use crate::guard::call::Tool;

/// Names of a field, the one that counts first.
pub(super) type Fields = &'static [&'static str];

/// One tool.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) does: Does,
}

/// What a tool does.
#[derive(Clone, Copy)]
pub(super) enum Does {
    /// runs a text in a POSIX-like shell, in a directory of its own if it names one
    Shell { command: Fields, directory: Fields },
    /// runs a text in PowerShell
    PowerShell { command: Fields, directory: Fields },
    /// writes a file whole
    Write { path: Fields, content: Fields },
    /// replaces one text
    Edit { path: Fields, words: Words },
    /// replaces texts one after the other, from a list
    Edits { path: Fields, list: Fields, words: Words },
    /// replaces texts in several files, each entry with a path of its own
    EditsByFile { list: Fields, path: Fields, words: Words },
    /// writes a notebook's cell
    Cell,
    /// applies a patch that names its files itself
    Patch { text: Fields },
    /// removes a file
    Delete { path: Fields },
    /// moves a file
    Move { from: Fields, to: Fields },
    /// writes a file in a way that only the tool knows
    Touch { path: Fields },
    /// an editor with a command of its own: `create`, `str_replace`, `insert`, `append`, `view`
    Editor { path: Fields, content: Fields, words: Words },
    /// replaces texts by blocks of a diff: `SEARCH`, `=======`, `REPLACE`
    Blocks { path: Fields, diff: Fields },
    /// writes no file of the user by itself
    Nothing,
}

/// The fields of a replacement.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) old: Fields,
    pub(super) new: Fields,
    pub(super) all: Fields,
}

/// `old_string` and `new_string`.
pub(super) const STRINGS: Words = Words { old: &["old_string"], new: &["new_string"], all: &["replace_all"] };

pub(super) const fn row(name: &'static str, does: Does) -> Row {
    Row { name, does }
}

pub(super) const fn nothing(name: &'static str) -> Row {
    Row { name, does: Does::Nothing }
}

/// A tool's input, read.
pub(super) struct Read {
    pub(super) tool: Tool,
    /// The directory that a shell starts in, as the input names it.
    pub(super) directory: Option<String>,
}

impl Read {
    pub(super) fn of(tool: Tool) -> Self {
        Self { tool, directory: None }
    }
}

/// Reads a tool's input by the agent's own rows, then as a tool of a server, then by the rows of all other agents.
pub(super) fn read(own: &[Row], name: &str, input: &Value) -> Read {
    if let Some(row) = own.iter().find(|row| row.name == name) {
        return apply(row.does, input);
    }
    if let Some(tool) = mcp::read(name, input) {
        return Read::of(tool);
    }
    let others = AGENTS.iter().flat_map(|agent| agent.tools).find(|row| row.name == name);
    others.map_or_else(|| Read::of(Tool::Unknown), |row| apply(row.does, input))
}

/// Reads an input by what its tool does.
pub(super) fn apply(does: Does, input: &Value) -> Read {
    match does {
        Does::Shell { command, directory } => shell(input, command, directory, Tool::Shell),
        Does::PowerShell { command, directory } => shell(input, command, directory, Tool::PowerShell),
        Does::Write { path, content } => file(input, path, write(input, content)),
        Does::Edit { path, words } => file(input, path, replacements([input], words)),
        Does::Edits { path, list, words } => {
            let edits = entries(input, list);
            file(input, path, edits.map_or(Change::Opaque, |edits| replacements(edits, words)))
        }
        Does::EditsByFile { list, path, words } => by_file(input, list, path, words),
        Does::Cell => file(input, &["notebook_path"], cell(input)),
        Does::Patch { text: fields } => match text(input, fields).or_else(|| input.as_str()) {
            Some(text) => Read::of(patch::read(text)),
            None => Read::of(malformed("no patch", fields)),
        },
        Does::Delete { path } => file(input, path, Change::Delete),
        Does::Move { from, to } => moved(input, from, to),
        Does::Touch { path } => file(input, path, Change::Opaque),
        Does::Editor { path, content, words } => editor(input, path, content, words),
        Does::Blocks { path, diff } => file(input, path, text(input, diff).map_or(Change::Opaque, blocks)),
        Does::Nothing => Read::of(Tool::Harmless),
    }
}

fn malformed(what: &str, fields: Fields) -> Tool {
    let field = fields.first().copied().unwrap_or_default();
    Tool::Malformed(format!("the call has {what} (`tool_input.{field}`)"))
}

fn shell(input: &Value, command: Fields, directory: Fields, make: fn(String) -> Tool) -> Read {
    let own = text(input, directory).map(str::to_owned);
    match text(input, command) {
        Some(text) => Read { tool: make(text.to_owned()), directory: own },
        // A monitor may watch a socket and run no command.
        None if input.get("ws").is_some() => Read::of(Tool::Harmless),
        None => Read::of(malformed("no command", command)),
    }
}

fn file(input: &Value, path: Fields, change: Change) -> Read {
    Read::of(match text(input, path) {
        Some(path) => Tool::Files(vec![FileEdit { path: plain(path), change }]),
        None => malformed("no path", path),
    })
}

/// A path without the scheme that some servers and editors put in front of it.
fn plain(path: &str) -> String {
    match path.strip_prefix("file://") {
        Some(rest) if rest.starts_with('/') => rest.to_owned(),
        _ => path.to_owned(),
    }
}

fn write(input: &Value, content: Fields) -> Change {
    text(input, content).map_or(Change::Opaque, |content| Change::Write { content: content.to_owned() })
}

fn entries(input: &Value, list: Fields) -> Option<&Vec<Value>> {
    list.iter().find_map(|field| input.get(*field)?.as_array())
}

/// Malformed ones are left out; where none is left, nobody knows what the tool does.
fn replacements<'v>(edits: impl IntoIterator<Item = &'v Value>, words: Words) -> Change {
    let replacement = |edit: &Value| {
        let (old, new) = (text(edit, words.old)?.to_owned(), text(edit, words.new)?.to_owned());
        Some(Replacement { old, new, all: is_set(edit, words.all) })
    };
    let known: Vec<_> = edits.into_iter().filter_map(replacement).collect();
    if known.is_empty() { Change::Opaque } else { Change::Replace(known) }
}

/// A flag; Gemini CLI gives a number of replacements, Cline gives words.
fn is_set(edit: &Value, fields: Fields) -> bool {
    fields.iter().filter_map(|field| edit.get(*field)).any(|value| match value {
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_u64().is_some_and(|number| number > 1),
        Value::String(word) => word == "true",
        _ => false,
    })
}

fn by_file(input: &Value, list: Fields, path: Fields, words: Words) -> Read {
    let Some(edits) = entries(input, list) else { return Read::of(malformed("no edits", list)) };
    let edit = |edit: &Value| {
        let path = plain(text(edit, path)?);
        Some(FileEdit { path, change: replacements([edit], words) })
    };
    Read::of(Tool::Files(edits.iter().filter_map(edit).collect()))
}

fn cell(input: &Value) -> Change {
    let mode = match text(input, &["edit_mode"]) {
        Some("insert") => CellMode::Insert,
        Some("delete") => CellMode::Delete,
        _ => CellMode::Replace,
    };
    let source = text(input, &["new_source"]).unwrap_or_default().to_owned();
    let kind = text(input, &["cell_type"]).and_then(CellKind::of);
    Change::Cell(Cell { id: text(input, &["cell_id"]).map(str::to_owned), source, mode, kind })
}

fn moved(input: &Value, from: Fields, to: Fields) -> Read {
    Read::of(match (text(input, from), text(input, to)) {
        (Some(from), Some(to)) => Tool::Files(patch::moved(&plain(from), &plain(to), Vec::new())),
        (None, _) => malformed("no path", from),
        (_, None) => malformed("no path", to),
    })
}

fn editor(input: &Value, path: Fields, content: Fields, words: Words) -> Read {
    let change = match text(input, &["command"]) {
        Some("view" | "view_range") => return Read::of(Tool::Harmless),
        Some("create") => write(input, content),
        Some("str_replace" | "strReplace") => replacements([input], words),
        _ => Change::Opaque,
    };
    file(input, path, change)
}

/// Blocks of a diff; what stands between them is left out.
fn blocks(diff: &str) -> Change {
    let (mut old, mut new): (Option<String>, Option<String>) = (None, None);
    let mut known = Vec::new();
    for line in diff.split_inclusive('\n') {
        let mark = line.trim_end();
        match (&mut old, &mut new) {
            (None, _) if is_mark(mark, &['-', '<'], "SEARCH") => old = Some(String::new()),
            (Some(_), None) if mark.len() >= 5 && mark.chars().all(|c| c == '=') => new = Some(String::new()),
            (Some(_), Some(_)) if is_mark(mark, &['+', '>'], "REPLACE") => {
                if let (Some(old), Some(new)) = (old.take(), new.take()) {
                    known.push(Replacement { old, new, all: false });
                }
            }
            (Some(_), Some(new)) => new.push_str(line),
            (Some(old), None) => old.push_str(line),
            (None, _) => {}
        }
    }
    if known.is_empty() { Change::Opaque } else { Change::Replace(known) }
}

/// Five or more of one sign, then the word.
fn is_mark(line: &str, signs: &[char], word: &str) -> bool {
    let Some(head) = line.strip_suffix(word) else { return false };
    let head = head.trim_end();
    head.len() >= 5 && signs.iter().any(|sign| head.chars().all(|c| c == *sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn blocks_of_a_diff_are_replacements() {
        let diff =
            "------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n\n<<<<<<< SEARCH\nc\n=======\n>>>>>>> REPLACE\n";
        let replacement = |old: &str, new: &str| Replacement { old: old.into(), new: new.into(), all: false };
        assert_eq!(blocks(diff), Change::Replace(vec![replacement("a\n", "b\n"), replacement("c\n", "")]));
        assert_eq!(blocks("------- SEARCH\na\n"), Change::Opaque);
    }

    #[test]
    fn flags_come_in_several_types() {
        for (value, expected) in [
            (json!(true), true),
            (json!("true"), true),
            (json!(2), true),
            (json!(1), false),
            (json!(null), false),
        ] {
            assert_eq!(is_set(&json!({"all": value}), &["all"]), expected);
        }
    }
}
