//! Tilde prefixes (manual 3.5.2).

use super::ast::{WordPart, WordPartKind};
use super::parser::Parser;
use crate::lexer::{is_break, is_word_stop};

impl Parser<'_> {
    /// The end of the tilde prefix at `at`; `None` if a quote, an expansion or a pattern stands in it.
    pub fn tilde_end(&self, at: usize, colon_ends: bool) -> Option<usize> {
        let mut end = at + 1;
        while end < self.cursor.len() {
            match self.cursor.byte(end) {
                b'/' | b'}' => break,
                b':' if colon_ends => break,
                byte if is_break(byte) => break,
                byte if is_word_stop(byte) => return None,
                _ => end += 1,
            }
        }
        Some(end)
    }

    pub fn push_tilde(&mut self, end: usize) {
        let start = self.cursor.position;
        self.cursor.position = end;
        let kind = WordPartKind::Tilde(self.cursor.since(start + 1));
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind });
    }
}
