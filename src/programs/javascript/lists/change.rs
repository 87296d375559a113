//! Methods that change a list, and those that give a part or another view of it.

use crate::programs::javascript::{Evaluated, Run};
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;
use crate::span::Span;

/// Lists in lists are made flat so many levels deep.
const FLAT_CAP: i64 = 16;

impl<'a, 'r: 'a> Run<'a, 'r> {
    pub(super) fn change_list(
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
            "sort" => {
                match self.sorted(members.clone(), arguments.first(), span)? {
                    Some(sorted) => members = sorted,
                    None => {
                        self.lose_order(*id, members);
                        return Ok(list.clone());
                    }
                }
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

    pub(super) fn slice_list(&mut self, members: Vec<Value>, arguments: &[Value]) -> Value {
        let length = i64::try_from(members.len()).unwrap_or(0);
        let place = |argument: Option<&Value>, otherwise: i64| match argument {
            None | Some(Value::Nothing) => Some(otherwise),
            Some(value) => {
                value.number().map(|at| if at < 0 { (length + at).max(0) } else { at.min(length) })
            }
        };
        let (Some(from), Some(to)) = (place(arguments.first(), 0), place(arguments.get(1), length)) else {
            return self.some_of(members);
        };
        let (from, to) = (usize::try_from(from).unwrap_or(0), usize::try_from(to).unwrap_or(0));
        let kept = members.into_iter().take(to).skip(from).collect();
        self.new_list(kept)
    }

    /// What `toSpliced` gives: a list without what is spliced out of it.
    pub(super) fn spliced(&mut self, mut members: Vec<Value>, arguments: &[Value]) -> Value {
        match splice(&mut members, arguments) {
            Some(_) => self.new_list(members),
            None => {
                members.extend(arguments.iter().skip(2).cloned());
                self.some_of(members)
            }
        }
    }

    /// The members of lists in place of the lists, one level deep.
    fn flat(&self, members: Vec<Value>) -> Vec<Value> {
        let mut all = Vec::new();
        for member in members {
            match self.elements(&member).filter(|_| !matches!(member, Value::Text(_))) {
                Some(more) if all.len() + more.len() <= MEMBERS_CAP => all.extend(more),
                _ => all.push(member),
            }
        }
        all
    }

    pub(super) fn view_of_list(&mut self, name: &str, mut members: Vec<Value>, first: &Value) -> Value {
        match name {
            "toReversed" => members.reverse(),
            "flat" => {
                let levels = if *first == Value::Nothing { Some(1) } else { first.number() };
                // Deeper than a list can be here is as good as without a limit.
                let levels = levels.unwrap_or(FLAT_CAP).clamp(0, FLAT_CAP);
                for _ in 0..levels {
                    members = self.flat(members);
                }
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
