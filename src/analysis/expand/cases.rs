//! Alternatives that know which values of which variables they rest on.
//!
//! Owns [`Case`] and products of cases: `$x-$x` with two values of `x` has two answers, not four.

use std::rc::Rc;

use crate::value::{AbstractString, Piece, VALUES_CAP, collapse};

/// One value of one variable, as chosen by a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    pub name: Rc<str>,
    /// How many assignments the expansion had made before; another generation is another variable.
    pub generation: u32,
    /// The value's number; `None`: unset.
    pub pick: Option<usize>,
}

/// One alternative.
#[derive(Clone, Debug)]
pub(super) struct Case<T> {
    /// Sorted, each variable once.
    pub choices: Vec<Choice>,
    pub item: T,
}

/// All alternatives; never empty.
pub(super) type Cases<T> = Vec<Case<T>>;

/// What can be reduced when there are too many alternatives.
pub(super) trait Reduce: Clone {
    /// One item that stands for all.
    fn collapse(items: Vec<Self>) -> Self;
    /// Does it rest on an assumption?
    fn is_assumed(&self) -> bool;
    /// Does it hold an unknown part that may be anything?
    fn is_unknown(&self) -> bool;
}

/// The only alternative.
pub(super) fn sure<T>(item: T) -> Cases<T> {
    vec![Case { choices: Vec::new(), item }]
}

impl<T> Case<T> {
    /// The same choices with another item.
    pub(super) fn with<U>(&self, item: U) -> Case<U> {
        Case { choices: self.choices.clone(), item }
    }

    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Case<U> {
        Case { choices: self.choices, item: change(self.item) }
    }
}

/// Changes every item.
pub(super) fn map<T, U>(cases: Cases<T>, mut change: impl FnMut(T) -> U) -> Cases<U> {
    cases.into_iter().map(|case| case.map(&mut change)).collect()
}

/// Every pair of alternatives that can be true together, at most `VALUES_CAP`.
pub(super) fn product<A, B, C: Reduce>(
    left: &Cases<A>,
    right: &Cases<B>,
    mut combine: impl FnMut(&A, &B) -> C,
) -> Cases<C> {
    let mut pairs = Vec::with_capacity(left.len() * right.len());
    for first in left {
        for second in right {
            if let Some(choices) = merge(&first.choices, &second.choices) {
                pairs.push(Case { choices, item: combine(&first.item, &second.item) });
            }
        }
    }
    limit(pairs)
}

/// Both lists of choices, if no variable is chosen differently.
pub(super) fn merge(left: &[Choice], right: &[Choice]) -> Option<Vec<Choice>> {
    if right.is_empty() {
        return Some(left.to_vec());
    }
    let mut merged = left.to_vec();
    for choice in right {
        let same = |other: &&Choice| other.name == choice.name && other.generation == choice.generation;
        match merged.iter().find(same) {
            Some(other) if other.pick == choice.pick => {}
            Some(_) => return None,
            None => merged.push(choice.clone()),
        }
    }
    merged.sort();
    Some(merged)
}

/// Holds the alternatives within the cap. What rests on an assumption goes first, if something unknown covers it.
pub(super) fn limit<T: Reduce>(mut cases: Cases<T>) -> Cases<T> {
    if cases.len() <= VALUES_CAP {
        return cases;
    }
    if cases.iter().any(|case| !case.item.is_assumed() && case.item.is_unknown()) {
        cases.retain(|case| !case.item.is_assumed());
    }
    if cases.len() <= VALUES_CAP {
        return cases;
    }
    sure(T::collapse(cases.into_iter().map(|case| case.item).collect()))
}

impl Reduce for AbstractString {
    fn collapse(items: Vec<Self>) -> Self {
        collapse(&items)
    }

    fn is_assumed(&self) -> bool {
        !self.assumes().is_empty()
    }

    fn is_unknown(&self) -> bool {
        self.pieces().iter().any(|piece| matches!(piece, Piece::Unknown(_)))
    }
}
