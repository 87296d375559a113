//! What `grep` finds in known texts: its lines and whether there are any (GNU grep 3.8 manual, sections 2.1, 3).
//!
//! Owns the search; a directory, an unknown file or an option that is not read here leaves it open.

use super::engine::Call;
use super::regex::{Regex, Syntax};
use crate::value::{Field, Output};

/// What a search gives.
pub struct Found {
    /// What is printed.
    pub printed: String,
    /// A line was selected.
    pub selected: bool,
}

/// Options that are read, by letters.
const LETTERS: &str = "EFGciovqnxhsHw";

/// Long options that are read, and their letters.
const LONG: &[(&str, char)] = &[
    ("--extended-regexp", 'E'),
    ("--fixed-strings", 'F'),
    ("--count", 'c'),
    ("--ignore-case", 'i'),
    ("--only-matching", 'o'),
    ("--invert-match", 'v'),
    ("--quiet", 'q'),
    ("--silent", 'q'),
    ("--line-number", 'n'),
    ("--line-regexp", 'x'),
    ("--no-filename", 'h'),
    ("--no-messages", 's'),
    ("--with-filename", 'H'),
    ("--word-regexp", 'w'),
];

/// Searches; `None` if that can't be told.
#[must_use]
pub fn run(call: &Call<'_, '_>, pattern: &Field, files: &[&Field]) -> Option<Found> {
    let letters = letters(call)?;
    let on = |letter: char| letters.contains(&letter);
    let matcher = matcher(call.row.name, pattern.known()?, &on)?;
    let inputs = inputs(call, files)?;
    let names = (files.len() > 1 || on('H')) && !on('h');
    let mut found = Found { printed: String::new(), selected: false };
    for (name, text) in inputs {
        let front = if names { format!("{name}:") } else { String::new() };
        let mut count = 0;
        for (number, line) in text.lines().enumerate() {
            let place = matcher.find(line)?;
            if place.is_some() == on('v') {
                continue;
            }
            count += 1;
            found.selected = true;
            let front = if on('n') { format!("{front}{}:", number + 1) } else { front.clone() };
            if on('o') && !on('v') {
                for part in matcher.each(line)?.into_iter().filter(|part| !part.is_empty()) {
                    found.printed.push_str(&format!("{front}{part}\n"));
                }
            } else if !on('c') {
                found.printed.push_str(&format!("{front}{line}\n"));
            }
        }
        if on('c') {
            found.printed = format!("{}{front}{count}\n", found.printed);
        }
    }
    if on('q') {
        found.printed.clear();
    }
    Some(found)
}

/// Is a line of this text selected? `None` if that can't be told.
#[must_use]
pub fn holds(call: &Call<'_, '_>, pattern: &Field, text: &str) -> Option<bool> {
    let letters: Vec<char> = call
        .arguments
        .iter()
        .filter_map(|field| field.known()?.strip_prefix('-').filter(|rest| !rest.starts_with('-')))
        .flat_map(str::chars)
        .collect();
    let matcher = matcher(call.row.name, pattern.known()?, &|letter| letters.contains(&letter))?;
    for line in text.lines() {
        if matcher.find(line)?.is_some() {
            return Some(true);
        }
    }
    Some(false)
}

fn letters(call: &Call<'_, '_>) -> Option<Vec<char>> {
    let mut letters = Vec::new();
    for field in call.arguments {
        let Some(rest) = field.known()?.strip_prefix('-').filter(|rest| !rest.is_empty()) else { continue };
        if rest == "-" {
            break;
        }
        if rest.starts_with('-') {
            letters.push(LONG.iter().find(|(name, _)| Some(*name) == field.known())?.1);
        } else {
            letters.extend(rest.chars());
        }
    }
    letters.iter().all(|letter| LETTERS.contains(*letter)).then_some(letters)
}

/// The texts with their names; a file that is missing or not known, or a directory, is no input that is told.
fn inputs(call: &Call<'_, '_>, files: &[&Field]) -> Option<Vec<(String, String)>> {
    if files.is_empty() {
        return match call.facts.input() {
            Output::Text(text) => Some(vec![(String::new(), text.known()?.to_owned())]),
            Output::Nothing => Some(vec![(String::new(), String::new())]),
            _ => None,
        };
    }
    files.iter().map(|field| Some((field.known()?.to_owned(), call.facts.content(&field.value)?))).collect()
}

struct Matcher {
    regex: Regex,
    whole: bool,
    words: bool,
}

fn matcher(program: &str, pattern: &str, on: &dyn Fn(char) -> bool) -> Option<Matcher> {
    if pattern.contains('\n') {
        return None;
    }
    let fixed = on('F') || program == "fgrep";
    let extended = on('E') || program == "egrep";
    let (text, syntax) = match (fixed, extended) {
        (true, _) => (quoted(pattern), Syntax::Extended),
        (_, true) => (pattern.to_owned(), Syntax::Extended),
        _ => (pattern.to_owned(), Syntax::Basic),
    };
    let regex = Regex::new(&text, syntax, on('i'))?;
    Some(Matcher { regex, whole: on('x'), words: on('w') })
}

fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for character in text.chars() {
        if "\\.[]()*+?{}|^$".contains(character) {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted
}

impl Matcher {
    /// Where the line matches first.
    #[expect(clippy::option_option, reason = "not known, and known to match nowhere, are two answers")]
    fn find(&self, line: &str) -> Option<Option<(usize, usize)>> {
        self.find_from(line, 0)
    }

    #[expect(clippy::option_option, reason = "not known, and known to match nowhere, are two answers")]
    fn find_from(&self, line: &str, from: usize) -> Option<Option<(usize, usize)>> {
        let places = self.regex.find(line, from).ok()?;
        let place = places.and_then(|places| places.first().copied().flatten());
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let Some((start, end)) = place else { return Some(None) };
        if self.whole && (start > 0 || end < line.len()) {
            // A longer or later match could still be the whole line.
            return if start > 0 { Some(None) } else { None };
        }
        let inside = is_word(line.get(..start).and_then(|text| text.chars().next_back()))
            || is_word(line.get(end..).and_then(|text| text.chars().next()));
        if self.words && inside {
            return None;
        }
        Some(Some((start, end)))
    }

    fn each<'l>(&self, line: &'l str) -> Option<Vec<&'l str>> {
        let mut parts = Vec::new();
        let mut from = 0;
        while let Some((start, end)) = self.find_from(line, from)? {
            parts.push(line.get(start..end)?);
            from = if end > start {
                end
            } else {
                end + line.get(end..)?.chars().next().map_or(1, char::len_utf8)
            };
            if from > line.len() {
                break;
            }
        }
        Some(parts)
    }
}
