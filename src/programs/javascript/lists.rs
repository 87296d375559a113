//! Lists, sets, maps and plain objects: their members and methods (ECMAScript 2024, chapters 20, 23 and 24).

use std::rc::Rc;

use super::expressions::put;
use super::{Evaluated, Run};
use crate::programs::store::{Fields, MEMBERS_CAP, Object};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

/// The name under which a list of unknown length keeps what each member is.
const MEMBER: &str = "%member";

/// The name under which an instance of `Map` keeps its entries.
pub(super) const ENTRIES: &str = "%entries";

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
            "reduce" | "reduceRight" => self.reduce(members, &first, arguments.get(1).cloned(), span),
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
            "slice" | "toSpliced" => Ok(self.slice_list(members, &arguments)),
            "toSorted" | "toReversed" | "flat" | "values" | "entries" | "keys" => {
                Ok(self.view_of_list(name, members))
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

    fn over_members(
        &mut self,
        list: &Value,
        name: &str,
        members: Vec<Value>,
        function: &Value,
        span: Span,
    ) -> Evaluated<'a> {
        let mut given = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let at = Value::Int(i64::try_from(number).unwrap_or(0));
            let value = self.call_value(function, vec![member.clone(), at, list.clone()], None, span)?;
            if name == "find" && self.truth(&value) == Some(true) {
                return Ok(member.clone());
            }
            given.push(value);
        }
        let truths: Vec<Option<bool>> = given.iter().map(|value| self.truth(value)).collect();
        Ok(match name {
            "map" => self.new_list(given),
            "flatMap" => {
                let mut all = Vec::new();
                for value in given {
                    match self.elements(&value) {
                        Some(more) => all.extend(more),
                        None => all.push(value),
                    }
                }
                self.new_list(all)
            }
            "filter" => {
                if truths.contains(&None) {
                    let kept = members.into_iter().zip(&truths).filter(|(_, truth)| **truth != Some(false));
                    return Ok(match kept.map(|(member, _)| member).reduce(Value::or) {
                        Some(member) => self.some_of(member),
                        None => self.new_list(Vec::new()),
                    });
                }
                let kept = members.into_iter().zip(&truths).filter(|(_, truth)| **truth == Some(true));
                let kept = kept.map(|(member, _)| member).collect();
                self.new_list(kept)
            }
            "some" if truths.contains(&Some(true)) => Value::Bool(true),
            "some" if !truths.contains(&None) => Value::Bool(false),
            "every" if truths.contains(&Some(false)) => Value::Bool(false),
            "every" if !truths.contains(&None) => Value::Bool(true),
            "find" if !truths.contains(&None) => Value::Nothing,
            "find" => self.any_element(list),
            "forEach" => Value::Nothing,
            _ => Value::unknown("what a list's method gives"),
        })
    }

    /// A list of some of several values.
    fn some_of(&mut self, member: Value) -> Value {
        self.names(member)
    }

    /// A list of unknown length of which it is known what each member can be.
    pub(super) fn names(&mut self, member: Value) -> Value {
        let fields = Fields::from([(Rc::from(MEMBER), member)]);
        self.store.make(Object::Instance(Value::native("List"), fields))
    }

    /// A method of a list of unknown length.
    fn names_method(&mut self, list: &Value, name: &str, arguments: Vec<Value>, span: Span) -> Evaluated<'a> {
        let member = self.any_element(list);
        let function = arguments
            .first()
            .filter(|first| matches!(first, Value::Function(..) | Value::Native(_)))
            .cloned();
        let mut given = Value::Nothing;
        if let Some(function) = function {
            let start = if name.starts_with("reduce") { vec![Value::unknown("a sum")] } else { Vec::new() };
            self.repeatedly("it changes in a callback", |run| {
                let mut arguments = start.clone();
                arguments.extend([member.clone(), Value::unknown("a number")]);
                given = run.call_value(&function, arguments, None, span)?;
                Ok(())
            })?;
        }
        Ok(match name {
            "map" => self.names(given),
            "flatMap" => {
                let inner = self.any_element(&given);
                self.names(inner)
            }
            "filter" | "sort" | "slice" | "reverse" | "toSorted" | "toReversed" | "values" | "splice" => {
                list.clone()
            }
            "concat" => match arguments.first().map(|other| self.any_element(other)) {
                Some(other) => self.names(member.or(other)),
                None => list.clone(),
            },
            "push" | "unshift" | "add" => {
                let wider = arguments.into_iter().fold(member, Value::or);
                self.set_member(list, &Value::text(MEMBER), wider);
                Value::unknown("a number")
            }
            "find" | "findLast" | "pop" | "shift" | "at" => member.or(Value::Nothing),
            "join" => Value::unknown_text("the members of a list"),
            "forEach" => Value::Nothing,
            _ => Value::unknown("what a list's method gives"),
        })
    }

    fn reduce(
        &mut self,
        members: Vec<Value>,
        function: &Value,
        start: Option<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let mut members = members.into_iter();
        let Some(mut value) = start.or_else(|| members.next()) else { return Ok(Value::Nothing) };
        for member in members {
            value = self.call_value(function, vec![value, member], None, span)?;
        }
        Ok(value)
    }

    fn change_list(
        &mut self,
        list: &Value,
        name: &str,
        mut members: Vec<Value>,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let Value::Object(id) = list else { return Ok(Value::Nothing) };
        let is_set = matches!(self.store.object(*id), Some(Object::Set(_)));
        let mut given = Value::Nothing;
        match name {
            "push" => members.extend(arguments),
            "add" => {
                for argument in arguments {
                    if !members.contains(&argument) {
                        members.push(argument);
                    }
                }
                given = list.clone();
            }
            "unshift" => {
                let rest = std::mem::replace(&mut members, arguments);
                members.extend(rest);
            }
            "pop" => given = members.pop().unwrap_or(Value::Nothing),
            "shift" if !members.is_empty() => given = members.remove(0),
            "reverse" => {
                members.reverse();
                given = list.clone();
            }
            "sort" if arguments.is_empty() && members.iter().all(|member| member.known().is_some()) => {
                members.sort_by(|left, right| left.known().cmp(&right.known()));
                given = list.clone();
            }
            "sort" => {
                // The order is not known, and only for numbers and texts does it matter to nobody which is where.
                self.handed_over(&arguments, span)?;
                given = list.clone();
            }
            "clear" => members.clear(),
            "delete" => {
                let first = arguments.first().cloned().unwrap_or(Value::Nothing);
                members.retain(|member| self.equal(member, &first) != Some(true));
            }
            "splice" => match splice(&mut members, &arguments) {
                Some(taken) => given = self.new_list(taken),
                None => {
                    self.store.lose(list, "a list that was spliced");
                    return Ok(Value::unknown("members of a list"));
                }
            },
            _ => {}
        }
        if members.len() > MEMBERS_CAP {
            self.store.lose(list, "a list of more members than are told apart");
            return Ok(given);
        }
        if let Some(object) = self.store.change(*id) {
            *object = if is_set { Object::Set(members) } else { Object::List(members) };
        }
        Ok(given)
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

    fn slice_list(&mut self, members: Vec<Value>, arguments: &[Value]) -> Value {
        let length = i64::try_from(members.len()).unwrap_or(0);
        let place = |argument: Option<&Value>, otherwise: i64| match argument {
            None | Some(Value::Nothing) => Some(otherwise),
            Some(value) => {
                value.number().map(|at| if at < 0 { (length + at).max(0) } else { at.min(length) })
            }
        };
        let (Some(from), Some(to)) = (place(arguments.first(), 0), place(arguments.get(1), length)) else {
            return match members.into_iter().reduce(Value::or) {
                Some(member) => self.some_of(member),
                None => self.new_list(Vec::new()),
            };
        };
        let (from, to) = (usize::try_from(from).unwrap_or(0), usize::try_from(to).unwrap_or(0));
        let kept = members.into_iter().take(to).skip(from).collect();
        self.new_list(kept)
    }

    fn view_of_list(&mut self, name: &str, mut members: Vec<Value>) -> Value {
        match name {
            "toReversed" => members.reverse(),
            "toSorted" => members.sort_by(|left, right| left.known().cmp(&right.known())),
            "flat" => {
                let mut all = Vec::new();
                for member in members {
                    match self.elements(&member).filter(|_| !matches!(member, Value::Text(_))) {
                        Some(more) => all.extend(more),
                        None => all.push(member),
                    }
                }
                members = all;
            }
            "entries" => {
                let pairs: Vec<Value> = members
                    .into_iter()
                    .enumerate()
                    .map(|(at, member)| {
                        self.store
                            .make(Object::List(vec![Value::Int(i64::try_from(at).unwrap_or(0)), member]))
                    })
                    .collect();
                members = pairs;
            }
            "keys" => {
                members = (0..members.len()).map(|at| Value::Int(i64::try_from(at).unwrap_or(0))).collect()
            }
            _ => {}
        }
        self.new_list(members)
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

/// `splice(from, count, …)`: what was taken out.
fn splice(members: &mut Vec<Value>, arguments: &[Value]) -> Option<Vec<Value>> {
    let length = i64::try_from(members.len()).ok()?;
    let from = arguments.first()?.number()?;
    let from = if from < 0 { (length + from).max(0) } else { from.min(length) };
    let count = match arguments.get(1) {
        Some(count) => count.number()?.clamp(0, length - from),
        None => length - from,
    };
    let (from, count) = (usize::try_from(from).ok()?, usize::try_from(count).ok()?);
    Some(members.splice(from..from + count, arguments.iter().skip(2).cloned()).collect())
}
