//! Ways that a program may take: both branches where a test is not known, parts that may end early, loops.

use super::{Done, Run, Stop};

/// What ends a part of the program early where nobody knows whether it does: what follows may not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Program,
    Function,
    Loop,
    Try,
}

/// A part of the program that runs, and how often what is left of it became uncertain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    pub(super) part: Part,
    pub(super) count: u32,
}

impl<'a, 'r> Run<'a, 'r>
where
    'r: 'a,
{
    /// Runs a part in which something may end early for reasons that nobody knows.
    pub(super) fn part<T>(&mut self, part: Part, run: impl FnOnce(&mut Self) -> T) -> T {
        self.doubts.push(Doubt { part, count: 0 });
        let done = run(self);
        if let Some(doubt) = self.doubts.pop() {
            self.recorder.maybe = self.recorder.maybe.saturating_sub(doubt.count);
        }
        done
    }

    /// A part may have ended here: what is left of it is uncertain.
    pub(super) fn doubt(&mut self, stop: Stop<'a>) {
        let part = match stop {
            Stop::Return(value) => {
                if let Some(active) = self.active.last_mut() {
                    active.returns.push(value);
                }
                Part::Function
            }
            Stop::Break(_) | Stop::Continue(_) => Part::Loop,
            Stop::Throw => Part::Try,
            Stop::Exit => Part::Program,
        };
        let found = self.doubts.iter().rposition(|doubt| doubt.part == part).unwrap_or(0);
        if let Some(doubt) = self.doubts.get_mut(found) {
            doubt.count += 1;
            self.recorder.maybe += 1;
        }
    }

    /// Runs one of two branches, or both where nobody knows which.
    pub(super) fn branch<T>(
        &mut self,
        truth: Option<bool>,
        first: impl FnOnce(&mut Self) -> Result<T, Stop<'a>>,
        second: impl FnOnce(&mut Self) -> Result<T, Stop<'a>>,
        join: impl FnOnce(T, T) -> T,
    ) -> Result<T, Stop<'a>> {
        match truth {
            Some(true) => return first(self),
            Some(false) => return second(self),
            None => {}
        }
        self.recorder.maybe += 1;
        let mark = self.store.begin();
        let left = first(self);
        let changes = self.store.take_back(mark);
        let mark = self.store.begin();
        let right = second(self);
        self.recorder.maybe = self.recorder.maybe.saturating_sub(1);
        match (left, right) {
            (Ok(left), Ok(right)) => {
                self.store.join(mark, changes);
                Ok(join(left, right))
            }
            (Ok(left), Err(stop)) => {
                let _ = self.store.take_back(mark);
                let mark = self.store.begin();
                self.store.redo(changes);
                self.store.keep(mark);
                self.doubt(stop);
                Ok(left)
            }
            (Err(stop), Ok(right)) => {
                self.store.keep(mark);
                self.doubt(stop);
                Ok(right)
            }
            (Err(left), Err(right)) => {
                self.store.join(mark, changes);
                if left == right {
                    return Err(left);
                }
                self.doubt(left);
                Err(right)
            }
        }
    }

    /// Runs what may not happen at all.
    pub(super) fn perhaps(&mut self, run: impl FnOnce(&mut Self) -> Done<'a>) -> Done<'a> {
        self.branch(None, run, |_| Ok(()), |(), ()| ())
    }

    /// Runs what is taken not to happen, such as a handler of exceptions: what ends in it ends nothing.
    pub(super) fn unlikely(&mut self, run: impl FnOnce(&mut Self) -> Done<'a>) {
        let doubts = std::mem::replace(&mut self.doubts, vec![Doubt { part: Part::Program, count: 0 }]);
        let maybe = self.recorder.maybe;
        self.recorder.maybe += 1;
        let mark = self.store.begin();
        let done = run(self);
        let changes = self.store.take_back(mark);
        self.recorder.maybe = maybe;
        self.doubts = doubts;
        match done {
            Ok(()) => {
                let mark = self.store.begin();
                self.store.join(mark, changes);
            }
            Err(Stop::Return(value)) => {
                if let Some(active) = self.active.last_mut() {
                    active.returns.push(value);
                }
            }
            Err(_) => {}
        }
    }

    /// Runs what happens an unknown number of times: once as it stands, once with what it changes not known any more.
    pub(super) fn repeatedly(&mut self, why: &str, mut body: impl FnMut(&mut Self) -> Done<'a>) -> Done<'a> {
        self.part(Part::Loop, |run| {
            for _ in 0..2 {
                run.recorder.maybe += 1;
                let mark = run.store.begin();
                let done = body(run);
                let changes = run.store.take_back(mark);
                run.recorder.maybe = run.recorder.maybe.saturating_sub(1);
                run.store.widen(changes, why);
                match done {
                    Ok(()) | Err(Stop::Break(None) | Stop::Continue(None)) => {}
                    Err(stop @ (Stop::Return(_) | Stop::Exit | Stop::Throw)) => run.doubt(stop),
                    Err(stop) => return Err(stop),
                }
            }
            Ok(())
        })
    }
}
