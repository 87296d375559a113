//! What word expansion asks of the shell, answered from a state.

use std::rc::Rc;

use crate::analysis::arithmetic::{self, Number};
use crate::analysis::expand::{Environment, Positional, Variable};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::overlay::CONTENT_CAP;
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::{State, Status};
use crate::analysis::variables::Key;
use crate::span::Span;
use crate::syntax::ast::{CommandSubstitution, ProcessSubstitution};
use crate::value::{AbstractString, Output, Piece};
use crate::world::Entry;

/// A state while words are expanded in it.
pub struct Scope<'e, 'a, 'w> {
    /// The interpreter.
    pub interpreter: &'e mut Interpreter<'a, 'w>,
    /// The state.
    pub state: &'e mut State<'a>,
    /// How the expansion failed, if it did.
    pub failure: Option<Failure>,
    /// The status of the last substitution, if there was one.
    pub substituted: Option<Status>,
}

/// What a failed expansion ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// the shell
    Shell,
    /// the complete line
    Line,
}

impl<'e, 'a, 'w> Scope<'e, 'a, 'w> {
    /// A scope over a state.
    pub fn new(interpreter: &'e mut Interpreter<'a, 'w>, state: &'e mut State<'a>) -> Self {
        Self { interpreter, state, failure: None, substituted: None }
    }

    /// The key that a subscript's text stands for.
    pub fn key(&mut self, name: &str, subscript: &AbstractString, span: Span) -> Key {
        let associative = self
            .state
            .process
            .variables
            .get(name)
            .is_some_and(|cell| cell.associative || matches!(cell.value, Variable::Associative(_)));
        if associative {
            return Key::Text(subscript.clone());
        }
        match arithmetic::evaluate_text(subscript, span, self) {
            Number::Known(index) => Key::Number(index),
            Number::Unknown(_) | Number::Error(_) => Key::Unknown,
        }
    }

    fn absolute(&self, path: &str) -> Option<String> {
        let base = self.state.process.directory.physical();
        path::absolute(&base, &AbstractString::text(path)).known().map(str::to_owned)
    }
}

