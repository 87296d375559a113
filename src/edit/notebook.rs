//! What a NotebookEdit leaves of a Jupyter notebook (nbformat 4), cell by cell.
//!
//! Owns the finding of a cell and the form in which a notebook is written again: its keys keep their order, its lines
//! their indentation. What is no notebook is an error, never a guess.

use serde::Serialize as _;
use serde_json::ser::{PrettyFormatter, Serializer};
use serde_json::{Map, Value, json};

use super::{CONTENT_CAP, Cell, CellKind, CellMode, EditError, Pair};

/// Jupyter's own indentation.
const INDENT: &str = " ";

/// The longest indentation that is kept (bytes).
const INDENT_CAP: usize = 16;

/// The notebook's text after the edit.
pub(super) fn apply(cell: &Cell, old: &str) -> Result<String, EditError> {
    let mut notebook = read(old)?;
    let has_ids = has_ids(&notebook);
    let cells = notebook.get_mut("cells").and_then(Value::as_array_mut).ok_or(EditError::NoNotebook)?;
    let found = cell.id.as_deref().map(|id| find(cells, id).ok_or(EditError::NotFound)).transpose()?;
    match (cell.mode, found) {
        (CellMode::Insert, found) => cells.insert(found.map_or(0, |index| index + 1), new(cell, has_ids)),
        (CellMode::Delete, Some(index)) => drop(cells.remove(index)),
        (CellMode::Replace, Some(index)) => {
            let target = cells.get_mut(index).and_then(Value::as_object_mut);
            replace(target.ok_or(EditError::NoNotebook)?, cell);
        }
        (CellMode::Delete | CellMode::Replace, None) => return Err(EditError::NotFound),
    }
    write(&notebook, old)
}

/// The source that an edit takes from a cell, and what comes in its place; `None` for an insertion and where the tool
/// finds no such cell.
pub(super) fn pair(cell: &Cell, notebook: &str) -> Option<Pair> {
    let (found, _) = target(cell, notebook)?;
    let new = match cell.mode {
        CellMode::Replace => cell.source.clone(),
        CellMode::Delete => String::new(),
        CellMode::Insert => return None,
    };
    Some(Pair { old: found, new })
}

/// Is the cell code once the edit is made? True also where nobody can tell.
pub(super) fn is_code(cell: &Cell, notebook: &str) -> bool {
    let kind = cell.kind.or_else(|| target(cell, notebook)?.1);
    kind.is_none_or(|kind| kind == CellKind::Code)
}

/// The source and the kind of the cell that is named.
fn target(cell: &Cell, notebook: &str) -> Option<(String, Option<CellKind>)> {
    let notebook = read(notebook).ok()?;
    let cells = notebook.get("cells")?.as_array()?;
    let found = cells.get(find(cells, cell.id.as_deref()?)?)?;
    let kind = found.get("cell_type").and_then(Value::as_str).and_then(CellKind::of);
    Some((source(found.get("source")?)?, kind))
}

fn read(text: &str) -> Result<Value, EditError> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|_| EditError::NoNotebook)
}

/// By the cell's id; else `cell-N`, the N-th from 0.
fn find(cells: &[Value], id: &str) -> Option<usize> {
    let has_id = |cell: &Value| cell.get("id").and_then(Value::as_str) == Some(id);
    let by_number = || {
        let digits = id.strip_prefix("cell-").filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        digits?.parse::<usize>().ok().filter(|&number| number < cells.len())
    };
    cells.iter().position(has_id).or_else(by_number)
}

/// A source is one string, or a list of lines that each keep their end.
fn source(value: &Value) -> Option<String> {
    match value {
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        other => other.as_str().map(str::to_owned),
    }
}

/// Cells have ids from nbformat 4.5 on.
fn has_ids(notebook: &Value) -> bool {
    let number = |key: &str| notebook.get(key).and_then(Value::as_u64).unwrap_or(0);
    (number("nbformat"), number("nbformat_minor")) >= (4, 5)
}

