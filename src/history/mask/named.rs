//! Secrets that stand behind a name: `NAME=value`, `"name": "value"`, `name: value`, `--name value`, `<name>value</name>`.
//!
//! Owns the finding of names, of what joins them to their values, and of where a value ends.

use std::ops::Range;

use super::joint::{Joint, Link, Value, bare_length, begins_item, blanks, joint, value};
use super::keys::{self, Strength};
use super::looks;
use super::scan::escape;
use super::values::{self, Join, Place};

/// Bytes between a name that is given as a value (`name: DB_PASSWORD`) and its `value`.
const NAMED_WITHIN: usize = 200;

/// Finds them.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut given: Option<(usize, String)> = None;
    while let Some(byte) = bytes.get(at) {
        let gap = escape(bytes, at);
        if gap > 0 || !is_name_byte(*byte) {
            at += gap.max(1);
            continue;
        }
        let length =
            bytes.get(at..).unwrap_or_default().iter().take_while(|byte| is_name_byte(**byte)).count();
        if let Some(name) = Name::at(text, at..at + length) {
            look_behind(text, &name, &mut given, found);
        }
        at += length;
    }
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// A name in the text.
pub(super) struct Name<'text> {
    pub(super) text: &'text str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'text> Name<'text> {
    fn at(text: &'text str, run: Range<usize>) -> Option<Self> {
        let raw = text.get(run.clone())?;
        let name = raw.trim_start_matches(['-', '.', '_']).trim_end_matches(['-', '.']);
        let start = run.end - raw.trim_start_matches(['-', '.', '_']).len();
        let known = name.starts_with(|sign: char| sign.is_ascii_alphabetic());
        known.then_some(Self { text: name, start, end: start + name.len() })
    }
}

/// Looks at what follows a name, and notes a secret's name that is itself given as a value.
fn look_behind(
    text: &str,
    name: &Name<'_>,
    given: &mut Option<(usize, String)>,
    found: &mut Vec<Range<usize>>,
) {
    let Some(joint) = joint(text, name) else { return };
    let lower = name.text.to_ascii_lowercase();
    if matches!(lower.as_str(), "name" | "key") {
        let value = value(text, &joint).and_then(|value| text.get(value.range)).unwrap_or_default();
        let strong =
            keys::is_pin(value) || matches!(keys::judge(value), Some(Strength::Password | Strength::Secret));
        if strong {
            element_content(text, &joint, value, found);
            *given = Some((joint.at, value.to_owned()));
            return;
        }
    }
    let other = given.as_ref().filter(|(at, _)| lower == "value" && joint.at - at < NAMED_WITHIN);
    let judged = other.map_or(name.text, |(_, given)| given.as_str());
    let strength = match keys::judge(judged) {
        None if lower == "by" && is_identified(text, name) => Strength::Password,
        Some(Strength::Weak) if other.is_none() => two_words(text, name).unwrap_or(Strength::Weak),
        Some(strength) => strength,
        None if matches!(lower.as_str(), "bearer" | "basic") => Strength::Weak,
        None if is_of_web_key(text, &lower, &joint) => Strength::Weak,
        None => return,
    };
    if lower == "cookie" || lower == "set-cookie" {
        cookies(text, joint.at, found);
        return;
    }
    if let Some(value) = value(text, &joint) {
        found.extend(judge(text, name, judged, strength, &joint, value));
    }
}

/// `<string name="api_key">value</string>`.
fn element_content(text: &str, joint: &Joint, name: &str, found: &mut Vec<Range<usize>>) {
    let end = joint.at + name.len() + 2;
    let Some(rest) = text.get(end..).and_then(|rest| rest.strip_prefix('>')) else { return };
    let Some(content) = rest.find(['<', '\n']).and_then(|length| rest.get(..length)) else { return };
    let strength = keys::judge(name).unwrap_or(Strength::Weak);
    if values::is_secret_quoted(content, name, strength) {
        found.push(end + 1..end + 1 + content.len());
    }
}

/// The strength of a name with the word before it: `API key`.
fn two_words(text: &str, name: &Name<'_>) -> Option<Strength> {
    let before = word_before(text, name);
    let joined = format!("{before} {}", name.text);
    (!before.is_empty()).then(|| keys::judge(&joined)).flatten()
}

/// The word before a name, with one blank between them.
fn word_before<'text>(text: &'text str, name: &Name<'_>) -> &'text str {
    const BYTES: usize = 20;
    let from = text.ceil_char_boundary(name.start.saturating_sub(BYTES));
    let before = text.get(from..name.start).and_then(|before| before.strip_suffix(' ')).unwrap_or_default();
    let length = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    before.get(before.len() - length..).unwrap_or_default()
}

