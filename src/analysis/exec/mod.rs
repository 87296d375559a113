//! Running the tree: lists, and-or lists, pipelines, jobs, and the choice of what runs a command.
//!
//! Owns the order of execution and which outcome feeds what. Simple commands, compound commands, loops, calls and
//! nested texts have a file each beside this one.

mod call;
mod compound;
mod loops;
mod nested;
mod simple;
mod substitution;
mod traps;

use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{Capture, State, Status};
use crate::syntax::ast::{
    AndOr, AndOrOperator, Command, Coproc, FunctionDefinition, List, Pipeline, Script, Terminator,
};
use crate::value::Output;

pub use call::positional;
pub use compound::{expansion_failed, number_truth, truth_flow};
pub use nested::Road;
pub use simple::{Call, Callee, array};

impl<'a> Interpreter<'a, '_> {
    /// Runs a whole text, line by line.
    pub fn script(&mut self, script: &Script<'a>, states: States<'a>) -> Flow<'a> {
        let mut flow = Flow { ok: states, ..Flow::none() };
        for line in script.lines {
            let next = flow.advance();
            if next.is_empty() {
                break;
            }
            let mut step = self.list(line, next);
            // An expansion that fails throws away the rest of its line only.
            let thrown = step.take_jump(Jump::Discard);
            step.failed.extend(thrown);
            flow.absorb(step);
        }
        flow
    }

    /// Runs a list.
    pub fn list(&mut self, list: &List<'a>, states: States<'a>) -> Flow<'a> {
        let mut flow = Flow { ok: states, ..Flow::none() };
        for item in list.items {
            let next = flow.advance();
            if next.is_empty() {
                break;
            }
            let step = match item.terminator {
                Terminator::Background => self.background(&item.and_or, next),
                Terminator::Semicolon | Terminator::Newline | Terminator::End => {
                    self.and_or(&item.and_or, next)
                }
            };
            flow.absorb(step);
        }
        flow
    }

    fn and_or(&mut self, node: &'a AndOr<'a>, states: States<'a>) -> Flow<'a> {
        let last = node.rest().len();
        let mut flow = self.member(node.first(), states, last == 0);
        for (number, (operator, pipeline)) in node.rest().iter().enumerate() {
            let next = match operator {
                AndOrOperator::And => flow.take_success(),
                AndOrOperator::Or => flow.take_failure(),
            };
            if !next.is_empty() {
                let step = self.member(pipeline, next, number + 1 == last);
                flow.absorb(step);
            }
        }
        flow
    }

    /// Runs one pipeline of an and-or list; `set -e` looks at the last alone.
    fn member(&mut self, pipeline: &'a Pipeline<'a>, states: States<'a>, last: bool) -> Flow<'a> {
        if last {
            return self.pipeline(pipeline, states);
        }
        self.lenient += 1;
        let flow = self.pipeline(pipeline, states);
        self.lenient -= 1;
        flow
    }

    fn pipeline(&mut self, node: &'a Pipeline<'a>, states: States<'a>) -> Flow<'a> {
        // Under `set -e` a `!` shields what it negates, the trap of ERR too; without, the trap runs for what fails inside.
        let shields = node.negated() && states.iter().any(|state| state.process.options.contains("errexit"));
        if shields {
            self.lenient += 1;
        }
        let flow = match node.commands() {
            [] => {
                Flow { ok: states.map(|state| State { status: Status::Known(0), ..state }), ..Flow::none() }
            }
            [only] => self.command(only, states),
            _ => self.piped(node, states),
        };
        if shields {
            self.lenient -= 1;
        }
        if node.negated() {
            return flow.negate();
        }
        match node.commands() {
            // What fails in a group was looked at there, or is not looked at (`{ false && true; }`).
            [Command::Compound(only)] if compound::is_group(&only.kind) => flow,
            _ => self.failing(flow),
        }
    }

    /// What a failure that is known brings about: the trap of ERR, and the end of the shell under `set -e`.
    pub fn failing(&mut self, mut flow: Flow<'a>) -> Flow<'a> {
        if self.lenient > 0 || flow.failed.is_empty() {
            return flow;
        }
        for state in flow.failed.take() {
            for state in self.trap(state, "ERR") {
                if state.process.options.contains("errexit") {
                    flow.push_jump(Jump::Exit, States::one(state));
                } else {
                    flow.failed.push(state);
                }
            }
        }
        flow
    }

    /// Runs the members of a pipeline, each in a subshell with the output of the one before it as its input.
    fn piped(&mut self, node: &'a Pipeline<'a>, states: States<'a>) -> Flow<'a> {
        let depth = states.iter().next().map_or(0, |state| state.inputs.len());
        let mut current = states;
        let mut broken = false;
        let last = node.commands().len() - 1;
        for (number, command) in node.commands().iter().enumerate().take(last) {
            let entered = current.map(|state| {
                let mut state = enter_member(state, number > 0, Capture::Take);
                if node.pipes_stderr(number) {
                    let process = state.process_mut();
                    let out = process.descriptors.get(1);
                    process.descriptors.set(2, out);
                }
                state
            });
            let before = entered.clone();
            let flow = self.command(command, entered);
            let mut flow = self.end_subshell(flow);
            broken |= flow.ok.is_empty();
            let mut next = flow.advance();
            if next.is_empty() {
                // It never ends by itself; the end of the pipe ends it.
                next =
                    before.map(|state| State { printed: Output::Unknown("an endless loop".into()), ..state });
            }
            current = next.map(|state| leave_member(state, depth));
        }
        let Some(command) = node.commands().last() else { return Flow { ok: current, ..Flow::none() } };
        let stays = current.iter().all(|state| state.process.shopts.get("lastpipe") == Some(&true));
        let flow = self.last_member(command, current, stays);
        let pipefail = broken && flow.ok.iter().any(|state| state.process.options.contains("pipefail"));
        let mut flow = flow.map_all(|mut state| {
            if state.inputs.len() > depth {
                std::rc::Rc::make_mut(&mut state.inputs).truncate(depth);
            }
            state
        });
        if pipefail {
            let failed = flow.take_success().map(|state| State { status: Status::Failure, ..state });
            flow.failed.extend(failed);
        }
        flow
    }

    fn last_member(&mut self, command: &'a Command<'a>, states: States<'a>, stays: bool) -> Flow<'a> {
        if stays {
            let entered = states.map(|mut state| {
                let process = state.process_mut();
                std::rc::Rc::make_mut(&mut process.kept).push(process.descriptors.clone());
                read_last_input(state)
            });
            return self.command(command, entered).map_all(keep_no_more);
        }
        let entered = states.map(|state| enter_member(state, true, Capture::Inherit));
        let flow = self.command(command, entered);
        self.end_subshell(flow).map(|mut state| {
            state.leave();
            state
        })
    }

    /// Runs an and-or list in the background.
    fn background(&mut self, node: &'a AndOr<'a>, states: States<'a>) -> Flow<'a> {
        let before = states.clone();
        let entered = states.map(|mut state| {
            state.enter(Capture::Inherit);
            state
        });
        let flow = self.and_or(node, entered);
        let next = self.end_subshell(flow).advance().map(|mut state| {
            state.leave();
            state
        });
        // A job that never ends does not hold up what follows.
        let next = if next.is_empty() { before } else { next };
        Flow { ok: next.map(|state| State { status: Status::Known(0), ..state }), ..Flow::none() }
    }

    /// Turns the jumps of a subshell into its ends, after its EXIT trap.
    pub fn end_subshell(&mut self, mut flow: Flow<'a>) -> Flow<'a> {
        for (jump, states) in std::mem::take(&mut flow.jumps) {
            match jump {
                Jump::Discard => flow.failed.extend(states),
                Jump::Exit | Jump::Return | Jump::Break(_) | Jump::Continue(_) => flow.push_by_status(states),
            }
        }
        self.exit_traps(flow)
    }

    /// Runs a command.
    pub fn command(&mut self, command: &'a Command<'a>, states: States<'a>) -> Flow<'a> {
        match command {
            Command::Simple(node) => {
                let mut flow = Flow::none();
                for state in states {
                    flow.absorb(self.simple(node, state));
                }
                flow
            }
            Command::Compound(node) => self.compound(node, states),
            Command::Function(node) => self.define(node, states),
            Command::Coproc(node) => self.coproc(node, states),
        }
    }

    fn define(&mut self, node: &'a FunctionDefinition<'a>, states: States<'a>) -> Flow<'a> {
        let source = self.source;
        let states = states.map(|mut state| {
            state.define(node, source);
            State { status: Status::Known(0), ..state }
        });
        Flow { ok: states, ..Flow::none() }
    }

    /// Runs a coprocess like a background job; what it prints can be read from its descriptors.
    fn coproc(&mut self, node: &'a Coproc<'a>, states: States<'a>) -> Flow<'a> {
        let before = states.clone();
        let entered = states.map(|mut state| {
            state.enter(Capture::Take);
            state
        });
        let flow = self.command(&node.command, entered);
        let next = self.end_subshell(flow).advance().map(|mut state| {
            state.leave();
            let name = node.name.unwrap_or("COPROC");
            let why = "the descriptors of a coprocess";
            state.set_value(name, crate::analysis::expand::Variable::UnknownArray(why.into()));
            State { status: Status::Known(0), ..state }
        });
        Flow { ok: if next.is_empty() { before } else { next }, ..Flow::none() }
    }
}

/// Begins a pipeline's member.
fn enter_member(mut state: State<'_>, reads: bool, output: Capture) -> State<'_> {
    state.enter(output);
    if reads { read_last_input(state) } else { state }
}

fn read_last_input(mut state: State<'_>) -> State<'_> {
    if let Some(last) = state.inputs.len().checked_sub(1) {
        state.process_mut().descriptors.set(0, crate::analysis::descriptors::Descriptor::Input(last));
    }
    state
}

/// Ends a pipeline's member; what it printed becomes the last input.
fn leave_member(mut state: State<'_>, depth: usize) -> State<'_> {
    let printed = state.leave();
    let inputs = std::rc::Rc::make_mut(&mut state.inputs);
    inputs.truncate(depth);
    inputs.push(printed);
    state
}

/// Goes back to the descriptors from before the innermost redirection.
pub fn keep_no_more(mut state: State<'_>) -> State<'_> {
    let process = state.process_mut();
    if let Some(descriptors) = std::rc::Rc::make_mut(&mut process.kept).pop() {
        process.descriptors = descriptors;
    }
    state
}
