//! Operators that change a value's text: `#`, `%`, `/`, `^`, `,`, `~`, `:o:l` (manual 3.5.3).

use std::rc::Rc;

use super::Expander;
use super::cases::{Cases, Reduce, map, product};
use super::fragment::{Fragment, Fragments, Mode};
use super::parameter::{Elements, Slot, Value};
use super::transform;
use super::word::Place;
use crate::analysis::arithmetic::Number;
use crate::analysis::pattern::{Options, Pattern, Side};
use crate::syntax::ast::{
    CaseKind, ParameterExpansion, ParameterOperator, RemoveSide, ReplaceKind, Word, WordPartKind,
};
use crate::value::{AbstractString, Piece, collapse};

/// A text of which more characters than this would be looked at again and again is not searched.
const REPLACE_CAP: usize = 16_000_000;

impl Reduce for Slot {
    fn collapse(items: Vec<Self>) -> Self {
        let text = |slot: &Self| match slot {
            Self::Set(value) => value.clone(),
            Self::Unset(_) => AbstractString::empty(),
        };
        Self::Set(collapse(&items.iter().map(text).collect::<Vec<_>>()))
    }

    fn is_assumed(&self) -> bool {
        matches!(self, Self::Unset(Some(_))) || matches!(self, Self::Set(value) if value.is_assumed())
    }

    fn is_unknown(&self) -> bool {
        matches!(self, Self::Set(value) if value.is_unknown())
    }
}

/// Applies the parameter's operator to its value.
pub(super) fn apply<'a>(
    expander: &mut Expander<'_, 'a>,
    parameter: &'a ParameterExpansion<'a>,
    name: &str,
    value: Value,
) -> Value {
    match parameter.operator {
        ParameterOperator::Remove { side, longest, pattern } => {
            let patterns = expander.pattern(pattern.parts);
            let options = options(expander);
            let side = match side {
                RemoveSide::Prefix => Side::Prefix,
                RemoveSide::Suffix => Side::Suffix,
            };
            each(value, &patterns, |value, pattern| match pattern.known() {
                Some(pattern) => Pattern::new(pattern, options).remove(value, side, longest),
                None => unknown_like(value, pattern),
            })
        }
        ParameterOperator::Replace { kind, pattern, replacement } => {
            let patterns = expander.pattern(pattern.parts);
            let replacements = match replacement {
                Some(word) => {
                    let cases = replacement_fragments(expander, &word);
                    map(cases, |fragments| Replacement::new(&fragments))
                }
                None => super::cases::sure(Replacement::default()),
            };
            let options = options(expander);
            let operands = product(&patterns, &replacements, |pattern, replacement| Operands {
                pattern: pattern.clone(),
                replacement: replacement.clone(),
            });
            each(value, &operands, |value, operands| replace(value, kind, operands, options))
        }
        ParameterOperator::ChangeCase { kind, all, pattern } => {
            let patterns = match pattern {
                Some(word) => expander.pattern(word.parts),
                None => super::cases::sure(AbstractString::text("?")),
            };
            let options = options(expander);
            each(value, &patterns, |value, pattern| match pattern.known() {
                Some(pattern) => {
                    let pattern = Pattern::new(if pattern.is_empty() { "?" } else { pattern }, options);
                    change_case(value, |c| pattern.matches_char(c).then(|| turn(kind, c)), all)
                }
                None => unknown_like(value, pattern),
            })
        }
        ParameterOperator::Transform(letter) => transform::apply(expander, parameter, name, letter, value),
        _ => value,
    }
}

fn options(expander: &Expander<'_, '_>) -> Options {
    Options { extended: expander.reads_extended(), ignores_case: expander.environment.shopt("nocasematch") }
}

/// Changes a scalar, or each element of a list, by an operand.
fn each<T: Reduce>(
    value: Value,
    operands: &Cases<T>,
    mut change: impl FnMut(&AbstractString, &T) -> AbstractString,
) -> Value {
    match value {
        Value::One(cases) => Value::One(product(&cases, operands, |slot, operand| match slot {
            Slot::Set(value) => Slot::Set(change(value, operand)),
            Slot::Unset(why) => Slot::Unset(why.clone()),
        })),
        Value::All { elements: Elements::Known(elements), star } => {
            let changed = |element: AbstractString| {
                let values: Vec<AbstractString> =
                    operands.iter().map(|case| change(&element, &case.item)).collect();
                collapse(&values)
            };
            Value::All { elements: Elements::Known(elements.into_iter().map(changed).collect()), star }
        }
        unknown @ Value::All { .. } => unknown,
    }
}

fn unknown_like(value: &AbstractString, operand: &AbstractString) -> AbstractString {
    let why = operand.reason().or(value.reason()).unwrap_or("an unknown operand");
    value.with_pieces([Piece::Unknown(why.into())])
}

// ---- replacement ----

/// A replacement text; `&` stands for what was matched.
#[derive(Clone, Debug, Default)]
struct Replacement {
    /// Texts between the places where the match goes.
    parts: Vec<AbstractString>,
}

