//! Compound commands that are no loops: groups, subshells, `if`, `case`, `(( ))`, `[[ ]]`.

use std::rc::Rc;

use super::keep_no_more;
use crate::analysis::arithmetic::{self, Number};
use crate::analysis::condition::{self, Truth};
use crate::analysis::environment::{Failure, Scope};
use crate::analysis::expand;
use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::pattern::{Options, Pattern};
use crate::analysis::state::{Capture, State, Status};
use crate::syntax::ast::{
    Arithmetic, CaseArm, CaseCommand, CaseTerminator, CompoundCommand, CompoundKind, IfCommand, List,
    TestExpression,
};
use crate::value::AbstractString;

impl<'a> Interpreter<'a, '_> {
    /// Runs a compound command with its redirections.
    pub fn compound(&mut self, node: &'a CompoundCommand<'a>, states: States<'a>) -> Flow<'a> {
        if !self.descend(node.span) {
            return Flow { ok: states, ..Flow::none() };
        }
        let flow = if node.redirections.is_empty() {
            self.construct(&node.kind, states)
        } else {
            self.redirected(node, states)
        };
        self.depth -= 1;
        flow
    }

    fn redirected(&mut self, node: &'a CompoundCommand<'a>, states: States<'a>) -> Flow<'a> {
        let mut flow = Flow::none();
        let mut entered = States::none();
        for mut state in states {
            let process = state.process_mut();
            Rc::make_mut(&mut process.kept).push(process.descriptors.clone());
            let was_doomed = state.doubt.doomed.is_some();
            match self.redirect(node.redirections, &mut state) {
                Ok(()) => {
                    if let Some(real) = Self::undoomed(&state, was_doomed) {
                        flow.absorb(self.refused(node, real));
                    }
                    entered.push(state);
                }
                Err(()) => flow.absorb(self.refused(node, state)),
            }
        }
        if !entered.is_empty() {
            flow.absorb(self.construct(&node.kind, entered));
        }
        flow.map_all(keep_no_more)
    }

    /// A redirection of the command fails.
    fn refused(&mut self, node: &CompoundCommand<'a>, state: State<'a>) -> Flow<'a> {
        let flow = Flow::failure(state, 1);
        if is_group(&node.kind) { self.failing(flow) } else { flow }
    }

    fn construct(&mut self, kind: &'a CompoundKind<'a>, states: States<'a>) -> Flow<'a> {
        match kind {
            CompoundKind::BraceGroup(list) => self.list(list, states),
            CompoundKind::Subshell(list) => self.subshell(list, states),
            CompoundKind::For(node) => self.for_loop(node, states),
            CompoundKind::Select(node) => self.select_loop(node, states),
            CompoundKind::ArithmeticFor(node) => self.arithmetic_for(node, states),
            CompoundKind::Case(node) => self.each(states, |this, state| this.case(node, state)),
            CompoundKind::If(node) => self.if_command(node, states),
            CompoundKind::While(node) => self.while_loop(node, states),
            CompoundKind::Until(node) => self.until_loop(node, states),
            CompoundKind::Arithmetic(node) => {
                self.each(states, |this, state| this.arithmetic_command(node, state))
            }
            CompoundKind::Test(node) => self.each(states, |this, state| this.test_command(node, state)),
        }
    }

    /// Runs something for each state by itself.
    pub fn each(
        &mut self,
        states: States<'a>,
        mut run: impl FnMut(&mut Self, State<'a>) -> Flow<'a>,
    ) -> Flow<'a> {
        let mut flow = Flow::none();
        for state in states {
            flow.absorb(run(self, state));
        }
        flow
    }

    fn subshell(&mut self, list: &List<'a>, states: States<'a>) -> Flow<'a> {
        let entered = states.map(|mut state| {
            state.enter(Capture::Inherit);
            state
        });
        let flow = self.list(list, entered);
        self.end_subshell(flow).map(|mut state| {
            state.leave();
            state
        })
    }

    fn if_command(&mut self, node: &IfCommand<'a>, states: States<'a>) -> Flow<'a> {
        let mut flow = Flow::none();
        let mut pending = states;
        for clause in node.clauses {
            if pending.is_empty() {
                return flow;
            }
            let unlikely = pending.iter().all(|state| state.doubt.unlikely);
            let tested = self.condition(&clause.condition, pending);
            let mut tested = flow.keep_jumps(tested);
            let holds = tested.take_success();
            pending = tested.take_failure();
            if !unlikely {
                // Both branches of an open test are followed alike.
                pending.iter_mut().for_each(|state| state.doubt.unlikely = false);
            }
            if !holds.is_empty() {
                flow.absorb(self.list(&clause.body, holds));
            }
        }
        match &node.otherwise {
            Some(list) if !pending.is_empty() => flow.absorb(self.list(list, pending)),
            _ => flow.ok.extend(pending.map(|state| State { status: Status::Known(0), ..state })),
        }
        flow
    }

    /// Runs a list whose failure only steers.
    pub fn condition(&mut self, list: &List<'a>, states: States<'a>) -> Flow<'a> {
        self.lenient += 1;
        let flow = self.list(list, states);
        self.lenient -= 1;
        flow
    }

    fn case(&mut self, node: &CaseCommand<'a>, mut state: State<'a>) -> Flow<'a> {
        let mut scope = Scope::new(self, &mut state);
        let subjects = expand::single(&node.subject, &mut scope);
        if let Some(failure) = scope.failure {
            return expansion_failed(state, failure);
        }
        let mut flow = Flow::none();
        for subject in &subjects {
            flow.absorb(self.arms(node.arms, subject, state.clone()));
        }
        flow
    }

    fn arms(&mut self, arms: &'a [CaseArm<'a>], subject: &AbstractString, state: State<'a>) -> Flow<'a> {
        let mut flow = Flow::none();
        let mut testing = States::one(state);
        let mut falling = States::none();
        for arm in arms {
            let mut entering = falling.take();
            match self.matches(arm, subject, &mut testing) {
                Some(true) => entering.extend(testing.take()),
                Some(false) => {}
                None => entering.extend(testing.clone()),
            }
            if entering.is_empty() {
                continue;
            }
            let mut body = if arm.body.items.is_empty() {
                Flow { ok: entering.map(|state| State { status: Status::Known(0), ..state }), ..Flow::none() }
            } else {
                self.list(&arm.body, entering)
            };
            match arm.terminator {
                CaseTerminator::Break => flow.absorb(body),
                CaseTerminator::FallThrough => falling = flow.keep_jumps(body).advance(),
                CaseTerminator::TestNext => {
                    testing.extend(body.advance());
                    drop(flow.keep_jumps(body));
                }
            }
        }
        testing.extend(falling);
        flow.ok.extend(testing.map(|state| State { status: Status::Known(0), ..state }));
        flow
    }

    fn matches(
        &mut self,
        arm: &CaseArm<'a>,
        subject: &AbstractString,
        states: &mut States<'a>,
    ) -> Option<bool> {
        let mut answer = Some(false);
        let state = states.iter_mut().next()?;
        for word in arm.patterns {
            let mut scope = Scope::new(self, state);
            let patterns = expand::pattern(word, &mut scope);
            let options = Options {
                extended: true,
                ignores_case: state.process.shopts.get("nocasematch") == Some(&true),
            };
            for one in &patterns {
                match one.known().and_then(|known| Pattern::new(known, options).matches_value(subject)) {
                    Some(true) if patterns.len() == 1 => return Some(true),
                    Some(false) => {}
                    _ => answer = None,
                }
            }
        }
        answer
    }

    fn arithmetic_command(&mut self, node: &Arithmetic<'a>, mut state: State<'a>) -> Flow<'a> {
        let mut scope = Scope::new(self, &mut state);
        let number = arithmetic::evaluate(node, &mut scope);
        if let Some(failure) = scope.failure {
            return expansion_failed(state, failure);
        }
        truth_flow(state, &number_truth(&number))
    }

    fn test_command(&mut self, node: &TestExpression<'a>, mut state: State<'a>) -> Flow<'a> {
        let mut scope = Scope::new(self, &mut state);
        let truth = condition::test_expression(node, &mut scope);
        if let Some(failure) = scope.failure {
            return expansion_failed(state, failure);
        }
        truth_flow(state, &truth)
    }
}

