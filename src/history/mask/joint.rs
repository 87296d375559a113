//! What joins a name to its value, and where a value begins and ends.

use std::ops::Range;

use super::named::{Name, is_name_byte};
use super::scan::escape;

/// Bytes of a type between a name and its value (`password: Option<&str> = …`).
const TYPE_BYTES: usize = 48;

/// What stands between a name and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// `=`, `:=`, `=>` with or without spaces, and comparisons
    Equals,
    /// `:`
    Colon,
    /// `"name", "value"` or `name("value")`: only a value in quotes counts
    Call,
    /// white space
    Space,
    /// `<name>`
    Element,
}

/// A link and where the value begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub(super) link: Link,
    pub(super) spaced: bool,
    pub(super) at: usize,
}

pub(super) fn joint(text: &str, name: &Name<'_>) -> Option<Joint> {
    let bytes = text.as_bytes();
    let closing = quote(bytes, name.end).map_or(0, |quote| quote.length);
    let bracket = usize::from(bytes.get(name.end + closing) == Some(&b']'));
    let after = name.end + closing + bracket;
    let blank = blanks(bytes, after);
    let sign = after + blank;
    let quoted = closing > 0;
    let sign = sign + verb(bytes, sign, blank);
    let linked = |link, length: usize| {
        let behind = blanks(bytes, sign + length);
        Some(Joint {
            link,
            spaced: is_blank(bytes, after..sign) || is_blank(bytes, sign + length..sign + length + behind),
            at: sign + length + behind,
        })
    };
    let next = |offset: usize| bytes.get(sign + offset).copied().unwrap_or(0);
    match next(0) {
        b'=' if next(1) == b'=' => linked(Link::Call, if next(2) == b'=' { 3 } else { 2 }),
        b'=' if next(1) == b'>' => linked(Link::Equals, 2),
        b'=' => linked(Link::Equals, 1),
        b'!' if next(1) == b'=' => linked(Link::Call, if next(2) == b'=' { 3 } else { 2 }),
        b':' if next(1) == b'=' => linked(Link::Equals, 2),
        b':' if next(1) == b':' => None,
        b':' => linked(Link::Colon, 1),
        b'%' if next(1) == b'3' && matches!(next(2), b'D' | b'd') => linked(Link::Equals, 3),
        b'%' if next(1) == b'3' && matches!(next(2), b'A' | b'a') => linked(Link::Colon, 3),
        b',' if quoted => linked(Link::Call, 1),
        b'(' if !quoted && blank == 0 => linked(Link::Call, 1),
        b'>' if !quoted && name.start.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'<') => {
            linked(Link::Element, 1)
        }
        b'|' if next(1) == b'|' => linked(Link::Call, 2),
        b'?' if next(1) == b'?' => linked(Link::Call, 2),
        b'|' if blank > 0 => linked(Link::Space, 1),
        b'\n' | b'\r' | 0 => None,
        _ if blank > 0 && !quoted => Some(Joint { link: Link::Space, spaced: true, at: sign }),
        _ => None,
    }
}

/// Does a blank stand there, and not only colours?
pub(super) fn is_blank(bytes: &[u8], range: Range<usize>) -> bool {
    bytes.get(range).is_some_and(|part| part.iter().any(|byte| matches!(byte, b' ' | b'\t')))
}

/// Blanks, and the colours that terminals show them in.
pub(super) fn blanks(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        match bytes.get(end) {
            Some(b' ' | b'\t') => end += 1,
            Some(0x1b) => end += escape(bytes, end).max(1),
            _ => return end.min(bytes.len()).saturating_sub(at),
        }
    }
}

/// The length of `is ` or `was `, as in `the password is X`.
pub(super) fn verb(bytes: &[u8], at: usize, blank: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let word = [&b"is"[..], b"was"].into_iter().find(|word| rest.starts_with(word)).filter(|_| blank > 0);
    match word {
        Some(word) if matches!(rest.get(word.len()), Some(b' ' | b':')) => {
            word.len() + usize::from(rest.get(word.len()) == Some(&b' '))
        }
        _ => 0,
    }
}

/// A quotation mark with the backslashes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    mark: u8,
    backslashes: usize,
    length: usize,
}

pub(super) fn quote(bytes: &[u8], at: usize) -> Option<Quote> {
    let rest = bytes.get(at..)?;
    if rest.starts_with(b"&quot;") {
        return Some(Quote { mark: b'&', backslashes: 0, length: 6 });
    }
    let backslashes = rest.iter().take_while(|byte| **byte == b'\\').count();
    let mark = *rest.get(backslashes)?;
    matches!(mark, b'"' | b'\'' | b'`').then_some(Quote { mark, backslashes, length: backslashes + 1 })
}

