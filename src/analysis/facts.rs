//! What programs may ask while their arguments are read, answered from a state.

use std::cell::OnceCell;

use crate::analysis::expand::Variable;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::path::{self, Last, Resolved, Shape};
use crate::analysis::state::State;
use crate::commands;
use crate::commands::plan::{Facts, Kind, Plan, Program};
use crate::programs::{self, Reading, Request};
use crate::value::{AbstractString, Field, Output};
use crate::world::Entry;

/// A state as programs see it.
struct Seen<'s, 'a, 'w> {
    interpreter: &'s Interpreter<'a, 'w>,
    state: &'s State<'a>,
    input: OnceCell<Output>,
}

impl<'a> Interpreter<'a, '_> {
    /// What a program will do; `None` if nobody knows the program.
    #[must_use]
    pub fn plan(&self, argv: &[Field], state: &State<'a>) -> Option<Plan> {
        commands::plan_with(argv, self.added, &Seen { interpreter: self, state, input: OnceCell::new() })
    }

    /// What a program in another language does; `None` if nobody reads it.
    #[must_use]
    pub fn reading(
        &self,
        program: &Program,
        name: Option<&AbstractString>,
        text: &str,
        holes: &[AbstractString],
        state: &State<'a>,
    ) -> Option<Reading> {
        programs::read(&Request {
            language: program.language,
            text,
            holes,
            name,
            arguments: &program.arguments,
            switches: &program.switches,
            facts: &Seen { interpreter: self, state, input: OnceCell::new() },
        })
    }
}

impl Seen<'_, '_, '_> {
    fn resolve(&self, path: &AbstractString, last: Last) -> Option<Resolved> {
        let absolute = path::absolute(&self.state.process.directory.physical(), path);
        match path::shape(&absolute) {
            Shape::Exact(path) => Some(self.interpreter.files(self.state).resolve(&path, last)),
            _ => None,
        }
    }
}

impl Facts for Seen<'_, '_, '_> {
    fn is_directory(&self, path: &AbstractString) -> Option<bool> {
        let resolved = self.resolve(path, Last::Follow)?;
        if resolved.problem.is_some() {
            return Some(false);
        }
        Some(resolved.entry? == Entry::Directory)
    }

    fn exists(&self, path: &AbstractString) -> Option<bool> {
        let resolved = self.resolve(path, Last::Follow)?;
        if resolved.problem.is_some() {
            return Some(false);
        }
        Some(resolved.entry? != Entry::Missing)
    }

    fn kind(&self, path: &AbstractString) -> Option<Kind> {
        let resolved = self.resolve(path, Last::Keep)?;
        if resolved.problem.is_some() {
            return Some(Kind::Missing);
        }
        Some(match resolved.entry? {
            Entry::Missing => Kind::Missing,
            Entry::File { .. } => Kind::File,
            Entry::Directory => Kind::Directory,
            Entry::Link(_) => Kind::Link,
            Entry::Other => Kind::Other,
        })
    }

    fn content(&self, path: &AbstractString) -> Option<String> {
        self.interpreter.content_of(self.state, path)
    }

    fn list(&self, directory: &AbstractString) -> Option<Vec<String>> {
        let resolved = self.resolve(directory, Last::Follow)?;
        if resolved.problem.is_some() {
            return None;
        }
        self.interpreter.files(self.state).list(&resolved.path)
    }

    fn environment(&self, name: &str) -> Option<String> {
        match self.interpreter.exported(self.state, name) {
            Variable::Scalar { values, maybe_unset: false } => match values.as_slice() {
                [value] => value.known().map(str::to_owned),
                _ => None,
            },
            _ => None,
        }
    }

    fn input(&self) -> &Output {
        self.input.get_or_init(|| self.interpreter.input_of(self.state, 0))
    }

    fn directory(&self) -> Option<String> {
        self.state.process.directory.known().map(str::to_owned)
    }
}
