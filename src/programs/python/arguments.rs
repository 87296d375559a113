//! What a call is given.

use std::rc::Rc;

use super::super::record::Site;
use super::super::value::Value;
use crate::span::Span;

/// Arguments of a call, and its place.
#[derive(Clone, Debug)]
pub(super) struct Arguments {
    /// By place.
    pub(super) positional: Vec<Value>,
    /// By name.
    pub(super) names: Vec<(Rc<str>, Value)>,
    /// True if there may be more of them.
    pub(super) open: bool,
    /// The call.
    pub(super) site: Site,
}

impl Arguments {
    /// Arguments that no call in the program's text gives.
    pub(super) fn of(positional: Vec<Value>, span: Span) -> Self {
        let site = Site { span, cause: "a call".into() };
        Self { positional, names: Vec::new(), open: false, site }
    }

    /// An argument by its name alone.
    pub(super) fn named(&self, name: &str) -> Option<&Value> {
        self.names.iter().find(|(have, _)| &**have == name).map(|(_, value)| value)
    }

    /// An argument by its place or name.
    pub(super) fn get(&self, place: usize, name: &str) -> Option<&Value> {
        self.positional.get(place).or_else(|| self.named(name))
    }

    /// An argument by its place or name; one that may be among those nobody knows is unknown.
    pub(super) fn value(&self, place: usize, name: &str) -> Value {
        match self.get(place, name) {
            Some(value) => value.clone(),
            None if self.open => Value::unknown("an argument that is not known"),
            None => Value::Nothing,
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> Vec<Value> {
        self.positional.iter().chain(self.names.iter().map(|(_, value)| value)).cloned().collect()
    }

    /// Without the first ones by place.
    pub(super) fn behind(&self, count: usize) -> Self {
        let positional = self.positional.get(count..).unwrap_or(&[]).to_vec();
        Self { positional, ..self.clone() }
    }
}
