//! Simple commands: expansion, redirections, assignments, and the choice of what runs (manual 3.7.1).

use std::rc::Rc;

use super::compound::expansion_failed;
use super::keep_no_more;
use crate::analysis::arithmetic::{self, Number};
use crate::analysis::builtins;
use crate::analysis::environment::{Failure, Scope};
use crate::analysis::expand::{self, ArrayKind, Variable};
use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{Cell, State, Status};
use crate::syntax::ast::{Assignment, AssignmentValue, SimpleCommand, Word, WordPartKind};
use crate::value::{AbstractString, Field, Output};

/// Builtins whose arguments may be assignments.
const DECLARATIONS: &[&str] = &["declare", "export", "local", "readonly", "typeset"];

/// Variables as they were before a command's own assignments.
type Hidden = Vec<(Rc<str>, Option<Cell>)>;

/// A command with its words expanded.
#[derive(Clone, Copy, Debug)]
pub struct Call<'c, 'a> {
    /// Name and arguments; never empty.
    pub fields: &'c [Field],
    /// The command as written; `None` where another command runs it.
    pub node: Option<&'a SimpleCommand<'a>>,
    /// Whether functions and builtins can be meant.
    pub kind: Callee,
}

/// What a name may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// functions, builtins, programs
    Any,
    /// builtins and programs (`command`)
    NoFunction,
    /// builtins alone (`builtin`)
    Builtin,
    /// programs alone (`env`, `exec`)
    Program,
}

