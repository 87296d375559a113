//! The unary and binary operators of conditions.

use std::rc::Rc;

use super::{Truth, not_empty, reason};
use crate::analysis::arithmetic::{self, Number};
use crate::analysis::expand::{Environment, Variable};
use crate::span::Span;
use crate::value::AbstractString;
use crate::world::Entry;

/// How operands of `-eq` and its like are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// `test`: decimal integers
    Plain,
    /// `[[ ]]`: arithmetic
    Arithmetic,
}

/// Is it an operator with one operand?
pub(super) fn is_unary(operator: &str) -> bool {
    let mut characters = operator.chars();
    characters.next() == Some('-')
        && characters.next().is_some_and(|letter| "abcdefghknoprstuvwxzGLNORS".contains(letter))
        && characters.next().is_none()
}

/// Is it an operator between two operands (`-a` and `-o` left out)?
pub(super) fn is_binary(operator: &str) -> bool {
    matches!(
        operator,
        "=" | "==" | "!=" | "<" | ">" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" | "-nt" | "-ot" | "-ef"
    )
}

pub(super) fn unary<'a>(
    operator: &str,
    operand: &AbstractString,
    span: Span,
    environment: &mut dyn Environment<'a>,
) -> Truth {
    match operator {
        "-z" => not_empty(operand).negated(),
        "-n" => not_empty(operand),
        "-v" => is_set(operand, span, environment),
        "-o" => match operand.known() {
            Some(name) => Truth::of(Some(environment.option(name)), || reason(operand)),
            None => Truth::Unknown(reason(operand)),
        },
        "-t" => Truth::Unknown("whether a descriptor is a terminal".into()),
        "-R" => Truth::Unknown("whether a variable is a reference".into()),
        _ => file(operator, operand, environment),
    }
}

fn file<'a>(operator: &str, path: &AbstractString, environment: &dyn Environment<'a>) -> Truth {
    let Some(path) = path.known() else {
        return Truth::Unknown(reason(path));
    };
    if path.is_empty() {
        return Truth::No;
    }
    let why = || -> Rc<str> { format!("what stands at `{path}`").into() };
    if matches!(operator, "-h" | "-L") {
        return Truth::of(environment.link(path), why);
    }
    let Some(entry) = environment.entry(path) else { return Truth::Unknown(why()) };
    let answer = match (operator, entry) {
        (_, Entry::Missing) => Some(false),
        ("-a" | "-e", _) => Some(true),
        ("-f", entry) => Some(matches!(entry, Entry::File { .. })),
        ("-d", entry) => Some(matches!(entry, Entry::Directory)),
        ("-s", Entry::File { size, .. }) => Some(size > 0),
        ("-x", Entry::File { executable, .. }) => Some(executable),
        ("-b" | "-c" | "-p" | "-S", Entry::File { .. } | Entry::Directory) => Some(false),
        _ => None,
    };
    Truth::of(answer, || format!("the attributes of `{path}`").into())
}

/// `-v name`, `-v name[subscript]`.
fn is_set<'a>(name: &AbstractString, span: Span, environment: &mut dyn Environment<'a>) -> Truth {
    let Some(text) = name.known() else { return Truth::Unknown(reason(name)) };
    let (name, subscript) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((name, subscript)) => (name, Some(subscript)),
        None => (text, None),
    };
    if let Ok(number) = name.parse::<usize>() {
        return match environment.positional() {
            crate::analysis::expand::Positional::Known(parameters) => {
                Truth::of(Some(number <= parameters.len()), || "".into())
            }
            crate::analysis::expand::Positional::Unknown(why) => Truth::Unknown(why),
        };
    }
    let answer = match environment.variable(name) {
        Variable::Unset => Some(false),
        Variable::UnknownArray(why) => return Truth::Unknown(why),
        Variable::Scalar { maybe_unset: true, .. } => None,
        Variable::Scalar { .. } => Some(matches!(subscript, None | Some("0" | "@" | "*"))),
        Variable::Indexed(elements) => match subscript {
            Some("@" | "*") => Some(!elements.is_empty()),
            subscript => {
                let text = AbstractString::text(subscript.unwrap_or("0"));
                match arithmetic::evaluate_text(&text, span, environment) {
                    Number::Known(index) => Some(elements.iter().any(|(own, _)| *own == index)),
                    Number::Unknown(_) => None,
                    Number::Error(_) => Some(false),
                }
            }
        },
        Variable::Associative(pairs) => {
            let key = AbstractString::text(subscript.unwrap_or("0"));
            let hits: Vec<Option<bool>> = pairs.iter().map(|(own, _)| own.equals(&key)).collect();
            if hits.contains(&Some(true)) {
                Some(true)
            } else if hits.contains(&None) {
                None
            } else {
                Some(false)
            }
        }
    };
    Truth::of(answer, || format!("`{name}` is not set by this command").into())
}

