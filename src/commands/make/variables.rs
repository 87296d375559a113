//! Variables of a makefile and their expansion (GNU make 4.3 manual, chapter 6).
//!
//! Owns references; a function (`$(shell …)`, `$(wildcard …)`) is a part of the text that is not known.

use std::cell::Cell;

use super::makefile::{Flavour, Makefile};
use crate::commands::plan::Facts;
use crate::value::{AbstractString, Piece};

/// References inside references.
const DEPTH_CAP: usize = 16;

/// An expanded text is at most so long (bytes).
const TEXT_CAP: usize = 64 << 10;

/// References that one call expands.
const REFERENCES_CAP: u32 = 20_000;

/// Variables that make itself sets.
const BUILT_IN: &[(&str, &str)] = &[
    ("AR", "ar"),
    ("CC", "cc"),
    ("CXX", "g++"),
    ("MAKE", "make"),
    ("MAKEFLAGS", ""),
    ("RM", "rm -f"),
    ("SHELL", "/bin/sh"),
];

/// The variables of one call.
pub(super) struct Variables<'m> {
    file: &'m Makefile,
    given: &'m [(String, AbstractString)],
    directory: AbstractString,
    facts: &'m dyn Facts,
    references: Cell<u32>,
}

impl<'m> Variables<'m> {
    /// Of a makefile, with those of the command line, which win.
    pub(super) fn new(
        file: &'m Makefile,
        given: &'m [(String, AbstractString)],
        directory: &AbstractString,
        facts: &'m dyn Facts,
    ) -> Self {
        Self { file, given, directory: directory.clone(), facts, references: Cell::new(0) }
    }

    /// A variable's value; `None` if it is not set.
    pub(super) fn value(&self, name: &str) -> Option<AbstractString> {
        self.value_at(name, self.file.assignments.len(), 0)
    }

    /// A text with its references replaced; `automatic` holds a recipe's own variables.
    pub(super) fn expand(&self, text: &str, automatic: &[(String, String)]) -> AbstractString {
        self.expanded(text, automatic, self.file.assignments.len(), 0)
    }

    /// The variables that recipes find in their environment.
    pub(super) fn exported(&self) -> Vec<(std::rc::Rc<str>, AbstractString)> {
        let mut exported: Vec<(std::rc::Rc<str>, AbstractString)> = Vec::new();
        let all = self.file.exports.contains(&None);
        let named = |name: &str| self.file.exports.iter().flatten().any(|have| have == name);
        let assigned = self.file.assignments.iter().map(|one| one.name.as_str());
        let outside = |name: &str| self.facts.environment(name).is_some();
        let names = assigned.filter(|name| all || named(name) || outside(name));
        for name in names.chain(self.given.iter().map(|(name, _)| name.as_str())) {
            let is_name = name.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric());
            if is_name
                && name != "SHELL"
                && exported.iter().all(|(have, _)| &**have != name)
                && let Some(value) = self.value(name)
            {
                exported.push((name.into(), value));
            }
        }
        exported
    }

    /// The value that a variable has in front of the assignment of number `end`.
    fn value_at(&self, name: &str, end: usize, depth: usize) -> Option<AbstractString> {
        if let Some((_, value)) = self.given.iter().rev().find(|(have, _)| have == name) {
            return Some(value.clone());
        }
        self.references.set(self.references.get() + 1);
        if depth >= DEPTH_CAP || self.references.get() > REFERENCES_CAP {
            return Some(AbstractString::unknown("a variable of make that refers to itself"));
        }
        let before = self.file.assignments.get(..end).unwrap_or(&[]);
        let last = before.iter().enumerate().rev().find(|(_, one)| one.name == name);
        let Some((number, assignment)) = last else { return self.outside(name) };
        let text = |at: usize| self.expanded(&assignment.text, &[], at, depth + 1);
        // What is expanded where it is used sees every assignment.
        let late = self.file.assignments.len();
        Some(match assignment.flavour {
            Flavour::Recursive => text(late),
            Flavour::Simple => text(number),
            Flavour::Shell => AbstractString::unknown("what a command of the makefile prints"),
            Flavour::Conditional => match self.value_at(name, number, depth + 1) {
                Some(value) if !BUILT_IN.iter().any(|(have, _)| *have == name) => value,
                _ => text(late),
            },
            Flavour::Append => match self.value_at(name, number, depth + 1) {
                Some(mut value) => {
                    value.push_text(" ");
                    value.concat(&text(number))
                }
                None => text(late),
            },
        })
    }

    fn outside(&self, name: &str) -> Option<AbstractString> {
        if name == "CURDIR" {
            return Some(self.directory.clone());
        }
        // Make does not take the shell of its environment.
        let environment = if name == "SHELL" { None } else { self.facts.environment(name) };
        let built_in =
            || BUILT_IN.iter().find(|(have, _)| *have == name).map(|(_, value)| (*value).to_owned());
        environment.or_else(built_in).map(|value| AbstractString::text(&value))
    }

    fn expanded(
        &self,
        text: &str,
        automatic: &[(String, String)],
        end: usize,
        depth: usize,
    ) -> AbstractString {
        let mut value = AbstractString::empty();
        let mut rest = text;
        while let Some((front, behind)) = rest.split_once('$') {
            value.push_text(front);
            let Some(first) = behind.chars().next() else {
                rest = "";
                break;
            };
            if let '(' | '{' = first {
                let (inner, tail) = bracketed(behind);
                value.append(&self.reference(inner, automatic, end, depth));
                rest = tail;
            } else {
                let tail = behind.get(first.len_utf8()..).unwrap_or("");
                match first {
                    '$' => value.push_text("$"),
                    letter => {
                        let name = letter.encode_utf8(&mut [0; 4]).to_owned();
                        value.append(&self.reference(&name, automatic, end, depth));
                    }
                }
                rest = tail;
            }
            if length(&value) > TEXT_CAP {
                return AbstractString::unknown("a longer text than is expanded");
            }
        }
        value.push_text(rest);
        value
    }

    fn reference(
        &self,
        name: &str,
        automatic: &[(String, String)],
        end: usize,
        depth: usize,
    ) -> AbstractString {
        if let Some((_, value)) = automatic.iter().find(|(have, _)| have == name) {
            return AbstractString::text(value);
        }
        let unknown = |why: String| {
            let mut value = AbstractString::empty();
            value.push(Piece::Unknown(why.into()));
            value
        };
        if name.contains(|letter: char| letter.is_whitespace() || matches!(letter, '$' | ',' | ':')) {
            return unknown(format!("`$({name})` of a makefile"));
        }
        if name.len() == 1 && matches!(name, "?" | "*" | "%" | "^" | "<" | "@" | "+" | "|") {
            return unknown(format!("`${name}` of a makefile"));
        }
        self.value_at(name, end, depth).unwrap_or_default()
    }
}

fn length(value: &AbstractString) -> usize {
    let length = |piece: &Piece| match piece {
        Piece::Text(text) => text.len(),
        _ => 1,
    };
    value.pieces().iter().map(length).sum()
}

/// What stands in a bracket that a text begins with, and what behind it.
fn bracketed(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (text.get(1..at).unwrap_or(""), text.get(at + 1..).unwrap_or(""));
                }
            }
            _ => {}
        }
    }
    (text.get(1..).unwrap_or(""), "")
}
