//! Word expansion: a word of the tree becomes fields of abstract strings, in Bash's own order (manual 3.5).
//!
//! Owns braces, tildes, parameters, arithmetic, splitting, globs and quote removal. What it needs of the shell's state
//! it asks of an [`Environment`]; commands inside words are run by it, not here.

mod array;
mod brace;
mod cases;
mod conditional;
mod fragment;
mod glob;
mod operator;
mod parameter;
mod reference;
mod replacement;
mod split;
mod substring;
mod transform;
mod word;

use std::rc::Rc;

use crate::span::Span;
use crate::syntax::ast::{ArrayLiteral, CommandSubstitution, ProcessSubstitution, Word, WordPartKind};
use crate::value::{AbstractString, Field, Output, join};
use crate::world::Entry;

pub use transform::quote;

use cases::{Cases, Reduce, product, sure};
use split::Fields;
use word::Place;

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
    /// Makes a variable an array without elements.
    fn clear(&mut self, name: &str) {
        let _ = name;
    }
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
    /// Was one file modified later than the other (links followed)?
    fn is_newer(&self, path: &str, other: &str) -> Option<bool> {
        let _ = (path, other);
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
    /// Tells that the expansion ends the shell if a variable of which nobody knows it is unset (`${x:?}`, `nounset`).
    fn may_fail(&mut self) {}
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

/// Operands inside operands deeper than this are unknown.
const DEPTH_CAP: usize = 48;

/// More fields than this in one list are joined into an unknown number of unknown ones.
const FIELDS_CAP: usize = 16_384;

/// Expands a simple command's words (or a `for` list) to fields. Each element of the answer is one possible list; there
/// are at most `VALUES_CAP`, and more are joined into one with unknown fields. Never empty.
pub fn fields<'a>(words: &[Word<'a>], environment: &mut dyn Environment<'a>) -> Vec<Vec<Field>> {
    Expander::new(environment).list(words, Expander::word_fields)
}

/// Like [`fields`] for the words of a declaration builtin (`export`, `declare`, `local`, `readonly`, …): words that are
/// assignments are neither split nor globbed. A word that ends in an array literal gives the text in front of it.
pub fn declaration_fields<'a>(words: &[Word<'a>], environment: &mut dyn Environment<'a>) -> Vec<Vec<Field>> {
    Expander::new(environment).list(words, |expander, word| {
        if is_assignment(word) { expander.assignment_field(word) } else { expander.word_fields(word) }
    })
}

/// The right side of `name=word`: no braces, no splitting, no globs. Never empty.
pub fn assignment_value<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    single(word, environment)
}

/// A word that always gives one string: a `case` subject, a here-string, an operand of `[[ ]]`. Never empty.
pub fn single<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    let mut expander = Expander::new(environment);
    let cases = expander.text(word.parts(), Place::SINGLE);
    distinct(cases)
}

/// The word of a redirection to a file: expanded in full, and exactly one field must come out. Never empty.
pub fn redirect_target<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    // A POSIX shell leaves globs in a target as they are.
    let mut expander = Expander::new(environment);
    expander.keeps_globs = expander.environment.option("posix");
    for mut list in expander.list(std::slice::from_ref(word), Expander::word_fields) {
        let target = match list.pop() {
            Some(field) if list.is_empty() => Target::One(field.value),
            _ => Target::Ambiguous,
        };
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    // A variable that may be unset is unknown too: the command is judged as if the redirection succeeds. Where every
    // other value is known (`${V:+f}`), nothing else would tell that it may fail.
    let is_unknown = |target: &Target| matches!(target, Target::One(value) if value.known().is_none());
    if targets.len() > 1 && targets.iter().any(is_unknown) {
        targets.retain(|target| *target != Target::Ambiguous);
    }
    targets
}

/// The body of a here-document (as its tree has it: literal if the delimiter is quoted), or an arithmetic expression's
/// text: expanded as if in double quotes. Never empty.
pub fn here_document<'a>(body: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    let mut expander = Expander::new(environment);
    let cases = expander.text(body.parts(), Place::QUOTED);
    distinct(cases)
}

/// A word as a pattern, for `case` and the right side of `==` in `[[ ]]`: quoted characters come with a backslash.
/// Never empty.
pub fn pattern<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    let mut expander = Expander::new(environment);
    let cases = expander.pattern(word.parts());
    distinct(cases)
}

/// The right side of `=~` in `[[ ]]`: quoted characters come with a backslash if a regular expression gives them a
/// meaning. Never empty.
pub fn regular_expression<'a>(word: &Word<'a>, environment: &mut dyn Environment<'a>) -> Vec<AbstractString> {
    let cases = Expander::new(environment).parts(word.parts(), Place::SINGLE);
    distinct(cases::map(cases, |fragments| fragment::regular_text(&fragments)))
}

/// The value of `name=( … )`; with `base` the array that `+=` appends to.
pub fn array_value<'a>(
    literal: &ArrayLiteral<'a>,
    kind: ArrayKind,
    base: Option<&Variable>,
    environment: &mut dyn Environment<'a>,
) -> Variable {
    array::value(&mut Expander::new(environment), literal, kind, base)
}

/// The values of the cases, each once.
fn distinct(cases: Cases<AbstractString>) -> Vec<AbstractString> {
    let values: Vec<AbstractString> = cases.into_iter().map(|case| case.item).collect();
    join(&values, &[])
}

/// Is the word `name=…`, `name+=…` or `name[…]=…`?
fn is_assignment(word: &Word<'_>) -> bool {
    let Some(WordPartKind::Literal(text)) = word.parts().first().map(|part| part.kind) else { return false };
    let name = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    let behind = text.get(name..).unwrap_or("");
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts_well && (behind.starts_with(['=', '[']) || behind.starts_with("+="))
}

