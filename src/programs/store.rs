//! Variables and objects of a program that runs, and what becomes of them where nobody knows which way it goes.
//!
//! Owns scopes, objects and the trail of their changes: a branch is run, its changes are taken back and kept, the other
//! branch is run, and what either has changed is joined. No language's rules stand here.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::value::{ObjectId, ScopeId, Value};

/// Scopes and objects of one program.
const PLACES_CAP: usize = 20_000;

/// Members of a list or dictionary that are told apart.
pub(super) const MEMBERS_CAP: usize = 1_024;

/// Something that changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Object {
    /// an ordered list
    List(Vec<Value>),
    /// a set; in the order in which its members came
    Set(Vec<Value>),
    /// keys with their values, in the order in which they came
    Dict(Vec<(Value, Value)>),
    /// an open file
    File(Handle),
    /// a class of the program: its bases and what stands in it
    Class(Vec<Value>, Fields),
    /// an instance of a class of the program
    Instance(Value, Fields),
    /// of which nothing is known any more; the reason. True if it is plain data
    Lost(Rc<str>, bool),
}

/// Names with their values.
pub(super) type Fields = BTreeMap<Rc<str>, Value>;

/// An open file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Handle {
    /// Its path.
    pub(super) path: Value,
    /// The recorder's operations that opened it for writing.
    pub(super) steps: Vec<usize>,
    /// True if it can be written.
    pub(super) writes: bool,
    /// True if it was read from.
    pub(super) read: bool,
}

#[derive(Debug, Default)]
struct Scope {
    parent: Option<ScopeId>,
    names: BTreeMap<Rc<str>, Value>,
}

/// A place that changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Variable(ScopeId, Rc<str>),
    Object(ObjectId),
}

/// What stands at a place; `None`: nothing.
#[derive(Clone, Debug)]
enum Content {
    Variable(Option<Value>),
    Object(Object),
}

/// What a branch has changed.
#[derive(Debug, Default)]
pub(super) struct Changes(BTreeMap<Place, Content>);

/// Where a branch begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark(usize);

/// Scopes and objects.
#[derive(Debug, Default)]
pub(super) struct Store {
    scopes: Vec<Scope>,
    objects: Vec<Object>,
    trail: Vec<(Place, Content)>,
    branches: u32,
}

impl Store {
    /// A new scope inside another.
    pub(super) fn scope(&mut self, parent: Option<ScopeId>) -> ScopeId {
        let id = ScopeId(u32::try_from(self.scopes.len()).unwrap_or(u32::MAX));
        self.scopes.push(Scope { parent, names: BTreeMap::new() });
        id
    }

