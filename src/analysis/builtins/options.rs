//! Options and parameters of the shell: `set`, `shopt`, `shift`, `alias`, `unalias`, `enable`.

use std::rc::Rc;

use super::{Letters, arguments};
use crate::analysis::exec::{Call, positional};
use crate::analysis::expand::Positional;
use crate::analysis::flow::{Flow, Jump};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{Alias, State};
use crate::value::{AbstractString, Field, Piece};

/// Letters of `set` with their long names (manual 4.3.1).
const LONG_NAMES: &[(char, &str)] = &[
    ('a', "allexport"),
    ('b', "notify"),
    ('B', "braceexpand"),
    ('C', "noclobber"),
    ('e', "errexit"),
    ('E', "errtrace"),
    ('f', "noglob"),
    ('h', "hashall"),
    ('H', "histexpand"),
    ('k', "keyword"),
    ('m', "monitor"),
    ('n', "noexec"),
    ('p', "privileged"),
    ('P', "physical"),
    ('t', "onecmd"),
    ('T', "functrace"),
    ('u', "nounset"),
    ('v', "verbose"),
    ('x', "xtrace"),
];

/// The long name of a shell option that is given as `e`, `-e` or `errexit`.
#[must_use]
pub fn long_option_name(option: &str) -> Option<&'static str> {
    let bare = option.trim_start_matches('-');
    let mut letters = bare.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => LONG_NAMES.iter().find(|(have, _)| *have == letter).map(|(_, name)| *name),
        _ => LONG_NAMES.iter().map(|(_, name)| *name).find(|name| *name == bare),
    }
}

/// `set`.
pub fn set<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let words = arguments(&call);
    if words.is_empty() {
        return interpreter.says(state, "variables");
    }
    let mut left = words.iter();
    while let Some(field) = left.clone().next() {
        let text = match field.known() {
            Some(text) if text.starts_with(['-', '+']) && text.len() > 1 => text,
            Some("-") => {
                left.next();
                break;
            }
            _ => {
                state.process_mut().positional = positional(left.as_slice());
                return set_to(state);
            }
        };
        left.next();
        if text == "--" {
            state.process_mut().positional = positional(left.as_slice());
            return set_to(state);
        }
        let on = text.starts_with('-');
        for letter in text.chars().skip(1) {
            if letter == 'o' {
                match left.next() {
                    Some(name) => set_named(interpreter, &mut state, name, on),
                    None => return interpreter.says(state, "options"),
                }
            } else if let Some(name) = long_option_name(letter.encode_utf8(&mut [0; 4])) {
                set_option(&mut state, name, on);
            }
        }
    }
    if left.len() > 0 {
        state.process_mut().positional = positional(left.as_slice());
    }
    set_to(state)
}

/// Behind `set -n` the shell runs nothing any more, traps neither (manual 4.3.1).
fn set_to(mut state: State<'_>) -> Flow<'_> {
    if !state.process.options.contains("noexec") {
        return Flow::success(state);
    }
    state.process_mut().traps = Rc::default();
    Flow::jump(Jump::Exit, state)
}

fn set_named(interpreter: &mut Interpreter<'_, '_>, state: &mut State<'_>, name: &Field, on: bool) {
    match name.known() {
        Some(name) => set_option(state, name, on),
        None => interpreter.unknown(name.span, "a shell option that is not known"),
    }
}

fn set_option(state: &mut State<'_>, name: &str, on: bool) {
    let options = Rc::make_mut(&mut state.process_mut().options);
    if on {
        options.insert(name.into());
    } else {
        options.remove(name);
    }
}

/// `shopt`.
pub fn shopt<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "");
    let on = match (letters.has('s'), letters.has('u')) {
        (true, false) => true,
        (false, true) => false,
        _ => return interpreter.open(state),
    };
    for field in &letters.rest {
        match field.known() {
            Some(name) if letters.has('o') => set_option(&mut state, name, on),
            Some(name) => drop(Rc::make_mut(&mut state.process_mut().shopts).insert(name.into(), on)),
            None => interpreter.unknown(field.span, "a shell option that is not known"),
        }
    }
    Flow::success(state)
}

/// `shift`.
pub fn shift<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let count = match arguments(&call).first() {
        None => Some(1),
        Some(field) => field.known().and_then(|text| text.trim().parse::<usize>().ok()),
    };
    let Positional::Known(values) = &state.process.positional else { return Flow::success(state) };
    let next = match count {
        Some(count) if count <= values.len() => {
            Positional::Known(Rc::new(values.iter().skip(count).cloned().collect()))
        }
        Some(_) => return Flow::failure(state, 1),
        None => Positional::Unknown("shifted by an unknown number".into()),
    };
    state.process_mut().positional = next;
    Flow::success(state)
}

/// `alias`.
pub fn alias<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
) -> Flow<'a> {
    let line = interpreter.line();
    let words = arguments(&call);
    if words.iter().all(|field| !field.value.known_prefix().contains('=')) {
        return interpreter.says(state, "aliases");
    }
    for field in words {
        let Some((name, rest)) = field.value.known_prefix().split_once('=') else { continue };
        let mut pieces = vec![Piece::Text(rest.into())];
        pieces.extend(field.value.pieces().iter().skip(1).cloned());
        let text = AbstractString::empty().with_pieces(pieces);
        Rc::make_mut(&mut state.process_mut().aliases).insert(name.into(), Alias { text, line });
    }
    Flow::success(state)
}

/// `unalias`.
pub fn unalias<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    for field in arguments(&call) {
        let aliases = Rc::make_mut(&mut state.process_mut().aliases);
        match field.known() {
            Some("-a") => aliases.clear(),
            Some(name) => drop(aliases.remove(name)),
            None => {}
        }
    }
    Flow::success(state)
}

/// `enable`.
pub fn enable<'a>(_: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "fd");
    for field in &letters.rest {
        let Some(name) = field.known() else { continue };
        let disabled = Rc::make_mut(&mut state.process_mut().disabled);
        if letters.has('n') {
            disabled.insert(name.into());
        } else {
            disabled.remove(name);
        }
    }
    Flow::success(state)
}
