//! Assignments (manual 3.4) and array literals (manual 6.7).

use bumpalo::collections::String as ArenaString;

use super::SyntaxErrorKind;
use super::ast::{ArrayElement, ArrayLiteral, Assignment, AssignmentValue, Word, WordPart, WordPartKind};
use super::operand::Ends;
use super::parser::{Parse, Parser, take};
use super::word::Rules;
use crate::lexer::{is_break, is_name, is_word_stop};

/// What follows a name.
enum After {
    /// `=` or `+=`, and the offset behind it
    Assignment { append: bool, value: usize },
    /// `[`
    Subscript,
    /// anything else
    Word,
}

/// What began with a name.
pub(super) enum Begun {
    Assignment,
    /// A word, which was pushed: its brackets had to be read first.
    Word,
    /// A word or its plain beginning, where the cursor stands behind it now.
    Nothing,
}

impl<'a> Parser<'a> {
    /// Pushes the assignment that begins here, if one does. The cursor stands at the first byte of a name.
    #[inline(never)]
    pub fn assignment(&mut self, array: bool) -> Parse<Begun> {
        let start = self.cursor.position;
        self.cursor.run(|byte| !is_name(byte));
        let (mut name, plain) = (self.cursor.since(start), self.cursor.position);
        if self.cursor.peek() == b'\\' {
            name = self.split_name(name);
            self.cursor.join();
        }
        match self.after_name(self.cursor.position) {
            After::Assignment { append, value } => {
                self.cursor.position = value;
                self.assigned(start, name, None, append, array)
            }
            After::Subscript if array && !self.is_plain_subscript() => self.subscripted(start, name, array),
            After::Subscript | After::Word => {
                self.cursor.position = plain;
                Ok(Begun::Nothing)
            }
        }
    }

    /// A name with backslash-newlines in it; the cursor stands at the first of them.
    #[cold]
    pub fn split_name(&mut self, first: &'a str) -> &'a str {
        let mut name = ArenaString::from_str_in(first, self.arena);
        loop {
            let next = self.cursor.after_continuations(self.cursor.position);
            if next == self.cursor.position || !is_name(self.cursor.byte(next)) {
                break;
            }
            self.cursor.position = next;
            self.cursor.run(|byte| !is_name(byte));
            name.push_str(self.cursor.since(next));
        }
        name.into_bump_str()
    }

    fn after_name(&self, at: usize) -> After {
        let at = self.cursor.after_continuations(at);
        match self.cursor.byte(at) {
            b'=' => After::Assignment { append: false, value: self.cursor.after_continuations(at + 1) },
            b'+' => match self.cursor.after_continuations(at + 1) {
                equals if self.cursor.byte(equals) == b'=' => {
                    After::Assignment { append: true, value: self.cursor.after_continuations(equals + 1) }
                }
                _ => After::Word,
            },
            b'[' => After::Subscript,
            _ => After::Word,
        }
    }

    /// True if the brackets here hold plain characters and no `=` follows: then the word is no assignment, and its
    /// brackets are a pattern.
    fn is_plain_subscript(&self) -> bool {
        let rest = self.cursor.bytes().get(self.cursor.position + 1..).unwrap_or(&[]);
        let plain = rest.iter().position(|&byte| byte == b']' || is_word_stop(byte)).unwrap_or(rest.len());
        let after = self.cursor.position + 2 + plain;
        rest.get(plain) == Some(&b']') && !matches!(self.after_name(after), After::Assignment { .. })
    }

    /// `name[…]`: the brackets go to their partner, blanks or not. If no `=` follows, it is a word all the same.
    #[inline(never)]
    fn subscripted(&mut self, start: usize, name: &'a str, array: bool) -> Parse<Begun> {
        let open = self.cursor.position;
        self.cursor.position += 1;
        let subscript = self.operand(Ends::Bracket)?;
        if self.cursor.is_at_end() {
            return self.unterminated(open, 1, SyntaxErrorKind::UnterminatedSubscript);
        }
        let close = self.cursor.position;
        if let After::Assignment { append, value } = self.after_name(close + 1) {
            self.cursor.position = value;
            let subscript = self.arena.alloc(subscript);
            return self.assigned(start, name, Some(subscript), append, array);
        }
        let base = self.stacks.parts.len();
        self.cursor.position = open + 1;
        self.push_literal(start);
        self.stacks.parts.extend_from_slice(subscript.parts());
        self.cursor.position = close + 1;
        let word = self.word_from(start, base, close, Rules::PLAIN)?;
        self.stacks.words.push(word);
        Ok(Begun::Word)
    }

    /// The value; the cursor stands behind the `=`. Pushes the assignment.
    fn assigned(
        &mut self,
        start: usize,
        name: &'a str,
        subscript: Option<&'a Word<'a>>,
        append: bool,
        array: bool,
    ) -> Parse<Begun> {
        self.enter()?;
        let value = if array && self.cursor.peek() == b'(' {
            self.array_value()?
        } else {
            AssignmentValue::Scalar(self.word(Rules::VALUE_ONLY)?)
        };
        self.leave();
        let span = self.span_from(start);
        self.stacks.assignments.push(Assignment { span, name, subscript, append, value });
        Ok(Begun::Assignment)
    }

    /// `( … )`, and what may be glued to it.
    fn array_value(&mut self) -> Parse<AssignmentValue<'a>> {
        let (start, base) = (self.cursor.position, self.stacks.parts.len());
        let array = self.array_literal()?;
        if self.cursor.is_at_end() || is_break(self.cursor.peek()) {
            return Ok(AssignmentValue::Array(array));
        }
        self.stacks.parts.push(WordPart { span: array.span, kind: WordPartKind::Array(array) });
        let run = self.cursor.position;
        Ok(AssignmentValue::Scalar(self.word_from(start, base, run, Rules::PLAIN)?))
    }

