//! Methods of lists, sets and dictionaries.

use super::super::store::{MEMBERS_CAP, Object};
use super::super::value::{ObjectId, Value};
use super::Python;
use super::arguments::Arguments;

impl Python<'_, '_> {
    /// Calls a method of a list, set or dictionary; `None` if it has none of that name.
    pub(super) fn collection_method(
        &mut self,
        object: &Value,
        id: ObjectId,
        name: &str,
        arguments: &Arguments,
    ) -> Option<Value> {
        match self.store.object(id)? {
            Object::List(_) => self.list_method(object, id, name, arguments),
            Object::Set(_) => self.set_method(object, id, name, arguments),
            Object::Dict(_) => self.dictionary_method(object, id, name, arguments),
            _ => None,
        }
    }

    fn list_method(
        &mut self,
        object: &Value,
        id: ObjectId,
        name: &str,
        arguments: &Arguments,
    ) -> Option<Value> {
        let first = arguments.positional.first().cloned();
        match (name, first) {
            ("append", Some(value)) => self.grow(object, id, vec![value]),
            ("extend", Some(value)) => self.extend(object, &value),
            ("insert", Some(at)) => {
                let value = arguments.positional.get(1).cloned()?;
                let change = self.store.change(id);
                match (at.number(), change) {
                    (Some(at), Some(Object::List(members))) if members.len() < MEMBERS_CAP => {
                        let at = place_between(at, members.len());
                        members.insert(at, value);
                    }
                    _ => self.store.lose(object, "a list grew at a place nobody knows"),
                }
            }
            ("pop", at) => return Some(self.popped(object, id, at)),
            ("remove", Some(value)) => {
                let place = self.store.members(object)?.iter().position(|member| *member == value);
                match (place, self.store.change(id)) {
                    (Some(place), Some(Object::List(members))) => {
                        members.remove(place);
                    }
                    _ => self.store.lose(object, "a member nobody knows was removed"),
                }
            }
            ("clear", _) => *self.store.change(id)? = Object::List(Vec::new()),
            ("reverse", _) => {
                if let Some(Object::List(members)) = self.store.change(id) {
                    members.reverse();
                }
            }
            ("sort", _) => {
                let members = self.store.members(object)?;
                let sorted = self.sorted(members, arguments);
                match sorted {
                    Some(sorted) => *self.store.change(id)? = Object::List(sorted),
                    None => self.store.lose(object, "a list in an order nobody knows"),
                }
            }
            ("copy", _) => {
                let members = self.store.members(object)?;
                return Some(self.store.make(Object::List(members)));
            }
            ("index", Some(value)) => {
                let place = self.store.members(object)?.iter().position(|member| *member == value);
                return Some(
                    place
                        .and_then(|place| i64::try_from(place).ok())
                        .map_or_else(|| Value::unknown("a place"), Value::Int),
                );
            }
            ("count", _) => return Some(Value::unknown("a count")),
            _ => return None,
        }
        Some(Value::Nothing)
    }

    fn popped(&mut self, object: &Value, id: ObjectId, at: Option<Value>) -> Value {
        let at = at.map_or(Some(-1), |at| at.number());
        let place = match (self.store.object(id), at) {
            (Some(Object::List(members)), Some(at)) => place(at, members.len()),
            _ => None,
        };
        match (place, self.store.change(id)) {
            (Some(place), Some(Object::List(members))) => members.remove(place),
            _ => {
                self.store.lose(object, "a member nobody knows was removed");
                Value::unknown("a member that was removed")
            }
        }
    }

    fn grow(&mut self, object: &Value, id: ObjectId, values: Vec<Value>) {
        match self.store.change(id) {
            Some(Object::List(members)) if members.len() + values.len() <= MEMBERS_CAP => {
                members.extend(values)
            }
            _ => self.store.lose(object, "a list longer than is followed"),
        }
    }

    /// A list grows by the members of another value.
    pub(super) fn extend(&mut self, object: &Value, more: &Value) {
        let Value::Object(id) = object else { return };
        match self.members(more) {
            Some(more) => self.grow(object, *id, more),
            None => self.store.lose(object, "a list grew by members nobody knows"),
        }
    }

    fn set_method(
        &mut self,
        object: &Value,
        id: ObjectId,
        name: &str,
        arguments: &Arguments,
    ) -> Option<Value> {
        let first = arguments.positional.first().cloned();
        match (name, first) {
            ("add", Some(value)) => {
                if let Some(Object::Set(members)) = self.store.change(id)
                    && !members.contains(&value)
                {
                    members.push(value);
                }
            }
            ("update" | "discard" | "remove" | "pop" | "clear", _) => {
                self.store.lose(object, "a set that changed")
            }
            ("union" | "difference" | "intersection" | "symmetric_difference" | "copy", _) => {
                return Some(Value::many(self.element(object)));
            }
            ("issubset" | "issuperset" | "isdisjoint", _) => {
                return Some(Value::unknown("a comparison of sets"));
            }
            _ => return None,
        }
        Some(Value::Nothing)
    }