impl<'a> Interpreter<'a, '_> {
    /// Runs a simple command.
    pub fn simple(&mut self, node: &'a SimpleCommand<'a>, state: State<'a>) -> Flow<'a> {
        if !self.step(node.span()) {
            return Flow::success(state);
        }
        self.line_of = self.outer(node.span());
        let before = self.before_move(&state);
        let mut flow = Flow::none();
        for state in self.trap(state, "DEBUG") {
            let start = state.clone();
            flow.absorb(self.expanded(node, state));
            if std::mem::take(&mut self.may_end) && start.process.captures == 0 {
                // Nobody knows whether the variable is set: what follows is not certain. A substitution is taken to
                // print what it prints.
                flow.push_jump(Jump::Exit, States::one(State { status: Status::Failure, ..start }));
            }
        }
        self.after_move(before, flow.ok.iter().chain(flow.failed.iter()), node.span());
        flow
    }

    fn expanded(&mut self, node: &'a SimpleCommand<'a>, mut state: State<'a>) -> Flow<'a> {
        if node.words().is_empty() {
            return self.nameless(node, state, None);
        }
        let mut scope = Scope::new(self, &mut state);
        let mut lists = if is_declaration(node.words()) {
            expand::declaration_fields(node.words(), &mut scope)
        } else {
            expand::fields(node.words(), &mut scope)
        };
        let substituted = scope.substituted;
        if let Some(failure) = scope.failure {
            return expansion_failed(state, failure);
        }
        let last = lists.pop();
        let mut flow = Flow::none();
        for fields in lists {
            flow.absorb(self.invoke(node, state.clone(), &fields, substituted));
        }
        if let Some(fields) = last {
            flow.absorb(self.invoke(node, state, &fields, substituted));
        }
        flow
    }

    fn invoke(
        &mut self,
        node: &'a SimpleCommand<'a>,
        mut state: State<'a>,
        fields: &[Field],
        substituted: Option<Status>,
    ) -> Flow<'a> {
        let Some(name) = fields.first() else { return self.nameless(node, state, substituted) };
        if name.known() == Some("exec") && fields.len() == 1 {
            let was_doomed = state.doubt.doomed.is_some();
            return match self.redirect(node.redirections(), &mut state) {
                Ok(()) => match Self::undoomed(&state, was_doomed) {
                    Some(real) => Flow::doomed(state, real, &"an input is missing".into()),
                    None => Flow::success(state),
                },
                // It ends a POSIX shell.
                Err(()) if state.process.posix => expansion_failed(state, Failure::Shell),
                Err(()) => Flow::failure(state, 1),
            };
        }
        let redirected = !node.redirections().is_empty();
        let mut real = None;
        if redirected {
            let process = state.process_mut();
            Rc::make_mut(&mut process.kept).push(process.descriptors.clone());
            let was_doomed = state.doubt.doomed.is_some();
            if self.redirect(node.redirections(), &mut state).is_err() {
                return Flow::failure(keep_no_more(state), 1);
            }
            real = Self::undoomed(&state, was_doomed);
        }
        let hidden = match self.prefix(node.assignments(), &mut state) {
            Ok(hidden) => hidden,
            Err(failure) => return expansion_failed(state, failure),
        };
        let call = Call { fields, node: Some(node), kind: Callee::Any };
        let pending = std::mem::take(&mut self.may_end);
        let mut flow = self.call(call, state);
        self.may_end |= pending;
        if let Some(real) = real {
            flow.absorb(Flow::failure(real, 1));
        }
        if !redirected && hidden.is_empty() {
            return flow;
        }
        flow.map_all(|mut state| {
            state.restore(hidden.clone());
            if redirected { keep_no_more(state) } else { state }
        })
    }

    /// Sets the variables of a prefix for the command; gives what they hide.
    fn prefix(
        &mut self,
        assignments: &'a [Assignment<'a>],
        state: &mut State<'a>,
    ) -> Result<Hidden, Failure> {
        let mut hidden = Hidden::new();
        for assignment in assignments {
            if hidden.iter().all(|(name, _)| &**name != assignment.name) {
                let before = state.process.variables.get(assignment.name).cloned();
                hidden.push((assignment.name.into(), before));
            }
            self.assign(assignment, state)?;
            let name = assignment.name;
            state.cell_mut(name, || Variable::Unset).exported = true;
        }
        Ok(hidden)
    }

    /// A command without a name: redirections and assignments.
    fn nameless(
        &mut self,
        node: &'a SimpleCommand<'a>,
        mut state: State<'a>,
        substituted: Option<Status>,
    ) -> Flow<'a> {
        if !node.redirections().is_empty() {
            let process = state.process_mut();
            Rc::make_mut(&mut process.kept).push(process.descriptors.clone());
            let was_doomed = state.doubt.doomed.is_some();
            let redirected = self.redirect(node.redirections(), &mut state);
            state = keep_no_more(state);
            if redirected.is_err() {
                return Flow::failure(state, 1);
            }
            if let Some(real) = Self::undoomed(&state, was_doomed) {
                return Flow::doomed(state, real, &"an input is missing".into());
            }
        }
        let mut status = substituted.unwrap_or(Status::Known(0));
        for assignment in node.assignments() {
            match self.assign(assignment, &mut state) {
                Ok(Some(inner)) => status = inner,
                Ok(None) => {}
                Err(failure) => return expansion_failed(state, failure),
            }
        }
        state.status = status;
        state.process_mut().last_argument = AbstractString::empty();
        Flow::by_status(state)
    }

    /// Assigns; gives the status of the last command substitution in it.
    fn assign(&mut self, node: &'a Assignment<'a>, state: &mut State<'a>) -> Result<Option<Status>, Failure> {
        let integer = state.process.variables.get(node.name).is_some_and(|cell| cell.integer);
        let mut scope = Scope::new(self, state);
        let done = match &node.value {
            AssignmentValue::Array(literal) => {
                let value = array(literal, node.name, node.append, &mut scope);
                scope.state.set_value(node.name, value)
            }
            AssignmentValue::Scalar(word) => {
                let values = expand::assignment_value(word, &mut scope);
                let values = if integer { scope.integers(&values, word) } else { values };
                match &node.subscript {
                    None => scope.assign_scalar(node.name, values, node.append, integer),
                    Some(subscript) => scope.assign_element(node, subscript, values),
                }
            }
        };
        match scope.failure {
            Some(failure) => Err(failure),
            None if done => Ok(scope.substituted),
            None => Err(Failure::Line),
        }
    }
}

