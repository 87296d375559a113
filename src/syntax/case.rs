//! `case` (manual 3.2.5.2).

use super::ast::{CaseArm, CaseCommand, CaseTerminator, CompoundKind, Word};
use super::parser::{Parse, Parser, take};
use super::word::Rules;
use crate::lexer::{ControlOperator, ReservedWord, operator_at};
use crate::span::Span;

impl<'a> Parser<'a> {
    /// What follows `case`.
    #[inline(never)]
    pub fn case_command(&mut self, opener: Span) -> Parse<CompoundKind<'a>> {
        self.cursor.skip_blanks();
        let subject = self.required_word(Rules::PLAIN, opener)?;
        self.skip_newlines()?;
        self.expect_reserved(ReservedWord::In, opener)?;
        let base = self.stacks.arms.len();
        loop {
            self.skip_newlines()?;
            if self.take_esac() {
                break;
            }
            if self.case_arm(opener)? {
                self.expect_reserved(ReservedWord::Esac, opener)?;
                break;
            }
        }
        let arms = take(self.arena, &mut self.stacks.arms, base);
        Ok(CompoundKind::Case(self.arena.alloc(CaseCommand { subject, arms })))
    }

    fn take_esac(&mut self) -> bool {
        match ReservedWord::at(&self.cursor) {
            Some((ReservedWord::Esac, end)) => {
                self.cursor.position = end;
                true
            }
            _ => false,
        }
    }

    /// Pushes one arm; tells whether nothing ends it.
    #[inline(never)]
    fn case_arm(&mut self, opener: Span) -> Parse<bool> {
        let start = self.cursor.position;
        let patterns = self.case_patterns(opener)?;
        let body = self.optional_list()?;
        self.cursor.skip_blanks();
        let (terminator, is_last) = match operator_at(&self.cursor, self.cursor.position) {
            Some((ControlOperator::DoubleSemicolon, end)) => {
                (self.arm_end(end, CaseTerminator::Break), false)
            }
            Some((ControlOperator::SemicolonAmpersand, end)) => {
                (self.arm_end(end, CaseTerminator::FallThrough), false)
            }
            Some((ControlOperator::DoubleSemicolonAmpersand, end)) => {
                (self.arm_end(end, CaseTerminator::TestNext), false)
            }
            _ => (CaseTerminator::Break, true),
        };
        let span = self.span_from(start);
        self.stacks.arms.push(CaseArm { span, patterns, body, terminator });
        Ok(is_last)
    }

    fn arm_end(&mut self, end: usize, terminator: CaseTerminator) -> CaseTerminator {
        self.cursor.position = end;
        terminator
    }

    /// `[(] pattern [| pattern]… )`
    #[inline(never)]
    fn case_patterns(&mut self, opener: Span) -> Parse<&'a [Word<'a>]> {
        if self.cursor.peek() == b'(' {
            self.cursor.position += 1;
        }
        let base = self.stacks.words.len();
        loop {
            self.cursor.skip_blanks();
            let pattern = self.required_word(Rules::PATTERN, opener)?;
            self.stacks.words.push(pattern);
            self.cursor.skip_blanks();
            match operator_at(&self.cursor, self.cursor.position) {
                Some((ControlOperator::Bar, end)) => self.cursor.position = end,
                Some((ControlOperator::CloseParenthesis, end)) => {
                    self.cursor.position = end;
                    return Ok(take(self.arena, &mut self.stacks.words, base));
                }
                _ => return self.unexpected(Some(opener)),
            }
        }
    }
}
