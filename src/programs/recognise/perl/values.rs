//! Values of plain expressions in Perl: literals, variables that are set once, what stands on the command line.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Perl;
use crate::programs::recognise::reader::{EXPRESSION_CAP, both};
use crate::programs::recognise::token::{Kind, Token};
use crate::programs::value::Value;
use crate::value::{AbstractString, Piece};

/// What stands between the members of a list.
pub(super) const SEPARATORS: &[&str] = &[",", "=>"];

impl<'t> Perl<'t, '_> {
    /// Variables that are set exactly once, to something plain, hold that everywhere.
    pub(super) fn set_variables(&mut self) {
        let places = self.changes();
        // Once more for those that are made of others.
        for _ in 0..2 {
            for (name, numbers) in &places {
                let [number] = numbers.as_slice() else { continue };
                if let Some(value) = self.assigned(name, *number) {
                    self.reader.values.insert((*name).to_owned(), value);
                }
            }
        }
    }

    /// Where each variable changes; more than one place for what a list is assigned to.
    fn changes(&self) -> BTreeMap<&'t str, Vec<usize>> {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, token) in self.reader.tokens.iter().enumerate() {
            match &token.kind {
                Kind::Variable(name) if self.changes_at(number) => {
                    places.entry(name).or_default().push(number);
                }
                Kind::Sign("(") => {
                    for name in self.assigned_list(number) {
                        places.entry(name).or_default().extend([number, number]);
                    }
                }
                _ => {}
            }
        }
        places
    }

    /// True if the variable at a place is set or may change there. Its bare declaration is none.
    fn changes_at(&self, number: usize) -> bool {
        let next = self.reader.kind(number + 1);
        let (declares, changes) = match self.reader.before(number) {
            Some(Kind::Word(word)) => (
                matches!(word.as_str(), "my" | "our"),
                matches!(
                    word.as_str(),
                    "chomp" | "chop" | "my" | "our" | "local" | "for" | "foreach" | "read"
                ),
            ),
            Some(Kind::Sign("++" | "--" | "\\")) => (false, true),
            _ => (false, false),
        };
        let sets = matches!(
            next,
            Some(Kind::Sign("=" | ".=" | "+=" | "-=" | "*=" | "||=" | "//=" | "++" | "--" | "x=" | "=~"))
        );
        (changes || sets) && !(declares && matches!(next, Some(Kind::Sign(";" | ","))))
    }

    /// The variables in the brackets that open at a place, if something is assigned to them: `my ($x, $y) = …`.
    fn assigned_list(&self, open: usize) -> impl Iterator<Item = &'t str> {
        let close = self.reader.matching(open);
        let close = close.filter(|close| matches!(self.reader.kind(close + 1), Some(Kind::Sign("="))));
        let tokens = close.and_then(|close| self.reader.tokens.get(open..close)).unwrap_or(&[]);
        tokens.iter().filter_map(|token| match &token.kind {
            Kind::Variable(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// What the variable at a place is set to there.
    fn assigned(&self, name: &str, number: usize) -> Option<Value> {
        match self.reader.kind(number + 1) {
            Some(Kind::Sign("=")) if name.starts_with('$') => {
                let end = self.reader.end_of_value(number + 2, ends_value);
                self.value(number + 2, end)
            }
            // `for my $x (LIST)`
            Some(Kind::Sign("(")) if name.starts_with('$') => {
                let close = self.reader.matching(number + 1)?;
                self.values(number + 2, close)?.into_iter().reduce(Value::or)
            }
            _ => None,
        }
    }

    /// The values of a list between two places; `None` if they are not known one by one.
    pub(super) fn values(&self, from: usize, to: usize) -> Option<Vec<Value>> {
        let parts = self.reader.parts(from, to, SEPARATORS);
        let members: Option<Vec<_>> = parts.iter().map(|(start, end)| self.members(*start, *end)).collect();
        Some(members?.concat())
    }

    /// The values that one member of a list stands for: a list in a list is flat.
    pub(super) fn members(&self, from: usize, to: usize) -> Option<Vec<Value>> {
        match self.reader.tokens.get(from..to)? {
            [Token { kind: Kind::Words(words), .. }] => {
                Some(words.iter().map(|word| Value::text(word)).collect())
            }
            [Token { kind: Kind::Variable(name), .. }] if name == "@ARGV" => {
                let left = self.arguments.left(from, self.reader.request.arguments)?;
                Some(left.iter().map(|field| Value::Text(field.value.clone())).collect())
            }
            _ => Some(vec![self.value(from, to)?]),
        }
    }

    /// The value of an expression between two places, if it is plain.
    pub(super) fn value(&self, from: usize, to: usize) -> Option<Value> {
        let tokens = self.reader.tokens.get(from..to).filter(|tokens| tokens.len() <= EXPRESSION_CAP)?;
        match tokens {
            [Token { kind: Kind::Text(parts), .. }] => Some(self.reader.text(parts)),
            [Token { kind: Kind::Variable(name), .. }] => match name.strip_prefix('<') {
                Some(pattern) => Some(glob(pattern)),
                None => self.reader.variable(name),
            },
            [Token { kind: Kind::Number, span }] => Some(Value::text(self.reader.number(*span))),
            [Token { kind: Kind::Word(word), .. }] if word == "shift" && self.arguments.is_shift(from) => {
                self.argument(from, 0)
            }
            [Token { kind: Kind::Word(word), .. }, Token { kind: Kind::Text(parts), .. }]
            | [
                Token { kind: Kind::Word(word), .. },
                Token { kind: Kind::Sign("("), .. },
                Token { kind: Kind::Text(parts), .. },
                Token { kind: Kind::Sign(")"), .. },
            ] if word == "glob" => self.reader.text(parts).known().map(glob),
            [
                Token { kind: Kind::Variable(name), .. },
                Token { kind: Kind::Sign("["), .. },
                Token { kind: Kind::Number, span },
                Token { kind: Kind::Sign("]"), .. },
            ] if name == "$ARGV" => self.argument(from, self.reader.number(*span).parse().ok()?),
            [
                Token { kind: Kind::Variable(name), .. },
                Token { kind: Kind::Sign("{"), .. },
                Token { kind: Kind::Word(key), .. },
                Token { kind: Kind::Sign("}"), .. },
            ] if name == "$ENV" => self.reader.variable(&["$ENV{", key, "}"].concat()),
            [Token { kind: Kind::Sign("("), .. }, inner @ .., Token { kind: Kind::Sign(")"), .. }]
                if !inner.is_empty() =>
            {
                self.value(from + 1, to - 1)
            }
            _ => self.concatenated(from, to),
        }
    }

    fn concatenated(&self, from: usize, to: usize) -> Option<Value> {
        let dot =
            (from..to).rev().find(|number| matches!(self.reader.kind(*number), Some(Kind::Sign("."))))?;
        Some(both(&self.value(from, dot)?, &self.value(dot + 1, to)?))
    }

    /// An argument of the command line, counted from the first that is left at a place.
    fn argument(&self, place: usize, number: usize) -> Option<Value> {
        let left = self.arguments.left(place, self.reader.request.arguments)?;
        let many = left.iter().take(number + 1).any(|field| field.many);
        left.get(number).filter(|_| !many).map(|field| Value::Text(field.value.clone()))
    }
}

/// A token behind which an expression does not go on.
pub(super) fn ends_value(kind: &Kind) -> bool {
    match kind {
        Kind::Sign(sign) => matches!(*sign, ";" | "||" | "&&" | "//"),
        Kind::Word(word) => {
            matches!(word.as_str(), "or" | "and" | "if" | "unless" | "for" | "foreach" | "while")
        }
        _ => false,
    }
}

/// Names that are files matched by a pattern.
fn glob(pattern: &str) -> Value {
    if !pattern.contains(['*', '?', '[', '{']) {
        return Value::text(pattern);
    }
    let mut text = AbstractString::empty();
    let (directory, name) = pattern.rsplit_once('/').map_or(("", pattern), |(front, name)| (front, name));
    if directory.contains(['*', '?', '[', '{']) || pattern.contains(['{', ' ']) {
        return Value::unknown_text("names that a pattern matches");
    }
    if pattern.contains('/') {
        text.push_text(&[directory, "/"].concat());
    }
    text.push(Piece::Glob(Rc::from(name)));
    Value::Text(text)
}
