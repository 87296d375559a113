//! What stands inside a text in double quotes: variables, code, and what is known.

use super::token::{Part, Tongue};

/// A text in double quotes, cut into what is known and what is put in.
pub(super) fn interpolated(text: &str, tongue: Tongue) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let known = |parts: &mut Vec<Part>, letter: char| match parts.last_mut() {
        Some(Part::Known(text)) => text.push(letter),
        _ => parts.push(Part::Known(letter.to_string())),
    };
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..).unwrap_or("");
        match letter {
            '\\' => {
                let next = rest.chars().next().unwrap_or('\\');
                rest = rest.get(next.len_utf8()..).unwrap_or("");
                match next {
                    'n' => known(&mut parts, '\n'),
                    't' => known(&mut parts, '\t'),
                    other if other.is_ascii_punctuation() => known(&mut parts, other),
                    '0' => known(&mut parts, '\0'),
                    _ => parts.push(Part::Unknown),
                }
            }
            '#' if tongue == Tongue::Ruby && rest.starts_with('{') => {
                let (inner, behind) = braced(rest);
                parts.push(Part::Code(inner.to_owned()));
                rest = behind;
            }
            '$' | '@' if tongue == Tongue::Perl => {
                let (name, behind) = perl_name(rest);
                if name.is_empty() {
                    if letter == '@' && !rest.starts_with(['{', '$']) {
                        known(&mut parts, letter);
                    } else if rest.starts_with('{') {
                        let (inner, behind) = braced(rest);
                        parts.push(Part::Code(inner.to_owned()));
                        rest = behind;
                    } else {
                        parts.push(Part::Unknown);
                    }
                    continue;
                }
                rest = behind;
                // A member is not known, and its key may be code.
                if rest.starts_with(['[', '{']) || rest.starts_with("->") {
                    match env_key(&name, rest) {
                        Some((key, behind)) => {
                            parts.push(Part::Variable(["$ENV{", key, "}"].concat()));
                            rest = behind;
                        }
                        None => {
                            parts.push(Part::Unknown);
                            let skipped = rest.find([']', '}']).map_or(0, |at| at + 1);
                            if rest.get(..skipped).is_some_and(|inner| inner.contains('(')) {
                                parts.push(Part::Code(rest.get(..skipped).unwrap_or("").to_owned()));
                            }
                            rest = rest.get(skipped..).unwrap_or("");
                        }
                    }
                } else {
                    parts.push(Part::Variable(format!("{letter}{name}")));
                }
            }
            letter => known(&mut parts, letter),
        }
    }
    parts
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
