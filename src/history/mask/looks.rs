//! What a value looks like: random, made of words, a piece of code, a type.

/// Shortest value that is a secret by its looks alone, and by them if it is only hexadecimal.
pub(super) const RANDOM_CHARACTERS: usize = 16;
const RANDOM_HEX_CHARACTERS: usize = 32;

/// Bits that a sign of a random value carries at least, by Shannon's measure over the value's own signs.
const RANDOM_BITS: f64 = 3.0;

/// A value of a language, not of a person.
pub(super) fn is_keyword(value: &str) -> bool {
    const WORDS: [&str; 18] = [
        "self",
        "this",
        "none",
        "null",
        "nil",
        "true",
        "false",
        "undefined",
        "default",
        "required",
        "optional",
        "yes",
        "no",
        "new",
        "await",
        "async",
        "return",
        "super",
    ];
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(value))
}

/// A type: a primitive, or a capitalised name without more than a digit or two at its end.
pub(super) fn is_type(value: &str) -> bool {
    const PRIMITIVES: [&str; 32] = [
        "any",
        "array",
        "bool",
        "boolean",
        "bstr",
        "byte",
        "bytes",
        "bytearray",
        "char",
        "float",
        "double",
        "func",
        "int",
        "integer",
        "long",
        "map",
        "never",
        "number",
        "object",
        "optional",
        "short",
        "str",
        "string",
        "symbol",
        "text",
        "tuple",
        "unit",
        "unknown",
        "usize",
        "isize",
        "varchar",
        "void",
    ];
    let bare = value.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
    let stem = bare.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let sized = bare.len() > stem.len()
        && matches!(stem, "u" | "i" | "f" | "int" | "uint" | "float" | "c" | "b" | "v");
    let pascal = stem.starts_with(|sign: char| sign.is_ascii_uppercase())
        && stem.chars().all(|sign| sign.is_ascii_alphabetic())
        && !stem.chars().all(|sign| sign.is_ascii_uppercase())
        && bare.len() - stem.len() <= 2
        && is_humped(stem);
    sized || pascal || PRIMITIVES.contains(&bare)
}

/// Words with capitals, each of two letters or more: `AccessToken`, not `qWzRtYp`.
fn is_humped(word: &str) -> bool {
    let capitals = word.chars().filter(char::is_ascii_uppercase).count();
    capitals * 3 <= word.len()
}

/// An expression: brackets, paths of names, calls.
pub(super) fn is_code(value: &str) -> bool {
    let start = value.trim_start_matches(['&', '*', '!', '-', '+', '~', '@']);
    let led = start.len() < value.len() && is_name(start) && !has_digit(start);
    let brackets = value.contains(['(', ')', '{', '}', '[', ']', '<', '>', '`', '|']);
    let marks = ["::", "->", "=>", "&&", "||", "?."].iter().any(|mark| value.contains(mark));
    let path_of_names =
        value.contains('.') && value.split('.').all(|part| is_name(part) && is_plain_name(part));
    led || brackets && !is_random(value) && looks_bracketed(value) || marks || path_of_names
}

/// Brackets as code has them: an opening one behind a name, or a pair.
fn looks_bracketed(value: &str) -> bool {
    let pairs = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];
    let open_after_name = ['(', '[', '{', '<'].iter().any(|open| {
        value.find(*open).is_some_and(|at| value.get(..at).is_some_and(|head| at > 0 && is_callable(head)))
    });
    let paired = pairs.iter().any(|(open, close)| {
        matches!((value.find(*open), value.rfind(*close)), (Some(from), Some(to)) if from < to)
    });
    let closing = value.ends_with([')', '}', ']', '>']);
    open_after_name || paired || closing || value.starts_with(['(', '[', '{', '<', '`'])
}

/// What a bracket may follow: a name, a path of names, a macro's name (`Token![`).
fn is_callable(head: &str) -> bool {
    let head = head.strip_suffix('!').unwrap_or(head);
    head.split(['.', ':', '&', '*']).all(|part| part.is_empty() || is_name(part))
}

