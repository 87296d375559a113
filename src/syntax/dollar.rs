//! What a `$` begins (manual 3.5).

use super::ast::{ParameterExpansion, ParameterOperator, WordPart, WordPartKind};
use super::parser::{Parse, Parser};
use crate::lexer::{is_name, is_name_start, is_special_parameter};

/// What the text around a part means for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// no quotes
    Bare,
    /// inside double quotes
    Double,
    /// inside a here-document's body
    HereDocument,
}

/// What follows a `$`, and the offset of the first byte of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dollar {
    Name(usize),
    Character(usize),
    Brace(usize),
    Parenthesis(usize),
    Bracket(usize),
    SingleQuote(usize),
    DoubleQuote(usize),
}

impl<'a> Parser<'a> {
    /// What the `$` here begins; `None` if it stands for itself.
    #[inline]
    pub fn dollar_ahead(&self, quoting: Quoting) -> Option<Dollar> {
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        Some(match self.cursor.byte(next) {
            b'{' => Dollar::Brace(next),
            b'(' => Dollar::Parenthesis(next),
            b'[' => Dollar::Bracket(next),
            b'\'' if quoting == Quoting::Bare => Dollar::SingleQuote(next),
            b'"' if quoting == Quoting::Bare => Dollar::DoubleQuote(next),
            byte if is_name_start(byte) => Dollar::Name(next),
            byte if byte.is_ascii_digit() || is_special_parameter(byte) => Dollar::Character(next),
            _ => return None,
        })
    }

    /// Pushes the part that the `$` here begins.
    pub fn dollar(&mut self, dollar: Dollar, quoting: Quoting) -> Parse<()> {
        match dollar {
            Dollar::Name(at) => {
                let start = self.cursor.position;
                self.cursor.position = at;
                self.cursor.run(|byte| !is_name(byte));
                let mut name = self.cursor.since(at);
                if self.cursor.peek() == b'\\' {
                    name = self.split_name(name);
                }
                self.plain_parameter(start, name);
                Ok(())
            }
            Dollar::Character(at) => {
                let start = self.cursor.position;
                self.cursor.position = at + 1;
                self.plain_parameter(start, self.cursor.since(at));
                Ok(())
            }
            Dollar::Brace(at) => self.braced(at, quoting),
            Dollar::Parenthesis(at) => self.dollar_parenthesis(at),
            Dollar::Bracket(at) => self.dollar_bracket(at),
            Dollar::SingleQuote(at) => self.ansi_c_quoted(at),
            Dollar::DoubleQuote(at) => self.double_quoted(at),
        }
    }

    fn plain_parameter(&mut self, start: usize, name: &'a str) {
        let span = self.span_from(start);
        let parameter = self.arena.alloc(ParameterExpansion {
            span,
            braced: false,
            indirect: false,
            name,
            subscript: None,
            operator: &ParameterOperator::None,
        });
        self.stacks.parts.push(WordPart { span, kind: WordPartKind::Parameter(parameter) });
    }
}
