//! Python, read by ruff's parser.
//!
//! Owns the evaluator's state and its bounds. It follows a program statement by statement with the values that it
//! knows: both ways where a test is not known, round by round where a loop's members are, into functions where they are
//! called.
//!
//! | file | owns |
//! |---|---|
//! | `bounds` | which texts are too deep to parse |
//! | `statement`, `loops`, `matching`, `definition`, `branch`, `target` | statements, the joining of ways, assignments |
//! | `expression`, `member`, `comprehension`, `operator`, `literal`, `format` | expressions |
//! | `call`, `function`, `arguments` | calls |
//! | `builtin`, `text`, `list` | what the language brings |
//! | `file`, `path`, `os`, `os_path`, `shutil`, `environ`, `process`, `library`, `special` | what its libraries do to files |

mod arguments;
mod bounds;
mod branch;
mod builtin;
mod call;
mod comprehension;
mod definition;
mod environ;
mod expression;
mod file;
mod format;
mod function;
mod library;
mod list;
mod literal;
mod loops;
mod matching;
mod member;
mod operator;
mod os;
mod os_path;
mod path;
mod process;
mod shutil;
mod special;
mod statement;
mod tables;
mod target;
mod text;

use std::rc::Rc;

use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_ast::{ExprLambda, StmtFunctionDef};
use ruff_python_parser::parse_module;
use ruff_text_size::{Ranged, TextRange};

use super::record::{Recorder, Site};
use super::store::Store;
use super::value::{ScopeId, Value};
use super::{Reading, Request, STEPS_CAP, unread};
use crate::span::Span;
use crate::value::AbstractString;
use branch::{Flow, Loose, Pending};

/// Statements and expressions inside one another that are followed.
const DEPTH_CAP: u32 = 120;

/// Calls of the program's own functions inside one another.
const CALLS_CAP: usize = 16;

/// Calls of one function inside itself that are followed with what they are given.
const RECURSION_CAP: usize = 4;

/// Rounds of one loop that are followed one by one.
const ROUNDS_CAP: usize = 512;

/// A loop that takes more steps than this is followed as one whose rounds are not known.
const LOOP_STEPS_CAP: u32 = 4_000;

/// A function of the program.
#[derive(Clone, Copy)]
enum Definition<'p> {
    /// `def`
    Def(&'p StmtFunctionDef),
    /// `lambda`
    Lambda(&'p ExprLambda),
}

/// A call under way.
#[derive(Default)]
struct Frame {
    /// The function's number.
    function: Option<usize>,
    /// Names that are another scope's.
    elsewhere: Vec<(Rc<str>, ScopeId)>,
    /// What it may return.
    returns: Vec<Value>,
    /// What it yields.
    yields: Vec<Value>,
    /// True if it may yield more than that.
    yields_more: bool,
}

/// The evaluator.
struct Python<'p, 'r> {
    request: &'r Request<'r>,
    source: &'p str,
    recorder: Recorder<'r>,
    store: Store,
    functions: Vec<Definition<'p>>,
    global: ScopeId,
    scope: ScopeId,
    frames: Vec<Frame>,
    pending: Vec<Pending>,
    loose: Loose,
    /// The error that the statement under way raises.
    raised: Option<Rc<str>>,
    /// True if that is the program's end.
    ended: bool,
    /// Modules all of whose names are the program's own.
    stars: Vec<Rc<str>>,
    /// Functions that run with arguments nobody knows, as they call themselves.
    widened: Vec<usize>,
    steps: u32,
    depth: u32,
    spent: bool,
}

/// Reads a program.
pub(super) fn read(request: &Request<'_>) -> Reading {
    let text = request.text.strip_prefix('\u{feff}').unwrap_or(request.text);
    if let Some(why) = bounds::refuses(text) {
        return unread(why);
    }
    let Ok(parsed) = parse_module(text) else { return unread("the program does not parse") };
    if !request.holes.is_empty() && has_unknown_code(text, parsed.tokens()) {
        return unread("a part of the program's own code is not known");
    }
    let mut store = Store::default();
    let global = store.scope(None);
    let mut python = Python {
        request,
        source: text,
        recorder: Recorder::new(request),
        store,
        functions: Vec::new(),
        global,
        scope: global,
        frames: vec![Frame::default()],
        pending: Vec::new(),
        loose: Loose::default(),
        raised: None,
        ended: false,
        stars: Vec::new(),
        widened: Vec::new(),
        steps: 0,
        depth: 0,
        spent: false,
    };
    python.start();
    let flow = python.block(&parsed.syntax().body);
    if let Flow::Raise = flow {
        python.recorder.stop("the program ends with an error");
    }
    python.recorder.finish()
}

/// True if a part of the text that nobody knows stands outside of the texts of the program: it may be any code.
fn has_unknown_code(text: &str, tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        let is_text = matches!(token.kind(), TokenKind::String | TokenKind::FStringMiddle);
        let range = token.range();
        let source = text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or("");
        !is_text && super::holes::mentioned(source)
    })
}

