//! Pipelines joined by `&&` and `||` (manual 3.2.4).

use super::ast::{AndOr, AndOrOperator};
use super::parser::{Parse, Parser, take};

impl<'a> Parser<'a> {
    pub fn and_or(&mut self) -> Parse<AndOr<'a>> {
        let first = self.pipeline()?;
        let base = self.stacks.pipelines.len();
        let mut span = first.span;
        while let Some(operator) = self.and_or_operator() {
            self.skip_newlines()?;
            let next = self.pipeline()?;
            span = span.join(next.span);
            self.stacks.pipelines.push((operator, next));
        }
        Ok(AndOr { span, first, rest: take(self.arena, &mut self.stacks.pipelines, base) })
    }

    fn and_or_operator(&mut self) -> Option<AndOrOperator> {
        self.cursor.skip_blanks();
        let operator = match self.cursor.peek() {
            b'&' => AndOrOperator::And,
            b'|' => AndOrOperator::Or,
            _ => return None,
        };
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        if self.cursor.byte(next) != self.cursor.peek() {
            return None;
        }
        self.cursor.position = next + 1;
        Some(operator)
    }
}
