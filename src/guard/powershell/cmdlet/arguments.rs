//! A cmdlet's arguments, by the parameters that its row has and those that every cmdlet has.

use super::Row;
use crate::guard::powershell::word::{Piece, Word};

/// Parameters with a value that every cmdlet has (about_CommonParameters).
const COMMON_VALUES: &[&str] = &[
    "erroraction",
    "ea",
    "warningaction",
    "wa",
    "informationaction",
    "infa",
    "progressaction",
    "proga",
    "errorvariable",
    "ev",
    "warningvariable",
    "wv",
    "informationvariable",
    "iv",
    "outvariable",
    "ov",
    "outbuffer",
    "ob",
    "pipelinevariable",
    "pv",
];

/// And those without one, behind the short forms what they stand for.
const COMMON_SWITCHES: &[(&str, &str)] = &[
    ("confirm", "confirm"),
    ("cf", "confirm"),
    ("debug", "debug"),
    ("db", "debug"),
    ("verbose", "verbose"),
    ("vb", "verbose"),
    ("whatif", "whatif"),
    ("wi", "whatif"),
];

/// A cmdlet's arguments, by parameter.
pub(super) struct Arguments<'w> {
    values: Vec<(&'static str, Vec<&'w Word>)>,
    switches: Vec<&'static str>,
}

impl<'w> Arguments<'w> {
    pub(super) fn of(row: &Row, words: &[(&'w Word, bool)]) -> Self {
        let mut arguments = Self { values: Vec::new(), switches: Vec::new() };
        let mut open: Option<&'static str> = None;
        let mut sets = false;
        for (word, joined) in words {
            if *joined && open.is_none() {
                if let Some((_, list)) = arguments.values.last_mut() {
                    list.push(word);
                }
                continue;
            }
            if let Some(name) = open.take() {
                arguments.values.push((name, vec![word]));
                continue;
            }
            if std::mem::take(&mut sets) {
                // `-Switch:$false` takes it back.
                if word.pieces == [Piece::Truth(false)] {
                    arguments.switches.pop();
                }
                continue;
            }
            match parameter(row, word) {
                Some(Parameter::Value(name)) => open = Some(name),
                Some(Parameter::Switch(name)) => {
                    arguments.switches.push(name);
                    sets = word.takes_next;
                }
                Some(Parameter::Unknown) => {
                    if word.takes_next {
                        open = Some(NOWHERE);
                    }
                }
                None => {
                    let taken = |name: &&&str| !arguments.values.iter().any(|(other, _)| *other == **name);
                    // More words than parameters have no place of their own.
                    let places = if arguments.values.len() > row.values.len() { 0 } else { row.places };
                    let place = row.values.iter().take(places).find(taken);
                    arguments.values.push((place.copied().unwrap_or("path"), vec![word]));
                }
            }
        }
        arguments
    }

    pub(super) fn has(&self, switch: &str) -> bool {
        self.switches.contains(&switch)
    }

    pub(super) fn list(&self, name: &str) -> Vec<&'w Word> {
        self.values
            .iter()
            .filter(|(other, _)| *other == name)
            .flat_map(|(_, list)| list.iter().copied())
            .collect()
    }

    pub(super) fn first(&self, name: &str) -> Option<&'w Word> {
        self.list(name).first().copied()
    }

    /// The paths that are named, as Bash writes them; globs match but in literal ones.
    pub(super) fn paths(&self) -> Vec<String> {
        let globs = ["path", "filepath"].iter().flat_map(|name| self.list(name)).map(|word| word.path(true));
        globs.chain(self.list("literalpath").into_iter().map(|word| word.path(false))).collect()
    }
}

/// The value of a parameter that says nothing about files.
const NOWHERE: &str = "";

enum Parameter {
    Value(&'static str),
    Switch(&'static str),
    Unknown,
}

/// A parameter by its name or the start of it; `-Name:value` is cut apart where words are read.
fn parameter(row: &Row, word: &Word) -> Option<Parameter> {
    let name = word.known().filter(|_| word.bare)?;
    let name = name.strip_prefix('-').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let name = name.to_ascii_lowercase();
    let exact = |list: &'static [&'static str]| list.iter().find(|other| **other == name).copied();
    let common = || COMMON_SWITCHES.iter().find(|(other, _)| *other == name).map(|(_, long)| *long);
    if let Some(name) = exact(row.values) {
        return Some(Parameter::Value(name));
    }
    if let Some(name) = exact(row.switches).or_else(common) {
        return Some(Parameter::Switch(name));
    }
    if exact(COMMON_VALUES).is_some() {
        return Some(Parameter::Value(NOWHERE));
    }
    // A start that fits several names is an error, and for a program of the same name an option of its own.
    let values = row.values.iter().map(|name| (*name, Parameter::Value(name)));
    let common_values = COMMON_VALUES.iter().map(|name| (*name, Parameter::Value(NOWHERE)));
    let common_switches = COMMON_SWITCHES.iter().filter(|(name, long)| name == long);
    let switches = row.switches.iter().chain(common_switches.map(|(name, _)| name));
    let switches = switches.map(|name| (*name, Parameter::Switch(name)));
    let mut fits = values.chain(common_values).chain(switches).filter(|(other, _)| other.starts_with(&name));
    let first = fits.next();
    let is_unique = first.as_ref().is_some_and(|(name, _)| fits.all(|(other, _)| other == *name));
    Some(first.filter(|_| is_unique).map_or(Parameter::Unknown, |(_, parameter)| parameter))
}
