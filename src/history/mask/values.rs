//! Is a value, in the place where it stands, a secret or a word, a reference, a piece of code?

use super::keys::{self, Strength};
use super::looks::{
    RANDOM_CHARACTERS, distinct, has_digit, has_sign, is_chaotic, is_chaotic_letters, is_code,
    is_encoded_pair, is_keyword, is_mixed, is_name, is_plain_name, is_random, is_type,
};

/// The marker as it begins: its end may be taken for a sign that ends the value.
const MARKED: &str = "[REDACTED";

/// Shortest password.
const PASSWORD_CHARACTERS: usize = 4;

/// Shortest machine-made secret.
const SECRET_CHARACTERS: usize = 8;

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
        _ if is_pin(value, name) => true,
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
    if is_pin(value, name) {
        return place.join != Join::Prose || !name.contains(|sign: char| sign.is_ascii_lowercase());
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

/// A short number under a name for such.
fn is_pin(value: &str, name: &str) -> bool {
    let digits = (4..=8).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
    digits && keys::is_pin(name)
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
fn is_strange(value: &str) -> bool {
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
