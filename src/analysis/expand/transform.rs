//! `${p@X}` (manual 3.5.3).

use std::rc::Rc;

use super::cases::map;
use super::operator::change_case;
use super::reference::{Elements, Slot, Value};
use super::{Expander, Variable};
use crate::analysis::text;
use crate::syntax::ast::ParameterExpansion;
use crate::value::{AbstractString, Piece};

/// Applies a transformation; a letter that Bash does not know is a bad substitution.
pub(super) fn apply(
    expander: &mut Expander<'_, '_>,
    parameter: &ParameterExpansion<'_>,
    name: &str,
    letter: char,
    value: Value,
) -> Value {
    match letter {
        'Q' => each(value, |value| requoted(value, &quote)),
        'E' => each(value, |value| requoted(value, &|text| text::ansi_c(text))),
        'U' => each(value, |value| change_case(value, |c| Some(c.to_uppercase().collect()), true)),
        'u' => each(value, |value| change_case(value, |c| Some(c.to_uppercase().collect()), false)),
        'L' => each(value, |value| change_case(value, |c| Some(c.to_lowercase().collect()), true)),
        'P' => each(value, |value| match value.known() {
            Some(text) if !text.contains(['\\', '$', '`']) => value.clone(),
            _ => expander.environment.prompt(value, parameter.span),
        }),
        'A' => assignment(expander, name, value),
        'K' | 'k' => pairs(expander, name, letter, value),
        'a' => attributes(expander, name, value),
        _ => {
            expander.environment.fail(parameter.span, "bad substitution");
            value
        }
    }
}

fn each(value: Value, mut change: impl FnMut(&AbstractString) -> AbstractString) -> Value {
    match value {
        Value::One(cases) => Value::One(map(cases, |slot| match slot {
            Slot::Set(value) => Slot::Set(change(&value)),
            unset => unset,
        })),
        Value::All { elements: Elements::Known(elements), star } => {
            Value::All { elements: Elements::Known(elements.iter().map(change).collect()), star }
        }
        unknown => unknown,
    }
}

fn requoted(value: &AbstractString, change: &dyn Fn(&str) -> String) -> AbstractString {
    match value.known() {
        Some(text) => value.with_pieces([Piece::Text(change(text).into())]),
        None => value.with_pieces([Piece::Unknown(value.reason().unwrap_or_default().into())]),
    }
}

/// A text quoted so that the shell reads it back, as `${p@Q}` gives it.
#[must_use]
pub fn quote(text: &str) -> String {
    if !text.chars().any(char::is_control) {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    let mut quoted = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' => quoted.push_str("\\'"),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            '\u{1b}' => quoted.push_str("\\E"),
            control if control.is_ascii_control() => {
                quoted.push_str(&format!("\\{:03o}", u32::from(control)))
            }
            other => quoted.push(other),
        }
    }
    quoted.push('\'');
    quoted
}

/// `name='value'`; of arrays nothing is told.
fn assignment(expander: &Expander<'_, '_>, name: &str, value: Value) -> Value {
    if !matches!(expander.environment.variable(name), Variable::Scalar { .. }) {
        return unknown(value, "a declaration that recreates an array");
    }
    each(value, |value| {
        let assigned = |text: &str| format!("{name}={}", quote(text));
        requoted(value, &assigned)
    })
}

fn pairs(expander: &Expander<'_, '_>, name: &str, letter: char, value: Value) -> Value {
    let Value::All { star, .. } = value else {
        return each(value, |value| requoted(value, &quote));
    };
    let keyed: Vec<(AbstractString, AbstractString)> = match expander.environment.variable(name) {
        Variable::Indexed(elements) if letter == 'k' => elements
            .iter()
            .map(|(index, value)| (AbstractString::text(&index.to_string()), value.clone()))
            .collect(),
        Variable::Associative(pairs) if letter == 'k' => pairs.to_vec(),
        _ => return unknown(value, "an array as text"),
    };
    let elements = keyed.into_iter().flat_map(|(key, value)| [key, value]).collect();
    Value::All { elements: Elements::Known(elements), star }
}

/// Attributes can come from outside (`declare -x`), so only those of arrays are known.
fn attributes(expander: &Expander<'_, '_>, name: &str, value: Value) -> Value {
    if matches!(expander.environment.variable(name), Variable::Unset) {
        return value;
    }
    let why: Rc<str> = format!("the attributes of `{name}`").into();
    each(unknown(value, &why), Clone::clone)
}

fn unknown(value: Value, why: &str) -> Value {
    match value {
        Value::One(cases) => Value::One(map(cases, |_| Slot::Set(AbstractString::unknown(why)))),
        Value::All { star, .. } => Value::All { elements: Elements::Unknown(why.into()), star },
    }
}
