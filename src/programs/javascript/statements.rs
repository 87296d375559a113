//! Statements: blocks, branches, loops, exceptions, declarations.

use std::rc::Rc;

use oxc_ast::ast::{
    BindingPattern, BlockStatement, Declaration, ForInStatement, ForOfStatement, ForStatement,
    ForStatementInit, ForStatementLeft, IfStatement, Statement, SwitchStatement, TryStatement,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_span::GetSpan;

use super::{Code, Done, Part, Run, Stop, span_of};
use crate::programs::value::Value;
use crate::span::Span;

/// Rounds of a loop over known values.
const ROUNDS_CAP: usize = 512;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// Statements one after the other.
    pub(super) fn statements(&mut self, body: &'a [Statement<'a>]) -> Done<'a> {
        for statement in body {
            self.statement(statement)?;
        }
        Ok(())
    }

    /// A block with a scope of its own.
    fn block(&mut self, block: &'a BlockStatement<'a>) -> Done<'a> {
        self.scoped(|run| {
            run.hoist(&block.body, false);
            run.statements(&block.body)
        })
    }

    /// Runs something in a new scope.
    pub(super) fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope;
        self.scope = self.store.scope(Some(outer));
        let done = inner(self);
        self.scope = outer;
        done
    }

    /// Functions (and in a function's own body `var`) are there before the first statement runs.
    pub(super) fn hoist(&mut self, body: &'a [Statement<'a>], is_function: bool) {
        for statement in body {
            let function = match statement {
                Statement::FunctionDeclaration(function) => Some(&**function),
                Statement::ExportDeclaration(export) => match &export.declaration {
                    Declaration::FunctionDeclaration(function) => Some(&**function),
                    _ => None,
                },
                Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                    oxc_ast::ast::ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                        Some(&**function)
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(function) = function
                && let Some(id) = &function.id
            {
                let value = self.function(Code::Function(function));
                self.declare(id.name.as_str(), value);
            } else if let Statement::VariableDeclaration(declaration) = statement
                && is_function
                && declaration.kind == VariableDeclarationKind::Var
            {
                for declarator in &declaration.declarations {
                    if let BindingPattern::BindingIdentifier(id) = &declarator.id {
                        self.declare(id.name.as_str(), Value::Nothing);
                    }
                }
            }
        }
    }

    /// Sets a variable of the innermost scope.
    pub(super) fn declare(&mut self, name: &str, value: Value) {
        let scope = self.scope;
        self.store.set(scope, &Rc::from(name), Some(value));
    }

    fn statement(&mut self, statement: &'a Statement<'a>) -> Done<'a> {
        let span = span_of(statement.span());
        if !self.enter(span) {
            return Err(Stop::Exit);
        }
        let done = self.statement_of(statement, span);
        self.leave();
        done
    }

    fn statement_of(&mut self, statement: &'a Statement<'a>, span: Span) -> Done<'a> {
        match statement {
            Statement::BlockStatement(block) => self.block(block),
            Statement::BreakStatement(stop) => {
                Err(Stop::Break(stop.label.as_ref().map(|label| label.name.as_str())))
            }
            Statement::ContinueStatement(stop) => {
                Err(Stop::Continue(stop.label.as_ref().map(|label| label.name.as_str())))
            }
            Statement::ExpressionStatement(node) => {
                self.last = self.expression(&node.expression)?;
                Ok(())
            }
            Statement::IfStatement(node) => self.branches(node),
            Statement::ForStatement(node) => self.counted(node),
            Statement::ForOfStatement(node) => self.each(node),
            Statement::ForInStatement(node) => self.each_key(node),
            Statement::WhileStatement(node) => {
                self.rounds(Some(&node.test), None, &node.body, "it changes in a loop")
            }
            Statement::DoWhileStatement(node) => self
                .part(Part::Loop, |run| match run.statement(&node.body) {
                    Err(Stop::Break(None)) => Ok(true),
                    Ok(()) | Err(Stop::Continue(None)) => Ok(false),
                    Err(stop) => Err(stop),
                })
                .and_then(|ended| match ended {
                    true => Ok(()),
                    false => self.rounds(Some(&node.test), None, &node.body, "it changes in a loop"),
                }),
            Statement::ReturnStatement(node) => {
                let value = match &node.argument {
                    Some(argument) => self.expression(argument)?,
                    None => Value::Nothing,
                };
                Err(Stop::Return(value))
            }
            Statement::SwitchStatement(node) => self.switch(node),
            Statement::ThrowStatement(node) => {
                self.expression(&node.argument)?;
                Err(Stop::Throw)
            }
            Statement::TryStatement(node) => self.attempt(node),
            Statement::LabeledStatement(node) => {
                let label = node.label.name.as_str();
                match self.statement(&node.body) {
                    Err(Stop::Break(Some(name)) | Stop::Continue(Some(name))) if name == label => Ok(()),
                    done => done,
                }
            }
            Statement::WithStatement(_) => {
                self.recorder.unread(span, "a `with` statement");
                Ok(())
            }
            Statement::EmptyStatement(_) | Statement::DebuggerStatement(_) => Ok(()),
            other => self.declaration(other),
        }
    }

    fn declaration(&mut self, statement: &'a Statement<'a>) -> Done<'a> {
        use oxc_ast::ast::ExportDefaultDeclarationKind as Default;
        match statement {
            Statement::VariableDeclaration(node) => self.variables(node),
            Statement::ClassDeclaration(node) => self.class_declaration(node),
            Statement::ImportDeclaration(node) => self.import(node),
            Statement::ExportDeclaration(node) => match &node.declaration {
                Declaration::VariableDeclaration(node) => self.variables(node),
                Declaration::ClassDeclaration(node) => self.class_declaration(node),
                _ => Ok(()),
            },
            Statement::ExportDefaultDeclaration(node) => match &node.declaration {
                Default::FunctionDeclaration(_) | Default::TSInterfaceDeclaration(_) => Ok(()),
                Default::ClassDeclaration(node) => self.class_declaration(node),
                other => match other.as_expression() {
                    Some(expression) => self.expression(expression).map(|_| ()),
                    None => Ok(()),
                },
            },
            Statement::ExportAllDeclaration(node) => {
                self.require(node.source.value.as_str(), span_of(node.span));
                Ok(())
            }
            Statement::ExportFromDeclaration(node) => {
                self.require(node.source.value.as_str(), span_of(node.span));
                Ok(())
            }
            Statement::TSEnumDeclaration(node) => {
                self.declare(node.id.name.as_str(), Value::unknown("a member of an enumeration"));
                Ok(())
            }
            Statement::TSExternalModuleDeclaration(_)
            | Statement::TSNamespaceDeclaration(_)
            | Statement::TSImportEqualsDeclaration(_)
            | Statement::TSExportAssignment(_) => {
                self.recorder.unread(span_of(statement.span()), "a namespace or module of TypeScript's own");
                Ok(())
            }
            // Functions are there already, types are no code.
            _ => Ok(()),
        }
    }

    fn variables(&mut self, node: &'a VariableDeclaration<'a>) -> Done<'a> {
        for declarator in &node.declarations {
            let value = match &declarator.init {
                Some(init) => self.named(init, &declarator.id)?,
                None if node.kind == VariableDeclarationKind::Var => continue,
                None => Value::Nothing,
            };
            self.bind(&declarator.id, value)?;
        }
        Ok(())
    }

    fn branches(&mut self, node: &'a IfStatement<'a>) -> Done<'a> {
        let test = self.expression(&node.test)?;
        let truth = self.truth(&test);
        self.branch(
            truth,
            |run| run.statement(&node.consequent),
            |run| match &node.alternate {
                Some(alternate) => run.statement(alternate),
                None => Ok(()),
            },
            |(), ()| (),
        )
    }

    fn counted(&mut self, node: &'a ForStatement<'a>) -> Done<'a> {
        self.scoped(|run| {
            match &node.init {
                Some(ForStatementInit::VariableDeclaration(declaration)) => run.variables(declaration)?,
                Some(other) => {
                    if let Some(expression) = other.as_expression() {
                        run.expression(expression)?;
                    }
                }
                None => {}
            }
            run.rounds(node.test.as_ref(), node.update.as_ref(), &node.body, "it changes in a loop")
        })
    }

    /// Rounds while a test holds: as long as that is known, one by one.
    fn rounds(
        &mut self,
        test: Option<&'a oxc_ast::ast::Expression<'a>>,
        update: Option<&'a oxc_ast::ast::Expression<'a>>,
        body: &'a Statement<'a>,
        why: &str,
    ) -> Done<'a> {
        let known = self.part(Part::Loop, |run| {
            for _ in 0..ROUNDS_CAP {
                let truth = match test {
                    Some(test) => {
                        let value = run.expression(test)?;
                        run.truth(&value)
                    }
                    None => Some(true),
                };
                match truth {
                    Some(true) => {}
                    Some(false) => return Ok(true),
                    None => return Ok(false),
                }
                match run.statement(body) {
                    Ok(()) | Err(Stop::Continue(None)) => {}
                    Err(Stop::Break(None)) => return Ok(true),
                    Err(stop) => return Err(stop),
                }
                if let Some(update) = update {
                    run.expression(update)?;
                }
                if run.doubts.last().is_some_and(|doubt| doubt.count > 0) {
                    // It may have ended already; from here on nothing is told apart.
                    return Ok(false);
                }
            }
            Ok(false)
        })?;
        if known {
            return Ok(());
        }
        self.repeatedly(why, |run| {
            run.statement(body)?;
            for expression in update.into_iter().chain(test) {
                run.expression(expression)?;
            }
            Ok(())
        })
    }

    fn each(&mut self, node: &'a ForOfStatement<'a>) -> Done<'a> {
        let over = self.expression(&node.right)?;
        let members = self.elements(&over);
        let member = self.any_element(&over);
        self.each_of(&node.left, members, member, &node.body)
    }

    fn each_key(&mut self, node: &'a ForInStatement<'a>) -> Done<'a> {
        let over = self.expression(&node.right)?;
        let keys = self.keys(&over);
        self.each_of(&node.left, keys, Value::unknown_text("a key of an object"), &node.body)
    }

    fn each_of(
        &mut self,
        left: &'a ForStatementLeft<'a>,
        members: Option<Vec<Value>>,
        member: Value,
        body: &'a Statement<'a>,
    ) -> Done<'a> {
        let one = |run: &mut Self, value: Value| {
            run.scoped(|run| {
                run.bind_left(left, value)?;
                run.statement(body)
            })
        };
        let Some(members) = members.filter(|members| members.len() <= ROUNDS_CAP) else {
            return self.repeatedly("it changes in a loop", |run| one(run, member.clone()));
        };
        self.part(Part::Loop, |run| {
            for value in members {
                match one(run, value) {
                    Ok(()) | Err(Stop::Continue(None)) => {}
                    Err(Stop::Break(None)) => break,
                    Err(stop) => return Err(stop),
                }
            }
            Ok(())
        })
    }

    fn switch(&mut self, node: &'a SwitchStatement<'a>) -> Done<'a> {
        let over = self.expression(&node.discriminant)?;
        let mut chosen = None;
        let mut sure = true;
        for (number, case) in node.cases.iter().enumerate() {
            let Some(test) = &case.test else { continue };
            let value = self.expression(test)?;
            match self.equal(&over, &value) {
                Some(true) => {
                    chosen = Some(number);
                    break;
                }
                Some(false) => {}
                None => {
                    sure = false;
                    break;
                }
            }
        }
        let done = self.part(Part::Loop, |run| {
            run.scoped(|run| {
                if !sure {
                    for case in &node.cases {
                        run.perhaps(|run| run.statements(&case.consequent))?;
                    }
                    return Ok(());
                }
                let otherwise = node.cases.iter().position(|case| case.test.is_none());
                let Some(first) = chosen.or(otherwise) else { return Ok(()) };
                for case in node.cases.iter().skip(first) {
                    run.statements(&case.consequent)?;
                }
                Ok(())
            })
        });
        match done {
            Err(Stop::Break(None)) => Ok(()),
            done => done,
        }
    }

    fn attempt(&mut self, node: &'a TryStatement<'a>) -> Done<'a> {
        let guards = u32::from(node.handler.is_some());
        let mut done = self.part(Part::Try, |run| {
            run.recorder.guarded += guards;
            let done = run.block(&node.block);
            run.recorder.guarded = run.recorder.guarded.saturating_sub(guards);
            done
        });
        if let Some(handler) = &node.handler {
            let caught = |run: &mut Self| {
                run.scoped(|run| {
                    if let Some(parameter) = &handler.param {
                        run.bind(&parameter.pattern, Value::unknown("an exception"))?;
                    }
                    run.block(&handler.body)
                })
            };
            if done == Err(Stop::Throw) {
                done = caught(self);
            } else if !node.block.body.is_empty() {
                self.unlikely(caught);
            }
        }
        if let Some(finalizer) = &node.finalizer {
            self.block(finalizer)?;
        }
        done
    }
}
