//! Lists and sets: their members and methods (ECMAScript 2024, chapters 23 and 24).

mod callbacks;
mod change;
mod names;

use std::rc::Rc;

use super::{Evaluated, Run};
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

/// The name under which a list of unknown length keeps what each member is.
const MEMBER: &str = "%member";

impl<'a, 'r: 'a> Run<'a, 'r> {
    /// What iterating over a value gives, if that is known.
    pub(super) fn elements(&self, value: &Value) -> Option<Vec<Value>> {
        match value {
            Value::Object(id) => match self.store.object(*id)? {
                Object::List(members) | Object::Set(members) => Some(members.clone()),
                _ => None,
            },
            Value::Tuple(members) => Some(members.to_vec()),
            Value::Text(_) => self.store.members(value),
            _ => None,
        }
    }

    /// A member of a list of which it is not known which.
    pub(super) fn any_element(&self, value: &Value) -> Value {
        match value {
            Value::Object(id) => match self.store.object(*id) {
                Some(Object::List(members) | Object::Set(members)) => {
                    members.iter().cloned().reduce(Value::or).unwrap_or(Value::Nothing)
                }
                Some(Object::Lost(why, true)) => Value::Unknown(Rc::clone(why)),
                Some(Object::Lost(why, false)) => Value::Foreign(Rc::clone(why)),
                Some(Object::Instance(_, fields)) => {
                    fields.get(MEMBER).cloned().unwrap_or_else(|| Value::unknown("a member"))
                }
                _ => Value::unknown("a member"),
            },
            Value::Foreign(why) => Value::Foreign(Rc::clone(why)),
            Value::Unknown(why) => Value::Unknown(Rc::clone(why)),
            _ => Value::unknown("a member"),
        }
    }

    /// The keys of an object.
    pub(super) fn keys(&self, value: &Value) -> Option<Vec<Value>> {
        match self.store.entries(value) {
            Some(entries) => {
                let keys: Vec<Value> = entries.into_iter().map(|(key, _)| key).collect();
                keys.iter().all(|key| key.known().is_some()).then_some(keys)
            }
            None => {
                let count = self.elements(value)?.len();
                Some((0..count).map(|number| Value::text(&number.to_string())).collect())
            }
        }
    }

    /// A new list.
    pub(super) fn new_list(&mut self, members: Vec<Value>) -> Value {
        if members.len() > MEMBERS_CAP {
            let data = members.iter().all(Value::is_data);
            return self.store.make(Object::Lost("a list of more members than are told apart".into(), data));
        }
        self.store.make(Object::List(members))
    }

    /// A list of which only a member is known.
    pub(super) fn lost_list(&mut self, why: &str) -> Value {
        self.store.make(Object::Lost(why.into(), true))
    }

    /// A method of a list or set.
    pub(super) fn list_method(
        &mut self,
        list: &Value,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let members = self.elements(list).unwrap_or_default();
        let first = arguments.first().cloned().unwrap_or(Value::Nothing);
        match name {
            "forEach" | "map" | "filter" | "find" | "findIndex" | "findLast" | "some" | "every"
            | "flatMap" => self.over_members(list, name, members, &first, span),
            "reduce" => self.reduce(members, &first, arguments.get(1).cloned(), span),
            "reduceRight" => {
                let backwards = members.into_iter().rev().collect();
                self.reduce(backwards, &first, arguments.get(1).cloned(), span)
            }
            "push" | "unshift" | "add" | "pop" | "shift" | "splice" | "sort" | "reverse" | "fill"
            | "delete" | "clear" => self.change_list(list, name, members, arguments, span),
            "join" => Ok(self.join_list(&members, &first, !arguments.is_empty())),
            "concat" => {
                let mut all = members;
                for argument in &arguments {
                    match self.elements(argument).filter(|_| !matches!(argument, Value::Text(_))) {
                        Some(more) => all.extend(more),
                        None => all.push(argument.clone()),
                    }
                }
                Ok(self.new_list(all))
            }
            "slice" => Ok(self.slice_list(members, &arguments)),
            "toSpliced" => Ok(self.spliced(members, &arguments)),
            "toSorted" => Ok(match self.sorted(members.clone(), arguments.first(), span)? {
                Some(sorted) => self.new_list(sorted),
                None => self.some_of(members),
            }),
            "keys" if self.is_set(list) => Ok(self.view_of_list("values", members, &first)),
            "toReversed" | "flat" | "values" | "entries" | "keys" => {
                Ok(self.view_of_list(name, members, &first))
            }
            "includes" | "has" => {
                let answers: Vec<Option<bool>> =
                    members.iter().map(|member| self.equal(member, &first)).collect();
                Ok(match (answers.contains(&Some(true)), answers.contains(&None)) {
                    (true, _) => Value::Bool(true),
                    (false, true) => Value::unknown("a truth value"),
                    (false, false) => Value::Bool(false),
                })
            }
            "indexOf" => {
                let at = members.iter().position(|member| self.equal(member, &first) == Some(true));
                let sure = members.iter().all(|member| self.equal(member, &first).is_some());
                Ok(match at.filter(|_| sure) {
                    Some(at) => Value::Int(i64::try_from(at).unwrap_or(0)),
                    None if sure => Value::Int(-1),
                    None => Value::unknown("a number"),
                })
            }
            "at" => Ok(match first.number() {
                Some(number) => {
                    let length = i64::try_from(members.len()).unwrap_or(0);
                    let at = if number < 0 { length + number } else { number };
                    usize::try_from(at).ok().and_then(|at| members.get(at)).cloned().unwrap_or(Value::Nothing)
                }
                None => self.any_element(list),
            }),
            "toString" => Ok(Value::Text(self.text_of(list))),
            _ => {
                self.handed_over(&arguments, span)?;
                Ok(Value::unknown("what a list's method gives"))
            }
        }
    }

    fn is_set(&self, value: &Value) -> bool {
        matches!(value, Value::Object(id) if matches!(self.store.object(*id), Some(Object::Set(_))))
    }

    /// True for a list, false for what is known to be none.
    pub(super) fn is_list(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Object(id) => match self.store.object(*id)? {
                Object::List(_) => Some(true),
                Object::Instance(Value::Native(class), _) if &**class == "List" => Some(true),
                Object::Lost(..) => None,
                _ => Some(false),
            },
            Value::Tuple(_) => Some(true),
            Value::Unknown(_) | Value::Foreign(_) | Value::OneOf(_) => None,
            _ => Some(false),
        }
    }

    fn join_list(&mut self, members: &[Value], separator: &Value, is_given: bool) -> Value {
        let separator = if is_given { self.text_of(separator) } else { AbstractString::text(",") };
        let mut text = AbstractString::empty();
        for (number, member) in members.iter().enumerate() {
            if number > 0 {
                text.append(&separator);
            }
            if *member != Value::Nothing {
                text.append(&self.text_of(member));
            }
        }
        Value::Text(text)
    }
}
