//! Brace expansion (manual 3.5.1): a word with lists and sequences becomes several words.

use crate::syntax::ast::{Word, WordPart, WordPartKind};

/// A word that would give more words than this gives an unknown number of unknown ones.
pub(super) const BRACE_CAP: usize = 4096;

/// Lists nested deeper than this are not counted out.
const NESTING_CAP: usize = 48;

/// A part of a word without braces.
#[derive(Clone, Debug)]
pub(super) enum Bit<'a> {
    Part(WordPart<'a>),
    /// an element of a sequence
    Text(String),
}

/// The words that braces make of this one, in Bash's order; `None` past [`BRACE_CAP`].
pub(super) fn expand<'a>(word: &Word<'a>) -> Option<Vec<Vec<Bit<'a>>>> {
    parts(word.parts(), 0)
}

fn parts<'a>(parts: &[WordPart<'a>], depth: usize) -> Option<Vec<Vec<Bit<'a>>>> {
    let mut words: Vec<Vec<Bit<'a>>> = vec![Vec::new()];
    for part in parts {
        let choices = match part.kind {
            WordPartKind::BraceList(alternatives) => list(alternatives, depth + 1)?,
            WordPartKind::BraceSequence(text) => match sequence(text)? {
                elements if elements.is_empty() => vec![vec![Bit::Text(format!("{{{text}}}"))]],
                elements => elements.into_iter().map(|element| vec![Bit::Text(element)]).collect(),
            },
            _ => {
                for word in &mut words {
                    word.push(Bit::Part(*part));
                }
                continue;
            }
        };
        if words.len().saturating_mul(choices.len()) > BRACE_CAP {
            return None;
        }
        let with_each = |word: &Vec<Bit<'a>>| {
            let word = word.clone();
            choices.iter().map(move |choice| [word.clone(), choice.clone()].concat()).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(with_each).collect();
    }
    Some(words)
}

fn list<'a>(alternatives: &[Word<'a>], depth: usize) -> Option<Vec<Vec<Bit<'a>>>> {
    if depth > NESTING_CAP {
        return None;
    }
    let mut words = Vec::new();
    for alternative in alternatives {
        words.extend(parts(alternative.parts(), depth)?);
        if words.len() > BRACE_CAP {
            return None;
        }
    }
    Some(words)
}

/// The elements of `x..y` or `x..y..step`: none if it is no sequence, `None` past [`BRACE_CAP`].
fn sequence(text: &str) -> Option<Vec<String>> {
    let mut ends = text.split("..");
    let (Some(first), Some(last), step, None) = (ends.next(), ends.next(), ends.next(), ends.next()) else {
        return Some(Vec::new());
    };
    let Some(step) = step.map_or(Some(1), |step| step.parse::<i64>().ok()) else { return Some(Vec::new()) };
    let step = step.unsigned_abs().max(1);
    if let (Some(from), Some(to)) = (number(first), number(last)) {
        let pads = [first, last]
            .iter()
            .any(|end| end.trim_start_matches(['-', '+']).starts_with('0') && end.len() > 1);
        let width = if pads { first.len().max(last.len()) } else { 0 };
        return count(from, to, step)?.map(|value| Some(format!("{value:0width$}"))).collect();
    }
    let (Some(from), Some(to)) = (letter(first), letter(last)) else { return Some(Vec::new()) };
    let letters = count(i64::from(from), i64::from(to), step)?;
    Some(
        letters.filter_map(|code| u8::try_from(code).ok()).map(|code| char::from(code).to_string()).collect(),
    )
}

fn number(text: &str) -> Option<i64> {
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}

fn letter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    }
}

fn count(from: i64, to: i64, step: u64) -> Option<impl Iterator<Item = i64>> {
    let steps = usize::try_from(from.abs_diff(to) / step).ok().filter(|steps| *steps < BRACE_CAP)?;
    let step = i64::try_from(step).unwrap_or(i64::MAX);
    let signed = if from <= to { step } else { step.wrapping_neg() };
    Some((0..=steps).scan(from, move |value, _| {
        let now = *value;
        *value = value.wrapping_add(signed);
        Some(now)
    }))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    // What `echo {…}` of Bash 5.2 prints.
    #[rstest]
    #[case("1..4", "1 2 3 4")]
    #[case("4..1", "4 3 2 1")]
    #[case("1..10..3", "1 4 7 10")]
    #[case("10..1..-4", "10 6 2")]
    #[case("01..3", "01 02 03")]
    #[case("8..010", "008 009 010")]
    #[case("-2..2..2", "-2 0 2")]
    #[case("-05..5..5", "-05 000 005")]
    #[case("a..e..2", "a c e")]
    #[case("c..a", "c b a")]
    #[case("0..0", "0")]
    #[case("1..2..0", "1 2")]
    #[case("-9223372036854775808..-9223372036854775807", "-9223372036854775808 -9223372036854775807")]
    fn counts_sequences(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(sequence(text).unwrap().join(" "), expected);
    }

    #[rstest]
    #[case("1..a")]
    #[case("a..é")]
    #[case("1.5..2")]
    #[case("1..2..x")]
    #[case("ab..c")]
    fn leaves_what_is_no_sequence(#[case] text: &str) {
        assert_eq!(sequence(text), Some(Vec::new()));
    }

    #[test]
    fn long_sequences_are_given_up() {
        assert_eq!(sequence("1..1000000000000"), None);
        assert_eq!(sequence("-9223372036854775808..9223372036854775807"), None);
    }
}
