//! Tokens of Perl and Ruby.

use crate::span::Span;

/// Which of the two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tongue {
    Perl,
    Ruby,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// a name, `::` in it too
    Word(String),
    /// a variable with its sigil
    Variable(String),
    /// a quoted text
    Text(Vec<Part>),
    /// a list of words (`qw(a b)`, `%w[a b]`)
    Words(Vec<String>),
    /// a number
    Number,
    /// a pattern; the code of its replacement, if it has some
    Pattern(Option<String>),
    /// a text that a shell runs
    Command(Vec<Part>),
    /// anything else
    Sign(&'static str),
    /// the end of a line, where that may end a statement
    Line,
}

/// A part of a quoted text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// as it stands
    Known(String),
    /// a variable's value
    Variable(String),
    /// the value of code (`#{…}`, `@{[ … ]}`)
    Code(String),
    /// what is not known
    Unknown,
}
