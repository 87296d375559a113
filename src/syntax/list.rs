//! Lists (manual 3.2.4): complete lines, and the lists inside constructs.

use super::SyntaxErrorKind;
use super::ast::{List, Terminator};
use super::found::FoundAndOr;
use super::parser::{Parse, Parser, take};
use crate::lexer::ReservedWord;
use crate::span::Span;

impl<'a> Parser<'a> {
    /// One complete line: all that Bash reads before it runs anything of it. `None` at the end of the text.
    pub fn line(&mut self) -> Parse<Option<List<'a>>> {
        self.skip_newlines()?;
        if self.cursor.is_at_end() {
            return Ok(None);
        }
        if self.shielded == 0 {
            self.extglob = self.extglob_next.take().unwrap_or(self.extglob);
        }
        let (start, base) = (self.cursor.position, self.stacks.items.len());
        let list = loop {
            let found = self.and_or()?;
            let terminator = self.terminator();
            match self.ends_line(terminator) {
                true if self.stacks.items.len() == base => break self.list_of_one(start, found, terminator),
                ends => {
                    self.push_item(found, terminator);
                    if ends {
                        break self.finish_list(start, base);
                    }
                }
            }
        };
        if self.cursor.is_at_end() {
            // Here-documents that wait for their bodies find the end of the text.
            self.read_here_documents()?;
        } else if self.cursor.peek() == b'\n' {
            self.newline()?;
        } else {
            return self.unexpected(None);
        }
        Ok(Some(list))
    }

    /// The list of a construct: newlines may stand in front, between and behind. Not empty.
    pub fn compound_list(&mut self) -> Parse<List<'a>> {
        self.skip_newlines()?;
        self.list_items()
    }

    /// [`Parser::compound_list`] that may be empty before a closing `)` or `;;`.
    #[inline]
    pub fn optional_list(&mut self) -> Parse<List<'a>> {
        let start = self.cursor.position;
        self.skip_newlines()?;
        if self.is_at_list_end() {
            return Ok(List { span: self.cursor.span(start, start), items: &[] });
        }
        self.list_items()
    }

    #[inline(never)]
    fn list_items(&mut self) -> Parse<List<'a>> {
        let (start, base) = (self.cursor.position, self.stacks.items.len());
        loop {
            let found = self.and_or()?;
            let terminator = self.terminator();
            self.push_item(found, terminator);
            let end = self.cursor.position;
            if self.ends_list(terminator)? {
                let items = take(self.arena, &mut self.stacks.items, base);
                return Ok(List { span: self.cursor.span(start, end), items });
            }
        }
    }

    #[inline]
    fn push_item(&mut self, found: FoundAndOr<'a>, terminator: Terminator) {
        let item = self.list_item_node(found, terminator);
        self.stacks.items.push(item);
    }

    /// True if nothing of the line stands behind an item.
    fn ends_line(&mut self, terminator: Terminator) -> bool {
        if matches!(terminator, Terminator::End | Terminator::Newline) {
            return true;
        }
        self.cursor.skip_blanks();
        self.cursor.is_at_end() || self.cursor.peek() == b'\n'
    }

    /// True if nothing of a construct's list stands behind an item; steps to what does.
    fn ends_list(&mut self, terminator: Terminator) -> Parse<bool> {
        if terminator == Terminator::End {
            return Ok(true);
        }
        self.skip_newlines()?;
        Ok(self.is_at_list_end())
    }

    fn finish_list(&mut self, start: usize, base: usize) -> List<'a> {
        let span = self.span_from(start);
        List { span, items: take(self.arena, &mut self.stacks.items, base) }
    }

    /// The list that is one item, which needs no list that grows.
    fn list_of_one(&self, start: usize, found: FoundAndOr<'a>, terminator: Terminator) -> List<'a> {
        let item = self.list_item_node(found, terminator);
        List { span: self.span_from(start), items: self.arena.alloc_slice_copy(&[item]) }
    }

    /// Takes a `;` or `&`, or tells of a newline without taking it.
    #[inline]
    pub fn terminator(&mut self) -> Terminator {
        self.cursor.skip_blanks();
        let next = || self.cursor.byte(self.cursor.after_continuations(self.cursor.position + 1));
        let terminator = match self.cursor.peek() {
            b';' if !matches!(next(), b';' | b'&') => Terminator::Semicolon,
            b'&' if !matches!(next(), b'&' | b'>') => Terminator::Background,
            b'\n' => return Terminator::Newline,
            _ => return Terminator::End,
        };
        self.cursor.position += 1;
        terminator
    }

    /// True where no further command can begin: a closer or the end of the text.
    fn is_at_list_end(&self) -> bool {
        match self.cursor.peek() {
            b')' => true,
            b';' => matches!(
                self.cursor.byte(self.cursor.after_continuations(self.cursor.position + 1)),
                b';' | b'&'
            ),
            0 => self.cursor.is_at_end(),
            _ => ReservedWord::at(&self.cursor).is_some_and(|(word, _)| word.closes()),
        }
    }

    /// Steps over blanks, comments and newlines; reads the bodies of here-documents that wait for them.
    #[inline]
    pub fn skip_newlines(&mut self) -> Parse<()> {
        loop {
            self.cursor.skip_blanks();
            if self.cursor.peek() != b'\n' {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// Takes a newline and the bodies of the here-documents that wait for it.
    #[inline]
    pub fn newline(&mut self) -> Parse<()> {
        self.cursor.position += 1;
        if self.pending.len() > self.pending_base { self.read_here_documents() } else { Ok(()) }
    }

    /// Takes a reserved word or fails.
    pub fn expect_reserved(&mut self, expected: ReservedWord, opener: Span) -> Parse<()> {
        self.cursor.skip_blanks();
        match ReservedWord::at(&self.cursor) {
            Some((word, end)) if word == expected => {
                self.cursor.position = end;
                Ok(())
            }
            _ => self.unexpected(Some(opener)),
        }
    }

    /// Takes the byte that closes a construct; fails with `kind` at the end of the text.
    pub fn expect_byte(&mut self, expected: u8, kind: SyntaxErrorKind, opener: Span) -> Parse<()> {
        if self.cursor.peek() == expected && !self.cursor.is_at_end() {
            self.cursor.position += 1;
            return Ok(());
        }
        if self.cursor.is_at_end() {
            return self.fail_here(kind, Some(opener));
        }
        self.unexpected(Some(opener))
    }
}