    /// The scope around another.
    pub(super) fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scopes.get(scope.0 as usize).and_then(|scope| scope.parent)
    }

    /// A variable of one scope, the scopes around it not looked through.
    pub(super) fn own(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        self.scopes.get(scope.0 as usize).and_then(|scope| scope.names.get(name))
    }

    /// All variables of one scope.
    pub(super) fn names(&self, scope: ScopeId) -> Fields {
        self.scopes.get(scope.0 as usize).map(|scope| scope.names.clone()).unwrap_or_default()
    }

    /// A variable, looked for from the inside out, and the scope that has it.
    pub(super) fn variable(&self, mut scope: ScopeId, name: &str) -> Option<(ScopeId, &Value)> {
        loop {
            let here = self.scopes.get(scope.0 as usize)?;
            if let Some(value) = here.names.get(name) {
                return Some((scope, value));
            }
            scope = here.parent?;
        }
    }

    /// Sets a variable of one scope; `None` takes it away.
    pub(super) fn set(&mut self, scope: ScopeId, name: &Rc<str>, value: Option<Value>) {
        let Some(here) = self.scopes.get_mut(scope.0 as usize) else { return };
        let old = match value {
            Some(value) => here.names.insert(Rc::clone(name), value),
            None => here.names.remove(name),
        };
        if self.branches > 0 {
            self.trail.push((Place::Variable(scope, Rc::clone(name)), Content::Variable(old)));
        }
    }

    /// Makes an object.
    pub(super) fn make(&mut self, object: Object) -> Value {
        let object =
            if self.is_full() { Object::Lost("more objects than are followed".into(), true) } else { object };
        self.objects.push(object);
        Value::Object(ObjectId(u32::try_from(self.objects.len() - 1).unwrap_or(u32::MAX)))
    }

    /// True if no more scopes or objects should be made.
    pub(super) fn is_full(&self) -> bool {
        self.scopes.len() + self.objects.len() >= PLACES_CAP
    }

    /// An object.
    pub(super) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0 as usize)
    }

    /// An object, to change.
    pub(super) fn change(&mut self, id: ObjectId) -> Option<&mut Object> {
        let object = self.objects.get_mut(id.0 as usize)?;
        if self.branches > 0 {
            self.trail.push((Place::Object(id), Content::Object(object.clone())));
        }
        Some(object)
    }

    /// The open file that a value is.
    pub(super) fn file(&self, value: &Value) -> Option<&Handle> {
        let Value::Object(id) = value else { return None };
        match self.object(*id)? {
            Object::File(handle) => Some(handle),
            _ => None,
        }
    }

    /// The members of a list, set, tuple or the keys of a dictionary, if they are known.
    pub(super) fn members(&self, value: &Value) -> Option<Vec<Value>> {
        match value {
            Value::Tuple(values) => Some(values.to_vec()),
            Value::Object(id) => match self.object(*id)? {
                Object::List(values) | Object::Set(values) => Some(values.clone()),
                Object::Dict(entries) => Some(entries.iter().map(|(key, _)| key.clone()).collect()),
                _ => None,
            },
            Value::Text(text) => {
                let known = text.known().filter(|known| known.len() <= MEMBERS_CAP)?;
                Some(known.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect())
            }
            _ => None,
        }
    }

    /// The entries of a dictionary, if they are known.
    pub(super) fn entries(&self, value: &Value) -> Option<Vec<(Value, Value)>> {
        let Value::Object(id) = value else { return None };
        match self.object(*id)? {
            Object::Dict(entries) => Some(entries.clone()),
            _ => None,
        }
    }

    /// The value of a known key: `Some(None)` if the dictionary is known not to have it.
    pub(super) fn entry(&self, value: &Value, key: &Value) -> Option<Option<Value>> {
        let Value::Object(id) = value else { return None };
        let Some(Object::Dict(entries)) = self.object(*id) else { return None };
        if let Some((_, found)) = entries.iter().rev().find(|(have, _)| have == key) {
            return Some(Some(found.clone()));
        }
        let sure = key.is_plain() && entries.iter().all(|(have, _)| have.is_plain());
        sure.then_some(None)
    }

    /// Forgets what an object holds.
    pub(super) fn lose(&mut self, value: &Value, why: &str) {
        for value in value.alternatives() {
            let Value::Object(id) = value else { continue };
            let id = *id;
            let data = match self.object(id) {
                Some(Object::List(_) | Object::Set(_) | Object::Dict(_)) => true,
                Some(Object::Instance(..)) => false,
                _ => continue,
            };
            if let Some(object) = self.change(id) {
                *object = Object::Lost(why.into(), data);
            }
        }
    }

    /// Begins a branch that may not be taken.
    pub(super) fn begin(&mut self) -> Mark {
        self.branches += 1;
        Mark(self.trail.len())
    }

    /// Ends a branch: what it has changed is taken back and given.
    pub(super) fn take_back(&mut self, mark: Mark) -> Changes {
        let mut changes = Changes::default();
        while self.trail.len() > mark.0 {
            let Some((place, old)) = self.trail.pop() else { break };
            let now = self.replace(&place, old);
            changes.0.entry(place).or_insert(now);
        }
        self.branches = self.branches.saturating_sub(1);
        changes
    }

    /// Does changes again that were taken back.
    pub(super) fn redo(&mut self, changes: Changes) {
        for (place, content) in changes.0 {
            self.replace_recorded(place, content);
        }
    }

    /// What changes that were taken back have touched is not known any more.
    pub(super) fn widen(&mut self, changes: Changes, why: &str) {
        for (place, now) in changes.0 {
            let widened = match (self.content(&place), now) {
                (Some(Content::Variable(before)), Content::Variable(Some(now))) => {
                    let joined = before.clone().map_or(now.clone(), |before| before.or(now));
                    if before.as_ref() == Some(&joined) {
                        continue;
                    }
                    Content::Variable(Some(unsure(&joined, why)))
                }
                (Some(Content::Object(Object::File(before))), Content::Object(Object::File(now))) => {
                    Content::Object(either(Object::File(before), Object::File(now)))
                }
                (Some(Content::Object(before)), Content::Object(now)) if before != now => {
                    let data = is_plain_object(&before) && is_plain_object(&now);
                    Content::Object(Object::Lost(why.into(), data))
                }
                _ => continue,
            };
            self.replace_recorded(place, widened);
        }
    }

    /// Ends a branch that is taken for sure, or whose end is all that goes on: its changes stay.
    pub(super) fn keep(&mut self, mark: Mark) {
        self.branches = self.branches.saturating_sub(1);
        if self.branches == 0 {
            self.trail.truncate(mark.0);
        }
    }

    /// Ends a branch: what it has left is joined with what another has left that began at the same place.
    pub(super) fn join(&mut self, mark: Mark, other: Changes) {
        let mut before: BTreeMap<Place, Content> = BTreeMap::new();
        for (place, old) in self.trail.get(mark.0..).unwrap_or(&[]) {
            before.entry(place.clone()).or_insert_with(|| old.clone());
        }
        for place in other.0.keys() {
            if !before.contains_key(place)
                && let Some(content) = self.content(place)
            {
                before.insert(place.clone(), content);
            }
        }
        let mut other = other.0;
        for (place, old) in before {
            let Some(here) = self.content(&place) else { continue };
            let there = other.remove(&place).unwrap_or(old);
            self.replace_recorded(place, joined(here, there));
        }
        self.keep(mark);
    }

    fn content(&self, place: &Place) -> Option<Content> {
        match place {
            Place::Variable(scope, name) => Some(Content::Variable(self.own(*scope, name).cloned())),
            Place::Object(id) => self.object(*id).cloned().map(Content::Object),
        }
    }

    fn replace_recorded(&mut self, place: Place, content: Content) {
        let old = self.replace(&place, content);
        self.trail.push((place, old));
    }

    fn replace(&mut self, place: &Place, content: Content) -> Content {
        match (place, content) {
            (Place::Variable(scope, name), Content::Variable(value)) => {
                let Some(here) = self.scopes.get_mut(scope.0 as usize) else {
                    return Content::Variable(None);
                };
                Content::Variable(match value {
                    Some(value) => here.names.insert(Rc::clone(name), value),
                    None => here.names.remove(name),
                })
            }
            (Place::Object(id), Content::Object(object)) => match self.objects.get_mut(id.0 as usize) {
                Some(here) => Content::Object(std::mem::replace(here, object)),
                None => Content::Object(object),
            },
            (_, content) => content,
        }
    }
}

