//! What commands print: text, lines and paths that they hand on.
//!
//! Owns the common shapes of output; the languages of sed and awk stand in their own files.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::engine::Call;
use crate::value::{AbstractString, Field, Output, Piece, VALUES_CAP};

/// What the operands hold, or else the standard input.
#[must_use]
pub fn contents(call: &Call<'_, '_>) -> Output {
    let operands: Vec<&Field> = call.parsed.operands().collect();
    if operands.is_empty() {
        return call.facts.input().clone();
    }
    if let [one] = operands.as_slice()
        && one.known() == Some("-")
    {
        return call.facts.input().clone();
    }
    let mut whole = String::new();
    for field in operands {
        let known = field.known().filter(|name| *name != "-");
        match known.and_then(|_| call.facts.content(&field.value)) {
            Some(text) => whole.push_str(&text),
            None => return super::engine::unknown_output(call.row.name),
        }
    }
    Output::Text(AbstractString::text(&whole))
}

/// Some lines of the operands or the standard input.
#[must_use]
pub fn some_lines(call: &Call<'_, '_>) -> Output {
    subset(contents(call))
}

/// Any lines of an output, in any order.
#[must_use]
pub fn subset(output: Output) -> Output {
    let Output::Text(text) = &output else { return output };
    let Some(known) = text.known() else {
        return Output::Unknown("some lines of a text that is not known".into());
    };
    let lines: BTreeSet<&str> = known.lines().collect();
    if lines.len() > VALUES_CAP {
        return Output::Unknown("more lines than are kept apart".into());
    }
    Output::Lines(lines.into_iter().map(AbstractString::text).collect())
}

/// Paths at or below the operands, or below the current directory.
#[must_use]
pub fn paths_below(call: &Call<'_, '_>) -> Output {
    let mut shapes = Vec::new();
    for field in call.parsed.operands() {
        shapes.push(field.value.clone());
        shapes.push(below(&field.value, call.row.name));
    }
    if shapes.is_empty() {
        let mut path = AbstractString::empty();
        path.push(Piece::Below(format!("what `{}` prints", call.row.name).into()));
        shapes.push(path);
    }
    Output::Lines(shapes)
}

/// An unknown path below a directory; `printer` names it.
#[must_use]
pub fn below(directory: &AbstractString, printer: &str) -> AbstractString {
    let mut path = directory.clone();
    if !directory.known().is_some_and(|text| text.ends_with('/')) {
        path.push_text("/");
    }
    let what: Rc<str> = format!("what `{printer}` prints").into();
    path.push(Piece::Below(what));
    path
}
