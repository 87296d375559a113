//! Which parameter a `${…}` names, and what it stands for (manual 3.4).

use std::rc::Rc;

use super::cases::{Case, Cases, Choice, map, sure};
use super::word::Place;
use super::{Expander, Positional, Variable};
use crate::analysis::arithmetic::{self, Number};
use crate::syntax::ast::{ParameterExpansion, Subscript};
use crate::value::{AbstractString, Piece, collapse};

/// A scalar's value in one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// not set; the assumption that it rests on
    Unset(Option<Rc<str>>),
    Set(AbstractString),
}

/// The elements of `$@` or an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    Known(Vec<AbstractString>),
    Unknown(Rc<str>),
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub(super) enum Value {
    One(Cases<Slot>),
    All { elements: Elements, star: bool },
}

/// A parameter whose name is known.
#[derive(Clone, Debug)]
pub(super) enum Reference {
    Name(Rc<str>),
    Element(Rc<str>, Key),
    Elements {
        name: Rc<str>,
        star: bool,
    },
    Positional(usize),
    Special(char),
    Parameters {
        star: bool,
    },
    /// which one nobody knows; the reason
    Unknown(Rc<str>),
    Bad,
}

#[derive(Clone, Debug)]
pub(super) struct Key {
    /// the subscript's text
    pub text: AbstractString,
}