/// `IDENTIFIED BY`, also with the plugin's name between.
fn is_identified(text: &str, name: &Name<'_>) -> bool {
    const BYTES: usize = 60;
    if word_before(text, name).eq_ignore_ascii_case("IDENTIFIED") {
        return true;
    }
    let from = text.ceil_char_boundary(name.start.saturating_sub(BYTES));
    let mut before = text.get(from..name.start).unwrap_or_default().split_whitespace().rev().skip(1);
    before.next().is_some_and(|word| word.eq_ignore_ascii_case("WITH"))
        && before.next().is_some_and(|word| word.eq_ignore_ascii_case("IDENTIFIED"))
}

/// A `password` behind another pair of a `.netrc`.
fn is_of_netrc(text: &str, name: &Name<'_>) -> bool {
    const BYTES: usize = 120;
    let from = text.ceil_char_boundary(name.start.saturating_sub(BYTES));
    let near = text.get(from..name.start).unwrap_or_default();
    let mut before =
        near.split(|sign: char| sign.is_whitespace()).filter(|word| !word.is_empty()).rev().skip(1);
    before.next().is_some_and(|word| matches!(word, "account" | "login" | "machine"))
}

/// A private part of a JSON web key: `"d": "…"` near a `"kty"`.
fn is_of_web_key(text: &str, name: &str, joint: &Joint) -> bool {
    const NEAR: usize = 3000;
    if joint.link != Link::Colon || !matches!(name, "d" | "k" | "p" | "q" | "dp" | "dq" | "qi") {
        return false;
    }
    let from = text.ceil_char_boundary(joint.at.saturating_sub(NEAR));
    let to = text.floor_char_boundary(joint.at.saturating_add(NEAR));
    text.get(from..to).is_some_and(|near| near.contains("\"kty"))
}

fn judge(
    text: &str,
    name: &Name<'_>,
    judged: &str,
    strength: Strength,
    joint: &Joint,
    value: Value,
) -> Option<Range<usize>> {
    let content = text.get(value.range.clone())?;
    if let Some(carried) = carried(text, name, joint, &value) {
        return Some(carried);
    }
    if value.quoted {
        // SQL shouts; in prose a word in quotes stands there, too.
        let of_statement =
            judged == "BY" || judged == "by" && content.bytes().any(|byte| byte.is_ascii_digit());
        let bare_sequence = matches!(joint.link, Link::Call | Link::Space) && !of_statement;
        let telling = !bare_sequence || is_telling(content, strength);
        return (telling && values::is_secret_quoted(content, judged, strength)).then_some(value.range);
    }
    if let Some(phrase) = bare_phrase(text, name, strength, joint, &value) {
        return Some(phrase);
    }
    let join = bare_join(text, name, joint)?;
    let place = Place {
        join,
        begins_line: begins_line(text, name),
        ends_line: ends_line(text, value.range.end),
        next: next_sign(text, value.range.end),
    };
    if !values::is_secret_bare(content, judged, strength, place) {
        return None;
    }
    let bare = keys::is_bare(name.text)
        && joint.link == Link::Equals
        && !joint.spaced
        && begins_word(text, name.start);
    Some(if bare { name.start..value.range.end } else { value.range })
}

/// Several words to the end of the line: `password: correct horse battery staple`, a wallet's seed phrase.
fn bare_phrase(
    text: &str,
    name: &Name<'_>,
    strength: Strength,
    joint: &Joint,
    value: &Value,
) -> Option<Range<usize>> {
    let linked = matches!(joint.link, Link::Colon | Link::Equals);
    let rest = text.get(value.range.start..)?;
    let line = rest.get(..rest.find(['\n', '\r']).unwrap_or(rest.len()))?.trim_end();
    let words = line.split(' ').count();
    let lower = line.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' ');
    (linked && lower && words >= 3 && strength == Strength::Password && begins_line(text, name))
        .then_some(())?;
    values::is_phrase(line, strength).then_some(value.range.start..value.range.start + line.len())
}

/// The sign behind a value; one that only parts items of a list counts as none.
fn next_sign(text: &str, end: usize) -> Option<char> {
    let rest = text.get(end..)?;
    let parts_items =
        rest.strip_prefix(';').is_some_and(|rest| rest.starts_with(['"', '\'']) || begins_item(rest));
    if parts_items { None } else { rest.chars().next() }
}

/// In a call, a comparison or a bare sequence even a value in quotes must tell more than a word does.
fn is_telling(value: &str, strength: Strength) -> bool {
    let letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let telling = letter && value.bytes().any(|byte| byte.is_ascii_digit()) || looks::is_chaotic(value);
    strength == Strength::Weak || telling && value.len() >= 6
}

