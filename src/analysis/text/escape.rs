//! Backslash escapes of `$'…'`, `echo -e`, `printf` formats and `%b`.

use crate::value::{AbstractString, Piece};

/// Decodes what stands between the quotes of `$'…'` (manual 3.1.2.4).
///
/// ```
/// assert_eq!(willwrite::analysis::text::ansi_c(r"a\tb\x41\101"), "a\tbAA");
/// ```
#[must_use]
pub fn ansi_c(raw: &str) -> String {
    let mut decoded = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find('\\') {
        let (plain, escape) = rest.split_at_checked(place).unwrap_or((rest, ""));
        decoded.extend_from_slice(plain.as_bytes());
        let (length, bytes) = escape_c(escape);
        let Some(bytes) = bytes else { return text(decoded) };
        decoded.extend_from_slice(&bytes);
        rest = escape.get(length..).unwrap_or("");
    }
    decoded.extend_from_slice(rest.as_bytes());
    text(decoded)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// One escape of `$'…'` at the start of `escape`: its length and what it stands for; `None` for a NUL, which ends the
/// string.
fn escape_c(escape: &str) -> (usize, Option<Vec<u8>>) {
    let Some(c) = escape.chars().nth(1) else { return (escape.len(), Some(escape.as_bytes().to_vec())) };
    let simple = |byte: u8| (2, Some(vec![byte]));
    match c {
        'a' => simple(7),
        'b' => simple(8),
        'e' | 'E' => simple(27),
        'f' => simple(12),
        'n' => simple(10),
        'r' => simple(13),
        't' => simple(9),
        'v' => simple(11),
        '\\' | '\'' | '"' | '?' => simple(c as u8),
        '0'..='7' => {
            let (digits, value) = digits(escape, 1, 3, 8);
            (1 + digits, byte(value))
        }
        'x' => match digits(escape, 2, 2, 16) {
            (0, _) => (2, Some(b"\\x".to_vec())),
            (digits, value) => (2 + digits, byte(value)),
        },
        'u' | 'U' => match digits(escape, 2, if c == 'u' { 4 } else { 8 }, 16) {
            (0, _) => (2, Some(escape.as_bytes().iter().take(2).copied().collect())),
            (digits, value) => (2 + digits, character(value)),
        },
        'c' => match escape.as_bytes().get(2) {
            Some(control) if control.is_ascii() => (3, Some(vec![control.to_ascii_uppercase() ^ 0x40])),
            _ => (2, Some(b"\\c".to_vec())),
        },
        other => (1 + other.len_utf8(), Some(format!("\\{other}").into_bytes())),
    }
}

/// Reads up to `most` digits at `start`: how many there are, and their value.
fn digits(text: &str, start: usize, most: usize, base: u32) -> (usize, u32) {
    let digits = text.get(start..).unwrap_or("").chars().take(most).map_while(|c| c.to_digit(base));
    digits.fold((0, 0), |(count, value), digit| (count + 1, value * base + digit))
}

fn byte(value: u32) -> Option<Vec<u8>> {
    let byte = (value & 0xff) as u8;
    (byte != 0).then(|| vec![byte])
}

fn character(value: u32) -> Option<Vec<u8>> {
    let c = char::from_u32(value).unwrap_or('\u{fffd}');
    (c != '\0').then(|| c.to_string().into_bytes())
}

/// How octal escapes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Octal {
    /// `\0nnn` alone (`echo -e`)
    WithZero,
    /// `\nnn` too (`%b`)
    Any,
    /// `\nnn` alone, and `\c` is no end (a format)
    Format,
}

/// Appends a value with its escapes read; true if `\c` ends all output.
pub(super) fn expand(value: &AbstractString, octal: Octal, out: &mut AbstractString) -> bool {
    out.assume_all(value.assumes());
    for piece in value.pieces() {
        match piece {
            Piece::Text(text) => {
                let (text, ends) = expand_text(text, octal);
                out.push_text(&text);
                if ends {
                    return true;
                }
            }
            other => out.push(other.clone()),
        }
    }
    false
}

/// A text with its escapes read, and whether `\c` ended it.
pub(super) fn expand_text(raw: &str, octal: Octal) -> (String, bool) {
    let mut decoded = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find('\\') {
        let (plain, escape) = rest.split_at_checked(place).unwrap_or((rest, ""));
        decoded.extend_from_slice(plain.as_bytes());
        if octal != Octal::Format && escape.starts_with("\\c") {
            return (text(decoded), true);
        }
        let (length, bytes) = escape_b(escape, octal);
        decoded.extend_from_slice(&bytes);
        rest = escape.get(length..).unwrap_or("");
    }
    decoded.extend_from_slice(rest.as_bytes());
    (text(decoded), false)
}

fn escape_b(escape: &str, octal: Octal) -> (usize, Vec<u8>) {
    let kept = |length: usize| (length, escape.as_bytes().iter().take(length).copied().collect());
    let Some(c) = escape.chars().nth(1) else { return kept(1) };
    match (c, octal) {
        ('0', Octal::WithZero | Octal::Any) => {
            let (digits, value) = digits(escape, 2, 3, 8);
            (2 + digits, vec![(value & 0xff) as u8])
        }
        ('0'..='7', Octal::Any | Octal::Format) => {
            let (digits, value) = digits(escape, 1, 3, 8);
            (1 + digits, vec![(value & 0xff) as u8])
        }
        ('a' | 'b' | 'e' | 'E' | 'f' | 'n' | 'r' | 't' | 'v' | '\\' | 'x' | 'u' | 'U', _)
        | ('"' | '\'' | '?', Octal::Format) => {
            let (length, bytes) = escape_c(escape);
            (length, bytes.unwrap_or_else(|| vec![0]))
        }
        ('"' | '\'', Octal::Any) => (2, vec![c as u8]),
        (other, _) => kept(1 + other.len_utf8()),
    }
}
