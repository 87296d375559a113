//! What holds whichever of two states is the case.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Cell, Directory, Process, Saved};
use crate::analysis::expand::{Positional, Variable};
use crate::analysis::repository::Repositories;
use crate::value::{AbstractString, Output, Piece, VALUES_CAP};

pub(super) fn join_repositories(left: Repositories, right: &Repositories) -> Repositories {
    if left == *right { left } else { left.join(right) }
}

pub(super) fn join_saved<'a>(
    left: Option<Rc<Saved<'a>>>,
    right: Option<&Rc<Saved<'a>>>,
) -> Option<Rc<Saved<'a>>> {
    match (left, right) {
        (Some(left), Some(right)) if !Rc::ptr_eq(&left, right) && left != *right => {
            let printed = match (left.printed.clone(), right.printed.clone()) {
                (Some(left), Some(right)) => Some(either(left, right)),
                (left, _) => left,
            };
            let process = join_processes(Rc::clone(&left.process), &right.process);
            Some(Rc::new(Saved {
                process,
                printed,
                next: join_saved(left.next.clone(), right.next.as_ref()),
            }))
        }
        (left, _) => left,
    }
}

pub(super) fn join_processes<'a>(mut left: Rc<Process<'a>>, right: &Rc<Process<'a>>) -> Rc<Process<'a>> {
    if Rc::ptr_eq(&left, right) || left == *right {
        return left;
    }
    let why = "differs between the paths that lead here";
    let process = Rc::make_mut(&mut left);
    if process.directory != right.directory {
        process.directory =
            Directory::Abstract(AbstractString::unknown("the current directory is not known"));
    }
    if process.stack != right.stack {
        let depth = process.stack.len().min(right.stack.len());
        process.stack = Rc::new(vec![AbstractString::unknown(why); depth]);
    }
    if process.variables != right.variables {
        process.variables = Rc::new(join_variables(&process.variables, &right.variables));
    }
    if process.positional != right.positional {
        process.positional = Positional::Unknown(why.into());
    }
    if process.last_argument != right.last_argument {
        process.last_argument = AbstractString::unknown(why);
    }
    if process.options != right.options {
        process.options = Rc::new(process.options.intersection(&right.options).cloned().collect());
    }
    if process.functions != right.functions {
        let mut functions = (*process.functions).clone();
        functions.extend(right.functions.iter().map(|(name, function)| (Rc::clone(name), *function)));
        process.functions = Rc::new(functions);
    }
    if process.traps != right.traps {
        let mut traps = (*right.traps).clone();
        traps.extend(process.traps.iter().map(|(signal, trap)| (Rc::clone(signal), trap.clone())));
        process.traps = Rc::new(traps);
    }
    if process.descriptors != right.descriptors {
        process.descriptors = process.descriptors.join(&right.descriptors);
    }
    left
}

/// A variable that each round of a loop changes.
pub(super) fn widened(before: Option<&Cell>, after: Option<&Cell>) -> Variable {
    let why: Rc<str> = "changes with each round of a loop".into();
    let number = |cell: Option<&Cell>| match cell.map(|cell| &cell.value) {
        Some(Variable::Scalar { values, .. }) => {
            values.iter().all(|value| value.known().is_some_and(|text| text.parse::<i64>().is_ok()))
        }
        _ => false,
    };
    let mut value = AbstractString::empty();
    let piece = if number(before) && number(after) { Piece::Segment(why) } else { Piece::Unknown(why) };
    value.push(piece);
    match after.or(before).map(|cell| &cell.value) {
        Some(Variable::Indexed(_) | Variable::Associative(_) | Variable::UnknownArray(_)) => {
            Variable::UnknownArray("changes with each round of a loop".into())
        }
        _ => Variable::Scalar { values: vec![value], maybe_unset: before.is_none() },
    }
}

type Variables = BTreeMap<Rc<str>, Cell>;

fn join_variables(left: &Variables, right: &Variables) -> Variables {
    let mut joined = left.clone();
    for (name, cell) in &mut joined {
        match right.get(name) {
            Some(other) if other == cell => {}
            Some(other) => cell.value = join_values(&cell.value, &other.value),
            None => cell.value = loosen(&cell.value),
        }
    }
    for (name, cell) in right {
        if !joined.contains_key(name) {
            let mut cell = cell.clone();
            cell.value = loosen(&cell.value);
            joined.insert(Rc::clone(name), cell);
        }
    }
    joined
}

/// The value on one path, and on another whatever it was before.
fn loosen(value: &Variable) -> Variable {
    let before = Variable::Scalar {
        values: vec![AbstractString::unknown("set on some paths only")],
        maybe_unset: true,
    };
    join_values(value, &before)
}

/// What a variable is if it is one of two values.
fn join_values(left: &Variable, right: &Variable) -> Variable {
    let why = "differs between the paths that lead here";
    if left == right {
        return left.clone();
    }
    match (left, right) {
        (Variable::Unset, Variable::Scalar { values, .. })
        | (Variable::Scalar { values, .. }, Variable::Unset) => {
            Variable::Scalar { values: values.clone(), maybe_unset: true }
        }
        (
            Variable::Scalar { values, maybe_unset },
            Variable::Scalar { values: others, maybe_unset: other_unset },
        ) => {
            let mut values = values.clone();
            for other in others {
                if !values.contains(other) {
                    values.push(other.clone());
                }
            }
            if values.len() > VALUES_CAP {
                values = vec![AbstractString::unknown("more values than are told apart")];
            }
            Variable::Scalar { values, maybe_unset: *maybe_unset || *other_unset }
        }
        _ => Variable::UnknownArray(why.into()),
    }
}

/// What is printed if it is one of two outputs.
#[must_use]
pub fn either(left: Output, right: Output) -> Output {
    if left == right {
        return left;
    }
    match (lines_of(&left), lines_of(&right)) {
        (Ok(mut lines), Ok(more)) => {
            for line in more {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
            if lines.len() > VALUES_CAP {
                return Output::Unknown("more lines than are told apart".into());
            }
            Output::Lines(lines)
        }
        (Err(why), _) | (_, Err(why)) => Output::Unknown(why),
    }
}

/// What is printed if one output follows another.
#[must_use]
pub fn then(left: Output, right: &Output) -> Output {
    match (left, right) {
        (left, Output::Nothing) => left,
        (Output::Nothing, right) => right.clone(),
        (Output::Text(mut text), Output::Text(more)) => {
            text.append(more);
            Output::Text(text)
        }
        (left, right) => either(left, right.clone()),
    }
}

/// The lines of an output, each once.
///
/// # Errors
/// Why they are not known.
fn lines_of(output: &Output) -> Result<Vec<AbstractString>, Rc<str>> {
    match output {
        Output::Nothing => Ok(Vec::new()),
        Output::Lines(lines) => Ok(lines.clone()),
        Output::Unknown(why) => Err(Rc::clone(why)),
        Output::Text(text) => match text.known() {
            Some(known) => Ok(known.lines().map(AbstractString::text).collect()),
            None => Err(text.reason().unwrap_or("not known").into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{either, then};
    use crate::value::{AbstractString, Output};

    #[test]
    fn outputs_follow_and_join() {
        let text = |text: &str| Output::Text(AbstractString::text(text));
        assert_eq!(then(text("a\n"), &text("b\n")), text("a\nb\n"));
        let lines = vec![AbstractString::text("a"), AbstractString::text("b")];
        assert_eq!(either(text("a\n"), text("b\n")), Output::Lines(lines));
        assert_eq!(then(Output::Nothing, &Output::Unknown("x".into())), Output::Unknown("x".into()));
    }
}
