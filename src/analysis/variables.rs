//! Variables of a shell: reading, setting, scopes, and what a child process gets.
//!
//! Owns the rules of attributes and of local scopes. The builtins that declare variables stand in `builtins`.

use std::rc::Rc;

use crate::analysis::expand::Variable;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{Cell, LetterCase, State};
use crate::value::{AbstractString, Piece, VALUES_CAP};
use crate::world::Variable as Given;

/// More references (`declare -n`) in a row than this are a loop.
const REFERENCES_CAP: usize = 8;

/// More elements of an array than this are not told apart.
pub const ELEMENTS_CAP: usize = 1024;

/// Variables that Bash sets to something that differs each time; what they hold.
const CHANGING: &[(&str, &str)] = &[
    ("BASHPID", "a process number"),
    ("EPOCHREALTIME", "the time"),
    ("EPOCHSECONDS", "the time"),
    ("PPID", "a process number"),
    ("RANDOM", "a random number"),
    ("SECONDS", "the time"),
    ("SRANDOM", "a random number"),
    ("EUID", "the user's number"),
    ("HOSTNAME", "the host's name"),
    ("HOSTTYPE", "the machine's type"),
    ("MACHTYPE", "the machine's type"),
    ("OSTYPE", "the system's name"),
    ("SHLVL", "a number of shells"),
    ("UID", "the user's number"),
    ("BASH_VERSION", "the shell's version"),
    ("EUID", "the user's number"),
    ("HOSTTYPE", "the kind of machine"),
    ("MACHTYPE", "the kind of machine"),
    ("OSTYPE", "the kind of system"),
    ("SHLVL", "a number of shells"),
    ("UID", "the user's number"),
];

/// A scalar of one value.
#[must_use]
pub fn scalar(value: AbstractString) -> Variable {
    Variable::Scalar { values: vec![value], maybe_unset: false }
}

/// A scalar of known text.
#[must_use]
pub fn text(value: &str) -> Variable {
    scalar(AbstractString::text(value))
}

impl<'a> Interpreter<'a, '_> {
    /// A variable's value in a state.
    #[must_use]
    pub fn variable(&self, state: &State<'a>, name: &str) -> Variable {
        let name = referred(state, name);
        match state.process.variables.get(name) {
            Some(cell) => cell.value.clone(),
            None => self.initial(state, name),
        }
    }

    /// The value of a variable that the command has not set.
    fn initial(&self, state: &State<'a>, name: &str) -> Variable {
        if let Some((_, what)) = CHANGING.iter().find(|(have, _)| *have == name) {
            let mut value = AbstractString::empty();
            value.push(Piece::Segment((*what).into()));
            return scalar(value);
        }
        match name {
            "PWD" => return scalar(state.process.directory.logical()),
            "IFS" => return text(" \t\n"),
            "OPTIND" => return text("1"),
            "LINENO" => return text(&self.line().to_string()),
            "FUNCNAME" => return function_names(state),
            "DIRSTACK" => return Variable::UnknownArray("the directory stack".into()),
            "BASH_VERSINFO" => return versions(),
            "PIPESTATUS" | "BASH_SOURCE" | "BASH_LINENO" | "GROUPS" => {
                return Variable::UnknownArray(format!("`{name}`").into());
            }
            "BASH_SUBSHELL" => return text(if state.process.subshell { "1" } else { "0" }),
            "BASH_REMATCH" => return Variable::UnknownArray("what `=~` matched".into()),
            _ => {}
        }
        if state.process.bare {
            return Variable::Unset;
        }
        match self.world.variable(name) {
            Given::Set(value) => text(&value),
            Given::Unset => Variable::Unset,
            Given::Unknown => {
                let why = format!("`${name}` is not set by this command");
                Variable::Scalar { values: vec![AbstractString::unknown(why)], maybe_unset: true }
            }
        }
    }

    /// The line of the simple command that runs.
    #[must_use]
    pub fn line(&self) -> usize {
        let before = self.text.get(..self.line_of.start as usize).unwrap_or("");
        memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1
    }

    /// The one known value of a variable.
    #[must_use]
    pub fn known_variable(&self, state: &State<'a>, name: &str) -> Option<String> {
        match self.variable(state, name) {
            Variable::Scalar { values, maybe_unset: false } => match values.as_slice() {
                [value] => value.known().map(str::to_owned),
                _ => None,
            },
            _ => None,
        }
    }

    /// A variable as a child process gets it.
    #[must_use]
    pub fn exported(&self, state: &State<'a>, name: &str) -> Variable {
        match state.process.variables.get(name) {
            Some(cell) if cell.exported => cell.value.clone(),
            Some(cell) if matches!(cell.value, Variable::Unset) => Variable::Unset,
            // A variable that came from the environment stays exported when it is set.
            Some(cell) if self.is_given(state, name) => cell.value.clone(),
            Some(_) if state.process.bare => Variable::Unset,
            Some(cell) => match self.world.variable(name) {
                Given::Unset => Variable::Unset,
                _ => Variable::Scalar {
                    values: match &cell.value {
                        Variable::Scalar { values, .. } => values.clone(),
                        _ => vec![AbstractString::unknown(format!("`${name}` may not be exported"))],
                    },
                    maybe_unset: true,
                },
            },
            None => self.initial(state, name),
        }
    }

    fn is_given(&self, state: &State<'a>, name: &str) -> bool {
        matches!(name, "PWD" | "OLDPWD" | "HOME" | "PATH" | "USER" | "TMPDIR")
            || (!state.process.bare && matches!(self.world.variable(name), Given::Set(_)))
    }
}

