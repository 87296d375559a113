//! `${p/w/s}` and its forms (manual 3.5.3).

use std::rc::Rc;

use super::Expander;
use super::cases::{Cases, Reduce};
use super::fragment::{Fragment, Fragments, Mode};
use super::operator::unknown_like;
use super::word::Place;
use crate::analysis::pattern::{Options, Pattern, Side};
use crate::syntax::ast::{ReplaceKind, Word, WordPartKind};
use crate::value::{AbstractString, Piece};

/// A text of which more characters than this would be looked at again and again is not searched.
const REPLACE_CAP: usize = 16_000_000;

/// A replacement text; `&` stands for what was matched.
#[derive(Clone, Debug, Default)]
pub(super) struct Replacement {
    /// Texts between the places where the match goes.
    parts: Vec<AbstractString>,
}

#[derive(Clone, Debug)]
pub(super) struct Operands {
    pub pattern: AbstractString,
    pub replacement: Replacement,
}

impl Reduce for Operands {
    fn collapse(items: Vec<Self>) -> Self {
        let why = "more than VALUES_CAP alternatives";
        let _ = items;
        Self { pattern: AbstractString::unknown(why), replacement: Replacement::default() }
    }

    fn is_assumed(&self) -> bool {
        self.pattern.is_assumed() || self.replacement.parts.iter().any(AbstractString::is_assumed)
    }

    fn is_unknown(&self) -> bool {
        self.pattern.is_unknown() || self.replacement.parts.iter().any(AbstractString::is_unknown)
    }
}

/// The parts of a replacement. Between double quotes the tree leaves backslashes in literals; they quote here too.
pub(super) fn replacement_fragments<'a>(
    expander: &mut Expander<'_, 'a>,
    word: &Word<'a>,
) -> Cases<Fragments> {
    let mut cases = super::cases::sure(Vec::new());
    for part in word.parts() {
        let next = match part.kind {
            WordPartKind::Literal(text) if text.contains('\\') => super::cases::sure(unescaped(text)),
            _ => expander.parts(std::slice::from_ref(part), Place::SINGLE),
        };
        cases = super::word::append(cases, &next);
    }
    cases
}

fn unescaped(text: &str) -> Fragments {
    let mut fragments = Vec::new();
    let mut rest = text;
    while let Some((plain, behind)) = rest.split_once('\\') {
        let length = behind.chars().next().map_or(0, char::len_utf8);
        let (quoted, behind) = behind.split_at_checked(length).unwrap_or((behind, ""));
        fragments.push(Fragment::Text(Mode::Literal, AbstractString::text(plain)));
        fragments.push(Fragment::Text(Mode::Quoted, AbstractString::text(quoted)));
        rest = behind;
    }
    fragments.push(Fragment::Text(Mode::Literal, AbstractString::text(rest)));
    fragments
}

impl Replacement {
    /// An unquoted `&` is the match, `\&` is the character (`patsub_replacement`, on since Bash 5.2).
    pub(super) fn new(fragments: &Fragments) -> Self {
        let mut parts = vec![AbstractString::empty()];
        for fragment in fragments {
            let (is_quoted, value) = match fragment {
                Fragment::Text(mode, value) => (*mode == Mode::Quoted, value.clone()),
                other => (true, super::fragment::joined(std::slice::from_ref(other), " ")),
            };
            for piece in value.pieces() {
                match piece {
                    Piece::Text(text) if !is_quoted => Self::add_text(&mut parts, text),
                    other => parts.last_mut().into_iter().for_each(|part| part.push(other.clone())),
                }
            }
            parts.last_mut().into_iter().for_each(|part| part.assume_all(value.assumes()));
        }
        Self { parts }
    }

    fn add_text(parts: &mut Vec<AbstractString>, text: &str) {
        let mut run = String::new();
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            match c {
                '\\' if matches!(characters.peek(), Some('&' | '\\')) => run.extend(characters.next()),
                '&' => {
                    parts.last_mut().into_iter().for_each(|part| part.push_text(&run));
                    run.clear();
                    parts.push(AbstractString::empty());
                }
                other => run.push(other),
            }
        }
        parts.last_mut().into_iter().for_each(|part| part.push_text(&run));
    }

    /// The text for one match.
    fn with_match(&self, matched: &str) -> AbstractString {
        let mut text = AbstractString::empty();
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                text.push_text(matched);
            }
            text.append(part);
        }
        text
    }
}

pub(super) fn replace(
    value: &AbstractString,
    kind: ReplaceKind,
    operands: &Operands,
    options: Options,
) -> AbstractString {
    let Some(pattern) = operands.pattern.known() else { return unknown_like(value, &operands.pattern) };
    let pattern = Pattern::new(pattern, options);
    let replaced = match value.known() {
        Some(text) => replace_known(text, kind, &pattern, &operands.replacement),
        None => replace_abstract(value, kind, &pattern, &operands.replacement),
    };
    match replaced {
        Some(mut replaced) => {
            replaced.assume_all(value.assumes());
            replaced
        }
        None => unknown_like(value, &AbstractString::empty()),
    }
}

