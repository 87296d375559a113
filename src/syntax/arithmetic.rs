//! `((…))`, `$((…))` and `$[…]` (manual 3.2.5.2, 3.5.5).

use super::SyntaxErrorKind;
use super::ast::{Arithmetic, CommandSubstitution, List, SubstitutionKind, Word, WordPart, WordPartKind};
use super::operand::Ends;
use super::parser::{Parse, Parser};
use crate::lexer::{DoubleParenthesis, double_parenthesis, is_operand_stop};
use crate::span::Span;

impl<'a> Parser<'a> {
    /// `((…))` if it is that and no subshell in a subshell; `start` is behind both parentheses. The cursor stands at
    /// the first and moves only if it is arithmetic.
    #[inline(never)]
    pub fn arithmetic_command(&mut self, start: usize) -> Parse<Option<&'a Arithmetic<'a>>> {
        let opener = self.cursor.span(self.cursor.position, start);
        let verdict = self.double_parenthesis(start)?;
        match verdict {
            DoubleParenthesis::Nested(_) => Ok(None),
            DoubleParenthesis::Unclosed => self.unclosed(opener),
            DoubleParenthesis::Arithmetic(end) => {
                self.cursor.position = start;
                let arithmetic = self.arithmetic_body(opener, end)?;
                // Here Bash takes no backslash-newline before the second.
                self.expect_byte(b')', SyntaxErrorKind::UnterminatedArithmetic, opener)?;
                Ok(Some(arithmetic))
            }
        }
    }

    fn double_parenthesis(&mut self, start: usize) -> Parse<DoubleParenthesis> {
        let (verdict, read) = double_parenthesis(&self.cursor, start);
        self.spend(read)?;
        Ok(verdict)
    }

    fn unclosed<T>(&mut self, opener: Span) -> Parse<T> {
        let end = self.cursor.len();
        self.fail(SyntaxErrorKind::UnterminatedArithmetic, end, end, Some(opener))
    }

    /// The expression up to `end`, where the first `)` of the closing ones stands.
    fn arithmetic_body(&mut self, opener: Span, end: usize) -> Parse<&'a Arithmetic<'a>> {
        let (start, mark) = (self.cursor.position, self.mark());
        let expression = match self.operand(Ends::Parenthesis) {
            Ok(expression) if self.cursor.position == end => expression,
            _ => {
                let read = self.cursor.position.saturating_sub(start);
                self.forgive()?;
                self.rewind(&mark);
                self.spend(read)?;
                self.bounded_expression(end)?
            }
        };
        self.expect_byte(b')', SyntaxErrorKind::UnterminatedArithmetic, opener)?;
        Ok(self.arena.alloc(Arithmetic { span: expression.span(), expression }))
    }