impl<'a> Expander<'_, 'a> {
    pub(super) fn references(&mut self, parameter: &'a ParameterExpansion<'a>) -> Cases<Reference> {
        let direct = self.direct(parameter);
        if !parameter.indirect {
            return direct;
        }
        let Some(first) = direct.first() else { return direct };
        // `${!@}` and the like name the one parameter that the list holds.
        let value = match self.lookup(&first.item) {
            Value::One(cases) => cases,
            Value::All { elements: Elements::Known(elements), .. } => match elements.as_slice() {
                [only] => sure(Slot::Set(only.clone())),
                _ => return sure(Reference::Bad),
            },
            Value::All { elements: Elements::Unknown(why), .. } => {
                sure(Slot::Set(AbstractString::unknown(why)))
            }
        };
        map(value, |slot| match &slot {
            Slot::Unset(None) => Reference::Bad,
            Slot::Unset(Some(_)) => Reference::Unknown(unknown_name(parameter)),
            Slot::Set(value) => match value.known() {
                Some(text) => parse_reference(text),
                None => Reference::Unknown(unknown_name(parameter)),
            },
        })
    }

    fn direct(&mut self, parameter: &'a ParameterExpansion<'a>) -> Cases<Reference> {
        let name = parameter.name;
        match parameter.subscript {
            None => sure(parse_reference(name)),
            Some(Subscript::At) => sure(Reference::Elements { name: name.into(), star: false }),
            Some(Subscript::Star) => sure(Reference::Elements { name: name.into(), star: true }),
            Some(Subscript::Index(word)) => {
                let cases = self.text(word.parts(), Place::QUOTED);
                map(cases, |text| Reference::Element(name.into(), Key { text }))
            }
        }
    }

    pub(super) fn lookup(&mut self, reference: &Reference) -> Value {
        match reference {
            Reference::Name(name) => Value::One(self.scalar(name)),
            Reference::Element(name, key) => Value::One(self.element(name, key)),
            Reference::Elements { name, star } => self.elements(name, *star),
            Reference::Positional(0) => Value::One(sure(Slot::Set(self.environment.special('0')))),
            Reference::Positional(number) => Value::One(self.positional(*number)),
            Reference::Special('#') => Value::One(sure(Slot::Set(self.count_parameters()))),
            Reference::Special(name) => Value::One(sure(Slot::Set(self.environment.special(*name)))),
            Reference::Parameters { star } => Value::All { elements: self.parameters(), star: *star },
            Reference::Unknown(why) => Value::One(sure(Slot::Set(AbstractString::unknown(Rc::clone(why))))),
            Reference::Bad => Value::One(sure(Slot::Unset(None))),
        }
    }

    pub(super) fn scalar(&mut self, name: &str) -> Cases<Slot> {
        match self.environment.variable(name) {
            Variable::Unset => sure(Slot::Unset(None)),
            Variable::Scalar { values, maybe_unset } => self.slots(name, &values, maybe_unset),
            Variable::Indexed(elements) => sure(match elements.iter().find(|(index, _)| *index == 0) {
                Some((_, value)) => Slot::Set(value.clone()),
                None => Slot::Unset(None),
            }),
            Variable::Associative(pairs) => {
                sure(match pairs.iter().find(|(key, _)| key.known() == Some("0")) {
                    Some((_, value)) => Slot::Set(value.clone()),
                    None => Slot::Unset(None),
                })
            }
            Variable::UnknownArray(why) => sure(Slot::Set(AbstractString::unknown(why))),
        }
    }

    fn slots(&self, name: &str, values: &[AbstractString], maybe_unset: bool) -> Cases<Slot> {
        let mut cases = map(self.chosen(name, values, maybe_unset), Slot::Set);
        if maybe_unset {
            let choice = Choice { name: name.into(), generation: self.generation, pick: None };
            let item = Slot::Unset(Some(format!("{name} unset").into()));
            cases.insert(0, Case { choices: vec![choice], item });
        }
        cases
    }

    /// The values as cases that remember which one they are.
    pub(super) fn chosen(&self, name: &str, values: &[AbstractString], among: bool) -> Cases<AbstractString> {
        let is_choice = among || values.len() > 1;
        let name: Rc<str> = name.into();
        let numbered = values.iter().enumerate();
        numbered
            .map(|(index, value)| {
                let choice =
                    Choice { name: Rc::clone(&name), generation: self.generation, pick: Some(index) };
                let choices = if is_choice { vec![choice] } else { Vec::new() };
                Case { choices, item: value.clone() }
            })
            .collect()
    }

    fn element(&mut self, name: &Rc<str>, key: &Key) -> Cases<Slot> {
        match self.environment.variable(name) {
            Variable::Unset => sure(Slot::Unset(None)),
            Variable::UnknownArray(why) => sure(Slot::Set(AbstractString::unknown(why))),
            Variable::Associative(pairs) => sure(associative_element(&pairs, &key.text)),
            Variable::Indexed(elements) => {
                let index = arithmetic::evaluate_text(&key.text, self.span, self.environment);
                self.indexed_element(&elements, &index)
            }
            Variable::Scalar { values, maybe_unset } => {
                match arithmetic::evaluate_text(&key.text, self.span, self.environment) {
                    Number::Known(0 | -1) => self.slots(name, &values, maybe_unset),
                    Number::Known(_) if !values.iter().any(|value| value.known().is_none()) => {
                        sure(Slot::Unset(None))
                    }
                    _ => {
                        let why = format!("`{name}` may be an array that this command did not set");
                        sure(Slot::Set(AbstractString::unknown(why)))
                    }
                }
            }
        }
    }

    fn indexed_element(&mut self, elements: &[(i64, AbstractString)], index: &Number) -> Cases<Slot> {
        match index {
            Number::Known(index) => {
                let length = elements.last().map_or(0, |(last, _)| last.saturating_add(1));
                let index = if *index < 0 { length.saturating_add(*index) } else { *index };
                let found = elements.iter().find(|(own, _)| *own == index);
                sure(found.map_or(Slot::Unset(None), |(_, value)| Slot::Set(value.clone())))
            }
            Number::Unknown(why) if elements.is_empty() => sure(Slot::Unset(Some(Rc::clone(why)))),
            Number::Unknown(_) => {
                let values: Vec<AbstractString> = elements.iter().map(|(_, value)| value.clone()).collect();
                map(crate::value::join(&values, &[]).into_iter().map(sure_case).collect(), Slot::Set)
            }
            Number::Error(why) => {
                self.environment.fail(self.span, why);
                sure(Slot::Unset(None))
            }
        }
    }

    fn elements(&mut self, name: &Rc<str>, star: bool) -> Value {
        let elements = match self.environment.variable(name) {
            Variable::Unset => Elements::Known(Vec::new()),
            Variable::Indexed(elements) => {
                Elements::Known(elements.iter().map(|(_, value)| value.clone()).collect())
            }
            Variable::Associative(pairs) => {
                Elements::Known(pairs.iter().map(|(_, value)| value.clone()).collect())
            }
            Variable::UnknownArray(why) => Elements::Unknown(why),
            Variable::Scalar { maybe_unset: true, .. } => {
                Elements::Unknown(format!("`{name}` is not set by this command").into())
            }
            Variable::Scalar { values, maybe_unset: false } => Elements::Known(vec![collapse(&values)]),
        };
        Value::All { elements, star }
    }

    fn positional(&mut self, number: usize) -> Cases<Slot> {
        match self.environment.positional() {
            Positional::Known(parameters) => sure(
                parameters
                    .get(number.saturating_sub(1))
                    .map_or(Slot::Unset(None), |value| Slot::Set(value.clone())),
            ),
            Positional::Unknown(why) => {
                let name = number.to_string();
                self.slots(&name, &[AbstractString::unknown(why)], true)
            }
        }
    }

    fn parameters(&self) -> Elements {
        match self.environment.positional() {
            Positional::Known(parameters) => Elements::Known(parameters.to_vec()),
            Positional::Unknown(why) => Elements::Unknown(why),
        }
    }

    fn count_parameters(&self) -> AbstractString {
        match self.parameters() {
            Elements::Known(elements) => AbstractString::text(&elements.len().to_string()),
            Elements::Unknown(_) => some_number("the number of parameters"),
        }
    }

    /// `${@:…}` counts from `$0`.
    pub(super) fn substring_elements(&mut self, reference: &Reference) -> Value {
        let value = self.lookup(reference);
        match (reference, value) {
            (Reference::Parameters { .. }, Value::All { elements: Elements::Known(mut elements), star }) => {
                elements.insert(0, self.environment.special('0'));
                Value::All { elements: Elements::Known(elements), star }
            }
            (_, value) => value,
        }
    }

    pub(super) fn length(&mut self, reference: &Reference) -> Cases<AbstractString> {
        match self.lookup(reference) {
            Value::All { elements: Elements::Known(elements), .. } => {
                sure(AbstractString::text(&elements.len().to_string()))
            }
            Value::All { elements: Elements::Unknown(_), .. } => sure(some_number("a number of elements")),
            Value::One(cases) => map(cases, |slot| {
                let value = slot_text(&slot);
                match value.known() {
                    Some(text) => value.with_pieces([Piece::Text(text.chars().count().to_string().into())]),
                    None => some_number("the length of an unknown value"),
                }
            }),
        }
    }
}