fn replace_known(
    text: &str,
    kind: ReplaceKind,
    pattern: &Pattern,
    replacement: &Replacement,
) -> Option<AbstractString> {
    let characters: Vec<char> = text.chars().collect();
    let side = match kind {
        ReplaceKind::Prefix => Side::Prefix,
        ReplaceKind::Suffix => Side::Suffix,
        ReplaceKind::First | ReplaceKind::All => {
            return replace_inside(&characters, kind == ReplaceKind::All, pattern, replacement);
        }
    };
    let Some(length) = pattern.longest_at(&characters, side)? else {
        return Some(AbstractString::text(text));
    };
    let (start, end) = match side {
        Side::Prefix => (0, length),
        Side::Suffix => (characters.len() - length, characters.len()),
    };
    Some(splice(&characters, start, end, replacement))
}

fn splice(text: &[char], start: usize, end: usize, replacement: &Replacement) -> AbstractString {
    let part = |from: usize, to: usize| -> String { text.iter().take(to).skip(from).collect() };
    AbstractString::text(&part(0, start))
        .concat(&replacement.with_match(&part(start, end)))
        .concat(&AbstractString::text(&part(end, text.len())))
}

fn replace_inside(
    text: &[char],
    all: bool,
    pattern: &Pattern,
    replacement: &Replacement,
) -> Option<AbstractString> {
    // An empty pattern replaces nothing.
    if pattern.literal().is_some_and(|literal| literal.is_empty()) {
        return Some(AbstractString::text(&text.iter().collect::<String>()));
    }
    let mut replaced = AbstractString::empty();
    let mut plain = String::new();
    let mut place = 0;
    let mut work = 0_usize;
    loop {
        work = work.saturating_add(text.len() - place);
        if work > REPLACE_CAP {
            return None;
        }
        let Some((start, end)) = find(pattern, text, place)? else { break };
        plain.extend(text.iter().take(start).skip(place));
        let matched: String = text.iter().take(end).skip(start).collect();
        let new = replacement.with_match(&matched);
        match new.known() {
            Some(text) if new.assumes().is_empty() => plain.push_str(text),
            _ => {
                replaced.push_text(&std::mem::take(&mut plain));
                replaced.append(&new);
            }
        }
        place = end;
        if end == start {
            plain.extend(text.get(place));
            place += 1;
        }
        if !all || place >= text.len() {
            break;
        }
    }
    plain.extend(text.iter().skip(place));
    replaced.push_text(&plain);
    Some(replaced)
}

/// The next match; a pattern without metacharacters is searched as text.
fn find(pattern: &Pattern, text: &[char], from: usize) -> Option<Option<(usize, usize)>> {
    let Some(literal) = pattern.literal() else { return pattern.find(text, from) };
    let literal: Vec<char> = literal.chars().collect();
    let rest = text.get(from..).unwrap_or_default();
    let found = rest.windows(literal.len().max(1)).position(|window| window == literal);
    Some(found.map(|start| (from + start, from + start + literal.len())))
}

/// Replacement in a partly unknown text; `None` if nothing can be said.
fn replace_abstract(
    value: &AbstractString,
    kind: ReplaceKind,
    pattern: &Pattern,
    replacement: &Replacement,
) -> Option<AbstractString> {
    let literal = pattern.literal()?;
    match kind {
        ReplaceKind::Prefix | ReplaceKind::Suffix => {
            let (matches, side) = if kind == ReplaceKind::Prefix {
                (value.starts_with(&literal)?, Side::Prefix)
            } else {
                (value.ends_with(&literal)?, Side::Suffix)
            };
            if !matches {
                return Some(value.clone());
            }
            let rest = pattern.remove(value, side, false);
            let new = replacement.with_match(&literal);
            Some(if side == Side::Prefix { new.concat(&rest) } else { rest.concat(&new) })
        }
        ReplaceKind::All if literal.chars().count() == 1 => {
            let new = replacement.with_match(&literal);
            let slashes = literal == "/";
            let stays_in_name = new.known().is_some_and(|text| !text.is_empty() && !text.contains('/'));
            let mut replaced = AbstractString::empty();
            for piece in value.pieces() {
                match piece {
                    Piece::Text(text) => {
                        let characters: Vec<char> = text.chars().collect();
                        replaced.append(&replace_inside(&characters, true, pattern, replacement)?);
                    }
                    Piece::Segment(_) | Piece::Glob(_) if slashes => replaced.push(piece.clone()),
                    Piece::Segment(why) | Piece::Glob(why) if stays_in_name => {
                        replaced.push(Piece::Segment(Rc::clone(why)));
                    }
                    Piece::Below(why) if slashes && stays_in_name => {
                        replaced.push(Piece::Segment(Rc::clone(why)));
                    }
                    other => {
                        let why = AbstractString::empty().with_pieces([other.clone()]);
                        replaced.push(Piece::Unknown(why.reason().unwrap_or_default().into()));
                    }
                }
            }
            Some(replaced)
        }
        _ => None,
    }
}
