//! JavaScript and TypeScript: a program that runs over known and unknown values (Node.js, Bun and Deno).
//!
//! Owns the run and its bounds. Statements, expressions and calls have a file each; what the platform's own modules do
//! stands in `files`, `children` and `natives`. Promises are taken to be settled where they are made: `await x` is `x`,
//! a callback runs where it is handed over.

mod assign;
mod branch;
mod callbacks;
mod calls;
mod children;
mod expressions;
mod files;
mod functions;
mod instances;
mod json;
mod lists;
mod members;
mod modules;
mod natives;
mod objects;
mod operators;
mod paths;
mod pattern;
mod platform;
mod statements;
mod streams;
mod texts;

use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_ast::ast::{ArrowFunctionExpression, Class, Function, Program, Statement};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use super::record::{Recorder, Site};
use super::store::Store;
use super::value::{ScopeId, Value};
use super::{Reading, Request, STEPS_CAP, unread};
use crate::span::Span;
use crate::value::AbstractString;

use branch::{Doubt, Part};

/// Deeper nesting is not read: the parser recurses.
const NESTING_CAP: usize = 500;

/// Expressions, statements and calls inside one another.
const DEPTH_CAP: u32 = 120;

/// What a call is cut to in words for people (characters).
const CAUSE_CAP: usize = 60;

/// Why a part of a program ends before its end.
#[derive(Clone, Debug, PartialEq)]
enum Stop<'a> {
    /// `return`
    Return(Value),
    /// `break`, perhaps to a label
    Break(Option<&'a str>),
    /// `continue`, perhaps to a label
    Continue(Option<&'a str>),
    /// an exception
    Throw,
    /// the process ends
    Exit,
}

/// A value, or why there is none.
type Evaluated<'a> = Result<Value, Stop<'a>>;

/// A statement's end.
type Done<'a> = Result<(), Stop<'a>>;

/// A function of the program.
#[derive(Clone, Copy)]
enum Code<'a> {
    Function(&'a Function<'a>),
    Arrow(&'a ArrowFunctionExpression<'a>),
}

/// A call of one of the program's functions.
struct Active {
    function: usize,
    arguments: Vec<Value>,
    returns: Vec<Value>,
}

/// A program that runs.
struct Run<'a, 'r> {
    request: &'r Request<'r>,
    text: &'a str,
    store: Store,
    recorder: Recorder<'r>,
    functions: Vec<Code<'a>>,
    classes: Vec<(Value, &'a Class<'a>, ScopeId)>,
    active: Vec<Active>,
    doubts: Vec<Doubt>,
    scope: ScopeId,
    steps: u32,
    depth: u32,
    /// The value of the last expression that stood as a statement, for `node -p`.
    last: Value,
    /// Why the program is known to end with a failure.
    failed: Option<Rc<str>>,
}

/// Reads a program.
pub(super) fn read(request: &Request<'_>) -> Reading {
    if is_too_deep(request.text) {
        return unread("a program nested deeper than is read");
    }
    let allocator = Allocator::default();
    let name = request.name.and_then(AbstractString::known).unwrap_or("");
    let Some(program) = parse(&allocator, request.text, name) else {
        return unread("a program that does not parse");
    };
    let program = allocator.alloc(program);
    let mut run = Run::new(request);
    run.program(program);
    run.finish()
}

/// The tree by the dialect that fits: Node takes a text as a CommonJS module, and else as a module; Bun, Deno and tsx
/// read TypeScript.
fn parse<'a>(allocator: &'a Allocator, text: &'a str, name: &str) -> Option<Program<'a>> {
    let typed = [".ts", ".mts", ".cts", ".tsx"].iter().any(|end| name.ends_with(end));
    let typescript = SourceType::ts().with_module(true);
    let dialects = if typed {
        [SourceType::tsx(), typescript, SourceType::cjs().with_typescript(true), SourceType::cjs()]
    } else {
        [SourceType::cjs(), SourceType::mjs().with_jsx(true), typescript, SourceType::script()]
    };
    dialects.into_iter().find_map(|dialect| {
        let options =
            ParseOptions { allow_return_outside_function: dialect.is_commonjs(), ..ParseOptions::default() };
        let parsed = Parser::new(allocator, text, dialect).with_options(options).parse();
        parsed.diagnostics.is_empty().then_some(parsed.program)
    })
}

