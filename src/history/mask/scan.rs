//! One pass over a text: where are the secrets?
//!
//! Owns the walk over words and the signs that stand between them (escapes of JSON, shells, URLs and terminals); what a
//! name, a value or a shape means is said elsewhere.

use std::ops::Range;

use super::{blocks, commands, named, parts, records, shapes, urls};

/// The places of all secrets, in order, apart from each other, none over a line's end.
#[must_use]
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    blocks::find(text, &mut found);
    urls::find(text, &mut found);
    commands::find(text, &mut found);
    records::find(text, &mut found);
    shaped(text, &mut found);
    named::find(text, &mut found);
    merged(text, found)
}

/// Secrets by their shape, wherever a word begins.
fn shaped(text: &str, found: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let (mut at, mut in_word) = (0, false);
    while let Some(byte) = bytes.get(at) {
        let gap = escape(bytes, at);
        if gap > 0 {
            at += gap;
            in_word = false;
            continue;
        }
        let starts = !in_word && (byte.is_ascii_alphanumeric() || *byte == b'$');
        let rest = bytes.get(at..).unwrap_or_default();
        match starts.then(|| shapes::length(rest).or_else(|| parts::length(rest))).flatten() {
            Some(length) => {
                found.push(at..at + length);
                found.extend(shapes::is_amazon_key(rest).then(|| parts::beside(text, at + length)).flatten());
                at += length;
                in_word = true;
            }
            None => {
                in_word = byte.is_ascii_alphanumeric();
                at += 1;
            }
        }
    }
}

/// Texts up to this size are looked through byte by byte: names and paths are short and many, and a searcher costs more to
/// be made than they cost to be read (bytes).
const SHORT: usize = 256;

/// Where a text holds another one.
pub(super) fn places<'text>(text: &'text str, wanted: &'text str) -> impl Iterator<Item = usize> + 'text {
    let bytes = text.as_bytes();
    let holds = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(wanted.as_bytes()));
    let first = wanted.bytes().next().filter(|_| bytes.len() <= SHORT);
    let short = first.map(|first| memchr::memchr_iter(first, bytes).filter(holds));
    let long = (bytes.len() > SHORT).then(|| memchr::memmem::find_iter(bytes, wanted));
    short.into_iter().flatten().chain(long.into_iter().flatten())
}

/// The length of an escape sequence that begins here and parts words: `\n`, `\u003d`, `%3D`, `&quot;`, a colour.
pub(super) fn escape(bytes: &[u8], at: usize) -> usize {
    let byte = |offset: usize| bytes.get(at + offset).copied().unwrap_or(0);
    let hex = |from: usize, count: usize| (from..from + count).all(|offset| byte(offset).is_ascii_hexdigit());
    match byte(0) {
        b'\\' => match byte(1) {
            b'n' | b'r' | b't' | b'"' | b'\'' => 2,
            b'u' if hex(2, 4) => 6,
            b'x' if hex(2, 2) => 4,
            _ => 1,
        },
        b'%' if hex(1, 2) && !byte(1).is_ascii_lowercase() => 3,
        b'&' if bytes.get(at..).is_some_and(|rest| rest.starts_with(b"&quot;")) => 6,
        0x1b if byte(1) == b'[' => {
            let parameters = (2..16).take_while(|offset| matches!(byte(*offset), b'0'..=b'?')).count();
            parameters + 3
        }
        _ => 0,
    }
}

/// Sorts, joins what overlaps, and drops what is empty or not on a sign's border.
fn merged(text: &str, mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.retain(|range| {
        !range.is_empty() && text.get(range.clone()).is_some_and(|secret| secret != super::MARKER)
    });
    found.sort_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<usize>> = Vec::new();
    for range in found {
        match out.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}
