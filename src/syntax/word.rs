//! Words (manual 3.1): the loop over the parts of an unquoted word.

use super::SyntaxErrorKind;
use super::ast::{Word, WordPart, WordPartKind};
use super::dollar::Quoting;
use super::parser::{Parse, Parser};
use crate::lexer::{is_name, is_name_start, is_word_stop};
use crate::span::Span;

/// What applies to a word by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules(u8);

impl Rules {
    const BRACES: u8 = 1;
    const ARRAYS: u8 = 2;
    const EXTGLOB: u8 = 4;
    const VALUE: u8 = 8;
    const DELIMITER_ONLY: u8 = 16;

    /// no brace expansion: the word of `case`, a here-string, a name
    pub const PLAIN: Self = Self(0);
    /// an argument, a word of `for`, the target of a redirection
    pub const ARGUMENT: Self = Self(Self::BRACES);
    /// an argument of `declare` and the like
    pub const DECLARATION: Self = Self(Self::BRACES | Self::ARRAYS);
    /// a pattern of `case`
    pub const PATTERN: Self = Self(0);
    /// the right side of `==` inside `[[ ]]`
    pub const TEST_PATTERN: Self = Self(Self::EXTGLOB);
    /// the value of an assignment: a tilde may stand behind `=` and each `:`
    pub const VALUE_ONLY: Self = Self(Self::VALUE);
    /// the delimiter of a here-document: nothing but quotes means anything
    pub const DELIMITER: Self = Self(Self::DELIMITER_ONLY);

    pub const fn has(self, rule: u8) -> bool {
        self.0 & rule != 0
    }
}

/// One word while it is read.
struct Reading {
    start: usize,
    rules: Rules,
    /// Where the literal that is being read begins.
    run: usize,
    /// An unquoted `{` was seen.
    brace: bool,
    /// No `[` before this offset begins a bracket expression.
    no_bracket: usize,
    /// Whether the word begins like an assignment, once that was asked.
    assignment: Option<bool>,
}