/// A value that may have become another of its kind.
fn unsure(value: &Value, why: &str) -> Value {
    let alternatives = value.alternatives();
    if alternatives.iter().all(|value| matches!(value, Value::Text(_))) {
        return Value::unknown_text(why);
    }
    match alternatives.iter().all(Value::is_data) {
        true if alternatives.iter().any(|value| matches!(value, Value::Object(_))) => value.clone(),
        true => Value::unknown(why),
        // One of a few functions or things, as the program names them.
        false => value.clone(),
    }
}

fn is_plain_object(object: &Object) -> bool {
    match object {
        Object::List(members) | Object::Set(members) => members.iter().all(Value::is_data),
        Object::Dict(entries) => entries.iter().all(|(_, value)| value.is_data()),
        Object::Lost(_, data) => *data,
        _ => false,
    }
}

fn joined(here: Content, there: Content) -> Content {
    match (here, there) {
        (Content::Variable(Some(here)), Content::Variable(Some(there))) => {
            Content::Variable(Some(here.or(there)))
        }
        // What only one branch has set is used only where that branch was taken.
        (Content::Variable(here), Content::Variable(there)) => Content::Variable(here.or(there)),
        (Content::Object(here), Content::Object(there)) => Content::Object(either(here, there)),
        (here, _) => here,
    }
}

