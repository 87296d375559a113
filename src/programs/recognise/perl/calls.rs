//! Calls of Perl that write or run something.

use super::values::{SEPARATORS, ends_value};
use super::{Perl, is_handle};
use crate::commands::plan::FileAction;
use crate::programs::recognise::deed::{Deed, unread_expression};
use crate::programs::recognise::token::Kind;
use crate::programs::value::Value;
use crate::span::Span;

impl Perl<'_, '_> {
    /// A call of a function that writes or runs something; gives where to go on.
    pub(super) fn call(&mut self, word: &str, deed: Deed, number: usize, to: usize) -> usize {
        let (from, end) = self.reader.arguments(number, ends_value);
        let is_bracketed =
            matches!(self.reader.kind(number + 1), Some(Kind::Sign("("))) && from == number + 2;
        let end = if is_bracketed { end } else { end.min(to) };
        let span = self.reader.call_span(number, end);
        let parts = self.reader.parts(from, end, SEPARATORS);
        match deed {
            Deed::Open => self.open(&parts, span),
            Deed::Run => self.reader.run(self.values(from, end).as_deref(), span),
            Deed::First(_) if word == "truncate" && self.is_handle_at(from) => {}
            _ => {
                let values = parts.iter().flat_map(|(start, end)| {
                    self.members(*start, *end).unwrap_or_else(|| vec![unread_expression()])
                });
                let mut arguments: Vec<_> = values.map(|value| vec![value]).collect();
                if parts.is_empty() {
                    arguments.push(vec![Value::unknown_text("`$_`")]);
                }
                self.reader.tell(deed, &arguments, span);
            }
        }
        self.calls_in_arguments(from, end, span);
        end
    }

    fn calls_in_arguments(&mut self, from: usize, end: usize, span: Span) {
        if self.reader.enter_call(span) {
            let mut number = from;
            while number < end {
                number = self.token(number, end).max(number + 1);
            }
            self.reader.leave_call();
        }
    }

    /// `open(HANDLE, MODE, PATH)`, `open(HANDLE, "MODEPATH")`, `open(HANDLE, "|-", WORDS)`
    fn open(&mut self, parts: &[(usize, usize)], span: Span) {
        let mode = parts.get(1).and_then(|(start, end)| self.value(*start, *end));
        let Some(mode) = mode.as_ref().and_then(Value::known).map(str::trim) else {
            self.reader.unread(span, "an `open` with a mode that is not known");
            return;
        };
        let (sign, rest) = split_mode(mode);
        let path = match parts.get(2) {
            Some((start, _)) if self.is_in_memory(*start) => return,
            Some((start, end)) => self.value(*start, *end).unwrap_or_else(unread_expression),
            None => Value::text(rest.trim()),
        };
        if rest.starts_with('&') {
            return;
        }
        match sign {
            ">" | "+>" => self.reader.file(FileAction::Write, &path, span),
            ">>" | "+>>" => self.reader.file(FileAction::Append, &path, span),
            "+<" => self.reader.file(FileAction::Modify, &path, span),
            "|" if parts.len() > 2 => {
                let words = parts.get(2..).unwrap_or(&[]).iter();
                let words: Option<Vec<_>> = words.map(|(start, end)| self.members(*start, *end)).collect();
                self.reader.run(words.map(|words| words.concat()).as_deref(), span);
            }
            "|" => self.reader.shell(&Value::text(rest.trim_matches(['|', '-', ' '])), span),
            _ => {}
        }
    }

    /// True if what is opened is no file by a name: a scalar (`\$text`), or `undef` for a file that nobody names.
    fn is_in_memory(&self, number: usize) -> bool {
        match self.reader.kind(number) {
            Some(Kind::Sign("\\")) => true,
            Some(Kind::Word(word)) => word == "undef",
            _ => false,
        }
    }

    fn is_handle_at(&self, number: usize) -> bool {
        matches!(self.reader.kind(number), Some(Kind::Word(word)) if is_handle(word))
    }
}

/// The mode of an `open` and what follows it in the same text; `|` for a command.
fn split_mode(mode: &str) -> (&'static str, &str) {
    for sign in ["+>>", "+<", "+>", ">>", ">", "<"] {
        if let Some(rest) = mode.strip_prefix(sign) {
            let rest = if rest.starts_with(':') { "" } else { rest };
            return (sign, rest);
        }
    }
    if mode.starts_with(['|', '-']) && mode.contains('|') || mode.ends_with('|') {
        ("|", mode)
    } else {
        ("<", mode)
    }
}
