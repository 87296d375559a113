//! `cd`, `pushd`, `popd`, `dirs`, `pwd`: the current directory, as written and as it is.

use std::rc::Rc;

use super::{Letters, arguments};
use crate::analysis::exec::Call;
use crate::analysis::expand::Variable;
use crate::analysis::flow::Flow;
use crate::analysis::interpreter::Interpreter;
use crate::analysis::path::{self, Last, Shape};
use crate::analysis::state::{Directory, State};
use crate::analysis::variables;
use crate::value::{AbstractString, Field, Output};
use crate::world::Entry;

/// Whether `..` and links are read as written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Logical,
    Physical,
}

/// Where a change of directory leads.
enum Leads {
    /// there, and it exists
    There(Directory),
    /// there, if it exists
    Perhaps(Directory),
    /// nowhere
    Nowhere,
}

/// `cd`.
pub fn cd<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "");
    let reading = reading(&letters, &state);
    match letters.rest.as_slice() {
        [] => to_variable(interpreter, state, "HOME", reading, false),
        [operand] if operand.known() == Some("-") => to_variable(interpreter, state, "OLDPWD", reading, true),
        [operand] if operand.many => {
            let why = operand.value.reason().unwrap_or("not known").to_owned();
            go(interpreter, state, Leads::Perhaps(Directory::Abstract(AbstractString::unknown(why))), false)
        }
        [operand] if operand.value.is_empty() => stay(state, operand),
        [operand] => to_operand(interpreter, state, operand, reading),
        _ => Flow::failure(state, 1),
    }
}

fn reading(letters: &Letters, state: &State<'_>) -> Reading {
    let last = letters.given.iter().rev().find(|(letter, _)| matches!(letter, 'P' | 'L'));
    match last {
        Some(('P', _)) => Reading::Physical,
        Some(_) => Reading::Logical,
        None if state.process.options.contains("physical") => Reading::Physical,
        None => Reading::Logical,
    }
}

/// `cd ''` goes nowhere and succeeds.
fn stay<'a>(mut state: State<'a>, operand: &Field) -> Flow<'a> {
    if let Directory::Known { assumes, .. } = &mut state.process_mut().directory {
        assumes.extend(operand.value.assumes().iter().cloned());
    }
    Flow::success(state)
}

fn to_variable<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    state: State<'a>,
    name: &str,
    reading: Reading,
    prints: bool,
) -> Flow<'a> {
    match interpreter.variable(&state, name) {
        Variable::Scalar { values, .. } => {
            let mut flow = Flow::none();
            for value in &values {
                let leads = interpreter.leads(&state, value, reading);
                flow.absorb(go(interpreter, state.clone(), leads, prints));
            }
            flow
        }
        _ => Flow::failure(state, 1),
    }
}

fn to_operand<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    state: State<'a>,
    operand: &Field,
    reading: Reading,
) -> Flow<'a> {
    if let Some(known) = operand.value.known()
        && !known.starts_with('/')
        && !matches!(known.split('/').next(), Some("." | ".."))
        && let Some(leads) = interpreter.by_cdpath(&state, known, reading)
    {
        return go(interpreter, state, leads, true);
    }
    match interpreter.leads(&state, &operand.value, reading) {
        Leads::Nowhere => {
            if state.process.shopts.get("cdable_vars") == Some(&true)
                && let Some(name) = operand.known()
                && let Some(value) = interpreter.known_variable(&state, name)
            {
                let leads = interpreter.leads(&state, &AbstractString::text(&value), reading);
                return go(interpreter, state, leads, true);
            }
            Flow::failure(state, 1)
        }
        leads => go(interpreter, state, leads, false),
    }
}

fn go<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    mut state: State<'a>,
    leads: Leads,
    prints: bool,
) -> Flow<'a> {
    let (directory, known) = match leads {
        Leads::There(directory) => (directory, true),
        Leads::Perhaps(directory) => (directory, false),
        Leads::Nowhere => return Flow::failure(state, 1),
    };
    let before = state.clone();
    enter(interpreter, &mut state, directory);
    if prints {
        let mut line = state.process.directory.logical();
        line.push_text("\n");
        interpreter.print(&mut state, 1, &Output::Text(line));
    }
    if known { Flow::success(state) } else { Flow::open(state, before) }
}

/// Makes a directory the current one.
fn enter<'a>(interpreter: &Interpreter<'a, '_>, state: &mut State<'a>, directory: Directory) {
    let old = interpreter.variable(state, "PWD");
    let new = variables::scalar(directory.logical());
    state.process_mut().directory = directory;
    state.set_value("OLDPWD", old);
    state.set_value("PWD", new);
}

impl<'a> Interpreter<'a, '_> {
    fn leads(&self, state: &State<'a>, value: &AbstractString, reading: Reading) -> Leads {
        let base = match reading {
            Reading::Logical => state.process.directory.logical(),
            Reading::Physical => state.process.directory.physical(),
        };
        let absolute = path::absolute(&base, value);
        let Shape::Exact(path) = path::shape(&absolute) else {
            return Leads::Perhaps(Directory::Abstract(absolute));
        };
        let files = self.files(state);
        let logical = if reading == Reading::Logical { path::clean(&path) } else { path };
        let resolved = files.resolve(&logical, Last::Follow);
        let logical = if reading == Reading::Logical { logical } else { resolved.path.clone() };
        let directory = Directory::Known {
            logical: logical.into(),
            physical: resolved.path.into(),
            assumes: absolute.assumes().to_vec(),
        };
        match (resolved.problem, resolved.entry) {
            (None, Some(Entry::Directory)) => Leads::There(directory),
            (None, None) => Leads::Perhaps(directory),
            _ => Leads::Nowhere,
        }
    }

    /// The first directory of `CDPATH` that has the name.
    fn by_cdpath(&self, state: &State<'a>, name: &str, reading: Reading) -> Option<Leads> {
        let list = self.known_variable(state, "CDPATH").filter(|list| !list.is_empty())?;
        for directory in list.split(':') {
            if directory.is_empty() || directory == "." {
                // The current directory: found there, it is an ordinary change.
                match self.leads(state, &AbstractString::text(name), reading) {
                    Leads::Nowhere => continue,
                    _ => return None,
                }
            }
            let value = AbstractString::text(&path::join(directory, name));
            match self.leads(state, &value, reading) {
                Leads::Nowhere => {}
                leads => return Some(leads),
            }
        }
        None
    }
}