    /// The text up to `end`. To find it Bash looks into quotes and `$(…)` but not into `${…}`: a brace that is not closed
    /// before it is met only when the expression is evaluated, and what stands behind it stays a literal.
    #[cold]
    fn bounded_expression(&mut self, end: usize) -> Parse<Word<'a>> {
        self.enter()?;
        let (start, base, outside) = (self.cursor.position, self.stacks.parts.len(), self.cursor);
        self.cursor = outside.within(start, end);
        let mut result = Ok(start);
        while let Ok(run) = result {
            self.cursor.run(is_operand_stop);
            if self.cursor.is_at_end() {
                break;
            }
            result = match self.cursor.peek() {
                b'$' if self.cursor.byte(self.cursor.second()) == b'{' => self.bounded_parameter(run),
                b'$' | b'\\' | b'"' | b'\'' | b'`' => self.pattern_special(run),
                _ => {
                    self.cursor.position += 1;
                    Ok(run)
                }
            };
        }
        if let Ok(run) = result {
            self.push_literal(run);
        }
        self.cursor = outside;
        self.cursor.position = end;
        result?;
        self.leave();
        Ok(self.finish_word(start, base))
    }

    fn bounded_parameter(&mut self, run: usize) -> Parse<usize> {
        let mark = self.mark();
        let result = self.pattern_special(run);
        if result.is_err() {
            if !self.failed_with(&SyntaxErrorKind::UnterminatedParameter) {
                return result;
            }
            self.defer_error()?;
            self.rewind(&mark);
            self.cursor.position = self.cursor.len();
            return Ok(run);
        }
        result
    }

    /// Takes `))`.
    pub fn close_arithmetic(&mut self, opener: Span) -> Parse<()> {
        self.expect_byte(b')', SyntaxErrorKind::UnterminatedArithmetic, opener)?;
        self.close_outer(opener)
    }

    /// Takes the second `)`, which a backslash-newline may stand before.
    fn close_outer(&mut self, opener: Span) -> Parse<()> {
        self.cursor.position = self.cursor.after_continuations(self.cursor.position);
        self.expect_byte(b')', SyntaxErrorKind::UnterminatedArithmetic, opener)
    }

    /// `$((…))` or `$(…)`; `at` is the offset of the first parenthesis, the cursor stands at the `$`.
    #[inline(never)]
    pub fn dollar_parenthesis(&mut self, at: usize) -> Parse<()> {
        let next = self.cursor.after_continuations(at + 1);
        if self.cursor.byte(next) != b'(' {
            return self.command_substitution(at + 1);
        }
        let start = self.cursor.position;
        let opener = self.cursor.span(start, next + 1);
        match self.double_parenthesis(next + 1)? {
            DoubleParenthesis::Unclosed | DoubleParenthesis::Nested(None) => self.unclosed(opener),
            DoubleParenthesis::Nested(Some(end)) => self.nested_parenthesis(at, end),
            DoubleParenthesis::Arithmetic(end) => {
                self.cursor.position = next + 1;
                let arithmetic = self.arithmetic_body(opener, end)?;
                self.close_outer(opener)?;
                let span = self.span_from(start);
                self.stacks.parts.push(WordPart { span, kind: WordPartKind::Arithmetic(arithmetic) });
                Ok(())
            }
        }
    }

    /// `$((…)…)`, up to `end`: a substitution that Bash parses only when it runs it.
    #[inline(never)]
    fn nested_parenthesis(&mut self, at: usize, end: usize) -> Parse<()> {
        let (start, mark) = (self.cursor.position, self.mark());
        if self.command_substitution(at + 1).is_ok() {
            if self.cursor.position == end {
                return Ok(());
            }
            // Bash counts parentheses alone: it hands on less, or more, than what parses here.
            let opener = self.cursor.span(start, at + 1);
            let _: Parse<()> = self.fail(SyntaxErrorKind::UnterminatedSubstitution, end, end, Some(opener));
        }
        self.defer_error()?;
        self.rewind(&mark);
        self.substitutions_inside(at + 1, end)?;
        self.rewind(&mark);
        self.cursor.position = end;
        let span = self.span_from(start);
        let body = List { span: self.cursor.span(end - 1, end - 1), items: &[] };
        let node = CommandSubstitution { span, kind: SubstitutionKind::Dollar, body };
        self.stacks
            .parts
            .push(WordPart { span, kind: WordPartKind::CommandSubstitution(self.arena.alloc(node)) });
        Ok(())
    }

    /// Reads the substitutions between two offsets, of a text that is none itself: Bash parses these at once, where it
    /// looks for the closing parentheses.
    fn substitutions_inside(&mut self, start: usize, end: usize) -> Parse<()> {
        self.spend(end - start)?;
        let (outside, deferred) = (self.cursor, self.deferred_errors());
        self.cursor = outside.within(start, end);
        let read = self.operand(Ends::Parenthesis);
        let position = self.cursor.position;
        self.cursor = outside;
        self.cursor.position = position;
        self.forget_deferred(deferred);
        read.map(|_| ())
    }

    /// `$[…]`; `at` is the offset of the bracket.
    #[inline(never)]
    pub fn dollar_bracket(&mut self, at: usize) -> Parse<()> {
        let start = self.cursor.position;
        self.cursor.position = at + 1;
        let expression = self.operand(Ends::Bracket)?;
        if self.cursor.is_at_end() {
            return self.unterminated(start, at + 1 - start, SyntaxErrorKind::UnterminatedArithmetic);
        }
        self.cursor.position += 1;
        let arithmetic = self.arena.alloc(Arithmetic { span: expression.span(), expression });
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind: WordPartKind::Arithmetic(arithmetic) });
        Ok(())
    }
}
