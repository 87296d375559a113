//! Programs in other languages: what the room `programs` reads in them becomes intents.
//!
//! Owns the call of that room and the way from a program's operations to states; a program that nobody reads is told as
//! a `run` intent, and one that is read in part as both.

use std::rc::Rc;

use crate::analysis::flow::{Flow, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;
use crate::commands::plan::{Operation, Program};
use crate::intent::{CommandClass, Via};
use crate::programs::{Reading, Step};
use crate::value::{AbstractString, Piece};

/// Programs inside programs that are read.
const NESTED_PROGRAMS_CAP: usize = 4;

impl<'a> Interpreter<'a, '_> {
    /// An inline program.
    pub fn inline_program(&mut self, program: &Program, state: State<'a>) -> Flow<'a> {
        self.read_program(program, None, Via::Program, state)
    }

    /// A program whose text is known in the main: an inline one, or (with a name) a script file's.
    pub fn read_program(
        &mut self,
        program: &Program,
        name: Option<&AbstractString>,
        via: Via,
        mut state: State<'a>,
    ) -> Flow<'a> {
        let (text, holes) = crate::programs::fill(&program.text.value);
        let reading =
            self.may_read(program, &text).then(|| self.reading(program, name, &text, &holes, &state));
        let Some(reading) = reading.flatten() else {
            self.run_intent(&mut state, &program.cause, program.text.span, CommandClass::Build);
            return self.unread(state, "what an inline program prints");
        };
        if !self.descend(program.text.span) {
            return self.open(state);
        }
        if !reading.unknown.is_empty() {
            self.run_intent(&mut state, &program.cause, program.text.span, CommandClass::Build);
        }
        let source = self.add_source(&text, self.outer(program.text.span));
        let before = std::mem::replace(&mut self.source, source);
        self.via.push(via);
        let flow = self.steps(&reading, state);
        self.via.pop();
        self.source = before;
        self.depth -= 1;
        flow
    }

    fn may_read(&mut self, program: &Program, text: &str) -> bool {
        // Of a text that is one unknown part nothing can be read.
        let pieces = program.text.value.pieces();
        if !pieces.is_empty() && !pieces.iter().any(|piece| matches!(piece, Piece::Text(_))) {
            return false;
        }
        let programs = self.via.iter().filter(|via| **via == Via::Program).count();
        programs < NESTED_PROGRAMS_CAP && self.take_text(text.len(), program.text.span)
    }

    /// Does what a program does, one operation after the other.
    fn steps(&mut self, reading: &Reading, state: State<'a>) -> Flow<'a> {
        for (span, reason) in &reading.unknown {
            self.unknown(*span, reason);
        }
        let before = state.clone();
        let mut current = States::one(state);
        let mut failed: Option<Rc<str>> = None;
        for step in &reading.steps {
            let mut next = States::none();
            for state in current.take() {
                let doom = step.fails.as_ref().or(failed.as_ref()).cloned();
                let (states, why) = self.one_step(step, doom, state);
                next.extend(states);
                if step.certain && !step.guarded && failed.is_none() {
                    failed = why;
                }
            }
            current = next;
        }
        let mut flow = Flow::none();
        for mut state in current {
            self.print(&mut state, 1, &reading.output);
            flow.absorb(match reading.fails.as_ref().or(failed.as_ref()) {
                Some(why) => Flow::doomed(state.clone(), state, why),
                None => Flow::open(state, before.clone()),
            });
        }
        flow
    }

    /// The states behind one operation, and why it is known to fail.
    fn one_step(
        &mut self,
        step: &Step,
        doom: Option<Rc<str>>,
        mut state: State<'a>,
    ) -> (States<'a>, Option<Rc<str>>) {
        let seen = (!step.certain).then(|| state.seen.clone());
        let doomed = state.doubt.doomed.clone();
        if state.doubt.doomed.is_none() {
            state.doubt.doomed = doom;
        }
        let (states, why) = match &step.operation {
            Operation::File(_) | Operation::Transfer(_) | Operation::Below { .. } | Operation::Run { .. } => {
                let why = self.operation(&step.operation, &mut state);
                (States::one(state), why)
            }
            inner => (self.inner(inner, state, &[]).advance(), None),
        };
        let states = states.map(|mut state| {
            state.doubt.doomed = doomed.clone();
            if let Some(seen) = &seen {
                state.seen = seen.clone();
            }
            state
        });
        (states, why)
    }
}