/// A name as languages have them.
pub(super) fn is_name(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|sign| sign.is_ascii_alphabetic() || sign == '_')
        && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

/// A name made of words, each with at most three digits at its end (`colon2_token`).
pub(super) fn is_plain_name(name: &str) -> bool {
    name.split('_').all(is_plain_word)
}

fn is_plain_word(name: &str) -> bool {
    let stem = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    name.len() - stem.len() <= 3 && !has_digit(stem) && (!is_mixed(stem) || is_humped(stem))
}

/// Looks random by itself: long, letters with digits or letters of both cases in disorder, many bits a sign.
pub(super) fn is_random(value: &str) -> bool {
    let plain = value.replace("%3D", "=").replace("%2B", "+").replace("%2F", "/");
    let core = plain.trim_end_matches('=');
    let in_alphabet =
        |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '/' | '_' | '-' | '.' | '~');
    if core.len() < RANDOM_CHARACTERS || !core.chars().all(in_alphabet) || is_uuid(core) {
        return false;
    }
    let hex = core.chars().all(|sign| sign.is_ascii_hexdigit());
    if hex {
        return core.len() >= RANDOM_HEX_CHARACTERS && distinct(core) >= 8 && has_letter(core);
    }
    let words = core.split(['-', '_', '.', '/', '+']).filter(|part| !part.is_empty());
    let wordy =
        words.clone().all(|part| is_plain_name(part) || part.bytes().all(|byte| byte.is_ascii_digit()));
    has_digit(core) && has_letter(core) && !wordy && bits(core) >= RANDOM_BITS
}

/// The base64 of `user:password`, as registries' logins have it.
pub(super) fn is_encoded_pair(value: &str) -> bool {
    let Some(bytes) = decoded(value) else { return false };
    let printable = bytes.iter().all(|byte| (0x20..0x7f).contains(byte));
    let pair = bytes.iter().position(|byte| *byte == b':').is_some_and(|at| at > 0 && at + 1 < bytes.len());
    bytes.len() >= 5 && printable && pair
}

/// Base64 (both alphabets, padded or not) to bytes.
pub(super) fn decoded(value: &str) -> Option<Vec<u8>> {
    let (mut out, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in value.trim_end_matches('=').bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from(held >> bits & 0xff).ok()?);
        }
    }
    Some(out)
}

fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

pub(super) fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit())
}

fn has_letter(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// A sign that names do not have.
pub(super) fn has_sign(value: &str) -> bool {
    value.contains(|sign: char| {
        sign.is_ascii_punctuation() && !matches!(sign, '_' | '.' | '-' | ':' | '/' | ',')
    })
}

/// Small letters and capitals.
pub(super) fn is_mixed(value: &str) -> bool {
    let small = value.bytes().any(|byte| byte.is_ascii_lowercase());
    small && value.bytes().skip(1).any(|byte| byte.is_ascii_uppercase())
}

/// Capitals where no word begins: more than a third of the letters, among small ones.
pub(super) fn is_chaotic(value: &str) -> bool {
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let capitals = value.bytes().filter(u8::is_ascii_uppercase).count();
    is_mixed(value) && capitals * 4 > letters && capitals < letters
}

/// Small letters in an order that no word has: long runs without a vowel.
pub(super) fn is_chaotic_letters(value: &str) -> bool {
    let longest = value.split(['a', 'e', 'i', 'o', 'u', 'y']).map(str::len).max().unwrap_or(0);
    longest >= 5
}

pub(super) fn distinct(value: &str) -> usize {
    let mut seen = [false; 256];
    for byte in value.bytes() {
        if let Some(seen) = seen.get_mut(usize::from(byte)) {
            *seen = true;
        }
    }
    seen.iter().filter(|seen| **seen).count()
}

/// Shannon's entropy of the value's signs, in bits a sign.
pub(super) fn bits(value: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in value.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let length = f64::from(u32::try_from(value.len()).unwrap_or(u32::MAX));
    let share = |count: &u32| {
        let share = f64::from(*count) / length;
        -share * share.log2()
    };
    counts.iter().filter(|count| **count > 0).map(share).sum()
}
