//! Pipelines joined by `&&` and `||` (manual 3.2.4).

use super::ast::{AndOr, AndOrOperator, ListItem, Terminator};
use super::parser::{Parse, Parser, take};

impl<'a> Parser<'a> {
    /// Pushes an and-or list with its terminator, which it tells.
    #[inline(never)]
    pub fn list_item(&mut self) -> Parse<Terminator> {
        let base = self.stacks.pipelines.len();
        // The operator of the first one is never asked for.
        self.pipeline(AndOrOperator::And)?;
        while let Some(operator) = self.and_or_operator() {
            self.skip_newlines()?;
            self.pipeline(operator)?;
        }
        Ok(self.finish_list_item(base))
    }

    #[inline(always)]
    fn finish_list_item(&mut self, base: usize) -> Terminator {
        let terminator = self.terminator();
        let rest = take(self.arena, &mut self.stacks.pipelines, base + 1);
        if let Some((_, first)) = self.stacks.pipelines.pop() {
            let span = rest.last().map_or(first.span, |(_, last)| first.span.join(last.span));
            self.stacks.items.push(ListItem { and_or: AndOr { span, first, rest }, terminator });
        }
        terminator
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