impl<'a> Environment<'a> for Scope<'_, 'a, '_> {
    fn variable(&self, name: &str) -> Variable {
        self.interpreter.variable(self.state, name)
    }

    fn assign(&mut self, name: &str, subscript: Option<&AbstractString>, values: Vec<AbstractString>) {
        let done = match subscript {
            None => self.state.set(name, values),
            Some(subscript) => {
                let key = self.key(name, subscript, self.interpreter.line_of);
                self.state.set_element(name, &key, &values)
            }
        };
        if !done {
            self.failure = Some(Failure::Line);
        }
    }

    fn clear(&mut self, name: &str) {
        self.state.process_mut();
        let empty = Variable::Indexed(std::rc::Rc::default());
        self.state.cell_mut(name, || Variable::Unset).value = empty;
    }

    fn names(&self, prefix: &str) -> Option<Vec<String>> {
        let set = self.state.process.variables.iter();
        let names: Vec<String> = set
            .filter(|(name, cell)| name.starts_with(prefix) && cell.value != Variable::Unset)
            .map(|(name, _)| name.to_string())
            .collect();
        (self.state.process.bare || !names.is_empty()).then_some(names)
    }

    fn positional(&self) -> Positional {
        self.state.process.positional.clone()
    }

    fn special(&self, name: char) -> AbstractString {
        let segment = |what: &str| {
            let mut value = AbstractString::empty();
            value.push(Piece::Segment(what.into()));
            value
        };
        match name {
            '?' => match self.state.status {
                Status::Known(status) => AbstractString::text(&status.to_string()),
                Status::Failure | Status::Open => segment("an exit status"),
            },
            '$' | '!' => segment("a process number"),
            '-' => segment("the shell's options"),
            '0' => self.state.process.name.clone(),
            '_' => self.state.process.last_argument.clone(),
            other => AbstractString::unknown(format!("`${other}`")),
        }
    }

    fn option(&self, name: &str) -> bool {
        self.state.process.options.contains(name) || (name == "posix" && self.state.process.posix)
    }

    fn shopt(&self, name: &str) -> bool {
        self.state.process.shopts.get(name).copied().unwrap_or_else(|| is_on_by_default(name))
    }

    fn substitute(&mut self, node: &'a CommandSubstitution<'a>) -> Output {
        let output = self.interpreter.substitute(node, self.state);
        self.substituted = Some(self.state.status);
        output
    }

    fn process(&mut self, node: &'a ProcessSubstitution<'a>) -> AbstractString {
        self.interpreter.process_substitution(node, self.state)
    }

    fn prompt(&mut self, text: &AbstractString, span: Span) -> AbstractString {
        self.interpreter.prompt(text, span, self.state)
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        let path = self.absolute(directory)?;
        let files = self.interpreter.files(self.state);
        files.list(&files.resolve(&path, Last::Follow).path)
    }

    fn entry(&self, path: &str) -> Option<Entry> {
        let path = self.absolute(path)?;
        let resolved = self.interpreter.files(self.state).resolve(&path, Last::Follow);
        if resolved.problem.is_some() { Some(Entry::Missing) } else { resolved.entry }
    }

    fn is_newer(&self, path: &str, other: &str) -> Option<bool> {
        let files = self.interpreter.files(self.state);
        let physical = |path| Some(files.resolve(&self.absolute(path)?, Last::Follow).path);
        files.is_newer(&physical(path)?, &physical(other)?)
    }

    fn link(&self, path: &str) -> Option<bool> {
        let path = self.absolute(path)?;
        let resolved = self.interpreter.files(self.state).resolve(&path, Last::Keep);
        if resolved.problem.is_some() {
            return Some(false);
        }
        Some(matches!(resolved.entry?, Entry::Link(_)))
    }

    fn home_of(&self, user: &str) -> Option<String> {
        self.interpreter.world.home_of(user)
    }

    fn content(&self, path: &AbstractString) -> Option<String> {
        self.interpreter.content_of(self.state, path)
    }

    fn unknown(&mut self, span: Span, reason: &str) {
        self.interpreter.unknown(span, reason);
    }

    fn fail(&mut self, _span: Span, reason: &str) {
        // `${x:?}` and `set -u` end the shell; other failures end the line.
        let line = reason.contains("bad substitution")
            || reason.contains("no match")
            || reason.contains("division")
            || reason.contains("arithmetic");
        self.failure = Some(if line { Failure::Line } else { Failure::Shell });
    }

    fn may_fail(&mut self) {
        self.interpreter.may_end = true;
    }
}

impl<'a> Interpreter<'a, '_> {
    /// A small file's text as the command has left it; descriptors by their names too.
    #[must_use]
    pub fn content_of(&self, state: &State<'a>, path: &AbstractString) -> Option<String> {
        let known = path.known()?;
        if let Some(number) = descriptor_of(known) {
            return match self.input_of(state, number) {
                Output::Text(text) => text.known().map(str::to_owned),
                Output::Nothing => Some(String::new()),
                _ => None,
            };
        }
        let absolute = path::absolute(&state.process.directory.physical(), path);
        match path::shape(&absolute) {
            Shape::Exact(path) => self.files(state).content(&path, CONTENT_CAP),
            _ => None,
        }
    }
}

/// The descriptor that a path such as `/dev/fd/3` names.
#[must_use]
pub fn descriptor_of(path: &str) -> Option<u32> {
    match path {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        _ => path
            .strip_prefix("/dev/fd/")
            .or_else(|| path.strip_prefix("/proc/self/fd/"))
            .and_then(|number| number.parse().ok()),
    }
}

fn is_on_by_default(name: &str) -> bool {
    matches!(
        name,
        "cmdhist"
            | "complete_fullquote"
            | "extquote"
            | "force_fignore"
            | "globasciiranges"
            | "globskipdots"
            | "hostcomplete"
            | "interactive_comments"
            | "patsub_replacement"
            | "progcomp"
            | "promptvars"
            | "sourcepath"
    )
}

/// What a shared reason says.
#[must_use]
pub fn reason_of(value: &AbstractString) -> Rc<str> {
    value.reason().unwrap_or("not known").into()
}