/// What `(( … ))` says of a number.
#[must_use]
pub fn number_truth(number: &Number) -> Truth {
    match number {
        Number::Known(0) | Number::Error(_) => Truth::No,
        Number::Known(_) => Truth::Yes,
        Number::Unknown(why) => Truth::Unknown(Rc::clone(why)),
    }
}

/// The flow of a test.
#[must_use]
pub fn truth_flow<'a>(state: State<'a>, truth: &Truth) -> Flow<'a> {
    match truth {
        Truth::Yes => Flow::success(state),
        Truth::No => Flow::failure(state, 1),
        Truth::Unknown(_) => {
            let before = state.clone();
            let mut flow = Flow::open(state, before);
            flow.maybe_failed.iter_mut().for_each(|state| state.doubt.even = true);
            flow
        }
    }
}

/// The flow of a command whose words could not be expanded.
#[must_use]
pub fn expansion_failed(mut state: State<'_>, failure: Failure) -> Flow<'_> {
    state.status = Status::Known(1);
    match failure {
        Failure::Shell => Flow::jump(Jump::Exit, state),
        Failure::Line => Flow::jump(Jump::Discard, state),
    }
}

/// True for all but a subshell and tests: its failure is that of a command in it, which `set -e` has looked at already.
pub(super) fn is_group(kind: &CompoundKind<'_>) -> bool {
    !matches!(kind, CompoundKind::Subshell(_) | CompoundKind::Arithmetic(_) | CompoundKind::Test(_))
}
