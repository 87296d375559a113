//! Texts inside texts: `eval`, `sh -c`, shells that are fed, sourced and run scripts, aliases.

use std::rc::Rc;

use super::call::positional;
use crate::analysis::environment::{Scope, descriptor_of};
use crate::analysis::expand::{self, Positional, Variable};
use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::{Interpreter, NESTED_TEXT_CAP};
use crate::analysis::overlay::{Layer, Made};
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::{Capture, Cell, State};
use crate::analysis::variables;
use crate::commands::plan::{Dialect, ShellText};
use crate::intent::Via;
use crate::span::Span;
use crate::syntax::ast::{Command, RedirectionTarget};
use crate::syntax::{self, Extglob, ParseOptions};
use crate::value::{AbstractString, Field, Piece};

/// How a nested text is reached.
#[derive(Clone, Copy, Debug)]
pub struct Road {
    /// The kind of road.
    pub via: Via,
    /// Where the text stands in the outermost command.
    pub span: Span,
}

impl<'a> Interpreter<'a, '_> {
    /// Runs a text in the shell of `state`; what is unknown in it is taken to be words without syntax.
    pub fn run_text(&mut self, text: &AbstractString, road: Road, mut state: State<'a>) -> Flow<'a> {
        let (text, holes) = fill(text);
        if let Some((_, hole)) = holes.first() {
            let why = hole.reason().unwrap_or("not known").to_owned();
            self.unknown_outer(road.span, &format!("a text that runs is not known in full: {why}"));
            if text.trim().len() == holes.iter().map(|(name, _)| name.len() + 3).sum::<usize>() {
                return self.open(state);
            }
        }
        for (name, value) in holes {
            state.set(&name, vec![value]);
        }
        self.run_known(&text, road, state)
    }

    /// Tells an unknown at a span of the outermost text.
    fn unknown_outer(&mut self, span: Span, reason: &str) {
        let source = std::mem::replace(&mut self.source, 0);
        self.unknown(span, reason);
        self.source = source;
    }

    fn run_known(&mut self, text: &str, road: Road, state: State<'a>) -> Flow<'a> {
        if !self.take_text(text.len(), Span::default()) || !self.descend(Span::default()) {
            return self.open(state);
        }
        let extglob = state.process.shopts.get("extglob") == Some(&true);
        // A script's text may stand in the command by chance, but it is not there that it is written.
        let source = self.add_source(if road.via == Via::Script { "" } else { text }, road.span);
        let text: &'a str = self.arena.alloc_str(text);
        let extglob = if extglob { Extglob::On } else { Extglob::Auto };
        let options = ParseOptions { extglob, ..ParseOptions::default() };
        let parsed = syntax::parse(self.arena, text, options);
        let before = std::mem::replace(&mut self.source, source);
        self.via.push(road.via);
        for error in &parsed.errors {
            self.unknown(error.span, &format!("a text that runs does not parse: {error}"));
        }
        self.deferred(&parsed.deferred);
        let flow = self.script(&parsed.script, States::one(state));
        self.via.pop();
        self.source = before;
        self.depth -= 1;
        flow
    }

    /// The words of a text that is expanded like a here-document.
    pub fn expand_again(&mut self, text: &'a str, span: Span, state: &mut State<'a>) -> AbstractString {
        if !self.take_text(text.len(), span) || !self.descend(span) {
            return AbstractString::unknown("a text too deep to follow");
        }
        let outer = self.outer(span);
        let source = self.add_source("", outer);
        let parsed = syntax::parse(self.arena, text, ParseOptions::default());
        let before = std::mem::replace(&mut self.source, source);
        self.deferred(&parsed.deferred);
        let mut value = AbstractString::unknown("a text that is expanded twice");
        if let Some(Command::Simple(node)) = parsed
            .script
            .lines
            .first()
            .and_then(|line| line.items.first())
            .and_then(|item| item.and_or.first().commands().first())
            && let Some(RedirectionTarget::HereDocument(document)) =
                node.redirections().first().map(|redirection| redirection.target)
            && let Some(body) = document.body()
        {
            let word = self.arena.alloc(body.text);
            let mut scope = Scope::new(self, state);
            value = variables::one_of(&expand::here_document(word, &mut scope));
        }
        self.source = before;
        self.depth -= 1;
        value
    }

    /// `eval`.
    pub fn eval(&mut self, arguments: &[Field], state: State<'a>) -> Flow<'a> {
        let Some(span) = arguments.iter().map(|field| field.span).reduce(Span::join) else {
            return Flow::success(state);
        };
        let mut text = AbstractString::empty();
        for (number, field) in arguments.iter().enumerate() {
            if number > 0 {
                text.push_text(" ");
            }
            text.append(&field.value);
        }
        let road = Road { via: Via::Eval, span: self.outer(span) };
        self.run_text(&text, road, state)
    }

    /// An alias: its text with the arguments behind it.
    pub fn run_alias(
        &mut self,
        text: &AbstractString,
        arguments: &[Field],
        span: Span,
        mut state: State<'a>,
    ) -> Flow<'a> {
        let mut line = text.clone();
        line.push_text(" \"$@\"");
        let before = std::mem::replace(&mut state.process_mut().positional, positional(arguments));
        let road = Road { via: Via::Alias, span: self.outer(span) };
        // The alias's own name is not expanded again.
        let aliases = std::mem::take(&mut state.process_mut().aliases);
        self.run_text(&line, road, state).map_all(|mut state| {
            let process = state.process_mut();
            process.positional = before.clone();
            process.aliases = Rc::clone(&aliases);
            state
        })
    }

    /// A text that a new shell runs.
    pub fn shell_text(&mut self, shell: &ShellText, state: State<'a>) -> Flow<'a> {
        let road = Road { via: Via::Eval, span: self.outer(shell.text.span) };
        self.shell_text_by(shell, &[], road, state)
    }

    /// The same by a given road, with variables of its own.
    pub fn shell_text_by(
        &mut self,
        shell: &ShellText,
        environment: &[(Rc<str>, AbstractString)],
        road: Road,
        mut state: State<'a>,
    ) -> Flow<'a> {
        let before = state.clone();
        state.enter(Capture::Inherit);
        self.become_shell(&mut state, shell.dialect, &shell.options);
        for (name, value) in environment {
            let cell = state.cell_mut(name, || Variable::Unset);
            *cell = Cell::plain(variables::scalar(value.clone()));
            cell.exported = true;
        }
        let astray = shell.directory.as_ref().and_then(|directory| self.move_to(&mut state, directory));
        if let Some(why) = &astray {
            state.doubt.doomed.get_or_insert(Rc::clone(why));
        }
        let process = state.process_mut();
        process.positional = positional(&shell.parameters);
        if let Some(name) = &shell.name {
            process.name = name.value.clone();
        }
        if let Some(input) = &shell.input {
            let input = state.add_input(input.clone());
            let descriptor = crate::analysis::descriptors::Descriptor::Input(input);
            state.process_mut().descriptors.set(0, descriptor);
        }
        let lenient = std::mem::take(&mut self.lenient);
        let mut flow = Flow::none();
        for state in self.startup(state, road) {
            flow.absorb(self.run_text(&shell.text.value, road, state));
        }
        self.lenient = lenient;
        let mut flow = self.end_subshell(flow).map(|mut state| {
            state.leave();
            state
        });
        if astray.is_some() {
            flow.absorb(Flow::failure(before, 1));
        }
        flow
    }

    /// Runs the file that `BASH_ENV` names, which a script's Bash reads first.
    fn startup(&mut self, state: State<'a>, road: Road) -> States<'a> {
        if state.process.posix || !state.process.variables.contains_key("BASH_ENV") {
            return States::one(state);
        }
        let Some(file) = self.known_variable(&state, "BASH_ENV").filter(|file| !file.is_empty()) else {
            return States::one(state);
        };
        match self.content_of(&state, &AbstractString::text(&file)) {
            Some(text) => {
                let road = Road { via: Via::Script, ..road };
                let mut state = state;
                state.process_mut().sourced += 1;
                let mut flow = self.run_text(&AbstractString::text(&text), road, state);
                let returned = flow.take_jump(Jump::Return);
                flow.push_by_status(returned);
                flow.advance().map(|mut state| {
                    let process = state.process_mut();
                    process.sourced = process.sourced.saturating_sub(1);
                    state
                })
            }
            None => States::one(state),
        }
    }

    /// Makes the process of a state that of a new shell: what is not exported is gone.
    fn become_shell(&mut self, state: &mut State<'a>, dialect: Dialect, options: &[Rc<str>]) {
        let kept: std::collections::BTreeMap<Rc<str>, Cell> = state
            .process
            .variables
            .keys()
            .map(|name| (Rc::clone(name), self.exported(state, name)))
            .map(|(name, value)| {
                let mut cell = Cell::plain(match value {
                    Variable::Indexed(_) | Variable::Associative(_) | Variable::UnknownArray(_) => {
                        Variable::Unset
                    }
                    other => other,
                });
                cell.exported = true;
                (name, cell)
            })
            .collect();
        let process = state.process_mut();
        process.variables = Rc::new(kept);
        let functions =
            process.functions.iter().filter(|(_, function)| function.exported && dialect == Dialect::Bash);
        process.functions = Rc::new(functions.map(|(name, function)| (Rc::clone(name), *function)).collect());
        let (of_set, of_shopt): (Vec<_>, Vec<_>) =
            options.iter().partition(|option| crate::analysis::builtins::long_option_name(option).is_some());
        process.options = Rc::new(of_set.into_iter().map(long_option).collect());
        process.shopts = Rc::new(of_shopt.into_iter().map(|name| (Rc::clone(name), true)).collect());
        process.traps = Rc::default();
        process.aliases = Rc::default();
        process.frames = Rc::default();
        process.sourced = 0;
        process.stack = Rc::default();
        process.positional = Positional::Known(Rc::default());
        process.name = AbstractString::text(if dialect == Dialect::Sh { "sh" } else { "bash" });
        process.posix = dialect == Dialect::Sh;
        process.subshell = false;
    }

    /// `source file arguments…` in the shell of `state`.
    pub fn source_file(&mut self, file: &Field, arguments: &[Field], mut state: State<'a>) -> Flow<'a> {
        let Some(text) = self.script_text(&state, file) else {
            let name = file.value.known().unwrap_or("a file that is not known").to_owned();
            if self.is_missing(&state, &file.value) {
                return Flow::failure(state, 1);
            }
            self.unknown(file.span, &format!("the text of `{name}` that is sourced is not known"));
            return self.open(state);
        };
        let before = state.process.positional.clone();
        if !arguments.is_empty() {
            state.process_mut().positional = positional(arguments);
        }
        let road = Road { via: self.script_road(&state, file), span: self.outer(file.span) };
        state.process_mut().sourced += 1;
        let mut flow = self.run_text(&AbstractString::text(&text), road, state);
        let returned = flow.take_jump(Jump::Return);
        flow.push_by_status(returned);
        flow.map(|mut state| {
            let process = state.process_mut();
            process.sourced = process.sourced.saturating_sub(1);
            if !arguments.is_empty() {
                process.positional = before.clone();
            }
            state
        })
    }

    /// The text of a script: of a file, or of a descriptor by its name.
    fn script_text(&self, state: &State<'a>, file: &Field) -> Option<String> {
        if !self.options.follow_scripts && file.known().and_then(descriptor_of).is_none() {
            return None;
        }
        let text = self.content_of(state, &file.value)?;
        (text.len() <= NESTED_TEXT_CAP && !text.contains('\0')).then_some(text)
    }

    /// A file that was there before is a script; one that the command itself has written, or hands to the shell by a
    /// descriptor, holds a text of this command.
    pub fn script_road(&self, state: &State<'a>, file: &Field) -> Via {
        let Some(known) = file.value.known() else { return Via::Script };
        if descriptor_of(known).is_some() {
            return Via::Eval;
        }
        let absolute = path::absolute(&state.process.directory.physical(), &file.value);
        let Shape::Exact(path) = path::shape(&absolute) else { return Via::Script };
        let resolved = self.files(state).resolve(&path, Last::Follow);
        match state.overlay.find(&resolved.path) {
            Layer::Made(Made::File(_)) => Via::Eval,
            _ => Via::Script,
        }
    }

    /// True if it is known that nothing stands at a path.
    #[must_use]
    pub fn is_missing(&self, state: &State<'a>, value: &AbstractString) -> bool {
        let absolute = path::absolute(&state.process.directory.physical(), value);
        match path::shape(&absolute) {
            Shape::Exact(path) => {
                let resolved = self.files(state).resolve(&path, Last::Follow);
                resolved.problem.is_some() || resolved.entry == Some(crate::world::Entry::Missing)
            }
            _ => false,
        }
    }

    /// Runs a shell script file in a new shell.
    pub fn shell_script(
        &mut self,
        file: &Field,
        arguments: &[Field],
        dialect: Dialect,
        switches: &[Rc<str>],
        state: State<'a>,
    ) -> Option<Flow<'a>> {
        let text = self.script_text(&state, file)?;
        let road = Road { via: self.script_road(&state, file), span: self.outer(file.span) };
        let mut state = state;
        state.enter(Capture::Inherit);
        self.become_shell(&mut state, dialect, &shell_options(switches));
        let process = state.process_mut();
        process.positional = positional(arguments);
        process.name = file.value.clone();
        let lenient = std::mem::take(&mut self.lenient);
        let mut flow = Flow::none();
        for state in self.startup(state, road) {
            flow.absorb(self.run_text(&AbstractString::text(&text), road, state));
        }
        self.lenient = lenient;
        let flow = self.end_subshell(flow);
        Some(flow.map(|mut state| {
            state.leave();
            state
        }))
    }
}

/// The options that change how a text runs, of the words on a script's first line (`#!/bin/sh -eu`).
fn shell_options(switches: &[Rc<str>]) -> Vec<Rc<str>> {
    let letters =
        switches.iter().filter_map(|word| word.strip_prefix('-').filter(|rest| !rest.starts_with('-')));
    letters
        .flat_map(str::chars)
        .filter(|letter| "euxfnCa".contains(*letter))
        .map(|letter| Rc::from(letter.encode_utf8(&mut [0; 4]) as &str))
        .collect()
}

/// The long name of a shell option that was given on a shell's command line.
fn long_option(option: &Rc<str>) -> Rc<str> {
    match crate::analysis::builtins::long_option_name(option) {
        Some(name) => name.into(),
        None => Rc::clone(option),
    }
}

/// A text whose unknown pieces are replaced by expansions of variables, with the values of those.
fn fill(text: &AbstractString) -> (String, Vec<(String, AbstractString)>) {
    let mut filled = String::new();
    let mut holes = Vec::new();
    for piece in text.pieces() {
        if let Piece::Text(known) = piece {
            filled.push_str(known);
            continue;
        }
        let name = format!("__unknown_{}", holes.len() + 1);
        filled.push_str("${");
        filled.push_str(&name);
        filled.push('}');
        let mut value = AbstractString::empty();
        value.push(piece.clone());
        holes.push((name, value));
    }
    (filled, holes)
}
