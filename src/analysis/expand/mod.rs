//! Word expansion: a word of the tree becomes fields of abstract strings, in Bash's own order (manual 3.5).
//!
//! Owns braces, tildes, parameters, arithmetic, splitting, globs and quote removal. What it needs of the shell's state
//! it asks of an [`Environment`]; commands inside words are run by it, not here.

use std::rc::Rc;

use crate::span::Span;
use crate::syntax::ast::{ArrayLiteral, CommandSubstitution, ProcessSubstitution, Word};
use crate::value::{AbstractString, Field, Output};
use crate::world::Entry;

/// A variable as the shell knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variable {
    /// known not to be set
    Unset,
    /// one of these strings; with `maybe_unset` perhaps not set at all (a variable that the command did not set)
    Scalar {
        /// at least one, at most `VALUES_CAP`
        values: Vec<AbstractString>,
        /// may be unset
        maybe_unset: bool,
    },
    /// an indexed array: sorted by index, each index once
    Indexed(Rc<Vec<(i64, AbstractString)>>),
    /// an associative array, in the order of assignment
    Associative(Rc<Vec<(AbstractString, AbstractString)>>),
    /// an array of which nobody knows the elements; the reason
    UnknownArray(Rc<str>),
}

/// The positional parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positional {
    /// exactly these, `$1` first
    Known(Rc<Vec<AbstractString>>),
    /// any number of unknown ones; the reason
    Unknown(Rc<str>),
}

/// What word expansion asks of the shell's state.
pub trait Environment<'a> {
    /// A variable's value.
    fn variable(&self, name: &str) -> Variable;
    /// Assigns a scalar (`${x:=w}`, `$((x=1))`, `${x[i]:=w}` with a subscript).
    fn assign(&mut self, name: &str, subscript: Option<&AbstractString>, values: Vec<AbstractString>);
    /// Names of the variables that are set and begin with `prefix`; `None` if others may be set.
    fn names(&self, prefix: &str) -> Option<Vec<String>>;
    /// The positional parameters.
    fn positional(&self) -> Positional;
    /// The value of `$?`, `$$`, `$!`, `$-`, `$0`, `$_`.
    fn special(&self, name: char) -> AbstractString;
    /// True if a `set` option is on, by its long name (`noglob`, `nounset`).
    fn option(&self, name: &str) -> bool;
    /// True if a `shopt` option is on (`nullglob`, `dotglob`, `globstar`, `extglob`, `failglob`, `nocaseglob`).
    fn shopt(&self, name: &str) -> bool;
    /// Runs a command substitution and gives what it prints (trailing newlines still there).
    fn substitute(&mut self, node: &'a CommandSubstitution<'a>) -> Output;
    /// Runs a process substitution and gives the name that stands for it.
    fn process(&mut self, node: &'a ProcessSubstitution<'a>) -> AbstractString;
    /// Runs the commands inside a text that the shell expands a second time (`${x@P}`); gives what it expands to.
    fn prompt(&mut self, text: &AbstractString, span: Span) -> AbstractString;
    /// The names in a directory as the command has left it, for globs; relative paths start at the current directory.
    fn list(&self, directory: &str) -> Option<Vec<String>>;
    /// What stands at a path (links followed), for globs.
    fn entry(&self, path: &str) -> Option<Entry>;
    /// Is the path itself a symbolic link (its last component not followed)?
    fn link(&self, path: &str) -> Option<bool> {
        let _ = path;
        None
    }
    /// A user's home directory.
    fn home_of(&self, user: &str) -> Option<String>;
    /// A small file's text, for `$(< f)`.
    fn content(&self, path: &AbstractString) -> Option<String>;
    /// Tells that something in the text could not be known in a way that makes the answer incomplete by itself (an
    /// arithmetic side effect on an unknown name, …). Unknown values alone are told by the values.
    fn unknown(&mut self, span: Span, reason: &str);
    /// Tells that the expansion fails (`${x:?}`, a bad substitution, `nounset`, `failglob`): the command does not run.
    fn fail(&mut self, span: Span, reason: &str);
}

/// Which kind of array an array literal fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// subscripts are arithmetic
    Indexed,
    /// subscripts are strings (`declare -A`)
    Associative,
}

/// One possible answer for a redirection's word, which must be exactly one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// one field
    One(AbstractString),
    /// none or several: Bash says "ambiguous redirect", and the command does not run
    Ambiguous,
}

/// Expands a simple command's words (or a `for` list) to fields. Each element of the answer is one possible list; there
/// are at most `VALUES_CAP`, and more are joined into one with unknown fields. Never empty.
pub fn fields<'a>(words: &[Word<'a>], environment: &mut dyn Environment<'a>) -> Vec<Vec<Field>> {
    let _ = (words, environment);
    vec![Vec::new()]
}

/// Like [`fields`] for the words of a declaration builtin (`export`, `declare`, `local`, `readonly`, …): words that are
/// assignments are neither split nor globbed. A word that ends in an array literal gives the text in front of it.
pub fn declaration_fields<'a>(words: &[Word<'a>], environment: &mut dyn Environment<'a>) -> Vec<Vec<Field>> {
    fields(words, environment)
}

/// The right side of `name=word`: no braces, no splitting, no globs. Never empty.
pub fn assignment_value<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    let _ = (word, environment);
    vec![AbstractString::empty()]
}

/// A word that always gives one string: a `case` subject, a here-string, an operand of `[[ ]]`. Never empty.
pub fn single<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    assignment_value(word, environment)
}

/// The word of a redirection to a file: expanded in full, and exactly one field must come out. Never empty.
pub fn redirect_target<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<Target> {
    let _ = (word, environment);
    vec![Target::Ambiguous]
}

/// The body of a here-document (as its tree has it: literal if the delimiter is quoted). Never empty.
pub fn here_document<'a>(body: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    assignment_value(body, environment)
}

/// A word as a pattern, for `case` and the right side of `==` in `[[ ]]`: quoted characters come with a backslash.
/// Never empty.
pub fn pattern<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    assignment_value(word, environment)
}

/// The value of `name=( … )`; with `base` the array that `+=` appends to.
pub fn array_value<'a>(
    literal: &ArrayLiteral<'a>,
    kind: ArrayKind,
    base: Option<&Variable>,
    environment: &mut dyn Environment<'a>,
) -> Variable {
    let _ = (literal, kind, base, environment);
    Variable::UnknownArray("not evaluated".into())
}
