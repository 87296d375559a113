//! Parameters (manual 3.4, 3.5.3): which value a `${…}` stands for, and the operators that choose between values.

use std::rc::Rc;

use super::cases::{Case, Cases, Choice, limit, map, product, sure};
use super::fragment::{Fragment, Fragments, assume};
use super::operator;
use super::word::Place;
use super::{Expander, Positional, Variable};
use crate::analysis::arithmetic::{self, Number};
use crate::syntax::ast::{ConditionalKind, ParameterExpansion, ParameterOperator, Subscript, Word};
use crate::value::{AbstractString, Piece, collapse};

/// A scalar's value in one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// not set; the assumption that it rests on
    Unset(Option<Rc<str>>),
    Set(AbstractString),
}

/// The elements of `$@` or an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    Known(Vec<AbstractString>),
    Unknown(Rc<str>),
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub(super) enum Value {
    One(Cases<Slot>),
    All { elements: Elements, star: bool },
}

/// A parameter whose name is known.
#[derive(Clone, Debug)]
enum Reference {
    Name(Rc<str>),
    Element(Rc<str>, Key),
    Elements {
        name: Rc<str>,
        star: bool,
    },
    Positional(usize),
    Special(char),
    Parameters {
        star: bool,
    },
    /// which one nobody knows; the reason
    Unknown(Rc<str>),
    Bad,
}

#[derive(Clone, Debug)]
struct Key {
    /// the subscript's text
    text: AbstractString,
}

