//! `match`: which case fits, as far as that is known.

use ruff_python_ast::{MatchCase, Pattern, StmtMatch};

use super::Python;
use super::branch::Flow;
use crate::programs::value::Value;

impl<'p> Python<'p, '_> {
    pub(super) fn matched(&mut self, node: &'p StmtMatch) -> Flow {
        let subject = self.eval(&node.subject);
        if self.raised.is_some() {
            return Flow::Next;
        }
        self.cases(&node.cases, &subject)
    }

    fn cases(&mut self, cases: &'p [MatchCase], subject: &Value) -> Flow {
        let Some((case, rest)) = cases.split_first() else { return Flow::Next };
        let mut fits = self.fits(&case.pattern, subject);
        if fits != Some(false)
            && let Some(guard) = &case.guard
        {
            let value = self.eval(guard);
            fits = match (fits, self.truth(&value)) {
                (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        match fits {
            Some(true) => self.block(&case.body),
            Some(false) => self.cases(rest, subject),
            None if self.descend(case.range) => {
                let flow =
                    self.either(|python| python.block(&case.body), |python| python.cases(rest, subject));
                self.depth -= 1;
                flow
            }
            None => Flow::Exit,
        }
    }

    fn fits(&mut self, pattern: &'p Pattern, subject: &Value) -> Option<bool> {
        match pattern {
            Pattern::MatchValue(node) => {
                let value = self.eval(&node.value);
                self.equals(&value, subject)
            }
            Pattern::MatchAs(node) => {
                let fits = node.pattern.as_ref().map_or(Some(true), |pattern| self.fits(pattern, subject));
                if let Some(name) = &node.name {
                    self.set_name(name.as_str(), subject.clone());
                }
                fits
            }
            Pattern::MatchOr(node) => {
                let fits: Vec<Option<bool>> =
                    node.patterns.iter().map(|pattern| self.fits(pattern, subject)).collect();
                match () {
                    () if fits.contains(&Some(true)) => Some(true),
                    () if fits.iter().all(|fits| *fits == Some(false)) => Some(false),
                    () => None,
                }
            }
            _ => None,
        }
    }
}
