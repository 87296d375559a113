//! The shell's state on one path through the command.
//!
//! Owns what a state holds and how two states are joined; what changes it stands in `exec`, `builtins` and `apply`.
//! Copying a state is cheap: all that can grow is shared until it is changed.

mod join;
mod process;
mod seen;

use std::rc::Rc;

use crate::analysis::expand::Variable;
use crate::analysis::overlay::Overlay;
use crate::analysis::repository::Repositories;
use crate::syntax::ast::FunctionDefinition;
use crate::value::Output;

pub use join::{either, then};
pub use process::{Alias, Cell, Directory, Frame, Function, LetterCase, Process, Trap};
pub use seen::Seen;

use join::{join_processes, join_repositories, join_saved, widened};

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct State<'a> {
    /// What belongs to the shell's process and ends with it.
    pub process: Rc<Process<'a>>,
    /// The file system as the command has left it.
    pub overlay: Overlay,
    /// Repositories as the command has left them.
    pub repositories: Repositories,
    /// How far each input has been read.
    pub inputs: Rc<Vec<Output>>,
    /// What was printed since the innermost capture began.
    pub printed: Output,
    /// The last exit status.
    pub status: Status,
    /// Processes that wait for this one, the innermost first.
    pub saved: Option<Rc<Saved<'a>>>,
    /// Which intents this path has.
    pub seen: Seen,
    /// What is to be said of intents on this path.
    pub doubt: Doubt,
}

/// A shell that waits for its subshell.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<'a> {
    process: Rc<Process<'a>>,
    /// What it had printed, where the subshell's output is captured.
    printed: Option<Output>,
    next: Option<Rc<Saved<'a>>>,
}

/// Whether a path is one that really happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// A command on it is known to fail, and guards judge as if it did not; why.
    pub doomed: Option<Rc<str>>,
    /// It follows from a failure that guards do not assume (`cmd || …`).
    pub unlikely: bool,
    /// It is the other outcome of a test that nobody can answer: as likely as the one that is judged.
    pub even: bool,
}

/// An exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// exactly this
    Known(u8),
    /// a failure of unknown number
    Failure,
    /// either; judged as success
    Open,
}

impl Status {
    /// True if it is known to be a failure.
    #[must_use]
    pub const fn fails(self) -> bool {
        matches!(self, Self::Failure | Self::Known(1..))
    }
}

impl<'a> State<'a> {
    /// The state in which a command begins.
    #[must_use]
    pub fn new(directory: Directory, posix: bool) -> Self {
        Self {
            process: Rc::new(Process::new(directory, posix)),
            overlay: Overlay::default(),
            repositories: Repositories::default(),
            inputs: Rc::default(),
            printed: Output::Nothing,
            status: Status::Known(0),
            saved: None,
            seen: Seen::default(),
            doubt: Doubt::default(),
        }
    }

    /// Defines a function.
    pub fn define(&mut self, definition: &'a FunctionDefinition<'a>, source: usize) {
        let function = Function { definition, source, exported: false };
        Rc::make_mut(&mut self.process_mut().functions).insert(definition.name.into(), function);
    }

    /// The process, to change.
    pub fn process_mut(&mut self) -> &mut Process<'a> {
        Rc::make_mut(&mut self.process)
    }

    /// Begins a subshell.
    pub fn enter(&mut self, output: Capture) {
        let printed = match output {
            Capture::Inherit => None,
            Capture::Take => Some(std::mem::take(&mut self.printed)),
        };
        self.saved =
            Some(Rc::new(Saved { process: Rc::clone(&self.process), printed, next: self.saved.take() }));
        let process = self.process_mut();
        process.subshell = true;
        if !process.traps.is_empty() {
            process.traps = Rc::default();
        }
        if !process.trapping.is_empty() {
            process.trapping = Rc::default();
        }
        if output == Capture::Take {
            process.captures += 1;
            let level = process.captures;
            process.descriptors.capture(level);
        }
    }

    /// Ends a subshell; gives what it printed if that was taken.
    pub fn leave(&mut self) -> Output {
        let Some(saved) = self.saved.take() else { return Output::Nothing };
        let (process, printed, next) = match Rc::try_unwrap(saved) {
            Ok(saved) => (saved.process, saved.printed, saved.next),
            Err(saved) => (Rc::clone(&saved.process), saved.printed.clone(), saved.next.clone()),
        };
        self.process = process;
        self.saved = next;
        match printed {
            Some(printed) => std::mem::replace(&mut self.printed, printed),
            None => Output::Nothing,
        }
    }

    /// True if the other state differs only in the intents that it has and in its doubts.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.status == other.status
            && (Rc::ptr_eq(&self.process, &other.process) || self.process == other.process)
            && self.overlay == other.overlay
            && self.repositories == other.repositories
            && self.inputs == other.inputs
            && self.printed == other.printed
            && self.saved == other.saved
    }

    /// Takes in a state of which [`State::is_like`] is true.
    pub fn merge(&mut self, other: Self) {
        match (self.doubt.doomed.is_some(), other.doubt.doomed.is_some()) {
            (true, false) => {
                self.doubt = other.doubt;
                self.seen = other.seen;
            }
            (false, true) => {}
            _ => match (self.doubt.unlikely, other.doubt.unlikely) {
                (true, false) => {
                    self.doubt = other.doubt;
                    self.seen = other.seen;
                }
                (false, true) => {}
                _ => self.seen.intersect(&other.seen),
            },
        }
    }

    /// What holds before any round of a loop, given the states before the first and after it: variables that a round
    /// changes hold anything of their kind.
    #[must_use]
    pub fn widen(mut self, mut other: Self) -> Self {
        let (mine, theirs) = (Rc::clone(&self.process.variables), Rc::clone(&other.process.variables));
        if mine != theirs {
            let changed: Vec<(Rc<str>, Variable)> = mine
                .keys()
                .chain(theirs.keys())
                .filter(|name| {
                    mine.get(*name).map(|cell| &cell.value) != theirs.get(*name).map(|cell| &cell.value)
                })
                .map(|name| (Rc::clone(name), widened(mine.get(name), theirs.get(name))))
                .collect();
            for state in [&mut self, &mut other] {
                let variables = Rc::make_mut(&mut state.process_mut().variables);
                for (name, value) in &changed {
                    let before = mine.get(name).or_else(|| theirs.get(name));
                    let mut cell = before.cloned().unwrap_or_else(|| Cell::plain(Variable::Unset));
                    cell.value = value.clone();
                    variables.insert(Rc::clone(name), cell);
                }
            }
        }
        self.join(other)
    }

    /// What holds whichever of two states is the case.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        if self.is_like(&other) {
            self.merge(other);
            return self;
        }
        self.process = join_processes(self.process, &other.process);
        self.saved = join_saved(self.saved, other.saved.as_ref());
        self.overlay = self.overlay.join(&other.overlay);
        self.repositories = join_repositories(self.repositories, &other.repositories);
        if self.inputs != other.inputs {
            self.inputs = Rc::new(
                self.inputs.iter().map(|_| Output::Unknown("read on some paths only".into())).collect(),
            );
        }
        self.printed = either(self.printed, other.printed);
        if self.status != other.status {
            self.status =
                if self.status.fails() && other.status.fails() { Status::Failure } else { Status::Open };
        }
        self.seen.intersect(&other.seen);
        if other.doubt.doomed.is_none() {
            self.doubt.doomed = None;
        }
        self.doubt.unlikely &= other.doubt.unlikely;
        self
    }
}

/// Whether a subshell's standard output is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// it goes where the shell's own goes
    Inherit,
    /// it is taken
    Take,
}
