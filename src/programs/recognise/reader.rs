//! What the readers of Perl and Ruby share: a look at tokens, where a call's arguments end, and values of texts.

use std::collections::BTreeMap;

use super::token::{Kind, Part, Token};
use crate::programs::Request;
use crate::programs::record::{Recorder, path_of};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

/// Longer expressions are not known (tokens).
pub(super) const EXPRESSION_CAP: usize = 200;

/// Calls in the arguments of calls are followed so deep.
const CALLS_CAP: u32 = 16;

/// Tokens, the recorder, and what is known of variables.
pub(super) struct Reader<'t, 'r> {
    pub(super) request: &'r Request<'r>,
    pub(super) tokens: &'t [Token],
    pub(super) recorder: Recorder<'r>,
    /// Names that hold one value wherever they stand.
    pub(super) values: BTreeMap<String, Value>,
    calls: u32,
}

impl<'t, 'r> Reader<'t, 'r> {
    pub(super) fn new(request: &'r Request<'r>, tokens: &'t [Token]) -> Self {
        Self { request, tokens, recorder: Recorder::new(request), values: BTreeMap::new(), calls: 0 }
    }

    /// The kind of the token at a place.
    pub(super) fn kind(&self, number: usize) -> Option<&'t Kind> {
        self.tokens.get(number).map(|token| &token.kind)
    }

    /// The kind of the token in front of a place.
    pub(super) fn before(&self, number: usize) -> Option<&'t Kind> {
        number.checked_sub(1).and_then(|before| self.kind(before))
    }

    /// Where a token stands in the program.
    pub(super) fn span(&self, number: usize) -> Span {
        self.tokens.get(number).map(|token| token.span).unwrap_or_default()
    }

    /// From a call's name to the end of its arguments, their closing bracket too.
    pub(super) fn call_span(&self, name: usize, end: usize) -> Span {
        let closing = self.tokens.get(end).filter(|token| matches!(token.kind, Kind::Sign(")")));
        let last = end.checked_sub(1).and_then(|last| self.tokens.get(last));
        self.span(name).join(closing.or(last).map_or_else(Span::default, |token| token.span))
    }

    /// Where the bracket at a place closes.
    pub(super) fn matching(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (number, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Kind::Sign("(" | "[" | "{") => depth += 1,
                Kind::Sign(")" | "]" | "}") => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(number);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Where an expression ends that begins at a place: at a bracket around it, or at a token outside of brackets that
    /// ends one in the language.
    pub(super) fn end_of_value(&self, from: usize, ends: fn(&Kind) -> bool) -> usize {
        let mut depth = 0_usize;
        for (number, token) in self.tokens.iter().enumerate().skip(from) {
            match &token.kind {
                Kind::Sign("(" | "[" | "{") => depth += 1,
                Kind::Sign(")" | "]" | "}") if depth == 0 => return number,
                Kind::Sign(")" | "]" | "}") => depth -= 1,
                kind if depth == 0 && ends(kind) => return number,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// Where the arguments of the call at a place begin and end.
    pub(super) fn arguments(&self, name: usize, ends: fn(&Kind) -> bool) -> (usize, usize) {
        if matches!(self.kind(name + 1), Some(Kind::Sign("(")))
            && let Some(close) = self.matching(name + 1)
        {
            return (name + 2, close);
        }
        (name + 1, self.end_of_value(name + 1, ends))
    }

    /// Where the members of a list between two places begin and end.
    pub(super) fn parts(&self, from: usize, to: usize, separators: &[&str]) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let (mut start, mut depth) = (from, 0_usize);
        for number in from..to {
            match self.kind(number) {
                Some(Kind::Sign("(" | "[" | "{")) => depth += 1,
                Some(Kind::Sign(")" | "]" | "}")) => depth = depth.saturating_sub(1),
                Some(Kind::Sign(sign)) if depth == 0 && separators.contains(sign) => {
                    parts.push((start, number));
                    start = number + 1;
                }
                _ => {}
            }
        }
        parts.push((start, to));
        parts.retain(|(start, end)| start < end);
        parts
    }

    /// One call deeper; false where that is deeper than is followed, and [`Self::leave_call`] is not due then.
    pub(super) fn enter_call(&mut self, span: Span) -> bool {
        let enters = self.calls < CALLS_CAP;
        if enters {
            self.calls += 1;
        } else {
            self.unread(span, "calls in calls deeper than are read");
        }
        enters
    }

    /// Back from the arguments of a call.
    pub(super) fn leave_call(&mut self) {
        self.calls = self.calls.saturating_sub(1);
    }

    /// Tells that nobody reads what stands at a place.
    pub(super) fn unread(&mut self, span: Span, reason: &str) {
        self.recorder.unread(span, reason);
    }

    /// The value of a quoted text.
    pub(super) fn text(&self, parts: &[Part]) -> Value {
        let mut value = Value::text("");
        for part in parts {
            let next = match part {
                Part::Known(text) => Value::Text(crate::programs::holes::literal(text, self.request.holes)),
                Part::Variable(name) => {
                    self.variable(name).unwrap_or_else(|| Value::unknown_text("a variable that is not known"))
                }
                Part::Code(code) => self
                    .values
                    .get(code.trim())
                    .cloned()
                    .unwrap_or_else(|| Value::unknown_text("the value of code in a text")),
                Part::Unknown => Value::unknown_text("a part of a text"),
            };
            value = both(&value, &next);
        }
        value
    }

    /// A variable's value.
    pub(super) fn variable(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.values.get(name) {
            return Some(value.clone());
        }
        if let Some(key) = name.strip_prefix("$ENV{").and_then(|rest| rest.strip_suffix('}')) {
            return Some(match self.recorder.environment(key) {
                Some(value) => Value::text(&value),
                None => Value::unknown_text(&format!("`${key}` is not known")),
            });
        }
        if name == "$0" {
            return self.request.name.map(|name| Value::Text(name.clone()));
        }
        None
    }

    /// The value of the number at a place.
    pub(super) fn number(&self, span: Span) -> &'r str {
        span.slice(self.request.text)
    }
}

/// One text behind another, each of one with each of the other.
pub(super) fn both(left: &Value, right: &Value) -> Value {
    let texts = |value: &Value| -> Vec<AbstractString> { value.alternatives().iter().map(path_of).collect() };
    let (left, right) = (texts(left), texts(right));
    if left.len() * right.len() > crate::value::VALUES_CAP {
        return Value::unknown_text("one of many texts");
    }
    let all = left.iter().flat_map(|left| right.iter().map(|right| Value::Text(left.clone().concat(right))));
    all.reduce(Value::or).unwrap_or_else(|| Value::text(""))
}