/// Bash 5.2, which is what is modelled; the rest of its version differs by system.
fn versions() -> Variable {
    let known = ["5", "2"].map(AbstractString::text).into_iter();
    let mut other = AbstractString::empty();
    other.push(Piece::Segment("a part of the shell's version".into()));
    let all = known.chain(std::iter::repeat_n(other, 4));
    Variable::Indexed(Rc::new((0..).zip(all).collect()))
}

fn function_names(state: &State<'_>) -> Variable {
    let names: Vec<(i64, AbstractString)> = state
        .process
        .frames
        .iter()
        .rev()
        .zip(0..)
        .map(|(frame, number)| (number, AbstractString::text(&frame.name)))
        .collect();
    if names.is_empty() { Variable::Unset } else { Variable::Indexed(Rc::new(names)) }
}

/// The variable that a name means: itself, or what it refers to.
fn referred<'n>(state: &'n State<'_>, name: &'n str) -> &'n str {
    let mut name = name;
    for _ in 0..REFERENCES_CAP {
        let Some(cell) = state.process.variables.get(name).filter(|cell| cell.reference) else { break };
        match &cell.value {
            Variable::Scalar { values, .. } => match values.first().and_then(AbstractString::known) {
                Some(target) if !target.is_empty() => name = target,
                _ => break,
            },
            _ => break,
        }
    }
    name
}

impl State<'_> {
    /// Sets a scalar; an array's first element if the variable is one. False if it is read-only.
    pub fn set(&mut self, name: &str, values: Vec<AbstractString>) -> bool {
        self.set_value(name, Variable::Scalar { values, maybe_unset: false })
    }

    /// Sets a variable. False if it is read-only.
    pub fn set_value(&mut self, name: &str, value: Variable) -> bool {
        let name = referred(self, name).to_owned();
        let letters = self.process.variables.get(name.as_str()).and_then(|cell| cell.case);
        let value = match letters {
            Some(case) => change_case(value, case),
            None => value,
        };
        let all_exported = self.process.options.contains("allexport");
        let variables = Rc::make_mut(&mut self.process_mut().variables);
        match variables.get_mut(name.as_str()) {
            Some(cell) if cell.readonly => return false,
            Some(cell) => {
                cell.value = match (&cell.value, value) {
                    (Variable::Indexed(elements), Variable::Scalar { values, .. }) => {
                        set_indexed(elements, 0, &values)
                    }
                    (_, value) => value,
                };
                cell.exported |= all_exported;
            }
            None => {
                let mut cell = Cell::plain(value);
                cell.exported = all_exported;
                variables.insert(name.into(), cell);
            }
        }
        true
    }

    /// Sets an element of an array. False if it is read-only.
    pub fn set_element(&mut self, name: &str, key: &Key, values: &[AbstractString]) -> bool {
        let name = referred(self, name).to_owned();
        let variables = Rc::make_mut(&mut self.process_mut().variables);
        let cell = variables.entry(name.as_str().into()).or_insert_with(|| Cell::plain(Variable::Unset));
        if cell.readonly {
            return false;
        }
        cell.value = match (&cell.value, key) {
            (Variable::Associative(entries), Key::Text(key)) => set_associative(entries, key, values),
            (Variable::Indexed(elements), Key::Number(index)) => set_indexed(elements, *index, values),
            (Variable::Unset, Key::Number(index)) => set_indexed(&Rc::default(), *index, values),
            (Variable::Unset, Key::Text(key)) => set_associative(&Rc::default(), key, values),
            (Variable::Scalar { values: first, maybe_unset: false }, Key::Number(index)) => {
                let elements = Rc::new(vec![(0, one_of(first))]);
                set_indexed(&elements, *index, values)
            }
            _ => Variable::UnknownArray(format!("an element of `{name}` that is not known was set").into()),
        };
        true
    }

    /// Unsets a variable. False if it is read-only.
    pub fn unset(&mut self, name: &str) -> bool {
        let variables = Rc::make_mut(&mut self.process_mut().variables);
        if variables.get(name).is_some_and(|cell| cell.readonly) {
            return false;
        }
        variables.insert(name.into(), Cell::plain(Variable::Unset));
        true
    }

    /// A variable's attributes, to change; it is made if it has none yet.
    pub fn cell_mut(&mut self, name: &str, initial: impl FnOnce() -> Variable) -> &mut Cell {
        let variables = Rc::make_mut(&mut self.process_mut().variables);
        variables.entry(name.into()).or_insert_with(|| Cell::plain(initial()))
    }

    /// Makes a variable local to the function that runs; false outside functions.
    pub fn make_local(&mut self, name: &str) -> bool {
        let process = self.process_mut();
        let before = process.variables.get(name).cloned();
        let Some(frame) = Rc::make_mut(&mut process.frames).last_mut() else { return false };
        if frame.hidden.iter().all(|(hidden, _)| &**hidden != name) {
            frame.hidden.push((name.into(), before));
        }
        true
    }

    /// Puts variables back to what they were.
    pub fn restore(&mut self, hidden: Vec<(Rc<str>, Option<Cell>)>) {
        if hidden.is_empty() {
            return;
        }
        let variables = Rc::make_mut(&mut self.process_mut().variables);
        for (name, cell) in hidden {
            match cell {
                Some(cell) => drop(variables.insert(name, cell)),
                None => drop(variables.remove(&name)),
            }
        }
    }
}

