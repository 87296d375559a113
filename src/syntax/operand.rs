//! The text inside brackets: arithmetic, subscripts, and the words of `${…}`.

use super::SyntaxErrorKind;
use super::ast::Word;
use super::dollar::Quoting;
use super::parser::{Parse, Parser};
use crate::lexer::is_operand_stop;

/// Where an arithmetic text or a subscript ends. The end itself is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// at the `)` that is not opened inside
    Parenthesis,
    /// at a `;` or that `)`
    Semicolon,
    /// at the `]` that is not opened inside
    Bracket,
    /// at that `]` or at `}`
    BracketInBraces,
    /// at a `:` that belongs to no `? :`, or at `}`
    ColonInBraces,
    /// at `}`
    Brace,
}

impl Ends {
    const fn is_in_braces(self) -> bool {
        matches!(self, Self::BracketInBraces | Self::ColonInBraces | Self::Brace)
    }
}

/// The words of `${…}`; all end at `}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// behind `:-` and the like, or behind a bad substitution
    Word,
    /// behind `#`, `%`, `^`, `,`, `~`
    Pattern,
    /// between the slashes of `/`: ends at a slash too
    ReplacedPattern,
    /// behind two slashes: a third one right there belongs to the pattern
    EveryPattern,
    /// behind the slash that ends a pattern
    Replacement,
}

/// Brackets that are open inside an operand.
#[derive(Default)]
struct Levels {
    parentheses: u32,
    brackets: u32,
    questions: u32,
}

/// A word of `${…}` while it is read.
struct Reading {
    form: Form,
    quoting: Quoting,
    start: usize,
    run: usize,
    no_bracket: usize,
}

