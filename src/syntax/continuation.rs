//! Words that backslash-newlines part (manual 3.1.2.1): Bash takes them out before it reads the word, so that `~\⏎/a`
//! is a tilde prefix and `[\⏎ab]` a bracket expression.

use std::collections::BTreeSet;

use bumpalo::collections::{String as ArenaString, Vec as ArenaVec};

use super::ast::Word;
use super::backquote::push_segment;
use super::parser::{Parse, Parser};
use super::word::Rules;
use crate::lexer::{Cursor, SpanMap};
use crate::span::Span;

/// What is kept while the joined text is read; in a box, as a stack of 256 KiB must hold it on every level.
struct Outside<'a> {
    cursor: Cursor<'a>,
    plain_braces: BTreeSet<usize>,
    substitution_start: usize,
    waiting: (usize, usize),
}

impl<'a> Parser<'a> {
    /// Reads `word`, which goes from `start` to here, once more without the backslash-newlines above `joints`. They are
    /// only dropped where the word goes on from `run`, behind parts that something else has read.
    #[cold]
    #[inline(never)]
    pub fn joined_word(
        &mut self,
        word: Word<'a>,
        start: usize,
        run: usize,
        joints: usize,
        rules: Rules,
    ) -> Parse<Word<'a>> {
        let joints = self.joints.split_off(joints);
        if run != start || rules == Rules::DELIMITER {
            return Ok(word);
        }
        let outside = self.enter_joined(&joints, start)?;
        drop(joints);
        let again = self.word_from(0, self.stacks.parts.len(), 0, rules);
        let is_whole = self.leave_joined(*outside);
        match again? {
            again if is_whole => Ok(self.word_over(word.span(), again)),
            _ => Ok(word),
        }
    }

    /// Turns to the text from `start` to here without its backslash-newlines.
    #[inline(never)]
    fn enter_joined(&mut self, joints: &[usize], start: usize) -> Parse<Box<Outside<'a>>> {
        let end = self.cursor.position;
        self.spend(end - start)?;
        let inner = self.without(joints, start, end);
        Ok(Box::new(Outside {
            cursor: std::mem::replace(&mut self.cursor, inner),
            plain_braces: std::mem::take(&mut self.plain_braces),
            substitution_start: std::mem::replace(&mut self.substitution_start, usize::MAX),
            waiting: self.waiting(),
        }))
    }

    /// Turns back; tells whether all of the inner text was read.
    #[inline(never)]
    fn leave_joined(&mut self, outside: Outside<'a>) -> bool {
        let is_whole = self.cursor.is_at_end();
        self.cursor = outside.cursor;
        self.plain_braces = outside.plain_braces;
        self.substitution_start = outside.substitution_start;
        self.keep_second(outside.waiting);
        is_whole
    }

    /// The parts of a word as those of one that stands elsewhere.
    #[inline(never)]
    fn word_over(&self, span: Span, word: Word<'a>) -> Word<'a> {
        if word.span() == span {
            return word;
        }
        Word::of_parts(span, self.arena.alloc_slice_copy(word.parts()))
    }

    /// The text from `start` to `end` without the two bytes at each of `joints`.
    fn without(&self, joints: &[usize], start: usize, end: usize) -> Cursor<'a> {
        let mut text = ArenaString::with_capacity_in(end - start, self.arena);
        let mut segments = ArenaVec::new_in(self.arena);
        let mut at = start;
        for &joint in joints.iter().chain([&end]) {
            // One by one: what is unescaped already is longer outside.
            while at < joint {
                let to = self.cursor.after_character(at).min(joint);
                push_segment(&mut segments, text.len(), self.cursor.span(at, to), to - at);
                text.push_str(self.cursor.slice(at, to));
                at = to;
            }
            at = joint + 2;
        }
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        Cursor::new(text.into_bump_str(), Some(SpanMap::new(segments.into_bump_slice(), length)))
    }
}
