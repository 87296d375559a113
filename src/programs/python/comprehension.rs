//! Comprehensions and generator expressions.

use ruff_python_ast::{Comprehension, Expr};

use super::Python;
use super::loops::Rounds;
use crate::programs::store::{MEMBERS_CAP, Object};
use crate::programs::value::Value;

impl<'p> Python<'p, '_> {
    pub(super) fn comprehension(
        &mut self,
        generators: &'p [Comprehension],
        element: &'p Expr,
        key: Option<&'p Expr>,
    ) -> Value {
        let outer = self.scope;
        if self.store.is_full() {
            return Value::unknown("more objects than are followed");
        }
        self.scope = self.store.scope(Some(outer));
        self.frames.push(super::Frame::default());
        let mut found = Found { entries: Vec::new(), unsure: false };
        self.generate(generators, element, key, &mut found);
        self.frames.pop();
        self.scope = outer;
        let Found { entries, unsure } = found;
        match (key, unsure || entries.len() > MEMBERS_CAP) {
            (Some(_), false) => self.store.make(Object::Dict(entries)),
            (None, false) => {
                let members = entries.into_iter().map(|(_, value)| value).collect();
                self.store.make(Object::List(members))
            }
            (Some(_), true) => Value::unknown("a dictionary that is not known"),
            (None, true) => {
                let member = entries.into_iter().map(|(_, value)| value).reduce(Value::or);
                Value::many(member.unwrap_or_else(|| Value::unknown("a member")))
            }
        }
    }

    fn generate(
        &mut self,
        generators: &'p [Comprehension],
        element: &'p Expr,
        key: Option<&'p Expr>,
        found: &mut Found,
    ) {
        let Some((generator, rest)) = generators.split_first() else {
            let key = key.map_or(Value::Nothing, |key| self.eval(key));
            let value = self.eval(element);
            found.unsure |= found.entries.len() > MEMBERS_CAP;
            if !found.unsure || found.entries.len() < 64 {
                found.entries.push((key, value));
            }
            return;
        };
        let iterable = self.eval(&generator.iter);
        match self.rounds(&iterable) {
            Rounds::Known(members) => {
                let start = self.steps;
                for (number, member) in members.iter().enumerate() {
                    if !self.step() {
                        found.unsure = true;
                        return;
                    }
                    let many = self.steps.saturating_sub(start) > super::LOOP_STEPS_CAP;
                    let member = if many {
                        found.unsure = true;
                        Value::collapsed(members.get(number..).unwrap_or(&[]))
                    } else {
                        member.clone()
                    };
                    self.assign(&generator.target, member);
                    self.filtered(generator, rest, element, key, found);
                    if many {
                        return;
                    }
                }
            }
            Rounds::Each(member) => {
                found.unsure = true;
                self.perhaps(|python| {
                    python.assign(&generator.target, member);
                    python.filtered(generator, rest, element, key, found);
                    python.outcome()
                });
            }
        }
    }

    fn filtered(
        &mut self,
        generator: &'p Comprehension,
        rest: &'p [Comprehension],
        element: &'p Expr,
        key: Option<&'p Expr>,
        found: &mut Found,
    ) {
        let mut passes = Some(true);
        for test in &generator.ifs {
            let value = self.eval(test);
            match self.truth(&value) {
                Some(true) => {}
                Some(false) => return,
                None => passes = None,
            }
        }
        if passes == Some(true) {
            self.generate(rest, element, key, found);
            return;
        }
        found.unsure = true;
        self.perhaps(|python| {
            python.generate(rest, element, key, found);
            python.outcome()
        });
    }
}

struct Found {
    entries: Vec<(Value, Value)>,
    unsure: bool,
}
