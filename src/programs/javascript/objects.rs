//! Plain objects, instances and maps: their methods, and the functions of `Object` and `Array` (ECMAScript 2024, chapters
//! 20, 23 and 24).

use super::expressions::put;
use super::{Evaluated, Run};
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;
use crate::span::Span;

/// The name under which an instance of `Map` keeps its entries.
pub(super) const ENTRIES: &str = "%entries";

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// Functions of `Object` and `Array`.
    pub(super) fn object_call(&mut self, name: &str, arguments: &[Value], span: Span) -> Evaluated<'a> {
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        match name {
            "keys" | "getOwnPropertyNames" => match self.keys(&first) {
                Some(keys) => Ok(self.new_list(keys)),
                None => Ok(self.lost_list("the keys of an object")),
            },
            "values" | "entries" => {
                let Some(entries) = self.store.entries(&first) else {
                    return Ok(match self.any_element(&first) {
                        Value::Foreign(why) => Value::Foreign(why),
                        _ => self.lost_list("members of an object"),
                    });
                };
                let members: Vec<Value> = entries
                    .into_iter()
                    .map(|(key, value)| match name {
                        "values" => value,
                        _ => self.store.make(Object::List(vec![key, value])),
                    })
                    .collect();
                Ok(self.new_list(members))
            }
            "fromEntries" => Ok(Value::unknown("an object")),
            "assign" => {
                for source in arguments.iter().skip(1) {
                    match self.store.entries(source) {
                        Some(entries) => {
                            for (key, value) in entries {
                                self.set_member(&first, &key, value);
                            }
                        }
                        None => self.store.lose(&first, "an object that others were put into"),
                    }
                }
                Ok(first)
            }
            "freeze" | "seal" | "create" => Ok(first),
            "isArray" => Ok(self.is_list(&first).map_or(Value::unknown("a truth value"), Value::Bool)),
            "of" => Ok(self.new_list(arguments.to_vec())),
            "from" => self.list_from(&first, arguments.get(1), span),
            _ => {
                self.handed_over(arguments, span)?;
                Ok(Value::unknown("an object"))
            }
        }
    }

    fn list_from(&mut self, source: &Value, function: Option<&Value>, span: Span) -> Evaluated<'a> {
        let length = self.option(Some(source), "length").number();
        let members = match (self.elements(source), length.and_then(|length| usize::try_from(length).ok())) {
            (Some(members), _) => Some(members),
            (None, Some(length)) if length <= MEMBERS_CAP => Some(vec![Value::Nothing; length]),
            _ => None,
        };
        let Some(members) = members else {
            self.handed_over(function.map(std::slice::from_ref).unwrap_or(&[]), span)?;
            return Ok(self.lost_list("members of a list"));
        };
        let list = self.new_list(members);
        match function {
            Some(function) => self.list_method(&list, "map", vec![function.clone()], span),
            None => Ok(list),
        }
    }

    /// A method that every object has, or one that it lacks.
    pub(super) fn object_method(
        &mut self,
        object: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        match name {
            "hasOwnProperty" => {
                let key = arguments.first().map(|key| self.property_key(key)).unwrap_or(Value::Nothing);
                Ok(match self.store.entry(object, &key) {
                    Some(found) => Value::Bool(found.is_some()),
                    None => Value::unknown("a truth value"),
                })
            }
            "toString" | "valueOf" | "toJSON" | "toLocaleString" => {
                Ok(Value::unknown_text("the text of an object"))
            }
            _ => match self.store.entry(object, &Value::text(name)) {
                Some(None) => self.unread_call(
                    &Value::Foreign(format!("`{name}` of an object").into()),
                    &arguments,
                    span,
                ),
                _ => {
                    let member = self.member_of(object, &Value::text(name));
                    self.unread_call(&member, &arguments, span)
                }
            },
        }
    }

    /// A method of an instance whose class does not tell it itself: `Map`, an emitter of events, a library's class.
    pub(super) fn instance_method(
        &mut self,
        object: &Value,
        class: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        if matches!(class, Value::Native(native) if &**native == "Map") {
            return self.map_method(object, name, arguments, span);
        }
        if matches!(class, Value::Native(native) if &**native == "List") {
            return self.names_method(object, name, arguments, span);
        }
        if let "on" | "once" | "emit" | "addListener" | "toString" = name {
            if name == "emit" {
                return Ok(Value::unknown("a truth value"));
            }
            self.listen(&arguments, &Value::Nothing, span)?;
            return Ok(object.clone());
        }
        self.unread_call(&Value::Foreign(format!("`{name}` of an object").into()), &arguments, span)
    }

    fn map_method(&mut self, object: &Value, name: &str, arguments: Vec<Value>, span: Span) -> Evaluated<'a> {
        let entries = self.member_of(object, &Value::text(ENTRIES));
        let key = arguments.first().cloned().unwrap_or(Value::Nothing);
        let known = self.store.entries(&entries);
        match name {
            "get" => Ok(match self.store.entry(&entries, &key) {
                Some(found) => found.unwrap_or(Value::Nothing),
                None => Value::unknown("a member of a map"),
            }),
            "has" => Ok(match self.store.entry(&entries, &key) {
                Some(found) => Value::Bool(found.is_some()),
                None => Value::unknown("a truth value"),
            }),
            "set" => {
                if let Value::Object(id) = entries
                    && let Some(Object::Dict(have)) = self.store.change(id)
                {
                    put(have, key, arguments.get(1).cloned().unwrap_or(Value::Nothing));
                }
                Ok(object.clone())
            }
            "keys" | "values" | "entries" => {
                let Some(known) = known else { return Ok(self.lost_list("members of a map")) };
                let members: Vec<Value> = known
                    .into_iter()
                    .map(|(key, value)| match name {
                        "keys" => key,
                        "values" => value,
                        _ => self.store.make(Object::List(vec![key, value])),
                    })
                    .collect();
                Ok(self.new_list(members))
            }
            "forEach" => {
                let Some(known) = known else {
                    self.handed_over(&arguments, span)?;
                    return Ok(Value::Nothing);
                };
                for (name, value) in known {
                    self.call_value(&key, vec![value, name], None, span)?;
                }
                Ok(Value::Nothing)
            }
            _ => {
                self.store.lose(&entries, "a map that was changed");
                Ok(Value::unknown("a truth value"))
            }
        }
    }
}
