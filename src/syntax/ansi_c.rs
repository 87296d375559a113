//! What `$'…'` stands for (manual 3.1.2.4).

/// Decodes the text between the quotes.
///
/// A NUL (`\0`, `\x0`, `\c@`) ends the text, as in Bash. Bytes that are no UTF-8 become replacement characters.
///
/// ```
/// use willwrite::syntax::ansi_c::decode;
/// assert_eq!(decode(r"a\tb\x41\101\u00e9\'"), "a\tbAA\u{e9}'");
/// assert_eq!(decode(r"\z\xzz"), r"\z\xzz");
/// ```
#[must_use]
pub fn decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            out.push(*first);
            continue;
        }
        let Some(tail) = escape(rest, &mut out) else { break };
        rest = tail;
    }
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Decodes what follows a backslash and gives the rest; `None` if the text ends here.
fn escape<'t>(rest: &'t [u8], out: &mut Vec<u8>) -> Option<&'t [u8]> {
    let [letter, tail @ ..] = rest else {
        out.push(b'\\');
        return None;
    };
    let byte = match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' | b'E' => 0x1b,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'\'' | b'"' | b'?' => *letter,
        b'c' => return control(tail, out),
        b'0'..=b'7' => return number(rest, 8, 3, out, rest),
        b'x' => return hexadecimal(tail, out, rest),
        b'u' => return number(tail, 16, 4, out, rest),
        b'U' => return number(tail, 16, 8, out, rest),
        _ => {
            out.extend([b'\\', *letter]);
            return Some(tail);
        }
    };
    out.push(byte);
    Some(tail)
}

/// `\cx`
fn control<'t>(tail: &'t [u8], out: &mut Vec<u8>) -> Option<&'t [u8]> {
    let [letter, tail @ ..] = tail else {
        out.extend(b"\\c");
        return None;
    };
    // `\c\\` takes both backslashes.
    let tail = if *letter == b'\\' { tail.strip_prefix(b"\\").unwrap_or(tail) } else { tail };
    let byte = if *letter == b'?' { 0x7f } else { letter.to_ascii_uppercase() & 0x1f };
    push_byte(byte, out).then_some(tail)
}

/// `\xHH`, or `\x{H…}`.
fn hexadecimal<'t>(tail: &'t [u8], out: &mut Vec<u8>, whole: &'t [u8]) -> Option<&'t [u8]> {
    let Some(braced) = tail.strip_prefix(b"{") else { return number(tail, 16, 2, out, whole) };
    let digits = braced.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (Some(number), Some([b'}', rest @ ..])) = (braced.get(..digits), braced.get(digits..)) else {
        out.extend(b"\\x");
        return Some(tail);
    };
    let value = number.iter().fold(0_u32, |value, &digit| (value << 4 | digit_value(digit)) & 0xff);
    push_byte(u8::try_from(value).unwrap_or(0), out).then_some(rest)
}

/// Up to `most` digits. Octal and `\x` give a byte, `\u` and `\U` a character.
fn number<'t>(
    digits: &'t [u8],
    base: u32,
    most: usize,
    out: &mut Vec<u8>,
    whole: &'t [u8],
) -> Option<&'t [u8]> {
    let count = digits.iter().take(most).take_while(|byte| char::from(**byte).is_digit(base)).count();
    let (Some(number), Some(rest)) = (digits.get(..count), digits.get(count..)) else { return None };
    if count == 0 {
        out.push(b'\\');
        out.extend(whole.first());
        return Some(digits);
    }
    let value =
        number.iter().fold(0_u32, |value, &digit| value.wrapping_mul(base).wrapping_add(digit_value(digit)));
    let goes_on = if most > 3 {
        match char::from_u32(value) {
            Some('\0') => false,
            Some(character) => {
                out.extend(character.encode_utf8(&mut [0; 4]).bytes());
                true
            }
            None => {
                out.extend("\u{fffd}".bytes());
                true
            }
        }
    } else {
        push_byte(u8::try_from(value & 0xff).unwrap_or(0), out)
    };
    goes_on.then_some(rest)
}

/// Pushes a byte; false for NUL, which ends the text.
fn push_byte(byte: u8, out: &mut Vec<u8>) -> bool {
    if byte != 0 {
        out.push(byte);
    }
    byte != 0
}

fn digit_value(digit: u8) -> u32 {
    char::from(digit).to_digit(16).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Expected values are what Bash 5.2.15 prints for `printf %s $'…'`.
    #[rstest]
    #[case(r"a\nb", "a\nb")]
    #[case(r"\e[1m\E", "\u{1b}[1m\u{1b}")]
    #[case(r"\101\1012", "AA2")]
    #[case(r"\x41\x4142", "AA42")]
    #[case(r"\u41\u00e9\U1f4a5", "A\u{e9}\u{1f4a5}")]
    #[case(r"\cA\c?", "\u{1}\u{7f}")]
    #[case(r"a\0b", "a")]
    #[case(r"\q\", r"\q\")]
    #[case(r"\x{41}b", "Ab")]
    #[case(r"\xc3\xa9", "\u{e9}")]
    fn as_bash_decodes(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(decode(text), expected);
    }
}
