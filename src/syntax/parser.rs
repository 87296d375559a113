//! The parser's state, and what all productions share: errors, depth, growing lists, and text that is tried first.

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::ast::{
    AndOrOperator, ArrayElement, Assignment, CaseArm, Command, HereDocument, IfClause, List, ListItem,
    Pipeline, Redirection, Script, SimpleCommand, Word, WordPart,
};
use super::here_document::Miss;
use super::{MAX_DEPTH, Parsed, SyntaxError, SyntaxErrorKind};
use crate::lexer::{Cursor, SpanMap, is_break, operator_at, redirection_operator};
use crate::span::Span;

/// The marker of a syntax error; the error itself waits in the parser.
#[derive(Debug)]
pub(super) struct Stop;

/// What a production gives.
pub(super) type Parse<T> = Result<T, Stop>;

/// How many bytes may be read again for each byte of the text before the parser gives up.
const REREAD_FACTOR: usize = 16;
/// What short texts may read again beside that.
const REREAD_FLOOR: usize = 1 << 20;

/// The parser of one text.
pub(super) struct Parser<'a> {
    pub arena: &'a Bump,
    pub cursor: Cursor<'a>,
    /// `extglob` as the line that is being read finds it.
    pub extglob: bool,
    /// `extglob` as a `shopt` of this line leaves it.
    pub extglob_next: Option<bool>,
    /// How many `$(`, `<(` or `>(` are open in this text.
    pub substitutions: u32,
    /// Subshells, function bodies and substitutions that are open: a `shopt` in them changes nothing outside.
    pub shielded: u32,
    /// Where the innermost `$(` begins, for a lone `time` in it.
    pub substitution_start: usize,
    /// Here-documents whose bodies have not been read.
    pub pending: Vec<&'a HereDocument<'a>>,
    /// The first of `pending` that belongs to the innermost substitution.
    pub pending_base: usize,
    /// Searches for delimiters of here-documents that found none in the present text.
    pub misses: Vec<Miss<'a>>,
    /// Offsets of `${ ` that are no command substitution.
    pub plain_braces: BTreeSet<usize>,
    pub stacks: Stacks<'a>,
    /// Where backslash-newlines stand in the word that is being read.
    pub joints: Vec<usize>,
    /// The simple command that was read last.
    pub simple: SimpleCommand<'a>,
    error: Option<SyntaxError>,
    deferred: Vec<SyntaxError>,
    depth: u32,
    rereads_left: usize,
}

/// Lists that grow while their construct is read; each construct uses the part above its base.
#[derive(Default)]
pub(super) struct Stacks<'a> {
    pub parts: Vec<WordPart<'a>>,
    pub words: Vec<Word<'a>>,
    pub assignments: Vec<Assignment<'a>>,
    pub redirections: Vec<Redirection<'a>>,
    pub elements: Vec<ArrayElement<'a>>,
    pub items: Vec<ListItem<'a>>,
    pub pipelines: Vec<(AndOrOperator, Pipeline<'a>)>,
    pub commands: Vec<Command<'a>>,
    pub stderr_pipes: Vec<u32>,
    pub arms: Vec<CaseArm<'a>>,
    pub clauses: Vec<IfClause<'a>>,
}

/// A place to go back to.
pub(super) struct Mark {
    position: usize,
    depth: u32,
    shielded: u32,
    substitutions: u32,
    substitution_start: usize,
    pending: usize,
    pending_base: usize,
    /// Texts are shorter than 2^30 bytes, and no list is longer than its text.
    lengths: [u32; 11],
}

impl<'a> Parser<'a> {
    pub fn new(arena: &'a Bump, text: &'a str, map: Option<SpanMap<'a>>, extglob: bool) -> Self {
        Self {
            arena,
            cursor: Cursor::new(text, map),
            extglob,
            extglob_next: None,
            substitutions: 0,
            shielded: 0,
            substitution_start: usize::MAX,
            pending: Vec::new(),
            pending_base: 0,
            misses: Vec::new(),
            plain_braces: BTreeSet::new(),
            stacks: Stacks::default(),
            joints: Vec::new(),
            simple: SimpleCommand::of_words(&[], None),
            error: None,
            deferred: Vec::new(),
            depth: 0,
            rereads_left: text.len().saturating_mul(REREAD_FACTOR).saturating_add(REREAD_FLOOR),
        }
    }

