//! What is known of repositories where two paths of the command meet.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Changes, Position, Repositories};

impl Repositories {
    /// What holds whichever of two overlays is the case.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if Rc::ptr_eq(&self.changes, &other.changes) || self.changes == other.changes {
            return self.clone();
        }
        Self { changes: Rc::new(join_changes(&self.changes, &other.changes)) }
    }
}

fn join_changes(left: &Changes, right: &Changes) -> Changes {
    let why = "the branch differs between the paths that lead here";
    let mut joined = left.clone();
    // Events only add up: a repository that was made on one path may stand there.
    for event in &right.events {
        if !joined.events.contains(event) {
            joined.events.push(event.clone());
        }
    }
    join_maps(&mut joined.heads, &right.heads, |_| Position::Unknown(why.to_owned()));
    join_maps(&mut joined.previous, &right.previous, |_| vec![None]);
    join_maps(&mut joined.settings, &right.settings, |_| None);
    for (key, exists) in &right.references {
        if left.references.get(key) != Some(exists) {
            joined.references.remove(key);
            joined.loose.push(key.clone());
        }
    }
    for key in left.references.keys() {
        if !right.references.contains_key(key) {
            joined.references.remove(key);
            joined.loose.push(key.clone());
        }
    }
    extend_new(&mut joined.loose, &right.loose);
    extend_new(&mut joined.touched, &right.touched);
    extend_new(&mut joined.moved, &right.moved);
    for (key, base) in &right.bases {
        joined.bases.entry(key.clone()).or_insert_with(|| Rc::clone(base));
    }
    joined
}

fn join_maps<K: Ord + Clone, V: PartialEq + Clone>(
    joined: &mut BTreeMap<K, V>,
    right: &BTreeMap<K, V>,
    unknown: impl Fn(&V) -> V,
) {
    for (key, value) in joined.iter_mut() {
        if right.get(key) != Some(value) {
            *value = unknown(value);
        }
    }
    for (key, value) in right {
        if !joined.contains_key(key) {
            joined.insert(key.clone(), unknown(value));
        }
    }
}

fn extend_new<T: PartialEq + Clone>(list: &mut Vec<T>, more: &[T]) {
    for item in more {
        if !list.contains(item) {
            list.push(item.clone());
        }
    }
}