/// A value's place.
pub(super) struct Value {
    pub(super) range: Range<usize>,
    pub(super) quoted: bool,
}

pub(super) fn value(text: &str, joint: &Joint) -> Option<Value> {
    let bytes = text.as_bytes();
    if joint.link == Link::Element {
        let rest = text.get(joint.at..)?;
        let length =
            rest.find(['<', '(', '\n']).filter(|length| rest.as_bytes().get(*length) == Some(&b'<'))?;
        return Some(Value { range: joint.at..joint.at + length, quoted: true });
    }
    let at = joint.at + literal_prefix(bytes, joint.at);
    if let Some(opening) = quote(bytes, at) {
        let start = at + opening.length;
        return Some(Value { range: start..closing(text, start, opening), quoted: true });
    }
    if let Some(typed) = typed_value(text, joint) {
        return Some(typed);
    }
    let length = bare_length(text.get(joint.at..)?);
    (length > 0).then_some(Value { range: joint.at..joint.at + length, quoted: false })
}

/// The letters that languages put before a literal: `b"`, `r#"`, `f'`, `@"`, `L"`.
fn literal_prefix(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let length = rest
        .iter()
        .take(3)
        .take_while(|byte| matches!(byte, b'b' | b'r' | b'f' | b'u' | b'L' | b'@' | b'#' | b'B' | b'R'))
        .count();
    if length > 0 && matches!(rest.get(length), Some(b'"' | b'\'')) { length } else { 0 }
}

/// Where a value in quotes ends: at a mark with as many backslashes as the opening one had, or with its line.
pub(super) fn closing(text: &str, start: usize, opening: Quote) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut backslashes = 0;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\n' | b'\r' => return at,
            b'&' if opening.mark == b'&'
                && bytes.get(at..).is_some_and(|rest| rest.starts_with(b"&quot;")) =>
            {
                return at;
            }
            b'\\' => backslashes += 1,
            mark if mark == opening.mark && mark != b'&' && closes(opening, backslashes) => {
                return at - backslashes.min(opening.backslashes);
            }
            _ => backslashes = 0,
        }
        at += 1;
    }
    bytes.len()
}

/// In plain text a mark behind an odd number of backslashes is part of the value; in escaped text as many as opened
/// it close it, or fewer, where an outer text ends.
pub(super) fn closes(opening: Quote, backslashes: usize) -> bool {
    if opening.backslashes == 0 { backslashes.is_multiple_of(2) } else { backslashes <= opening.backslashes }
}

/// `name: Type = "value"`.
fn typed_value(text: &str, joint: &Joint) -> Option<Value> {
    if joint.link != Link::Colon {
        return None;
    }
    let rest = text.get(joint.at..text.floor_char_boundary(joint.at + TYPE_BYTES).max(joint.at))?;
    let sign = rest.find(['=', '\n', ',', ';', '{', '"'])?;
    (rest.as_bytes().get(sign) == Some(&b'=')).then_some(())?;
    let at = joint.at + sign + 1;
    let at = at + blanks(text.as_bytes(), at);
    let at = at + literal_prefix(text.as_bytes(), at);
    let opening = quote(text.as_bytes(), at)?;
    let start = at + opening.length;
    Some(Value { range: start..closing(text, start, opening), quoted: true })
}

/// The length of a value without quotes: to white space, a quotation mark, an escape of a line's end, or a sign that
/// ends an item where another item or nothing follows.
pub(super) fn bare_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let ends_item = !next.is_ascii_alphanumeric() || rest.get(at + 1..).is_some_and(begins_item);
        let stop = match *byte {
            b'"' | b'\'' | b'`' | b'&' => true,
            b'\\' => matches!(next, b'n' | b'r' | b't' | b'"' | b'\'' | b'\\' | b'\n' | b' '),
            b',' | b';' | b')' | b']' | b'}' => ends_item,
            b'<' => next == b'/',
            0x1b => true,
            byte => byte.is_ascii_whitespace(),
        };
        if stop {
            break;
        }
        at += 1;
    }
    rest.get(..at).unwrap_or_default().trim_end_matches(['.', ',', ';', ':']).len()
}

/// Another `name=` or `name:` begins here.
pub(super) fn begins_item(rest: &str) -> bool {
    let name = rest.bytes().take_while(|byte| is_name_byte(*byte)).count();
    name > 0 && matches!(rest.as_bytes().get(name), Some(b'=' | b':'))
}