    /// Reads the whole text.
    pub fn script(mut self) -> Parsed<'a> {
        let (extglob, span) = (self.extglob, self.cursor.span(0, self.cursor.len()));
        // Most texts are one line, which needs no list that grows.
        let first = self.line().ok().flatten();
        let mut lines: Vec<List<'a>> = Vec::new();
        while self.error.is_none()
            && let Ok(Some(line)) = self.line()
        {
            if lines.is_empty() {
                lines.extend(first);
            }
            lines.push(line);
        }
        let lines = if lines.is_empty() { first.as_slice() } else { &lines };
        Parsed {
            script: Script { span, lines: self.arena.alloc_slice_copy(lines) },
            errors: self.error.into_iter().collect(),
            deferred: self.deferred,
            extglob,
        }
    }

    /// The span from `start` to here.
    #[inline]
    pub fn span_from(&self, start: usize) -> Span {
        self.cursor.span(start, self.cursor.position)
    }

    /// A word from the parts above `base` that ends here.
    #[inline]
    pub fn finish_word(&mut self, start: usize, base: usize) -> Word<'a> {
        let span = self.span_from(start);
        self.word_of_parts(span, base)
    }

    /// A word from the parts above `base`.
    #[inline]
    pub fn word_of_parts(&mut self, span: Span, base: usize) -> Word<'a> {
        match self.stacks.parts.get(base..) {
            Some(&[part]) if part.span == span => {
                self.stacks.parts.truncate(base);
                Word::of_part(part)
            }
            _ => Word::of_parts(span, take(self.arena, &mut self.stacks.parts, base)),
        }
    }

    /// Goes one level deeper.
    #[inline]
    pub fn enter(&mut self) -> Parse<()> {
        if self.depth >= MAX_DEPTH {
            return self.fail_here(SyntaxErrorKind::TooDeep, None);
        }
        self.depth += 1;
        Ok(())
    }

    #[inline]
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Levels that may still be entered.
    pub fn levels_left(&self) -> u32 {
        MAX_DEPTH.saturating_sub(self.depth)
    }

    /// Pays for text that is read a second time.
    pub fn spend(&mut self, bytes: usize) -> Parse<()> {
        match self.rereads_left.checked_sub(bytes) {
            Some(left) => {
                self.rereads_left = left;
                Ok(())
            }
            None => self.fail_here(SyntaxErrorKind::TooComplex, None),
        }
    }

    /// The error that the token here cannot stand here; at the end of the text that it is not complete.
    #[cold]
    pub fn unexpected<T>(&mut self, opener: Option<Span>) -> Parse<T> {
        self.cursor.skip_blanks();
        let start = self.cursor.position;
        if self.cursor.is_at_end() {
            return self.fail_here(SyntaxErrorKind::UnexpectedEnd, opener);
        }
        let operator = operator_at(&self.cursor, start).map(|(_, end)| end);
        let end = operator.or_else(|| redirection_operator(&self.cursor, start).map(|(_, end)| end));
        let end = end.unwrap_or_else(|| self.word_end(start));
        self.fail(SyntaxErrorKind::UnexpectedToken, start, end, opener)
    }

    /// The error at the current place.
    #[cold]
    pub fn fail_here<T>(&mut self, kind: SyntaxErrorKind, opener: Option<Span>) -> Parse<T> {
        self.fail(kind, self.cursor.position, self.cursor.position, opener)
    }

    /// The error over a stretch of text.
    #[cold]
    pub fn fail<T>(
        &mut self,
        kind: SyntaxErrorKind,
        start: usize,
        end: usize,
        opener: Option<Span>,
    ) -> Parse<T> {
        let found = match self.cursor.slice(start, end) {
            "\n" => "newline".to_owned(),
            text => text.to_owned(),
        };
        self.error = Some(SyntaxError { kind, span: self.cursor.span(start, end), opener, found });
        Err(Stop)
    }

    /// Where the characters that make up a plain word end, for a message.
    fn word_end(&self, start: usize) -> usize {
        let mut end = start;
        while end < self.cursor.len() && !is_break(self.cursor.byte(end)) {
            end = self.cursor.after_character(end);
        }
        end.max(self.cursor.after_character(start))
    }

    /// Undoes the doubling of what waits and what is deferred, where one text was read twice: `before` is what
    /// [`Parser::waiting`] gave between both.
    pub fn keep_second(&mut self, (pending, deferred): (usize, usize)) {
        let again = self.pending.len().saturating_sub(pending);
        self.pending.drain(pending.saturating_sub(again)..pending);
        let again = self.deferred.len().saturating_sub(deferred);
        self.deferred.drain(deferred.saturating_sub(again)..deferred);
    }

    /// How many here-documents wait, and how many errors are deferred.
    pub const fn waiting(&self) -> (usize, usize) {
        (self.pending.len(), self.deferred.len())
    }

    /// Takes the error away from the text as a whole: Bash meets it only when it runs the part. A cap stays an error.
    pub fn defer_error(&mut self) -> Parse<()> {
        if self.is_capped() {
            return Err(Stop);
        }
        self.deferred.extend(self.error.take());
        Ok(())
    }

    /// How many errors are deferred.
    pub const fn deferred_errors(&self) -> usize {
        self.deferred.len()
    }

    /// Forgets the errors that were deferred since there were so many.
    pub fn forget_deferred(&mut self, errors: usize) {
        self.deferred.truncate(errors);
    }

    /// Forgets the error of text that was only tried. A cap stays an error.
    pub fn forgive(&mut self) -> Parse<()> {
        if self.is_capped() {
            return Err(Stop);
        }
        self.error = None;
        Ok(())
    }

    /// True if the error is of this kind.
    pub fn failed_with(&self, kind: &SyntaxErrorKind) -> bool {
        self.error.as_ref().is_some_and(|error| error.kind == *kind)
    }

    fn is_capped(&self) -> bool {
        self.error.as_ref().is_some_and(super::is_cap)
    }

    pub fn mark(&self) -> Mark {
        Mark {
            position: self.cursor.position,
            depth: self.depth,
            shielded: self.shielded,
            substitutions: self.substitutions,
            substitution_start: self.substitution_start,
            pending: self.pending.len(),
            pending_base: self.pending_base,
            lengths: self.stacks.lengths(),
        }
    }

    /// Goes back to where the mark was made.
    pub fn rewind(&mut self, mark: &Mark) {
        self.cursor.position = mark.position;
        self.depth = mark.depth;
        self.shielded = mark.shielded;
        self.substitutions = mark.substitutions;
        self.substitution_start = mark.substitution_start;
        self.pending.truncate(mark.pending);
        self.pending_base = mark.pending_base;
        self.stacks.truncate(&mark.lengths);
    }
}

