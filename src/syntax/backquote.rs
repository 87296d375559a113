//! `` `…` `` (manual 3.5.4): the one text that is unescaped first and parsed then.

use bumpalo::collections::{String as ArenaString, Vec as ArenaVec};

use super::SyntaxErrorKind;
use super::ast::{CommandSubstitution, List, SubstitutionKind, WordPart, WordPartKind};
use super::dollar::Quoting;
use super::parser::{Parse, Parser, take};
use crate::lexer::{Cursor, Segment, SpanMap};
use crate::span::Span;

impl<'a> Parser<'a> {
    /// The cursor stands at the opening backquote.
    #[inline(never)]
    pub fn backquoted(&mut self, quoting: Quoting) -> Parse<()> {
        let start = self.cursor.position;
        let Some((end, has_escapes)) = self.closing_backquote(start + 1) else {
            return self.unterminated(start, 1, SyntaxErrorKind::UnterminatedBackquote);
        };
        let inner = if has_escapes {
            self.unescaped(start + 1, end, quoting)
        } else {
            self.cursor.within(start + 1, end)
        };
        self.enter()?;
        let body = self.separate_script(inner)?;
        self.leave();
        self.cursor.position = end + 1;
        let span = self.span_from(start);
        let node = CommandSubstitution { span, kind: SubstitutionKind::Backquote, body };
        self.stacks
            .parts
            .push(WordPart { span, kind: WordPartKind::CommandSubstitution(self.arena.alloc(node)) });
        Ok(())
    }

    /// The next backquote without a backslash, and whether there are backslashes before it.
    fn closing_backquote(&self, start: usize) -> Option<(usize, bool)> {
        let (mut ahead, mut has_escapes) = (self.cursor, false);
        ahead.position = start;
        loop {
            ahead.run(|byte| matches!(byte, b'`' | b'\\'));
            if ahead.is_at_end() {
                return None;
            }
            if ahead.peek() == b'`' {
                return Some((ahead.position, has_escapes));
            }
            has_escapes = true;
            ahead.position += 2;
        }
    }

    /// The text between the backquotes with its escapes undone, and where its bytes stand outside.
    #[inline(never)]
    fn unescaped(&self, start: usize, end: usize, quoting: Quoting) -> Cursor<'a> {
        let mut text = ArenaString::with_capacity_in(end - start, self.arena);
        let mut segments = ArenaVec::new_in(self.arena);
        let mut at = start;
        while at < end {
            let is_escape = self.cursor.byte(at) == b'\\' && at + 1 < end;
            let from = match self.cursor.byte(at + 1) {
                b'\n' if is_escape => {
                    at += 2;
                    continue;
                }
                b'$' | b'`' | b'\\' if is_escape => at + 1,
                b'"' if is_escape && quoting == Quoting::Double => at + 1,
                _ => at,
            };
            let to = self.cursor.after_character(from);
            push_segment(&mut segments, text.len(), self.cursor.span(at, to), to - from);
            text.push_str(self.cursor.slice(from, to));
            at = to;
        }
        if text.is_empty() {
            return self.cursor.within(end, end);
        }
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        Cursor::new(text.into_bump_str(), Some(SpanMap::new(segments.into_bump_slice(), length)))
    }

    /// Parses another text as a script of its own. Bash does so only when it runs it: an error is a deferred one, and
    /// the lines before it stay.
    #[inline(never)]
    fn separate_script(&mut self, inner: Cursor<'a>) -> Parse<List<'a>> {
        let (start, outside) = (inner.position, std::mem::replace(&mut self.cursor, inner));
        let pending = std::mem::take(&mut self.pending);
        let pending_base = std::mem::take(&mut self.pending_base);
        let plain_braces = std::mem::take(&mut self.plain_braces);
        let substitutions = std::mem::take(&mut self.substitutions);
        let substitution_start = std::mem::replace(&mut self.substitution_start, usize::MAX);
        self.shielded += 1;
        let base = self.stacks.items.len();
        let mut mark = self.mark();
        loop {
            match self.line() {
                Ok(Some(list)) => self.stacks.items.extend_from_slice(list.items),
                Ok(None) => break,
                Err(_) => {
                    self.defer_error()?;
                    self.rewind(&mark);
                    break;
                }
            }
            mark = self.mark();
        }
        let body =
            List { span: self.span_from(start), items: take(self.arena, &mut self.stacks.items, base) };
        self.shielded -= 1;
        self.cursor = outside;
        self.pending = pending;
        self.pending_base = pending_base;
        self.plain_braces = plain_braces;
        self.substitutions = substitutions;
        self.substitution_start = substitution_start;
        Ok(body)
    }
}

/// Adds `length` bytes that come from `outer`; joins them with the segment before where both run on byte by byte.
pub(super) fn push_segment(segments: &mut ArenaVec<'_, Segment>, inner: usize, outer: Span, length: usize) {
    let inner = u32::try_from(inner).unwrap_or(u32::MAX);
    let verbatim = outer.len() as usize == length;
    if let Some(last) = segments.last_mut() {
        let last_is_verbatim = last.outer.len() == inner - last.inner;
        if verbatim && last_is_verbatim && last.outer.end == outer.start {
            last.outer.end = outer.end;
            return;
        }
    }
    segments.push(Segment { inner, outer });
}
