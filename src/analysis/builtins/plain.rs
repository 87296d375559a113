//! Plain forms of the texts that builtins make and take apart.

use crate::value::{AbstractString, Field, Output};

/// What `echo` prints.
pub fn echo_text(words: &[Field], _escapes: bool) -> Output {
    let mut text = AbstractString::empty();
    let (newline, words) = match words.split_first() {
        Some((first, rest)) if first.known() == Some("-n") => (false, rest),
        Some((first, rest)) if first.known() == Some("-e") => (true, rest),
        _ => (true, words),
    };
    for (number, field) in words.iter().enumerate() {
        if field.many {
            return Output::Unknown("words that are not known".into());
        }
        if number > 0 {
            text.push_text(" ");
        }
        text.append(&field.value);
    }
    if newline {
        text.push_text("\n");
    }
    Output::Text(text)
}

/// What `printf` prints, for formats of plain text and `%s`.
pub fn printf_text(format: &Field, words: &[Field]) -> Output {
    let Some(known) = format.known() else { return Output::Unknown("what `printf` prints".into()) };
    let known = known.replace("\\n", "\n").replace("\\t", "\t");
    let mut text = AbstractString::empty();
    let mut words = words.iter().peekable();
    loop {
        let mut parts = known.split("%s");
        text.push_text(parts.next().unwrap_or(""));
        let mut any = false;
        for part in parts {
            any = true;
            if let Some(word) = words.next() {
                text.append(&word.value);
            }
            text.push_text(part);
        }
        if !any || words.peek().is_none() {
            break;
        }
    }
    Output::Text(text)
}

/// A line's fields.
pub fn split_record(
    value: &AbstractString,
    count: usize,
    separators: &str,
    _raw: bool,
) -> Option<Vec<AbstractString>> {
    let known = value.known()?;
    let mut left = known.trim_matches(|c: char| separators.contains(c) && c.is_whitespace());
    let mut fields = Vec::new();
    while fields.len() + 1 < count {
        match left.split_once(|c: char| separators.contains(c)) {
            Some((field, rest)) => {
                fields.push(AbstractString::text(field));
                left = rest.trim_start_matches(|c: char| separators.contains(c) && c.is_whitespace());
            }
            None => break,
        }
    }
    fields.push(AbstractString::text(left));
    Some(fields)
}
