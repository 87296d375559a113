//! What is known of a value of a program, whatever its language.
//!
//! Owns the values and their join. Objects that change (lists, dictionaries, instances) live in the store; a value only
//! names them.

use std::rc::Rc;

use crate::value::{AbstractString, VALUES_CAP};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// `None`, `null`, `undefined`
    Nothing,
    /// a truth value
    Bool(bool),
    /// a whole number
    Int(i64),
    /// another number
    Float(f64),
    /// a text, or bytes
    Text(AbstractString),
    /// a path object
    Path(AbstractString),
    /// values that never change, in their order
    Tuple(Members),
    /// something in the store
    Object(ObjectId),
    /// a function of the program itself, by its number, and the scope that it was made in
    Function(usize, ScopeId),
    /// a module, function or class that the language or its libraries bring, by its full dotted name
    Native(Rc<str>),
    /// an instance of something that a library brings, by the library's full dotted name
    Thing(Rc<str>),
    /// a function of an object
    Method(Rc<Value>, Rc<str>),
    /// any number of values, each like this one
    Many(Rc<Value>),
    /// one of these, nobody knows which
    OneOf(Members),
    /// plain data (texts, numbers, lists of them) of which nothing is known; the reason. Using it runs no other code
    Unknown(Rc<str>),
    /// anything at all, code too; the reason
    Foreign(Rc<str>),
}

/// Values inside one another deeper than this are not told apart.
const LEVEL_CAP: u8 = 4;

/// Values that never change, in their order, and how deep the deepest of them is.
#[derive(Clone, Debug)]
pub(super) struct Members(Rc<(u8, Box<[Value]>)>);

impl std::ops::Deref for Members {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.1
    }
}

impl PartialEq for Members {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.1 == other.0.1
    }
}

impl FromIterator<Value> for Members {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let values: Box<[Value]> = values.into_iter().map(|value| value.not_below(LEVEL_CAP)).collect();
        let level = values.iter().map(Value::level).max().unwrap_or(0) + 1;
        Self(Rc::new((level, values)))
    }
}

impl From<Vec<Value>> for Members {
    fn from(values: Vec<Value>) -> Self {
        values.into_iter().collect()
    }
}

impl<const COUNT: usize> From<[Value; COUNT]> for Members {
    fn from(values: [Value; COUNT]) -> Self {
        values.into_iter().collect()
    }
}

/// An object in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectId(pub(super) u32);

/// A scope in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScopeId(pub(super) u32);

impl Value {
    /// A known text.
    pub(super) fn text(text: &str) -> Self {
        Self::Text(AbstractString::text(text))
    }

    /// Plain data that nobody knows.
    pub(super) fn unknown(why: &str) -> Self {
        Self::Unknown(why.into())
    }

    /// A text that nobody knows.
    pub(super) fn unknown_text(why: &str) -> Self {
        Self::Text(AbstractString::unknown(why))
    }

    /// A name that the language or its libraries bring.
    pub(super) fn native(name: &str) -> Self {
        Self::Native(name.into())
    }

    /// Any number of values like this one.
    pub(super) fn many(member: Self) -> Self {
        Self::Many(Rc::new(member.not_below(LEVEL_CAP)))
    }

    /// A function of a value.
    pub(super) fn method(object: &Self, name: &str) -> Self {
        // An attribute of an attribute is one of what the first belongs to: no more is known of either.
        let object = match object {
            Self::Method(inner, _) => Rc::clone(inner),
            other => Rc::new(other.clone().not_below(LEVEL_CAP)),
        };
        Self::Method(object, name.into())
    }

    /// How many levels of values are inside one another.
    fn level(&self) -> u8 {
        match self {
            Self::Tuple(members) | Self::OneOf(members) => members.0.0,
            Self::Many(inner) | Self::Method(inner, _) => inner.level() + 1,
            _ => 0,
        }
    }

