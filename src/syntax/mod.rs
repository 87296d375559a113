//! Tokens to tree: the grammar of Bash 5.2 by hand, one production a file.
//!
//! Owns [`parse`], the tree ([`ast`]), its errors, [`walk`](mod@walk) over it and a printer. Knows nothing of what
//! commands mean.
//!
//! # A parser of its own
//! With `default-features = false` the crate is this parser and little else: no C code, two small dependencies.
//! [`parse`] takes a text and an arena, and gives the tree of all complete lines before an error, and the error:
//!
//! ```
//! use willwrite::syntax::{ParseOptions, parse};
//! let arena = bumpalo::Bump::new();
//! let parsed = parse(&arena, "cd api && make > log", ParseOptions::default());
//! assert!(parsed.is_clean());
//! assert_eq!(parsed.named_commands(), 2);
//!
//! let broken = parse(&arena, "echo one\necho \"two", ParseOptions::default());
//! assert_eq!(broken.script.lines.len(), 1);
//! assert_eq!(broken.errors[0].to_string(), "no closing `\"`");
//! assert_eq!(broken.errors[0].opener.map(|opener| opener.start), Some(14));
//! ```
//!
//! Nothing stays a raw string that Bash would parse: words are parts, and the commands of a substitution are a list
//! like any other. [`walk`](fn@walk) meets every node; [`walk::children`] gives those directly below one, for a walk
//! with an order of its own:
//!
//! ```
//! use willwrite::syntax::ast::{Command, WordPartKind};
//! use willwrite::syntax::{Node, ParseOptions, parse, walk};
//! let (text, arena) = ("for f in *.log; do gzip \"$(basename $f)\"; done", bumpalo::Bump::new());
//! let parsed = parse(&arena, text, ParseOptions::default());
//! let (mut commands, mut globs) = (Vec::new(), Vec::new());
//! walk(&parsed.script, &mut |node| match node {
//!     Node::Command(Command::Simple(command)) => commands.push(command.words()[0].span().slice(text)),
//!     Node::Part(part) => {
//!         if let WordPartKind::Glob(pattern) = part.kind {
//!             globs.push(pattern);
//!         }
//!     }
//!     _ => {}
//! });
//! assert_eq!((commands, globs), (vec!["gzip", "basename"], vec!["*"]));
//! ```
//!
//! Every node has a byte span into the text; [`tokens`](fn@tokens) cuts the whole text into tokens and trivia that
//! rebuild it; [`print`](fn@print) writes a tree as text that parses to the same tree; `json::write` (feature `json`)
//! gives it to other languages, by the schema in `docs/syntax.schema.json`.
//!
//! # What is promised
//! - A text is accepted exactly where `bash -n` 5.2 accepts it, with `extglob` off or on. A few texts make Bash stop in
//!   silence, with exit status 0, and run nothing of what follows (`for ((` that no `))` closes): they are errors here.
//! - Any text gets an answer, in time and memory linear in it and on a stack of 256 KiB in an optimised build. What
//!   nests deeper than [`MAX_DEPTH`] is an error of its own kind, which says nothing of the text.

pub mod ast;

mod and_or;
pub mod ansi_c;
mod arithmetic;
mod assignment;
mod backquote;
mod brace;
mod case;
pub mod check;
mod command;
mod continuation;
mod dollar;
mod error;
mod found;
mod function;
mod glob;
mod here_document;
#[cfg(feature = "json")]
pub mod json;
mod list;
mod loops;
mod operand;
mod parameter;
mod parser;
mod pipeline;
mod print;
mod quote;
mod redirection;
mod simple;
mod substitution;
mod test_expression;
mod tilde;
mod tokens;
pub mod walk;
mod word;

use bumpalo::Bump;

pub use error::{Label, SyntaxError, SyntaxErrorKind};
pub use print::print;
pub use tokens::{Token, TokenKind, tokens};
pub use walk::{Node, walk};

use crate::lexer::SpanMap;
use crate::span::Span;
use ast::Script;
use parser::Parser;

