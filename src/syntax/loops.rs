//! `for`, `select`, `while` and `until` (manual 3.2.5.1, 3.2.5.2).

use super::SyntaxErrorKind;
use super::ast::{Arithmetic, ArithmeticFor, CompoundKind, ConditionLoop, ForLoop, List, Word};
use super::operand::Ends;
use super::parser::{Parse, Parser, take};
use super::word::Rules;
use crate::lexer::{ReservedWord, is_break};
use crate::span::Span;

impl<'a> Parser<'a> {
    #[inline(never)]
    pub fn condition_loop(&mut self, opener: Span) -> Parse<&'a ConditionLoop<'a>> {
        let condition = self.compound_list()?;
        let body = self.do_group(opener)?;
        Ok(self.arena.alloc(ConditionLoop { condition, body }))
    }

    #[inline(never)]
    fn do_group(&mut self, opener: Span) -> Parse<List<'a>> {
        self.expect_reserved(ReservedWord::Do, opener)?;
        let body = self.compound_list()?;
        self.expect_reserved(ReservedWord::Done, opener)?;
        Ok(body)
    }

    /// `do … done`, or `{ … }` which Bash takes here too.
    fn loop_body(&mut self, opener: Span) -> Parse<List<'a>> {
        self.cursor.skip_blanks();
        let Some((ReservedWord::OpenBrace, end)) = ReservedWord::at(&self.cursor) else {
            return self.do_group(opener);
        };
        self.cursor.position = end;
        let body = self.compound_list()?;
        self.expect_reserved(ReservedWord::CloseBrace, opener)?;
        Ok(body)
    }

    #[inline(never)]
    pub fn for_command(&mut self, opener: Span) -> Parse<CompoundKind<'a>> {
        self.cursor.skip_blanks();
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        if self.cursor.peek() == b'(' && self.cursor.byte(next) == b'(' {
            return Ok(CompoundKind::ArithmeticFor(self.arithmetic_for(next + 1, opener)?));
        }
        Ok(CompoundKind::For(self.for_loop(opener)?))
    }

    /// What follows `for` or `select`.
    #[inline(never)]
    pub fn for_loop(&mut self, opener: Span) -> Parse<&'a ForLoop<'a>> {
        self.cursor.skip_blanks();
        let variable = self.required_word(Rules::PLAIN, opener)?;
        let words = self.for_words(opener)?;
        let body = self.loop_body(opener)?;
        Ok(self.arena.alloc(ForLoop { variable, words, body }))
    }

    /// `[newlines] in words ;`, or `;`, or nothing; ends before `do` or `{`.
    #[inline(never)]
    fn for_words(&mut self, opener: Span) -> Parse<Option<&'a [Word<'a>]>> {
        self.cursor.skip_blanks();
        let before = self.cursor.position;
        if self.cursor.peek() == b';' {
            self.cursor.position += 1;
            self.skip_newlines()?;
            return Ok(None);
        }
        self.skip_newlines()?;
        match ReservedWord::at(&self.cursor) {
            Some((ReservedWord::In, end)) => self.cursor.position = end,
            Some((ReservedWord::OpenBrace, _)) if self.cursor.position == before => {
                return self.unexpected(Some(opener));
            }
            _ => return Ok(None),
        }
        let base = self.stacks.words.len();
        loop {
            self.cursor.skip_blanks();
            if self.cursor.is_at_end() || self.is_word_end() {
                break;
            }
            let word = self.word(Rules::ARGUMENT)?;
            self.stacks.words.push(word);
        }
        match self.cursor.peek() {
            b';' => self.cursor.position += 1,
            b'\n' => {}
            _ => return self.unexpected(Some(opener)),
        }
        self.skip_newlines()?;
        Ok(Some(take(self.arena, &mut self.stacks.words, base)))
    }

    /// True if the byte here ends words and begins none.
    pub fn is_word_end(&self) -> bool {
        let byte = self.cursor.peek();
        is_break(byte)
            && !(matches!(byte, b'<' | b'>')
                && self.cursor.byte(self.cursor.after_continuations(self.cursor.position + 1)) == b'(')
    }

    /// `for ((…; …; …))`; `start` is behind the parentheses.
    #[inline(never)]
    fn arithmetic_for(&mut self, start: usize, opener: Span) -> Parse<&'a ArithmeticFor<'a>> {
        let parenthesis = self.cursor.position;
        self.cursor.position = start;
        let initial = self.arithmetic_until(Ends::Semicolon)?;
        self.arithmetic_semicolon(parenthesis, opener)?;
        let condition = self.arithmetic_until(Ends::Semicolon)?;
        self.arithmetic_semicolon(parenthesis, opener)?;
        let update = self.arithmetic_until(Ends::Semicolon)?;
        if self.cursor.peek() == b';' {
            return self.fail_here(SyntaxErrorKind::ArithmeticForExpressions, Some(opener));
        }
        self.close_arithmetic(opener)?;
        self.cursor.skip_blanks();
        if self.cursor.peek() == b';' {
            self.cursor.position += 1;
        }
        self.skip_newlines()?;
        let body = self.loop_body(opener)?;
        Ok(self.arena.alloc(ArithmeticFor { initial, condition, update, body }))
    }

    fn arithmetic_semicolon(&mut self, parenthesis: usize, opener: Span) -> Parse<()> {
        if self.cursor.is_at_end() {
            let span = self.cursor.span(parenthesis, parenthesis + 1);
            return self.fail_here(SyntaxErrorKind::UnterminatedArithmetic, Some(span));
        }
        if self.cursor.peek() != b';' {
            return self.fail_here(SyntaxErrorKind::ArithmeticForExpressions, Some(opener));
        }
        self.cursor.position += 1;
        Ok(())
    }

    fn arithmetic_until(&mut self, ends: Ends) -> Parse<Arithmetic<'a>> {
        let expression = self.operand(ends)?;
        Ok(Arithmetic { span: expression.span(), expression })
    }
}