/// A new cell; its id is the tool's own choice.
fn new(cell: &Cell, has_ids: bool) -> Value {
    let mut value = match cell.kind.unwrap_or(CellKind::Code) {
        CellKind::Code => json!({
            "cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": cell.source,
        }),
        kind => json!({"cell_type": kind.word(), "metadata": {}, "source": cell.source}),
    };
    if let (true, Some(fields)) = (has_ids, value.as_object_mut()) {
        fields.insert("id".to_owned(), "new".into());
    }
    value
}

/// A code cell whose source changed has not run yet.
fn replace(target: &mut Map<String, Value>, cell: &Cell) {
    target.insert("source".to_owned(), cell.source.as_str().into());
    if let Some(kind) = cell.kind {
        target.insert("cell_type".to_owned(), kind.word().into());
    }
    if target.get("cell_type").and_then(Value::as_str) == Some(CellKind::Code.word()) {
        target.insert("execution_count".to_owned(), Value::Null);
        target.insert("outputs".to_owned(), json!([]));
    } else {
        target.shift_remove("execution_count");
        target.shift_remove("outputs");
    }
}

/// In the form of the old text: its indentation, its last line's end.
fn write(notebook: &Value, old: &str) -> Result<String, EditError> {
    let mut bytes = Vec::with_capacity(old.len());
    let formatter = PrettyFormatter::with_indent(indent(old).as_bytes());
    let written = notebook.serialize(&mut Serializer::with_formatter(&mut bytes, formatter));
    let mut text = written.ok().and_then(|()| String::from_utf8(bytes).ok()).ok_or(EditError::NoNotebook)?;
    if old.ends_with('\n') {
        text.push('\n');
    }
    if text.len() > CONTENT_CAP { Err(EditError::TooLarge) } else { Ok(text) }
}

