//! Quotes (manual 3.1.2).

use super::SyntaxErrorKind;
use super::ast::{WordPart, WordPartKind};
use super::dollar::Quoting;
use super::parser::{Parse, Parser, take};
use crate::lexer::is_double_quote_stop;

impl Parser<'_> {
    /// `'…'`
    #[inline(never)]
    pub fn single_quoted(&mut self) -> Parse<()> {
        let start = self.cursor.position;
        let Some(end) = self.cursor.find(b'\'', start + 1) else {
            return self.unterminated(start, 1, SyntaxErrorKind::UnterminatedSingleQuote);
        };
        self.cursor.position = end + 1;
        let kind = WordPartKind::SingleQuoted(self.cursor.slice(start + 1, end));
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind });
        Ok(())
    }

    /// `$'…'`; `quote` is the offset of the opening quote.
    #[inline(never)]
    pub fn ansi_c_quoted(&mut self, quote: usize) -> Parse<()> {
        let start = self.cursor.position;
        self.cursor.position = quote + 1;
        loop {
            self.cursor.run(|byte| matches!(byte, b'\'' | b'\\'));
            match self.cursor.peek() {
                b'\\' => self.cursor.position += 2,
                b'\'' => break,
                _ => {}
            }
            if self.cursor.is_at_end() {
                return self.unterminated(start, quote + 1 - start, SyntaxErrorKind::UnterminatedSingleQuote);
            }
        }
        let kind = WordPartKind::AnsiC(self.cursor.since(quote + 1));
        self.cursor.position += 1;
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind });
        Ok(())
    }

    /// `"…"` or `$"…"`; `quote` is the offset of the opening quote, the cursor stands at the part's start.
    #[inline(never)]
    pub fn double_quoted(&mut self, quote: usize) -> Parse<()> {
        self.enter()?;
        let (start, base) = (self.cursor.position, self.stacks.parts.len());
        self.cursor.position = quote + 1;
        let mut run = quote + 1;
        loop {
            self.cursor.run(is_double_quote_stop);
            if self.cursor.is_at_end() {
                return self.unterminated(start, quote + 1 - start, SyntaxErrorKind::UnterminatedDoubleQuote);
            }
            if self.cursor.peek() == b'"' {
                break;
            }
            run = self.quoted_special(run, Quoting::Double)?;
        }
        self.push_literal(run);
        self.cursor.position += 1;
        self.leave();
        let kind = WordPartKind::DoubleQuoted(take(self.arena, &mut self.stacks.parts, base));
        let span = self.span_from(start);
        self.stacks.parts.push(WordPart { span, kind });
        Ok(())
    }

    /// `\`, `$` or `` ` `` inside double quotes or a here-document; gives where the next literal begins.
    #[inline]
    pub fn quoted_special(&mut self, run: usize, quoting: Quoting) -> Parse<usize> {
        match self.cursor.peek() {
            b'$' => match self.dollar_ahead(quoting) {
                None => {
                    self.cursor.position += 1;
                    return Ok(run);
                }
                Some(dollar) => {
                    self.push_literal(run);
                    self.dollar(dollar, quoting)?;
                }
            },
            b'`' => {
                self.push_literal(run);
                self.backquoted(quoting)?;
            }
            _ => return Ok(self.quoted_escape(run, quoting)),
        }
        Ok(self.cursor.position)
    }

    /// A backslash inside quotes: an escape before a few characters, else a literal.
    pub fn quoted_escape(&mut self, run: usize, quoting: Quoting) -> usize {
        let escapes = match self.cursor.byte(self.cursor.position + 1) {
            b'$' | b'`' | b'\\' | b'\n' => true,
            b'"' => quoting == Quoting::Double,
            _ => false,
        };
        if escapes {
            self.push_literal(run);
            self.escaped();
            return self.cursor.position;
        }
        self.cursor.position += 1;
        run
    }

    /// The error that a quote or bracket of `length` bytes at `start` has no partner.
    #[cold]
    pub fn unterminated<T>(&mut self, start: usize, length: usize, kind: SyntaxErrorKind) -> Parse<T> {
        let opener = self.cursor.span(start, start + length);
        let end = self.cursor.len();
        self.fail(kind, end, end, Some(opener))
    }
}
