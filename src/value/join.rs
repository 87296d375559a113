//! Sets of alternatives: what is in either of two, and one string that stands for many.

use std::rc::Rc;

use super::{AbstractString, Piece, VALUES_CAP};

/// Joins two sets of alternatives: what is in either. A value that is in both rests only on what it rests on in both.
/// Past [`VALUES_CAP`] the set is [`collapse`]d to one.
///
/// ```
/// use willwrite::value::{AbstractString, join};
/// let a = [AbstractString::text("a")];
/// assert_eq!(join(&a, &a), a);
/// ```
#[must_use]
pub fn join(left: &[AbstractString], right: &[AbstractString]) -> Vec<AbstractString> {
    let mut set: Vec<AbstractString> = Vec::with_capacity(left.len() + right.len());
    for value in left.iter().chain(right) {
        match set.iter_mut().find(|present| present.same_shape(value)) {
            Some(present) => present.assumes.retain(|what| value.assumes.contains(what)),
            None => set.push(value.clone()),
        }
    }
    if set.len() > VALUES_CAP { vec![collapse(&set)] } else { set }
}

/// One string that stands for every one of `values`: what is unknown in one is unknown in it. It keeps the text that all
/// begin and end with, and the assumptions that all share. No values at all give an unknown string.
#[must_use]
pub fn collapse(values: &[AbstractString]) -> AbstractString {
    let Some((first, rest)) = values.split_first() else {
        return AbstractString::unknown("no value");
    };
    let mut assumes = first.assumes.clone();
    assumes.retain(|what| rest.iter().all(|value| value.assumes.contains(what)));
    if rest.iter().all(|value| value.same_shape(first)) {
        return AbstractString { pieces: first.pieces.clone(), assumes };
    }
    let front =
        rest.iter().fold(first.known_prefix(), |front, value| common_prefix(front, value.known_prefix()));
    let back =
        rest.iter().fold(first.known_suffix(), |back, value| common_suffix(back, value.known_suffix()));
    // A known value may have its only text counted at both ends: what the front took is not there for the back.
    let shortest = values.iter().filter_map(|value| value.known()).map(str::len).min().unwrap_or(usize::MAX);
    let back = if front.len() + back.len() > shortest { "" } else { back };
    let reason: Rc<str> =
        values.iter().find_map(AbstractString::reason).unwrap_or("one of several values").into();
    let mut collapsed = AbstractString { pieces: Vec::new(), assumes };
    collapsed.push_text(front);
    collapsed.push(Piece::Unknown(reason));
    collapsed.push_text(back);
    collapsed
}

fn common_prefix<'t>(left: &'t str, right: &str) -> &'t str {
    let length: usize =
        left.chars().zip(right.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    left.get(..length).unwrap_or("")
}

fn common_suffix<'t>(left: &'t str, right: &str) -> &'t str {
    let length: usize = left
        .chars()
        .rev()
        .zip(right.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    left.get(left.len() - length..).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_values_than_the_cap_become_one() {
        let many: Vec<AbstractString> =
            (0..=VALUES_CAP).map(|number| AbstractString::text(&format!("/w/{number}.txt"))).collect();
        let joined = join(&many, &[]);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].known_prefix(), "/w/");
        assert_eq!(joined[0].known_suffix(), ".txt");
        assert_eq!(joined[0].known(), None);
    }
}
