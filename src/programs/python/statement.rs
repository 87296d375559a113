//! Statements.
//!
//! Owns the control of blocks, tests, `try` and `with`; loops, `match`, definitions and assignments have files of their
//! own.

use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtIf, StmtTry, StmtWith};
use ruff_text_size::Ranged;

use super::Python;
use super::branch::Flow;
use crate::programs::value::Value;

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
    fn behind_handlers(&mut self, node: &'p StmtTry, mark: crate::programs::store::Mark, flow: Flow) -> Flow {
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
}
