//! Values of plain expressions in Ruby: literals, names that are set once, what stands on the command line.

use std::collections::BTreeMap;

use super::Ruby;
use crate::programs::recognise::reader::{EXPRESSION_CAP, Reader, both};
use crate::programs::recognise::token::{Kind, Part, Token};
use crate::programs::record::{join_paths, path_of};
use crate::programs::value::Value;

impl<'t> Ruby<'t, '_> {
    /// Finds the names that the program gives, and the values of those that it sets exactly once.
    pub(super) fn name_variables(&mut self) {
        let mut sets: BTreeMap<&'t str, Vec<usize>> = BTreeMap::new();
        let mut in_bars = false;
        for (number, token) in self.reader.tokens.iter().enumerate() {
            let before = self.reader.before(number);
            match &token.kind {
                Kind::Sign("|") => {
                    in_bars = !in_bars && matches!(before, Some(Kind::Sign("{") | Kind::Word(_)));
                }
                Kind::Word(word) if in_bars || self.is_named_at(number) => {
                    sets.entry(word).or_default().push(number);
                }
                _ => {}
            }
        }
        self.names.extend(sets.keys().copied());
        for (name, numbers) in sets {
            let [number] = numbers.as_slice() else { continue };
            if let Some(value) = self.assigned(*number) {
                self.reader.values.insert(name.to_owned(), value);
            }
        }
    }

    /// True if a name is given at a place: by an assignment, a definition or a loop, or as a key.
    fn is_named_at(&self, number: usize) -> bool {
        let defines =
            matches!(self.reader.before(number), Some(Kind::Word(word)) if word == "def" || word == "for");
        defines || matches!(self.reader.kind(number + 1), Some(Kind::Sign("=" | "+=" | "||=" | "<<" | ":")))
    }

    /// What the name at a place is set to there.
    fn assigned(&self, number: usize) -> Option<Value> {
        match self.reader.kind(number + 1)? {
            Kind::Sign("=") => {
                let end = self.reader.end_of_value(number + 2, ends_value);
                self.value(number + 2, end)
            }
            Kind::Sign("|") => self.each_member(number),
            _ => None,
        }
    }

    /// `LIST.each { |x| …`: what `x` is one of.
    fn each_member(&self, number: usize) -> Option<Value> {
        let each = number.checked_sub(3)?;
        let dot = each.checked_sub(1)?;
        let close = dot.checked_sub(1)?;
        if !matches!(self.reader.kind(each), Some(Kind::Word(word)) if word == "each")
            || !matches!(self.reader.kind(dot), Some(Kind::Sign(".")))
        {
            return None;
        }
        let values = match self.reader.kind(close)? {
            Kind::Words(words) => words.iter().map(|word| Value::text(word)).collect(),
            Kind::Sign("]") => {
                let open = (0..close).rev().find(|open| self.reader.matching(*open) == Some(close))?;
                self.values(open + 1, close)?
            }
            Kind::Word(word) if word == "ARGV" => self.given()?,
            _ => return None,
        };
        values.into_iter().reduce(Value::or)
    }

    /// The arguments of the command line; `None` if the program changes them.
    fn given(&self) -> Option<Vec<Value>> {
        let arguments = self.reader.request.arguments.iter();
        let values = arguments.map(|field| Value::Text(field.value.clone()));
        (!self.changes_arguments).then(|| values.collect())
    }

    /// Where the arguments between two places begin and end; named ones are left out.
    pub(super) fn parts(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut parts = self.reader.parts(from, to, &[","]);
        parts.retain(|(start, _)| {
            !(matches!(self.reader.kind(*start), Some(Kind::Word(_)))
                && matches!(self.reader.kind(start + 1), Some(Kind::Sign(":"))))
        });
        parts
    }

    /// The values of a list between two places; `None` if they are not known one by one.
    pub(super) fn values(&self, from: usize, to: usize) -> Option<Vec<Value>> {
        let parts = self.parts(from, to);
        let members: Option<Vec<_>> = parts.iter().map(|(start, end)| self.members(*start, *end)).collect();
        Some(members?.concat())
    }

    /// The values that one argument stands for: the members of a list, or one value.
    pub(super) fn members(&self, from: usize, to: usize) -> Option<Vec<Value>> {
        match self.reader.tokens.get(from..to)? {
            [Token { kind: Kind::Words(words), .. }] => {
                Some(words.iter().map(|word| Value::text(word)).collect())
            }
            [Token { kind: Kind::Sign("["), .. }, .., Token { kind: Kind::Sign("]"), .. }]
                if to - from <= EXPRESSION_CAP =>
            {
                self.values(from + 1, to - 1)
            }
            [Token { kind: Kind::Word(word), .. }]
            | [Token { kind: Kind::Sign("*"), .. }, Token { kind: Kind::Word(word), .. }]
                if word == "ARGV" =>
            {
                self.given()
            }
            _ => Some(vec![self.value(from, to)?]),
        }
    }

    /// The value of an expression between two places, if it is plain.
    pub(super) fn value(&self, from: usize, to: usize) -> Option<Value> {
        let tokens = self.reader.tokens.get(from..to).filter(|tokens| tokens.len() <= EXPRESSION_CAP)?;
        match tokens {
            [Token { kind: Kind::Text(parts), .. }] => Some(self.reader.text(parts)),
            [Token { kind: Kind::Number, span }] => Some(Value::text(self.reader.number(*span))),
            [Token { kind: Kind::Word(word), .. }] => self.reader.values.get(word).cloned(),
            [Token { kind: Kind::Variable(name), .. }] => self.reader.variable(name),
            [
                Token { kind: Kind::Word(word), .. },
                Token { kind: Kind::Sign("["), .. },
                index,
                Token { kind: Kind::Sign("]"), .. },
            ] => self.indexed(word, index),
            [
                Token { kind: Kind::Word(module), .. },
                Token { kind: Kind::Sign("."), .. },
                Token { kind: Kind::Word(method), .. },
                rest @ ..,
            ] => match (module.as_str(), method.as_str(), rest) {
                ("Dir", "home", []) => self.reader.variable("$ENV{HOME}"),
                ("Dir", "pwd", []) => Some(Value::Text(self.reader.recorder.directory())),
                (
                    "File",
                    "join",
                    [Token { kind: Kind::Sign("("), .. }, .., Token { kind: Kind::Sign(")"), .. }],
                ) => self.joined(from + 4, to - 1),
                _ => None,
            },
            _ => {
                let plus = (from..to)
                    .rev()
                    .find(|number| matches!(self.reader.kind(*number), Some(Kind::Sign("+"))))?;
                Some(both(&self.value(from, plus)?, &self.value(plus + 1, to)?))
            }
        }
    }

    /// `ARGV[1]`, `ENV["HOME"]`
    fn indexed(&self, word: &str, index: &Token) -> Option<Value> {
        match (word, &index.kind) {
            ("ARGV", Kind::Number) => {
                self.given()?.get(self.reader.number(index.span).parse::<usize>().ok()?).cloned()
            }
            ("ENV", Kind::Text(parts)) => {
                let [Part::Known(key)] = parts.as_slice() else { return None };
                self.reader.variable(&["$ENV{", key, "}"].concat())
            }
            _ => None,
        }
    }

    /// `File.join(a, b)`
    fn joined(&self, from: usize, to: usize) -> Option<Value> {
        let values = self.values(from, to)?;
        let texts = values.iter().map(path_of);
        texts.reduce(|left, right| join_paths(&left, &right, false)).map(Value::Text)
    }
}

