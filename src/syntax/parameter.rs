//! `${…}` (manual 3.5.3).

use super::SyntaxErrorKind;
use super::ast::{
    Arithmetic, CaseKind, ConditionalKind, ParameterExpansion, ParameterOperator, RemoveSide, ReplaceKind,
    Subscript, Word, WordPart, WordPartKind,
};
use super::dollar::Quoting;
use super::operand::{Ends, Form};
use super::parser::{Parse, Parser};
use crate::lexer::{is_name, is_name_start, is_special_parameter};

/// Name, subscript and operator while they are read.
struct Reading<'a> {
    indirect: bool,
    name: &'a str,
    subscript: Option<Subscript<'a>>,
    /// A `[` that the closing brace leaves open, and what stands behind it.
    broken: Option<Word<'a>>,
}

impl<'a> Parser<'a> {
    /// `${…}`; `brace` is the offset of the `{`, the cursor stands at the `$`.
    #[inline(never)]
    pub fn braced(&mut self, brace: usize, quoting: Quoting) -> Parse<()> {
        self.enter()?;
        if matches!(self.cursor.byte(brace + 1), b' ' | b'\t' | b'\n' | b'|')
            && brace + 1 < self.cursor.len()
            && self.brace_substitution(brace)?
        {
            self.leave();
            return Ok(());
        }
        self.braced_parameter(brace, quoting)?;
        self.leave();
        Ok(())
    }

    #[inline(never)]
    fn braced_parameter(&mut self, brace: usize, quoting: Quoting) -> Parse<()> {
        let start = self.cursor.position;
        self.cursor.position = self.cursor.after_continuations(brace + 1);
        let mut reading = Reading { indirect: false, name: "", subscript: None, broken: None };
        let operator = match self.parameter(&mut reading, quoting)? {
            ParameterOperator::None => &ParameterOperator::None,
            operator => self.arena.alloc(operator),
        };
        if self.cursor.is_at_end() {
            return self.unterminated(start, brace + 1 - start, SyntaxErrorKind::UnterminatedParameter);
        }
        // Every operand ends at a `}` or at the end of the text.
        self.cursor.position += 1;
        let span = self.span_from(start);
        let Reading { indirect, name, subscript, .. } = reading;
        let parameter =
            self.arena.alloc(ParameterExpansion { span, braced: true, indirect, name, subscript, operator });
        self.stacks.parts.push(WordPart { span, kind: WordPartKind::Parameter(parameter) });
        Ok(())
    }

    /// Everything between the braces.
    fn parameter(&mut self, reading: &mut Reading<'a>, quoting: Quoting) -> Parse<ParameterOperator<'a>> {
        let second = self.cursor.second();
        let next = self.cursor.byte(second);
        match self.cursor.peek() {
            b'!' if is_name(next) || matches!(next, b'#' | b'?' | b'@' | b'*') => {
                reading.indirect = true;
                self.cursor.position = second;
            }
            b'#' if is_name(next) || is_special_parameter(next) => {
                if let Some(operator) = self.length(reading, quoting)? {
                    return Ok(operator);
                }
            }
            _ => {}
        }
        reading.name = self.parameter_name();
        if reading.name.is_empty() {
            return self.bad(quoting);
        }
        if self.cursor.peek() == b'[' {
            self.subscript(reading)?;
        }
        if let Some(rest) = reading.broken {
            return Ok(ParameterOperator::Bad(rest));
        }
        if reading.indirect
            && let Some(operator) = self.names_or_keys(reading)
        {
            return Ok(operator);
        }
        self.operator(quoting)
    }

    /// `${#parameter}`; `None` (and nothing taken) if the `#` is the parameter itself.
    #[inline(never)]
    fn length(
        &mut self,
        reading: &mut Reading<'a>,
        quoting: Quoting,
    ) -> Parse<Option<ParameterOperator<'a>>> {
        let (before, second, mark) = (self.cursor.position, self.cursor.second(), self.mark());
        self.cursor.position = second;
        reading.name = self.parameter_name();
        if self.cursor.peek() == b'[' && is_name_start(self.cursor.byte(second)) {
            self.subscript(reading)?;
        }
        if self.cursor.peek() == b'}' && reading.broken.is_none() {
            return Ok(Some(ParameterOperator::Length));
        }
        if !is_name(self.cursor.byte(second)) {
            self.cursor.position = before;
            return Ok(None);
        }
        // A length takes no operator: all behind the `#` is bad, and no subscript any more.
        let read = self.cursor.position.saturating_sub(before);
        self.rewind(&mark);
        self.spend(read)?;
        self.cursor.position = before + 1;
        (reading.name, reading.subscript, reading.broken) = (self.cursor.since(before), None, None);
        self.bad(quoting).map(Some)
    }