    /// `( element … )`
    pub fn array_literal(&mut self) -> Parse<&'a ArrayLiteral<'a>> {
        self.enter()?;
        let (start, base) = (self.cursor.position, self.stacks.elements.len());
        self.cursor.position += 1;
        let opener = self.span_from(start);
        loop {
            self.skip_newlines()?;
            if self.cursor.is_at_end() {
                return self.fail_here(SyntaxErrorKind::UnterminatedArray, Some(opener));
            }
            if self.cursor.peek() == b')' {
                break;
            }
            if self.is_word_end() {
                return self.unexpected(Some(opener));
            }
            self.array_element()?;
        }
        self.cursor.position += 1;
        self.leave();
        let span = self.span_from(start);
        let elements = take(self.arena, &mut self.stacks.elements, base);
        Ok(self.arena.alloc(ArrayLiteral { span, elements }))
    }

    /// Pushes an element.
    fn array_element(&mut self) -> Parse<()> {
        if self.cursor.peek() == b'[' {
            return self.subscripted_element();
        }
        let value = self.word(Rules::ARGUMENT)?;
        self.stacks.elements.push(ArrayElement { span: value.span(), subscript: None, append: false, value });
        Ok(())
    }

    /// `[…]=value`, or a word that begins with a bracket.
    #[inline(never)]
    fn subscripted_element(&mut self) -> Parse<()> {
        let start = self.cursor.position;
        self.cursor.position += 1;
        let subscript = self.operand(Ends::Bracket)?;
        if self.cursor.is_at_end() {
            return self.unterminated(start, 1, SyntaxErrorKind::UnterminatedSubscript);
        }
        let close = self.cursor.position;
        if let After::Assignment { append, value } = self.after_name(close + 1) {
            self.cursor.position = value;
            let value = self.word(Rules::VALUE_ONLY)?;
            let span = self.span_from(start);
            let subscript = Some(&*self.arena.alloc(subscript));
            self.stacks.elements.push(ArrayElement { span, subscript, append, value });
            return Ok(());
        }
        let base = self.stacks.parts.len();
        self.cursor.position = close + 1;
        self.bracketed_element(start, close, base, subscript)
    }

    /// `[…]` without `=`: an element of its own, perhaps a pattern.
    fn bracketed_element(
        &mut self,
        start: usize,
        close: usize,
        base: usize,
        subscript: Word<'a>,
    ) -> Parse<()> {
        let mut known = 0;
        let run = if self.bracket_end(start, &mut known, false) == Some(close + 1) {
            self.cursor.position = start;
            self.push_glob(close + 1);
            close + 1
        } else {
            self.cursor.position = start + 1;
            self.push_literal(start);
            self.stacks.parts.extend_from_slice(subscript.parts());
            self.cursor.position = close + 1;
            close
        };
        let value = self.word_from(start, base, run, Rules::PLAIN)?;
        self.stacks.elements.push(ArrayElement { span: value.span(), subscript: None, append: false, value });
        Ok(())
    }
}
