//! What stands inside a text in double quotes: variables, code, and what is known.

use super::token::{Part, Tongue};

/// A text in double quotes, cut into what is known and what is put in.
pub(super) fn interpolated(text: &str, tongue: Tongue) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..).unwrap_or("");
        match letter {
            '\\' => {
                let next = rest.chars().next().unwrap_or('\\');
                rest = rest.get(next.len_utf8()..).unwrap_or("");
                escaped(next, &mut parts);
            }
            '#' if tongue == Tongue::Ruby && rest.starts_with('{') => rest = code(rest, &mut parts),
            '$' | '@' if tongue == Tongue::Perl => rest = perl_variable(letter, rest, &mut parts),
            letter => known(letter, &mut parts),
        }
    }
    parts
}

fn known(letter: char, parts: &mut Vec<Part>) {
    match parts.last_mut() {
        Some(Part::Known(text)) => text.push(letter),
        _ => parts.push(Part::Known(letter.to_string())),
    }
}

fn escaped(letter: char, parts: &mut Vec<Part>) {
    match letter {
        'n' => known('\n', parts),
        't' => known('\t', parts),
        other if other.is_ascii_punctuation() => known(other, parts),
        '0' => known('\0', parts),
        _ => parts.push(Part::Unknown),
    }
}

/// Code in braces; gives what stands behind it.
fn code<'t>(rest: &'t str, parts: &mut Vec<Part>) -> &'t str {
    let (inner, behind) = braced(rest);
    parts.push(Part::Code(inner.to_owned()));
    behind
}

/// What `$` or `@` begins; gives what stands behind it.
fn perl_variable<'t>(sigil: char, rest: &'t str, parts: &mut Vec<Part>) -> &'t str {
    let (name, behind) = perl_name(rest);
    if name.is_empty() {
        if sigil == '@' && !rest.starts_with(['{', '$']) {
            known(sigil, parts);
        } else if rest.starts_with('{') {
            return code(rest, parts);
        } else {
            parts.push(Part::Unknown);
        }
        return rest;
    }
    if !behind.starts_with(['[', '{']) && !behind.starts_with("->") {
        parts.push(Part::Variable(format!("{sigil}{name}")));
        return behind;
    }
    if let Some((key, behind)) = env_key(&name, behind) {
        parts.push(Part::Variable(["$ENV{", key, "}"].concat()));
        return behind;
    }
    // A member is not known, and its key may be code.
    parts.push(Part::Unknown);
    let skipped = behind.find([']', '}']).map_or(0, |at| at + 1);
    let member = behind.get(..skipped).unwrap_or("");
    if member.contains('(') {
        parts.push(Part::Code(member.to_owned()));
    }
    behind.get(skipped..).unwrap_or("")
}

fn env_key<'t>(name: &str, rest: &'t str) -> Option<(&'t str, &'t str)> {
    let (key, behind) = rest.strip_prefix('{').filter(|_| name == "ENV")?.split_once('}')?;
    key.chars().all(|c| c == '_' || c.is_alphanumeric()).then_some((key, behind))
}

fn perl_name(rest: &str) -> (String, &str) {
    if let Some((inner, behind)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'))
        && !inner.is_empty()
        && inner.chars().all(|c| c == '_' || c.is_alphanumeric())
    {
        return (inner.to_owned(), behind);
    }
    let length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
    let (name, behind) = (rest.get(..length).unwrap_or(""), rest.get(length..).unwrap_or(""));
    match (name.is_empty(), rest.chars().next()) {
        (true, Some(letter @ ('&' | '!' | '/' | ',' | '0' | '.' | ';' | '_'))) => {
            (letter.to_string(), rest.get(letter.len_utf8()..).unwrap_or(""))
        }
        _ => (name.to_owned(), behind),
    }
}

fn braced(rest: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (rest.get(1..at).unwrap_or(""), rest.get(at + 1..).unwrap_or(""));
                }
            }
            _ => {}
        }
    }
    (rest, "")
}

/// Code that a pattern runs.
pub(super) fn code_in_pattern(text: &str) -> Option<String> {
    (text.contains("(?{") || text.contains("(??{")).then(|| "eval".to_owned()).or_else(|| code_in_text(text))
}

/// Code that stands in a text (`@{[ … ]}`).
pub(super) fn code_in_text(text: &str) -> Option<String> {
    interpolated(text, Tongue::Perl).into_iter().find_map(|part| match part {
        Part::Code(code) => Some(code),
        _ => None,
    })
}
