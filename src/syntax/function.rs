//! Function definitions (manual 3.3).

use super::ast::{FunctionDefinition, Word};
use super::found::FoundCommand;
use super::parser::{Parse, Parser};
use super::word::Rules;

impl<'a> Parser<'a> {
    /// `name ( ) body`; the cursor stands at the `(`.
    #[inline(never)]
    pub fn function_definition(&mut self, start: usize, end: usize) -> Parse<FoundCommand<'a>> {
        self.cursor.position += 1;
        self.cursor.skip_blanks();
        if self.cursor.peek() != b')' {
            return self.unexpected(None);
        }
        self.cursor.position += 1;
        self.function_body(start, self.cursor.slice(start, end))
    }

    /// `function name [( )] body`; `end` is behind the keyword.
    #[inline(never)]
    pub fn function_keyword(&mut self, end: usize) -> Parse<FoundCommand<'a>> {
        let start = self.cursor.position;
        self.cursor.position = end;
        let opener = self.span_from(start);
        self.cursor.skip_blanks();
        let name_start = self.cursor.position;
        let _: Word<'a> = self.required_word(Rules::PLAIN, opener)?;
        let name = self.cursor.since(name_start);
        self.take_empty_parentheses();
        self.function_body(start, name)
    }

    /// Takes `( )`; leaves a `(` that begins a subshell as body.
    fn take_empty_parentheses(&mut self) {
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        if ahead.peek() != b'(' {
            return;
        }
        ahead.position += 1;
        ahead.skip_blanks();
        if ahead.peek() == b')' {
            self.cursor.position = ahead.position + 1;
        }
    }

    fn function_body(&mut self, start: usize, name: &'a str) -> Parse<FoundCommand<'a>> {
        self.skip_newlines()?;
        self.shielded += 1;
        let body = self.compound_command()?;
        self.shielded -= 1;
        let span = self.cursor.span(start, start).join(body.span);
        Ok(FoundCommand::Function(self.arena.alloc(FunctionDefinition { span, name, body })))
    }
}