impl Mark {
    /// How many here-documents waited.
    pub const fn pending(&self) -> usize {
        self.pending
    }
}

impl Stacks<'_> {
    fn lengths(&self) -> [u32; 11] {
        let lengths = [
            self.parts.len(),
            self.words.len(),
            self.assignments.len(),
            self.redirections.len(),
            self.elements.len(),
            self.items.len(),
            self.pipelines.len(),
            self.commands.len(),
            self.stderr_pipes.len(),
            self.arms.len(),
            self.clauses.len(),
        ];
        lengths.map(|length| u32::try_from(length).unwrap_or(u32::MAX))
    }

    fn truncate(&mut self, lengths: &[u32; 11]) {
        let [
            parts,
            words,
            assignments,
            redirections,
            elements,
            items,
            pipelines,
            commands,
            stderr_pipes,
            arms,
            clauses,
        ] = lengths.map(|length| length as usize);
        self.parts.truncate(parts);
        self.words.truncate(words);
        self.assignments.truncate(assignments);
        self.redirections.truncate(redirections);
        self.elements.truncate(elements);
        self.items.truncate(items);
        self.pipelines.truncate(pipelines);
        self.commands.truncate(commands);
        self.stderr_pipes.truncate(stderr_pipes);
        self.arms.truncate(arms);
        self.clauses.truncate(clauses);
    }
}

/// Moves what stands above `base` into the arena.
#[inline]
pub(super) fn take<'a, T: Copy>(arena: &'a Bump, stack: &mut Vec<T>, base: usize) -> &'a [T] {
    match stack.get(base..) {
        None | Some([]) => &[],
        Some(top) => {
            let slice = arena.alloc_slice_copy(top);
            stack.truncate(base);
            slice
        }
    }
}