impl<'a> Scope<'_, 'a, '_> {
    fn integers(&mut self, values: &[AbstractString], word: &Word<'a>) -> Vec<AbstractString> {
        values
            .iter()
            .map(|value| match arithmetic::evaluate_text(value, word.span(), self) {
                Number::Known(number) => AbstractString::text(&number.to_string()),
                Number::Unknown(why) | Number::Error(why) => AbstractString::unknown(why),
            })
            .collect()
    }

    /// `name=value` and `name+=value`.
    pub fn assign_scalar(
        &mut self,
        name: &str,
        values: Vec<AbstractString>,
        append: bool,
        integer: bool,
    ) -> bool {
        if !append {
            return self.state.set(name, values);
        }
        let before = self.interpreter.variable(self.state, name);
        let value = match before {
            Variable::Unset => return self.state.set(name, values),
            Variable::Scalar { values: before, maybe_unset } => {
                Variable::Scalar { values: appended(&before, &values, integer), maybe_unset }
            }
            Variable::Indexed(elements) => {
                let mut elements = (*elements).clone();
                match elements.iter_mut().find(|(index, _)| *index == 0) {
                    Some((_, first)) => first.append(&crate::analysis::variables::one_of(&values)),
                    None => elements.insert(0, (0, crate::analysis::variables::one_of(&values))),
                }
                Variable::Indexed(Rc::new(elements))
            }
            other => other,
        };
        self.state.set_value(name, value)
    }

    fn assign_element(
        &mut self,
        node: &Assignment<'a>,
        subscript: &Word<'a>,
        values: Vec<AbstractString>,
    ) -> bool {
        let texts = expand::assignment_value(subscript, self);
        let text = crate::analysis::variables::one_of(&texts);
        let key = self.key(node.name, &text, subscript.span());
        if node.append {
            let name = node.name;
            let why = format!("an element of `{name}` was appended to");
            return self.state.set_element(name, &key, &[AbstractString::unknown(why)]);
        }
        self.state.set_element(node.name, &key, &values)
    }
}

/// The value of `name=( … )`.
pub fn array<'a>(
    literal: &crate::syntax::ast::ArrayLiteral<'a>,
    name: &str,
    append: bool,
    scope: &mut Scope<'_, 'a, '_>,
) -> Variable {
    let cell = scope.state.process.variables.get(name);
    let associative =
        cell.is_some_and(|cell| cell.associative || matches!(cell.value, Variable::Associative(_)));
    let kind = if associative { ArrayKind::Associative } else { ArrayKind::Indexed };
    let base = append.then(|| scope.interpreter.variable(scope.state, name));
    expand::array_value(literal, kind, base.as_ref(), scope)
}

/// Each value with each other behind it; numbers are added.
fn appended(before: &[AbstractString], after: &[AbstractString], integer: bool) -> Vec<AbstractString> {
    let mut joined = Vec::new();
    for first in before {
        for second in after {
            let sum = match (first.known(), second.known()) {
                (Some(first), Some(second)) if integer => {
                    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
                    AbstractString::text(&number(first).wrapping_add(number(second)).to_string())
                }
                _ => {
                    let mut both = first.clone();
                    both.append(second);
                    both
                }
            };
            joined.push(sum);
        }
    }
    if joined.len() > crate::value::VALUES_CAP {
        return vec![AbstractString::unknown("more values than are told apart")];
    }
    joined
}

fn is_declaration(words: &[Word<'_>]) -> bool {
    let literal = |word: &Word<'_>| match word.parts() {
        [part] => match part.kind {
            WordPartKind::Literal(text) => Some(text.to_owned()),
            _ => None,
        },
        _ => None,
    };
    let mut names = words.iter().map(literal);
    match names.next().flatten().as_deref() {
        Some("builtin" | "command") => {
            names.next().flatten().is_some_and(|name| DECLARATIONS.contains(&name.as_str()))
        }
        Some(name) => DECLARATIONS.contains(&name),
        None => false,
    }
}