fn either(here: Object, there: Object) -> Object {
    match (here, there) {
        (here, there) if here == there => here,
        (Object::List(here), Object::List(there)) if here.len() == there.len() => {
            Object::List(here.into_iter().zip(there).map(|(here, there)| here.or(there)).collect())
        }
        (Object::Dict(here), Object::Dict(there)) if same_keys(&here, &there) => Object::Dict(
            here.into_iter().zip(there).map(|((key, here), (_, there))| (key, here.or(there))).collect(),
        ),
        (Object::Instance(class, here), Object::Instance(_, there)) => {
            Object::Instance(class, fields(here, there))
        }
        (Object::File(mut here), Object::File(there)) => {
            here.path = here.path.or(there.path);
            here.steps.extend(there.steps);
            here.steps.sort_unstable();
            here.steps.dedup();
            here.writes |= there.writes;
            here.read |= there.read;
            Object::File(here)
        }
        (here, there) => {
            let data = |object: &Object| {
                matches!(object, Object::List(_) | Object::Set(_) | Object::Dict(_) | Object::Lost(_, true))
            };
            Object::Lost("it depends on what nobody knows".into(), data(&here) && data(&there))
        }
    }
}

fn same_keys(here: &[(Value, Value)], there: &[(Value, Value)]) -> bool {
    here.len() == there.len() && here.iter().zip(there).all(|((here, _), (there, _))| here == there)
}

fn fields(mut here: Fields, there: Fields) -> Fields {
    for (name, value) in there {
        match here.remove(&name) {
            Some(have) => here.insert(name, have.or(value)),
            None => here.insert(name, value),
        };
    }
    here
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(store: &Store, scope: ScopeId, name: &str) -> Vec<Value> {
        store.variable(scope, name).map(|(_, value)| value.alternatives().to_vec()).unwrap_or_default()
    }

    #[test]
    fn branches_are_joined_over_what_either_has_changed() {
        let mut store = Store::default();
        let scope = store.scope(None);
        let (x, y): (Rc<str>, Rc<str>) = ("x".into(), "y".into());
        store.set(scope, &x, Some(Value::Int(1)));
        store.set(scope, &y, Some(Value::Int(1)));
        let mark = store.begin();
        store.set(scope, &x, Some(Value::Int(2)));
        let left = store.take_back(mark);
        assert_eq!(named(&store, scope, "x"), [Value::Int(1)]);
        let mark = store.begin();
        store.set(scope, &y, Some(Value::Int(3)));
        store.join(mark, left);
        assert_eq!(named(&store, scope, "x"), [Value::Int(1), Value::Int(2)]);
        assert_eq!(named(&store, scope, "y"), [Value::Int(3), Value::Int(1)]);
        assert!(store.trail.is_empty());
    }

    #[test]
    fn a_list_that_only_one_branch_has_grown_is_lost_and_one_of_the_same_length_is_not() {
        let mut store = Store::default();
        let Value::Object(id) = store.make(Object::List(vec![Value::Int(1)])) else { panic!("a list") };
        let mark = store.begin();
        if let Some(Object::List(members)) = store.change(id) {
            members[0] = Value::Int(2);
        }
        let left = store.take_back(mark);
        let mark = store.begin();
        store.join(mark, left);
        assert_eq!(
            store.object(id),
            Some(&Object::List(vec![Value::OneOf([Value::Int(1), Value::Int(2)].into())]))
        );
        let mark = store.begin();
        if let Some(Object::List(members)) = store.change(id) {
            members.push(Value::Int(3));
        }
        let left = store.take_back(mark);
        let mark = store.begin();
        store.join(mark, left);
        assert!(matches!(store.object(id), Some(Object::Lost(_, true))));
    }
}
