//! Pipelines (manual 3.2.3), with `!` and `time` in front.

use super::ast::{FullPipeline, TimeFormat};
use super::found::{FoundCommand, FoundPipeline};
use super::parser::{Parse, Parser, take};
use crate::lexer::{ReservedWord, is_break};

/// Whether `!` negates, and `time`.
type Prefix = (bool, Option<TimeFormat>);

impl<'a> Parser<'a> {
    /// A pipeline.
    #[inline]
    pub fn pipeline(&mut self) -> Parse<FoundPipeline<'a>> {
        self.cursor.skip_blanks();
        let start = self.cursor.position;
        let prefix = self.pipeline_prefix();
        let has_prefix = self.cursor.position > start;
        if has_prefix && self.is_prefix_alone(start, prefix.1) {
            return Ok(self.prefix_alone(start, prefix));
        }
        let bases = (self.stacks.commands.len(), self.stacks.stderr_pipes.len());
        let mut found = self.command()?;
        while let Some(pipes_stderr) = self.pipe() {
            self.push_command(found);
            if pipes_stderr {
                self.note_stderr_pipe(bases.0);
            }
            self.skip_newlines()?;
            found = self.command_after_pipe()?;
        }
        if !has_prefix && self.stacks.commands.len() == bases.0 {
            return Ok(FoundPipeline::Command(found));
        }
        self.push_command(found);
        Ok(self.finish_pipeline(start, bases, prefix))
    }

    #[inline(never)]
    fn prefix_alone(&self, start: usize, (negated, time): Prefix) -> FoundPipeline<'a> {
        let node = FullPipeline { span: self.span_from(start), negated, time, ..FullPipeline::default() };
        FoundPipeline::Full(self.arena.alloc(node))
    }

    /// Remembers that `|&` follows the last command of those above `base`.
    #[cold]
    fn note_stderr_pipe(&mut self, base: usize) {
        let index = (self.stacks.commands.len() - base).saturating_sub(1);
        self.stacks.stderr_pipes.extend(u32::try_from(index));
    }

    #[inline(never)]
    fn push_command(&mut self, found: FoundCommand<'a>) {
        let command = self.command_node(found);
        self.stacks.commands.push(command);
    }

    #[inline(never)]
    fn finish_pipeline(
        &mut self,
        start: usize,
        (base, pipes_base): (usize, usize),
        (negated, time): Prefix,
    ) -> FoundPipeline<'a> {
        let commands = take(self.arena, &mut self.stacks.commands, base);
        let stderr_pipes = take(self.arena, &mut self.stacks.stderr_pipes, pipes_base);
        let start = self.cursor.span(start, start);
        let span = commands.last().map_or(start, |last| start.join(last.span()));
        let node = FullPipeline { span, negated, time, commands, stderr_pipes };
        FoundPipeline::Full(self.arena.alloc(node))
    }

    /// Takes any number of `!` and `time [-p] [--]`. Leaves the cursor behind the last of them.
    fn pipeline_prefix(&mut self) -> Prefix {
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
