//! Traps: what runs at the end of a shell, of a function, before each command, and after a failure.

use std::rc::Rc;

use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{State, Status, Trap};
use crate::intent::Via;

use super::Road;

impl<'a> Interpreter<'a, '_> {
    /// Runs the EXIT traps of the states in which a shell ends.
    pub fn exit_traps(&mut self, flow: Flow<'a>) -> Flow<'a> {
        let trapped =
            |states: &States<'a>| states.iter().any(|state| state.process.traps.contains_key("EXIT"));
        if !trapped(&flow.ok) && !trapped(&flow.failed) {
            return flow;
        }
        Flow {
            ok: self.exit_trap(flow.ok),
            failed: self.exit_trap(flow.failed),
            maybe_ok: flow.maybe_ok,
            maybe_failed: flow.maybe_failed,
            jumps: flow.jumps,
        }
    }

    fn exit_trap(&mut self, states: States<'a>) -> States<'a> {
        let mut ends = States::none();
        for mut state in states {
            let Some(trap) = state.process.traps.get("EXIT").cloned() else {
                ends.push(state);
                continue;
            };
            Rc::make_mut(&mut state.process_mut().traps).remove("EXIT");
            ends.extend(self.run_trap(&trap, "EXIT", state));
        }
        ends
    }

    /// Runs the trap of a signal that stands for an event (`DEBUG`, `ERR`); gives the states after it.
    pub fn trap(&mut self, state: State<'a>, signal: &str) -> States<'a> {
        if state.process.traps.is_empty() || state.process.trapping.contains(signal) {
            return States::one(state);
        }
        match state.process.traps.get(signal).cloned() {
            Some(trap) => self.run_trap(&trap, signal, state),
            None => States::one(state),
        }
    }

    /// Runs the trap of a signal that the shell sends to itself; `exit` in it ends the shell.
    pub fn signal_trap(&mut self, state: State<'a>, signal: &str) -> Flow<'a> {
        let Some(trap) = state.process.traps.get(signal).cloned() else { return Flow::success(state) };
        let mut flow = self.trap_text(&trap, signal, state);
        let exits = flow.take_jump(Jump::Exit);
        let ends = flow.advance().map(|state| State { status: Status::Known(0), ..state });
        let mut flow = Flow { ok: ends, ..Flow::none() };
        flow.push_jump(Jump::Exit, exits);
        flow
    }

    /// Runs the RETURN traps of the states in which a function ends.
    pub fn return_traps(&mut self, flow: Flow<'a>) -> Flow<'a> {
        let trapped =
            |states: &States<'a>| states.iter().any(|state| state.process.traps.contains_key("RETURN"));
        if !trapped(&flow.ok) && !trapped(&flow.failed) {
            return flow;
        }
        let mut after = Flow { jumps: flow.jumps, ..Flow::none() };
        for state in flow.ok {
            after.ok.extend(self.trap(state, "RETURN"));
        }
        for state in flow.failed {
            after.failed.extend(self.trap(state, "RETURN"));
        }
        after
    }

    fn run_trap(&mut self, trap: &Trap, signal: &str, state: State<'a>) -> States<'a> {
        let status = state.status;
        let mut flow = self.trap_text(trap, signal, state);
        let mut ends = flow.take_jump(Jump::Exit);
        ends.extend(flow.advance().map(|state| State { status, ..state }));
        ends
    }

    /// Runs the text of a trap; inside it the signal is not trapped again, others are.
    fn trap_text(&mut self, trap: &Trap, signal: &str, mut state: State<'a>) -> Flow<'a> {
        let before = Rc::clone(&state.process.trapping);
        Rc::make_mut(&mut state.process_mut().trapping).insert(signal.into());
        let flow = self.run_text(&trap.text, Road { via: Via::Trap, span: trap.span }, state);
        flow.map_all(|mut state| {
            state.process_mut().trapping = Rc::clone(&before);
            state
        })
    }
}
