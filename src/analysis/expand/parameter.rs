//! Parameter expansion (manual 3.5.3): from `$name` and `${…}` to fragments.

use super::Expander;
use super::Variable;
use super::cases::{Cases, limit, map, sure};
use super::conditional::Conditional;
use super::fragment::{Fragment, Fragments};
use super::operator;
use super::reference::{Elements, Reference, Slot, Value, reference_name, slot_text};
use super::substring;
use super::word::Place;
use crate::analysis::arithmetic;
use crate::syntax::ast::{ParameterExpansion, ParameterOperator, Subscript};
use crate::value::AbstractString;

/// Does the expansion give a list of fields between double quotes?
pub(super) fn is_list(parameter: &ParameterExpansion<'_>) -> bool {
    let is_star = parameter.name == "*" || matches!(parameter.subscript, Some(Subscript::Star));
    let is_all = parameter.name == "@" || matches!(parameter.subscript, Some(Subscript::At));
    match *parameter.operator {
        ParameterOperator::Length => false,
        ParameterOperator::Names | ParameterOperator::Keys => !is_star,
        _ => is_all && !is_star,
    }
}

impl<'a> Expander<'_, 'a> {
    /// `$name`, `${…}`.
    pub(super) fn parameter(
        &mut self,
        parameter: &'a ParameterExpansion<'a>,
        place: Place,
    ) -> Cases<Fragments> {
        match *parameter.operator {
            ParameterOperator::Bad(_) => return self.bad(parameter),
            ParameterOperator::Names => return self.names(parameter, place),
            ParameterOperator::Keys => return self.keys(parameter, place),
            _ => {}
        }
        let references = self.references(parameter);
        if references.iter().any(|case| matches!(case.item, Reference::Bad)) {
            return self.bad(parameter);
        }
        let mut all = Vec::new();
        for case in references {
            let cases = self.with_operator(parameter, &case.item, place);
            all.extend(
                cases.into_iter().map(
                    |inner| {
                        if case.choices.is_empty() { inner } else { case.with(inner.item) }
                    },
                ),
            );
        }
        limit(all)
    }

    /// A plain `$name` whose name does not stand in the tree as one.
    pub(super) fn named(&mut self, name: &str, place: Place) -> Cases<Fragments> {
        let cases = self.scalar(name);
        map(cases, |slot| vec![Fragment::Text(place.expanded(), slot_text(&slot))])
    }

    fn bad(&mut self, parameter: &ParameterExpansion<'_>) -> Cases<Fragments> {
        self.environment.fail(parameter.span, "bad substitution");
        sure(Vec::new())
    }

    fn with_operator(
        &mut self,
        parameter: &'a ParameterExpansion<'a>,
        reference: &Reference,
        place: Place,
    ) -> Cases<Fragments> {
        match *parameter.operator {
            ParameterOperator::Length => {
                let length = self.length(reference);
                map(length, |value| vec![Fragment::Text(place.expanded(), value)])
            }
            ParameterOperator::Conditional { kind, colon, word } => {
                let value = self.lookup(reference);
                self.conditional(parameter, reference, value, Conditional { kind, colon, word }, place)
            }
            ParameterOperator::Substring { offset, length } => {
                let offset = arithmetic::evaluate(&offset, self.environment);
                let length = length.map(|length| arithmetic::evaluate(&length, self.environment));
                let value = self.substring_elements(reference);
                let sliced = substring::substring(self, value, &offset, length.as_ref());
                self.put(parameter, sliced, place)
            }
            _ => {
                let value = self.lookup(reference);
                let changed = self.changed(parameter, reference, value);
                self.put(parameter, changed, place)
            }
        }
    }

    /// The value behind an operator that changes text.
    fn changed(
        &mut self,
        parameter: &'a ParameterExpansion<'a>,
        reference: &Reference,
        value: Value,
    ) -> Value {
        let is_plain = matches!(parameter.operator, ParameterOperator::None);
        if is_plain { value } else { operator::apply(self, parameter, reference_name(reference), value) }
    }

    /// A value as fragments. An unset scalar is empty, and a failure under `nounset`.
    fn put(&mut self, parameter: &ParameterExpansion<'_>, value: Value, place: Place) -> Cases<Fragments> {
        match value {
            Value::One(cases) => {
                let cases = self.without_unset(parameter, cases);
                map(cases, |value| vec![Fragment::Text(place.expanded(), value)])
            }
            Value::All { elements, star } => sure(self.list_fragments(elements, star, place)),
        }
    }

    /// Unset ones become empty strings with their assumption; under `nounset` they are no cases.
    fn without_unset(
        &mut self,
        parameter: &ParameterExpansion<'_>,
        cases: Cases<Slot>,
    ) -> Cases<AbstractString> {
        if self.environment.option("nounset") {
            let set: Cases<AbstractString> = cases
                .iter()
                .filter_map(|case| match &case.item {
                    Slot::Set(value) => Some(case.with(value.clone())),
                    Slot::Unset(_) => None,
                })
                .collect();
            if set.is_empty() {
                let reason = format!("`{}` is not set, and `nounset` is on", parameter.name);
                self.environment.fail(parameter.span, &reason);
                return sure(AbstractString::empty());
            }
            if set.len() < cases.len() {
                self.environment.may_fail();
            }
            return set;
        }
        map(cases, |slot| slot_text(&slot))
    }

    /// The elements of a list as fragments.
    pub(super) fn list_fragments(&self, elements: Elements, star: bool, place: Place) -> Fragments {
        let mode = place.expanded();
        let elements = match elements {
            Elements::Known(elements) => elements,
            Elements::Unknown(why) if place.single || (place.quoted && star) => {
                return vec![Fragment::Text(mode, AbstractString::unknown(why))];
            }
            Elements::Unknown(why) => return vec![Fragment::Many(mode, AbstractString::unknown(why))],
        };
        if star && (place.quoted || place.single) {
            let separator = self.star_separator();
            return vec![Fragment::Text(mode, join_elements(&elements, &separator))];
        }
        if place.single {
            return vec![Fragment::Text(mode, join_elements(&elements, " "))];
        }
        // A separator that is no blank keeps empty elements apart.
        let separator = if place.quoted { String::new() } else { self.star_separator() };
        if separator.contains(|c: char| !c.is_whitespace()) {
            return vec![Fragment::Text(mode, join_elements(&elements, &separator))];
        }
        let mut fragments = Vec::new();
        for (index, element) in elements.into_iter().enumerate() {
            if index > 0 {
                fragments.push(Fragment::Break);
            }
            fragments.push(Fragment::Text(mode, element));
        }
        fragments
    }

    fn names(&mut self, parameter: &ParameterExpansion<'_>, place: Place) -> Cases<Fragments> {
        let star = matches!(parameter.subscript, Some(Subscript::Star));
        let elements = match self.environment.names(parameter.name) {
            Some(names) => Elements::Known(names.iter().map(|name| AbstractString::text(name)).collect()),
            None => Elements::Unknown(format!("the variables that begin with `{}`", parameter.name).into()),
        };
        sure(self.list_fragments(elements, star, place))
    }

    fn keys(&mut self, parameter: &ParameterExpansion<'_>, place: Place) -> Cases<Fragments> {
        let star = matches!(parameter.subscript, Some(Subscript::Star));
        let elements = match self.environment.variable(parameter.name) {
            Variable::Unset => Elements::Known(Vec::new()),
            Variable::Scalar { maybe_unset: false, .. } => Elements::Known(vec![AbstractString::text("0")]),
            Variable::Scalar { .. } => {
                Elements::Unknown(format!("`{}` is not set by this command", parameter.name).into())
            }
            Variable::Indexed(elements) => {
                let key = |(index, _): &(i64, AbstractString)| AbstractString::text(&index.to_string());
                Elements::Known(elements.iter().map(key).collect())
            }
            Variable::Associative(pairs) => {
                Elements::Known(pairs.iter().map(|(key, _)| key.clone()).collect())
            }
            Variable::UnknownArray(why) => Elements::Unknown(why),
        };
        sure(self.list_fragments(elements, star, place))
    }
}

fn join_elements(elements: &[AbstractString], separator: &str) -> AbstractString {
    let mut joined = AbstractString::empty();
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            joined.push_text(separator);
        }
        joined.append(element);
    }
    joined
}