/// Does the expansion give a list of fields between double quotes?
pub(super) fn is_list(parameter: &ParameterExpansion<'_>) -> bool {
    let is_star = parameter.name == "*" || matches!(parameter.subscript, Some(Subscript::Star));
    let is_all = parameter.name == "@" || matches!(parameter.subscript, Some(Subscript::At));
    match parameter.operator {
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
        match parameter.operator {
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
        match parameter.operator {
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
                let sliced = operator::substring(self, value, &offset, length.as_ref());
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
            return set;
        }
        map(cases, |slot| slot_text(&slot))
    }

    fn list_fragments(&self, elements: Elements, star: bool, place: Place) -> Fragments {
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

    // ---- which parameter ----

    fn references(&mut self, parameter: &'a ParameterExpansion<'a>) -> Cases<Reference> {
        let direct = self.direct(parameter);
        if !parameter.indirect {
            return direct;
        }
        let Some(first) = direct.first() else { return direct };
        // `${!@}` and the like name the one parameter that the list holds.
        let value = match self.lookup(&first.item) {
            Value::One(cases) => cases,
            Value::All { elements: Elements::Known(elements), .. } => match elements.as_slice() {
                [only] => sure(Slot::Set(only.clone())),
                _ => return sure(Reference::Bad),
            },
            Value::All { elements: Elements::Unknown(why), .. } => {
                sure(Slot::Set(AbstractString::unknown(why)))
            }
        };
        map(value, |slot| match &slot {
            Slot::Unset(None) => Reference::Bad,
            Slot::Unset(Some(_)) => Reference::Unknown(unknown_name(parameter)),
            Slot::Set(value) => match value.known() {
                Some(text) => parse_reference(text),
                None => Reference::Unknown(unknown_name(parameter)),
            },
        })
    }

    fn direct(&mut self, parameter: &'a ParameterExpansion<'a>) -> Cases<Reference> {
        let name = parameter.name;
        match parameter.subscript {
            None => sure(parse_reference(name)),
            Some(Subscript::At) => sure(Reference::Elements { name: name.into(), star: false }),
            Some(Subscript::Star) => sure(Reference::Elements { name: name.into(), star: true }),
            Some(Subscript::Index(word)) => {
                let cases = self.text(word.parts, Place::QUOTED);
                map(cases, |text| Reference::Element(name.into(), Key { text }))
            }
        }
    }

    // ---- its value ----

    fn lookup(&mut self, reference: &Reference) -> Value {
        match reference {
            Reference::Name(name) => Value::One(self.scalar(name)),
            Reference::Element(name, key) => Value::One(self.element(name, key)),
            Reference::Elements { name, star } => self.elements(name, *star),
            Reference::Positional(0) => Value::One(sure(Slot::Set(self.environment.special('0')))),
            Reference::Positional(number) => Value::One(self.positional(*number)),
            Reference::Special('#') => Value::One(sure(Slot::Set(self.count_parameters()))),
            Reference::Special(name) => Value::One(sure(Slot::Set(self.environment.special(*name)))),
            Reference::Parameters { star } => Value::All { elements: self.parameters(), star: *star },
            Reference::Unknown(why) => Value::One(sure(Slot::Set(AbstractString::unknown(Rc::clone(why))))),
            Reference::Bad => Value::One(sure(Slot::Unset(None))),
        }
    }

    fn scalar(&mut self, name: &str) -> Cases<Slot> {
        match self.environment.variable(name) {
            Variable::Unset => sure(Slot::Unset(None)),
            Variable::Scalar { values, maybe_unset } => self.slots(name, &values, maybe_unset),
            Variable::Indexed(elements) => sure(match elements.iter().find(|(index, _)| *index == 0) {
                Some((_, value)) => Slot::Set(value.clone()),
                None => Slot::Unset(None),
            }),
            Variable::Associative(pairs) => {
                sure(match pairs.iter().find(|(key, _)| key.known() == Some("0")) {
                    Some((_, value)) => Slot::Set(value.clone()),
                    None => Slot::Unset(None),
                })
            }
            Variable::UnknownArray(why) => sure(Slot::Set(AbstractString::unknown(why))),
        }
    }

    fn slots(&self, name: &str, values: &[AbstractString], maybe_unset: bool) -> Cases<Slot> {
        let mut cases = map(self.chosen(name, values, maybe_unset), Slot::Set);
        if maybe_unset {
            let choice = Choice { name: name.into(), generation: self.generation, pick: None };
            let item = Slot::Unset(Some(format!("{name} unset").into()));
            cases.insert(0, Case { choices: vec![choice], item });
        }
        cases
    }

    /// The values as cases that remember which one they are.
    pub(super) fn chosen(&self, name: &str, values: &[AbstractString], among: bool) -> Cases<AbstractString> {
        let is_choice = among || values.len() > 1;
        let name: Rc<str> = name.into();
        let numbered = values.iter().enumerate();
        numbered
            .map(|(index, value)| {
                let choice =
                    Choice { name: Rc::clone(&name), generation: self.generation, pick: Some(index) };
                let choices = if is_choice { vec![choice] } else { Vec::new() };
                Case { choices, item: value.clone() }
            })
            .collect()
    }

    fn element(&mut self, name: &Rc<str>, key: &Key) -> Cases<Slot> {
        match self.environment.variable(name) {
            Variable::Unset => sure(Slot::Unset(None)),
            Variable::UnknownArray(why) => sure(Slot::Set(AbstractString::unknown(why))),
            Variable::Associative(pairs) => sure(associative_element(&pairs, &key.text)),
            Variable::Indexed(elements) => {
                let index = arithmetic::evaluate_text(&key.text, self.span, self.environment);
                self.indexed_element(&elements, &index)
            }
            Variable::Scalar { values, maybe_unset } => {
                match arithmetic::evaluate_text(&key.text, self.span, self.environment) {
                    Number::Known(0 | -1) => self.slots(name, &values, maybe_unset),
                    Number::Known(_) if !values.iter().any(|value| value.known().is_none()) => {
                        sure(Slot::Unset(None))
                    }
                    _ => {
                        let why = format!("`{name}` may be an array that this command did not set");
                        sure(Slot::Set(AbstractString::unknown(why)))
                    }
                }
            }
        }
    }

    fn indexed_element(&mut self, elements: &[(i64, AbstractString)], index: &Number) -> Cases<Slot> {
        match index {
            Number::Known(index) => {
                let length = elements.last().map_or(0, |(last, _)| last.saturating_add(1));
                let index = if *index < 0 { length.saturating_add(*index) } else { *index };
                let found = elements.iter().find(|(own, _)| *own == index);
                sure(found.map_or(Slot::Unset(None), |(_, value)| Slot::Set(value.clone())))
            }
            Number::Unknown(why) if elements.is_empty() => sure(Slot::Unset(Some(Rc::clone(why)))),
            Number::Unknown(_) => {
                let values: Vec<AbstractString> = elements.iter().map(|(_, value)| value.clone()).collect();
                map(crate::value::join(&values, &[]).into_iter().map(sure_case).collect(), Slot::Set)
            }
            Number::Error(why) => {
                self.environment.fail(self.span, why);
                sure(Slot::Unset(None))
            }
        }
    }

    fn elements(&mut self, name: &Rc<str>, star: bool) -> Value {
        let elements = match self.environment.variable(name) {
            Variable::Unset => Elements::Known(Vec::new()),
            Variable::Indexed(elements) => {
                Elements::Known(elements.iter().map(|(_, value)| value.clone()).collect())
            }
            Variable::Associative(pairs) => {
                Elements::Known(pairs.iter().map(|(_, value)| value.clone()).collect())
            }
            Variable::UnknownArray(why) => Elements::Unknown(why),
            Variable::Scalar { maybe_unset: true, .. } => {
                Elements::Unknown(format!("`{name}` is not set by this command").into())
            }
            Variable::Scalar { values, maybe_unset: false } => Elements::Known(vec![collapse(&values)]),
        };
        Value::All { elements, star }
    }

    fn positional(&mut self, number: usize) -> Cases<Slot> {
        match self.environment.positional() {
            Positional::Known(parameters) => sure(
                parameters
                    .get(number.saturating_sub(1))
                    .map_or(Slot::Unset(None), |value| Slot::Set(value.clone())),
            ),
            Positional::Unknown(why) => {
                let name = number.to_string();
                self.slots(&name, &[AbstractString::unknown(why)], true)
            }
        }
    }

    fn parameters(&self) -> Elements {
        match self.environment.positional() {
            Positional::Known(parameters) => Elements::Known(parameters.to_vec()),
            Positional::Unknown(why) => Elements::Unknown(why),
        }
    }

    fn count_parameters(&self) -> AbstractString {
        match self.parameters() {
            Elements::Known(elements) => AbstractString::text(&elements.len().to_string()),
            Elements::Unknown(_) => some_number("the number of parameters"),
        }
    }

    /// `${@:…}` counts from `$0`.
    fn substring_elements(&mut self, reference: &Reference) -> Value {
        let value = self.lookup(reference);
        match (reference, value) {
            (Reference::Parameters { .. }, Value::All { elements: Elements::Known(mut elements), star }) => {
                elements.insert(0, self.environment.special('0'));
                Value::All { elements: Elements::Known(elements), star }
            }
            (_, value) => value,
        }
    }

    fn length(&mut self, reference: &Reference) -> Cases<AbstractString> {
        match self.lookup(reference) {
            Value::All { elements: Elements::Known(elements), .. } => {
                sure(AbstractString::text(&elements.len().to_string()))
            }
            Value::All { elements: Elements::Unknown(_), .. } => sure(some_number("a number of elements")),
            Value::One(cases) => map(cases, |slot| {
                let value = slot_text(&slot);
                match value.known() {
                    Some(text) => value.with_pieces([Piece::Text(text.chars().count().to_string().into())]),
                    None => some_number("the length of an unknown value"),
                }
            }),
        }
    }

    // ---- names and keys ----

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

    // ---- `-`, `=`, `?`, `+` ----

    fn conditional(
        &mut self,
        parameter: &'a ParameterExpansion<'a>,
        reference: &Reference,
        value: Value,
        conditional: Conditional<'a>,
        place: Place,
    ) -> Cases<Fragments> {
        let judged = match value {
            Value::One(cases) => self.judge_scalar(parameter, cases, conditional.colon, place),
            Value::All { elements, star } => self.judge_list(elements, star, conditional.colon, place),
        };
        let has_null = judged.iter().any(|case| case.item.null);
        let has_value = judged.iter().any(|case| !case.item.null);
        let needs_word = match conditional.kind {
            ConditionalKind::Default | ConditionalKind::Assign => has_null,
            ConditionalKind::Alternative => has_value,
            ConditionalKind::Error => has_null && !has_value,
        };
        let operand = Place { operand: true, ..place };
        let word = if needs_word { self.parts(conditional.word.parts, operand) } else { Vec::new() };
        let mut out: Cases<Fragments> = Vec::new();
        for case in &judged {
            let takes_word = match conditional.kind {
                ConditionalKind::Default | ConditionalKind::Assign => case.item.null,
                ConditionalKind::Alternative => !case.item.null,
                ConditionalKind::Error if case.item.null => continue,
                ConditionalKind::Error => false,
            };
            if takes_word {
                out.extend(with_word(case, &word, place, has_null && has_value));
            } else if conditional.kind == ConditionalKind::Alternative {
                out.push(case.with(nothing(&case.item, place)));
            } else {
                out.push(case.with(case.item.fragments.clone()));
            }
        }
        match conditional.kind {
            ConditionalKind::Assign if has_null => self.assign_default(reference, &judged, &out),
            ConditionalKind::Error if out.is_empty() => {
                let reason = format!("`{}` is null or not set, and `?` asks for it", parameter.name);
                self.environment.fail(parameter.span, &reason);
                out = sure(Vec::new());
            }
            _ => {}
        }
        limit(out)
    }

    fn judge_scalar(
        &mut self,
        parameter: &ParameterExpansion<'_>,
        cases: Cases<Slot>,
        colon: bool,
        place: Place,
    ) -> Cases<Judged> {
        let has_unset = cases.iter().any(|case| matches!(case.item, Slot::Unset(_)));
        let mode = place.expanded();
        let mut judged = Vec::new();
        for case in cases {
            let fragments = vec![Fragment::Text(mode, slot_text(&case.item))];
            match &case.item {
                Slot::Unset(why) => {
                    judged.push(case.with(Judged { null: true, assumes: why.clone(), fragments }));
                }
                Slot::Set(value) => {
                    let emptiness = if colon { value.emptiness() } else { Some(false) };
                    if emptiness == Some(true) {
                        let assumes = value.assumes().first().cloned();
                        judged.push(case.with(Judged { null: true, assumes, fragments }));
                        continue;
                    }
                    // "Unset" stands for empty too, so that an unknown value does not say the same twice.
                    if emptiness.is_none() && !has_unset {
                        let assumes = Some(Rc::from(format!("{} empty", parameter.name)));
                        let fragments = vec![Fragment::Text(mode, AbstractString::empty())];
                        judged.push(case.with(Judged { null: true, assumes, fragments }));
                    }
                    let is_sure = emptiness.is_some() && !has_unset;
                    let assumes = (!is_sure).then(|| Rc::from(format!("{} set", parameter.name)));
                    judged.push(case.with(Judged { null: false, assumes, fragments }));
                }
            }
        }
        judged
    }

    fn judge_list(&self, elements: Elements, star: bool, colon: bool, place: Place) -> Cases<Judged> {
        let fragments = self.list_fragments(elements.clone(), star, place);
        match elements {
            Elements::Known(elements) => {
                let is_empty_one = elements.len() == 1 && elements.iter().all(AbstractString::is_empty);
                let null = elements.is_empty() || (colon && is_empty_one);
                sure(Judged { null, assumes: None, fragments })
            }
            Elements::Unknown(_) => {
                let none =
                    Judged { null: true, assumes: Some("no parameters".into()), fragments: Vec::new() };
                let some = Judged { null: false, assumes: Some("some parameters".into()), fragments };
                vec![sure_case(none), sure_case(some)]
            }
        }
    }

    /// `${x=w}`: the variable has the value from now on.
    fn assign_default(&mut self, reference: &Reference, judged: &Cases<Judged>, out: &Cases<Fragments>) {
        let (name, subscript) = match reference {
            Reference::Name(name) => (Rc::clone(name), None),
            Reference::Element(name, key) => (Rc::clone(name), Some(key.text.clone())),
            _ => {
                let all_null = judged.iter().all(|case| case.item.null);
                if all_null {
                    self.environment.fail(self.span, "`=` can't assign to this parameter");
                }
                return;
            }
        };
        let values: Vec<AbstractString> =
            out.iter().map(|case| super::fragment::joined(&case.item, " ")).collect();
        let values = crate::value::join(&values, &[]);
        self.environment.assign(&name, subscript.as_ref(), values);
        self.generation += 1;
    }
}

/// A conditional operator.
struct Conditional<'a> {
    kind: ConditionalKind,
    colon: bool,
    word: Word<'a>,
}

/// A case of a value, judged by a conditional operator.
#[derive(Clone, Debug)]
struct Judged {
    /// The operator takes it for unset.
    null: bool,
    /// What that rests on.
    assumes: Option<Rc<str>>,
    fragments: Fragments,
}

/// The operand's cases in place of the parameter's case.
fn with_word(
    case: &Case<Judged>,
    word: &Cases<Fragments>,
    place: Place,
    is_uncertain: bool,
) -> Cases<Fragments> {
    product(&vec![case.clone()], word, |judged, fragments| {
        let mut fragments = fragments.clone();
        if let Some(what) = judged.assumes.as_ref().filter(|_| is_uncertain) {
            assume(&mut fragments, place.expanded(), what);
        }
        fragments
    })
}

/// What `${x+w}` gives for an unset `x`.
fn nothing(judged: &Judged, place: Place) -> Fragments {
    let mut fragments = Vec::new();
    if let Some(what) = &judged.assumes {
        assume(&mut fragments, place.expanded(), what);
    }
    fragments
}

fn sure_case<T>(item: T) -> Case<T> {
    Case { choices: Vec::new(), item }
}

fn slot_text(slot: &Slot) -> AbstractString {
    match slot {
        Slot::Set(value) => value.clone(),
        Slot::Unset(assumption) => {
            let mut empty = AbstractString::empty();
            if let Some(what) = assumption {
                empty.assume(Rc::clone(what));
            }
            empty
        }
    }
}

fn some_number(what: &str) -> AbstractString {
    AbstractString::empty().with_pieces([Piece::Segment(what.into())])
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

fn associative_element(pairs: &[(AbstractString, AbstractString)], key: &AbstractString) -> Slot {
    let mut candidates = Vec::new();
    for (own, value) in pairs {
        match own.equals(key) {
            Some(true) => return Slot::Set(value.clone()),
            Some(false) => {}
            None => candidates.push(value.clone()),
        }
    }
    if candidates.is_empty() { Slot::Unset(None) } else { Slot::Set(collapse(&candidates)) }
}

fn unknown_name(parameter: &ParameterExpansion<'_>) -> Rc<str> {
    format!("`${{!{}}}` names a variable that is not known", parameter.name).into()
}

fn reference_name(reference: &Reference) -> &str {
    match reference {
        Reference::Name(name) | Reference::Element(name, _) | Reference::Elements { name, .. } => name,
        _ => "",
    }
}

/// Reads a parameter's name as it stands in the tree or in the value of an indirect one.
fn parse_reference(text: &str) -> Reference {
    if text.chars().all(|c| c.is_ascii_digit()) && !text.is_empty() {
        return text.parse().map_or(Reference::Bad, Reference::Positional);
    }
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('@'), None) => return Reference::Parameters { star: false },
        (Some('*'), None) => return Reference::Parameters { star: true },
        (Some(special @ ('#' | '?' | '-' | '$' | '!' | '_')), None) => return Reference::Special(special),
        _ => {}
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, behind) = text.split_at_checked(end).unwrap_or((text, ""));
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Reference::Bad;
    }
    match behind.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some("@") => Reference::Elements { name: name.into(), star: false },
        Some("*") => Reference::Elements { name: name.into(), star: true },
        Some(subscript) => Reference::Element(name.into(), Key { text: AbstractString::text(subscript) }),
        None if behind.is_empty() => Reference::Name(name.into()),
        None => Reference::Bad,
    }
}
