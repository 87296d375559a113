//! Is a value, in the place where it stands, a secret or a word, a reference, a piece of code?

use super::keys::{self, Strength};

/// The marker as it begins: its end may be taken for a sign that ends the value.
const MARKED: &str = "[REDACTED";

/// Shortest password.
const PASSWORD_CHARACTERS: usize = 4;

/// Shortest machine-made secret.
const SECRET_CHARACTERS: usize = 8;

/// Shortest value that is a secret by its looks alone, and by them if it is only hexadecimal.
const RANDOM_CHARACTERS: usize = 16;
const RANDOM_HEX_CHARACTERS: usize = 32;

/// Bits that a sign of a random value carries at least, by Shannon's measure over the value's own signs.
const RANDOM_BITS: f64 = 3.0;

/// How a bare value is joined to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `name=value`
    Equals,
    /// `name = value`
    SpacedEquals,
    /// `name: value`, `name:value`
    Colon,
    /// `--name value`
    Option,
    /// `name value`, `name is value`, `| name | value |`
    Prose,
}

/// Where a bare value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// How it is joined to its name.
    pub join: Join,
    /// The name is the first word of its line.
    pub begins_line: bool,
    /// Nothing but a comment follows the value on its line.
    pub ends_line: bool,
    /// The sign behind the value.
    pub next: Option<char>,
}

/// Is a value in quotes (or in JSON) a secret under this name?
#[must_use]
pub fn is_secret_quoted(value: &str, name: &str, strength: Strength) -> bool {
    let value = value.trim();
    if is_reference(value, name) {
        return false;
    }
    match strength {
        _ if value.contains(char::is_whitespace) => {
            is_phrase(value, strength)
                || is_authorization(value)
                || strength != Strength::Weak && is_salt(value)
        }
        Strength::Password => value.chars().count() >= PASSWORD_CHARACTERS && !is_code(value),
        Strength::Secret => is_machine_made(value),
        Strength::Weak => is_random(value) || is_encoded_pair(value),
    }
}

/// Is a value without quotes a secret under this name?
#[must_use]
pub fn is_secret_bare(value: &str, name: &str, strength: Strength, place: Place) -> bool {
    let setting = is_setting(name, place);
    if is_reference(value, name) || is_keyword(value) || (is_code(value) && !setting) {
        return false;
    }
    if strength == Strength::Weak {
        let hash = place.join == Join::Prose && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        return is_random(value) && !hash || is_encoded_pair(value);
    }
    if is_type(value) && !setting {
        return false;
    }
    let long_enough = match strength {
        Strength::Password => value.chars().count() >= PASSWORD_CHARACTERS,
        _ => is_machine_made(value),
    };
    long_enough && (setting || fits_place(value, strength, place))
}

/// A line of an environment file or a shell's assignment: `NAME=value`.
fn is_setting(name: &str, place: Place) -> bool {
    let shouted = name.bytes().all(|byte| !byte.is_ascii_lowercase());
    shouted && place.join == Join::Equals && place.begins_line && !matches!(place.next, Some('(' | ')' | ','))
}

/// Bare words and names are code more often than secrets; what a value needs to be believed depends on its place.
fn fits_place(value: &str, strength: Strength, place: Place) -> bool {
    let open = !matches!(place.next, Some('(' | '[' | '.' | ':' | '!'));
    let whole_line = place.begins_line && place.ends_line;
    let telling = has_digit(value) || has_sign(value) || is_mixed(value) || is_unspeakable(value);
    match place.join {
        _ if !open => false,
        Join::Prose => is_strange(value),
        _ if is_random(value) => true,
        Join::Equals if telling => !matches!(place.next, Some(';')) || has_sign(value),
        Join::Equals => strength == Strength::Password && !matches!(place.next, Some(',' | ')' | ';')),
        Join::Colon if telling => {
            whole_line || !is_name(value) || strength == Strength::Password && has_digit(value)
        }
        Join::Colon => strength == Strength::Password && whole_line,
        Join::SpacedEquals => telling && whole_line,
        Join::Option => telling,
    }
}

