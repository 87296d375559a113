//! Members of values: by key, by place, in slices, and one by one.

use std::rc::Rc;

use ruff_python_ast::{Expr, ExprSlice, ExprSubscript};

use super::Python;
use crate::programs::store::Object;
use crate::programs::value::Value;
use crate::value::AbstractString;

impl<'p> Python<'p, '_> {
    pub(super) fn subscript(&mut self, node: &'p ExprSubscript) -> Value {
        let object = self.eval(&node.value);
        if let Expr::Slice(slice) = &*node.slice {
            return self.slice_of(&object, slice);
        }
        let key = self.eval(&node.slice);
        self.member_of(&object, &key)
    }

    /// A member by its key or place.
    pub(super) fn member_of(&mut self, object: &Value, key: &Value) -> Value {
        match object {
            Value::Native(name) if &**name == "os.environ" => self.environment(key, None),
            Value::Native(_) => object.clone(),
            Value::OneOf(values) => {
                let values: Vec<Value> = values.iter().map(|value| self.member_of(value, key)).collect();
                values.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Many(value) => (**value).clone(),
            Value::Object(id) if matches!(self.store.object(*id), Some(Object::Dict(_))) => {
                match self.store.entry(object, key) {
                    Some(Some(value)) => value,
                    Some(None) => {
                        self.fail("a key that a dictionary does not have");
                        Value::unknown("a key that is not there")
                    }
                    None => self.any_entry(object),
                }
            }
            Value::Object(id) if matches!(self.store.object(*id), Some(Object::Instance(..))) => {
                Value::Foreign("a member of an object".into())
            }
            Value::Foreign(_) => object.clone(),
            Value::Thing(_) => Value::unknown("a member of a library's object"),
            _ => self.indexed(object, key),
        }
    }

    fn any_entry(&mut self, object: &Value) -> Value {
        let entries = self.store.entries(object).unwrap_or_default();
        entries
            .into_iter()
            .map(|(_, value)| value)
            .reduce(Value::or)
            .unwrap_or_else(|| Value::unknown("a member"))
    }

    fn indexed(&mut self, object: &Value, key: &Value) -> Value {
        if let (Value::Text(text), Some(index)) = (object, key.number())
            && let Some(known) = text.known()
        {
            let found =
                super::list::place(index, known.chars().count()).and_then(|place| known.chars().nth(place));
            return found.map_or_else(|| unknown_member(object), |c| Value::text(c.encode_utf8(&mut [0; 4])));
        }
        let Some(members) = self.members(object) else { return self.element(object) };
        match key.number() {
            Some(index) => {
                match super::list::place(index, members.len()).and_then(|place| members.get(place)) {
                    Some(value) => value.clone(),
                    None => {
                        self.fail("a place that a list does not have");
                        unknown_member(object)
                    }
                }
            }
            None => members.into_iter().reduce(Value::or).unwrap_or_else(|| unknown_member(object)),
        }
    }

    fn slice_of(&mut self, object: &Value, slice: &'p ExprSlice) -> Value {
        let bound = |python: &mut Self, node: Option<&'p Expr>| match node {
            None => Some(None),
            Some(node) => {
                let value = python.eval(node);
                match value {
                    Value::Nothing => Some(None),
                    value => value.number().map(Some),
                }
            }
        };
        let lower = bound(self, slice.lower.as_deref());
        let upper = bound(self, slice.upper.as_deref());
        let step = bound(self, slice.step.as_deref());
        let (Some(lower), Some(upper), Some(step)) = (lower, upper, step) else {
            return match object {
                Value::Text(_) => super::unknown_text("a part of a text"),
                other => Value::many(self.element(other)),
            };
        };
        if let Value::Text(text) = object {
            let Some(known) = text.known() else {
                return super::unknown_text(text.reason().unwrap_or("a text"));
            };
            let letters: Vec<char> = known.chars().collect();
            let part: String =
                super::list::sliced(&letters, lower, upper, step.unwrap_or(1)).into_iter().collect();
            return Value::text(&part);
        }
        match self.members(object) {
            Some(members) => {
                let part = super::list::sliced(&members, lower, upper, step.unwrap_or(1));
                match object {
                    Value::Tuple(_) => Value::Tuple(part.into()),
                    _ => self.store.make(Object::List(part)),
                }
            }
            None => match object {
                Value::Foreign(_) | Value::Thing(_) => object.clone(),
                other => Value::many(self.element(other)),
            },
        }
    }

    /// The members of a value, if all are known: lists, tuples, keys, the lines of a known file.
    pub(super) fn members(&mut self, value: &Value) -> Option<Vec<Value>> {
        if let Some(members) = self.store.members(value) {
            return Some(members);
        }
        match value {
            Value::Native(name) if &**name == "sys.stdin" => self.input_lines(),
            Value::Object(id) => match self.store.object(*id)? {
                Object::File(_) => self.lines_of(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// One member of a value, whichever.
    pub(super) fn element(&mut self, value: &Value) -> Value {
        if let Some(members) = self.store.members(value) {
            return members
                .into_iter()
                .reduce(Value::or)
                .unwrap_or_else(|| Value::unknown("a member of an empty list"));
        }
        match value {
            Value::Many(member) => (**member).clone(),
            Value::Text(text) => super::unknown_text(text.reason().unwrap_or("a letter of a text")),
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::File(_)) => super::unknown_text("a line of a file"),
                Some(Object::Lost(why, true)) => Value::Unknown(Rc::clone(why)),
                _ => Value::Foreign("what an object of the program gives".into()),
            },
            Value::OneOf(values) => {
                let values: Vec<Value> = values.iter().map(|value| self.element(value)).collect();
                values.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Foreign(_) => value.clone(),
            Value::Thing(name) => Value::Thing(Rc::clone(name)),
            other => Value::Unknown(other.reason()),
        }
    }
}

fn unknown_member(object: &Value) -> Value {
    match object {
        Value::Text(_) => Value::Text(AbstractString::unknown("a letter of a text")),
        _ => Value::unknown("a member that is not known"),
    }
}
