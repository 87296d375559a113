//! `willwrite parse`: the syntax tree of a command, as an outline for people or as JSON, and its errors.

use std::fmt::Write as _;
use std::process::ExitCode;

use bumpalo::Bump;

use super::output;
use crate::span::Span;
use crate::syntax::ast::Command;
use crate::syntax::walk::children;
use crate::syntax::{Node, ParseOptions, Parsed, SyntaxError, json, parse};

/// The arguments of `parse`.
#[derive(clap::Args)]
pub struct Parse {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The command; `-` reads it from stdin
    command: Option<String>,
}

/// Runs the subcommand: exit 1 on syntax errors.
pub fn run(arguments: &Parse) -> ExitCode {
    let text = match output::command_text(arguments.command.as_deref()) {
        Ok(text) => text,
        Err(reason) => return output::failed(&reason),
    };
    let arena = Bump::new();
    let parsed = parse(&arena, &text, ParseOptions::default());
    let printed =
        if arguments.json { as_json(&parsed) } else { output::print(outline(&parsed, &text).as_bytes()) };
    if parsed.is_clean() { printed } else { ExitCode::from(1) }
}

fn as_json(parsed: &Parsed<'_>) -> ExitCode {
    let mut out = Vec::new();
    match json::write(parsed, &mut out) {
        Ok(()) => {
            out.push(b'\n');
            output::print(&out)
        }
        Err(error) => output::failed(&format!("the tree can't be written: {error}")),
    }
}

/// One line a node: its kind and what it covers, and the errors behind.
fn outline(parsed: &Parsed<'_>, text: &str) -> String {
    let mut out = String::new();
    for line in parsed.script.lines {
        outline_node(Node::List(line), text, 0, &mut out);
    }
    for (label, errors) in [("error", &parsed.errors), ("when it runs", &parsed.deferred)] {
        for error in errors {
            let _ = writeln!(out, "{label}: {}", message(error, text));
        }
    }
    out
}

fn outline_node(node: Node<'_>, text: &str, depth: usize, out: &mut String) {
    let covered: String = node.span().slice(text).chars().flat_map(char::escape_debug).take(60).collect();
    let _ = writeln!(out, "{:indent$}{} {covered}", "", label(&node), indent = 2 * depth);
    children(node, &mut |child| outline_node(child, text, depth + 1, out));
}

fn label(node: &Node<'_>) -> &'static str {
    match node {
        Node::List(_) => "list",
        Node::AndOr(_) => "and-or",
        Node::Pipeline(_) => "pipeline",
        Node::Command(Command::Simple(_)) => "simple-command",
        Node::Command(Command::Compound(_)) => "compound-command",
        Node::Command(Command::Function(_)) => "function",
        Node::Command(Command::Coproc(_)) => "coproc",
        Node::Assignment(_) => "assignment",
        Node::Array(_) => "array",
        Node::Redirection(_) => "redirection",
        Node::HereDocument(_) => "here-document",
        Node::Test(_) => "test",
        Node::Arithmetic(_) => "arithmetic",
        Node::Word(_) => "word",
        Node::Part(_) => "part",
    }
}

/// The error with its place, counted from 1 in lines and characters.
fn message(error: &SyntaxError, text: &str) -> String {
    let mut message = format!("{}: {error}", place(error.span, text));
    if let Some(opener) = error.opener {
        let opened: String = opener.slice(text).chars().flat_map(char::escape_debug).collect();
        let _ = write!(message, " (`{opened}` at {})", place(opener, text));
    }
    message
}

fn place(span: Span, text: &str) -> String {
    let before = text.get(..span.start as usize).unwrap_or(text);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    format!("{line}:{column}")
}
