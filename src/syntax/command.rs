//! Commands (manual 3.2): which construct begins here, and the redirections behind it.

use super::ast::{CompoundCommand, CompoundKind, Coproc, IfClause, IfCommand, List};
use super::found::FoundCommand;
use super::parser::{Parse, Parser, take};
use super::word::Rules;
use crate::lexer::{ReservedWord, is_break, is_name, is_name_start};
use crate::span::Span;

/// A construct, and where it begins.
type Construct<'a> = (usize, CompoundKind<'a>);

impl<'a> Parser<'a> {
    /// A command, at the start of a pipeline.
    #[inline]
    pub fn command(&mut self) -> Parse<FoundCommand<'a>> {
        self.cursor.skip_blanks();
        if self.cursor.peek() == b'(' {
            return self.compound();
        }
        match ReservedWord::at(&self.cursor) {
            None => self.simple_command(),
            Some((ReservedWord::Bang | ReservedWord::OpenBrace, end)) if self.is_glued_pattern(end) => {
                self.simple_command()
            }
            Some(reserved) => self.reserved_command(reserved),
        }
    }

    /// A command behind `|`: `time` is a plain word there.
    pub fn command_after_pipe(&mut self) -> Parse<FoundCommand<'a>> {
        match ReservedWord::at(&self.cursor) {
            Some((ReservedWord::Time, _)) => self.simple_command(),
            _ => self.command(),
        }
    }

    /// `!(` is a pattern with `extglob`.
    fn is_glued_pattern(&self, end: usize) -> bool {
        self.extglob && self.cursor.peek() == b'!' && self.cursor.byte(end) == b'('
    }

    fn reserved_command(&mut self, (word, end): (ReservedWord, usize)) -> Parse<FoundCommand<'a>> {
        match word {
            ReservedWord::Function => self.function_keyword(end),
            ReservedWord::Coproc => self.coproc(end),
            word if word.closes() || matches!(word, ReservedWord::Bang | ReservedWord::Time) => {
                self.unexpected(None)
            }
            _ => self.compound(),
        }
    }

    /// A construct with its redirections.
    fn compound(&mut self) -> Parse<FoundCommand<'a>> {
        Ok(FoundCommand::Compound(self.compound_command()?))
    }

    /// A construct with its redirections, as a function's body must be.
    pub fn compound_command(&mut self) -> Parse<&'a CompoundCommand<'a>> {
        self.enter()?;
        let (start, kind) = self.construct()?;
        self.leave();
        self.redirected(start, kind)
    }

    /// Takes the redirections behind a construct that begins at `start`.
    #[inline(never)]
    fn redirected(&mut self, start: usize, kind: CompoundKind<'a>) -> Parse<&'a CompoundCommand<'a>> {
        let base = self.stacks.redirections.len();
        let mut end = self.cursor.position;
        while self.optional_redirection()? {
            end = self.cursor.position;
        }
        let redirections = take(self.arena, &mut self.stacks.redirections, base);
        if !redirections.is_empty() {
            self.expect_no_word()?;
        }
        let span = self.cursor.span(start, end);
        Ok(self.arena.alloc(CompoundCommand { span, kind, redirections }))
    }

    /// A word behind a redirection is no reserved word, and a construct takes no arguments.
    fn expect_no_word(&mut self) -> Parse<()> {
        self.cursor.skip_blanks();
        if self.cursor.is_at_end() || is_break(self.cursor.peek()) { Ok(()) } else { self.unexpected(None) }
    }

    fn construct(&mut self) -> Parse<Construct<'a>> {
        self.cursor.skip_blanks();
        let start = self.cursor.position;
        if self.cursor.peek() == b'(' {
            return Ok((start, self.parenthesis()?));
        }
        let Some((word, end)) = ReservedWord::at(&self.cursor) else { return self.unexpected(None) };
        self.cursor.position = end;
        let opener = self.span_from(start);
        let kind = match word {
            ReservedWord::If => self.if_command(opener)?,
            ReservedWord::While => CompoundKind::While(self.condition_loop(opener)?),
            ReservedWord::Until => CompoundKind::Until(self.condition_loop(opener)?),
            ReservedWord::For => self.for_command(opener)?,
            ReservedWord::Select => CompoundKind::Select(self.for_loop(opener)?),
            ReservedWord::Case => self.case_command(opener)?,
            ReservedWord::OpenBrace => CompoundKind::BraceGroup(self.brace_group(opener)?),
            ReservedWord::OpenTest => CompoundKind::Test(self.test_command(opener)?),
            _ => {
                self.cursor.position = start;
                return self.unexpected(None);
            }
        };
        Ok((start, kind))
    }

    /// `((…))` or `(…)`.
    #[inline(never)]
    fn parenthesis(&mut self) -> Parse<CompoundKind<'a>> {
        let start = self.cursor.position;
        let next = self.cursor.after_continuations(start + 1);
        if self.cursor.byte(next) == b'('
            && let Some(arithmetic) = self.arithmetic_command(next + 1)?
        {
            return Ok(CompoundKind::Arithmetic(arithmetic));
        }
        self.cursor.position = start + 1;
        let opener = self.span_from(start);
        self.shielded += 1;
        let list = self.compound_list()?;
        self.shielded -= 1;
        if self.cursor.peek() != b')' {
            return self.unexpected(Some(opener));
        }
        self.cursor.position += 1;
        Ok(CompoundKind::Subshell(list))
    }

    #[inline(never)]
    fn brace_group(&mut self, opener: Span) -> Parse<List<'a>> {
        let list = self.compound_list()?;
        self.expect_reserved(ReservedWord::CloseBrace, opener)?;
        Ok(list)
    }

    /// `if` … `fi` (manual 3.2.5.2).
    #[inline(never)]
    fn if_command(&mut self, opener: Span) -> Parse<CompoundKind<'a>> {
        let base = self.stacks.clauses.len();
        let mut otherwise = None;
        loop {
            let condition = self.compound_list()?;
            self.expect_reserved(ReservedWord::Then, opener)?;
            let body = self.compound_list()?;
            self.stacks.clauses.push(IfClause { condition, body });
            match ReservedWord::at(&self.cursor) {
                Some((ReservedWord::Elif, end)) => self.cursor.position = end,
                Some((ReservedWord::Else, end)) => {
                    self.cursor.position = end;
                    otherwise = Some(self.compound_list()?);
                    break;
                }
                _ => break,
            }
        }
        self.expect_reserved(ReservedWord::Fi, opener)?;
        let clauses = take(self.arena, &mut self.stacks.clauses, base);
        Ok(CompoundKind::If(self.arena.alloc(IfCommand { clauses, otherwise })))
    }

    /// `coproc` (manual 3.2.6): a name only before a construct.
    #[inline(never)]
    fn coproc(&mut self, end: usize) -> Parse<FoundCommand<'a>> {
        let start = self.cursor.position;
        self.cursor.position = end;
        self.cursor.skip_blanks();
        self.enter()?;
        let (name, found) = match self.coproc_name() {
            Some((name, end)) => {
                self.cursor.position = end;
                (Some(name), self.compound()?)
            }
            None => {
                self.expect_no_reserved_second()?;
                (None, self.coproc_command()?)
            }
        };
        self.leave();
        let command = self.command_node(found);
        let span = self.cursor.span(start, start).join(command.span());
        Ok(FoundCommand::Coproc(self.arena.alloc(Coproc { span, name, command })))
    }

    /// Behind `coproc` the second word may begin a construct, so Bash knows every reserved word there but `time`.
    fn expect_no_reserved_second(&mut self) -> Parse<()> {
        let mut ahead = self.cursor;
        ahead.run(|byte| !is_name(byte));
        let is_assignment = is_name_start(self.cursor.peek()) && matches!(ahead.peek(), b'=' | b'+' | b'[');
        if self.cursor.is_at_end()
            || is_assignment
            || self.is_word_end()
            || ReservedWord::at(&self.cursor).is_some()
        {
            return Ok(());
        }
        let mark = self.mark();
        let read = self.word(Rules::ARGUMENT)?.span().len() as usize;
        self.cursor.skip_blanks();
        match ReservedWord::at(&self.cursor) {
            Some((word, _))
                if word.closes()
                    || matches!(word, ReservedWord::Bang | ReservedWord::Coproc | ReservedWord::Function) =>
            {
                self.unexpected(None)
            }
            _ => {
                self.rewind(&mark);
                self.spend(read)
            }
        }
    }

    fn coproc_command(&mut self) -> Parse<FoundCommand<'a>> {
        let is_compound = match ReservedWord::at(&self.cursor) {
            None | Some((ReservedWord::Time, _)) => self.cursor.peek() == b'(',
            Some((ReservedWord::Function | ReservedWord::Coproc, _)) => return self.unexpected(None),
            Some(_) => true,
        };
        if is_compound { self.compound() } else { self.simple_command() }
    }

    /// A plain word with a construct behind it.
    fn coproc_name(&self) -> Option<(&'a str, usize)> {
        let start = self.cursor.position;
        if ReservedWord::at(&self.cursor).is_some() {
            return None;
        }
        let mut ahead = self.cursor;
        ahead.run(|byte| is_break(byte) || matches!(byte, b'\\' | b'\'' | b'"' | b'`'));
        let name = ahead.since(start);
        if name.is_empty() || name.ends_with('$') || !is_break(ahead.peek()) {
            return None;
        }
        let end = ahead.position;
        ahead.skip_blanks();
        let begins_construct = match ReservedWord::at(&ahead) {
            Some((word, _)) => {
                !word.closes()
                    && !matches!(
                        word,
                        ReservedWord::Bang
                            | ReservedWord::Time
                            | ReservedWord::Coproc
                            | ReservedWord::Function
                    )
            }
            None => ahead.peek() == b'(',
        };
        begins_construct.then_some((name, end))
    }
}