impl<'a> Interpreter<'a, '_> {
    /// Runs a command whose words are known: a function, a builtin, git, or a program.
    pub fn call(&mut self, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
        let Some(first) = call.fields.first() else { return Flow::success(state) };
        let Some(name) = first.known() else {
            let why = first.value.reason().unwrap_or("not known");
            self.unknown(first.span, &format!("which command runs is not known: {why}"));
            return self.unread(state, "what a command that is not known prints");
        };
        if call.kind == Callee::Any
            && let Some(function) = state.process.functions.get(name).copied()
        {
            return self.call_function(name, function, &call, state);
        }
        let last = call.fields.last().map(|field| field.value.clone()).unwrap_or_default();
        if call.kind != Callee::Program
            && !state.process.disabled.contains(name)
            && let Some(builtin) = builtins::find(name)
        {
            return builtin(self, call, state).map(|mut state| {
                state.process_mut().last_argument = last.clone();
                state
            });
        }
        if call.kind == Callee::Builtin {
            return Flow::failure(state, 1);
        }
        state.process_mut().last_argument = last;
        self.program(name, call, state)
    }

    /// Runs a program.
    fn program(&mut self, name: &str, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
        let base = name.rsplit('/').next().unwrap_or(name);
        if base == "git" || base == "hub" {
            return self.git(call.fields, state);
        }
        if let Some(argv) = git_by_its_file(name, base, call.fields) {
            return self.git(&argv, state);
        }
        if let Some(flow) = self.aliased(name, call, &state) {
            return flow;
        }
        if let Some(flow) = self.own_program(name, call, &state) {
            return flow;
        }
        if let Some(plan) = self.plan(call.fields, &state) {
            return self.apply(plan, state, call.fields);
        }
        if name.contains('/') {
            return self.script_by_path(call.fields, state);
        }
        if call.kind == Callee::Program
            && let Some(builtin) = builtins::find_program(name)
        {
            return builtin(self, call, state);
        }
        let span = call.fields.first().map(|field| field.span).unwrap_or_default();
        self.unknown(span, &format!("unknown command `{name}`"));
        self.unread(state, &format!("what `{name}` prints"))
    }

    /// A program runs of which nothing is known but that it may print.
    pub fn unread(&mut self, state: State<'a>, prints: &str) -> Flow<'a> {
        let mut after = state.clone();
        self.print(&mut after, 1, &Output::Unknown(prints.into()));
        after.overlay.scatter();
        Flow::open(after, state)
    }

    /// An alias that an earlier line has defined, where aliases are expanded.
    fn aliased(&mut self, name: &str, call: Call<'_, 'a>, state: &State<'a>) -> Option<Flow<'a>> {
        if state.process.shopts.get("expand_aliases") != Some(&true) {
            return None;
        }
        let alias = state.process.aliases.get(name)?.clone();
        let node = call.node?;
        if alias.line == self.line() {
            return None;
        }
        let text = alias.text;
        let arguments = call.fields.get(1..).unwrap_or_default();
        Some(self.run_alias(&text, arguments, node.span(), state.clone()))
    }

    /// Both outcomes of a command of which nothing is known.
    pub fn open(&mut self, state: State<'a>) -> Flow<'a> {
        let before = state.clone();
        Flow::open(state, before)
    }
}

/// `git-commit …`, as git's own directory of programs names it, in the words of `git commit …`.
fn git_by_its_file(name: &str, base: &str, fields: &[Field]) -> Option<Vec<Field>> {
    let (subcommand, (first, rest)) = (base.strip_prefix("git-")?, fields.split_first()?);
    let own = name == base || name.contains("/git-core/");
    if !own || crate::commands::git::row(subcommand, rest.first().and_then(Field::known)).is_none() {
        return None;
    }
    let words = ["git", subcommand].map(|word| Field::text(word, first.span));
    Some(words.into_iter().chain(rest.iter().cloned()).collect())
}
