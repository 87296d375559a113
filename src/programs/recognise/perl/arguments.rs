//! `@ARGV` of a Perl program: which arguments are left at a place in it.

use super::is_conditional;
use crate::programs::recognise::reader::Reader;
use crate::programs::recognise::token::Kind;
use crate::value::Field;

/// How a program takes its arguments from `@ARGV`.
pub(super) struct Arguments {
    /// Places of a `shift` that takes one argument, each exactly once and in their order.
    shifts: Vec<usize>,
    /// From here on nobody knows what is left.
    changes_at: usize,
}

impl Arguments {
    /// Those of a program whose arguments change in ways that are not followed.
    pub(super) fn changing() -> Self {
        Self { shifts: Vec::new(), changes_at: 0 }
    }

    /// Those of a program that runs once.
    pub(super) fn of(reader: &Reader<'_, '_>) -> Self {
        let mut arguments = Self { shifts: Vec::new(), changes_at: reader.tokens.len() + 1 };
        // True for the braces of a function, where `shift` takes from the function's own arguments.
        let mut braces: Vec<bool> = Vec::new();
        let mut start = 0;
        for number in 0..reader.tokens.len() {
            match reader.kind(number) {
                Some(Kind::Sign("{")) => {
                    let in_function = braces.last() == Some(&true) || opens_function(reader, number);
                    braces.push(in_function);
                    start = number + 1;
                }
                Some(Kind::Sign("}")) => {
                    braces.pop();
                    start = number + 1;
                }
                Some(Kind::Sign(";")) => start = number + 1,
                _ if shifts(reader, number) && braces.last() != Some(&true) => {
                    let end = (number..reader.tokens.len())
                        .find(|at| matches!(reader.kind(*at), Some(Kind::Sign(";" | "{" | "}"))));
                    let end = end.unwrap_or(reader.tokens.len());
                    if !braces.is_empty() || is_conditional(reader, start, end) {
                        arguments.changes_at = number;
                        return arguments;
                    }
                    arguments.shifts.push(number);
                }
                _ if changes(reader, number) => {
                    arguments.changes_at = number;
                    return arguments;
                }
                _ => {}
            }
        }
        arguments
    }

    /// True if a `shift` at a place takes an argument that is known.
    pub(super) fn is_shift(&self, number: usize) -> bool {
        self.shifts.contains(&number)
    }

    /// What is left at a place; `None` if that is not known.
    pub(super) fn left<'f>(&self, number: usize, given: &'f [Field]) -> Option<&'f [Field]> {
        if number >= self.changes_at {
            return None;
        }
        let taken = self.shifts.iter().filter(|at| **at < number).count();
        if given.iter().take(taken).any(|field| field.many) {
            return None;
        }
        Some(given.get(taken..).unwrap_or(&[]))
    }
}

/// `shift` and `shift @ARGV`.
fn shifts(reader: &Reader<'_, '_>, number: usize) -> bool {
    matches!(reader.kind(number), Some(Kind::Word(word)) if word == "shift")
        && !matches!(reader.before(number), Some(Kind::Sign("->" | "{")))
        && match reader.kind(number + 1) {
            Some(Kind::Variable(name)) => name == "@ARGV",
            Some(Kind::Sign("(" | "@")) => false,
            _ => true,
        }
}

/// `@ARGV = …`, `push @ARGV, …`, `pop`, a reading of the files that the arguments name.
fn changes(reader: &Reader<'_, '_>, number: usize) -> bool {
    let next = reader.kind(number + 1);
    match reader.kind(number) {
        Some(Kind::Variable(name)) if name == "@ARGV" || name == "$ARGV" => {
            let sets = matches!(next, Some(Kind::Sign("=")));
            let member = name == "$ARGV" && matches!(reader.kind(number + 4), Some(Kind::Sign("=")));
            let given_away = matches!(reader.before(number), Some(Kind::Sign("\\")))
                || matches!(reader.before(number), Some(Kind::Word(word))
                    if matches!(word.as_str(), "push" | "pop" | "unshift" | "splice"));
            sets || member || given_away
        }
        Some(Kind::Word(word)) if word == "pop" => !matches!(next, Some(Kind::Variable(_) | Kind::Sign("@"))),
        Some(Kind::Word(word)) => word == "GetOptions",
        Some(Kind::Pattern(None)) => reader.number(reader.span(number)) == "<>",
        _ => false,
    }
}

/// `sub {`, `sub NAME {`, `sub NAME ($x) {`
fn opens_function(reader: &Reader<'_, '_>, brace: usize) -> bool {
    let begins = (0..brace)
        .rev()
        .take_while(|number| !matches!(reader.kind(*number), Some(Kind::Sign(";" | "{" | "}" | "=" | "=>"))));
    begins.into_iter().any(|number| matches!(reader.kind(number), Some(Kind::Word(word)) if word == "sub"))
}
