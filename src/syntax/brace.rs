//! Brace expansion (manual 3.5.1): finds the lists and sequences in the parts of a word.

use super::SyntaxErrorKind;
use super::ast::{WordPart, WordPartKind};
use super::parser::{Parse, Parser, take};

/// A stretch of the word, or one of the three characters that matter.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Part(WordPart<'a>),
    /// literal text between two offsets
    Text(usize, usize),
    Open(usize),
    Comma(usize),
    Close(usize),
}

/// How the braces pair.
struct Pairs {
    /// For each piece that is an opening brace of an expansion: the piece that closes it.
    close: Vec<Option<usize>>,
    /// For each piece that is a comma: the opening brace it belongs to.
    owner: Vec<Option<usize>>,
}

impl<'a> Parser<'a> {
    /// Rewrites the parts above `base` where they hold brace expansions.
    #[inline(never)]
    pub fn expand_braces(&mut self, start: usize, base: usize) -> Parse<()> {
        let text = self.cursor.since(start);
        if !(text.contains('}') && (text.contains(',') || text.contains(".."))) {
            return Ok(());
        }
        let pieces = self.brace_pieces(base);
        let pairs = self.pair_braces(&pieces);
        if pairs.close.iter().all(Option::is_none) {
            return Ok(());
        }
        self.stacks.parts.truncate(base);
        self.build_pieces(&pieces, &pairs, 0, pieces.len(), self.levels_left())
    }