pub(super) fn sure_case<T>(item: T) -> Case<T> {
    Case { choices: Vec::new(), item }
}

pub(super) fn slot_text(slot: &Slot) -> AbstractString {
    match slot {
        Slot::Set(value) => value.clone(),
        Slot::Unset(assumption) => {
            let mut empty = AbstractString::empty();
            if let Some(what) = assumption {
                empty.assume(Rc::clone(what));
            }
            empty
        }
    }
}

fn some_number(what: &str) -> AbstractString {
    AbstractString::empty().with_pieces([Piece::Segment(what.into())])
}

fn associative_element(pairs: &[(AbstractString, AbstractString)], key: &AbstractString) -> Slot {
    let mut candidates = Vec::new();
    for (own, value) in pairs {
        match own.equals(key) {
            Some(true) => return Slot::Set(value.clone()),
            Some(false) => {}
            None => candidates.push(value.clone()),
        }
    }
    if candidates.is_empty() { Slot::Unset(None) } else { Slot::Set(collapse(&candidates)) }
}

fn unknown_name(parameter: &ParameterExpansion<'_>) -> Rc<str> {
    format!("`${{!{}}}` names a variable that is not known", parameter.name).into()
}

pub(super) fn reference_name(reference: &Reference) -> &str {
    match reference {
        Reference::Name(name) | Reference::Element(name, _) | Reference::Elements { name, .. } => name,
        _ => "",
    }
}

/// Reads a parameter's name as it stands in the tree or in the value of an indirect one.
fn parse_reference(text: &str) -> Reference {
    if text.chars().all(|c| c.is_ascii_digit()) && !text.is_empty() {
        return text.parse().map_or(Reference::Bad, Reference::Positional);
    }
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('@'), None) => return Reference::Parameters { star: false },
        (Some('*'), None) => return Reference::Parameters { star: true },
        (Some(special @ ('#' | '?' | '-' | '$' | '!' | '_')), None) => return Reference::Special(special),
        _ => {}
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, behind) = text.split_at_checked(end).unwrap_or((text, ""));
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Reference::Bad;
    }
    match behind.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some("@") => Reference::Elements { name: name.into(), star: false },
        Some("*") => Reference::Elements { name: name.into(), star: true },
        Some(subscript) => Reference::Element(name.into(), Key { text: AbstractString::text(subscript) }),
        None if behind.is_empty() => Reference::Name(name.into()),
        None => Reference::Bad,
    }
}