impl<'a> Parser<'a> {
    /// A word that must stand here.
    pub fn required_word(&mut self, rules: Rules, opener: Span) -> Parse<Word<'a>> {
        if self.cursor.is_at_end() || self.is_word_end() {
            return self.unexpected(Some(opener));
        }
        self.word(rules)
    }

    /// The word that begins here; it may be empty.
    #[inline]
    pub fn word(&mut self, rules: Rules) -> Parse<Word<'a>> {
        self.word_after(self.cursor.position, rules)
    }

    /// The word that begins at `start` and is plain up to here.
    #[inline]
    pub fn word_after(&mut self, start: usize, rules: Rules) -> Parse<Word<'a>> {
        self.cursor.run(is_word_stop);
        let is_plain = matches!(self.cursor.peek(), b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')')
            || self.cursor.is_at_end();
        if is_plain && self.cursor.position > start {
            let kind = WordPartKind::Literal(self.cursor.since(start));
            return Ok(Word::of_part(WordPart { span: self.span_from(start), kind }));
        }
        self.word_from(start, self.stacks.parts.len(), start, rules)
    }

    /// Reads on in a word of which parts above `base` stand already; `run` is where a literal goes on.
    pub fn word_from(&mut self, start: usize, base: usize, run: usize, rules: Rules) -> Parse<Word<'a>> {
        let mut reading = Reading { start, rules, run, brace: false, no_bracket: 0, assignment: None };
        let joints = self.joints.len();
        loop {
            self.cursor.run(is_word_stop);
            if self.cursor.is_at_end() || !self.word_stop(&mut reading)? {
                break;
            }
        }
        self.end_word(&reading, base, run, joints)
    }

    /// The word that was read up to here. Apart from the loop, whose frame stands on the stack for all that is inside.
    #[inline(never)]
    fn end_word(&mut self, reading: &Reading, base: usize, run: usize, joints: usize) -> Parse<Word<'a>> {
        let Reading { start, rules, .. } = *reading;
        self.push_literal(reading.run);
        if reading.brace && rules.has(Rules::BRACES) {
            self.expand_braces(start, base)?;
        }
        let word = self.finish_word(start, base);
        if self.joints.len() > joints { self.joined_word(word, start, run, joints, rules) } else { Ok(word) }
    }

    /// Deals with the byte that the run stopped at; false if the word ends before it.
    fn word_stop(&mut self, reading: &mut Reading) -> Parse<bool> {
        match self.cursor.peek() {
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' => return Ok(false),
            b'$' | b'"' | b'`' if reading.rules.has(Rules::DELIMITER_ONLY) => {
                reading.run = self.delimiter_special(reading.run)?;
            }
            b'$' => return self.word_dollar(reading).map(|()| true),
            b'\\' => self.word_escape(reading),
            byte @ (b'"' | b'\'' | b'`') => {
                self.push_literal(reading.run);
                self.quoted_part(byte, Quoting::Bare)?;
                reading.run = self.cursor.position;
            }
            b'(' => return self.word_parenthesis(reading),
            b'<' | b'>' => return self.word_process(reading),
            b'*' | b'?' | b'[' => self.word_glob(reading)?,
            b'~' => self.word_tilde(reading),
            byte => {
                reading.brace |= byte == b'{';
                self.cursor.position += 1;
            }
        }
        Ok(true)
    }

    fn word_dollar(&mut self, reading: &mut Reading) -> Parse<()> {
        match self.dollar_ahead(Quoting::Bare) {
            None => self.cursor.position += 1,
            Some(dollar) => {
                self.push_literal(reading.run);
                self.dollar(dollar, Quoting::Bare)?;
                reading.run = self.cursor.position;
            }
        }
        Ok(())
    }

    fn word_escape(&mut self, reading: &mut Reading) {
        if self.cursor.position + 1 >= self.cursor.len() {
            self.cursor.position += 1;
            return;
        }
        self.push_literal(reading.run);
        if self.cursor.byte(self.cursor.position + 1) == b'\n' {
            self.joints.push(self.cursor.position);
        }
        self.escaped();
        reading.run = self.cursor.position;
    }

    /// `(`: a pattern group, an array behind `name=`, or the end of the word.
    fn word_parenthesis(&mut self, reading: &mut Reading) -> Parse<bool> {
        let at = self.cursor.position;
        let before = if at > reading.run { self.cursor.byte(at - 1) } else { 0 };
        if matches!(before, b'@' | b'+' | b'!') && self.groups_apply(reading.rules) {
            self.cursor.position = at - 1;
            self.word_group(reading)?;
            return Ok(true);
        }
        if before == b'=' && reading.rules.has(Rules::ARRAYS) && self.is_assignment_like(reading, at) {
            self.push_literal(reading.run);
            let array = self.array_literal()?;
            let part = WordPart { span: array.span, kind: WordPartKind::Array(array) };
            self.stacks.parts.push(part);
            reading.run = self.cursor.position;
            return Ok(true);
        }
        Ok(false)
    }

    fn groups_apply(&self, rules: Rules) -> bool {
        (self.extglob || rules.has(Rules::EXTGLOB)) && !rules.has(Rules::DELIMITER_ONLY)
    }

    #[inline(never)]
    fn word_group(&mut self, reading: &mut Reading) -> Parse<()> {
        self.push_literal(reading.run);
        self.pattern_group(false)?;
        reading.run = self.cursor.position;
        Ok(())
    }

    /// `<(` and `>(` are part of the word; any other `<` or `>` ends it.
    fn word_process(&mut self, reading: &mut Reading) -> Parse<bool> {
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        if self.cursor.byte(next) != b'(' {
            return Ok(false);
        }
        if reading.rules.has(Rules::DELIMITER_ONLY) {
            return self.delimiter_process(next + 1).map(|()| true);
        }
        self.push_literal(reading.run);
        self.process_substitution(next + 1)?;
        reading.run = self.cursor.position;
        Ok(true)
    }

    #[inline(never)]
    fn word_glob(&mut self, reading: &mut Reading) -> Parse<()> {
        let (at, byte) = (self.cursor.position, self.cursor.peek());
        if byte != b'[' && self.cursor.byte(at + 1) == b'(' && self.groups_apply(reading.rules) {
            return self.word_group(reading);
        }
        let end = match byte {
            b'[' => self.bracket_end(at, &mut reading.no_bracket, false),
            _ => Some(at + 1),
        };
        match end {
            Some(end) if !reading.rules.has(Rules::DELIMITER_ONLY) => {
                self.push_literal(reading.run);
                self.push_glob(end);
                reading.run = end;
            }
            _ => self.cursor.position += 1,
        }
        Ok(())
    }

    #[inline(never)]
    fn word_tilde(&mut self, reading: &mut Reading) {
        let at = self.cursor.position;
        let before = if at > reading.run { self.cursor.byte(at - 1) } else { 0 };
        let applies = match before {
            _ if reading.rules.has(Rules::DELIMITER_ONLY) => false,
            _ if at == reading.start => true,
            b':' if reading.rules.has(Rules::VALUE) => true,
            b'=' | b':' => self.is_assignment_like(reading, at),
            _ => false,
        };
        let colon_ends = reading.rules.has(Rules::VALUE) || at != reading.start;
        match self.tilde_end(at, colon_ends).filter(|_| applies) {
            Some(end) => {
                self.push_literal(reading.run);
                self.push_tilde(end);
                reading.run = end;
            }
            None => self.cursor.position += 1,
        }
    }

    /// True if the word begins with `name=`, `name+=` or `name[…]=`, all of it before `end`.
    #[inline(never)]
    fn is_assignment_like(&self, reading: &mut Reading, end: usize) -> bool {
        *reading.assignment.get_or_insert_with(|| {
            let bytes = self.cursor.bytes().get(reading.start..end).unwrap_or(&[]);
            let name = bytes.iter().position(|&byte| !is_name(byte)).unwrap_or(bytes.len());
            if !bytes.first().copied().is_some_and(is_name_start) {
                return false;
            }
            match bytes.get(name..) {
                Some([b'=', ..] | [b'+', b'=', ..]) => true,
                Some([b'[', rest @ ..]) => {
                    let close = rest.iter().position(|&byte| byte == b']').unwrap_or(rest.len());
                    matches!(rest.get(close..), Some([b']', b'=', ..] | [b']', b'+', b'=', ..]))
                }
                _ => false,
            }
        })
    }

    /// Pushes the text from `run` to here as a literal, if there is any.
    #[inline]
    pub fn push_literal(&mut self, run: usize) {
        if run < self.cursor.position {
            let kind = WordPartKind::Literal(self.cursor.since(run));
            let span = self.span_from(run);
            self.stacks.parts.push(WordPart { span, kind });
        }
    }

    /// Takes `\c` as a part, or drops a backslash-newline. The backslash is not the last byte.
    pub fn escaped(&mut self) {
        let at = self.cursor.position;
        if self.cursor.byte(at + 1) == b'\n' {
            self.cursor.position = at + 2;
            return;
        }
        self.cursor.position = self.cursor.after_character(at + 1);
        let kind = WordPartKind::Escaped(self.cursor.since(at + 1));
        let span = self.span_from(at);
        self.stacks.parts.push(WordPart { span, kind });
    }

    /// A quoted part of any kind, by its opening byte.
    pub fn quoted_part(&mut self, quote: u8, quoting: Quoting) -> Parse<()> {
        match quote {
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(self.cursor.position),
            _ => self.backquoted(quoting),
        }
    }

    /// The word of `=~`: `(`, `)` and `|` are the expression's own, blanks count inside parentheses.
    pub fn regex_word(&mut self) -> Parse<Word<'a>> {
        let (start, base) = (self.cursor.position, self.stacks.parts.len());
        let (mut run, mut open) = (start, Vec::new());
        loop {
            self.cursor.run(is_word_stop);
            if self.cursor.is_at_end() {
                break;
            }
            let at = self.cursor.position;
            match self.cursor.peek() {
                b'(' => open.push(at),
                b')' if !open.is_empty() => drop(open.pop()),
                b' ' | b'\t' | b'\n' | b';' | b'&' | b')' if open.is_empty() => break,
                b'<' | b'>' if open.is_empty() => {
                    if self.cursor.byte(self.cursor.after_continuations(at + 1)) != b'(' {
                        break;
                    }
                    self.push_literal(run);
                    self.process_substitution(self.cursor.after_continuations(at + 1) + 1)?;
                    run = self.cursor.position;
                    continue;
                }
                b'$' if !open.is_empty() => {
                    run = self.group_dollar(run)?;
                    continue;
                }
                b'$' | b'\\' | b'"' | b'\'' | b'`' => {
                    run = self.pattern_special(run)?;
                    continue;
                }
                _ => {}
            }
            self.cursor.position += 1;
        }
        if let Some(&at) = open.last() {
            let opener = self.cursor.span(at, at + 1);
            return self.fail_here(SyntaxErrorKind::UnterminatedPattern, Some(opener));
        }
        self.push_literal(run);
        Ok(self.finish_word(start, base))
    }

    /// A `$` inside the parentheses of a pattern. Bash only counts them, so what does not parse is met when it runs:
    /// the `$` is plain then.
    #[inline(never)]
    pub fn group_dollar(&mut self, run: usize) -> Parse<usize> {
        let (mark, start) = (self.mark(), self.cursor.position);
        match self.pattern_special(run) {
            Ok(_) if !self.keeps_parentheses(start) => {
                let read = self.cursor.position.saturating_sub(start);
                self.rewind(&mark);
                self.spend(read)?;
                self.cursor.position = start + 1;
                Ok(run)
            }
            Ok(run) => Ok(run),
            Err(_) => {
                let read = self.cursor.position.saturating_sub(start);
                self.defer_error()?;
                self.rewind(&mark);
                self.spend(read)?;
                self.cursor.position = start + 1;
                Ok(run)
            }
        }
    }

    /// True if the parentheses of the `${…}` from `start` to here have their partners in it: others are counted with
    /// those of the pattern.
    fn keeps_parentheses(&self, start: usize) -> bool {
        if self.cursor.byte(start + 1) != b'{' || !self.cursor.since(start).contains(['(', ')']) {
            return true;
        }
        let (mut at, mut open) = (start, 0_i64);
        while at < self.cursor.position && open >= 0 {
            let byte = self.cursor.byte(at);
            open += i64::from(byte == b'(') - i64::from(byte == b')');
            at = match byte {
                b'\\' => at + 2,
                b'\'' | b'"' => self.cursor.find(byte, at + 1).map_or(self.cursor.position, |end| end + 1),
                _ => at + 1,
            };
        }
        open == 0
    }

    /// A quote, an escape or an expansion inside a pattern; gives where the next literal begins.
    pub fn pattern_special(&mut self, run: usize) -> Parse<usize> {
        match self.cursor.peek() {
            b'$' => match self.dollar_ahead(Quoting::Bare) {
                None => {
                    self.cursor.position += 1;
                    return Ok(run);
                }
                Some(dollar) => {
                    self.push_literal(run);
                    self.dollar(dollar, Quoting::Bare)?;
                }
            },
            b'\\' if self.cursor.position + 1 >= self.cursor.len() => {
                self.cursor.position += 1;
                return Ok(run);
            }
            b'\\' => {
                self.push_literal(run);
                self.escaped();
            }
            quote => {
                self.push_literal(run);
                self.quoted_part(quote, Quoting::Bare)?;
            }
        }
        Ok(self.cursor.position)
    }
}
