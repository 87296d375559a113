//! Builtins that print or write: `echo`, `printf`, `history`.

use super::{Letters, arguments};
use crate::analysis::apply::Write;
use crate::analysis::exec::Call;
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;
use crate::analysis::text::{self, Escapes};
use crate::commands::plan::FileAction;
use crate::intent::{CommandClass, LinkUse};
use crate::value::{AbstractString, Field, Output};

/// `echo`.
pub fn echo<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let words = arguments(&call);
    let reads = state.process.posix || state.process.shopts.get("xpg_echo") == Some(&true);
    let escapes = if reads { Escapes::Read } else { Escapes::Kept };
    let output = text::echo_text(words, escapes);
    interpreter.print(&mut state, 1, &output);
    Flow::success(state)
}

/// `printf`.
pub fn printf<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "v");
    let Some((format, words)) = letters.rest.split_first() else { return Flow::failure(state, 2) };
    let printed = text::printf_text(format, words);
    match letters.value('v').map(Field::known) {
        Some(Some(name)) => {
            let value = match printed {
                Output::Text(text) => text,
                Output::Nothing => AbstractString::empty(),
                Output::Lines(_) => AbstractString::unknown("what `printf` prints"),
                Output::Unknown(why) => AbstractString::unknown(why),
            };
            if !state.set(name, vec![value]) {
                return Flow::failure(state, 1);
            }
        }
        Some(None) => interpreter.unknown(format.span, "which variable `printf -v` sets is not known"),
        None => interpreter.print(&mut state, 1, &printed),
    }
    Flow::success(state)
}

/// `history`: `-w` and `-a` write a file.
pub fn history<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "");
    if !letters.has('w') && !letters.has('a') {
        return interpreter.says(state, "the history");
    }
    let Some(file) = letters.rest.first() else { return Flow::success(state) };
    let write = Write {
        action: if letters.has('w') { FileAction::Write } else { FileAction::Append },
        target: &file.value,
        directory: None,
        link: LinkUse::Followed,
        cause: if letters.has('w') { "history -w".into() } else { "history -a".into() },
        class: CommandClass::Known,
        content: None,
        fails: None,
        span: file.span,
    };
    interpreter.write(&mut state, &write);
    Flow::success(state)
}