/// The white space before the first key.
fn indent(text: &str) -> &str {
    let line = text.trim_start_matches('\u{feff}').trim_start().strip_prefix('{').and_then(|rest| {
        let key = rest.find('"')?;
        rest.get(..key)?.rsplit_once('\n').map(|(_, space)| space)
    });
    line.filter(|space| !space.is_empty() && space.len() <= INDENT_CAP).unwrap_or(INDENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// As `nbformat.write` leaves it, but for its length.
    const NOTEBOOK: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {},
   "source": [
    "# Title\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "load",
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "1\n"
     ]
    }
   ],
   "source": "a = 1\nprint(a)"
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
"##;

    fn cell(id: Option<&str>, mode: CellMode, source: &str) -> Cell {
        Cell { id: id.map(str::to_owned), source: source.into(), mode, kind: None }
    }

    #[test]
    fn a_replaced_code_cell_has_not_run_yet() {
        let left = apply(&cell(Some("load"), CellMode::Replace, "b = 2\n"), NOTEBOOK).unwrap();
        let (head, _) = NOTEBOOK.split_once("   \"execution_count\": 3").unwrap();
        let tail = "   \"execution_count\": null,\n   \"id\": \"load\",\n   \"metadata\": {},\n   \"outputs\": [],\n   \
            \"source\": \"b = 2\\n\"\n  }\n ],\n \"metadata\": {},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n";
        assert_eq!(left, format!("{head}{tail}"));
    }

    #[test]
    fn cells_come_and_go() {
        let kinds = |cell: &Cell| {
            let left: Value = serde_json::from_str(&apply(cell, NOTEBOOK).unwrap()).unwrap();
            let cells = left["cells"].as_array().unwrap().iter();
            cells.map(|cell| source(&cell["source"]).unwrap()).collect::<Vec<_>>()
        };
        let (first, second) = ("# Title\ntext", "a = 1\nprint(a)");
        assert_eq!(kinds(&cell(None, CellMode::Insert, "x")), ["x", first, second]);
        assert_eq!(kinds(&cell(Some("intro"), CellMode::Insert, "x")), [first, "x", second]);
        assert_eq!(kinds(&cell(Some("cell-1"), CellMode::Insert, "x")), [first, second, "x"]);
        assert_eq!(kinds(&cell(Some("intro"), CellMode::Delete, "")), [second]);
        assert_eq!(kinds(&cell(Some("cell-0"), CellMode::Replace, "x")), ["x", second]);
    }

    #[test]
    fn a_kind_that_is_given_becomes_the_cells() {
        let left = |kind, id| {
            let cell = Cell { kind: Some(kind), ..cell(Some(id), CellMode::Replace, "x") };
            let left: Value = serde_json::from_str(&apply(&cell, NOTEBOOK).unwrap()).unwrap();
            let cells = left["cells"].as_array().unwrap().clone();
            cells.into_iter().find(|cell| cell["id"] == id).unwrap()
        };
        assert_eq!(left(CellKind::Markdown, "load").get("outputs"), None);
        assert_eq!(left(CellKind::Markdown, "load")["cell_type"], "markdown");
        assert_eq!(left(CellKind::Code, "intro")["outputs"], json!([]));
        let inserted = Cell { kind: Some(CellKind::Markdown), ..cell(None, CellMode::Insert, "# New\n") };
        let left: Value = serde_json::from_str(&apply(&inserted, NOTEBOOK).unwrap()).unwrap();
        assert_eq!(left["cells"][0]["cell_type"], "markdown");
        assert_eq!(left["cells"][0].get("outputs"), None);
    }

    #[rstest]
    #[case::two("{\n  \"cells\": [],\n  \"nbformat\": 4\n}", "{\n  \"cells\": [\n    {")]
    #[case::tab("{\n\t\"cells\": []\n}", "{\n\t\"cells\": [\n\t\t{")]
    #[case::none("{\"cells\": []}", "{\n \"cells\": [\n  {")]
    fn the_notebooks_own_indentation_stays(#[case] old: &str, #[case] begins: &str) {
        let left = apply(&cell(None, CellMode::Insert, ""), old).unwrap();
        assert!(left.starts_with(begins) && left.ends_with('}'), "{left}");
    }

    #[rstest]
    #[case::no_json("{\"cells\": [", Some("cell-0"), EditError::NoNotebook)]
    #[case::deep("{\"cells\": [[[[", Some("cell-0"), EditError::NoNotebook)]
    #[case::no_object("[]", Some("cell-0"), EditError::NoNotebook)]
    #[case::format_3("{\"worksheets\": [], \"nbformat\": 3}", Some("cell-0"), EditError::NoNotebook)]
    #[case::cells_no_list("{\"cells\": {}}", Some("cell-0"), EditError::NoNotebook)]
    #[case::cell_no_object("{\"cells\": [7]}", Some("cell-0"), EditError::NoNotebook)]
    #[case::past_the_end("{\"cells\": [{}]}", Some("cell-1"), EditError::NotFound)]
    #[case::unknown("{\"cells\": [{}]}", Some("x"), EditError::NotFound)]
    #[case::signed("{\"cells\": [{}]}", Some("cell-+0"), EditError::NotFound)]
    #[case::unnamed("{\"cells\": [{}]}", None, EditError::NotFound)]
    fn what_the_tool_refuses(#[case] old: &str, #[case] id: Option<&str>, #[case] error: EditError) {
        assert_eq!(apply(&cell(id, CellMode::Replace, "x"), old), Err(error));
    }

    #[test]
    fn nesting_has_an_end() {
        let old = format!("{{\"cells\": [], \"x\": {}", "[".repeat(100_000));
        assert_eq!(apply(&cell(None, CellMode::Insert, "x"), &old), Err(EditError::NoNotebook));
    }

    #[test]
    fn old_sources_are_read_in_both_forms() {
        let old =
            |id: &str, mode| pair(&cell(Some(id), mode, "x"), NOTEBOOK).map(|pair| (pair.old, pair.new));
        assert_eq!(old("intro", CellMode::Replace), Some(("# Title\ntext".into(), "x".into())));
        assert_eq!(old("cell-1", CellMode::Delete), Some(("a = 1\nprint(a)".into(), String::new())));
        assert_eq!(old("intro", CellMode::Insert), None);
        assert_eq!(old("c9", CellMode::Replace), None);
    }

    #[test]
    fn prose_is_told_from_code() {
        let code =
            |id: &str, kind| is_code(&Cell { kind, ..cell(Some(id), CellMode::Replace, "x") }, NOTEBOOK);
        assert!(code("load", None) && code("none", None) && code("intro", Some(CellKind::Code)));
        assert!(!code("intro", None) && !code("load", Some(CellKind::Markdown)));
    }
}
