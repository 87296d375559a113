//! Statements.
//!
//! Owns the control of blocks, tests, loops, `try`, `with` and `match`; assignments stand in `target`.

use std::collections::BTreeSet;
use std::rc::Rc;

use ruff_python_ast::{
    ExceptHandler, Expr, MatchCase, Pattern, Stmt, StmtClassDef, StmtFor, StmtFunctionDef, StmtIf,
    StmtImport, StmtImportFrom, StmtMatch, StmtTry, StmtWhile, StmtWith,
};
use ruff_text_size::Ranged;

use super::super::store::{Fields, Object};
use super::super::value::Value;
use super::branch::Flow;
use super::target::assigned;
use super::{Definition, LOOP_STEPS_CAP, Python, ROUNDS_CAP, library};

/// What a loop goes over.
pub(super) enum Rounds {
    /// exactly these, in this order
    Known(Vec<Value>),
    /// any number of values like this
    Each(Value),
}

impl<'p> Python<'p, '_> {
    /// Statements one after the other.
    pub(super) fn block(&mut self, statements: &'p [Stmt]) -> Flow {
        for statement in statements {
            if !self.step() || !self.descend(statement.range()) {
                return Flow::Exit;
            }
            let flow = self.statement(statement);
            self.depth -= 1;
            let flow = if self.raised.is_some() { self.outcome() } else { flow };
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &'p Stmt) -> Flow {
        match statement {
            Stmt::Expr(node) => {
                self.eval(&node.value);
            }
            Stmt::Assign(node) => {
                let value = self.eval(&node.value);
                node.targets.iter().for_each(|target| self.assign(target, value.clone()));
            }
            Stmt::AugAssign(node) => self.augment(node),
            Stmt::AnnAssign(node) => self.annotated(node),
            Stmt::Delete(node) => node.targets.iter().for_each(|target| self.delete(target)),
            Stmt::FunctionDef(node) => self.define(node),
            Stmt::ClassDef(node) => self.class(node),
            Stmt::Return(node) => {
                let value = node.value.as_ref().map_or(Value::Nothing, |value| self.eval(value));
                if let Some(frame) = self.frames.last_mut() {
                    frame.returns.push(value);
                }
                return Flow::Return;
            }
            Stmt::For(node) => return self.for_loop(node),
            Stmt::While(node) => return self.while_loop(node),
            Stmt::If(node) => return self.test(node),
            Stmt::With(node) => return self.with(node),
            Stmt::Match(node) => return self.matched(node),
            Stmt::Raise(node) => return self.raise(node.exc.as_deref()),
            Stmt::Try(node) => return self.attempt(node),
            Stmt::Assert(node) => {
                let value = self.eval(&node.test);
                if self.truth(&value) == Some(false) {
                    self.fail("an assertion of the program does not hold");
                }
            }
            Stmt::Import(node) => self.import(node),
            Stmt::ImportFrom(node) => self.import_from(node),
            Stmt::Global(node) => self.elsewhere(&node.names, true),
            Stmt::Nonlocal(node) => self.elsewhere(&node.names, false),
            Stmt::Break(_) => return Flow::Break,
            Stmt::Continue(_) => return Flow::Continue,
            Stmt::TypeAlias(_) | Stmt::Pass(_) => {}
            Stmt::IpyEscapeCommand(_) => {
                self.unread(statement.range(), "a line that is no Python");
            }
        }
        Flow::Next
    }

    /// How an expression that was evaluated leaves: to what follows, by an error, or to the program's end.
    pub(super) fn outcome(&mut self) -> Flow {
        let ended = std::mem::take(&mut self.ended);
        match (self.raised.take(), ended) {
            (None, _) => Flow::Next,
            (Some(_), true) => Flow::Exit,
            (Some(_), false) => Flow::Raise,
        }
    }

    fn raise(&mut self, error: Option<&'p Expr>) -> Flow {
        let value = error.map(|error| self.eval(error));
        let ends = value.is_some_and(
            |value| matches!(&value, Value::Native(name) | Value::Thing(name) if &**name == "SystemExit"),
        );
        match (ends, self.recorder.guarded) {
            (true, _) | (false, 0) => Flow::Exit,
            _ => Flow::Raise,
        }
    }

    fn test(&mut self, node: &'p StmtIf) -> Flow {
        let value = self.eval(&node.test);
        if self.raised.is_some() {
            return Flow::Next;
        }
        match self.truth(&value) {
            Some(true) => self.block(&node.body),
            Some(false) => self.otherwise(node, 0),
            None => self.either(|python| python.block(&node.body), |python| python.otherwise(node, 0)),
        }
    }

    fn otherwise(&mut self, node: &'p StmtIf, clause: usize) -> Flow {
        let Some(here) = node.elif_else_clauses.get(clause) else { return Flow::Next };
        let Some(test) = &here.test else { return self.block(&here.body) };
        if !self.descend(here.range) {
            return Flow::Exit;
        }
        let value = self.eval(test);
        let truth = if self.raised.is_some() { Some(true) } else { self.truth(&value) };
        let flow = match truth {
            Some(true) => self.block(&here.body),
            Some(false) => self.otherwise(node, clause + 1),
            None => {
                self.either(|python| python.block(&here.body), |python| python.otherwise(node, clause + 1))
            }
        };
        self.depth -= 1;
        flow
    }

    fn for_loop(&mut self, node: &'p StmtFor) -> Flow {
        let iterable = self.eval(&node.iter);
        if self.raised.is_some() {
            return Flow::Next;
        }
        match self.rounds(&iterable) {
            Rounds::Known(members) => self.known_rounds(node, members),
            Rounds::Each(member) => {
                self.widen(&node.body);
                let flow = self.perhaps(|python| {
                    python.assign(&node.target, member.clone());
                    python.round(&node.body)
                });
                if flow == Flow::Next { self.block(&node.orelse) } else { flow }
            }
        }
    }

    fn known_rounds(&mut self, node: &'p StmtFor, members: Vec<Value>) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let mut broke = false;
        let mut left = Flow::Next;
        let start = self.steps;
        for (number, member) in members.iter().enumerate() {
            if self.steps.saturating_sub(start) > LOOP_STEPS_CAP && number > 2 {
                left = self.further_rounds(node, members.get(number..).unwrap_or(&[]));
                break;
            }
            let (before, pending) = (self.loose, self.pending.len());
            self.assign(&node.target, member.clone());
            let flow = self.block(&node.body);
            self.arrive(Flow::Continue, before, pending);
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => {
                    broke = true;
                    break;
                }
                other => {
                    left = other;
                    break;
                }
            }
        }
        self.arrive(Flow::Break, before, pending);
        if left != Flow::Next || broke { left } else { self.block(&node.orelse) }
    }

    /// Rounds that are too many to be followed one by one, as one of which little is known.
    fn further_rounds(&mut self, node: &'p StmtFor, members: &[Value]) -> Flow {
        let member = Value::collapsed(members);
        self.widen(&node.body);
        self.perhaps(|python| {
            python.assign(&node.target, member);
            python.round(&node.body)
        })
    }

    /// One round of a loop whose rounds are not known: its own jumps end in it.
    fn round(&mut self, body: &'p [Stmt]) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let flow = self.block(body);
        self.arrive(Flow::Continue, before, pending);
        self.arrive(Flow::Break, before, pending);
        match flow {
            Flow::Continue | Flow::Break => Flow::Next,
            other => other,
        }
    }

    fn while_loop(&mut self, node: &'p StmtWhile) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let mut left = Flow::Next;
        let start = self.steps;
        for number in 0.. {
            let value = self.eval(&node.test);
            let truth = self.truth(&value);
            let may_have_left = self.pending.len() > pending;
            if truth == Some(false) || self.raised.is_some() {
                break;
            }
            let many = number >= ROUNDS_CAP || self.steps.saturating_sub(start) > LOOP_STEPS_CAP;
            if truth.is_none() || may_have_left || many {
                self.widen(&node.body);
                left = self.perhaps(|python| python.round(&node.body));
                break;
            }
            let (before, pending) = (self.loose, self.pending.len());
            let flow = self.block(&node.body);
            self.arrive(Flow::Continue, before, pending);
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                other => {
                    left = other;
                    break;
                }
            }
        }
        self.arrive(Flow::Break, before, pending);
        if left == Flow::Next { self.block(&node.orelse) } else { left }
    }

    /// Before rounds of which nobody knows how many there are: what they change is not known any more.
    pub(super) fn widen(&mut self, body: &'p [Stmt]) {
        let mut names = BTreeSet::new();
        assigned(body, &mut names, 0);
        for name in names {
            let Some((_, value)) = self.store.variable(self.scope, name) else { continue };
            let why = "it changes in a loop";
            let wide = match value {
                Value::Text(_) => super::unknown_text(why),
                Value::Int(_) | Value::Float(_) | Value::Bool(_) => Value::unknown(why),
                other => other.clone().or(Value::unknown(why)),
            };
            self.set_name(name, wide);
        }
    }

    /// What a loop over a value goes over.
    pub(super) fn rounds(&mut self, value: &Value) -> Rounds {
        if let Some(members) = self.members(value) {
            if members.len() <= ROUNDS_CAP {
                return Rounds::Known(members);
            }
            return Rounds::Each(Value::collapsed(&members));
        }
        Rounds::Each(self.element(value))
    }

    fn attempt(&mut self, node: &'p StmtTry) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let guards = u32::from(!node.handlers.is_empty());
        let mark = self.store.begin();
        self.recorder.guarded += guards;
        let mut flow = self.block(&node.body);
        self.recorder.guarded -= guards;
        if flow == Flow::Raise && guards > 0 {
            self.store.keep(mark);
            flow = self.handlers(node, 0, false);
        } else {
            if flow == Flow::Next {
                flow = self.block(&node.orelse);
            }
            flow = self.behind_handlers(node, mark, flow);
        }
        self.arrive(Flow::Raise, before, pending);
        match self.block(&node.finalbody) {
            Flow::Next => flow,
            other => other,
        }
    }

    /// The handlers of a body that is not known to fail.
    fn behind_handlers(&mut self, node: &'p StmtTry, mark: super::super::store::Mark, flow: Flow) -> Flow {
        if node.handlers.is_empty() {
            self.store.keep(mark);
            return flow;
        }
        if flow == Flow::Next {
            self.store.keep(mark);
            self.unlikely(|python| python.handlers(node, 0, true));
            return flow;
        }
        // The body jumps away: what stands behind the `try` runs only after a handler.
        self.instead(mark, flow, |python| python.handlers(node, 0, true))
    }

    /// Runs the handlers from one on; each but the last may not be the one that is meant.
    fn handlers(&mut self, node: &'p StmtTry, at: usize, unlikely: bool) -> Flow {
        let Some(ExceptHandler::ExceptHandler(handler)) = node.handlers.get(at) else { return Flow::Next };
        let run = |python: &mut Self| {
            if let Some(name) = &handler.name {
                python.set_name(name.as_str(), Value::Thing("Exception".into()));
            }
            python.block(&handler.body)
        };
        if at + 1 == node.handlers.len() {
            return run(self);
        }
        let _ = unlikely;
        self.either(run, |python| python.handlers(node, at + 1, unlikely))
    }

    fn with(&mut self, node: &'p StmtWith) -> Flow {
        let mut ends = Vec::new();
        for item in &node.items {
            let value = self.eval(&item.context_expr);
            let (inner, end) = self.enter(value, item.context_expr.range());
            ends.push(end);
            if let Some(target) = &item.optional_vars {
                self.assign(target, inner);
            }
            if self.raised.is_some() {
                break;
            }
        }
        let flow = if self.raised.is_some() { Flow::Next } else { self.block(&node.body) };
        let mut swallowed = false;
        for end in ends.into_iter().rev() {
            swallowed |= self.leave(end);
        }
        if swallowed && matches!(flow, Flow::Raise) { Flow::Next } else { flow }
    }

    fn matched(&mut self, node: &'p StmtMatch) -> Flow {
        let subject = self.eval(&node.subject);
        if self.raised.is_some() {
            return Flow::Next;
        }
        self.cases(&node.cases, &subject)
    }

    fn cases(&mut self, cases: &'p [MatchCase], subject: &Value) -> Flow {
        let Some((case, rest)) = cases.split_first() else { return Flow::Next };
        let mut fits = self.fits(&case.pattern, subject);
        if fits != Some(false)
            && let Some(guard) = &case.guard
        {
            let value = self.eval(guard);
            fits = match (fits, self.truth(&value)) {
                (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        match fits {
            Some(true) => self.block(&case.body),
            Some(false) => self.cases(rest, subject),
            None if self.descend(case.range) => {
                let flow =
                    self.either(|python| python.block(&case.body), |python| python.cases(rest, subject));
                self.depth -= 1;
                flow
            }
            None => Flow::Exit,
        }
    }

    fn fits(&mut self, pattern: &'p Pattern, subject: &Value) -> Option<bool> {
        match pattern {
            Pattern::MatchValue(node) => {
                let value = self.eval(&node.value);
                self.equals(&value, subject)
            }
            Pattern::MatchAs(node) => {
                let fits = node.pattern.as_ref().map_or(Some(true), |pattern| self.fits(pattern, subject));
                if let Some(name) = &node.name {
                    self.set_name(name.as_str(), subject.clone());
                }
                fits
            }
            Pattern::MatchOr(node) => {
                let fits: Vec<Option<bool>> =
                    node.patterns.iter().map(|pattern| self.fits(pattern, subject)).collect();
                match () {
                    () if fits.contains(&Some(true)) => Some(true),
                    () if fits.iter().all(|fits| *fits == Some(false)) => Some(false),
                    () => None,
                }
            }
            _ => None,
        }
    }

    fn define(&mut self, node: &'p StmtFunctionDef) {
        let number = self.functions.len();
        self.functions.push(Definition::Def(node));
        let mut value = Value::Function(number, self.scope);
        for decorator in node.decorator_list.iter().rev() {
            let wrapper = self.eval(&decorator.expression);
            value = self.decorated(wrapper, value, decorator.range);
        }
        self.set_name(node.name.as_str(), value);
    }

    fn class(&mut self, node: &'p StmtClassDef) {
        let bases = node.arguments.iter().flat_map(|arguments| arguments.args.iter());
        let bases: Vec<Value> = bases.map(|base| self.eval(base)).collect();
        let outer = self.scope;
        self.scope = self.store.scope(Some(outer));
        self.block(&node.body);
        let fields: Fields = self.store.names(self.scope);
        self.scope = outer;
        for decorator in &node.decorator_list {
            self.eval(&decorator.expression);
        }
        let mut class = self.store.make(Object::Class(bases.clone(), fields));
        let slots: Vec<Rc<str>> = slots(&node.body);
        if !node.decorator_list.is_empty() && !slots.is_empty() {
            let names = slots.iter().map(|name| Value::text(name)).collect();
            if let Value::Object(id) = class
                && let Some(Object::Class(_, fields)) = self.store.change(id)
            {
                fields.insert("__fields__".into(), Value::Tuple(names));
            }
        }
        if bases.iter().any(|base| matches!(base, Value::Foreign(_))) {
            class = Value::Foreign("a class of a library that is not known".into());
        }
        self.set_name(node.name.as_str(), class);
    }

    fn import(&mut self, node: &'p StmtImport) {
        for alias in &node.names {
            let full = alias.name.as_str();
            let module = self.module(full, node.range);
            match &alias.asname {
                Some(name) => self.set_name(name.as_str(), module),
                None => {
                    let top = full.split('.').next().unwrap_or(full);
                    let value = if matches!(module, Value::Native(_)) { Value::native(top) } else { module };
                    self.set_name(top, value);
                }
            }
        }
    }

    fn import_from(&mut self, node: &'p StmtImportFrom) {
        let name = node.module.as_ref().map_or("", |name| name.as_str());
        let module = if node.level > 0 {
            self.unread(node.range, "a module of the program's own package is not read")
        } else {
            self.module(name, node.range)
        };
        for alias in &node.names {
            let short = alias.name.as_str();
            if short == "*" {
                self.import_all(&module);
                continue;
            }
            let value = match &module {
                Value::Native(module) => library::attribute(module, short),
                other => other.clone(),
            };
            let value = self.member_value(value);
            self.set_name(alias.asname.as_ref().unwrap_or(&alias.name).as_str(), value);
        }
    }

    fn module(&mut self, name: &str, range: ruff_text_size::TextRange) -> Value {
        if library::is_module(name) {
            return Value::Native(library::canonical(name).into());
        }
        self.unread(range, &format!("what the module `{name}` does is not known"))
    }
}

/// The annotated names of a class body, which a data class's constructor takes.
fn slots(body: &[Stmt]) -> Vec<Rc<str>> {
    body.iter()
        .filter_map(|statement| match statement {
            Stmt::AnnAssign(node) => match &*node.target {
                Expr::Name(name) => Some(name.id.as_str().into()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}
