//! Here-documents (manual 3.6.6): the delimiter at the operator, the bodies behind the next newline.

use std::cell::Cell;

use bumpalo::collections::String as ArenaString;

use super::SyntaxErrorKind;
use super::ast::{HereDocument, HereDocumentBody, RedirectionOperator, Word, WordPart, WordPartKind};
use super::dollar::{Dollar, Quoting};
use super::parser::{Parse, Parser};
use super::word::Rules;
use crate::lexer::is_double_quote_stop;
use crate::span::Span;

/// How many here-documents may wait for their bodies: Bash's own limit.
const MAX_PENDING: usize = 16;

/// Where a body and its delimiter line end.
struct Extent {
    body_end: usize,
    /// Where reading goes on.
    next: usize,
    terminated: bool,
}

/// A search for a delimiter that found none. One that begins behind it, in the same text and by the same rules, finds
/// none either: bodies inside of bodies that never end would else each be searched to the end of the text.
pub(super) struct Miss<'a> {
    text: &'a [u8],
    from: usize,
    document: &'a HereDocument<'a>,
    in_substitution: bool,
}

/// As many searches are remembered; a text has at most one for each level of nesting that counts.
const MAX_MISSES: usize = 256;

impl<'a> Parser<'a> {
    /// Reads the delimiter and puts the document in the queue.
    pub fn here_document(
        &mut self,
        operator: RedirectionOperator,
        opener: Span,
    ) -> Parse<&'a HereDocument<'a>> {
        if self.pending.len() >= self.pending_base + MAX_PENDING {
            return self.fail_here(SyntaxErrorKind::TooManyHereDocuments, Some(opener));
        }
        let start = self.cursor.position;
        let delimiter = self.required_word(Rules::DELIMITER, opener)?;
        let quoted = delimiter.parts().iter().any(is_quoted);
        let document: &'a HereDocument<'a> = self.arena.alloc(HereDocument {
            delimiter,
            delimiter_text: if quoted { self.without_quotes(start) } else { self.without_joints(start) },
            quoted,
            strips_tabs: operator == RedirectionOperator::HereDocumentStripTabs,
            body_cell: Cell::new(None),
        });
        self.pending.push(document);
        Ok(document)
    }

    /// `$`, `"` or `` ` `` in a delimiter: only quotes mean anything, and what looks like an expansion is text, read for
    /// where it ends. Gives where the next literal begins.
    pub fn delimiter_special(&mut self, run: usize) -> Parse<usize> {
        let (start, waiting) = (self.cursor.position, self.pending.len());
        let dollar = if self.cursor.peek() == b'$' { self.dollar_ahead(Quoting::Bare) } else { None };
        let quote = match (self.cursor.peek(), dollar) {
            (b'$', None) => {
                self.cursor.position += 1;
                return Ok(run);
            }
            (_, Some(Dollar::SingleQuote(at) | Dollar::DoubleQuote(at))) => Some(at),
            (b'"', _) => Some(start),
            _ => None,
        };
        if quote.is_some() {
            self.push_literal(run);
        }
        let base = self.stacks.parts.len();
        match dollar {
            Some(dollar) => self.dollar(dollar, Quoting::Bare)?,
            None => self.quoted_part(self.cursor.peek(), Quoting::Bare)?,
        }
        self.pending.truncate(waiting);
        let Some(quote) = quote else {
            self.stacks.parts.truncate(base);
            return Ok(run);
        };
        self.quote_text(quote + 1);
        Ok(self.cursor.position)
    }

    /// `<(…)` in a delimiter, which is text; `inside` is behind the parenthesis.
    pub fn delimiter_process(&mut self, inside: usize) -> Parse<()> {
        let (base, waiting) = (self.stacks.parts.len(), self.pending.len());
        self.process_substitution(inside)?;
        self.stacks.parts.truncate(base);
        self.pending.truncate(waiting);
        Ok(())
    }

    /// Makes what looks like an expansion between the double quotes read last, which open before `inside`, text.
    fn quote_text(&mut self, inside: usize) {
        let end = self.cursor.position.saturating_sub(1);
        let (span, text) = (self.cursor.span(inside, end), self.cursor.slice(inside, end));
        let Some(part) = self.stacks.parts.last_mut() else { return };
        let WordPartKind::DoubleQuoted(parts) = part.kind else { return };
        let is_text =
            |part: &WordPart<'_>| matches!(part.kind, WordPartKind::Literal(_) | WordPartKind::Escaped(_));
        if !parts.iter().all(is_text) {
            let literal = WordPart { span, kind: WordPartKind::Literal(text) };
            part.kind = WordPartKind::DoubleQuoted(self.arena.alloc_slice_copy(&[literal]));
        }
    }