/// How deep constructs may nest. One counter counts all of them: commands, substitutions, expansions, quotes, patterns.
pub const MAX_DEPTH: u32 = 200;

/// The longest text that is parsed, in bytes.
pub const MAX_TEXT: usize = 1 << 30;

/// How a text is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions<'a> {
    /// Whether extended patterns are on.
    pub extglob: Extglob,
    /// Where the text stands in the outermost one; spans are given there.
    pub map: Option<SpanMap<'a>>,
}

/// The `extglob` option of the shell that reads the text. It changes what parses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extglob {
    /// off at first; if the text does not parse so, on
    #[default]
    Auto,
    /// off at first; `shopt -s extglob` in the text turns it on from the next complete line
    Off,
    /// on at first
    On,
}

/// What [`parse`] gives. Never nothing: an error leaves the complete lines before it.
#[derive(Clone, Debug)]
pub struct Parsed<'a> {
    /// The tree of all complete lines before an error; of the line that does not parse it holds nothing, as Bash
    /// runs nothing of it.
    pub script: Script<'a>,
    /// Why the text does not parse. Bash stops at the first error, and so does this.
    pub errors: Vec<SyntaxError>,
    /// Errors in what Bash does not parse before it runs it: backquotes, bodies of here-documents, `$((…)…)`. The
    /// text as a whole is accepted; the part does not run. Its tree holds the commands before the error.
    pub deferred: Vec<SyntaxError>,
    /// True if the text was read with `extglob` on from its start.
    pub extglob: bool,
}

impl Parsed<'_> {
    /// True if Bash would accept the text: `bash -n` exits with 0 and says nothing of a syntax error.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// How many simple commands have a name, everywhere in the tree.
    #[must_use]
    pub fn named_commands(&self) -> usize {
        walk::named_commands(&self.script)
    }
}

/// Parses a Bash text into a tree in `arena`. Never fails, in time linear in the text.
///
/// The tree borrows from the text and from the arena; both may be used again once it is gone:
///
/// ```
/// use willwrite::syntax::{ParseOptions, parse};
/// let mut arena = bumpalo::Bump::new();
/// let mut accepted = 0;
/// for text in ["a | b", "a |", "a & b"] {
///     accepted += usize::from(parse(&arena, text, ParseOptions::default()).is_clean());
///     arena.reset();
/// }
/// assert_eq!(accepted, 2);
/// ```
///
/// With [`Extglob::Auto`] the text is read with `extglob` off, as a script is; if that fails, from its start with it on.
/// If both fail, the answer is that of the first reading.
#[must_use]
pub fn parse<'a>(arena: &'a Bump, text: &'a str, options: ParseOptions<'a>) -> Parsed<'a> {
    if text.len() > MAX_TEXT {
        return too_long();
    }
    let first = Parser::new(arena, text, options.map, options.extglob == Extglob::On).script();
    let is_final = first.is_clean() || options.extglob != Extglob::Auto || first.errors.iter().any(is_cap);
    if is_final || !may_hold_group(text) {
        return first;
    }
    let second = Parser::new(arena, text, options.map, true).script();
    if second.is_clean() { second } else { first }
}

/// False if `extglob` cannot change how the text parses, as no pattern group begins in it. Behind a backslash one may
/// begin all the same: backquotes take some away.
fn may_hold_group(text: &str) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.iter().skip(1);
    bytes
        .iter()
        .zip(next)
        .any(|(byte, next)| matches!(byte, b'?' | b'*' | b'+' | b'@' | b'!') && matches!(next, b'(' | b'\\'))
}

/// True for an error that does not say that the text is wrong.
fn is_cap(error: &SyntaxError) -> bool {
    matches!(error.kind, SyntaxErrorKind::TooDeep | SyntaxErrorKind::TooComplex)
}

fn too_long<'a>() -> Parsed<'a> {
    let error = SyntaxError {
        kind: SyntaxErrorKind::TooLong,
        span: Span::default(),
        opener: None,
        found: String::new(),
    };
    Parsed {
        script: Script { span: Span::default(), lines: &[] },
        errors: vec![error],
        deferred: Vec::new(),
        extglob: false,
    }
}
