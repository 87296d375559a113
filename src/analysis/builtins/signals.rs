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

/// Signals by the numbers that they have on Linux, with the event that Bash counts as the first.
const NUMBERED: &[(&str, &str)] = &[
    ("0", "EXIT"),
    ("1", "HUP"),
    ("2", "INT"),
    ("3", "QUIT"),
    ("6", "ABRT"),
    ("9", "KILL"),
    ("10", "USR1"),
    ("12", "USR2"),
    ("13", "PIPE"),
    ("14", "ALRM"),
    ("15", "TERM"),
    ("17", "CHLD"),
    ("18", "CONT"),
    ("28", "WINCH"),
];

/// Signals that do nothing to a shell without a trap.
const HARMLESS: &[&str] = &["CHLD", "CONT", "WINCH", "URG"];

fn signal_name(text: &str) -> String {
    let upper = text.to_ascii_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    NUMBERED.iter().find(|(number, _)| *number == name).map_or(name, |(_, name)| name).to_owned()
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
    let signal = sent(&words);
    if signal == "KILL" {
        state.process_mut().traps = Rc::default();
    }
    if state.process.traps.contains_key(signal.as_str()) {
        return interpreter.signal_trap(state, &signal);
    }
    if HARMLESS.contains(&signal.as_str()) {
        return Flow::success(state);
    }
    state.status = Status::Failure;
    Flow::jump(Jump::Exit, state)
}

/// The signal that `kill` sends: `-TERM`, `-15`, `-s TERM`, `-n 15`.
fn sent(words: &[&str]) -> String {
    let mut words = words.iter();
    match words.next().and_then(|word| word.strip_prefix('-')) {
        Some("s" | "n") => words.next().map_or("TERM".to_owned(), |name| signal_name(name)),
        Some("-") | None => "TERM".to_owned(),
        Some(name) => signal_name(name),
    }
}

/// True if an argument is `$$`.
fn names_own_shell(call: &Call<'_, '_>) -> bool {
    let Some(node) = call.node else { return false };
    node.words().iter().skip(1).any(|word| match word.parts() {
        [part] => match part.kind {
            WordPartKind::Parameter(parameter) => parameter.name == "$",
            _ => false,
        },
        _ => false,
    })
}
