//! `os.environ`: variables of the environment, and what the program sets there.

use std::rc::Rc;

use super::Python;
use crate::programs::value::Value;
use crate::value::AbstractString;

impl Python<'_, '_> {
    /// A variable of the environment.
    pub(super) fn environment(&mut self, name: &Value, default: Option<&Value>) -> Value {
        let Some(name) = name.known() else { return super::unknown_text("a variable of the environment") };
        let key: Rc<str> = format!("os.environ[{name}]").into();
        if let Some(value) = self.store.own(self.global, &key) {
            return value.clone();
        }
        if let Some(value) = self.recorder.environment(name) {
            return Value::text(&value);
        }
        let unknown = super::unknown_text(&format!("`${name}` is not known"));
        match default {
            Some(Value::Text(default)) => {
                let mut text = default.clone();
                text.assume(format!("{name} unset"));
                unknown.or(Value::Text(text))
            }
            Some(other) => unknown.or(other.clone()),
            None => unknown,
        }
    }

    /// `os.environ[name] = value`
    pub(super) fn set_environment(&mut self, name: &Value, value: Value) {
        if let Some(name) = name.known() {
            let key: Rc<str> = format!("os.environ[{name}]").into();
            self.store.set(self.global, &key, Some(value));
        }
    }

    /// What the program has set in its environment.
    pub(super) fn own_environment(&self) -> Vec<(Rc<str>, Option<AbstractString>)> {
        let names = self.store.names(self.global);
        names
            .iter()
            .filter_map(|(name, value)| {
                let name = name.strip_prefix("os.environ[")?.strip_suffix(']')?;
                match value {
                    Value::Text(text) => Some((name.into(), Some(text.clone()))),
                    _ => None,
                }
            })
            .collect()
    }
}
