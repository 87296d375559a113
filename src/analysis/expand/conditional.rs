//! `${p-w}`, `${p=w}`, `${p?w}`, `${p+w}` and their forms with a colon (manual 3.5.3).

use std::rc::Rc;

use super::Expander;
use super::cases::{Case, Cases, limit, product, sure};
use super::fragment::{Fragment, Fragments, assume};
use super::reference::{Elements, Reference, Slot, Value, slot_text, sure_case};
use super::word::Place;
use crate::syntax::ast::{ConditionalKind, ParameterExpansion, Word};
use crate::value::AbstractString;

/// A conditional operator.
pub(super) struct Conditional<'a> {
    pub kind: ConditionalKind,
    pub colon: bool,
    pub word: Word<'a>,
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

impl<'a> Expander<'_, 'a> {
    /// What `-`, `=`, `?` and `+` choose.
    pub(super) fn conditional(
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
        let word = if needs_word { self.parts(conditional.word.parts(), operand) } else { Vec::new() };
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
            ConditionalKind::Error if has_null => self.environment.may_fail(),
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
