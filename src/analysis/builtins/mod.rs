//! Builtins of the shell (manual 4): what they do to its own state.
//!
//! Owns the table of names. A file a family beside this one.

mod control;
mod declare;
mod directory;
mod input;
mod options;
mod output;
mod run;
mod signals;
mod tests;

use crate::analysis::exec::Call;
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::State;
use crate::value::{Field, Output};

pub use options::long_option_name;

/// A builtin.
pub type Builtin = for<'i, 'c, 'a, 'w> fn(&'i mut Interpreter<'a, 'w>, Call<'c, 'a>, State<'a>) -> Flow<'a>;

/// The builtin of a name.
#[must_use]
pub fn find(name: &str) -> Option<Builtin> {
    Some(match name {
        ":" | "true" => control::succeed,
        "false" => control::fail,
        "." | "source" => run::source,
        "[" | "test" => tests::test,
        "alias" => options::alias,
        "bg" | "bind" | "caller" | "compgen" | "complete" | "compopt" | "disown" | "fc" | "fg" | "help"
        | "jobs" | "times" | "type" | "ulimit" | "umask" | "wait" | "hash" | "logout" | "suspend" => {
            control::pass
        }
        "break" => control::break_loop,
        "builtin" => run::builtin,
        "cd" => directory::cd,
        "chdir" => directory::cd,
        "command" => run::command,
        "continue" => control::continue_loop,
        "declare" | "typeset" => declare::declare,
        "dirs" => directory::dirs,
        "echo" => output::echo,
        "enable" => options::enable,
        "eval" => run::eval,
        "exec" => run::exec,
        "exit" => control::exit,
        "export" => declare::export,
        "getopts" => input::getopts,
        "history" => output::history,
        "kill" => signals::kill,
        "let" => tests::let_,
        "local" => declare::local,
        "mapfile" | "readarray" => input::mapfile,
        "popd" => directory::popd,
        "printf" => output::printf,
        "pushd" => directory::pushd,
        "pwd" => directory::pwd,
        "read" => input::read,
        "readonly" => declare::readonly,
        "return" => control::return_,
        "set" => options::set,
        "shift" => options::shift,
        "shopt" => options::shopt,
        "trap" => signals::trap,
        "unalias" => options::unalias,
        "unset" => declare::unset,
        _ => return None,
    })
}

/// The builtin that does what the program of the same name does.
#[must_use]
pub fn find_program(name: &str) -> Option<Builtin> {
    matches!(name, "true" | "false" | "[" | "test" | "echo" | "printf" | "pwd" | "kill")
        .then(|| find(name))
        .flatten()
}

/// The arguments of a call.
fn arguments<'c>(call: &Call<'c, '_>) -> &'c [Field] {
    call.fields.get(1..).unwrap_or_default()
}

/// Options in front of a builtin's operands.
struct Letters {
    /// Letters with their values, in order.
    given: Vec<(char, Option<Field>)>,
    /// What follows them.
    rest: Vec<Field>,
}

impl Letters {
    /// Reads options as builtins do: letters behind `-` (those in `valued` take a value), up to the first operand.
    fn read(arguments: &[Field], valued: &str) -> Self {
        let mut given = Vec::new();
        let mut left = arguments.iter();
        while let Some(field) = left.clone().next() {
            let Some(text) = field.known().filter(|text| text.len() > 1 && text.starts_with('-')) else {
                break;
            };
            left.next();
            if text == "--" {
                break;
            }
            let mut letters = text.chars().skip(1);
            while let Some(letter) = letters.next() {
                if !valued.contains(letter) {
                    given.push((letter, None));
                    continue;
                }
                let attached: String = letters.by_ref().collect();
                let value = if attached.is_empty() {
                    left.next().cloned()
                } else {
                    Some(Field::text(&attached, field.span))
                };
                given.push((letter, value));
            }
        }
        Self { given, rest: left.cloned().collect() }
    }

    fn has(&self, letter: char) -> bool {
        self.given.iter().any(|(have, _)| *have == letter)
    }

    fn value(&self, letter: char) -> Option<&Field> {
        self.given.iter().rev().find(|(have, _)| *have == letter).and_then(|(_, value)| value.as_ref())
    }
}

impl<'a> Interpreter<'a, '_> {
    /// A builtin that succeeds and prints something that is not known.
    fn says(&mut self, mut state: State<'a>, what: &str) -> Flow<'a> {
        self.print(&mut state, 1, &Output::Unknown(what.into()));
        Flow::success(state)
    }
}
