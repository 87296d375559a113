//! Pipelines joined by `&&` and `||` (manual 3.2.4).

use super::ast::{AndOrOperator, Chain, Command, Pipeline};
use super::found::{FoundAndOr, FoundPipeline};
use super::parser::{Parse, Parser, take};

impl<'a> Parser<'a> {
    /// An and-or list.
    #[inline]
    pub fn and_or(&mut self) -> Parse<FoundAndOr<'a>> {
        let base = self.stacks.pipelines.len();
        // The operator of the first one is never asked for.
        let mut operator = AndOrOperator::And;
        loop {
            let found = self.pipeline()?;
            let next = self.and_or_operator();
            if next.is_none() && self.stacks.pipelines.len() == base {
                return Ok(FoundAndOr::Pipeline(found));
            }
            self.push_pipeline(operator, found);
            match next {
                None => return Ok(self.finish_chain(base)),
                Some(next) => operator = next,
            }
            self.skip_newlines()?;
        }
    }

    #[inline(never)]
    fn push_pipeline(&mut self, operator: AndOrOperator, found: FoundPipeline<'a>) {
        let pipeline = self.pipeline_node(found);
        self.stacks.pipelines.push((operator, pipeline));
    }

    #[inline(never)]
    fn finish_chain(&mut self, base: usize) -> FoundAndOr<'a> {
        let rest = take(self.arena, &mut self.stacks.pipelines, base + 1);
        let first = self.stacks.pipelines.pop();
        let first = first.map_or(Pipeline::of_command(Command::Simple(self.simple)), |(_, first)| first);
        FoundAndOr::Chain(self.arena.alloc(Chain { first, rest }))
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
