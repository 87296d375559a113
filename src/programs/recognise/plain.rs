//! What a reader of plain calls needs in both languages: values of texts, and calls told to the recorder.

use std::collections::BTreeMap;

use super::token::{Kind, Part, Token};
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::Request;
use crate::programs::record::{Child, Recorder, Site, path_of};
use crate::programs::value::Value;
use crate::span::Span;
use crate::value::AbstractString;

/// Words of a call for people are cut to this (characters).
const CAUSE_CAP: usize = 60;

/// The recorder with what is known of variables.
pub(super) struct Plain<'r> {
    pub(super) recorder: Recorder<'r>,
    pub(super) text: &'r str,
    pub(super) values: BTreeMap<String, Value>,
}

impl Plain<'_> {
    fn site(&self, span: Span) -> Site {
        let text = span.slice(self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let cut: String = text.chars().take(CAUSE_CAP).collect();
        let cause = if cut.len() < text.len() { [&cut, "…"].concat() } else { text };
        Site { span, cause: cause.into() }
    }

    /// The value of a quoted text.
    pub(super) fn text(&self, parts: &[Part], request: &Request<'_>) -> Value {
        let mut value = Value::text("");
        for part in parts {
            let next = match part {
                Part::Known(text) => Value::Text(crate::programs::holes::literal(text, request.holes)),
                Part::Variable(name) => self
                    .variable(name, request)
                    .unwrap_or_else(|| Value::unknown_text("a variable that is not known")),
                Part::Code(code) => self
                    .values
                    .get(code.trim())
                    .cloned()
                    .unwrap_or_else(|| Value::unknown_text("the value of code in a text")),
                Part::Unknown => Value::unknown_text("a part of a text"),
            };
            value = self.both(&value, &next);
        }
        value
    }

    /// A variable's value.
    pub(super) fn variable(&self, name: &str, request: &Request<'_>) -> Option<Value> {
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
            return request.name.map(|name| Value::Text(name.clone()));
        }
        None
    }

    /// One text behind another, each of one with each of the other.
    pub(super) fn both(&self, left: &Value, right: &Value) -> Value {
        let texts =
            |value: &Value| -> Vec<AbstractString> { value.alternatives().iter().map(path_of).collect() };
        let (left, right) = (texts(left), texts(right));
        if left.len() * right.len() > crate::value::VALUES_CAP {
            return Value::unknown_text("one of many texts");
        }
        let all =
            left.iter().flat_map(|left| right.iter().map(|right| Value::Text(left.clone().concat(right))));
        all.reduce(Value::or).unwrap_or_else(|| Value::text(""))
    }

    /// Each path that a value can be is written.
    pub(super) fn file(&mut self, action: FileAction, value: &Value, span: Span) {
        let site = self.site(span);
        let doubt = u32::from(value.alternatives().len() > 1);
        self.recorder.maybe += doubt;
        for alternative in value.alternatives() {
            let path = path_of(alternative);
            if !path
                .known()
                .is_some_and(|path| matches!(path, "/dev/null" | "-" | "/dev/stdout" | "/dev/stderr"))
            {
                self.recorder.file(&site, action, &path);
            }
        }
        self.recorder.maybe = self.recorder.maybe.saturating_sub(doubt);
    }

    /// One path is copied, moved or linked to another.
    pub(super) fn transfer(
        &mut self,
        kind: TransferKind,
        from: &Value,
        to: &Value,
        mode: DestinationMode,
        span: Span,
    ) {
        let site = self.site(span);
        for from in from.alternatives() {
            for to in to.alternatives() {
                self.recorder.transfer(&site, kind, &path_of(from), &path_of(to), mode);
            }
        }
    }

    /// A shell runs a text.
    pub(super) fn shell(&mut self, text: &Value, span: Span) {
        let site = self.site(span);
        for text in text.alternatives() {
            self.recorder.shell(&site, &path_of(text), Child { prints: true, ..Child::default() });
        }
    }

    /// A command runs.
    pub(super) fn invoke(&mut self, words: &[Value], span: Span) {
        let site = self.site(span);
        let words = words.iter().map(path_of).collect();
        self.recorder.invoke(&site, words, Child { prints: true, ..Child::default() });
    }
}

/// The kind of the token at a place.
pub(super) fn at(tokens: &[Token], number: usize) -> Option<&Kind> {
    tokens.get(number).map(|token| &token.kind)
}

/// Where the bracket at a place closes.
pub(super) fn matching(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (number, token) in tokens.iter().enumerate().skip(open) {
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

/// The place of the last token of a call whose arguments end at a place, its closing bracket too.
pub(super) fn end_of(tokens: &[Token], end: usize) -> Span {
    let closing = tokens.get(end).filter(|token| matches!(token.kind, Kind::Sign(")")));
    let last = end.checked_sub(1).and_then(|last| tokens.get(last));
    closing.or(last).map_or_else(Span::default, |token| token.span)
}

/// The words among tokens.
pub(super) fn joined_words(tokens: &[Token]) -> Vec<&str> {
    let words = tokens.iter().filter_map(|token| match &token.kind {
        Kind::Word(word) => Some(word.as_str()),
        _ => None,
    });
    words.collect()
}
