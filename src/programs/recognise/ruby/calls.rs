//! Calls of Ruby that write or run something.

use super::Ruby;
use super::values::ends_value;
use crate::commands::plan::FileAction;
use crate::programs::recognise::deed::{Deed, unread_expression};
use crate::programs::recognise::token::{Kind, Part};
use crate::span::Span;

impl Ruby<'_, '_> {
    /// A call whose name stands at a place; `front` is where it begins, a module's name included. Gives where to go on.
    pub(super) fn call(&mut self, deed: Deed, name: usize, front: Span) -> usize {
        let (from, end) = self.reader.arguments(name, ends_value);
        let span = front.join(self.reader.call_span(name, end));
        match deed {
            Deed::Run => self.reader.run(self.values(from, end).as_deref(), span),
            Deed::Open => self.open(from, end, span),
            Deed::First(FileAction::Write) if self.has_mode(from, end, 'a') => {
                self.tell(Deed::First(FileAction::Append), from, end, span);
            }
            _ => self.tell(deed, from, end, span),
        }
        if self.reader.enter_call(span) {
            let mut number = from;
            while number < end {
                number = self.token(number).max(number + 1);
            }
            self.reader.leave_call();
        }
        end
    }

    fn tell(&mut self, deed: Deed, from: usize, end: usize, span: Span) {
        let parts = self.parts(from, end).into_iter();
        let arguments: Vec<_> = parts
            .map(|(start, end)| self.members(start, end).unwrap_or_else(|| vec![unread_expression()]))
            .collect();
        self.reader.tell(deed, &arguments, span);
    }

    fn open(&mut self, from: usize, end: usize, span: Span) {
        let parts = self.parts(from, end);
        let Some((start, stop)) = parts.first() else { return };
        let path = self.value(*start, *stop).unwrap_or_else(unread_expression);
        let mode = match parts.get(1) {
            None if self.has_mode(from, end, 'w') => Some("w".to_owned()),
            None if self.has_mode(from, end, 'a') => Some("a".to_owned()),
            None => Some("r".to_owned()),
            Some((start, stop)) => self.value(*start, *stop).and_then(|mode| mode.known().map(str::to_owned)),
        };
        let Some(mode) = mode else {
            self.reader.unread(span, "an `open` with a mode that is not known");
            return;
        };
        let is_pipe = path.known().is_some_and(|path| path.starts_with('|'));
        match (mode.chars().next(), mode.contains('+')) {
            _ if is_pipe => self.reader.unread(span, "a command that is opened"),
            (Some('w'), _) => self.reader.file(FileAction::Write, &path, span),
            (Some('a'), _) => self.reader.file(FileAction::Append, &path, span),
            (Some('r'), true) => self.reader.file(FileAction::Modify, &path, span),
            _ => {}
        }
    }

    /// `mode: "a"` among the arguments.
    fn has_mode(&self, from: usize, end: usize, letter: char) -> bool {
        (from..end).any(|number| {
            matches!(self.reader.kind(number), Some(Kind::Word(word)) if word == "mode")
                && matches!(self.reader.kind(number + 2), Some(Kind::Text(parts))
                    if matches!(parts.as_slice(), [Part::Known(mode)] if mode.starts_with(letter)))
        })
    }
}