    /// The value, or one that is not known if it has that many levels.
    fn not_below(self, level: u8) -> Self {
        let why = "values inside one another deeper than are told apart";
        match self.level() >= level {
            false => self,
            true if self.is_data() => Self::unknown(why),
            true => Self::Foreign(why.into()),
        }
    }

    /// The text of a text or path, if it is known in full.
    pub(super) fn known(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Path(text) => text.known(),
            _ => None,
        }
    }

    /// The number of a whole number or truth value.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }

    /// What it can be, one by one.
    pub(super) fn alternatives(&self) -> &[Value] {
        match self {
            Self::OneOf(values) => values,
            one => std::slice::from_ref(one),
        }
    }

    /// True if it is one value and all of it is known without the store.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Nothing | Self::Bool(_) | Self::Int(_) | Self::Float(_) => true,
            Self::Text(text) | Self::Path(text) => text.known().is_some(),
            Self::Tuple(values) => values.iter().all(Self::is_plain),
            _ => false,
        }
    }

    /// Either of two values. Past [`VALUES_CAP`] nothing is known.
    pub(super) fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        if let (foreign @ Self::Foreign(_), _) | (_, foreign @ Self::Foreign(_)) = (&self, &other) {
            return foreign.clone();
        }
        let mut values = self.alternatives().to_vec();
        for value in other.alternatives() {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        if values.len() > VALUES_CAP {
            return Self::collapsed(&values);
        }
        Self::OneOf(values.into())
    }

    /// One value that stands for all of many.
    pub(super) fn collapsed(values: &[Value]) -> Self {
        let texts: Option<Vec<AbstractString>> = values
            .iter()
            .map(|value| match value {
                Self::Text(text) => Some(text.clone()),
                _ => None,
            })
            .collect();
        match texts {
            _ if values.iter().all(|value| matches!(value, Self::Int(_))) => Self::Thing("int".into()),
            Some(texts) => Self::Text(crate::value::collapse(&texts)),
            None if values.iter().any(|value| !value.is_data()) => Self::Foreign("one of many values".into()),
            None => Self::unknown("one of many values"),
        }
    }

    /// True if using the value runs no code that is not read here.
    pub(super) fn is_data(&self) -> bool {
        match self {
            Self::Foreign(_) | Self::Native(_) | Self::Function(..) | Self::Method(..) | Self::Thing(_) => {
                false
            }
            Self::OneOf(values) => values.iter().all(Self::is_data),
            Self::Tuple(values) => values.iter().all(Self::is_data),
            Self::Many(value) => value.is_data(),
            _ => true,
        }
    }

    /// Why it is not known.
    pub(super) fn reason(&self) -> Rc<str> {
        match self {
            Self::Unknown(why) | Self::Foreign(why) => Rc::clone(why),
            Self::Text(text) | Self::Path(text) => text.reason().unwrap_or("a text").into(),
            Self::OneOf(_) => "one of several values".into(),
            _ => "a value of another kind".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_kept_once_and_up_to_a_bound() {
        let (a, b) = (Value::text("a"), Value::text("b"));
        assert_eq!(a.clone().or(a.clone()), a);
        assert_eq!(a.clone().or(b.clone()).alternatives(), [a.clone(), b.clone()]);
        assert_eq!(a.clone().or(b.clone()).or(a.clone()).alternatives().len(), 2);
        let many = (0..40).fold(a, |all, number| all.or(Value::Int(number)));
        assert!(
            many.alternatives().len() <= VALUES_CAP
                && many.alternatives().contains(&Value::unknown("one of many values"))
        );
        let numbers: Vec<Value> = (0..40).map(Value::Int).collect();
        assert_eq!(Value::collapsed(&numbers), Value::Thing("int".into()));
    }

    #[test]
    fn unknown_data_keeps_what_it_is_joined_with() {
        let joined = Value::text("a").or(Value::unknown("input"));
        assert_eq!(joined.alternatives(), [Value::text("a"), Value::unknown("input")]);
        let joined = Value::text("a").or(Value::Foreign("a plugin".into()));
        assert_eq!(joined, Value::Foreign("a plugin".into()));
    }
}
