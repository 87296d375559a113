//! Simple commands (manual 3.2.2): assignments, words and redirections.

use super::assignment::Begun;
use super::ast::{Others, SimpleCommand, Word, WordPartKind};
use super::found::FoundCommand;
use super::parser::{Parse, Parser, take};
use super::word::Rules;
use crate::lexer::is_name_start;

/// The builtins whose arguments may be array assignments, by their literal name.
const DECLARATION_BUILTINS: [&str; 8] =
    ["alias", "declare", "eval", "export", "let", "local", "readonly", "typeset"];

/// Where the lists of one simple command begin.
struct Bases {
    assignments: usize,
    words: usize,
    redirections: usize,
}

/// What may stand next.
struct Next {
    /// An array may be assigned here.
    array: bool,
    rules: Rules,
}

impl<'a> Parser<'a> {
    /// A simple command; it waits in the parser.
    pub fn simple_command(&mut self) -> Parse<FoundCommand<'a>> {
        let start = self.cursor.position;
        let bases = Bases {
            assignments: self.stacks.assignments.len(),
            words: self.stacks.words.len(),
            redirections: self.stacks.redirections.len(),
        };
        let mut next = Next { array: true, rules: Rules::ARGUMENT };
        let mut end = start;
        loop {
            self.cursor.skip_blanks();
            if self.cursor.is_at_end() {
                break;
            }
            if self.optional_redirection()? {
                next.array = self.stacks.assignments.len() == bases.assignments;
                next.rules = Rules::ARGUMENT;
            } else if self.is_word_end() {
                if self.cursor.peek() == b'(' {
                    return self.open_parenthesis(start, end, &bases);
                }
                break;
            } else {
                self.command_word(&bases, &mut next)?;
            }
            end = self.cursor.position;
        }
        if end == start {
            return self.unexpected(None);
        }
        self.finish_simple_command(&bases);
        Ok(FoundCommand::Simple)
    }

    #[inline(never)]
    fn finish_simple_command(&mut self, bases: &Bases) {
        let others = self.others(bases);
        self.simple = match self.stacks.words.get(bases.words..) {
            Some(&[word]) => {
                self.stacks.words.truncate(bases.words);
                SimpleCommand::of_word(word, others)
            }
            _ => {
                let words = take(self.arena, &mut self.stacks.words, bases.words);
                self.notice_shopt(words);
                SimpleCommand::of_words(words, others)
            }
        };
    }

    #[inline]
    fn others(&mut self, bases: &Bases) -> Option<&'a Others<'a>> {
        let assignments = take(self.arena, &mut self.stacks.assignments, bases.assignments);
        let redirections = take(self.arena, &mut self.stacks.redirections, bases.redirections);
        if assignments.is_empty() && redirections.is_empty() {
            return None;
        }
        Some(self.arena.alloc(Others { assignments, redirections }))
    }

    /// An assignment, the name, or an argument.
    #[inline]
    fn command_word(&mut self, bases: &Bases, next: &mut Next) -> Parse<()> {
        if self.stacks.words.len() > bases.words {
            return self.push_word(self.cursor.position, next.rules);
        }
        let start = self.cursor.position;
        let begun =
            if is_name_start(self.cursor.peek()) { self.assignment(next.array)? } else { Begun::Nothing };
        match begun {
            Begun::Assignment => {
                next.array = true;
                return Ok(());
            }
            Begun::Word => {}
            Begun::Nothing => self.push_word(start, Rules::ARGUMENT)?,
        }
        if self.stacks.words.last().is_some_and(is_declaration_builtin) {
            next.rules = Rules::DECLARATION;
        }
        Ok(())
    }

    #[inline(always)]
    fn push_word(&mut self, start: usize, rules: Rules) -> Parse<()> {
        let word = self.word_after(start, rules)?;
        self.stacks.words.push(word);
        Ok(())
    }

    /// `(` behind one lone word defines a function; elsewhere it cannot stand.
    #[inline(never)]
    fn open_parenthesis(&mut self, start: usize, end: usize, bases: &Bases) -> Parse<FoundCommand<'a>> {
        let is_name_alone = self.stacks.words.len() == bases.words + 1
            && self.stacks.assignments.len() == bases.assignments
            && self.stacks.redirections.len() == bases.redirections;
        if !is_name_alone {
            return self.unexpected(None);
        }
        self.stacks.words.truncate(bases.words);
        self.function_definition(start, end)
    }

    /// `shopt -s extglob` and `shopt -u extglob` change how the next complete line is read.
    fn notice_shopt(&mut self, words: &[Word<'a>]) {
        let mut texts = words.iter().map(literal);
        if self.shielded > 0 || texts.next() != Some(Some("shopt")) {
            return;
        }
        let mut switch = None;
        for text in texts.flatten() {
            match text {
                "-s" | "-qs" | "-sq" => switch = Some(true),
                "-u" | "-qu" | "-uq" => switch = Some(false),
                "extglob" if switch.is_some() => self.extglob_next = switch,
                _ => {}
            }
        }
    }
}

/// The text of a word that is one plain literal.
fn literal<'a>(word: &Word<'a>) -> Option<&'a str> {
    match word.parts() {
        [part] => match part.kind {
            WordPartKind::Literal(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

fn is_declaration_builtin(word: &Word<'_>) -> bool {
    literal(word).is_some_and(|text| DECLARATION_BUILTINS.contains(&text))
}
