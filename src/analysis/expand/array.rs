//! Array literals (manual 6.7).

use std::rc::Rc;

use super::word::Place;
use super::{ArrayKind, Expander, Variable};
use crate::analysis::arithmetic::{self, Number};
use crate::syntax::ast::{ArrayElement, ArrayLiteral, Word};
use crate::value::{AbstractString, Field, collapse};

/// An array with more elements than this is unknown.
const ELEMENTS_CAP: usize = 16_384;

pub(super) fn value<'a>(
    expander: &mut Expander<'_, 'a>,
    literal: &ArrayLiteral<'a>,
    kind: ArrayKind,
    base: Option<&Variable>,
) -> Variable {
    let filled = match kind {
        ArrayKind::Indexed => indexed(expander, literal, base),
        ArrayKind::Associative => associative(expander, literal, base),
    };
    filled.unwrap_or_else(Variable::UnknownArray)
}

fn indexed<'a>(
    expander: &mut Expander<'_, 'a>,
    literal: &ArrayLiteral<'a>,
    base: Option<&Variable>,
) -> Result<Variable, Rc<str>> {
    let mut elements: Vec<(i64, AbstractString)> = match base {
        None | Some(Variable::Unset) => Vec::new(),
        Some(Variable::Indexed(elements)) => elements.to_vec(),
        Some(Variable::Scalar { values, maybe_unset: false }) => vec![(0, collapse(values))],
        // The environment holds no arrays; what is appended to as one begins empty.
        Some(Variable::Scalar { maybe_unset: true, .. }) => Vec::new(),
        Some(Variable::UnknownArray(why)) => return Err(Rc::clone(why)),
        Some(_) => return Err("an array that this command did not set".into()),
    };
    let mut next = elements.last().map_or(0, |(index, _)| index.saturating_add(1));
    // Everything is expanded even when the elements can't be told, because expansions have effects.
    let mut refused: Option<Rc<str>> = None;
    for element in literal.elements {
        let Some(subscript) = element.subscript else {
            match one_list(expander, &element.value) {
                Ok(fields) => {
                    for field in fields {
                        set(&mut elements, next, field.value, false);
                        next = next.saturating_add(1);
                    }
                }
                Err(why) => refused = Some(why),
            }
            continue;
        };
        let text = collapsed(expander, subscript, Place::QUOTED);
        let value = collapsed(expander, &element.value, Place::SINGLE);
        match arithmetic::evaluate_text(&text, element.span, expander.environment) {
            Number::Known(index) => {
                let index = if index < 0 { next.saturating_add(index) } else { index };
                set(&mut elements, index, value, element.append);
                next = index.saturating_add(1);
            }
            Number::Unknown(why) => refused = Some(why),
            Number::Error(why) => expander.environment.fail(element.span, &why),
        }
        if elements.len() > ELEMENTS_CAP {
            refused = Some("an array of more than ELEMENTS_CAP elements".into());
            elements.clear();
        }
    }
    refused.map_or_else(|| Ok(Variable::Indexed(Rc::new(elements))), Err)
}

fn set(elements: &mut Vec<(i64, AbstractString)>, index: i64, value: AbstractString, append: bool) {
    match elements.binary_search_by_key(&index, |(own, _)| *own) {
        Ok(place) => {
            if let Some((_, present)) = elements.get_mut(place) {
                *present = if append { present.clone().concat(&value) } else { value };
            }
        }
        Err(place) => elements.insert(place, (index, value)),
    }
}

fn associative<'a>(
    expander: &mut Expander<'_, 'a>,
    literal: &ArrayLiteral<'a>,
    base: Option<&Variable>,
) -> Result<Variable, Rc<str>> {
    let mut pairs: Vec<(AbstractString, AbstractString)> = match base {
        None | Some(Variable::Unset) => Vec::new(),
        Some(Variable::Associative(pairs)) => pairs.to_vec(),
        Some(Variable::UnknownArray(why)) => return Err(Rc::clone(why)),
        Some(_) => return Err("an array that this command did not set".into()),
    };
    // Without subscripts the words are keys and values by turns.
    let mut key: Option<AbstractString> = None;
    let mut refused: Option<Rc<str>> = None;
    for ArrayElement { subscript, value, append, .. } in literal.elements {
        let text = collapsed(expander, value, Place::SINGLE);
        match (subscript, key.take()) {
            (Some(subscript), _) => {
                let key = collapsed(expander, subscript, Place::QUOTED);
                refused = refused.or_else(|| unknown_key(&key));
                set_pair(&mut pairs, key, text, *append);
            }
            (None, Some(key)) => set_pair(&mut pairs, key, text, false),
            (None, None) => {
                refused = refused.or_else(|| unknown_key(&text));
                key = Some(text);
            }
        }
    }
    if let Some(key) = key {
        set_pair(&mut pairs, key, AbstractString::empty(), false);
    }
    refused.map_or_else(|| Ok(Variable::Associative(Rc::new(pairs))), Err)
}

fn unknown_key(key: &AbstractString) -> Option<Rc<str>> {
    key.known().is_none().then(|| key.reason().unwrap_or("an unknown key").into())
}

fn set_pair(
    pairs: &mut Vec<(AbstractString, AbstractString)>,
    key: AbstractString,
    value: AbstractString,
    append: bool,
) {
    match pairs.iter_mut().find(|(own, _)| own.same_shape(&key)) {
        Some((_, present)) if append => present.append(&value),
        Some((_, present)) => *present = value,
        None => pairs.push((key, value)),
    }
}

fn collapsed<'a>(expander: &mut Expander<'_, 'a>, word: &Word<'a>, place: Place) -> AbstractString {
    let cases = expander.text(word.parts(), place);
    collapse(&cases.into_iter().map(|case| case.item).collect::<Vec<_>>())
}

/// The fields of an element; several possible lists are one where they are alike in length.
fn one_list<'a>(expander: &mut Expander<'_, 'a>, word: &Word<'a>) -> Result<Vec<Field>, Rc<str>> {
    let lists = expander.list(std::slice::from_ref(word), Expander::word_fields);
    if let Some(field) = lists.iter().flatten().find(|field| field.many) {
        return Err(field.value.reason().unwrap_or("any number of words").into());
    }
    let Some((first, rest)) = lists.split_first() else { return Ok(Vec::new()) };
    if rest.iter().any(|list| list.len() != first.len()) {
        return Err("words of which the number is not known".into());
    }
    let joined = first.iter().enumerate().map(|(index, field)| {
        let values: Vec<AbstractString> =
            lists.iter().filter_map(|list| list.get(index)).map(|field| field.value.clone()).collect();
        Field { value: collapse(&values), many: false, span: field.span }
    });
    Ok(joined.collect())
}