pub(super) fn binary<'a>(
    left: &AbstractString,
    operator: &str,
    right: &AbstractString,
    numbers: Numbers,
    span: Span,
    environment: &mut dyn Environment<'a>,
) -> Truth {
    let why = || if left.known().is_none() { reason(left) } else { reason(right) };
    match operator {
        "=" | "==" => Truth::of(left.equals(right), why),
        "!=" => Truth::of(left.equals(right), why).negated(),
        "<" | ">" => {
            let (Some(first), Some(second)) = (left.known(), right.known()) else {
                return Truth::Unknown(why());
            };
            Truth::of(Some(if operator == "<" { first < second } else { first > second }), why)
        }
        "-nt" | "-ot" | "-ef" => Truth::of(compare_files(left, operator, right, environment), || {
            "how old files are, or whether they are the same".into()
        }),
        _ => {
            let first = number(left, numbers, span, environment);
            let second = number(right, numbers, span, environment);
            compare_numbers(first, operator, second)
        }
    }
}

fn number<'a>(
    value: &AbstractString,
    numbers: Numbers,
    span: Span,
    environment: &mut dyn Environment<'a>,
) -> Number {
    if numbers == Numbers::Arithmetic {
        return arithmetic::evaluate_text(value, span, environment);
    }
    match value.known() {
        None => Number::Unknown(reason(value)),
        Some(text) => match text.trim_matches([' ', '\t', '\n']).parse() {
            Ok(number) => Number::Known(number),
            Err(_) => Number::Error("an integer is asked for".into()),
        },
    }
}

fn compare_numbers(left: Number, operator: &str, right: Number) -> Truth {
    let (left, right) = match (left, right) {
        (Number::Error(_), _) | (_, Number::Error(_)) => return Truth::No,
        (Number::Unknown(why), _) | (_, Number::Unknown(why)) => return Truth::Unknown(why),
        (Number::Known(left), Number::Known(right)) => (left, right),
    };
    let answer = match operator {
        "-eq" => left == right,
        "-ne" => left != right,
        "-lt" => left < right,
        "-le" => left <= right,
        "-gt" => left > right,
        "-ge" => left >= right,
        _ => false,
    };
    Truth::of(Some(answer), || "".into())
}

/// What is there is newer than what is missing.
fn compare_files<'a>(
    left: &AbstractString,
    operator: &str,
    right: &AbstractString,
    environment: &dyn Environment<'a>,
) -> Option<bool> {
    let exists = |path: &AbstractString| {
        path.known().and_then(|path| environment.entry(path)).map(|entry| entry != Entry::Missing)
    };
    match (operator, exists(left), exists(right)) {
        ("-nt", Some(false), _)
        | ("-ot", _, Some(false))
        | ("-ef", Some(false), _)
        | ("-ef", _, Some(false)) => Some(false),
        ("-nt", Some(true), Some(false)) | ("-ot", Some(false), Some(true)) => Some(true),
        ("-ef", Some(true), Some(true)) if left.equals(right) == Some(true) => Some(true),
        ("-nt", Some(true), Some(true)) => environment.is_newer(left.known()?, right.known()?),
        ("-ot", Some(true), Some(true)) => environment.is_newer(right.known()?, left.known()?),
        _ => None,
    }
}