/// A token behind which an expression does not go on.
pub(super) fn ends_value(kind: &Kind) -> bool {
    match kind {
        Kind::Sign(";") | Kind::Line => true,
        Kind::Word(word) => {
            matches!(word.as_str(), "or" | "and" | "if" | "unless" | "do" | "while" | "rescue")
        }
        _ => false,
    }
}

/// `ARGV.shift`, `ARGV << …`: the list is another one from there on.
pub(super) fn changes_arguments(reader: &Reader<'_, '_>, number: usize) -> bool {
    if !matches!(reader.kind(number), Some(Kind::Word(word)) if word == "ARGV") {
        return false;
    }
    match (reader.kind(number + 1), reader.kind(number + 2)) {
        (Some(Kind::Sign("." | "&.")), Some(Kind::Word(method))) => CHANGING.contains(&method.as_str()),
        (Some(Kind::Sign("=" | "<<")), _) => true,
        _ => false,
    }
}

/// Methods that change the list that they belong to (Array, Ruby 3.1).
const CHANGING: &[&str] = &[
    "append",
    "clear",
    "concat",
    "delete",
    "delete_at",
    "delete_if",
    "fill",
    "insert",
    "pop",
    "prepend",
    "push",
    "replace",
    "shift",
    "unshift",
];