/// `pwd`.
pub fn pwd<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let letters = Letters::read(arguments(&call), "");
    let mut line = match reading(&letters, &state) {
        Reading::Physical => state.process.directory.physical(),
        Reading::Logical => state.process.directory.logical(),
    };
    line.push_text("\n");
    interpreter.print(&mut state, 1, &Output::Text(line));
    Flow::success(state)
}

/// `dirs`.
pub fn dirs<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    if arguments(&call).iter().any(|field| field.known() == Some("-c")) {
        state.process_mut().stack = Rc::default();
        return Flow::success(state);
    }
    interpreter.says(state, "the directory stack")
}

/// `pushd`.
pub fn pushd<'a>(
    interpreter: &mut Interpreter<'a, '_>,
    call: Call<'_, 'a>,
    mut state: State<'a>,
) -> Flow<'a> {
    let (stays, operand) = stack_operand(arguments(&call));
    let is_operand = |field: &&Field| !matches!(field.known(), Some("-n" | "--"));
    if arguments(&call).iter().filter(is_operand).count() > 1 {
        return Flow::failure(state, 1);
    }
    let here = state.process.directory.logical();
    match operand.as_ref().map(|field| field.known()) {
        None => {
            let Some((next, rest)) = state.process.stack.split_first() else {
                return Flow::failure(state, 1);
            };
            let (next, mut stack) = (next.clone(), vec![here]);
            stack.extend(rest.iter().cloned());
            interpreter.change(state, &next, stack)
        }
        Some(Some(text)) if rotation(text, &state).is_some() => {
            let Some(turn) = rotation(text, &state) else { return Flow::failure(state, 1) };
            let mut all = vec![here];
            all.extend(state.process.stack.iter().cloned());
            all.rotate_left(turn);
            let stack = all.split_off(1);
            match all.pop() {
                Some(top) if !stays => interpreter.change(state, &top, stack),
                _ => Flow::success(state),
            }
        }
        Some(Some(text)) if is_number(text) => Flow::failure(state, 1),
        Some(_) => {
            let Some(target) = operand.map(|field| field.value) else { return Flow::failure(state, 1) };
            let mut stack = vec![if stays { target.clone() } else { here }];
            stack.extend(state.process.stack.iter().cloned());
            if stays {
                state.process_mut().stack = Rc::new(stack);
                return Flow::success(state);
            }
            interpreter.change(state, &target, stack)
        }
    }
}

/// `popd`.
pub fn popd<'a>(interpreter: &mut Interpreter<'a, '_>, call: Call<'_, 'a>, mut state: State<'a>) -> Flow<'a> {
    let (stays, operand) = stack_operand(arguments(&call));
    let mut stack = (*state.process.stack).clone();
    let place = match operand.as_ref().map(|field| field.known()) {
        None => usize::from(stays),
        Some(Some(text)) => match rotation(text, &state) {
            Some(place) => place,
            None => return Flow::failure(state, 1),
        },
        Some(None) => return interpreter.open(state),
    };
    if stack.is_empty() {
        return Flow::failure(state, 1);
    }
    let Some(below) = place.checked_sub(1) else {
        let top = stack.remove(0);
        return interpreter.change(state, &top, stack);
    };
    if below < stack.len() {
        stack.remove(below);
    }
    state.process_mut().stack = Rc::new(stack);
    Flow::success(state)
}

impl<'a> Interpreter<'a, '_> {
    /// Goes to a directory with a new stack below it, if it can be gone to.
    fn change(&mut self, state: State<'a>, target: &AbstractString, stack: Vec<AbstractString>) -> Flow<'a> {
        let leads = self.leads(&state, target, Reading::Logical);
        let stack = Rc::new(stack);
        let mut flow = go(self, state, leads, false);
        for state in flow.ok.iter_mut() {
            state.process_mut().stack = Rc::clone(&stack);
        }
        let what = Output::Unknown("the directory stack".into());
        flow.ok.iter_mut().for_each(|state| self.print(state, 1, &what));
        flow
    }
}

fn stack_operand(arguments: &[Field]) -> (bool, Option<Field>) {
    let stays = arguments.iter().any(|field| field.known() == Some("-n"));
    let operand = arguments.iter().find(|field| !matches!(field.known(), Some("-n" | "--")));
    (stays, operand.cloned())
}

fn is_number(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|digits| digits.parse::<usize>().is_ok())
}

/// The place in the stack that `+N` or `-N` means.
fn rotation(text: &str, state: &State<'_>) -> Option<usize> {
    let depth = state.process.stack.len() + 1;
    let number: usize = text.strip_prefix(['+', '-'])?.parse().ok()?;
    if number >= depth {
        return None;
    }
    Some(if text.starts_with('+') { number } else { depth - 1 - number })
}
