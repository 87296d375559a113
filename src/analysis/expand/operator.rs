//! Operators that change a value's text: `#`, `%`, `/`, `^`, `,`, `~` (manual 3.5.3).

use std::rc::Rc;

use super::Expander;
use super::cases::{Cases, Reduce, map, product};
use super::reference::{Elements, Slot, Value};
use super::replacement::{Operands, Replacement, replace, replacement_fragments};
use super::transform;
use crate::analysis::pattern::{Options, Pattern, Side};
use crate::syntax::ast::{CaseKind, ParameterExpansion, ParameterOperator, RemoveSide};
use crate::value::{AbstractString, Piece, collapse};

impl Reduce for Slot {
    fn collapse(items: Vec<Self>) -> Self {
        let text = |slot: &Self| match slot {
            Self::Set(value) => value.clone(),
            Self::Unset(_) => AbstractString::empty(),
        };
        Self::Set(collapse(&items.iter().map(text).collect::<Vec<_>>()))
    }

    fn is_assumed(&self) -> bool {
        matches!(self, Self::Unset(Some(_))) || matches!(self, Self::Set(value) if value.is_assumed())
    }

    fn is_unknown(&self) -> bool {
        matches!(self, Self::Set(value) if value.is_unknown())
    }
}

/// Applies the parameter's operator to its value.
pub(super) fn apply<'a>(
    expander: &mut Expander<'_, 'a>,
    parameter: &'a ParameterExpansion<'a>,
    name: &str,
    value: Value,
) -> Value {
    match *parameter.operator {
        ParameterOperator::Remove { side, longest, pattern } => {
            let patterns = expander.pattern(pattern.parts());
            let options = options(expander);
            let side = match side {
                RemoveSide::Prefix => Side::Prefix,
                RemoveSide::Suffix => Side::Suffix,
            };
            each(value, &patterns, |value, pattern| match pattern.known() {
                Some(pattern) => Pattern::new(pattern, options).remove(value, side, longest),
                None => unknown_like(value, pattern),
            })
        }
        ParameterOperator::Replace { kind, pattern, replacement } => {
            let patterns = expander.pattern(pattern.parts());
            let replacements = match replacement {
                Some(word) => {
                    let cases = replacement_fragments(expander, &word);
                    map(cases, |fragments| Replacement::new(&fragments))
                }
                None => super::cases::sure(Replacement::default()),
            };
            let options = options(expander);
            let operands = product(&patterns, &replacements, |pattern, replacement| Operands {
                pattern: pattern.clone(),
                replacement: replacement.clone(),
            });
            each(value, &operands, |value, operands| replace(value, kind, operands, options))
        }
        ParameterOperator::ChangeCase { kind, all, pattern } => {
            let patterns = match pattern {
                Some(word) => expander.pattern(word.parts()),
                None => super::cases::sure(AbstractString::text("?")),
            };
            let options = options(expander);
            each(value, &patterns, |value, pattern| match pattern.known() {
                Some(pattern) => {
                    let pattern = Pattern::new(if pattern.is_empty() { "?" } else { pattern }, options);
                    change_case(value, |c| pattern.matches_char(c).then(|| turn(kind, c)), all)
                }
                None => unknown_like(value, pattern),
            })
        }
        ParameterOperator::Transform(letter) => transform::apply(expander, parameter, name, letter, value),
        _ => value,
    }
}

fn options(expander: &Expander<'_, '_>) -> Options {
    Options { extended: expander.reads_extended(), ignores_case: expander.environment.shopt("nocasematch") }
}

/// Changes a scalar, or each element of a list, by an operand.
fn each<T: Reduce>(
    value: Value,
    operands: &Cases<T>,
    mut change: impl FnMut(&AbstractString, &T) -> AbstractString,
) -> Value {
    match value {
        Value::One(cases) => Value::One(product(&cases, operands, |slot, operand| match slot {
            Slot::Set(value) => Slot::Set(change(value, operand)),
            Slot::Unset(why) => Slot::Unset(why.clone()),
        })),
        Value::All { elements: Elements::Known(elements), star } => {
            let changed = |element: AbstractString| {
                let values: Vec<AbstractString> =
                    operands.iter().map(|case| change(&element, &case.item)).collect();
                collapse(&values)
            };
            Value::All { elements: Elements::Known(elements.into_iter().map(changed).collect()), star }
        }
        unknown @ Value::All { .. } => unknown,
    }
}

/// An unknown string in place of a value, with the operand's reason or its own.
pub(super) fn unknown_like(value: &AbstractString, operand: &AbstractString) -> AbstractString {
    let why = operand.reason().or(value.reason()).unwrap_or("an unknown operand");
    value.with_pieces([Piece::Unknown(why.into())])
}

/// Changes the case of the characters that `turn` answers for: all, or only the first one of the text.
pub(super) fn change_case(
    value: &AbstractString,
    turn: impl Fn(char) -> Option<String>,
    all: bool,
) -> AbstractString {
    let turned = |c: char| turn(c).unwrap_or_else(|| c.to_string());
    let pieces = value.pieces().iter().enumerate().map(|(index, piece)| match piece {
        Piece::Text(text) if all => Piece::Text(text.chars().map(turned).collect::<String>().into()),
        Piece::Text(text) if index == 0 => {
            let mut characters = text.chars();
            let first = characters.next().map(turned).unwrap_or_default();
            Piece::Text(format!("{first}{}", characters.as_str()).into())
        }
        Piece::Glob(why) if all || index == 0 => Piece::Segment(Rc::clone(why)),
        other => other.clone(),
    });
    value.with_pieces(pieces)
}

fn turn(kind: CaseKind, c: char) -> String {
    match kind {
        CaseKind::Upper => c.to_uppercase().collect(),
        CaseKind::Lower => c.to_lowercase().collect(),
        CaseKind::Toggle if c.is_uppercase() => c.to_lowercase().collect(),
        CaseKind::Toggle => c.to_uppercase().collect(),
    }
}
