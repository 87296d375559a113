//! Members of values: `a.b`, `a[b]`, and their change.

use std::rc::Rc;

use oxc_ast::ast::MemberExpression;

use super::assign::private;
use super::expressions::put;
use super::{Evaluated, Run, span_of};
use crate::programs::store::{Fields, Object};
use crate::programs::value::{ObjectId, Value};
use crate::span::Span;

/// What stands in front of a method's name in a class.
pub(super) const METHOD: &str = "::";

/// What stands in front of the name of a property that a function computes.
pub(super) const GETTER: &str = "get::";

/// Classes above one another that are looked through.
const BASES_CAP: usize = 16;

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// `a.b`, `a[b]`, `a.#b`
    pub(super) fn member(&mut self, node: &'a MemberExpression<'a>) -> Evaluated<'a> {
        let (object, key, span) = self.place(node)?;
        if object == Value::Nothing && node.optional() {
            return Ok(Value::Nothing);
        }
        if let Some(getter) = self.getter(&object, &key) {
            return self.call_value(&getter, Vec::new(), Some(object), span);
        }
        Ok(self.member_of(&object, &key))
    }

    /// The object and the key of a member expression.
    pub(super) fn place(
        &mut self,
        node: &'a MemberExpression<'a>,
    ) -> Result<(Value, Value, Span), super::Stop<'a>> {
        Ok(match node {
            MemberExpression::StaticMemberExpression(node) => {
                let object = self.expression(&node.object)?;
                (object, Value::text(node.property.name.as_str()), span_of(node.span))
            }
            MemberExpression::ComputedMemberExpression(node) => {
                let object = self.expression(&node.object)?;
                let key = self.expression(&node.expression)?;
                (object, key, span_of(node.span))
            }
            MemberExpression::PrivateFieldExpression(node) => {
                let object = self.expression(&node.object)?;
                (object, Value::text(&private(node.field.name.as_str())), span_of(node.span))
            }
        })
    }

    /// A member's value.
    pub(super) fn member_of(&mut self, object: &Value, key: &Value) -> Value {
        match object {
            Value::OneOf(values) => {
                let found: Vec<Value> = values
                    .iter()
                    .filter(|value| **value != Value::Nothing)
                    .map(|value| self.member_of(value, key))
                    .collect();
                found.into_iter().reduce(Value::or).unwrap_or(Value::Nothing)
            }
            Value::Native(name) => self.native_member(name, key),
            Value::Text(text) => match (key.known(), key.number()) {
                (Some("length"), _) => match text.known() {
                    Some(known) => Value::Int(i64::try_from(known.encode_utf16().count()).unwrap_or(0)),
                    None => Value::unknown("the length of a text"),
                },
                (None, Some(number)) => match (text.known(), usize::try_from(number)) {
                    (Some(known), Ok(number)) => known
                        .chars()
                        .nth(number)
                        .map_or(Value::Nothing, |letter| Value::text(letter.encode_utf8(&mut [0; 4]))),
                    _ => Value::unknown_text("a letter of a text"),
                },
                (Some(name), _) => Value::Method(Rc::new(object.clone()), name.into()),
                _ => Value::unknown("a member of a text"),
            },
            Value::Object(id) => self.object_member(*id, object, key),
            Value::Thing(_) | Value::Function(..) => match key.known() {
                Some("name") => Value::unknown_text("a name"),
                Some("length" | "size" | "pid" | "status" | "exitCode" | "code" | "signal") => {
                    Value::unknown("a number")
                }
                Some("stdout" | "stderr" | "stdin") => object.clone(),
                Some(name) => Value::Method(Rc::new(object.clone()), name.into()),
                None => Value::unknown("a member that is not known"),
            },
            Value::Foreign(why) => Value::Foreign(Rc::clone(why)),
            Value::Unknown(why) => Value::Unknown(Rc::clone(why)),
            _ => match key.known() {
                Some(name) => Value::Method(Rc::new(object.clone()), name.into()),
                None => Value::unknown("a member of a number"),
            },
        }
    }

    fn object_member(&mut self, id: ObjectId, object: &Value, key: &Value) -> Value {
        let method = |key: &Value| match key.known() {
            Some(name) => Value::Method(Rc::new(object.clone()), name.into()),
            None => Value::unknown("a member that is not known"),
        };
        match self.store.object(id) {
            Some(Object::Dict(entries)) => {
                let key = self.property_key(key);
                let data = entries.iter().all(|(_, value)| value.is_data());
                match self.store.entry(object, &key) {
                    Some(Some(value)) => value,
                    Some(None) if is_common(key.known()) => method(&key),
                    Some(None) => Value::Nothing,
                    None if data => Value::unknown("a member of an object"),
                    None => Value::Foreign("a member of an object that is not known".into()),
                }
            }
            Some(Object::List(members) | Object::Set(members)) => {
                if let Some("length" | "size") = key.known() {
                    return Value::Int(i64::try_from(members.len()).unwrap_or(i64::MAX));
                }
                let number = key.number().or_else(|| key.known().and_then(|text| text.parse().ok()));
                match number {
                    Some(number) => usize::try_from(number)
                        .ok()
                        .and_then(|at| members.get(at))
                        .cloned()
                        .unwrap_or(Value::Nothing),
                    None if key.known().is_some() => method(key),
                    None => self.any_element(object),
                }
            }
            Some(Object::Instance(class, fields)) => {
                let found = key.known().and_then(|name| fields.get(name)).cloned();
                let class = class.clone();
                match (found, key.known()) {
                    (Some(value), _) => value,
                    (None, Some("size" | "length")) if matches!(class, Value::Native(_)) => {
                        Value::unknown("a number")
                    }
                    (None, Some(name)) if self.class_member(&class, METHOD, name).is_some() => method(key),
                    (None, _) if !matches!(class, Value::Native(_)) && self.is_own(&class) => Value::Nothing,
                    (None, Some(_)) => method(key),
                    (None, None) => self.any_element(object),
                }
            }
            Some(Object::Class(_, fields)) => {
                let found = key.known().and_then(|name| fields.get(name)).cloned();
                found.unwrap_or_else(|| match key.known() {
                    Some(name) => self.class_member(object, "", name).unwrap_or(Value::Nothing),
                    None => Value::Foreign("a member that is not known".into()),
                })
            }
            Some(Object::Lost(why, true)) => Value::Unknown(Rc::clone(why)),
            Some(Object::Lost(why, false)) => Value::Foreign(Rc::clone(why)),
            Some(Object::File(_)) | None => match key.known() {
                Some("fd") => object.clone(),
                _ => method(key),
            },
        }
    }

    /// What a class or one of its bases holds under a name.
    pub(super) fn class_member(&self, class: &Value, kind: &str, name: &str) -> Option<Value> {
        let name = [kind, name].concat();
        let mut class = class.clone();
        for _ in 0..BASES_CAP {
            let Value::Object(id) = class else { return None };
            let Object::Class(bases, fields) = self.store.object(id)? else { return None };
            if let Some(value) = fields.get(name.as_str()) {
                return Some(value.clone());
            }
            class = bases.first()?.clone();
        }
        None
    }

    /// True if a class and all its bases are the program's own.
    pub(super) fn is_own(&self, class: &Value) -> bool {
        let mut class = class.clone();
        for _ in 0..BASES_CAP {
            let Value::Object(id) = class else { return matches!(class, Value::Native(_)) };
            match self.store.object(id) {
                Some(Object::Class(bases, _)) => match bases.first() {
                    Some(base) => class = base.clone(),
                    None => return true,
                },
                _ => return false,
            }
        }
        false
    }

    fn getter(&self, object: &Value, key: &Value) -> Option<Value> {
        let Value::Object(id) = object else { return None };
        let Some(Object::Instance(class, _)) = self.store.object(*id) else { return None };
        self.class_member(class, GETTER, key.known()?)
    }

    /// Sets a member.
    pub(super) fn set_member(&mut self, object: &Value, key: &Value, value: Value) {
        if let Value::OneOf(values) = object {
            for object in values.iter() {
                self.store.lose(object, "one of several objects was changed");
            }
            return;
        }
        if let Value::Native(name) = object {
            self.set_native(name, key, value);
            return;
        }
        let Value::Object(id) = object else { return };
        let key = match self.store.object(*id) {
            Some(Object::List(_)) => key.clone(),
            _ => self.property_key(key),
        };
        if key.known().is_none() && key.number().is_none() {
            self.store.lose(object, "a member that is not known was set");
            return;
        }
        match self.store.change(*id) {
            Some(Object::Dict(entries)) => put(entries, key, value),
            Some(Object::List(members)) => {
                let at = key.number().and_then(|number| usize::try_from(number).ok());
                match at {
                    Some(at) if at == members.len() => members.push(value),
                    Some(at) if at < members.len() => {
                        if let Some(place) = members.get_mut(at) {
                            *place = value;
                        }
                    }
                    _ => self.store.lose(object, "a member that is not known was set"),
                }
            }
            Some(Object::Instance(_, fields) | Object::Class(_, fields)) => set_field(fields, &key, value),
            _ => {}
        }
    }
}

fn set_field(fields: &mut Fields, key: &Value, value: Value) {
    if let Some(name) = key.known() {
        fields.insert(name.into(), value);
    }
}

/// Methods that every object has.
fn is_common(name: Option<&str>) -> bool {
    matches!(
        name,
        Some(
            "hasOwnProperty"
                | "toString"
                | "valueOf"
                | "toJSON"
                | "then"
                | "catch"
                | "finally"
                | "constructor"
        )
    )
}
