//! Builtins that steer: `true`, `false`, `exit`, `return`, `break`, `continue`.

use super::arguments;
use crate::analysis::exec::Call;
use crate::analysis::flow::{Flow, Jump};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{State, Status};

/// `:` and `true`.
pub fn succeed<'a>(_: &mut Interpreter<'a, '_>, _: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    Flow::success(state)
}

/// `false`.
pub fn fail<'a>(_: &mut Interpreter<'a, '_>, _: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    Flow::failure(state, 1)
}

/// Builtins that change nothing that matters; what they print is not known.
pub fn pass<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let name = call.fields.first().and_then(|field| field.known()).unwrap_or_default();
    if name != "wait" {
        interpreter.print(
            &mut state,
            1,
            &crate::value::Output::Unknown(format!("what `{name}` prints").into()),
        );
    }
    interpreter.open(state)
}

/// `exit`.
pub fn exit<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    set_status(&call, &mut state);
    Flow::jump(Jump::Exit, state)
}

/// The status of `return` where there is nothing to return from.
const USAGE: u8 = 2;

/// `return`. Outside a function and a sourced script Bash says so and goes on; a POSIX shell ends.
pub fn return_<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let process = &state.process;
    if process.frames.is_empty() && process.sourced == 0 && !process.posix {
        return Flow::failure(state, USAGE);
    }
    set_status(&call, &mut state);
    Flow::jump(Jump::Return, state)
}

fn set_status(call: &Call<'_, '_>, state: &mut State<'_>) {
    let Some(field) = arguments(call).first() else { return };
    state.status = match field.known().and_then(|text| text.trim().parse::<i64>().ok()) {
        Some(number) => Status::Known(u8::try_from(number.rem_euclid(256)).unwrap_or(0)),
        None => Status::Open,
    };
}

/// `break`.
pub fn break_loop<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    Flow::jump(Jump::Break(loops(&call)), state)
}

/// `continue`.
pub fn continue_loop<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    Flow::jump(Jump::Continue(loops(&call)), state)
}

fn loops(call: &Call<'_, '_>) -> u32 {
    arguments(call).first().and_then(|field| field.known()).and_then(|text| text.parse().ok()).unwrap_or(1)
}
