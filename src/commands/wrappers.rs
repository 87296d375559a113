//! The programs that run their operands as a command (guards.md 2.12).
//!
//! Owns how their command lines name that command.

mod rows;
mod split;

use std::rc::Rc;

use super::engine::Call;
use super::model::Use;
use super::options::Item;
use super::plan::{FileAction, Operation, Plan, Runs};
use super::transfer::split_key;
use crate::value::{AbstractString, Field, Output};

pub use rows::ROWS;

/// `pee` gives its input to each of its operands, which a shell runs.
fn pee(call: &Call<'_, '_>, plan: &mut Plan) {
    for field in call.parsed.operands() {
        plan.operations.push(Operation::Shell(super::shells::text(field.clone())));
    }
}

/// `ifne` runs its command where its input is not empty, `ifne -n` where it is.
fn ifne(call: &Call<'_, '_>, plan: &mut Plan) {
    let empty = match call.facts.input() {
        Output::Nothing => Some(true),
        Output::Text(text) => text.emptiness(),
        _ => None,
    };
    match empty {
        Some(empty) if empty != call.on("empty") => {
            super::engine::fail_from(plan, 0, "its input decides against it")
        }
        Some(_) => {}
        None => maybe(plan),
    }
}

/// The last invocation may not run.
pub fn maybe(plan: &mut Plan) {
    if let Some(Operation::Invoke(invocation)) = plan.operations.last_mut() {
        invocation.runs = Runs::Maybe;
    }
}

/// Names with their values.
type Environment = Vec<(Rc<str>, Option<AbstractString>)>;

/// Assignments in front of the command, as `env` and `sudo` read them.
fn assignments(argv: &[Field]) -> (Environment, Vec<Field>) {
    let mut environment = Vec::new();
    let mut rest = argv.iter();
    let mut command = Vec::new();
    for field in rest.by_ref() {
        match split_key(field) {
            Some((name, value)) => environment.push((name.into(), Some(value.value))),
            None => {
                command.push(field.clone());
                break;
            }
        }
    }
    command.extend(rest.cloned());
    (environment, command)
}

fn env(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut unset = Vec::new();
    let mut argv: Vec<Field> = Vec::new();
    for item in &call.parsed.items {
        let Item::Option(given) = item else { continue };
        let Some(value) = &given.value else { continue };
        if given.option.is("-u") {
            unset.extend(value.known().map(|name| (name.into(), None)));
        } else if given.option.is("-S") {
            let Some(text) = value.known() else {
                call.unknown("the string of `-S` is not known", plan);
                continue;
            };
            // A string that it refuses runs nothing.
            let Some(words) = split::split(text, value.span, call.facts) else { return };
            argv.extend(words);
        }
    }
    if argv.first().is_some_and(|word| word.value.known_prefix().starts_with('-')) {
        // Options in the string are options of `env`.
        argv.insert(0, Field::text("env", call.span));
    }
    argv.extend(call.inner(0).iter().cloned());
    let dash = argv.first().and_then(Field::known) == Some("-");
    let (assigned, command) = assignments(argv.get(usize::from(dash)..).unwrap_or(&[]));
    call.invoke(command, plan);
    if let Some(Operation::Invoke(invocation)) = plan.operations.last_mut() {
        invocation.clears_environment = dash || call.on("clears");
        invocation.environment = unset;
        invocation.environment.extend(assigned);
    }
}

fn sudo(call: &Call<'_, '_>, plan: &mut Plan) {
    let (environment, command) = assignments(call.inner(0));
    if call.on("edit") {
        for field in &command {
            call.apply(Use::File(FileAction::Modify), field, plan);
        }
    } else if command.is_empty() {
        if call.on("shell") {
            call.run(plan);
        }
    } else {
        call.invoke(command, plan);
        if let Some(Operation::Invoke(invocation)) = plan.operations.last_mut() {
            invocation.environment = environment;
            if call.on("login") {
                invocation.directory = Some(login_home());
            }
        }
    }
}

/// Where a login shell begins (`sudo -i`, `su -`).
pub fn login_home() -> AbstractString {
    AbstractString::unknown("the home of the user who logs in")
}

/// `flock FILE COMMAND` makes the lock file; `flock FD` has none.
fn flock(call: &Call<'_, '_>, plan: &mut Plan) {
    let inner = call.inner(0);
    let Some((lock, mut command)) = inner.split_first() else { return };
    if lock.known().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit())) {
        return;
    }
    call.apply(Use::File(FileAction::Touch { create: true }), lock, plan);
    let mut text = call.on("text");
    while let Some((first, rest)) = command.split_first() {
        match first.known() {
            Some("-c" | "--command") => text = true,
            Some("--") => {}
            _ => break,
        }
        command = rest;
    }
    match command.first().filter(|_| text) {
        Some(field) => plan.operations.push(Operation::Shell(super::shells::text(field.clone()))),
        None => call.invoke(command.to_vec(), plan),
    }
}

/// `chezmoi git` runs git in the directory that chezmoi keeps its source in, which its settings may name.
fn chezmoi_git(call: &Call<'_, '_>, plan: &mut Plan) {
    let mut argv = vec![Field::text("git", call.span)];
    argv.extend(call.inner(0).iter().cloned());
    call.invoke(argv, plan);
    if let Some(Operation::Invoke(invocation)) = plan.operations.last_mut() {
        let source = || AbstractString::unknown("where chezmoi keeps its source is set elsewhere");
        invocation.directory.get_or_insert_with(source);
    }
}

/// What runs in another root writes below it, where nobody follows it.
fn chroot(call: &Call<'_, '_>, plan: &mut Plan) {
    match call.parsed.operands().next() {
        Some(root) => call.below(FileAction::Write, root, plan),
        None => call.unknown("its root is not known", plan),
    }
}