/// Refers to a secret, or holds its place, but is none.
fn is_reference(value: &str, name: &str) -> bool {
    const STARTS: [&str; 15] = [
        "${",
        "$(",
        "{{",
        "{%",
        "%(",
        "%{",
        "<",
        "process.env",
        "os.environ",
        "os.getenv",
        "env.",
        "ENV[",
        "secrets.",
        "arn:",
        "projects/",
    ];
    if value.is_empty() || value.contains(MARKED) || STARTS.iter().any(|start| value.starts_with(start)) {
        return true;
    }
    let variable = value.strip_prefix('$').is_some_and(is_name);
    let braced =
        value.starts_with('{') && value.ends_with('}') || value.starts_with('[') && value.ends_with(']');
    let filled_in = value.contains("${")
        || value.contains("{{")
        || value.contains("$(")
        || ["%s", "%v", "%d"].iter().any(|hole| value.contains(hole)) && !has_digit(value);
    let distinct_few = distinct(value) < 3 && !value.bytes().all(|byte| byte.is_ascii_digit());
    variable
        || braced
        || filled_in
        || distinct_few
        || is_path(value)
        || value.contains("://")
        || is_the_name(value, name)
        || is_placeholder(value)
}

/// Says that a value belongs here: `your-token`, `<token>`, `xxxx`, `example`.
fn is_placeholder(value: &str) -> bool {
    const WHOLE: [&str; 16] = [
        "changeme",
        "example",
        "hidden",
        "masked",
        "none",
        "placeholder",
        "redacted",
        "removed",
        "required",
        "sample",
        "string",
        "todo",
        "unset",
        "undefined",
        "value",
        "your_token_here",
    ];
    let lower = value.to_ascii_lowercase();
    let yours = lower.starts_with("your") && lower.len() > 4 && !has_digit(&lower);
    let dots = lower.contains("...") || lower.contains('…');
    yours || dots || WHOLE.contains(&lower.as_str())
}

/// The value is the name itself, or one of the words for secrets: `password: "password"`, `type: "token"`.
fn is_the_name(value: &str, name: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
    };
    let (value_letters, name_letters) = (letters(value), letters(name));
    if value_letters.is_empty() || value_letters == name_letters {
        return true;
    }
    let wordy = value.chars().all(|sign| sign.is_ascii_alphabetic() || matches!(sign, '_' | '-' | '.' | ' '));
    // A value that is a secret's name is a name: `token: "access_token"`.
    wordy && keys::judge(value).is_some()
}

