//! Loops: over known words one by one, else to a fixed point.

use super::compound::{expansion_failed, number_truth, truth_flow};
use crate::analysis::arithmetic;
use crate::analysis::environment::Scope;
use crate::analysis::expand::{self, Positional};
use crate::analysis::flow::{Flow, Jump, States};
use crate::analysis::interpreter::Interpreter;
use crate::analysis::state::{State, Status};
use crate::analysis::variables;
use crate::syntax::ast::{Arithmetic, ArithmeticFor, ConditionLoop, ForLoop, List, Word, WordPartKind};
use crate::value::{AbstractString, Field, Piece};

/// More rounds than this are not run one by one.
pub const ROUNDS_CAP: usize = 64;

/// A loop whose end is tested before each round.
#[derive(Clone, Copy)]
enum Tested<'n, 'a> {
    While(&'n ConditionLoop<'a>),
    Until(&'n ConditionLoop<'a>),
    Arithmetic(&'n ArithmeticFor<'a>),
}

impl<'a> Interpreter<'a, '_> {
    /// `for name in words`.
    pub fn for_loop(&mut self, node: &ForLoop<'a>, states: States<'a>) -> Flow<'a> {
        let variable = literal(&node.variable);
        self.each(states, |this, mut state| {
            let lists = match this.loop_words(node, &mut state) {
                Ok(lists) => lists,
                Err(flow) => return *flow,
            };
            let mut flow = Flow::none();
            for fields in lists {
                flow.absorb(this.rounds(&variable, fields, &node.body, state.clone()));
            }
            flow
        })
    }

    fn loop_words(
        &mut self,
        node: &ForLoop<'a>,
        state: &mut State<'a>,
    ) -> Result<Vec<Vec<Field>>, Box<Flow<'a>>> {
        let span = node.variable.span();
        let Some(words) = node.words else {
            return Ok(vec![match &state.process.positional {
                Positional::Known(values) => {
                    values.iter().map(|value| Field { value: value.clone(), many: false, span }).collect()
                }
                Positional::Unknown(why) => {
                    vec![Field { value: AbstractString::unknown(std::rc::Rc::clone(why)), many: true, span }]
                }
            }]);
        };
        let mut scope = Scope::new(self, state);
        let lists = expand::fields(words, &mut scope);
        match scope.failure {
            Some(failure) => Err(Box::new(expansion_failed(state.clone(), failure))),
            None => Ok(lists),
        }
    }

    fn rounds(&mut self, variable: &str, fields: Vec<Field>, body: &List<'a>, state: State<'a>) -> Flow<'a> {
        let fields = if fields.len() > ROUNDS_CAP { vec![common(&fields)] } else { fields };
        let mut flow = Flow::none();
        let mut done = States::none();
        let mut current = States::one(State { status: Status::Known(0), ..state });
        for field in fields {
            if current.is_empty() || !self.step(field.span) {
                break;
            }
            let before = field.many.then(|| current.clone());
            let entering = bind(current, variable, &field);
            self.bound(variable, &field);
            let again = field.many.then(|| entering.clone());
            let (next, broken) = self.round(body, entering, &mut flow);
            done.extend(broken);
            current = next;
            if let (Some(before), Some(again)) = (before, again) {
                current = self.repeat(body, before, again, current, &mut flow, &mut done);
            }
        }
        done.extend(current);
        flow.push_by_status(done);
        flow
    }

    /// A round that may run any number of times: once more from what it leaves, if it leaves anything new.
    fn repeat(
        &mut self,
        body: &List<'a>,
        before: States<'a>,
        entered: States<'a>,
        after: States<'a>,
        flow: &mut Flow<'a>,
        done: &mut States<'a>,
    ) -> States<'a> {
        let mut ends = before;
        ends.extend(after.clone());
        if let (Some(first), Some(last)) = (entered.joined(), after.joined())
            && !first.is_like(&last)
        {
            let (next, broken) = self.round(body, States::one(first.widen(last)), flow);
            done.extend(broken);
            ends.extend(next);
        }
        ends
    }

    /// Runs a body once; gives the states that go on with the next round, and those that leave the loop.
    fn round(
        &mut self,
        body: &List<'a>,
        states: States<'a>,
        flow: &mut Flow<'a>,
    ) -> (States<'a>, States<'a>) {
        let mut step = self.list(body, states);
        let mut broken = States::none();
        let mut next = States::none();
        for (jump, states) in std::mem::take(&mut step.jumps) {
            match jump {
                Jump::Break(0 | 1) => broken.extend(states.map(succeeded)),
                Jump::Break(loops) => flow.push_jump(Jump::Break(loops - 1), states),
                Jump::Continue(0 | 1) => next.extend(states),
                Jump::Continue(loops) => flow.push_jump(Jump::Continue(loops - 1), states),
                other => flow.push_jump(other, states),
            }
        }
        flow.maybe_failed = step.maybe_failed.take();
        next.extend(step.advance());
        (next, broken)
    }

    /// `select name in words`: the body runs with any of the words.
    pub fn select_loop(&mut self, node: &ForLoop<'a>, states: States<'a>) -> Flow<'a> {
        let variable = literal(&node.variable);
        self.each(states, |this, mut state| {
            let lists = match this.loop_words(node, &mut state) {
                Ok(lists) => lists,
                Err(flow) => return *flow,
            };
            let answer =
                this.next_record(&mut state, 0, '\n').map(|record| variables::one_of(&record.values));
            let mut flow = Flow::none();
            let mut done = States::none();
            for field in
                lists.into_iter().flatten().take(ROUNDS_CAP).zip(1..).filter_map(|(field, number)| {
                    match answer.as_ref().map(|line| line.known()) {
                        Some(Some(known)) if known.trim().parse() != Ok::<usize, _>(number) => None,
                        _ => Some(field),
                    }
                })
            {
                let mut chosen = state.clone();
                chosen.set("REPLY", vec![answer.clone().unwrap_or_default()]);
                let entering = bind(States::one(chosen), &variable, &field);
                let (next, broken) = this.round(&node.body, entering, &mut flow);
                done.extend(next);
                done.extend(broken);
            }
            // The loop ends at the end of its input, if not before.
            done.push(state);
            flow.push_by_status(done.map(succeeded));
            flow
        })
    }

    /// `while`.
    pub fn while_loop(&mut self, node: &ConditionLoop<'a>, states: States<'a>) -> Flow<'a> {
        self.tested(Tested::While(node), states)
    }

    /// `until`.
    pub fn until_loop(&mut self, node: &ConditionLoop<'a>, states: States<'a>) -> Flow<'a> {
        self.tested(Tested::Until(node), states)
    }

    /// `for ((initial; condition; update))`.
    pub fn arithmetic_for(&mut self, node: &ArithmeticFor<'a>, states: States<'a>) -> Flow<'a> {
        let mut flow = Flow::none();
        let mut entering = self.each(states, |this, state| this.expression(&node.initial, state));
        let jumps = std::mem::take(&mut entering.jumps);
        for (jump, states) in jumps {
            flow.push_jump(jump, states);
        }
        let mut begun = entering.take_success();
        begun.extend(entering.take_failure());
        flow.absorb(self.tested(Tested::Arithmetic(node), begun));
        flow
    }

    fn expression(&mut self, node: &Arithmetic<'a>, mut state: State<'a>) -> Flow<'a> {
        if node.expression.parts().is_empty() {
            return Flow::success(state);
        }
        let mut scope = Scope::new(self, &mut state);
        let number = arithmetic::evaluate(node, &mut scope);
        match scope.failure {
            Some(failure) => expansion_failed(state, failure),
            None => truth_flow(state, &number_truth(&number)),
        }
    }

    /// States that run the body, and states that leave the loop.
    fn test(
        &mut self,
        kind: Tested<'_, 'a>,
        states: States<'a>,
        flow: &mut Flow<'a>,
    ) -> (States<'a>, States<'a>) {
        let tested = match kind {
            Tested::While(node) | Tested::Until(node) => self.condition(&node.condition, states),
            Tested::Arithmetic(node) => {
                self.each(states, |this, state| this.expression(&node.condition, state))
            }
        };
        let mut tested = flow.keep_jumps(tested);
        let (holds, not) = (tested.take_success(), tested.take_failure());
        match kind {
            Tested::Until(_) => (not, holds),
            _ => (holds, not),
        }
    }

    fn body(
        &mut self,
        kind: Tested<'_, 'a>,
        states: States<'a>,
        flow: &mut Flow<'a>,
    ) -> (States<'a>, States<'a>) {
        match kind {
            Tested::While(node) | Tested::Until(node) => self.round(&node.body, states, flow),
            Tested::Arithmetic(node) => {
                let (next, broken) = self.round(&node.body, states, flow);
                let mut updated = self.each(next, |this, state| this.expression(&node.update, state));
                let mut next = updated.take_success();
                next.extend(updated.take_failure());
                (next, broken)
            }
        }
    }

    fn tested(&mut self, kind: Tested<'_, 'a>, states: States<'a>) -> Flow<'a> {
        let mut flow = Flow::none();
        let mut done = States::none();
        let mut entering = states.map(|state| State { status: Status::Known(0), ..state });
        let unlikely = entering.iter().all(|state| state.doubt.unlikely);
        let mut widened = false;
        let mut round = 0;
        while !entering.is_empty() {
            round += 1;
            if !self.step(self.line_of) {
                done.extend(entering.take());
                break;
            }
            let before = entering.clone();
            let (go, stop) = self.test(kind, entering.take(), &mut flow);
            let mut open = !go.is_empty() && !stop.is_empty();
            done.extend(stop);
            if go.is_empty() {
                break;
            }
            let (next, broken) = self.body(kind, go, &mut flow);
            open |= !broken.is_empty() && !next.is_empty();
            done.extend(broken);
            if next.is_empty() {
                break;
            }
            if widened {
                // The state before stands for every round: what the last one leaves is the end.
                if open {
                    done.extend(next);
                }
                break;
            }
            if next == before {
                break;
            }
            if open || round >= ROUNDS_CAP {
                widened = true;
                entering = match (before.joined(), next.joined()) {
                    (Some(first), Some(last)) => States::one(first.widen(last)),
                    _ => States::none(),
                };
            } else {
                entering = next;
            }
        }
        flow.maybe_failed = States::none();
        if !unlikely {
            done.iter_mut().for_each(|state| state.doubt.unlikely = false);
        }
        flow.push_by_status(done.map(succeeded));
        flow
    }
}

