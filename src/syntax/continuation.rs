//! Words that backslash-newlines part (manual 3.1.2.1): Bash takes them out before it reads the word, so that `~\⏎/a`
//! is a tilde prefix and `[\⏎ab]` a bracket expression.

use bumpalo::collections::{String as ArenaString, Vec as ArenaVec};

use super::ast::Word;
use super::backquote::push_segment;
use super::parser::{Parse, Parser};
use super::word::Rules;
use crate::lexer::{Cursor, SpanMap};

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
        let end = self.cursor.position;
        let joints = self.joints.split_off(joints);
        if run != start || rules == Rules::DELIMITER {
            return Ok(word);
        }
        self.spend(end - start)?;
        let inner = self.without(&joints, start, end);
        let (outside, waiting) = (std::mem::replace(&mut self.cursor, inner), self.waiting());
        let plain_braces = std::mem::take(&mut self.plain_braces);
        let substitution_start = std::mem::replace(&mut self.substitution_start, usize::MAX);
        let again = self.word(rules);
        let is_whole = self.cursor.is_at_end();
        self.cursor = outside;
        self.plain_braces = plain_braces;
        self.substitution_start = substitution_start;
        self.keep_second(waiting);
        let again = again?;
        if !is_whole {
            return Ok(word);
        }
        if again.span() == word.span() {
            return Ok(again);
        }
        Ok(Word::of_parts(word.span(), self.arena.alloc_slice_copy(again.parts())))
    }

    /// The text from `start` to `end` without the two bytes at each of `joints`.
    fn without(&self, joints: &[usize], start: usize, end: usize) -> Cursor<'a> {
        let mut text = ArenaString::with_capacity_in(end - start, self.arena);
        let mut segments = ArenaVec::new_in(self.arena);
        let mut at = start;
        for &joint in joints.iter().chain([&end]) {
            if at < joint {
                push_segment(&mut segments, text.len(), self.cursor.span(at, joint), joint - at);
                text.push_str(self.cursor.slice(at, joint));
            }
            at = joint + 2;
        }
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        Cursor::new(text.into_bump_str(), Some(SpanMap::new(segments.into_bump_slice(), length)))
    }
}
