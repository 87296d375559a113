//! Pipelines (manual 3.2.3), with `!` and `time` in front.

use super::ast::{AndOrOperator, Pipeline, PipelineMember, TimeFormat};
use super::parser::{Parse, Parser, take};
use crate::lexer::{ReservedWord, is_break};
use crate::span::Span;

impl<'a> Parser<'a> {
    /// Pushes a pipeline and the operator before it.
    pub fn pipeline(&mut self, operator: AndOrOperator) -> Parse<()> {
        self.cursor.skip_blanks();
        let start = self.cursor.position;
        let (negated, time) = self.pipeline_prefix();
        let has_prefix = self.cursor.position > start;
        let (base, mut span) = (self.stacks.members.len(), self.span_from(start));
        if !has_prefix || !self.is_prefix_alone(start, time) {
            let commands = self.pipeline_members()?;
            span = if has_prefix { span.join(commands) } else { commands };
        }
        let commands = take(self.arena, &mut self.stacks.members, base);
        self.stacks.pipelines.push((operator, Pipeline { span, negated, time, commands }));
        Ok(())
    }

    /// Pushes commands joined by `|` and gives the span of all.
    #[inline(always)]
    fn pipeline_members(&mut self) -> Parse<Span> {
        let mut command = self.command()?;
        let mut span = command.span();
        while let Some(pipes_stderr) = self.pipe() {
            self.stacks.members.push(PipelineMember { command, pipes_stderr });
            self.skip_newlines()?;
            command = self.command_after_pipe()?;
            span = span.join(command.span());
        }
        self.stacks.members.push(PipelineMember { command, pipes_stderr: false });
        Ok(span)
    }

    /// Takes any number of `!` and `time [-p] [--]`. Leaves the cursor behind the last of them.
    fn pipeline_prefix(&mut self) -> (bool, Option<TimeFormat>) {
        let (mut negated, mut time) = (false, None);
        loop {
            let before = self.cursor.position;
            self.cursor.skip_blanks();
            match ReservedWord::at(&self.cursor) {
                Some((ReservedWord::Bang, end)) if !self.is_pattern_group(end) => {
                    self.cursor.position = end;
                    negated = !negated;
                }
                Some((ReservedWord::Time, end)) => {
                    self.cursor.position = end;
                    time = Some(self.time_options());
                }
                _ => {
                    self.cursor.position = before;
                    return (negated, time);
                }
            }
        }
    }

    fn is_pattern_group(&self, end: usize) -> bool {
        self.extglob && self.cursor.byte(end) == b'('
    }

    fn time_options(&mut self) -> TimeFormat {
        let format = if self.take_option(b'p') { TimeFormat::Posix } else { TimeFormat::Bash };
        self.take_option(b'-');
        format
    }

    /// Takes `-p` or `--` if it is the next word.
    fn take_option(&mut self, letter: u8) -> bool {
        let before = self.cursor.position;
        self.cursor.skip_blanks();
        let at = self.cursor.position;
        let is_option = self.cursor.byte(at) == b'-'
            && self.cursor.byte(at + 1) == letter
            && (at + 2 >= self.cursor.len() || is_break(self.cursor.byte(at + 2)));
        self.cursor.position = if is_option { at + 2 } else { before };
        is_option
    }

    /// True if nothing but a terminator follows `!` or `time`.
    fn is_prefix_alone(&self, start: usize, time: Option<TimeFormat>) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        match ahead.peek() {
            b'\n' => true,
            b';' => !matches!(ahead.byte(ahead.after_continuations(ahead.position + 1)), b';' | b'&'),
            // `$(time)` is the one place where Bash takes `time` for a plain word.
            b')' => time.is_some() && start == self.substitution_start,
            _ => ahead.is_at_end(),
        }
    }

    /// Takes `|` or `|&`; tells whether it was the latter.
    fn pipe(&mut self) -> Option<bool> {
        self.cursor.skip_blanks();
        if self.cursor.peek() != b'|' {
            return None;
        }
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        match self.cursor.byte(next) {
            b'|' => None,
            b'&' => {
                self.cursor.position = next + 1;
                Some(true)
            }
            _ => {
                self.cursor.position += 1;
                Some(false)
            }
        }
    }
}