/// True if the parser might recurse too deep: brackets, and operators that nest to the right until a `;`, a `,` or the
/// end of a line on which nothing is open.
fn is_too_deep(text: &str) -> bool {
    const WORDS: [&str; 12] =
        ["await", "delete", "do", "else", "for", "if", "in", "new", "typeof", "void", "while", "yield"];
    let mut open: Vec<usize> = Vec::new();
    let (mut depth, mut base) = (0_usize, 0_usize);
    let (mut before, mut last, mut word) = (b' ', b' ', 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => {
                open.push(base);
                depth += 1;
                base = depth;
            }
            b')' | b']' | b'}' => {
                if let Some(outer) = open.pop() {
                    depth = base.saturating_sub(1);
                    base = outer;
                }
            }
            b'=' | b'?' | b':' | b'!' | b'~' | b'-' | b'+' | b'<' | b'/' => depth += 1,
            b';' | b',' => depth = base,
            b'\n'
                if before.is_ascii_alphanumeric() || matches!(before, b')' | b'\'' | b'"' | b'`' | b'}') =>
            {
                depth = base;
            }
            _ => {}
        }
        if byte.is_ascii_alphabetic() {
            word = if last.is_ascii_alphabetic() { word } else { at };
        } else if last.is_ascii_alphabetic() && text.get(word..at).is_some_and(|word| WORDS.contains(&word)) {
            depth += 1;
        }
        last = byte;
        if depth > NESTING_CAP {
            return true;
        }
        before = if byte.is_ascii_whitespace() && byte != b'\n' { before } else { byte };
    }
    false
}

impl<'a, 'r> Run<'a, 'r>
where
    'r: 'a,
{
    fn new(request: &'r Request<'r>) -> Self {
        let mut store = Store::default();
        let scope = store.scope(None);
        Self {
            request,
            text: request.text,
            store,
            recorder: Recorder::new(request),
            functions: Vec::new(),
            classes: Vec::new(),
            active: Vec::new(),
            doubts: vec![Doubt { part: Part::Program, count: 0 }],
            scope,
            steps: 0,
            depth: 0,
            last: Value::Nothing,
            failed: None,
        }
    }

    fn program(&mut self, program: &'a Program<'a>) {
        let body: &'a [Statement<'a>] = &program.body;
        self.hoist(body, true);
        match self.statements(body) {
            Ok(()) | Err(Stop::Exit | Stop::Return(_) | Stop::Break(_) | Stop::Continue(_)) => {}
            Err(Stop::Throw) => self.fail("an exception ends it"),
        }
        let prints = self.request.switches.iter().any(|switch| matches!(&**switch, "-p" | "-pe" | "--print"));
        if prints {
            let last = self.last.clone();
            self.print_line(&[last]);
        }
    }

    fn finish(mut self) -> Reading {
        if let Some(why) = self.failed.take() {
            self.recorder.doomed.get_or_insert(why);
        }
        self.recorder.finish()
    }

    /// The program is known to fail, if it is known to come here.
    fn fail(&mut self, why: &str) {
        if self.recorder.maybe == 0 {
            self.failed.get_or_insert_with(|| why.into());
        }
    }

    /// Counts one step and one level; false if none is left.
    fn enter(&mut self, span: Span) -> bool {
        self.steps += 1;
        if self.steps > STEPS_CAP || self.store.is_full() {
            self.recorder.unread(span, "the program takes more steps than are followed");
            return false;
        }
        if self.depth >= DEPTH_CAP {
            self.recorder.unread(span, "the program nests deeper than is followed");
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// A call as people see it: its name and the arguments in front.
    fn site(&self, span: Span) -> Site {
        let text = span.slice(self.text);
        let mut cause = String::new();
        let mut gap = false;
        for letter in text.chars() {
            if cause.len() >= CAUSE_CAP {
                cause.push('…');
                break;
            }
            if letter.is_whitespace() || letter.is_control() {
                gap = true;
                continue;
            }
            if std::mem::take(&mut gap) && !cause.is_empty() {
                cause.push(' ');
            }
            cause.push(letter);
        }
        Site { span, cause: cause.into() }
    }
}

/// A place of the parser's as one of ours.
const fn span_of(span: oxc_span::Span) -> Span {
    Span::new(span.start, span.end)
}
