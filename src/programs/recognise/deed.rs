//! What calls of Perl and Ruby do to their arguments, told to the recorder.

use super::reader::Reader;
use crate::commands::plan::{DestinationMode, FileAction, TransferKind};
use crate::programs::record::{Child, Site, path_of};
use crate::programs::value::Value;
use crate::span::Span;

/// Words of a call for people are cut to this (characters).
const CAUSE_CAP: usize = 60;

/// What a function does with its arguments.
#[derive(Clone, Copy)]
pub(super) enum Deed {
    /// every path
    Each(FileAction),
    /// the first path alone
    First(FileAction),
    /// every path behind so many others
    Behind(usize, FileAction),
    /// from one path to another
    Pair(TransferKind, DestinationMode),
    /// opens by a mode
    Open,
    /// runs a command
    Run,
}

impl Reader<'_, '_> {
    /// Does a deed to a call's arguments, each of them the values that it stands for. What opens and what runs is told
    /// by the language's own reader.
    pub(super) fn tell(&mut self, deed: Deed, arguments: &[Vec<Value>], span: Span) {
        let first = |number: usize| {
            let value = arguments.get(number).and_then(|values| values.first());
            value.cloned().unwrap_or_else(unread_expression)
        };
        match deed {
            Deed::Each(action) => self.each(action, arguments, span),
            Deed::First(action) => self.file(action, &first(0), span),
            Deed::Behind(count, action) => self.each(action, arguments.get(count..).unwrap_or(&[]), span),
            Deed::Pair(kind, mode) => {
                let sources = arguments.first().cloned().unwrap_or_else(|| vec![unread_expression()]);
                for source in sources {
                    self.transfer(kind, &source, &first(1), mode, span);
                }
            }
            Deed::Open | Deed::Run => {}
        }
    }

    fn each(&mut self, action: FileAction, arguments: &[Vec<Value>], span: Span) {
        if arguments.is_empty() {
            self.file(action, &unread_expression(), span);
        }
        for value in arguments.iter().flatten() {
            self.file(action, value, span);
        }
    }

    /// Each path that a value can be is written.
    pub(super) fn file(&mut self, action: FileAction, value: &Value, span: Span) {
        let site = self.site(span);
        let doubt = u32::from(value.alternatives().len() > 1);
        self.recorder.maybe += doubt;
        for alternative in value.alternatives() {
            let path = path_of(alternative);
            if !path.known().is_some_and(is_stream) {
                self.recorder.file(&site, action, &path);
            }
        }
        self.recorder.maybe = self.recorder.maybe.saturating_sub(doubt);
    }

    /// One path is copied, moved or linked to another.
    fn transfer(&mut self, kind: TransferKind, from: &Value, to: &Value, mode: DestinationMode, span: Span) {
        let site = self.site(span);
        for from in from.alternatives() {
            for to in to.alternatives() {
                self.recorder.transfer(&site, kind, &path_of(from), &path_of(to), mode);
            }
        }
    }

    /// A command is run: one text by a shell, several words as they are, anything else unknown.
    pub(super) fn run(&mut self, words: Option<&[Value]>, span: Span) {
        match words {
            Some([only]) => self.shell(only, span),
            Some(several) if !several.is_empty() => self.invoke(several, span),
            _ => self.shell(&unread_expression(), span),
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

    fn site(&self, span: Span) -> Site {
        let text = span.slice(self.request.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let cut: String = text.chars().take(CAUSE_CAP).collect();
        let cause = if cut.len() < text.len() { [&cut, "…"].concat() } else { text };
        Site { span, cause: cause.into() }
    }
}

/// The value of an expression that is more than plain.
pub(super) fn unread_expression() -> Value {
    Value::unknown_text("an expression that is not read")
}

fn is_stream(path: &str) -> bool {
    matches!(path, "/dev/null" | "-" | "/dev/stdout" | "/dev/stderr")
}
