//! Pattern characters (manual 3.5.8.1): `*`, `?`, bracket expressions, and the groups of `extglob`.

use super::SyntaxErrorKind;
use super::ast::{Word, WordPart, WordPartKind};
use super::parser::{Parse, Parser, take};
use crate::lexer::{is_break, is_word_stop};

impl<'a> Parser<'a> {
    /// The end of the bracket expression at `at`, if it is one without quotes and expansions. `known` is an offset
    /// before which no bracket expression can begin; it grows, so that a row of `[` is not read again and again.
    pub fn bracket_end(&self, at: usize, known: &mut usize, in_braces: bool) -> Option<usize> {
        if at < *known {
            return None;
        }
        let mut end = at + 1;
        if matches!(self.cursor.byte(end), b'!' | b'^') {
            end += 1;
        }
        if self.cursor.byte(end) == b']' {
            end += 1;
        }
        while end < self.cursor.len() {
            match self.cursor.byte(end) {
                b']' => return Some(end + 1),
                b'[' => end = self.class_end(end),
                b'/' | b'\\' | b'\'' | b'"' | b'$' | b'`' => break,
                b'}' if in_braces => break,
                byte if is_break(byte) => break,
                _ => end += 1,
            }
        }
        *known = end;
        None
    }

    /// Behind `[:name:]` (or with `.` or `=`), else behind the bracket.
    fn class_end(&self, at: usize) -> usize {
        let kind = self.cursor.byte(at + 1);
        if !matches!(kind, b':' | b'.' | b'=') {
            return at + 1;
        }
        let mut end = at + 2;
        while self.cursor.byte(end).is_ascii_alphanumeric() || self.cursor.byte(end) == b'-' {
            end += 1;
        }
        if self.cursor.byte(end) == kind && self.cursor.byte(end + 1) == b']' { end + 2 } else { at + 1 }
    }

    pub fn push_glob(&mut self, end: usize) {
        let start = self.cursor.position;
        self.cursor.position = end;
        let kind = WordPartKind::Glob(self.cursor.since(start));
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind });
    }

    /// `@(a|b)` and its kind; the cursor stands at the character in front.
    pub fn pattern_group(&mut self, in_braces: bool) -> Parse<()> {
        self.enter()?;
        let (start, base) = (self.cursor.position, self.stacks.words.len());
        let prefix = char::from(self.cursor.peek());
        self.cursor.position += 2;
        loop {
            let pattern = self.group_pattern(in_braces)?;
            self.stacks.words.push(pattern);
            match self.cursor.peek() {
                b'|' => self.cursor.position += 1,
                b')' => break,
                _ => return self.unterminated(start, 2, SyntaxErrorKind::UnterminatedPattern),
            }
        }
        self.cursor.position += 1;
        self.leave();
        let kind = WordPartKind::ExtendedGlob(prefix, take(self.arena, &mut self.stacks.words, base));
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind });
        Ok(())
    }

    /// One pattern of a group: blanks and operators are plain, parentheses nest.
    fn group_pattern(&mut self, in_braces: bool) -> Parse<Word<'a>> {
        let (start, base) = (self.cursor.position, self.stacks.parts.len());
        let (mut run, mut open, mut no_bracket) = (start, 0_u32, 0);
        loop {
            self.cursor.run(|byte| is_word_stop(byte) || byte == b'}');
            if self.cursor.is_at_end() {
                break;
            }
            let at = self.cursor.position;
            match self.cursor.peek() {
                b'$' if !in_braces => run = self.group_dollar(run)?,
                b'$' | b'\\' | b'"' | b'\'' | b'`' => run = self.pattern_special(run)?,
                b'|' | b')' if open == 0 => break,
                b'}' if in_braces => break,
                b')' => {
                    open -= 1;
                    self.cursor.position += 1;
                }
                b'(' if at > run && matches!(self.cursor.byte(at - 1), b'@' | b'+' | b'!') => {
                    self.cursor.position = at - 1;
                    run = self.nested_group(run, in_braces)?;
                }
                b'(' => {
                    open += 1;
                    self.cursor.position += 1;
                }
                b'*' | b'?' if self.cursor.byte(at + 1) == b'(' => run = self.nested_group(run, in_braces)?,
                byte @ (b'*' | b'?' | b'[') => {
                    let end = match byte {
                        b'[' => self.bracket_end(at, &mut no_bracket, in_braces),
                        _ => Some(at + 1),
                    };
                    run = self.group_glob(run, end);
                }
                _ => self.cursor.position += 1,
            }
        }
        self.push_literal(run);
        Ok(self.finish_word(start, base))
    }

    fn nested_group(&mut self, run: usize, in_braces: bool) -> Parse<usize> {
        self.push_literal(run);
        self.pattern_group(in_braces)?;
        Ok(self.cursor.position)
    }

    fn group_glob(&mut self, run: usize, end: Option<usize>) -> usize {
        match end {
            Some(end) => {
                self.push_literal(run);
                self.push_glob(end);
                end
            }
            None => {
                self.cursor.position += 1;
                run
            }
        }
    }
}