    fn brace_pieces(&self, base: usize) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        for part in self.stacks.parts.get(base..).unwrap_or(&[]) {
            match part.kind {
                WordPartKind::Literal(text) => match self.cursor.offset_of(text) {
                    Some(offset) => split_literal(text, offset, &mut pieces),
                    None => pieces.push(Piece::Part(*part)),
                },
                _ => pieces.push(Piece::Part(*part)),
            }
        }
        pieces
    }

    fn pair_braces(&self, pieces: &[Piece<'a>]) -> Pairs {
        let mut pairs = Pairs { close: vec![None; pieces.len()], owner: vec![None; pieces.len()] };
        let mut open: Vec<(usize, u32)> = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            match (piece, open.last_mut()) {
                (Piece::Open(_), _) => open.push((index, 0)),
                (Piece::Comma(_), Some((owner, commas))) => {
                    *commas += 1;
                    set(&mut pairs.owner, index, *owner);
                }
                (Piece::Close(_), Some(&mut (opener, commas))) => {
                    if commas > 0 || self.is_sequence(pieces, opener, index) {
                        set(&mut pairs.close, opener, index);
                        open.pop();
                    } else if open.len() > 1 || opener + 1 == index {
                        open.pop();
                    }
                }
                _ => {}
            }
        }
        pairs
    }

    fn is_sequence(&self, pieces: &[Piece<'a>], open: usize, close: usize) -> bool {
        match pieces.get(open + 1) {
            Some(Piece::Text(start, end)) if open + 2 == close => {
                is_sequence_text(self.cursor.slice(*start, *end))
            }
            _ => false,
        }
    }

    /// Pushes the parts of the pieces from `from` to `to`.
    fn build_pieces(
        &mut self,
        pieces: &[Piece<'a>],
        pairs: &Pairs,
        from: usize,
        to: usize,
        levels: u32,
    ) -> Parse<()> {
        let (mut index, mut run) = (from, None::<(usize, usize)>);
        while index < to {
            let close = pairs.close.get(index).copied().flatten();
            match (pieces.get(index), close) {
                (Some(Piece::Open(offset)), Some(close)) => {
                    self.push_run(run.take());
                    self.push_brace(pieces, pairs, (index, *offset), close, levels)?;
                    index = close;
                }
                (Some(Piece::Part(part)), _) => {
                    self.push_run(run.take());
                    self.stacks.parts.push(*part);
                }
                (Some(Piece::Text(start, end)), _) => run = self.grow_run(run, *start, *end),
                (Some(Piece::Open(offset) | Piece::Comma(offset) | Piece::Close(offset)), _) => {
                    run = self.grow_run(run, *offset, *offset + 1);
                }
                (None, _) => break,
            }
            index += 1;
        }
        self.push_run(run);
        Ok(())
    }

    fn grow_run(&mut self, run: Option<(usize, usize)>, start: usize, end: usize) -> Option<(usize, usize)> {
        match run {
            Some((from, to)) if to == start => Some((from, end)),
            _ => {
                self.push_run(run);
                Some((start, end))
            }
        }
    }

    fn push_run(&mut self, run: Option<(usize, usize)>) {
        if let Some((start, end)) = run {
            let kind = WordPartKind::Literal(self.cursor.slice(start, end));
            self.stacks.parts.push(WordPart { span: self.cursor.span(start, end), kind });
        }
    }

    /// Pushes one brace expansion.
    fn push_brace(
        &mut self,
        pieces: &[Piece<'a>],
        pairs: &Pairs,
        (open, start): (usize, usize),
        close: usize,
        levels: u32,
    ) -> Parse<()> {
        let Some(levels) = levels.checked_sub(1) else {
            return self.fail_here(SyntaxErrorKind::TooDeep, None);
        };
        let Some(&Piece::Close(end)) = pieces.get(close) else { return Ok(()) };
        let span = self.cursor.span(start, end + 1);
        let (base, mut from, mut from_offset, mut is_list) =
            (self.stacks.words.len(), open + 1, start + 1, false);
        let mut index = open + 1;
        while index < close {
            if let (Some(Piece::Comma(offset)), Some(Some(owner))) =
                (pieces.get(index), pairs.owner.get(index))
                && *owner == open
            {
                is_list = true;
                let (begin, end) = ((from, from_offset), (index, *offset));
                self.push_alternative(pieces, pairs, begin, end, levels, open == 0)?;
                (from, from_offset) = (index + 1, *offset + 1);
            }
            index = match pairs.close.get(index).copied().flatten() {
                Some(inner) => inner + 1,
                None => index + 1,
            };
        }
        let kind = if is_list {
            self.push_alternative(pieces, pairs, (from, from_offset), (close, end), levels, open == 0)?;
            WordPartKind::BraceList(take(self.arena, &mut self.stacks.words, base))
        } else {
            WordPartKind::BraceSequence(self.cursor.slice(start + 1, end))
        };
        self.stacks.parts.push(WordPart { span, kind });
        Ok(())
    }

    /// Pushes one alternative as a word. A tilde in front of it counts if nothing stands before the braces.
    fn push_alternative(
        &mut self,
        pieces: &[Piece<'a>],
        pairs: &Pairs,
        (from, start): (usize, usize),
        (to, end): (usize, usize),
        levels: u32,
        is_first: bool,
    ) -> Parse<()> {
        let base = self.stacks.parts.len();
        self.build_pieces(pieces, pairs, from, to, levels)?;
        if is_first {
            self.split_tilde(base);
        }
        let span = self.cursor.span(start, end);
        let word = self.word_of_parts(span, base);
        self.stacks.words.push(word);
        Ok(())
    }

    /// Makes a tilde prefix of the literal at `base` if it begins with one.
    fn split_tilde(&mut self, base: usize) {
        let is_whole = self.stacks.parts.len() == base + 1;
        let Some(&WordPart { kind: WordPartKind::Literal(text), .. }) = self.stacks.parts.get(base) else {
            return;
        };
        let (Some(name), Some(offset)) = (text.strip_prefix('~'), self.cursor.offset_of(text)) else {
            return;
        };
        let length = match name.find('/') {
            Some(slash) => slash + 1,
            None if is_whole => text.len(),
            None => return,
        };
        let (middle, end) = (offset + length, offset + text.len());
        let mut rest = self.stacks.parts.split_off(base);
        let kind = WordPartKind::Tilde(self.cursor.slice(offset + 1, middle));
        self.stacks.parts.push(WordPart { span: self.cursor.span(offset, middle), kind });
        if middle < end {
            self.push_run(Some((middle, end)));
        }
        self.stacks.parts.extend(rest.drain(1..));
    }
}

fn set(pairs: &mut [Option<usize>], index: usize, value: usize) {
    if let Some(place) = pairs.get_mut(index) {
        *place = Some(value);
    }
}

fn split_literal<'a>(text: &str, offset: usize, pieces: &mut Vec<Piece<'a>>) {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let piece = match byte {
            b'{' => Piece::Open(offset + at),
            b',' => Piece::Comma(offset + at),
            b'}' => Piece::Close(offset + at),
            _ => continue,
        };
        if start < at {
            pieces.push(Piece::Text(offset + start, offset + at));
        }
        pieces.push(piece);
        start = at + 1;
    }
    if start < text.len() {
        pieces.push(Piece::Text(offset + start, offset + text.len()));
    }
}

/// `x..y` or `x..y..n`: two integers or two single letters, and an integer.
fn is_sequence_text(text: &str) -> bool {
    let mut terms = text.split("..");
    let (Some(first), Some(last)) = (terms.next(), terms.next()) else { return false };
    let increment = terms.next();
    let is_letter = |term: &str| term.len() == 1 && term.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_integer = |term: &str| term.parse::<i64>().is_ok();
    terms.next().is_none()
        && increment.is_none_or(is_integer)
        && ((is_integer(first) && is_integer(last)) || (is_letter(first) && is_letter(last)))
}
