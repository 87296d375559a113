//! Command and process substitution (manual 3.5.4, 3.5.6).

use super::SyntaxErrorKind;
use super::ast::{CommandSubstitution, List, ProcessSubstitution, SubstitutionKind, WordPart, WordPartKind};
use super::parser::{Parse, Parser};
use crate::lexer::ReservedWord;
use crate::span::Span;

impl<'a> Parser<'a> {
    /// `$(…)`; `inside` is behind the parenthesis, the cursor stands at the `$`.
    #[inline(never)]
    pub fn command_substitution(&mut self, inside: usize) -> Parse<()> {
        let start = self.cursor.position;
        let body = self.substitution_body(inside)?;
        let span = self.span_from(start);
        let node = CommandSubstitution { span, kind: SubstitutionKind::Dollar, body };
        self.stacks
            .parts
            .push(WordPart { span, kind: WordPartKind::CommandSubstitution(self.arena.alloc(node)) });
        Ok(())
    }

    /// `<(…)` or `>(…)`; the cursor stands at the first byte.
    #[inline(never)]
    pub fn process_substitution(&mut self, inside: usize) -> Parse<()> {
        let start = self.cursor.position;
        let reads = self.cursor.peek() == b'>';
        let body = self.substitution_body(inside)?;
        let span = self.span_from(start);
        let node = self.arena.alloc(ProcessSubstitution { span, reads, body });
        self.stacks.parts.push(WordPart { span, kind: WordPartKind::ProcessSubstitution(node) });
        Ok(())
    }

    /// The list up to `)`. Here-documents of the text outside wait until after it.
    fn substitution_body(&mut self, inside: usize) -> Parse<List<'a>> {
        self.enter()?;
        let opener = self.cursor.span(self.cursor.position, inside);
        let outside = (self.pending_base, self.substitution_start);
        self.pending_base = self.pending.len();
        self.substitutions += 1;
        self.shielded += 1;
        self.cursor.position = inside;
        self.cursor.skip_blanks();
        self.substitution_start = self.cursor.position;
        let body = self.optional_list()?;
        self.close_substitution(opener)?;
        self.shielded -= 1;
        self.substitutions -= 1;
        (self.pending_base, self.substitution_start) = outside;
        self.leave();
        Ok(body)
    }

    fn close_substitution(&mut self, opener: Span) -> Parse<()> {
        self.cursor.skip_blanks();
        self.expect_byte(b')', SyntaxErrorKind::UnterminatedSubstitution, opener)
    }

    /// `${ …; }` and `${| …; }`; false (and nothing taken) if the text is none: Bash 5.2 accepts it all the same.
    #[inline(never)]
    pub fn brace_substitution(&mut self, brace: usize) -> Parse<bool> {
        if self.plain_braces.contains(&brace) {
            return Ok(false);
        }
        let (start, mark) = (self.cursor.position, self.mark());
        let is_reply = self.cursor.byte(brace + 1) == b'|';
        let inside = brace + 1 + usize::from(is_reply);
        match self.brace_body(start, inside) {
            Ok(body) => {
                let span = self.span_from(start);
                let kind = if is_reply { SubstitutionKind::BraceReply } else { SubstitutionKind::Brace };
                let node = self.arena.alloc(CommandSubstitution { span, kind, body });
                self.stacks.parts.push(WordPart { span, kind: WordPartKind::CommandSubstitution(node) });
                Ok(true)
            }
            Err(_) => {
                let read = self.cursor.position.saturating_sub(start);
                self.forgive()?;
                self.rewind(&mark);
                self.spend(read)?;
                self.plain_braces.insert(brace);
                Ok(false)
            }
        }
    }

    fn brace_body(&mut self, start: usize, inside: usize) -> Parse<List<'a>> {
        let opener = self.cursor.span(start, inside);
        let outside = self.pending_base;
        self.pending_base = self.pending.len();
        self.cursor.position = inside;
        let body = self.optional_list()?;
        self.expect_reserved_brace(opener)?;
        self.pending_base = outside;
        Ok(body)
    }

    /// Takes `}` whatever follows it: it closes an expansion, not a group.
    fn expect_reserved_brace(&mut self, opener: Span) -> Parse<()> {
        self.cursor.skip_blanks();
        if self.cursor.peek() == b'}' {
            self.cursor.position += 1;
            return Ok(());
        }
        self.expect_reserved(ReservedWord::CloseBrace, opener)
    }
}
