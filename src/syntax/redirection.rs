//! Redirections (manual 3.6).

use super::ast::{Descriptor, Redirection, RedirectionOperator, RedirectionTarget, Word};
use super::parser::{Parse, Parser};
use super::word::Rules;
use crate::lexer::{is_name, is_name_start, redirection_operator};
use crate::span::Span;

impl<'a> Parser<'a> {
    /// Reads a redirection if one begins here and pushes it. The cursor stands behind blanks afterwards or has not
    /// moved.
    #[inline]
    pub fn optional_redirection(&mut self) -> Parse<bool> {
        let before = self.cursor.position;
        self.cursor.skip_blanks();
        let start = self.cursor.position;
        let descriptor = match self.cursor.peek() {
            b'<' | b'>' | b'&' => None,
            b'0'..=b'9' => self.number(),
            b'{' => self.variable(),
            _ => {
                self.cursor.position = before;
                return Ok(false);
            }
        };
        match redirection_operator(&self.cursor, self.cursor.position) {
            Some((operator, end)) if descriptor.is_none() || self.cursor.peek() != b'&' => {
                self.cursor.position = end;
                self.redirection(start, descriptor, operator)?;
                Ok(true)
            }
            _ => {
                self.cursor.position = before;
                Ok(false)
            }
        }
    }

    #[inline(never)]
    fn redirection(
        &mut self,
        start: usize,
        descriptor: Option<Descriptor<'a>>,
        operator: RedirectionOperator,
    ) -> Parse<()> {
        self.enter()?;
        let target = self.redirection_target(start, operator)?;
        let span = self.span_from(start);
        self.leave();
        self.stacks.redirections.push(Redirection { span, descriptor, operator, target });
        Ok(())
    }

    #[inline]
    fn redirection_target(
        &mut self,
        start: usize,
        operator: RedirectionOperator,
    ) -> Parse<RedirectionTarget<'a>> {
        let opener = self.span_from(start);
        self.cursor.skip_blanks();
        Ok(match operator {
            RedirectionOperator::HereDocument | RedirectionOperator::HereDocumentStripTabs => {
                self.expect_no_descriptor()?;
                RedirectionTarget::HereDocument(self.here_document(operator, opener)?)
            }
            RedirectionOperator::DuplicateInput | RedirectionOperator::DuplicateOutput => {
                RedirectionTarget::Word(self.duplicated(opener)?)
            }
            RedirectionOperator::HereString => {
                self.expect_no_descriptor()?;
                RedirectionTarget::Word(self.required_word(Rules::PLAIN, opener)?)
            }
            RedirectionOperator::Read
            | RedirectionOperator::Write
            | RedirectionOperator::Append
            | RedirectionOperator::Clobber
            | RedirectionOperator::ReadWrite
            | RedirectionOperator::WriteBoth
            | RedirectionOperator::AppendBoth => {
                self.expect_no_descriptor()?;
                RedirectionTarget::Word(self.required_word(Rules::ARGUMENT, opener)?)
            }
        })
    }

    /// The target of `<&` and `>&`: a `-` ends there, whatever follows.
    fn duplicated(&mut self, opener: Span) -> Parse<Word<'a>> {
        if self.cursor.peek() != b'-' {
            return self.required_word(Rules::ARGUMENT, opener);
        }
        let (start, base) = (self.cursor.position, self.stacks.parts.len());
        self.cursor.position += 1;
        self.push_literal(start);
        Ok(self.finish_word(start, base))
    }

    /// In `> 2> f` the `2` belongs to the second operator, so the first has no target.
    fn expect_no_descriptor(&mut self) -> Parse<()> {
        if self.is_descriptor() { self.unexpected(None) } else { Ok(()) }
    }

    /// True before a descriptor that belongs to an operator: `3<`, `{a}<`.
    pub(super) fn is_descriptor(&mut self) -> bool {
        let before = self.cursor.position;
        let descriptor = match self.cursor.peek() {
            b'0'..=b'9' => self.number(),
            b'{' => self.variable(),
            _ => None,
        };
        let is_descriptor =
            descriptor.is_some() && redirection_operator(&self.cursor, self.cursor.position).is_some();
        self.cursor.position = before;
        is_descriptor
    }

    /// Takes digits that touch `<` or `>` and fit a descriptor.
    pub fn number(&mut self) -> Option<Descriptor<'a>> {
        let start = self.cursor.position;
        self.cursor.run(|byte| !byte.is_ascii_digit());
        let is_parted = self.cursor.peek() == b'\\';
        let digits = if is_parted { self.continued_name(start) } else { self.cursor.since(start) };
        match digits.parse::<i32>().ok().and_then(|number| u32::try_from(number).ok()) {
            Some(number) if matches!(self.cursor.peek(), b'<' | b'>') => Some(Descriptor::Number(number)),
            _ => {
                self.cursor.position = start;
                None
            }
        }
    }

    /// Takes `{name}` or `{name[…]}` that touches `<` or `>`.
    pub fn variable(&mut self) -> Option<Descriptor<'a>> {
        let start = self.cursor.position;
        let descriptor = self.braced_variable();
        if descriptor.is_none() {
            self.cursor.position = start;
        }
        descriptor
    }

    fn braced_variable(&mut self) -> Option<Descriptor<'a>> {
        self.cursor.position = self.cursor.second();
        let start = self.cursor.position;
        if !is_name_start(self.cursor.peek()) {
            return None;
        }
        self.cursor.run(|byte| !is_name(byte));
        let mut name = self.cursor.since(start);
        if self.cursor.peek() == b'\\' {
            name = self.continued_name(start);
        } else if self.cursor.peek() == b'[' {
            self.cursor.run(|byte| {
                matches!(byte, b']' | b'}' | b' ' | b'\n' | b'\'' | b'"' | b'`' | b'(' | b'<' | b'>')
            });
            if self.cursor.peek() != b']' {
                return None;
            }
            self.cursor.position += 1;
            name = self.cursor.since(start);
        }
        if self.cursor.peek() != b'}' || !matches!(self.cursor.byte(self.cursor.second()), b'<' | b'>') {
            return None;
        }
        self.cursor.position = self.cursor.second();
        Some(Descriptor::Variable(name))
    }
}
