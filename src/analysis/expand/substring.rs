//! `${p:offset:length}` (manual 3.5.3).

use std::rc::Rc;

use super::Expander;
use super::cases::map;
use super::operator::unknown_like;
use super::reference::{Elements, Slot, Value};
use crate::analysis::arithmetic::Number;
use crate::value::{AbstractString, Piece};

/// `${p:offset:length}` of a scalar, or of a list its elements.
pub(super) fn substring(
    expander: &mut Expander<'_, '_>,
    value: Value,
    offset: &Number,
    length: Option<&Number>,
) -> Value {
    let (Number::Known(offset), Some(length)) = (offset, known_length(length)) else {
        for number in [Some(offset), length].into_iter().flatten() {
            if let Number::Error(why) = number {
                expander.environment.fail(expander.span, why);
            }
        }
        return unknown_substring(value);
    };
    match value {
        Value::One(cases) => {
            let mut is_refused = false;
            let cases = map(cases, |slot| match slot {
                Slot::Set(value) => Slot::Set(substring_of(&value, *offset, length).unwrap_or_else(|| {
                    is_refused = true;
                    AbstractString::empty()
                })),
                unset => unset,
            });
            if is_refused {
                expander.environment.fail(expander.span, "the end of a substring lies before its start");
            }
            Value::One(cases)
        }
        Value::All { elements: Elements::Known(elements), star } => {
            let count = i64::try_from(elements.len()).unwrap_or(i64::MAX);
            let start = if *offset < 0 { count.saturating_add(*offset) } else { *offset };
            let skip = usize::try_from(start).unwrap_or(usize::MAX);
            if length.is_some_and(|length| length < 0) && skip < elements.len() {
                expander.environment.fail(expander.span, "the length of a list can't be negative");
            }
            let take = length.map_or(usize::MAX, |length| usize::try_from(length).unwrap_or(0));
            let elements = elements.into_iter().skip(skip).take(take).collect();
            Value::All { elements: Elements::Known(elements), star }
        }
        unknown => unknown,
    }
}

/// The length, if it is known or not given.
const fn known_length(length: Option<&Number>) -> Option<Option<i64>> {
    match length {
        None => Some(None),
        Some(Number::Known(length)) => Some(Some(*length)),
        Some(_) => None,
    }
}

fn unknown_substring(value: Value) -> Value {
    let why = "a part of a value whose place is not known";
    match value {
        Value::One(cases) => Value::One(map(cases, |_| Slot::Set(AbstractString::unknown(why)))),
        Value::All { star, .. } => Value::All { elements: Elements::Unknown(why.into()), star },
    }
}

/// A part of a string; `None` if it would end before it starts.
fn substring_of(value: &AbstractString, offset: i64, length: Option<i64>) -> Option<AbstractString> {
    let Some(text) = value.known() else {
        return Some(substring_of_abstract(value, offset, length));
    };
    let characters: Vec<char> = text.chars().collect();
    let count = i64::try_from(characters.len()).unwrap_or(i64::MAX);
    let start = if offset < 0 { count.saturating_add(offset) } else { offset };
    if start < 0 || start > count {
        return Some(value.with_pieces([]));
    }
    let end = match length {
        None => count,
        Some(length) if length < 0 => count.saturating_add(length),
        Some(length) => start.saturating_add(length).min(count),
    };
    if end < start {
        return None;
    }
    let skip = usize::try_from(start).unwrap_or(0);
    let take = usize::try_from(end - start).unwrap_or(0);
    let part: String = characters.into_iter().skip(skip).take(take).collect();
    Some(value.with_pieces([Piece::Text(part.into())]))
}

fn substring_of_abstract(value: &AbstractString, offset: i64, length: Option<i64>) -> AbstractString {
    let front: Vec<char> = value.known_prefix().chars().collect();
    let back: Vec<char> = value.known_suffix().chars().collect();
    let in_front = usize::try_from(offset).ok().filter(|offset| *offset <= front.len());
    match (in_front, length) {
        (Some(skip), Some(take)) if usize::try_from(take).is_ok_and(|take| skip + take <= front.len()) => {
            let take = usize::try_from(take).unwrap_or(0);
            let part: String = front.into_iter().skip(skip).take(take).collect();
            return value.with_pieces([Piece::Text(part.into())]);
        }
        (Some(skip), None) => {
            let part: String = front.iter().skip(skip).collect();
            let holes = value.pieces().iter().skip(usize::from(!front.is_empty())).cloned();
            return value.with_pieces(std::iter::once(Piece::Text(part.into())).chain(holes));
        }
        _ => {}
    }
    let from_end = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    if offset < 0 && from_end <= back.len() && length.is_none() {
        let part: String = back.iter().skip(back.len() - from_end).collect();
        return value.with_pieces([Piece::Text(part.into())]);
    }
    match value.pieces() {
        // A part of an identifier is one too.
        [Piece::Segment(why)] => value.with_pieces([Piece::Segment(Rc::clone(why))]),
        _ => unknown_like(value, &AbstractString::empty()),
    }
}