    /// The text from `start` to here without its backslash-newlines.
    fn without_joints(&self, start: usize) -> &'a str {
        let raw = self.cursor.since(start);
        if raw.contains("\\\n") { self.arena.alloc_str(&raw.replace("\\\n", "")) } else { raw }
    }

    /// The text from `start` to here after quote removal.
    fn without_quotes(&self, start: usize) -> &'a str {
        let raw = self.cursor.since(start);
        if !raw.contains(['\\', '\'', '"']) {
            return raw;
        }
        let mut text = ArenaString::new_in(self.arena);
        let (mut characters, mut quote) = (raw.chars().peekable(), None);
        while let Some(character) = characters.next() {
            match (character, quote) {
                ('\'' | '"', None) => quote = Some(character),
                (_, Some(open)) if character == open => quote = None,
                ('$', None) if matches!(characters.peek(), Some('\'' | '"')) => {}
                ('\\', None) => text.extend(characters.next().filter(|&next| next != '\n')),
                ('\\', Some('"')) if matches!(characters.peek(), Some('\\' | '"' | '$' | '`' | '\n')) => {
                    text.extend(characters.next().filter(|&next| next != '\n'));
                }
                _ => text.push(character),
            }
        }
        text.into_bump_str()
    }

    /// Reads the bodies of all documents that wait at this level; the cursor stands at the first body's first line.
    pub fn read_here_documents(&mut self) -> Parse<()> {
        if self.pending.len() <= self.pending_base {
            return Ok(());
        }
        let waiting = self.pending.split_off(self.pending_base);
        for document in waiting {
            let start = self.cursor.position;
            let extent = self.body_extent(start, document);
            let text = if document.quoted {
                self.quoted_body(start, extent.body_end, document)
            } else {
                self.expanding_body(start, extent.body_end, document)?
            };
            document.body_cell.set(Some(HereDocumentBody { text, terminated: extent.terminated }));
            self.cursor.position = extent.next;
        }
        Ok(())
    }

    /// Finds the delimiter's line.
    fn body_extent(&mut self, start: usize, document: &'a HereDocument<'a>) -> Extent {
        if !self.is_missing(start, document) {
            if let Some(extent) = self.closed_extent(start, document) {
                return extent;
            }
            self.remember_miss(start, document);
        }
        let end = self.cursor.len().max(start);
        Extent { body_end: end, next: end, terminated: false }
    }

    fn closed_extent(&self, start: usize, document: &HereDocument<'_>) -> Option<Extent> {
        let (mut line, mut first) = (start, start);
        while line < self.cursor.len() {
            let end = self.cursor.find(b'\n', line).unwrap_or(self.cursor.len());
            let next = if line == first {
                self.delimiter_line(line, end, document)
            } else {
                self.joined_delimiter(first, end, document)
            };
            if let Some(next) = next {
                return Some(Extent { body_end: first, next, terminated: true });
            }
            let continued = !document.quoted && self.ends_in_backslash(line, end);
            line = end + 1;
            if !continued {
                first = line;
            }
        }
        if first >= line {
            return None;
        }
        // The last line was to be joined with nothing.
        let next = self.joined_delimiter(first, self.cursor.len(), document)?;
        Some(Extent { body_end: first, next, terminated: true })
    }

    /// True if a search said so. It knows no line that begins here if a backslash before joins it to the one before.
    fn is_missing(&self, start: usize, document: &HereDocument<'_>) -> bool {
        let is_joined = start.checked_sub(2).is_some_and(|before| self.cursor.byte(before) == b'\\');
        !is_joined
            && self.misses.iter().any(|miss| {
                miss.from <= start
                    && std::ptr::eq(miss.text, self.cursor.bytes())
                    && miss.in_substitution == (self.substitutions > 0)
                    && miss.document.quoted == document.quoted
                    && miss.document.strips_tabs == document.strips_tabs
                    && miss.document.delimiter_text == document.delimiter_text
            })
    }

    fn remember_miss(&mut self, from: usize, document: &'a HereDocument<'a>) {
        let (text, in_substitution) = (self.cursor.bytes(), self.substitutions > 0);
        if self.misses.last().is_some_and(|miss| !std::ptr::eq(miss.text, text)) {
            self.misses.clear();
        }
        if self.misses.len() < MAX_MISSES {
            self.misses.push(Miss { text, from, document, in_substitution });
        }
    }

    /// Where reading goes on if the line is the delimiter. Bash compares before it strips the tabs, and then again.
    fn delimiter_line(&self, line: usize, end: usize, document: &HereDocument<'_>) -> Option<usize> {
        let as_it_stands = self.delimiter_end(line, end, document.delimiter_text);
        let stripped = || self.delimiter_end(self.after_tabs(line), end, document.delimiter_text);
        as_it_stands.or_else(|| stripped().filter(|_| document.strips_tabs))
    }

    /// Where reading goes on if the lines from `first`, which backslash-newlines join, are the delimiter.
    fn joined_delimiter(&self, first: usize, end: usize, document: &HereDocument<'_>) -> Option<usize> {
        // Each join takes two bytes more than it gives.
        let lines = self.cursor.slice(first, end);
        let first_line = lines.trim_start_matches('\t');
        let begins_alike = first_line.starts_with("\\\n")
            || first_line.chars().next() == document.delimiter_text.chars().next();
        if !begins_alike || lines.len() > 4 * document.delimiter_text.len() + 64 {
            return None;
        }
        let joined = lines.replace("\\\n", "");
        let joined = if document.strips_tabs { joined.trim_start_matches('\t') } else { joined.as_str() };
        (joined == document.delimiter_text).then_some((end + 1).min(self.cursor.len()))
    }

    /// Where reading goes on if the line is the delimiter. In a substitution Bash also takes a line that begins with
    /// it and holds the closing parenthesis.
    fn delimiter_end(&self, line: usize, end: usize, delimiter: &str) -> Option<usize> {
        let rest = self.cursor.slice(line, end).strip_prefix(delimiter)?;
        if rest.is_empty() {
            return Some((end + 1).min(self.cursor.len()));
        }
        (self.substitutions > 0 && rest.contains(')')).then_some(line + delimiter.len())
    }

    /// True if an odd number of backslashes stands before the newline at `end`.
    fn ends_in_backslash(&self, line: usize, end: usize) -> bool {
        let bytes = self.cursor.bytes().get(line..end).unwrap_or(&[]);
        bytes.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
    }

    fn after_tabs(&self, line: usize) -> usize {
        let rest = self.cursor.bytes().get(line..).unwrap_or(&[]);
        line + rest.iter().take_while(|&&byte| byte == b'\t').count()
    }

    /// The body of a document with a quoted delimiter: one literal.
    fn quoted_body(&mut self, start: usize, end: usize, document: &HereDocument<'_>) -> Word<'a> {
        let base = self.stacks.parts.len();
        let raw = self.cursor.slice(start, end);
        let text = if document.strips_tabs {
            let mut text = ArenaString::with_capacity_in(raw.len(), self.arena);
            text.extend(raw.split_inclusive('\n').map(|line| line.trim_start_matches('\t')));
            text.into_bump_str()
        } else {
            raw
        };
        self.cursor.position = end;
        if !text.is_empty() {
            let span = self.cursor.span(start, end);
            self.stacks.parts.push(WordPart { span, kind: WordPartKind::Literal(text) });
        }
        self.finish_word(start, base)
    }

    /// The body of a document whose text is expanded. Bash looks into it only when it runs the command, so an error
    /// is a deferred one: the text behind it stays a literal.
    fn expanding_body(&mut self, start: usize, end: usize, document: &HereDocument<'_>) -> Parse<Word<'a>> {
        self.enter()?;
        let outside = self.cursor;
        self.cursor = outside.within(start, end);
        let base = self.stacks.parts.len();
        let mut run = self.next_line(start, start, document);
        loop {
            self.cursor.run(|byte| is_double_quote_stop(byte) || byte == b'\n');
            if self.cursor.is_at_end() {
                break;
            }
            match self.cursor.peek() {
                b'\n' => {
                    self.cursor.position += 1;
                    run = self.next_line(run, self.cursor.position, document);
                }
                b'"' => self.cursor.position += 1,
                _ => run = self.body_special(run)?,
            }
        }
        self.push_literal(run);
        let word = self.finish_word(start, base);
        self.cursor = outside;
        self.leave();
        Ok(word)
    }

    /// At the start of a line: leaves out the tabs that `<<-` strips.
    fn next_line(&mut self, run: usize, line: usize, document: &HereDocument<'_>) -> usize {
        let text = if document.strips_tabs { self.after_tabs(line) } else { line };
        if text == line {
            return run;
        }
        self.push_literal(run);
        self.cursor.position = text;
        text
    }

    fn body_special(&mut self, run: usize) -> Parse<usize> {
        let mark = self.mark();
        match self.quoted_special(run, Quoting::HereDocument) {
            Ok(run) => {
                // A document that an expansion of the body leaves open has no place to find its text.
                self.pending.truncate(self.pending_base.max(mark.pending()));
                Ok(run)
            }
            Err(_) => {
                self.defer_error()?;
                self.rewind(&mark);
                self.cursor.position = self.cursor.len();
                Ok(run)
            }
        }
    }
}

fn is_quoted(part: &WordPart<'_>) -> bool {
    matches!(
        part.kind,
        WordPartKind::SingleQuoted(_)
            | WordPartKind::AnsiC(_)
            | WordPartKind::DoubleQuoted(_)
            | WordPartKind::Escaped(_)
    )
}
