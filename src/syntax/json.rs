//! A parsed text as JSON (feature `json`), by the schema in `docs/syntax.schema.json`.
//!
//! Spans are `[start, end]` in bytes. A node of several forms is an object with one key that names the form
//! (`{"literal": "a"}`), or the name alone where the form holds nothing.

use std::io;

use serde::Serialize;

use super::ast::Script;
use super::{Parsed, SyntaxError, SyntaxErrorKind};
use crate::span::Span;

/// The version of the format; it grows when a field is renamed, removed or changes its meaning.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Answer<'p, 'a> {
    version: u32,
    clean: bool,
    extglob: bool,
    commands: usize,
    errors: Vec<Message<'p>>,
    deferred: Vec<Message<'p>>,
    tree: &'p Script<'a>,
}

#[derive(Serialize)]
struct Message<'p> {
    kind: SyntaxErrorKind,
    message: String,
    span: Span,
    opener: Option<Span>,
    found: &'p str,
}

impl<'p> From<&'p SyntaxError> for Message<'p> {
    fn from(error: &'p SyntaxError) -> Self {
        Self {
            kind: error.kind,
            message: error.to_string(),
            span: error.span,
            opener: error.opener,
            found: &error.found,
        }
    }
}

/// Writes the text's tree and errors as one JSON object.
///
/// ```
/// # use willwrite::syntax::{ParseOptions, json, parse};
/// let arena = bumpalo::Bump::new();
/// let parsed = parse(&arena, "", ParseOptions::default());
/// let mut out = Vec::new();
/// json::write(&parsed, &mut out).unwrap();
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     r#"{"version":1,"clean":true,"extglob":false,"commands":0,"errors":[],"deferred":[],"tree":{"span":[0,0],"lines":[]}}"#
/// );
/// ```
///
/// # Errors
/// What the writer answers.
pub fn write(parsed: &Parsed<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let answer = Answer {
        version: VERSION,
        clean: parsed.is_clean(),
        extglob: parsed.extglob,
        commands: parsed.named_commands(),
        errors: parsed.errors.iter().map(Message::from).collect(),
        deferred: parsed.deferred.iter().map(Message::from).collect(),
        tree: &parsed.script,
    };
    serde_json::to_writer(out, &answer).map_err(io::Error::from)
}