    /// Takes a name, a number or a special parameter, and the backslash-newlines behind it.
    fn parameter_name(&mut self) -> &'a str {
        let start = self.cursor.position;
        match self.cursor.peek() {
            byte if is_name_start(byte) => self.cursor.run(|byte| !is_name(byte)),
            byte if byte.is_ascii_digit() => self.cursor.run(|byte| !byte.is_ascii_digit()),
            // `${${a}}` holds an expansion, not the parameter `$`.
            b'$' if matches!(self.cursor.byte(self.cursor.second()), b'{' | b'(' | b'[' | b'\'' | b'"') => {}
            byte if is_special_parameter(byte) => self.cursor.position += 1,
            _ => {}
        }
        if self.cursor.peek() == b'\\' { self.continued_name(start) } else { self.cursor.since(start) }
    }

    /// The name or number from `start` to here, which a backslash-newline may part, or part from what follows it.
    #[inline(never)]
    pub fn continued_name(&mut self, start: usize) -> &'a str {
        let first = self.cursor.since(start);
        let goes_on: fn(u8) -> bool = match self.cursor.byte(start) {
            byte if is_name_start(byte) => is_name,
            byte if byte.is_ascii_digit() => |byte: u8| byte.is_ascii_digit(),
            _ => |_| false,
        };
        let mut name = first.to_owned();
        loop {
            let next = self.cursor.after_continuations(self.cursor.position);
            if first.is_empty() || next == self.cursor.position {
                break;
            }
            self.cursor.position = next;
            self.cursor.run(|byte| !goes_on(byte));
            name.push_str(self.cursor.since(next));
        }
        if name.len() == first.len() { first } else { self.arena.alloc_str(&name) }
    }

    /// `[…]` behind a name.
    #[inline(never)]
    fn subscript(&mut self, reading: &mut Reading<'a>) -> Parse<()> {
        let (at, base) = (self.cursor.position, self.stacks.parts.len());
        let second = self.cursor.second();
        let third = self.cursor.after_continuations(second + 1);
        if self.cursor.byte(third) == b']' && matches!(self.cursor.byte(second), b'@' | b'*') {
            self.cursor.position = self.cursor.after_continuations(third + 1);
            let is_at = self.cursor.byte(second) == b'@';
            reading.subscript = Some(if is_at { Subscript::At } else { Subscript::Star });
            return Ok(());
        }
        self.cursor.position += 1;
        let word = self.operand(Ends::BracketInBraces)?;
        if self.cursor.peek() == b']' {
            self.cursor.position = self.cursor.second();
            reading.subscript = Some(Subscript::Index(self.arena.alloc(word)));
            return Ok(());
        }
        let span = self.cursor.span(at, at + 1);
        let kind = WordPartKind::Literal(self.cursor.slice(at, at + 1));
        self.stacks.parts.push(WordPart { span, kind });
        self.stacks.parts.extend_from_slice(word.parts());
        reading.broken = Some(self.finish_word(at, base));
        Ok(())
    }

    fn names_or_keys(&mut self, reading: &mut Reading<'a>) -> Option<ParameterOperator<'a>> {
        let closes = |at: usize| self.cursor.byte(at) == b'}';
        match reading.subscript {
            Some(Subscript::At | Subscript::Star) if closes(self.cursor.position) => {
                reading.indirect = false;
                Some(ParameterOperator::Keys)
            }
            None if matches!(self.cursor.peek(), b'*' | b'@')
                && closes(self.cursor.second())
                && reading.name.bytes().next().is_some_and(is_name_start) =>
            {
                reading.indirect = false;
                self.cursor.position = self.cursor.second();
                Some(ParameterOperator::Names)
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn operator(&mut self, quoting: Quoting) -> Parse<ParameterOperator<'a>> {
        let (at, second) = (self.cursor.position, self.cursor.second());
        let (byte, next) = (self.cursor.peek(), self.cursor.byte(second));
        let behind = |doubled: bool| if doubled { second + 1 } else { at + 1 };
        Ok(match byte {
            b'}' => ParameterOperator::None,
            b':' if matches!(next, b'-' | b'=' | b'?' | b'+') => {
                self.cursor.position = second;
                self.conditional(next, true, quoting)?
            }
            b':' => self.substring()?,
            b'-' | b'=' | b'?' | b'+' => self.conditional(byte, false, quoting)?,
            b'#' | b'%' => {
                let longest = next == byte;
                self.cursor.position = behind(longest);
                let side = if byte == b'#' { RemoveSide::Prefix } else { RemoveSide::Suffix };
                ParameterOperator::Remove {
                    side,
                    longest,
                    pattern: self.braced_word(Form::Pattern, quoting)?,
                }
            }
            b'/' => self.replace(quoting)?,
            b'^' | b',' | b'~' => {
                let all = next == byte;
                self.cursor.position = behind(all);
                let kind = match byte {
                    b'^' => CaseKind::Upper,
                    b',' => CaseKind::Lower,
                    _ => CaseKind::Toggle,
                };
                let pattern = self.braced_word(Form::Pattern, quoting)?;
                let pattern = (!pattern.parts().is_empty()).then_some(pattern);
                ParameterOperator::ChangeCase { kind, all, pattern }
            }
            b'@' if next.is_ascii_alphabetic() => {
                let third = self.cursor.after_continuations(second + 1);
                if self.cursor.byte(third) != b'}' {
                    return self.bad(quoting);
                }
                self.cursor.position = third;
                ParameterOperator::Transform(char::from(next))
            }
            _ => self.bad(quoting)?,
        })
    }

    /// The cursor stands at the operator, behind the colon.
    fn conditional(&mut self, operator: u8, colon: bool, quoting: Quoting) -> Parse<ParameterOperator<'a>> {
        self.cursor.position += 1;
        self.cursor.join();
        let kind = match operator {
            b'-' => ConditionalKind::Default,
            b'=' => ConditionalKind::Assign,
            b'?' => ConditionalKind::Error,
            _ => ConditionalKind::Alternative,
        };
        Ok(ParameterOperator::Conditional { kind, colon, word: self.braced_word(Form::Word, quoting)? })
    }

    #[inline(never)]
    fn replace(&mut self, quoting: Quoting) -> Parse<ParameterOperator<'a>> {
        let second = self.cursor.second();
        let kind = match self.cursor.byte(second) {
            b'/' => ReplaceKind::All,
            b'#' => ReplaceKind::Prefix,
            b'%' => ReplaceKind::Suffix,
            _ => ReplaceKind::First,
        };
        match kind {
            ReplaceKind::First => self.cursor.position += 1,
            _ => self.cursor.position = second + 1,
        }
        self.cursor.join();
        let form = if kind == ReplaceKind::All { Form::EveryPattern } else { Form::ReplacedPattern };
        let pattern = self.braced_word(form, quoting)?;
        let mut replacement = None;
        if self.cursor.peek() == b'/' {
            self.cursor.position += 1;
            replacement = Some(self.braced_word(Form::Replacement, quoting)?);
        }
        Ok(ParameterOperator::Replace { kind, pattern, replacement })
    }

    #[inline(never)]
    fn substring(&mut self) -> Parse<ParameterOperator<'a>> {
        self.cursor.position += 1;
        let offset = self.operand(Ends::ColonInBraces).map(arithmetic)?;
        let mut length = None;
        if self.cursor.peek() == b':' {
            self.cursor.position += 1;
            length = Some(self.operand(Ends::Brace).map(arithmetic)?);
        }
        Ok(ParameterOperator::Substring { offset, length })
    }

    /// What Bash accepts now and refuses when it runs: everything up to the closing brace.
    #[inline(never)]
    fn bad(&mut self, quoting: Quoting) -> Parse<ParameterOperator<'a>> {
        let rest: Word<'a> = self.braced_word(Form::Word, quoting)?;
        Ok(ParameterOperator::Bad(rest))
    }
}

fn arithmetic(expression: Word<'_>) -> Arithmetic<'_> {
    Arithmetic { span: expression.span(), expression }
}