/// A value of a language, not of a person.
fn is_keyword(value: &str) -> bool {
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
fn is_type(value: &str) -> bool {
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
fn is_code(value: &str) -> bool {
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
fn is_name(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|sign| sign.is_ascii_alphabetic() || sign == '_')
        && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

/// A name made of words, each with at most three digits at its end (`colon2_token`).
fn is_plain_name(name: &str) -> bool {
    name.split('_').all(is_plain_word)
}

fn is_plain_word(name: &str) -> bool {
    let stem = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    name.len() - stem.len() <= 3 && !has_digit(stem) && (!is_mixed(stem) || is_humped(stem))
}

/// A path, whose parts are words.
fn is_path(value: &str) -> bool {
    let rooted = ["/", "./", "../", "~/", "C:\\", "file:"].iter().any(|start| value.starts_with(start));
    rooted && value.split('/').all(|part| part.len() < RANDOM_CHARACTERS + 4 || !is_random(part))
}

/// Several words: a pass phrase, not a sentence.
pub(super) fn is_phrase(value: &str, strength: Strength) -> bool {
    const OF_SENTENCES: [&str; 26] = [
        "a", "an", "and", "are", "be", "can", "cannot", "do", "enter", "for", "from", "in", "invalid", "is",
        "must", "no", "not", "of", "on", "or", "the", "to", "use", "used", "with", "your",
    ];
    let words: Vec<&str> = value.split_whitespace().collect();
    let lower = |word: &&str| word.chars().all(|sign| sign.is_ascii_lowercase());
    if (12..=24).contains(&words.len()) && words.iter().all(lower) {
        return true; // a wallet's seed phrase
    }
    let sentence = words.iter().any(|word| OF_SENTENCES.contains(&word.to_ascii_lowercase().as_str()))
        || words.iter().any(|word| keys::judge(word).is_some_and(|strength| strength != Strength::Weak));
    let code = value.contains(['(', ')', '{', '}', '<', '>', ';', '=', '"']) && !has_digit(value);
    let words_alone = words.len() >= 3 && words.iter().all(lower);
    strength == Strength::Password && !sentence && !code && (has_digit(value) || words_alone)
}

/// A long row of signs of all kinds, in which a blank is a sign like others.
fn is_salt(value: &str) -> bool {
    const CHARACTERS: usize = 32;
    let signs = value.chars().filter(char::is_ascii_punctuation).count();
    let blanks = value.chars().filter(|sign| sign.is_whitespace()).count();
    let length = value.chars().count();
    length >= CHARACTERS && signs >= 6 && blanks * 10 <= length && has_digit(value) && is_mixed(value)
}

/// Stands among words and is none: long, with digits, and signs or letters of both cases in disorder.
pub(super) fn is_strange(value: &str) -> bool {
    let name = value.split(['/', ':', '.', '-', '_']).all(is_plain_name);
    value.chars().count() >= SECRET_CHARACTERS
        && has_digit(value)
        && (has_sign(value) || is_mixed(value))
        && !name
}

/// Small letters that nobody can speak.
fn is_unspeakable(value: &str) -> bool {
    value.len() >= 10 && value.bytes().all(|byte| byte.is_ascii_lowercase()) && is_chaotic_letters(value)
}

/// `Bearer …`, `Basic …`: a scheme and what it carries.
fn is_authorization(value: &str) -> bool {
    let mut words = value.split_whitespace();
    let (Some(scheme), Some(carried), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    scheme.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-') && is_machine_made(carried)
}

/// Long enough, and not made of words alone.
pub(super) fn is_machine_made(value: &str) -> bool {
    let length = value.chars().count();
    let date_or_version =
        value.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '.' | ':' | '-' | '/'));
    if length < SECRET_CHARACTERS || date_or_version && length < RANDOM_CHARACTERS || is_code(value) {
        return false;
    }
    let telling = has_digit(value)
        || is_chaotic(value)
        || value.contains(['!', '@', '#', '^', '*', '~', '%', '+', '=']);
    telling || is_unspeakable(value)
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
fn decoded(value: &str) -> Option<Vec<u8>> {
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

fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit())
}

fn has_letter(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// A sign that names do not have.
fn has_sign(value: &str) -> bool {
    value.contains(|sign: char| {
        sign.is_ascii_punctuation() && !matches!(sign, '_' | '.' | '-' | ':' | '/' | ',')
    })
}

/// Small letters and capitals.
fn is_mixed(value: &str) -> bool {
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
fn is_chaotic_letters(value: &str) -> bool {
    let longest = value.split(['a', 'e', 'i', 'o', 'u', 'y']).map(str::len).max().unwrap_or(0);
    longest >= 5
}

fn distinct(value: &str) -> usize {
    let mut seen = [false; 256];
    for byte in value.bytes() {
        if let Some(seen) = seen.get_mut(usize::from(byte)) {
            *seen = true;
        }
    }
    seen.iter().filter(|seen| **seen).count()
}

/// Shannon's entropy of the value's signs, in bits a sign.
fn bits(value: &str) -> f64 {
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
