//! How control leaves a command: the states after it, by outcome.
//!
//! Owns the rule which outcome is followed (guards.md 2.18) and the bound on states that stay apart.

use std::rc::Rc;

use crate::analysis::state::{State, Status};

/// More states than this are joined.
pub const STATES_CAP: usize = 4;

/// States that stay apart, at most [`STATES_CAP`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States<'a> {
    states: Vec<State<'a>>,
}

impl<'a> States<'a> {
    /// No state: nothing gets here.
    #[must_use]
    pub const fn none() -> Self {
        Self { states: Vec::new() }
    }

    /// One state.
    #[must_use]
    pub fn one(state: State<'a>) -> Self {
        Self { states: vec![state] }
    }

    /// True if nothing gets here.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Adds a state.
    pub fn push(&mut self, state: State<'a>) {
        if let Some(like) = self.states.iter_mut().find(|have| have.is_like(&state)) {
            like.merge(state);
            return;
        }
        if self.states.len() >= STATES_CAP
            && let Some(last) = self.states.pop()
        {
            self.states.push(last.join(state));
            return;
        }
        self.states.push(state);
    }

    /// Adds states.
    pub fn extend(&mut self, others: Self) {
        if self.states.is_empty() {
            self.states = others.states;
            return;
        }
        for state in others.states {
            self.push(state);
        }
    }

    /// Takes all states out.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Changes each.
    #[must_use]
    pub fn map(self, change: impl FnMut(State<'a>) -> State<'a>) -> Self {
        Self { states: self.states.into_iter().map(change).collect() }
    }

    /// The states.
    pub fn iter(&self) -> impl Iterator<Item = &State<'a>> {
        self.states.iter()
    }

    /// The states, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut State<'a>> {
        self.states.iter_mut()
    }

    /// All of them as one.
    #[must_use]
    pub fn joined(self) -> Option<State<'a>> {
        self.states.into_iter().reduce(State::join)
    }
}

impl<'a> IntoIterator for States<'a> {
    type Item = State<'a>;
    type IntoIter = std::vec::IntoIter<State<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.states.into_iter()
    }
}

/// Ways to leave a command that is not its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// the shell ends
    Exit,
    /// the function or sourced file ends
    Return,
    /// so many loops end
    Break(u32),
    /// so many loops less one end, and the next round of the last begins
    Continue(u32),
    /// the rest of the complete line is thrown away (an assignment to a read-only variable, `failglob`)
    Discard,
}

/// What a command leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow<'a> {
    /// After success, where that is followed after `;`.
    pub ok: States<'a>,
    /// After a failure that is followed after `;` (it is known).
    pub failed: States<'a>,
    /// After a success that only `&&`, `then` follow (the open failure behind a `!`).
    pub maybe_ok: States<'a>,
    /// After a failure that only `||`, `!`, `else` follow.
    pub maybe_failed: States<'a>,
    /// Paths that leave by a jump.
    pub jumps: Vec<(Jump, States<'a>)>,
}

impl<'a> Flow<'a> {
    /// Nothing gets here.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Success.
    #[must_use]
    pub fn success(mut state: State<'a>) -> Self {
        state.status = Status::Known(0);
        Self { ok: States::one(state), ..Self::default() }
    }

    /// A known failure.
    #[must_use]
    pub fn failure(mut state: State<'a>, status: u8) -> Self {
        state.status = Status::Known(status);
        Self { failed: States::one(state), ..Self::default() }
    }

    /// Success is assumed; `before` is the state if it fails.
    #[must_use]
    pub fn open(mut after: State<'a>, mut before: State<'a>) -> Self {
        after.status = Status::Open;
        before.status = Status::Failure;
        before.doubt.unlikely = true;
        before.doubt.even = false;
        Self { ok: States::one(after), maybe_failed: States::one(before), ..Self::default() }
    }

    /// A failure is known, and guards judge as if there were none.
    #[must_use]
    pub fn doomed(mut after: State<'a>, mut before: State<'a>, why: &Rc<str>) -> Self {
        after.status = Status::Open;
        if after.doubt.doomed.is_none() {
            after.doubt.doomed = Some(Rc::clone(why));
        }
        before.status = Status::Failure;
        Self { ok: States::one(after), failed: States::one(before), ..Self::default() }
    }

    /// A question that is answered just now: guards also judge what only the other answer runs.
    #[must_use]
    pub fn answered(real: State<'a>, success: bool, why: &Rc<str>) -> Self {
        let mut other = real.clone();
        other.status = if success { Status::Failure } else { Status::Known(0) };
        other.doubt.doomed.get_or_insert_with(|| Rc::clone(why));
        if success {
            Self { maybe_failed: States::one(other), ..Self::success(real) }
        } else {
            Self { maybe_ok: States::one(other), ..Self::failure(real, 1) }
        }
    }

