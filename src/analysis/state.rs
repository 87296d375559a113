//! The shell's state on one path through the command.
//!
//! Owns what a state holds and how two states are joined; what changes it stands in `exec`, `builtins` and `apply`.
//! Copying a state is cheap: all that can grow is shared until it is changed.

mod join;
mod seen;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::analysis::descriptors::Descriptors;
use crate::analysis::expand::{Positional, Variable};
use crate::analysis::overlay::Overlay;
use crate::analysis::repository::Repositories;
use crate::syntax::ast::FunctionDefinition;
use crate::value::{AbstractString, Output};

pub use join::{either, then};
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

/// A shell process.
#[derive(Clone, Debug, PartialEq)]
pub struct Process<'a> {
    /// The current directory.
    pub directory: Directory,
    /// The directory stack below the current directory, the next one first.
    pub stack: Rc<Vec<AbstractString>>,
    /// Variables that the command has set or unset.
    pub variables: Rc<BTreeMap<Rc<str>, Cell>>,
    /// True if the variables of the environment are gone (`env -i`).
    pub bare: bool,
    /// `$1`, `$2`, ….
    pub positional: Positional,
    /// `$0`.
    pub name: AbstractString,
    /// `$_`.
    pub last_argument: AbstractString,
    /// Functions by name.
    pub functions: Rc<BTreeMap<Rc<str>, Function<'a>>>,
    /// Options of `set` that are on, by their long names.
    pub options: Rc<BTreeSet<Rc<str>>>,
    /// Options of `shopt` that were changed.
    pub shopts: Rc<BTreeMap<Rc<str>, bool>>,
    /// Traps by signal (`EXIT`, `DEBUG`, `INT`, …).
    pub traps: Rc<BTreeMap<Rc<str>, Trap>>,
    /// Signals whose traps run just now: a trap does not run inside itself.
    pub trapping: Rc<BTreeSet<Rc<str>>>,
    /// Aliases.
    pub aliases: Rc<BTreeMap<Rc<str>, Alias>>,
    /// Builtins that are switched off (`enable -n`).
    pub disabled: Rc<BTreeSet<Rc<str>>>,
    /// Files that are sourced just now.
    pub sourced: u32,
    /// Calls of functions under way, the innermost last.
    pub frames: Rc<Vec<Frame>>,
    /// Open descriptors.
    pub descriptors: Descriptors,
    /// Descriptor tables to go back to, the innermost last.
    pub kept: Rc<Vec<Descriptors>>,
    /// How many captures are open around this process.
    pub captures: u32,
    /// True if the shell is a POSIX one (dash).
    pub posix: bool,
    /// True in a subshell.
    pub subshell: bool,
}

/// The current directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directory {
    /// known
    Known {
        /// as `pwd` says it
        logical: Rc<str>,
        /// with links resolved
        physical: Rc<str>,
        /// what it rests on
        assumes: Vec<Rc<str>>,
    },
    /// known in part, or not at all
    Abstract(AbstractString),
}

impl Directory {
    /// As `pwd` says it.
    #[must_use]
    pub fn logical(&self) -> AbstractString {
        match self {
            Self::Known { logical, assumes, .. } => with_assumptions(logical, assumes),
            Self::Abstract(value) => value.clone(),
        }
    }

    /// With links resolved.
    #[must_use]
    pub fn physical(&self) -> AbstractString {
        match self {
            Self::Known { physical, assumes, .. } => with_assumptions(physical, assumes),
            Self::Abstract(value) => value.clone(),
        }
    }

    /// The physical path, if it is known.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        match self {
            Self::Known { physical, .. } => Some(physical),
            Self::Abstract(_) => None,
        }
    }
}

fn with_assumptions(text: &str, assumes: &[Rc<str>]) -> AbstractString {
    let mut value = AbstractString::text(text);
    for what in assumes {
        value.assume(Rc::clone(what));
    }
    value
}

/// A variable with its attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its value.
    pub value: Variable,
    /// Children get it.
    pub exported: bool,
    /// It can't be changed.
    pub readonly: bool,
    /// Values are evaluated as arithmetic.
    pub integer: bool,
    /// Letters of values are changed.
    pub case: Option<LetterCase>,
    /// Its value names the variable that is meant.
    pub reference: bool,
    /// It is an associative array.
    pub associative: bool,
}

impl Cell {
    /// A plain variable.
    #[must_use]
    pub fn plain(value: Variable) -> Self {
        Self {
            value,
            exported: false,
            readonly: false,
            integer: false,
            case: None,
            reference: false,
            associative: false,
        }
    }
}

/// What `declare -l` and `declare -u` do to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// `-l`
    Lower,
    /// `-u`
    Upper,
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its definition.
    pub definition: &'a FunctionDefinition<'a>,
    /// The text that it was read from.
    pub source: usize,
    /// Children get it.
    pub exported: bool,
}

impl PartialEq for Function<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.definition, other.definition) && self.exported == other.exported
    }
}

/// An alias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// What it stands for.
    pub text: AbstractString,
    /// The line that defines it; it is known from the next one on.
    pub line: usize,
}

/// The text of a trap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// What runs.
    pub text: AbstractString,
    /// Where the text stands in the outermost command.
    pub span: crate::span::Span,
}

/// A call of a function under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The function's name.
    pub name: Rc<str>,
    /// The caller's positional parameters.
    pub positional: Positional,
    /// What its local variables hide.
    pub hidden: Vec<(Rc<str>, Option<Cell>)>,
}

impl<'a> State<'a> {
    /// The state in which a command begins.
    #[must_use]
    pub fn new(directory: Directory, posix: bool) -> Self {
        let process = Process {
            directory,
            stack: Rc::default(),
            variables: Rc::default(),
            bare: false,
            positional: Positional::Known(Rc::default()),
            name: AbstractString::text(if posix { "sh" } else { "bash" }),
            last_argument: AbstractString::unknown("the last argument of the command before"),
            functions: Rc::default(),
            options: Rc::default(),
            shopts: Rc::default(),
            traps: Rc::default(),
            trapping: Rc::default(),
            aliases: Rc::default(),
            disabled: Rc::default(),
            sourced: 0,
            frames: Rc::default(),
            descriptors: Descriptors::default(),
            kept: Rc::default(),
            captures: 0,
            posix,
            subshell: false,
        };
        Self {
            process: Rc::new(process),
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
