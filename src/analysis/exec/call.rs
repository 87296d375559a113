//! Calls of shell functions: inlined, with their arguments, their local variables and their own redirections.

use std::rc::Rc;

use super::simple::Call;
use crate::analysis::expand::Positional;
use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{Frame, Function, State, Trap};
use crate::intent::Via;
use crate::value::Field;

/// More calls inside one another than this are not followed.
pub const CALLS_CAP: usize = 16;

impl<'a> Interpreter<'a, '_> {
    /// Calls a function.
    pub fn call_function(
        &mut self,
        name: &str,
        function: Function<'a>,
        call: &Call<'_, 'a>,
        mut state: State<'a>,
    ) -> Flow<'a> {
        let span = call.fields.first().map(|field| field.span).unwrap_or_default();
        if state.process.frames.len() >= CALLS_CAP {
            self.unknown(span, &format!("calls of `{name}` inside one another deeper than are followed"));
            return self.open(state);
        }
        let positional = positional(call.fields.get(1..).unwrap_or_default());
        let inherited = hide_traps(&mut state);
        let process = state.process_mut();
        let before = std::mem::replace(&mut process.positional, positional);
        Rc::make_mut(&mut process.frames).push(Frame {
            name: name.into(),
            positional: before,
            hidden: Vec::new(),
        });

        let source = std::mem::replace(&mut self.source, function.source);
        self.via.push(Via::Function);
        let mut flow = self.compound(function.definition.body, States::one(state));
        let returned = flow.take_jump(Jump::Return);
        flow.push_by_status(returned);
        for jump in [Jump::Break(1), Jump::Continue(1)] {
            let states = flow.take_jump(jump);
            flow.push_by_status(states);
        }
        let flow = self.return_traps(flow);
        self.via.pop();
        self.source = source;
        let last = call.fields.last().map(|field| field.value.clone()).unwrap_or_default();
        flow.map(|state| {
            let mut state = end_call(state);
            put_back(&mut state, &inherited);
            state.process_mut().last_argument = last.clone();
            state
        })
    }
}

/// Traps that a function gets only with `set -T` and `set -E`, each with the option (manual 3.3, 4.1 `trap`).
const NOT_INHERITED: &[(&str, &str)] =
    &[("DEBUG", "functrace"), ("RETURN", "functrace"), ("ERR", "errtrace")];

/// Takes away what a function does not inherit; gives it for its end.
fn hide_traps(state: &mut State<'_>) -> Vec<(&'static str, Trap)> {
    let mut hidden = Vec::new();
    for (name, option) in NOT_INHERITED {
        if !state.process.options.contains(*option)
            && let Some(trap) = state.process.traps.get(*name).cloned()
        {
            Rc::make_mut(&mut state.process_mut().traps).remove(*name);
            hidden.push((*name, trap));
        }
    }
    hidden
}

/// Puts traps back, unless the function has set its own.
fn put_back(state: &mut State<'_>, hidden: &[(&'static str, Trap)]) {
    for (name, trap) in hidden {
        if !state.process.traps.contains_key(*name) {
            Rc::make_mut(&mut state.process_mut().traps).insert((*name).into(), trap.clone());
        }
    }
}

fn end_call(mut state: State<'_>) -> State<'_> {
    let process = state.process_mut();
    let Some(frame) = Rc::make_mut(&mut process.frames).pop() else { return state };
    process.positional = frame.positional;
    state.restore(frame.hidden);
    state
}

/// Fields as positional parameters.
#[must_use]
pub fn positional(fields: &[Field]) -> Positional {
    match fields.iter().find(|field| field.many) {
        Some(field) => {
            let why = field.value.reason().unwrap_or("an unknown number of words");
            Positional::Unknown(why.into())
        }
        None => Positional::Known(Rc::new(fields.iter().map(|field| field.value.clone()).collect())),
    }
}
