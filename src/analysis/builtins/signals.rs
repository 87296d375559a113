//! `trap` and `kill`.

use std::rc::Rc;

use super::arguments;
use crate::analysis::exec::Call;
use crate::analysis::flow::{Flow, Jump};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{State, Status, Trap};
use crate::syntax::ast::WordPartKind;
use crate::value::Field;

/// `trap`.
pub fn trap<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let mut words = arguments(&call);
    if let Some((first, rest)) = words.split_first() {
        match first.known() {
            Some("-p" | "-l") => return interpreter.says(state, "traps"),
            Some("--") => words = rest,
            _ => {}
        }
    }
    let Some((text, signals)) = words.split_first() else { return interpreter.says(state, "traps") };
    let (text, signals) =
        if signals.is_empty() { (None, std::slice::from_ref(text)) } else { (Some(text), signals) };
    let resets =
        text.is_none_or(|text| text.known() == Some("-") || text.known().is_some_and(is_signal_number));
    for signal in signals {
        let Some(name) = signal.known().map(signal_name) else {
            interpreter.unknown(signal.span, "a trap of a signal that is not known");
            continue;
        };
        let span = text.map(|text| interpreter.outer(text.span)).unwrap_or_default();
        let traps = Rc::make_mut(&mut state.process_mut().traps);
        match text {
            Some(text) if !resets => drop(traps.insert(name.into(), Trap { text: text.value.clone(), span })),
            _ => drop(traps.remove(name.as_str())),
        }
    }
    Flow::success(state)
}

fn is_signal_number(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}

fn signal_name(text: &str) -> String {
    let upper = text.to_ascii_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    if name == "0" { "EXIT".to_owned() } else { name.to_owned() }
}

/// `kill`.
pub fn kill<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    if !names_own_shell(&call) || state.process.subshell {
        return interpreter.open(state);
    }
    let words: Vec<&str> = arguments(&call).iter().filter_map(Field::known).collect();
    if words.iter().any(|word| matches!(*word, "-0" | "-l" | "-L")) {
        return Flow::success(state);
    }
    let kills = words.iter().any(|word| matches!(*word, "-9" | "-KILL" | "-SIGKILL" | "KILL" | "9"));
    if kills {
        state.process_mut().traps = Rc::default();
    }
    let signal = words.iter().find_map(|word| word.strip_prefix('-')).map_or("TERM".to_owned(), signal_name);
    if state.process.traps.contains_key(signal.as_str()) {
        return interpreter.open(state);
    }
    state.status = Status::Failure;
    Flow::jump(Jump::Exit, state)
}

/// True if an argument is `$$`.
fn names_own_shell(call: &Call<'_, '_>) -> bool {
    let Some(node) = call.node else { return false };
    node.words.iter().skip(1).any(|word| match word.parts {
        [part] => match part.kind {
            WordPartKind::Parameter(parameter) => parameter.name == "$",
            _ => false,
        },
        _ => false,
    })
}
