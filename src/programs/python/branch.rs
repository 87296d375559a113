//! Ways that a program may go: both sides of a test that nobody knows, and jumps that are only perhaps taken.
//!
//! Owns how control leaves statements, and the joining of what different ways have left.

use super::super::store::{Changes, Mark};
use super::Python;

/// How control leaves a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// to the next one
    Next,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// an exception
    Raise,
    /// the program's end
    Exit,
}

/// How many jumps of a kind are perhaps taken, each of which makes the rest of what it leaves uncertain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loose {
    counts: [u32; 6],
}

impl Loose {
    fn slot(&mut self, flow: Flow) -> &mut u32 {
        let [next, broken, continued, returned, raised, ended] = &mut self.counts;
        match flow {
            Flow::Next => next,
            Flow::Break => broken,
            Flow::Continue => continued,
            Flow::Return => returned,
            Flow::Raise => raised,
            Flow::Exit => ended,
        }
    }
}

/// A way that left by a jump and waits for where the jump leads.
pub(super) struct Pending {
    flow: Flow,
    mark: Mark,
    changes: Changes,
}

impl<'p> Python<'p, '_> {
    /// Runs two ways, of which nobody knows which is taken, and joins what they leave.
    pub(super) fn either(
        &mut self,
        first: impl FnOnce(&mut Self) -> Flow,
        second: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        self.recorder.maybe += 1;
        let mark = self.store.begin();
        let left = first(self);
        let changes = self.take_back(mark);
        let mark = self.store.begin();
        let right = second(self);
        self.recorder.maybe = self.recorder.maybe.saturating_sub(1);
        match (left, right) {
            (left, right) if left == right => {
                self.store.join(mark, changes);
                left
            }
            (left, Flow::Next) => {
                self.leave_open(left, mark, changes);
                Flow::Next
            }
            (Flow::Next, right) => {
                let others = self.take_back(mark);
                let mark = self.store.begin();
                self.store.redo(changes);
                self.leave_open(right, mark, others);
                Flow::Next
            }
            (left, right) => {
                self.leave_open(left, mark, changes);
                right
            }
        }
    }

    /// Runs something that is perhaps left out.
    pub(super) fn perhaps(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.either(run, |_| Flow::Next)
    }

    /// Runs something that is taken only after an error nobody expects; where it ends the program, nothing is lost.
    pub(super) fn unlikely(&mut self, run: impl FnOnce(&mut Self) -> Flow) {
        self.recorder.maybe += 1;
        let mark = self.store.begin();
        let flow = run(self);
        self.recorder.maybe = self.recorder.maybe.saturating_sub(1);
        let changes = self.take_back(mark);
        let mark = self.store.begin();
        match flow {
            Flow::Next => self.store.join(mark, changes),
            Flow::Raise | Flow::Exit => self.store.keep(mark),
            flow => self.pending.push(Pending { flow, mark, changes }),
        }
    }

    /// A body that began at `mark` has jumped away; `run` is what happens instead if it failed before.
    pub(super) fn instead(&mut self, mark: Mark, flow: Flow, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let changes = self.take_back(mark);
        let mark = self.store.begin();
        self.recorder.maybe += 1;
        let other = run(self);
        self.recorder.maybe = self.recorder.maybe.saturating_sub(1);
        if other == Flow::Next {
            self.leave_open(flow, mark, changes);
            return Flow::Next;
        }
        let others = self.take_back(mark);
        let mark = self.store.begin();
        self.store.redo(changes);
        match other {
            Flow::Raise | Flow::Exit => self.store.keep(mark),
            other if other == flow => self.store.join(mark, others),
            other => self.pending.push(Pending { flow: other, mark, changes: others }),
        }
        flow
    }

    /// A way has left by a jump that is only perhaps taken.
    fn leave_open(&mut self, flow: Flow, mark: Mark, changes: Changes) {
        *self.loose.slot(flow) += 1;
        self.recorder.maybe += 1;
        match flow {
            Flow::Exit | Flow::Raise | Flow::Next => self.store.keep(mark),
            flow => self.pending.push(Pending { flow, mark, changes }),
        }
    }

    fn take_back(&mut self, mark: Mark) -> Changes {
        for pending in &mut self.pending {
            pending.mark = pending.mark.min(mark);
        }
        self.store.take_back(mark)
    }

    /// Where a jump leads: what came there on other ways is joined.
    pub(super) fn arrive(&mut self, flow: Flow, before: Loose, pending: usize) {
        let mut at = self.pending.len();
        while at > pending {
            at -= 1;
            if self.pending.get(at).is_some_and(|pending| pending.flow == flow) {
                let Pending { mark, changes, .. } = self.pending.remove(at);
                self.store.join(mark, changes);
            }
        }
        let mut before = before;
        let was = *before.slot(flow);
        let now = self.loose.slot(flow);
        let settled = now.saturating_sub(was);
        *now = was;
        self.recorder.maybe = self.recorder.maybe.saturating_sub(settled);
    }
}
