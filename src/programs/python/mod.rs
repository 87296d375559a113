//! Python, read by ruff's parser.
//!
//! Owns the parsing and the bounds of what is parsed.

use ruff_python_ast::{Expr, Stmt};
use ruff_python_parser::parse_module;
use ruff_text_size::Ranged;

use super::record::{Recorder, Site};
use super::{Reading, Request, holes, unread};
use crate::commands::plan::FileAction;
use crate::span::Span;

/// Reads a program.
pub(super) fn read(request: &Request<'_>) -> Reading {
    let Ok(parsed) = parse_module(request.text) else {
        return unread("the program does not parse");
    };
    let mut recorder = Recorder::new(request);
    for statement in &parsed.syntax().body {
        if !opened(statement, request, &mut recorder) {
            let span = span_of(statement);
            recorder.unread(span, "a statement that is not read");
        }
    }
    recorder.finish()
}

fn span_of(node: &impl Ranged) -> Span {
    Span::new(node.start().into(), node.end().into())
}

/// `open("name", "w")` alone on its line.
fn opened(statement: &Stmt, request: &Request<'_>, recorder: &mut Recorder<'_>) -> bool {
    let Stmt::Expr(statement) = statement else { return false };
    let Expr::Call(call) = &*statement.value else { return false };
    let Expr::Name(name) = &*call.func else { return false };
    let [Expr::StringLiteral(path), Expr::StringLiteral(mode)] = &*call.arguments.args else { return false };
    if name.id != "open" || !call.arguments.keywords.is_empty() || mode.value.to_str() != "w" {
        return false;
    }
    let span = span_of(call);
    let site = Site { span, cause: span.slice(request.text).into() };
    recorder.file(&site, FileAction::Write, &holes::literal(path.value.to_str(), request.holes));
    true
}