fn succeeded(state: State<'_>) -> State<'_> {
    State { status: Status::Known(0), ..state }
}

fn bind<'a>(states: States<'a>, variable: &str, field: &Field) -> States<'a> {
    states.map(|mut state| {
        state.set(variable, vec![field.value.clone()]);
        state
    })
}

/// The text of a word without expansions.
#[must_use]
pub fn literal(word: &Word<'_>) -> String {
    word.parts()
        .iter()
        .filter_map(|part| match part.kind {
            WordPartKind::Literal(text) | WordPartKind::Escaped(text) | WordPartKind::SingleQuoted(text) => {
                Some(text)
            }
            _ => None,
        })
        .collect()
}

/// One field that stands for many: paths in or below the directory that all have in front, else unknown.
fn common(fields: &[Field]) -> Field {
    let span = fields.first().map(|field| field.span).unwrap_or_default();
    let why = "a loop over more words than are told apart";
    let prefix = |field: &Field| {
        field.value.known_prefix().rsplit_once('/').map(|(directory, _)| directory.to_owned())
    };
    let directories: Vec<Option<String>> = fields.iter().map(prefix).collect();
    let climbs =
        |field: &Field| field.value.known().is_none_or(|text| text.split('/').any(|name| name == ".."));
    let mut value = AbstractString::empty();
    match directories.first() {
        Some(first) if directories.iter().all(|other| other == first) && !fields.iter().any(climbs) => {
            if let Some(directory) = first {
                value.push_text(&format!("{directory}/"));
            }
            value.push(Piece::Segment(why.into()));
        }
        _ => value.push(Piece::Unknown(why.into())),
    }
    Field { value, many: true, span }
}
