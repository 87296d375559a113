//! Pipelines (manual 3.2.3), with `!` and `time` in front.

use super::ast::{Command, FullPipeline, Pipeline, TimeFormat};
use super::parser::{Parse, Parser, take};
use crate::lexer::{ReservedWord, is_break};

impl<'a> Parser<'a> {
    /// A pipeline.
    #[inline]
    pub fn pipeline(&mut self) -> Parse<Pipeline<'a>> {
        self.cursor.skip_blanks();
        let start = self.cursor.position;
        let (negated, time) = self.pipeline_prefix();
        if self.cursor.position > start {
            return self.prefixed_pipeline(start, negated, time);
        }
        let first = self.command()?;
        match self.pipe() {
            None => Ok(Pipeline::of_command(first)),
            Some(pipes_stderr) => {
                let span = first.span();
                self.piped(first, pipes_stderr, FullPipeline { span, ..FullPipeline::default() })
            }
        }
    }

    /// What follows `!` or `time`.
    #[inline(never)]
    fn prefixed_pipeline(
        &mut self,
        start: usize,
        negated: bool,
        time: Option<TimeFormat>,
    ) -> Parse<Pipeline<'a>> {
        let span = self.span_from(start);
        let mut pipeline = FullPipeline { span, negated, time, ..FullPipeline::default() };
        if self.is_prefix_alone(start, time) {
            return Ok(Pipeline::full(self.arena.alloc(pipeline)));
        }
        let first = self.command()?;
        pipeline.span = span.join(first.span());
        match self.pipe() {
            None => {
                pipeline.commands = self.arena.alloc_slice_copy(&[first]);
                Ok(Pipeline::full(self.arena.alloc(pipeline)))
            }
            Some(pipes_stderr) => self.piped(first, pipes_stderr, pipeline),
        }
    }

    /// The commands behind the first `|`.
    #[inline(never)]
    fn piped(
        &mut self,
        first: Command<'a>,
        pipes_stderr: bool,
        mut pipeline: FullPipeline<'a>,
    ) -> Parse<Pipeline<'a>> {
        let (base, pipes_base) = (self.stacks.commands.len(), self.stacks.stderr_pipes.len());
        self.stacks.commands.push(first);
        let mut pipe = Some(pipes_stderr);
        while let Some(pipes_stderr) = pipe {
            if pipes_stderr {
                let index = self.stacks.commands.len() - 1 - base;
                self.stacks.stderr_pipes.extend(u32::try_from(index));
            }
            self.skip_newlines()?;
            let command = self.command_after_pipe()?;
            self.stacks.commands.push(command);
            pipe = self.pipe();
        }
        pipeline.commands = take(self.arena, &mut self.stacks.commands, base);
        pipeline.stderr_pipes = take(self.arena, &mut self.stacks.stderr_pipes, pipes_base);
        let last = pipeline.commands.last().map(Command::span);
        pipeline.span = last.map_or(pipeline.span, |last| pipeline.span.join(last));
        Ok(Pipeline::full(self.arena.alloc(pipeline)))
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
