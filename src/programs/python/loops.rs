//! Loops: round by round where the members are known, as one round that stands for all where they are not.

use std::collections::BTreeSet;

use ruff_python_ast::{Stmt, StmtFor, StmtWhile};

use super::branch::Flow;
use super::target::assigned;
use super::{LOOP_STEPS_CAP, Python, ROUNDS_CAP};
use crate::programs::value::Value;

/// What a loop goes over.
pub(super) enum Rounds {
    /// exactly these, in this order
    Known(Vec<Value>),
    /// any number of values like this
    Each(Value),
}

impl<'p> Python<'p, '_> {
    pub(super) fn for_loop(&mut self, node: &'p StmtFor) -> Flow {
        let iterable = self.eval(&node.iter);
        if self.raised.is_some() {
            return Flow::Next;
        }
        match self.rounds(&iterable) {
            Rounds::Known(members) => self.known_rounds(node, members),
            Rounds::Each(member) => {
                self.widen(&node.body);
                let flow = self.perhaps(|python| {
                    python.assign(&node.target, member.clone());
                    python.round(&node.body)
                });
                if flow == Flow::Next { self.block(&node.orelse) } else { flow }
            }
        }
    }

    fn known_rounds(&mut self, node: &'p StmtFor, members: Vec<Value>) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let mut broke = false;
        let mut left = Flow::Next;
        let start = self.steps;
        for (number, member) in members.iter().enumerate() {
            if self.steps.saturating_sub(start) > LOOP_STEPS_CAP && number > 2 {
                left = self.further_rounds(node, members.get(number..).unwrap_or(&[]));
                break;
            }
            let (before, pending) = (self.loose, self.pending.len());
            self.assign(&node.target, member.clone());
            let flow = self.block(&node.body);
            self.arrive(Flow::Continue, before, pending);
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => {
                    broke = true;
                    break;
                }
                other => {
                    left = other;
                    break;
                }
            }
        }
        self.arrive(Flow::Break, before, pending);
        if left != Flow::Next || broke { left } else { self.block(&node.orelse) }
    }

    /// Rounds that are too many to be followed one by one, as one of which little is known.
    fn further_rounds(&mut self, node: &'p StmtFor, members: &[Value]) -> Flow {
        let member = Value::collapsed(members);
        self.widen(&node.body);
        self.perhaps(|python| {
            python.assign(&node.target, member);
            python.round(&node.body)
        })
    }

    /// One round of a loop whose rounds are not known: its own jumps end in it.
    fn round(&mut self, body: &'p [Stmt]) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let flow = self.block(body);
        self.arrive(Flow::Continue, before, pending);
        self.arrive(Flow::Break, before, pending);
        match flow {
            Flow::Continue | Flow::Break => Flow::Next,
            other => other,
        }
    }

    pub(super) fn while_loop(&mut self, node: &'p StmtWhile) -> Flow {
        let (before, pending) = (self.loose, self.pending.len());
        let mut left = Flow::Next;
        let start = self.steps;
        for number in 0.. {
            let value = self.eval(&node.test);
            let truth = self.truth(&value);
            let may_have_left = self.pending.len() > pending;
            if truth == Some(false) || self.raised.is_some() {
                break;
            }
            let many = number >= ROUNDS_CAP || self.steps.saturating_sub(start) > LOOP_STEPS_CAP;
            if truth.is_none() || may_have_left || many {
                self.widen(&node.body);
                left = self.perhaps(|python| python.round(&node.body));
                break;
            }
            let (before, pending) = (self.loose, self.pending.len());
            let flow = self.block(&node.body);
            self.arrive(Flow::Continue, before, pending);
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                other => {
                    left = other;
                    break;
                }
            }
        }
        self.arrive(Flow::Break, before, pending);
        if left == Flow::Next { self.block(&node.orelse) } else { left }
    }

    /// Before rounds of which nobody knows how many there are: what they change is not known any more.
    pub(super) fn widen(&mut self, body: &'p [Stmt]) {
        let mut names = BTreeSet::new();
        assigned(body, &mut names, 0);
        for name in names {
            let Some((_, value)) = self.store.variable(self.scope, name) else { continue };
            let why = "it changes in a loop";
            let wide = match value {
                Value::Text(_) => super::unknown_text(why),
                Value::Int(_) | Value::Float(_) | Value::Bool(_) => Value::unknown(why),
                other => other.clone().or(Value::unknown(why)),
            };
            self.set_name(name, wide);
        }
    }

    /// What a loop over a value goes over.
    pub(super) fn rounds(&mut self, value: &Value) -> Rounds {
        if let Some(members) = self.members(value) {
            if members.len() <= ROUNDS_CAP {
                return Rounds::Known(members);
            }
            return Rounds::Each(Value::collapsed(&members));
        }
        Rounds::Each(self.element(value))
    }
}