impl Python<'_, '_> {
    /// The names that a program begins with.
    fn start(&mut self) {
        self.store.set(self.global, &"__name__".into(), Some(Value::text("__main__")));
        if let Some(name) = self.request.name {
            let path = super::record::join_paths(&self.recorder.directory(), name, true);
            self.store.set(self.global, &"__file__".into(), Some(Value::Text(path)));
        }
    }

    /// Counts a step; false if none is left.
    fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps > STEPS_CAP && !self.spent {
            self.spent = true;
            self.recorder.unread(Span::default(), "the program takes more steps than are followed");
        }
        !self.spent
    }

    /// Counts the work on a text.
    fn charge(&mut self, bytes: usize) {
        self.steps = self.steps.saturating_add(u32::try_from(bytes >> 12).unwrap_or(u32::MAX));
    }

    /// Goes one deeper; false (and nothing to undo) if that is too deep.
    fn descend(&mut self, range: TextRange) -> bool {
        if self.depth >= DEPTH_CAP {
            self.recorder.unread(span_of(range), "the program nests deeper than is followed");
            return false;
        }
        self.depth += 1;
        true
    }

    /// Tells code that nobody reads here.
    fn unread(&mut self, range: TextRange, why: &str) -> Value {
        if self.raised.is_none() {
            self.recorder.unread(span_of(range), why);
        }
        Value::Foreign(why.into())
    }

    /// An error that the program is known to raise: what handles it runs next, and without a handler what follows is
    /// told as not happening.
    fn fail(&mut self, why: &str) {
        if self.recorder.maybe > 0 && self.recorder.guarded == 0 {
            return;
        }
        if self.recorder.guarded > 0 {
            self.raised.get_or_insert_with(|| why.into());
        } else {
            self.recorder.stop(why);
        }
    }

    fn slice(&self, range: TextRange) -> &str {
        self.source.get(usize::from(range.start())..usize::from(range.end())).unwrap_or("")
    }

    fn site(&self, call: &ruff_python_ast::ExprCall) -> Site {
        let mut words = short(self.slice(call.func.range()), 48);
        words.push('(');
        let given = call.arguments.args.iter().map(Ranged::range);
        let given = given.chain(call.arguments.keywords.iter().map(Ranged::range));
        for (number, range) in given.enumerate() {
            if number > 0 {
                words.push_str(", ");
            }
            if number > 3 {
                words.push('…');
                break;
            }
            words.push_str(&short(self.slice(range), 40));
        }
        words.push(')');
        Site { span: span_of(call.range()), cause: words.into() }
    }
}

/// A piece of source in one line of at most so many characters.
fn short(source: &str, most: usize) -> String {
    let mut words: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() > most {
        words = words.chars().take(most.saturating_sub(1)).collect();
        words.push('…');
    }
    words
}

fn span_of(range: TextRange) -> Span {
    Span::new(range.start().into(), range.end().into())
}

/// A text with a reason where it is not known.
fn unknown_text(why: &str) -> Value {
    Value::Text(AbstractString::unknown(why))
}