impl<'a> Parser<'a> {
    /// The text up to its end, as parts.
    pub fn operand(&mut self, ends: Ends) -> Parse<Word<'a>> {
        self.enter()?;
        let (start, base) = (self.cursor.position, self.stacks.parts.len());
        let (mut run, mut levels) = (start, Levels::default());
        loop {
            self.cursor.run(is_operand_stop);
            if self.cursor.is_at_end() {
                break;
            }
            match self.cursor.peek() {
                b'$' | b'\\' | b'"' | b'\'' | b'`' => run = self.pattern_special(run)?,
                byte if ends_here(byte, ends, &mut levels) => break,
                b'<' | b'>' if ends.is_in_braces() => self.literal_process()?,
                _ => self.cursor.position += 1,
            }
        }
        self.push_literal(run);
        self.leave();
        Ok(self.finish_word(start, base))
    }

    /// A word inside `${…}`.
    pub fn braced_word(&mut self, form: Form, quoting: Quoting) -> Parse<Word<'a>> {
        let start = self.cursor.position;
        self.braced_word_from((start, self.stacks.parts.len(), start), form, quoting)
    }

    /// The rest of a word that begins at `start`, of which parts above `base` stand already; a literal goes on at `run`.
    fn braced_word_from(
        &mut self,
        (start, base, run): (usize, usize, usize),
        form: Form,
        quoting: Quoting,
    ) -> Parse<Word<'a>> {
        self.enter()?;
        let mut reading = Reading { form, quoting, start, run, no_bracket: 0 };
        loop {
            self.cursor.run(is_operand_stop);
            if self.cursor.is_at_end() || !self.braced_stop(&mut reading)? {
                break;
            }
        }
        self.push_literal(reading.run);
        self.leave();
        Ok(self.finish_word(start, base))
    }

    /// Deals with the byte here; false if the word ends before it.
    fn braced_stop(&mut self, reading: &mut Reading) -> Parse<bool> {
        let bare = reading.quoting == Quoting::Bare;
        let pattern = matches!(reading.form, Form::Pattern | Form::ReplacedPattern | Form::EveryPattern);
        match self.cursor.peek() {
            b'}' => return Ok(false),
            b'/' if reading.form == Form::ReplacedPattern => return Ok(false),
            b'/' if reading.form == Form::EveryPattern && self.cursor.position != reading.start => {
                return Ok(false);
            }
            b'$' if bare || self.is_ansi_c_quote() => reading.run = self.pattern_special(reading.run)?,
            b'$' | b'`' => reading.run = self.quoted_special(reading.run, reading.quoting)?,
            b'\\' if bare || pattern => reading.run = self.pattern_special(reading.run)?,
            b'\\' => reading.run = self.braced_escape(reading),
            b'\'' if !bare && !pattern && reading.form != Form::Replacement => {
                reading.run = self.literal_quotes(reading)?;
            }
            b'"' | b'\'' => reading.run = self.pattern_special(reading.run)?,
            b'<' | b'>' if bare => self.braced_process(reading)?,
            b'<' | b'>' if reading.quoting == Quoting::Double => self.literal_process()?,
            b'*' | b'?' | b'[' if bare || pattern => self.braced_glob(reading)?,
            b'(' if bare || pattern => self.braced_group(reading)?,
            b'~' if bare && self.cursor.position == reading.start => self.braced_tilde(reading),
            _ => self.cursor.position += 1,
        }
        Ok(true)
    }

    /// `$'…'` is taken inside the braces even between double quotes.
    fn is_ansi_c_quote(&self) -> bool {
        self.cursor.byte(self.cursor.position + 1) == b'\''
    }

    /// `'…'` in a word between double quotes: the quotes are literal and expansions take place, but for finding the
    /// end Bash takes them for quotes. So what does not parse inside is met only when it runs.
    fn literal_quotes(&mut self, reading: &Reading) -> Parse<usize> {
        let (open, outside, mut run) = (self.cursor.position, self.cursor, reading.run);
        let Some(close) = self.cursor.find(b'\'', open + 1) else {
            return self.unterminated(open, 1, SyntaxErrorKind::UnterminatedSingleQuote);
        };
        self.cursor = outside.within(open + 1, close);
        loop {
            self.cursor.run(|byte| matches!(byte, b'$' | b'`'));
            if self.cursor.is_at_end() {
                break;
            }
            let mark = self.mark();
            match self.quoted_special(run, reading.quoting) {
                Ok(next) => run = next,
                Err(_) => {
                    self.defer_error()?;
                    self.rewind(&mark);
                    self.cursor.position = close;
                }
            }
        }
        self.cursor = outside;
        self.cursor.position = close + 1;
        Ok(run)
    }

    fn braced_escape(&mut self, reading: &Reading) -> usize {
        match self.cursor.byte(self.cursor.position + 1) {
            b'}' | b'"' => {
                self.push_literal(reading.run);
                self.escaped();
                self.cursor.position
            }
            b'$' | b'`' | b'\\' | b'\n' => self.quoted_escape(reading.run, reading.quoting),
            // The backslash stays and still shields the next character from ending the word.
            _ => {
                let next = self.cursor.position + 1;
                self.cursor.position = self.cursor.after_character(next).max(next).min(self.cursor.len());
                reading.run
            }
        }
    }

    fn braced_process(&mut self, reading: &mut Reading) -> Parse<()> {
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        if self.cursor.byte(next) != b'(' {
            self.cursor.position += 1;
            return Ok(());
        }
        self.push_literal(reading.run);
        self.process_substitution(next + 1)?;
        reading.run = self.cursor.position;
        Ok(())
    }

    /// `<(…)` is literal in arithmetic and in a word between double quotes, but for finding the end of `${…}` Bash
    /// takes it for a substitution.
    fn literal_process(&mut self) -> Parse<()> {
        let next = self.cursor.after_continuations(self.cursor.position + 1);
        if self.cursor.byte(next) != b'(' {
            self.cursor.position += 1;
            return Ok(());
        }
        let base = self.stacks.parts.len();
        self.process_substitution(next + 1)?;
        self.stacks.parts.truncate(base);
        Ok(())
    }

    fn braced_glob(&mut self, reading: &mut Reading) -> Parse<()> {
        let (at, byte) = (self.cursor.position, self.cursor.peek());
        if byte != b'[' && self.cursor.byte(at + 1) == b'(' && self.extglob {
            return self.try_group(reading, at);
        }
        let end =
            if byte == b'[' { self.bracket_end(at, &mut reading.no_bracket, true) } else { Some(at + 1) };
        match end {
            Some(end) => {
                self.push_literal(reading.run);
                self.push_glob(end);
                reading.run = end;
            }
            None => self.cursor.position += 1,
        }
        Ok(())
    }

    /// `(`: a pattern group if one of `@ + !` stands before it.
    fn braced_group(&mut self, reading: &mut Reading) -> Parse<()> {
        let at = self.cursor.position;
        let before = if at > reading.run { self.cursor.byte(at - 1) } else { 0 };
        if self.extglob && matches!(before, b'@' | b'+' | b'!') {
            return self.try_group(reading, at - 1);
        }
        self.cursor.position += 1;
        Ok(())
    }

    /// A pattern group that begins at `at`, or literal text if the brace closes before the group does.
    fn try_group(&mut self, reading: &mut Reading, at: usize) -> Parse<()> {
        let resume = self.cursor.position + 1;
        self.cursor.position = at;
        let mark = self.mark();
        self.push_literal(reading.run);
        if self.pattern_group(true).is_ok() {
            reading.run = self.cursor.position;
            return Ok(());
        }
        let read = self.cursor.position.saturating_sub(at);
        self.forgive()?;
        self.rewind(&mark);
        self.spend(read)?;
        self.cursor.position = resume.max(at + 1);
        Ok(())
    }

    fn braced_tilde(&mut self, reading: &mut Reading) {
        match self.tilde_end(self.cursor.position, true) {
            Some(end) => {
                self.push_tilde(end);
                reading.run = end;
            }
            None => self.cursor.position += 1,
        }
    }
}

/// Counts brackets; true at the byte that ends the operand.
fn ends_here(byte: u8, ends: Ends, levels: &mut Levels) -> bool {
    let counts_parentheses = !matches!(ends, Ends::Bracket | Ends::BracketInBraces);
    let counts_brackets = matches!(ends, Ends::Bracket | Ends::BracketInBraces);
    match byte {
        b'(' if counts_parentheses => levels.parentheses += 1,
        b')' if counts_parentheses => {
            if levels.parentheses == 0 {
                return matches!(ends, Ends::Parenthesis | Ends::Semicolon);
            }
            levels.parentheses -= 1;
        }
        b'[' if counts_brackets => levels.brackets += 1,
        b']' if counts_brackets => {
            if levels.brackets == 0 {
                return true;
            }
            levels.brackets -= 1;
        }
        b'}' => return matches!(ends, Ends::BracketInBraces | Ends::ColonInBraces | Ends::Brace),
        b';' => return ends == Ends::Semicolon && levels.parentheses == 0,
        b'?' if ends == Ends::ColonInBraces => levels.questions += 1,
        b':' if ends == Ends::ColonInBraces && levels.parentheses == 0 => {
            if levels.questions == 0 {
                return true;
            }
            levels.questions -= 1;
        }
        _ => {}
    }
    false
}