    /// By the state's own status.
    #[must_use]
    pub fn by_status(state: State<'a>) -> Self {
        match state.status {
            Status::Known(0) => Self { ok: States::one(state), ..Self::default() },
            Status::Known(_) | Status::Failure => Self { failed: States::one(state), ..Self::default() },
            Status::Open => {
                let before = state.clone();
                Self::open(state, before)
            }
        }
    }

    /// A jump.
    #[must_use]
    pub fn jump(jump: Jump, state: State<'a>) -> Self {
        Self { jumps: vec![(jump, States::one(state))], ..Self::default() }
    }

    /// Adds a jump's states.
    pub fn push_jump(&mut self, jump: Jump, states: States<'a>) {
        if states.is_empty() {
            return;
        }
        match self.jumps.iter_mut().find(|(have, _)| *have == jump) {
            Some((_, have)) => have.extend(states),
            None => self.jumps.push((jump, states)),
        }
    }

    /// Adds another flow's states, each to its like.
    pub fn absorb(&mut self, other: Self) {
        self.ok.extend(other.ok);
        self.failed.extend(other.failed);
        self.maybe_ok.extend(other.maybe_ok);
        self.maybe_failed.extend(other.maybe_failed);
        for (jump, states) in other.jumps {
            self.push_jump(jump, states);
        }
    }

    /// Takes the states that go on after `;`; the open outcomes are dropped.
    #[must_use]
    pub fn advance(&mut self) -> States<'a> {
        let mut next = self.ok.take();
        next.extend(self.failed.take());
        // What only one outcome of a test does is not certain.
        for other in self.maybe_failed.iter().filter(|state| state.doubt.even) {
            next.iter_mut().for_each(|state| state.seen.intersect(&other.seen));
        }
        self.maybe_ok = States::none();
        self.maybe_failed = States::none();
        next
    }

    /// Takes the states that `&&` and `then` follow.
    #[must_use]
    pub fn take_success(&mut self) -> States<'a> {
        let mut next = self.ok.take();
        next.extend(self.maybe_ok.take());
        next
    }

    /// Takes the states that `||` and `else` follow.
    #[must_use]
    pub fn take_failure(&mut self) -> States<'a> {
        let mut next = self.failed.take();
        next.extend(self.maybe_failed.take());
        next
    }

    /// Takes the states of one kind of jump.
    #[must_use]
    pub fn take_jump(&mut self, wanted: Jump) -> States<'a> {
        match self.jumps.iter().position(|(jump, _)| *jump == wanted) {
            Some(place) => self.jumps.swap_remove(place).1,
            None => States::none(),
        }
    }

    /// What `!` makes of it.
    #[must_use]
    pub fn negate(self) -> Self {
        let status = |failed: bool| {
            move |mut state: State<'a>| {
                state.status = match (failed, state.status) {
                    (true, _) => Status::Known(1),
                    (false, _) => Status::Known(0),
                };
                state
            }
        };
        Self {
            ok: self.failed.map(status(false)),
            maybe_ok: self.maybe_failed.map(status(false)),
            failed: self.ok.map(status(true)),
            maybe_failed: self.maybe_ok.map(status(true)),
            jumps: self.jumps,
        }
    }

    /// Changes every state, those that leave by a jump too.
    #[must_use]
    pub fn map_all(self, mut change: impl FnMut(State<'a>) -> State<'a>) -> Self {
        let jumps = self.jumps.into_iter().map(|(jump, states)| (jump, states.map(&mut change))).collect();
        Self {
            ok: self.ok.map(&mut change),
            failed: self.failed.map(&mut change),
            maybe_ok: self.maybe_ok.map(&mut change),
            maybe_failed: self.maybe_failed.map(&mut change),
            jumps,
        }
    }

    /// Adds states that go on, each by its own status.
    pub fn push_by_status(&mut self, states: States<'a>) {
        for state in states {
            if state.status.fails() {
                self.failed.push(state);
            } else {
                self.ok.push(state);
            }
        }
    }

    /// Adds the jumps of another flow; its other states are given back.
    #[must_use]
    pub fn keep_jumps(&mut self, mut other: Self) -> Self {
        for (jump, states) in std::mem::take(&mut other.jumps) {
            self.push_jump(jump, states);
        }
        other
    }

    /// Changes every state that ends the command without a jump.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(State<'a>) -> State<'a>) -> Self {
        Self {
            ok: self.ok.map(&mut change),
            failed: self.failed.map(&mut change),
            maybe_ok: self.maybe_ok.map(&mut change),
            maybe_failed: self.maybe_failed.map(&mut change),
            jumps: self.jumps,
        }
    }
}
