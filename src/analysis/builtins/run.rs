//! Builtins that run something else: `eval`, `source`, `exec`, `command`, `builtin`.

use std::rc::Rc;

use super::{Letters, arguments};
use crate::analysis::exec::{Call, Callee};
use crate::analysis::flow::{Flow, Jump};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;
use crate::value::{AbstractString, Field, Output};

/// `eval`.
pub fn eval<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    let words = arguments(&call);
    let words = match words.split_first() {
        Some((first, rest)) if first.known() == Some("--") => rest,
        _ => words,
    };
    interpreter.eval(words, state)
}

/// `source` and `.`.
pub fn source<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    let words = arguments(&call);
    let words = match words.split_first() {
        Some((first, rest)) if first.known() == Some("--") => rest,
        _ => words,
    };
    match words.split_first() {
        Some((file, rest)) => interpreter.source_file(file, rest, state),
        None => Flow::failure(state, 2),
    }
}

/// `exec` with a command: it takes the shell's place.
pub fn exec<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "a");
    if letters.rest.is_empty() {
        return Flow::success(state);
    }
    state.process_mut().traps = Rc::default();
    let inner = Call { fields: &letters.rest, node: None, kind: Callee::Program };
    let mut flow = interpreter.call(inner, state);
    let mut ends = flow.take_success();
    ends.extend(flow.failed.take());
    flow.maybe_failed = crate::analysis::flow::States::none();
    flow.push_jump(Jump::Exit, ends);
    flow
}

/// `command`.
pub fn command<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "");
    if letters.has('v') || letters.has('V') {
        return look_up(interpreter, &letters.rest, state);
    }
    if letters.rest.is_empty() {
        return Flow::success(state);
    }
    let inner = Call { fields: &letters.rest, node: call.node, kind: Callee::NoFunction };
    interpreter.call(inner, state)
}

fn look_up<'a>(interpreter: &mut Interpreter<'a, '_>, names: &[Field], mut state: State<'a>) -> Flow<'a> {
    let [name] = names else { return interpreter.says(state, "where commands stand") };
    let own = name
        .known()
        .is_some_and(|known| super::find(known).is_some() || state.process.functions.contains_key(known));
    if own {
        let mut line = name.value.clone();
        line.push_text("\n");
        interpreter.print(&mut state, 1, &Output::Text(line));
        return Flow::success(state);
    }
    let path = AbstractString::unknown("where a program stands");
    interpreter.print(&mut state, 1, &Output::Text(path));
    interpreter.open(state)
}

/// `builtin`.
pub fn builtin<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    let words = arguments(&call);
    if words.is_empty() {
        return Flow::success(state);
    }
    interpreter.call(Call { fields: words, node: call.node, kind: Callee::Builtin }, state)
}
