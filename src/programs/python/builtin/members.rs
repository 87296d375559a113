//! What the language brings that makes, goes through or weighs members: `range`, `list`, `dict`, `zip`, `map`, `any`, ….

use crate::programs::python::Python;
use crate::programs::python::arguments::Arguments;
use crate::programs::python::loops::Rounds;
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;

impl Python<'_, '_> {
    pub(super) fn range(&mut self, arguments: &Arguments) -> Value {
        let numbers: Option<Vec<i64>> = arguments.positional.iter().map(Value::number).collect();
        let bounds = match numbers.as_deref() {
            Some([end]) => Some((0, *end, 1)),
            Some([start, end]) => Some((*start, *end, 1)),
            Some([start, end, step]) => Some((*start, *end, *step)),
            _ => None,
        };
        let Some((start, end, step)) = bounds.filter(|(_, _, step)| *step != 0) else {
            return Value::many(Value::Thing("int".into()));
        };
        let mut members = Vec::new();
        let mut at = start;
        while (step > 0 && at < end) || (step < 0 && at > end) {
            if members.len() >= MEMBERS_CAP {
                return Value::many(Value::Thing("int".into()));
            }
            members.push(Value::Int(at));
            at = at.saturating_add(step);
        }
        Value::Tuple(members.into())
    }

    pub(super) fn gathered(&mut self, name: &str, first: Option<Value>, arguments: &Arguments) -> Value {
        let Some(value) = first else {
            return match name {
                "tuple" => Value::Tuple([].into()),
                "set" | "frozenset" => self.store.make(Object::Set(Vec::new())),
                _ => self.store.make(Object::List(Vec::new())),
            };
        };
        if name == "iter" {
            return value;
        }
        let key = arguments.named("key").cloned();
        if let Some(key @ Value::Function(..)) = &key {
            self.call_back(key, arguments);
        }
        let Some(mut members) = self.members(&value) else {
            return match value {
                Value::Foreign(_) => value,
                value => Value::many(self.element(&value)),
            };
        };
        match name {
            "tuple" => return Value::Tuple(members.into()),
            "set" | "frozenset" => {
                let mut once: Vec<Value> = Vec::new();
                for member in members {
                    if !once.contains(&member) {
                        once.push(member);
                    }
                }
                return self.store.make(Object::Set(once));
            }
            "reversed" => members.reverse(),
            "sorted" => match self.sorted(members.clone(), arguments) {
                Some(sorted) => members = sorted,
                // The members are known, their order is not: that counts only where one is picked.
                None if members.iter().all(Value::is_plain) && members.len() > 1 => {
                    let member = members.into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
                    return Value::many(member);
                }
                None => {}
            },
            _ => {}
        }
        self.store.make(Object::List(members))
    }

    pub(super) fn dict(&mut self, first: Option<Value>, arguments: &Arguments) -> Value {
        let mut entries = match first {
            None => Vec::new(),
            Some(value) => match self.store.entries(&value) {
                Some(entries) => entries,
                None => {
                    let Some(pairs) = self.members(&value) else { return Value::unknown("a dictionary") };
                    let mut entries = Vec::new();
                    for pair in pairs {
                        match self.members(&pair).as_deref() {
                            Some([key, value]) => entries.push((key.clone(), value.clone())),
                            _ => return Value::unknown("a dictionary"),
                        }
                    }
                    entries
                }
            },
        };
        for (name, value) in &arguments.names {
            entries.push((Value::text(name), value.clone()));
        }
        self.store.make(Object::Dict(entries))
    }

    pub(super) fn enumerate(&mut self, first: Option<Value>, arguments: &Arguments) -> Value {
        let Some(value) = first else { return Value::Nothing };
        let start = arguments.get(1, "start").map_or(Some(0), Value::number);
        match (self.members(&value), start) {
            (Some(members), Some(start)) => {
                let pairs = members
                    .into_iter()
                    .zip(start..)
                    .map(|(member, number)| Value::Tuple([Value::Int(number), member].into()));
                Value::Tuple(pairs.collect())
            }
            _ => {
                let member = self.element(&value);
                Value::many(Value::Tuple([Value::Thing("int".into()), member].into()))
            }
        }
    }

    pub(super) fn zip(&mut self, arguments: &Arguments) -> Value {
        let columns: Option<Vec<Vec<Value>>> =
            arguments.positional.clone().iter().map(|value| self.members(value)).collect();
        let Some(columns) = columns.filter(|columns| !columns.is_empty()) else {
            let members: Vec<Value> = arguments.positional.iter().map(|value| self.element(value)).collect();
            return Value::many(Value::Tuple(members.into()));
        };
        let length = columns.iter().map(Vec::len).min().unwrap_or(0);
        let rows = (0..length).map(|row| {
            Value::Tuple(
                columns.iter().filter_map(|column| column.get(row).cloned()).collect::<Vec<_>>().into(),
            )
        });
        Value::Tuple(rows.collect())
    }

    pub(super) fn mapped(&mut self, name: &str, arguments: &Arguments) -> Value {
        let [function, iterable, ..] = arguments.positional.as_slice() else { return Value::Nothing };
        let (function, iterable) = (function.clone(), iterable.clone());
        match self.rounds(&iterable) {
            Rounds::Known(members) => {
                let mut results = Vec::new();
                let mut unsure = false;
                for member in members {
                    let mut given = Arguments::of(vec![member.clone()], arguments.site.span);
                    given.site = arguments.site.clone();
                    let value = if function == Value::Nothing {
                        member.clone()
                    } else {
                        self.call_value(&function, &given)
                    };
                    if name == "map" {
                        results.push(value);
                        continue;
                    }
                    match self.truth(&value) {
                        Some(true) => results.push(member),
                        Some(false) => {}
                        None => {
                            unsure = true;
                            results.push(member);
                        }
                    }
                }
                if unsure {
                    let member = results.into_iter().reduce(Value::or);
                    return Value::many(member.unwrap_or(Value::Nothing));
                }
                self.store.make(Object::List(results))
            }
            Rounds::Each(member) => {
                let mut result = Value::Nothing;
                self.perhaps(|python| {
                    let given = Arguments::of(vec![member.clone()], arguments.site.span);
                    result = python.call_value(&function, &given);
                    python.outcome()
                });
                Value::many(if name == "map" { result } else { member })
            }
        }
    }

    pub(super) fn extreme(&mut self, name: &str, arguments: &Arguments) -> Value {
        let members = match arguments.positional.as_slice() {
            [one] => {
                let one = one.clone();
                self.members(&one)
            }
            many => Some(many.to_vec()),
        };
        let Some(members) = members else {
            return match arguments.positional.first().cloned() {
                Some(value) => self.element(&value),
                None => Value::Nothing,
            };
        };
        let any = members.clone().into_iter().reduce(Value::or).unwrap_or(Value::Nothing);
        match self.sorted(members, arguments) {
            Some(sorted) if name == "min" => sorted.first().cloned().unwrap_or(any),
            Some(sorted) => sorted.last().cloned().unwrap_or(any),
            None => any,
        }
    }

    pub(super) fn quantified(&mut self, name: &str, first: Option<Value>) -> Value {
        let Some(members) = first.and_then(|value| self.members(&value)) else {
            return Value::unknown("a test");
        };
        let mut unsure = false;
        for member in &members {
            match self.truth(member) {
                Some(truth) if truth == (name == "any") => return Value::Bool(truth),
                Some(_) => {}
                None => unsure = true,
            }
        }
        if unsure { Value::unknown("a test") } else { Value::Bool(name == "all") }
    }
}
