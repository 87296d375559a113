//! `[[ … ]]` (manual 3.2.5.2, 6.4).

use super::SyntaxErrorKind;
use super::ast::{TestExpression, TestKind, Word};
use super::parser::{Parse, Parser};
use super::word::Rules;
use crate::lexer::{RedirectionOperator, ReservedWord, is_break, redirection_operator};
use crate::span::Span;

/// The unary operators: the letters behind the dash.
const UNARY_OPERATORS: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

/// The binary operators that are words.
const BINARY_OPERATORS: [&str; 13] =
    ["=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

/// The node that joins two expressions.
type Join<'a> = fn(&'a TestExpression<'a>, &'a TestExpression<'a>) -> TestKind<'a>;

impl<'a> Parser<'a> {
    /// What follows `[[`.
    #[inline(never)]
    pub fn test_command(&mut self, opener: Span) -> Parse<&'a TestExpression<'a>> {
        let expression = self.test_or()?;
        self.cursor.skip_blanks();
        match ReservedWord::at(&self.cursor) {
            Some((ReservedWord::CloseTest, end)) => self.cursor.position = end,
            _ => return self.unexpected(Some(opener)),
        }
        Ok(expression)
    }

    fn test_or(&mut self) -> Parse<&'a TestExpression<'a>> {
        let first = self.test_and()?;
        if !self.take_doubled(b'|') {
            return Ok(first);
        }
        let mut operands = vec![first, self.test_and()?];
        while self.take_doubled(b'|') {
            operands.push(self.test_and()?);
        }
        Ok(self.balanced(&operands, TestKind::Or))
    }

    fn test_and(&mut self) -> Parse<&'a TestExpression<'a>> {
        let first = self.test_term()?;
        if !self.take_doubled(b'&') {
            return Ok(first);
        }
        let mut operands = vec![first, self.test_term()?];
        while self.take_doubled(b'&') {
            operands.push(self.test_term()?);
        }
        Ok(self.balanced(&operands, TestKind::And))
    }

    /// Joins a chain as a tree of logarithmic depth: `&&` and `||` are associative, and a long chain must not become
    /// a deep tree.
    fn balanced(&self, operands: &[&'a TestExpression<'a>], join: Join<'a>) -> &'a TestExpression<'a> {
        let (left, right) = match operands {
            [] => {
                return self.test_node(Span::default(), TestKind::Word(Word::of_parts(Span::default(), &[])));
            }
            [only] => return only,
            _ => operands.split_at(operands.len().div_ceil(2)),
        };
        let (left, right) = (self.balanced(left, join), self.balanced(right, join));
        self.test_node(left.span.join(right.span), join(left, right))
    }

    fn test_node(&self, span: Span, kind: TestKind<'a>) -> &'a TestExpression<'a> {
        self.arena.alloc(TestExpression { span, kind })
    }

    /// Takes `&&` or `||`.
    fn take_doubled(&mut self, byte: u8) -> bool {
        self.cursor.skip_blanks();
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        if self.cursor.peek() != byte || self.cursor.byte(next) != byte {
            return false;
        }
        self.cursor.position = next + 1;
        true
    }

    fn test_term(&mut self) -> Parse<&'a TestExpression<'a>> {
        self.enter()?;
        self.skip_newlines()?;
        let start = self.cursor.position;
        let expression = match ReservedWord::at(&self.cursor) {
            // Bash says nothing of a missing expression: it skips the whole line silently.
            Some((ReservedWord::CloseTest, _)) => {
                let nothing = Word::of_parts(self.span_from(start), &[]);
                self.finish_term(start, TestKind::Word(nothing))
            }
            Some((ReservedWord::Bang, end)) if !(self.extglob && self.cursor.byte(end) == b'(') => {
                self.cursor.position = end;
                let negated = self.test_term()?;
                self.finish_term(start, TestKind::Not(negated))
            }
            _ if self.cursor.peek() == b'(' => self.test_group()?,
            _ => self.test_words()?,
        };
        self.leave();
        Ok(expression)
    }

    /// The expression that began at `start`.
    #[inline(never)]
    fn finish_term(&self, start: usize, kind: TestKind<'a>) -> &'a TestExpression<'a> {
        // What was skipped behind an operand belongs to nobody.
        let end = kind_end(&kind);
        let span = end
            .map_or_else(|| self.span_from(start), |end| self.cursor.span(start, start).join(Span::at(end)));
        self.test_node(span, kind)
    }

    fn test_group(&mut self) -> Parse<&'a TestExpression<'a>> {
        let start = self.cursor.position;
        self.cursor.position += 1;
        let opener = self.span_from(start);
        let inner = self.test_or()?;
        self.cursor.skip_blanks();
        if self.cursor.peek() != b')' {
            return self.unexpected(Some(opener));
        }
        self.cursor.position += 1;
        Ok(self.finish_term(start, TestKind::Group(inner)))
    }

    /// A test of one word, with or without operator, or of two.
    #[inline(never)]
    fn test_words(&mut self) -> Parse<&'a TestExpression<'a>> {
        let start = self.cursor.position;
        if let Some(operator) = self.take_unary_operator() {
            let word = self.test_operand(Rules::PLAIN)?;
            self.skip_newlines()?;
            return Ok(self.finish_term(start, TestKind::Unary(operator, word)));
        }
        let left = self.test_operand(Rules::PLAIN)?;
        self.cursor.skip_blanks();
        let Some(operator) = self.take_binary_operator() else {
            if !self.is_after_operand() {
                return self.no_operator();
            }
            return Ok(self.finish_term(start, TestKind::Word(left)));
        };
        let right = match operator {
            "=~" => self.regex_operand()?,
            "=" | "==" | "!=" => self.test_operand(Rules::TEST_PATTERN)?,
            _ => self.test_operand(Rules::PLAIN)?,
        };
        self.skip_newlines()?;
        Ok(self.finish_term(start, TestKind::Binary(left, operator, right)))
    }

    fn take_unary_operator(&mut self) -> Option<&'a str> {
        let at = self.cursor.position;
        let is_operator = self.cursor.peek() == b'-'
            && UNARY_OPERATORS.contains(&self.cursor.byte(at + 1))
            && (at + 2 >= self.cursor.len() || is_break(self.cursor.byte(at + 2)));
        if !is_operator {
            return None;
        }
        self.cursor.position = at + 2;
        Some(self.cursor.since(at))
    }

    fn take_binary_operator(&mut self) -> Option<&'a str> {
        let at = self.cursor.position;
        if let Some((RedirectionOperator::Read | RedirectionOperator::Write, end)) =
            redirection_operator(&self.cursor, at)
        {
            self.cursor.position = end;
            return Some(self.cursor.slice(at, at + 1));
        }
        let mut ahead = self.cursor;
        ahead.run(is_break);
        let text = ahead.since(at);
        if !BINARY_OPERATORS.contains(&text) {
            return None;
        }
        self.cursor.position = ahead.position;
        Some(text)
    }

    /// A word on the same line that is not the closing `]]`.
    fn test_operand(&mut self, rules: Rules) -> Parse<Word<'a>> {
        self.cursor.skip_blanks();
        let is_closed = matches!(ReservedWord::at(&self.cursor), Some((ReservedWord::CloseTest, _)));
        if is_closed || self.cursor.is_at_end() || self.is_word_end() || self.is_descriptor() {
            return self.no_operand();
        }
        self.word(rules)
    }

    fn regex_operand(&mut self) -> Parse<Word<'a>> {
        self.cursor.skip_blanks();
        let is_closed = matches!(ReservedWord::at(&self.cursor), Some((ReservedWord::CloseTest, _)));
        let word = self.regex_word()?;
        if is_closed || word.parts().is_empty() { self.no_operand() } else { Ok(word) }
    }

    /// True before what may follow a lone word. A newline may not.
    fn is_after_operand(&self) -> bool {
        let next = self.cursor.byte(self.cursor.after_continuations(self.cursor.position + 1));
        match self.cursor.peek() {
            b')' => true,
            byte @ (b'&' | b'|') => next == byte,
            _ => matches!(ReservedWord::at(&self.cursor), Some((ReservedWord::CloseTest, _))),
        }
    }

    fn no_operand<T>(&mut self) -> Parse<T> {
        self.fail_here(SyntaxErrorKind::TestOperand, None)
    }

    fn no_operator<T>(&mut self) -> Parse<T> {
        self.fail_here(SyntaxErrorKind::TestOperator, None)
    }
}

/// Where an expression ends, where its last operand tells.
fn kind_end(kind: &TestKind<'_>) -> Option<u32> {
    match kind {
        TestKind::Not(inner) => Some(inner.span.end),
        TestKind::And(_, right) | TestKind::Or(_, right) => Some(right.span.end),
        TestKind::Word(word) | TestKind::Unary(_, word) | TestKind::Binary(_, _, word) => {
            Some(word.span().end)
        }
        TestKind::Group(_) => None,
    }
}