#[derive(Clone, Debug)]
struct Operands {
    pattern: AbstractString,
    replacement: Replacement,
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
fn replacement_fragments<'a>(expander: &mut Expander<'_, 'a>, word: &Word<'a>) -> Cases<Fragments> {
    let mut cases = super::cases::sure(Vec::new());
    for part in word.parts {
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
    fn new(fragments: &Fragments) -> Self {
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

fn replace(
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

// ---- case ----

/// Changes the case of the characters that `turn` answers for: all, or only the first one of the text.
pub(super) fn change_case(
    value: &AbstractString,
    turn: impl Fn(char) -> Option<String>,
    all: bool,
) -> AbstractString {
    let turned = |c: char| turn(c).unwrap_or_else(|| c.to_string());
    let pieces = value.pieces().iter().enumerate().map(|(index, piece)| match piece {
        Piece::Text(text) if all => Piece::Text(text.chars().map(turned).collect::<String>().into()),
        Piece::Text(text) if index == 0 => {
            let mut characters = text.chars();
            let first = characters.next().map(turned).unwrap_or_default();
            Piece::Text(format!("{first}{}", characters.as_str()).into())
        }
        Piece::Glob(why) if all || index == 0 => Piece::Segment(Rc::clone(why)),
        other => other.clone(),
    });
    value.with_pieces(pieces)
}

fn turn(kind: CaseKind, c: char) -> String {
    match kind {
        CaseKind::Upper => c.to_uppercase().collect(),
        CaseKind::Lower => c.to_lowercase().collect(),
        CaseKind::Toggle if c.is_uppercase() => c.to_lowercase().collect(),
        CaseKind::Toggle => c.to_uppercase().collect(),
    }
}

// ---- substring ----

/// `${p:offset:length}` of a scalar, or of a list its elements.
pub(super) fn substring(
    expander: &mut Expander<'_, '_>,
    value: Value,
    offset: &Number,
    length: Option<&Number>,
) -> Value {
    let (Number::Known(offset), Some(length)) = (offset, known_length(length)) else {
        for number in [Some(offset), length].into_iter().flatten() {
            if let Number::Error(why) = number {
                expander.environment.fail(expander.span, why);
            }
        }
        return unknown_substring(value);
    };
    match value {
        Value::One(cases) => {
            let mut is_refused = false;
            let cases = map(cases, |slot| match slot {
                Slot::Set(value) => Slot::Set(substring_of(&value, *offset, length).unwrap_or_else(|| {
                    is_refused = true;
                    AbstractString::empty()
                })),
                unset => unset,
            });
            if is_refused {
                expander.environment.fail(expander.span, "the end of a substring lies before its start");
            }
            Value::One(cases)
        }
        Value::All { elements: Elements::Known(elements), star } => {
            let count = i64::try_from(elements.len()).unwrap_or(i64::MAX);
            let start = if *offset < 0 { count.saturating_add(*offset) } else { *offset };
            let skip = usize::try_from(start).unwrap_or(usize::MAX);
            if length.is_some_and(|length| length < 0) && skip < elements.len() {
                expander.environment.fail(expander.span, "the length of a list can't be negative");
            }
            let take = length.map_or(usize::MAX, |length| usize::try_from(length).unwrap_or(0));
            let elements = elements.into_iter().skip(skip).take(take).collect();
            Value::All { elements: Elements::Known(elements), star }
        }
        unknown => unknown,
    }
}

/// The length, if it is known or not given.
const fn known_length(length: Option<&Number>) -> Option<Option<i64>> {
    match length {
        None => Some(None),
        Some(Number::Known(length)) => Some(Some(*length)),
        Some(_) => None,
    }
}

fn unknown_substring(value: Value) -> Value {
    let why = "a part of a value whose place is not known";
    match value {
        Value::One(cases) => Value::One(map(cases, |_| Slot::Set(AbstractString::unknown(why)))),
        Value::All { star, .. } => Value::All { elements: Elements::Unknown(why.into()), star },
    }
}

/// A part of a string; `None` if it would end before it starts.
fn substring_of(value: &AbstractString, offset: i64, length: Option<i64>) -> Option<AbstractString> {
    let Some(text) = value.known() else {
        return Some(substring_of_abstract(value, offset, length));
    };
    let characters: Vec<char> = text.chars().collect();
    let count = i64::try_from(characters.len()).unwrap_or(i64::MAX);
    let start = if offset < 0 { count.saturating_add(offset) } else { offset };
    if start < 0 || start > count {
        return Some(value.with_pieces([]));
    }
    let end = match length {
        None => count,
        Some(length) if length < 0 => count.saturating_add(length),
        Some(length) => start.saturating_add(length).min(count),
    };
    if end < start {
        return None;
    }
    let skip = usize::try_from(start).unwrap_or(0);
    let take = usize::try_from(end - start).unwrap_or(0);
    let part: String = characters.into_iter().skip(skip).take(take).collect();
    Some(value.with_pieces([Piece::Text(part.into())]))
}

fn substring_of_abstract(value: &AbstractString, offset: i64, length: Option<i64>) -> AbstractString {
    let front: Vec<char> = value.known_prefix().chars().collect();
    let back: Vec<char> = value.known_suffix().chars().collect();
    let in_front = usize::try_from(offset).ok().filter(|offset| *offset <= front.len());
    match (in_front, length) {
        (Some(skip), Some(take)) if usize::try_from(take).is_ok_and(|take| skip + take <= front.len()) => {
            let take = usize::try_from(take).unwrap_or(0);
            let part: String = front.into_iter().skip(skip).take(take).collect();
            return value.with_pieces([Piece::Text(part.into())]);
        }
        (Some(skip), None) => {
            let part: String = front.iter().skip(skip).collect();
            let holes = value.pieces().iter().skip(usize::from(!front.is_empty())).cloned();
            return value.with_pieces(std::iter::once(Piece::Text(part.into())).chain(holes));
        }
        _ => {}
    }
    let from_end = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    if offset < 0 && from_end <= back.len() && length.is_none() {
        let part: String = back.iter().skip(back.len() - from_end).collect();
        return value.with_pieces([Piece::Text(part.into())]);
    }
    match value.pieces() {
        // A part of an identifier is one too.
        [Piece::Segment(why)] => value.with_pieces([Piece::Segment(Rc::clone(why))]),
        _ => unknown_like(value, &AbstractString::empty()),
    }
}