/// One expansion of words, with the shell's state.
struct Expander<'e, 'a> {
    environment: &'e mut dyn Environment<'a>,
    /// Assignments made so far; see [`cases::Choice`].
    generation: u32,
    depth: usize,
    /// The text holds an extended glob, which it can only if they are on.
    is_extended: bool,
    /// Globs mean nothing here.
    keeps_globs: bool,
    /// The word being expanded.
    span: Span,
}

impl<'e, 'a> Expander<'e, 'a> {
    fn new(environment: &'e mut dyn Environment<'a>) -> Self {
        Self {
            environment,
            generation: 0,
            depth: 0,
            is_extended: false,
            keeps_globs: false,
            span: Span::default(),
        }
    }

    /// Are extended globs read in patterns?
    fn reads_extended(&self) -> bool {
        self.is_extended || self.environment.shopt("extglob")
    }

    fn list(
        &mut self,
        words: &[Word<'a>],
        mut expand: impl FnMut(&mut Self, &Word<'a>) -> Cases<Fields>,
    ) -> Vec<Vec<Field>> {
        let mut cases = sure(Fields::default());
        for word in words {
            self.span = word.span();
            if let Some(text) = word::sole_text(word) {
                for case in &mut cases {
                    case.item.push(Field::text(text, word.span()));
                }
                cases = Self::bounded(cases, word.span());
                continue;
            }
            let next = expand(self, word);
            cases = match (cases.as_mut_slice(), next.len()) {
                ([only], 1) if only.choices.is_empty() => next
                    .into_iter()
                    .map(|case| case.map(|fields| std::mem::take(&mut only.item).followed_by(fields)))
                    .collect(),
                _ => product(&cases, &next, |left, right| left.clone().followed_by(right.clone())),
            };
            cases = Self::bounded(cases, word.span());
        }
        let mut lists: Vec<Vec<Field>> = Vec::with_capacity(cases.len());
        for list in cases.into_iter().map(|case| case.item.finish()) {
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
        lists
    }

    /// The lists so far; past [`FIELDS_CAP`] one that begins as the first of them and goes on unknown.
    fn bounded(cases: Cases<Fields>, span: Span) -> Cases<Fields> {
        if cases.iter().all(|case| case.item.list.len() <= FIELDS_CAP) {
            return cases;
        }
        // The name stays, so that the list starts to grow anew.
        let first = cases.into_iter().next().and_then(|case| case.item.list.into_iter().next());
        let rest = Field { value: AbstractString::unknown("more than FIELDS_CAP words"), many: true, span };
        sure(Fields { list: first.into_iter().chain([rest]).collect(), loose: Vec::new() })
    }

    /// A word of a command: braces, all expansions, splitting and globs.
    fn word_fields(&mut self, word: &Word<'a>) -> Cases<Fields> {
        let Some(words) = brace::expand(word) else {
            let reason = "a brace expansion of more than BRACE_CAP words";
            let field = Field { value: AbstractString::unknown(reason), many: true, span: word.span() };
            return sure(Fields { list: vec![field], loose: Vec::new() });
        };
        let mut all: Option<Cases<Fields>> = None;
        for bits in words {
            let cases = self.bits(&bits, Place::FIELDS);
            let fields: Cases<Fields> = cases
                .into_iter()
                .map(|case| case.map(|fragments| split::fields(self, &fragments, word.span())))
                .collect();
            all = Some(match all {
                None => fields,
                Some(before) => {
                    product(&before, &fields, |left, right| left.clone().followed_by(right.clone()))
                }
            });
        }
        all.unwrap_or_else(|| sure(Fields::default()))
    }

    /// A word that is an assignment argument: one field.
    fn assignment_field(&mut self, word: &Word<'a>) -> Cases<Fields> {
        let cases = self.text(word.parts(), Place::SINGLE);
        cases::map(cases, |value| Fields {
            list: vec![Field { value, many: false, span: word.span() }],
            loose: Vec::new(),
        })
    }

    /// The separators of fields.
    fn ifs(&self) -> String {
        match self.environment.variable("IFS") {
            Variable::Scalar { values, .. } => match values.as_slice() {
                [value] => value.known().unwrap_or(DEFAULT_IFS).to_owned(),
                _ => DEFAULT_IFS.to_owned(),
            },
            _ => DEFAULT_IFS.to_owned(),
        }
    }

    /// What stands between the parameters in `"$*"`.
    fn star_separator(&self) -> String {
        self.ifs().chars().next().map(String::from).unwrap_or_default()
    }
}

/// IFS as a shell starts with it.
const DEFAULT_IFS: &str = " \t\n";

impl Reduce for Fields {
    fn collapse(items: Vec<Self>) -> Self {
        let span = items.iter().flat_map(|item| &item.list).map(|field| field.span).reduce(Span::join);
        let shared = items.iter().map(|item| item.list.as_slice()).reduce(common_front).unwrap_or_default();
        let mut list = shared.to_vec();
        let value = AbstractString::unknown("more than VALUES_CAP alternatives");
        list.push(Field { value, many: true, span: span.unwrap_or_default() });
        Self { list, loose: Vec::new() }
    }

    fn is_assumed(&self) -> bool {
        !self.loose.is_empty() || self.list.iter().any(|field| field.value.is_assumed())
    }

    fn is_unknown(&self) -> bool {
        self.list.iter().any(|field| field.many || field.value.is_unknown())
    }
}

fn common_front<'f>(left: &'f [Field], right: &'f [Field]) -> &'f [Field] {
    let length = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    left.get(..length).unwrap_or_default()
}