/// The part behind a scheme: `Bearer X`, `Basic X`, `token X`; also where the scheme itself is the name.
fn carried(text: &str, name: &Name<'_>, joint: &Joint, value: &Value) -> Option<Range<usize>> {
    const SCHEMES: [&str; 9] =
        ["apikey", "basic", "bearer", "digest", "key", "negotiate", "sharedkey", "splunk", "token"];
    let is_scheme = |word: &str| SCHEMES.iter().any(|scheme| scheme.eq_ignore_ascii_case(word));
    let content = text.get(value.range.clone())?;
    let by_name = joint.link == Link::Space
        && ["bearer", "basic"].iter().any(|scheme| scheme.eq_ignore_ascii_case(name.text));
    let start = if by_name {
        value.range.start
    } else {
        let scheme = content.split_whitespace().next().filter(|word| is_scheme(word))?;
        let behind = value.range.start + scheme.len();
        behind + blanks(text.as_bytes(), behind)
    };
    let length = bare_length(text.get(start..)?);
    let token = text.get(start..start + length)?;
    let basic = by_name && name.text.eq_ignore_ascii_case("basic");
    let secret = (values::is_machine_made(token)
        && !basic
        && !token.contains("://")
        && token.len() >= 8
        && !token.contains(super::MARKER)
        && !token.starts_with(['$', '<', '{']))
        || looks::is_encoded_pair(token);
    (start > value.range.start || by_name).then_some(())?;
    secret.then_some(start..start + length)
}

/// How a bare value is joined; `None` where only one in quotes would count.
fn bare_join(text: &str, name: &Name<'_>, joint: &Joint) -> Option<Join> {
    match joint.link {
        Link::Equals if joint.spaced => Some(Join::SpacedEquals),
        Link::Equals => Some(Join::Equals),
        Link::Colon => Some(Join::Colon),
        Link::Call | Link::Element => None,
        Link::Space => {
            let line = text.get(line_start(text, name.start)..name.start).unwrap_or_default();
            let before =
                line.trim_end_matches(['-', '_', ' ', '\t']).rsplit([' ', '\t']).next().unwrap_or_default();
            let set = matches!(before, "set" | "setx" | "setenv" | "ENV" | "-x" | "-gx" | "-Ux");
            if set || name.text == "password" && is_of_netrc(text, name) {
                return Some(Join::Equals);
            }
            let option = line.ends_with("--");
            // `pass` is a word of its own in prose.
            let prose = !name.text.to_ascii_lowercase().ends_with("pass");
            if option { Some(Join::Option) } else { prose.then_some(Join::Prose) }
        }
    }
}

/// Every pair of a cookie header whose value is more than a word.
fn cookies(text: &str, at: usize, found: &mut Vec<Range<usize>>) {
    const ATTRIBUTES: [&str; 6] = ["path", "domain", "expires", "max-age", "samesite", "priority"];
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find(['\n', '\r', '"', '\'', '\\']).unwrap_or(rest.len());
    let mut start = at;
    for pair in rest.get(..end).unwrap_or_default().split_inclusive(';') {
        if let Some((name, value)) = pair.trim_end_matches(';').split_once('=') {
            let attribute = ATTRIBUTES.iter().any(|known| known.eq_ignore_ascii_case(name.trim()));
            let from = start + name.len() + 1;
            if !attribute && values::is_machine_made(value) && !value.contains(super::MARKER) {
                found.push(from..from + value.len());
            }
        }
        start += pair.len();
    }
}

fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let real = before.rfind('\n').map_or(0, |end| end + 1);
    let escaped = before.rfind("\\n").map_or(0, |end| end + 2);
    real.max(escaped)
}

/// Nothing but signs of diffs, lists and quotes, `export` and the like stands before the name on its line.
fn begins_line(text: &str, name: &Name<'_>) -> bool {
    let start = line_start(text, name.start).max(name.start.saturating_sub(200));
    let before = text.get(start..name.start).unwrap_or_default();
    before.split(|sign: char| sign.is_whitespace() || matches!(sign, '+' | '-' | '>' | '"' | '\'' | '{')).all(
        |word| matches!(word, "" | "export" | "set" | "env" | "ENV" | "ARG" | "declare" | "x" | "_" | "__"),
    )
}

fn ends_line(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let tail = rest.trim_start_matches([' ', '\t', '\r']);
    tail.is_empty()
        || tail.starts_with(['\n', '"', '\''])
        || tail.starts_with("\\n")
        || tail.len() < rest.len() && tail.starts_with(['#', '\\'])
}

fn begins_word(text: &str, start: usize) -> bool {
    text.get(..start).and_then(|before| before.chars().next_back()).is_none_or(char::is_whitespace)
}