    fn dictionary_method(
        &mut self,
        object: &Value,
        id: ObjectId,
        name: &str,
        arguments: &Arguments,
    ) -> Option<Value> {
        let entries = self.store.entries(object)?;
        let first = arguments.positional.first().cloned();
        let second = arguments.positional.get(1).cloned();
        match (name, first) {
            ("get", Some(key)) => Some(match self.store.entry(object, &key) {
                Some(Some(value)) => value,
                Some(None) => second.unwrap_or(Value::Nothing),
                None => entries
                    .into_iter()
                    .map(|(_, value)| value)
                    .fold(second.unwrap_or(Value::Nothing), Value::or),
            }),
            ("items", _) => {
                let items = entries.into_iter().map(|(key, value)| Value::Tuple([key, value].into()));
                Some(Value::Tuple(items.collect()))
            }
            ("keys", _) => Some(Value::Tuple(entries.into_iter().map(|(key, _)| key).collect())),
            ("values", _) => Some(Value::Tuple(entries.into_iter().map(|(_, value)| value).collect())),
            ("copy", _) => Some(self.store.make(Object::Dict(entries))),
            ("setdefault", Some(key)) => {
                if let Some(Some(value)) = self.store.entry(object, &key) {
                    return Some(value);
                }
                let value = second.unwrap_or(Value::Nothing);
                match (key.is_plain(), self.store.change(id)) {
                    (true, Some(Object::Dict(entries))) if entries.len() < MEMBERS_CAP => {
                        entries.push((key, value.clone()));
                    }
                    _ => self.store.lose(object, "a key nobody knows was set"),
                }
                Some(value)
            }
            ("update", more) => {
                let mut more = more.map_or(Some(Vec::new()), |more| self.store.entries(&more));
                if let Some(more) = &mut more {
                    more.extend(
                        arguments.names.iter().map(|(name, value)| (Value::text(name), value.clone())),
                    );
                }
                match (more, self.store.change(id)) {
                    (Some(more), Some(Object::Dict(entries))) => {
                        for (key, value) in more {
                            match entries.iter_mut().find(|(have, _)| *have == key) {
                                Some((_, have)) => *have = value,
                                None => entries.push((key, value)),
                            }
                        }
                    }
                    _ => self.store.lose(object, "keys nobody knows were set"),
                }
                Some(Value::Nothing)
            }
            ("pop", Some(key)) => {
                let found = self.store.entry(object, &key);
                match (&found, self.store.change(id)) {
                    (Some(_), Some(Object::Dict(entries))) => entries.retain(|(have, _)| *have != key),
                    _ => self.store.lose(object, "a key nobody knows was removed"),
                }
                Some(
                    found.flatten().or(second).unwrap_or_else(|| Value::unknown("a member that was removed")),
                )
            }
            ("clear", _) => {
                *self.store.change(id)? = Object::Dict(Vec::new());
                Some(Value::Nothing)
            }
            _ => None,
        }
    }

    /// Members in their order, if that is known.
    pub(super) fn sorted(&mut self, members: Vec<Value>, arguments: &Arguments) -> Option<Vec<Value>> {
        if arguments.named("key").is_some_and(|key| *key != Value::Nothing) {
            return None;
        }
        let down = match arguments.named("reverse") {
            Some(value) => self.truth(value)?,
            None => false,
        };
        let mut sorted = members;
        if sorted.iter().all(|member| member.number().is_some()) {
            sorted.sort_by_key(Value::number);
        } else if sorted.iter().all(|member| member.known().is_some()) {
            sorted.sort_by(|left, right| left.known().cmp(&right.known()));
        } else {
            return None;
        }
        if down {
            sorted.reverse();
        }
        Some(sorted)
    }
}

/// The place of an index, which counts from the end if it is negative.
pub(super) fn place(index: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let place = if index < 0 { index.checked_add(length)? } else { index };
    (0..length).contains(&place).then(|| usize::try_from(place).ok()).flatten()
}

fn place_between(index: i64, length: usize) -> usize {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let place = if index < 0 { index.saturating_add(length) } else { index };
    usize::try_from(place.clamp(0, length)).unwrap_or(0)
}

/// `members[lower:upper:step]`
pub(super) fn sliced<T: Clone>(members: &[T], lower: Option<i64>, upper: Option<i64>, step: i64) -> Vec<T> {
    let between = |index: i64| place_between(index, members.len());
    if step > 0 {
        let (from, to) = (lower.map_or(0, between), upper.map_or(members.len(), between));
        let part = members.get(from..to.max(from)).unwrap_or(&[]);
        return part.iter().step_by(usize::try_from(step).unwrap_or(1)).cloned().collect();
    }
    if step == 0 {
        return Vec::new();
    }
    let last = i64::try_from(members.len()).unwrap_or(i64::MAX) - 1;
    let whole = |index: i64| if index < 0 { index.saturating_add(last + 1).max(-1) } else { index.min(last) };
    let (mut at, to) = (lower.map_or(last, whole), upper.map_or(-1, whole));
    let mut part = Vec::new();
    while at > to && at >= 0 {
        part.extend(usize::try_from(at).ok().and_then(|at| members.get(at)).cloned());
        at = at.saturating_add(step);
    }
    part
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Expected values are Python's own.
    #[rstest]
    #[case(None, None, 1, &[0, 1, 2, 3])]
    #[case(Some(1), Some(-1), 1, &[1, 2])]
    #[case(Some(-2), None, 1, &[2, 3])]
    #[case(None, None, -1, &[3, 2, 1, 0])]
    #[case(Some(2), Some(0), -1, &[2, 1])]
    #[case(Some(3), Some(1), 1, &[])]
    #[case(None, Some(99), 2, &[0, 2])]
    fn slices_are_those_of_python(
        #[case] lower: Option<i64>,
        #[case] upper: Option<i64>,
        #[case] step: i64,
        #[case] expected: &[i32],
    ) {
        assert_eq!(sliced(&[0, 1, 2, 3], lower, upper, step), expected);
    }
}