/// What names an element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// of an indexed array
    Number(i64),
    /// of an associative array
    Text(AbstractString),
    /// nobody knows
    Unknown,
}

/// One string for several alternatives.
#[must_use]
pub fn one_of(values: &[AbstractString]) -> AbstractString {
    match values {
        [] => AbstractString::empty(),
        [value] => value.clone(),
        [first, rest @ ..] => {
            if rest.iter().all(|value| value == first) {
                return first.clone();
            }
            let why = values.iter().find_map(AbstractString::reason).unwrap_or("one of several values");
            AbstractString::unknown(why)
        }
    }
}

fn set_indexed(elements: &Rc<Vec<(i64, AbstractString)>>, index: i64, values: &[AbstractString]) -> Variable {
    let mut elements = (**elements).clone();
    // A negative index counts from the end.
    let index = if index < 0 { elements.last().map_or(0, |(last, _)| last + 1) + index } else { index };
    let value = one_of(values);
    match elements.binary_search_by_key(&index, |(number, _)| *number) {
        Ok(place) => {
            if let Some(slot) = elements.get_mut(place) {
                slot.1 = value;
            }
        }
        Err(place) => elements.insert(place, (index, value)),
    }
    if elements.len() > ELEMENTS_CAP {
        return Variable::UnknownArray("an array of more elements than are kept".into());
    }
    Variable::Indexed(Rc::new(elements))
}

fn set_associative(
    entries: &Rc<Vec<(AbstractString, AbstractString)>>,
    key: &AbstractString,
    values: &[AbstractString],
) -> Variable {
    if key.known().is_none() || entries.len() >= ELEMENTS_CAP {
        return Variable::UnknownArray("an element that is not known was set".into());
    }
    let mut entries = (**entries).clone();
    let value = one_of(values);
    match entries.iter_mut().find(|(have, _)| have == key) {
        Some(slot) => slot.1 = value,
        None => entries.push((key.clone(), value)),
    }
    Variable::Associative(Rc::new(entries))
}

fn change_case(value: Variable, case: LetterCase) -> Variable {
    let Variable::Scalar { values, maybe_unset } = value else { return value };
    let changed = values
        .iter()
        .take(VALUES_CAP)
        .map(|value| match (value.known(), case) {
            (Some(known), LetterCase::Lower) => AbstractString::text(&known.to_lowercase()),
            (Some(known), LetterCase::Upper) => AbstractString::text(&known.to_uppercase()),
            (None, _) => AbstractString::unknown(value.reason().unwrap_or("not known")),
        })
        .collect();
    Variable::Scalar { values: changed, maybe_unset }
}
