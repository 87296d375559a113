//! Pipelines joined by `&&` and `||` (manual 3.2.4).

use super::ast::{AndOr, AndOrOperator, Chain, ListItem, Pipeline, Terminator};
use super::parser::{Parse, Parser, take};

impl<'a> Parser<'a> {
    /// Pushes an and-or list with its terminator, which it tells.
    #[inline(never)]
    pub fn list_item(&mut self) -> Parse<Terminator> {
        let first = self.pipeline()?;
        let and_or = match self.and_or_operator() {
            None => AndOr::of_pipeline(first),
            Some(operator) => self.chain(first, operator)?,
        };
        let terminator = self.terminator();
        self.stacks.items.push(ListItem { and_or, terminator });
        Ok(terminator)
    }

    /// The and-or list that goes on behind its first operator.
    #[inline(never)]
    fn chain(&mut self, first: Pipeline<'a>, operator: AndOrOperator) -> Parse<AndOr<'a>> {
        let (base, mut next) = (self.stacks.pipelines.len(), Some(operator));
        while let Some(operator) = next {
            self.skip_newlines()?;
            let pipeline = self.pipeline()?;
            self.stacks.pipelines.push((operator, pipeline));
            next = self.and_or_operator();
        }
        let rest = take(self.arena, &mut self.stacks.pipelines, base);
        Ok(AndOr::of_chain(self.arena.alloc(Chain { first, rest })))
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
